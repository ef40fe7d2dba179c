// SPDX-License-Identifier: Apache-2.0
// Functions that the backends of vendors' drivers share: checks of memory ranges and definitions, texts of build
// errors, and the files of libraries.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace kiln::base {

inline void check_range(std::size_t size, std::size_t offset, std::size_t bytes, const char* operation) {
  if (offset > size || bytes > size - offset) [[unlikely]]
    fail(KILN_INVALID_ARGUMENT, "{}: {} bytes at offset {} of memory of {} bytes", operation, bytes, offset, size);
}
// Checks a fill by a pattern.
void check_pattern(std::size_t offset, std::size_t bytes, std::size_t pattern_bytes);

// Checks a definition "NAME" or "NAME=value". It refuses characters that could start another option or need quoting.
void check_define(std::string_view define);
// The line of a build log that says what went wrong.
std::string first_error(std::string_view log);
std::string numbered_lines(std::string_view text);

// The path of the library that has the symbol, or `fallback` if it cannot be told.
std::string library_path(const void* symbol, const char* fallback);
// The path, size and time of a file; the path alone if the system tells no more.
std::string file_identity(const std::string& path);

}  // namespace kiln::base
