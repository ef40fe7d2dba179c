// SPDX-License-Identifier: Apache-2.0
// Arrays to and from files by name (kiln/file.h).
#pragma once

#include <kiln/file.h>

#include <span>
#include <string>
#include <vector>

#include "array/array.hpp"

namespace kiln::array {

struct NamedArray {
  std::string name;
  Ref<Array> array;
};

// The format that a path's suffix stands for, where KILN_FORMAT_AUTO leaves it open.
kiln_file_format format_of(std::string_view path, kiln_file_format given, const char* operation);
void save_arrays(std::string_view path, kiln_file_format format, std::span<const NamedArray> arrays,
                 const char* operation);
std::vector<NamedArray> load_arrays(runtime::Context& context, std::string_view path, kiln_file_format format,
                                    const char* operation);

}  // namespace kiln::array
