// SPDX-License-Identifier: Apache-2.0
// fmt's compiled part, once, inside Kiln: a host's own fmt never meets ours, and no other file compiles it
// again (fmt's header-only mode makes every file three times slower to compile). Versions 9 and 10.
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
