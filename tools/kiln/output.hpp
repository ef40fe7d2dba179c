// SPDX-License-Identifier: Apache-2.0
// Plain text tables, JSON texts, sizes, and the last error of the library.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kiln_tool {

// A table whose columns are padded to their widest cell; nothing is cut. The first `texts` columns are
// aligned left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::size_t texts = SIZE_MAX) : texts_(texts) {
    rows_.push_back(std::move(header));
  }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t texts_;
};

// Functions that build JSON as text: quoted strings, objects of values that are built already, and arrays
// with a line for each element.
std::string json_string(const std::string& text);
std::string json_bool(bool value);
std::string json_object(const std::vector<std::pair<std::string, std::string>>& members);
std::string json_array(const std::vector<std::string>& elements);

// A size as text, such as "12.5 MiB (13107200 bytes)" or "17 bytes".
std::string bytes_text(std::uint64_t bytes);
std::vector<std::string> lines_of(const char* text);

// The message of the last failed call, with the build log if there is one.
std::string last_error();
// Prints last_error() to standard error and returns exit status 1.
int report_error();

}  // namespace kiln_tool
