// SPDX-License-Identifier: Apache-2.0
// The compiled part of fmt (versions 9 and 10), built once inside Kiln. So it cannot conflict with a fmt of the program
// that loads Kiln, and other files need not compile it again, as they would in fmt's header-only mode.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {
template auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
template void buffer<char>::append(const char*, const char*);
#if FMT_VERSION < 110000
template void vformat_to(buffer<char>&, string_view, basic_format_args<buffer_context<char>>, locale_ref);
#endif
}  // namespace detail
FMT_END_NAMESPACE
