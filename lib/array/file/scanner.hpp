// SPDX-License-Identifier: Apache-2.0
// Reads the literals of file headers, Python's and JSON's, from left to right. Every header has a fixed depth, so the
// readers neither recurse nor build trees.
#pragma once

#include <optional>

#include "array/file/stored.hpp"

namespace kiln::array::file {

class Scanner {
 public:
  // Messages begin with `what`: "the header".
  Scanner(std::string_view text, const Where& where, std::string what)
      : text_(text), where_(where), what_(std::move(what)) {}

  std::size_t at() const noexcept { return at_; }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  // Takes this mark, which may be a word, if it comes next.
  bool take(std::string_view mark) {
    skip_space();
    if (!text_.substr(at_).starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }
  void expect(std::string_view mark) {
    if (!take(mark)) unexpected(fmt::format("'{}'", mark));
  }
  // A whole number without a sign that int64 holds.
  std::int64_t number();
  // A string between single or double quotes without escapes, as NumPy writes it.
  std::string python_string();
  // A string of JSON; \u escapes become UTF-8.
  std::string json_string();
  // Numbers between `open` and `close` with commas between them; Python's tuples may have one after the last.
  layout::Dims extents(std::string_view open, std::string_view close, bool comma_at_end);

  [[noreturn]] void unexpected(std::string_view expected);

 private:
  void skip_space() noexcept {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  std::uint32_t hexadecimal();
  std::uint32_t code_point();

  std::string_view text_;
  Where where_;
  std::string what_;
  std::size_t at_ = 0;
};

}  // namespace kiln::array::file
