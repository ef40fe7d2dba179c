// SPDX-License-Identifier: Apache-2.0
// Plain text and JSON output. Names come from drivers and may contain any bytes; the JSON output is valid
// UTF-8 nevertheless.
#include "output.hpp"

#include <kiln/types.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>

namespace kiln_tool {
namespace {

// The length of the UTF-8 sequence at `at`, or 0 if there is none.
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool wrong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                     (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
  return wrong ? 0 : length;
}

}  // namespace

void Table::print() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - row[i].size(), ' ');
      line += (i ? "  " : "") + (i < texts_ ? row[i] + padding : padding + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  }
}

std::string json_string(const std::string& text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const auto c = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      result += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      result += {'\\', text[at]};
    } else if (c < 0x20 || c == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
      result += escaped;
    } else {
      result += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
  return result + '"';
}

std::string json_bool(bool value) { return value ? "true" : "false"; }

std::string json_object(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string result = "{";
  for (const auto& [name, value] : members) {
    if (result.size() > 1) result += ", ";
    result += json_string(name) + ": " + value;
  }
  return result + "}";
}

std::string json_array(const std::vector<std::string>& elements) {
  if (elements.empty()) return "[]";
  std::string result = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) result += (i == 0 ? "\n  " : ",\n  ") + elements[i];
  return result + "]";
}

std::string bytes_text(std::uint64_t bytes) {
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB"};
  const std::string exact = std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  if (bytes < 1024) return exact;
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit) value /= 1024;
  char text[64];
  std::snprintf(text, sizeof text, "%.1f %s", value, units[unit]);
  return text + (" (" + exact + ")");
}

std::vector<std::string> lines_of(const char* text) {
  std::vector<std::string> lines;
  std::istringstream stream(text ? text : "");
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

std::string last_error() {
  kiln_error_info info;
  kiln_last_error(&info);
  std::string text = std::string(kiln_status_name(info.status)) + ": " + info.message;
  if (*info.build_log) text += std::string("\n") + info.build_log;
  return text;
}

int report_error() {
  std::cerr << "kiln: " << last_error() << '\n';
  return 1;
}

}  // namespace kiln_tool
