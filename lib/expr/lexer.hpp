// SPDX-License-Identifier: Apache-2.0
// Inside the expression layer: a text, its tokens, and errors that point into it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kiln::expr {

enum class Tok : std::uint8_t {
  number,
  name,
  open,
  close,
  comma,
  question,
  colon,
  separator,
  end,
  plus,
  minus,
  star,
  slash,
  percent,
  amp,
  pipe,
  caret,
  tilde,
  bang,
  less,
  less_equal,
  greater,
  greater_equal,
  equal_equal,
  bang_equal,
  and_and,
  or_or,
  shift_left,
  shift_right,
  assign,
  plus_assign,
  minus_assign,
  star_assign,
  slash_assign,
  percent_assign,
  amp_assign,
  pipe_assign,
  caret_assign,
  shift_left_assign,
  shift_right_assign
};

struct Token {
  Tok kind = Tok::end;
  bool integral = false;     // number
  std::uint32_t offset = 0;  // into the text
  std::uint32_t length = 0;
  int line = 1, column = 1;   // 1-based, in bytes
  std::uint64_t natural = 0;  // number, integral
  double real = 0;            // number, not integral
};

// Tokens end with one of kind `end`. Newlines outside parentheses and ';' are separators. Throws
// KILN_PARSE_ERROR.
std::vector<Token> tokenize(std::string_view text);
// Throws KILN_PARSE_ERROR: position, `what`, the line and a caret under the column.
[[noreturn]] void fail_at(std::string_view text, const Token& token, std::string_view what);
// The token for a message: 'x', "the end of the text" or "the end of the line".
std::string describe(std::string_view text, const Token& token);

}  // namespace kiln::expr
