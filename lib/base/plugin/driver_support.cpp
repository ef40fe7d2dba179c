// SPDX-License-Identifier: Apache-2.0
// Defines checks and texts that the backends of vendors' drivers share.
#include "base/plugin/driver_support.hpp"

#include <dlfcn.h>
#include <sys/stat.h>

#include <bit>

#include "base/text.hpp"

namespace kiln::base {

void check_pattern(std::size_t offset, std::size_t bytes, std::size_t pattern_bytes) {
  if (!std::has_single_bit(pattern_bytes) || pattern_bytes > 16)
    fail(KILN_INVALID_ARGUMENT, "a pattern of {}, expected 1, 2, 4, 8 or 16", base::plural(pattern_bytes, "byte"));
  if (offset % pattern_bytes != 0 || bytes % pattern_bytes != 0)
    fail(KILN_INVALID_ARGUMENT, "{} bytes at offset {} are no whole patterns of {} bytes", bytes, offset,
         pattern_bytes);
}

void check_define(std::string_view define) {
  const std::string_view name = define.substr(0, define.find('=')), value = define.substr(name.size());
  const auto in_name = [](char c) { return is_alphanumeric(c) || c == '_'; };
  const auto in_value = [](char c) { return c > ' ' && c < 0x7f && c != '"' && c != '\'' && c != '\\'; };
  const bool begins = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  if (!begins || !std::all_of(name.begin(), name.end(), in_name) || !std::all_of(value.begin(), value.end(), in_value))
    fail(KILN_INVALID_ARGUMENT, "the definition '{}' is not NAME or NAME=value without blanks and quotes", define);
}

std::string first_error(std::string_view log) {
  const auto lines = split(log, '\n');
  for (const std::string_view line : lines)
    if (lower(line).find("error") != std::string::npos) return std::string(trim(line));
  for (const std::string_view line : lines)
    if (!trim(line).empty()) return std::string(trim(line));
  return "the compiler says nothing";
}

std::string numbered_lines(std::string_view text) {
  std::string out;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) out += fmt::format("{:5} | {}\n", ++number, line);
  return out;
}

std::string library_path(const void* symbol, const char* fallback) {
  Dl_info library{};
  return ::dladdr(symbol, &library) != 0 && library.dli_fname ? library.dli_fname : fallback;
}

std::string file_identity(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return path;
  return fmt::format("{} {} {}.{:09}", path, file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

}  // namespace kiln::base
