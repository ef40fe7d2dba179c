// SPDX-License-Identifier: Apache-2.0
// Splits a C text into tokens. Of the preprocessor it understands what plain programs use: macros without
// arguments, and which lines depend on a condition.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::array {

struct Token {
  std::string_view text;
  bool word = false;         // a name or a keyword
  bool conditional = false;  // between #if and #endif
  unsigned directives = 0;   // the number of preprocessor lines in front of the token
  bool is(std::string_view wanted) const noexcept { return text == wanted; }
};

class SourceText {
 public:
  // Keeps a copy of the text, which its tokens point into.
  SourceText(std::string_view source, std::span<const std::string> definitions);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  const std::vector<Token>& tokens() const noexcept { return tokens_; }
  // Appends the tokens to `out` with macros replaced. Returns false if a macro cannot be replaced.
  bool expand(std::span<const Token> tokens, std::vector<Token>& out) const { return expand(tokens, out, 0); }

 private:
  struct Macro {
    std::vector<Token> body;
    bool known = true;  // false if it has arguments, or it is not certain which definition is in force
    bool option = false;
  };
  void scan(std::string_view text, std::vector<Token>& out);
  std::size_t directive(std::string_view text, std::size_t at);
  void define(std::string_view text, std::size_t at);
  bool expand(std::span<const Token> tokens, std::vector<Token>& out, int depth) const;

  std::vector<std::string> definitions_;
  std::string text_;
  std::vector<Token> tokens_;
  std::map<std::string_view, Macro> macros_;
  unsigned conditions_ = 0, directives_ = 0;
};

}  // namespace kiln::array
