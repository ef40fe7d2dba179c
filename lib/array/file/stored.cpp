// SPDX-License-Identifier: Apache-2.0
#include "array/file/stored.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace kiln::array::file {

namespace {

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t length = base::utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

void check_names(std::span<const std::string_view> names, kiln_status status, const Where& where) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) refuse(status, where, "array {} has an empty name, expected some text", i);
    if (!is_utf8(names[i]) || names[i].find('\0') != std::string_view::npos)
      refuse(status, where, "the name of array {} is not UTF-8, or has a zero byte", i);
  }
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) refuse(status, where, "got the name '{}' twice, expected names that differ", *twice);
}

std::optional<std::uint64_t> bytes_of(base::DType dtype, const layout::Dims& shape) noexcept {
  // Extents beside one of 0 must not be too large either: strides are made of them.
  std::int64_t bytes = static_cast<std::int64_t>(base::dtype_size(dtype));
  for (const std::int64_t extent : shape)
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(extent, 1), &bytes)) return std::nullopt;
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  return empty ? 0 : static_cast<std::uint64_t>(bytes);
}

}  // namespace kiln::array::file
