// SPDX-License-Identifier: Apache-2.0
// Texts of the library's kernels. Private to array/.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "kernels.hpp"

namespace kiln::array {

// The text of files of kernels/ with definitions of macros in front. These are given as a name, its value, the next
// name, and so on. The value of a bool is 0 or 1.
inline std::string kernel_text(std::initializer_list<std::string_view> files) {
  std::string text;
  for (const std::string_view file : files) text += kernels::find(file);
  return text;
}
template <class Value, class... Rest>
std::string kernel_text(std::initializer_list<std::string_view> files, const char* name, const Value& value,
                        const Rest&... rest) {
  return fmt::format("#define {} {}\n", name, +value) + kernel_text(files, rest...);
}

}  // namespace kiln::array
