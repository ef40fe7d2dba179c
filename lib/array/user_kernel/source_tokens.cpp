// SPDX-License-Identifier: Apache-2.0
// Splits C texts into tokens, and replaces macros that have no arguments.
#include "array/user_kernel/source_tokens.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace kiln::array {
namespace {

constexpr int kDeepest = 16;
constexpr std::size_t kMostTokens = 1 << 14;  // the most tokens that one call of expand() makes

bool is_word(char c) { return base::is_alphanumeric(c) || c == '_' || c == '$'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// Where the string or character literal that begins at `at` ends.
std::size_t quoted_end(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// The text without comments, and with lines that end in a backslash joined to the next.
std::string plain(std::string_view source) {
  std::string joined, out;
  joined.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\' && source.substr(i + 1, 1) == "\n")
      ++i;
    else if (source[i] == '\\' && source.substr(i + 1, 2) == "\r\n")
      i += 2;
    else
      joined += source[i];
  }
  const std::string_view text = joined;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      out += ' ';
      i = end == std::string_view::npos ? text.size() : end + 2;
    } else if (text[i] == '"' || text[i] == '\'') {
      const std::size_t end = quoted_end(text, i);
      out += text.substr(i, end - i);
      i = end;
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

SourceText::SourceText(std::string_view source, std::span<const std::string> definitions)
    : definitions_(definitions.begin(), definitions.end()), text_(plain(source)) {
  for (const std::string_view definition : definitions_) {
    const std::size_t equals = std::min(definition.find('='), definition.size());
    Macro macro;
    macro.option = true;
    scan(equals < definition.size() ? definition.substr(equals + 1) : "1", macro.body);
    macros_[definition.substr(0, equals)] = std::move(macro);
  }
  conditions_ = directives_ = 0;
  scan(text_, tokens_);
}

void SourceText::scan(std::string_view text, std::vector<Token>& out) {
  bool line_begins = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n' || is_blank(c)) {
      line_begins |= c == '\n';
      ++i;
      continue;
    }
    if (c == '#' && line_begins) {
      i = directive(text, i + 1);
      continue;
    }
    line_begins = false;
    std::size_t end = i + 1;
    const bool word = is_word(c) && !(c >= '0' && c <= '9');
    if (is_word(c))
      end = word_end(text, i);
    else if (c == '"' || c == '\'')
      end = quoted_end(text, i);
    else if (text.substr(i, 2) == "::" || text.substr(i, 2) == "->")
      end = i + 2;
    out.push_back({text.substr(i, end - i), word, conditions_ > 0, directives_});
    i = end;
  }
}

// Reads a preprocessor line; `at` is behind its "#". Returns where the line ends.
std::size_t SourceText::directive(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(0, end);
  const std::size_t begin = skip_blanks(line, at), after = word_end(line, begin);
  const std::string_view name = line.substr(begin, after - begin);
  const std::size_t rest = skip_blanks(line, after);
  ++directives_;
  if (name.starts_with("if")) {
    ++conditions_;
  } else if (name == "endif") {
    if (conditions_ > 0) --conditions_;
  } else if (name == "define") {
    define(line, rest);
  } else if (name == "undef") {
    macros_[line.substr(rest, word_end(line, rest) - rest)].known = false;
  }
  return end;
}

void SourceText::define(std::string_view line, std::size_t at) {
  const std::size_t end = word_end(line, at);
  const auto [found, first] = macros_.try_emplace(line.substr(at, end - at));
  Macro& macro = found->second;
  if (macro.option && conditions_ > 0) return;  // an #ifndef default, which the compiler's options override
  macro.known = first && conditions_ == 0 && !(end < line.size() && line[end] == '(');
  if (macro.known) scan(line.substr(end), macro.body);
}

bool SourceText::expand(std::span<const Token> tokens, std::vector<Token>& out, int depth) const {
  if (depth > kDeepest) return false;
  for (const Token& token : tokens) {
    const auto found = token.word ? macros_.find(token.text) : macros_.end();
    if (found == macros_.end()) {
      out.push_back(token);
      if (out.size() > kMostTokens) return false;
    } else if (!found->second.known || !expand(found->second.body, out, depth + 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace kiln::array
