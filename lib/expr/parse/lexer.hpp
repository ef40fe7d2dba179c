// SPDX-License-Identifier: Apache-2.0
// The tokens of a text, and errors that point to a place in it. Only the files of lib/expr use this header.
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
  bool integral = false;     // number: whether it is an integer
  std::uint32_t offset = 0;  // in bytes from the start of the text
  std::uint32_t length = 0;
  int line = 1, column = 1;   // counted from 1; columns in bytes
  std::uint64_t natural = 0;  // number: the value if integral
  double real = 0;            // number: the value if not integral
};

// The last token has kind `end`. Newlines outside parentheses and ';' are separators. Throws KILN_PARSE_ERROR.
std::vector<Token> tokenize(std::string_view text);
// Throws KILN_PARSE_ERROR with the position, `what`, the line, and a caret under the column.
[[noreturn]] void fail_at(std::string_view text, const Token& token, std::string_view what);
// Names the token as messages do: 'x', "the end of the text" or "the end of the line".
std::string describe(std::string_view text, const Token& token);

}  // namespace kiln::expr
