// SPDX-License-Identifier: Apache-2.0
// Divides a text into tokens. It refuses everything the grammar has no use for: strings, comments,
// preprocessor lines, bytes beyond ASCII. Numbers are read independently of the locale.
#include "expr/parse/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/parse/hints.hpp"
#include "expr/program.hpp"

namespace kiln::expr {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

struct Spelling {
  std::string_view text;
  Tok kind;
};
// The first spelling that matches is taken, so "<<=" must come before "<<", and that before "<".
constexpr Spelling kSpellings[] = {
    {"<<=", Tok::shift_left_assign},
    {">>=", Tok::shift_right_assign},
    {"<<", Tok::shift_left},
    {">>", Tok::shift_right},
    {"<=", Tok::less_equal},
    {">=", Tok::greater_equal},
    {"==", Tok::equal_equal},
    {"!=", Tok::bang_equal},
    {"&&", Tok::and_and},
    {"||", Tok::or_or},
    {"+=", Tok::plus_assign},
    {"-=", Tok::minus_assign},
    {"*=", Tok::star_assign},
    {"/=", Tok::slash_assign},
    {"%=", Tok::percent_assign},
    {"&=", Tok::amp_assign},
    {"|=", Tok::pipe_assign},
    {"^=", Tok::caret_assign},
    {"+", Tok::plus},
    {"-", Tok::minus},
    {"*", Tok::star},
    {"/", Tok::slash},
    {"%", Tok::percent},
    {"&", Tok::amp},
    {"|", Tok::pipe},
    {"^", Tok::caret},
    {"~", Tok::tilde},
    {"!", Tok::bang},
    {"<", Tok::less},
    {">", Tok::greater},
    {"=", Tok::assign},
    {"(", Tok::open},
    {")", Tok::close},
    {",", Tok::comma},
    {"?", Tok::question},
    {":", Tok::colon},
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    push(Tok::end, 0);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Token here(Tok kind, std::size_t length) const {
    return {.kind = kind,
            .offset = static_cast<std::uint32_t>(at_),
            .length = static_cast<std::uint32_t>(length),
            .line = line_,
            .column = static_cast<int>(at_ - line_start_) + 1};
  }
  void push(Tok kind, std::size_t length) {
    tokens_.push_back(here(kind, length));
    at_ += length;
  }

  void step() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\n') {
      newline();
    } else if (c == ';') {
      depth_ = 0;
      push(Tok::separator, 1);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (is_letter(c)) {
      std::size_t length = 1;
      while (is_letter(peek(length)) || is_digit(peek(length))) ++length;
      push(Tok::name, length);
    } else {
      punctuation();
    }
  }

  void newline() {
    if (depth_ == 0)
      push(Tok::separator, 1);
    else
      ++at_;
    ++line_;
    line_start_ = at_;
  }

  void punctuation() {
    const std::string_view rest = text_.substr(at_);
    for (const Spelling& spelling : kSpellings) {
      if (!rest.starts_with(spelling.text)) continue;
      if (spelling.kind == Tok::open) ++depth_;
      if (spelling.kind == Tok::close && depth_ > 0) --depth_;
      return push(spelling.kind, spelling.text.size());
    }
    const unsigned char c = static_cast<unsigned char>(rest.front());
    const Token token = here(Tok::end, 1);
    if (c < 0x20 || c >= 0x7f) fail_at(text_, token, fmt::format("unexpected byte 0x{:02x}", c));
    fail_at(text_, token, fmt::format("unexpected character '{}'{}", rest.front(), syntax_hint("", rest.substr(0, 1))));
  }

  // Advances `length` over digits. Returns whether there were any.
  bool digits(std::size_t& length, bool hex) const {
    const std::size_t begin = length;
    while (hex ? is_hex(peek(length)) : is_digit(peek(length))) ++length;
    return length > begin;
  }

  void number() {
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    std::size_t length = hex ? 2 : 0;
    bool integral = true;
    bool good = digits(length, hex);
    if (peek(length) == '.') {
      integral = false;
      ++length;
      good = digits(length, hex) || good;
    }
    const char mark = peek(length);
    if (hex ? mark == 'p' || mark == 'P' : mark == 'e' || mark == 'E') {
      integral = false;
      ++length;
      if (peek(length) == '+' || peek(length) == '-') ++length;
      good = digits(length, false) && good;
    } else if (hex && !integral) {
      good = false;  // a hexadecimal fraction needs an exponent, as in C
    }
    const std::size_t suffix_begin = length;
    while (is_letter(peek(length)) || is_digit(peek(length)) || peek(length) == '.') ++length;
    Token token = here(Tok::number, length);
    const std::string_view spelled = text_.substr(at_, length);
    if (!good || !suffix(spelled.substr(suffix_begin), integral))
      fail_at(text_, token, fmt::format("malformed number '{}'", spelled.substr(0, 40)));
    token.integral = integral;
    const bool fits = value(token, spelled.substr(hex ? 2 : 0, suffix_begin - (hex ? 2 : 0)), hex);
    if (!fits && integral)
      fail_at(text_, token, "the integer does not fit 64 bits; with a decimal point it is a real number");
    if (!fits) fail_at(text_, token, "the number is out of float64's range");
    if (integral && !hex && suffix_begin > 1 && spelled.front() == '0')
      fail_at(text_, token, "an integer must not begin with 0 (octal numbers are not supported)");
    tokens_.push_back(token);
    at_ += length;
  }

  // C's suffixes are accepted but mean nothing, except that f makes 1f a real number.
  static bool suffix(std::string_view text, bool& integral) {
    const std::string lower = base::lower(text);
    if (lower.empty()) return true;
    if (lower == "f") {
      integral = false;
      return true;
    }
    if (!integral) return lower == "l";
    constexpr std::string_view kInteger[] = {"u", "l", "ul", "lu", "ll", "ull", "llu"};
    return std::find(std::begin(kInteger), std::end(kInteger), lower) != std::end(kInteger);
  }

  static bool value(Token& token, std::string_view digits, bool hex) {
    const char* end = digits.data() + digits.size();
    if (token.integral) {
      const auto [stop, error] = std::from_chars(digits.data(), end, token.natural, hex ? 16 : 10);
      return error == std::errc() && stop == end;
    }
    const auto [stop, error] =
        std::from_chars(digits.data(), end, token.real, hex ? std::chars_format::hex : std::chars_format::general);
    return error == std::errc() && stop == end;
  }

  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  int depth_ = 0;
  std::vector<Token> tokens_;
};

constexpr std::size_t kWindow = 100;  // how much of a long line a message shows

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  if (text.size() > kMaxTextBytes)
    base::fail(KILN_PARSE_ERROR, "expression: the text has {} bytes, the limit is {}", text.size(), kMaxTextBytes);
  return Lexer(text).run();
}

void fail_at(std::string_view text, const Token& token, std::string_view what) {
  const std::size_t column = static_cast<std::size_t>(token.column - 1);
  const std::size_t line_begin = token.offset - column;
  const std::size_t line_end = std::min(text.find('\n', line_begin), text.size());
  const std::size_t begin = line_begin + (column > kWindow / 2 ? column - kWindow / 2 : 0);
  const std::size_t end = std::min(line_end, begin + kWindow);
  std::string shown(text.substr(begin, end - begin));
  for (char& c : shown) {
    if (c == '\t' || c == '\r') c = ' ';
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  const std::string_view left = begin > line_begin ? "..." : "";
  const std::string_view right = end < line_end ? "..." : "";
  const std::string indent(2 + left.size() + token.offset - begin, ' ');
  const bool lines =
      token.line > 1 || text.substr(0, text.find_last_not_of(" \t\r\n") + 1).find('\n') != std::string_view::npos;
  const std::string where =
      lines ? fmt::format("line {}, column {}", token.line, token.column) : fmt::format("column {}", token.column);
  base::fail(KILN_PARSE_ERROR, "expression: {}: {}\n  {}{}{}\n{}^", where, what, left, shown, right, indent);
}

std::string describe(std::string_view text, const Token& token) {
  if (token.kind == Tok::end) return "the end of the text";
  const std::string_view spelled = text.substr(token.offset, token.length);
  if (spelled == "\n") return "the end of the line";
  return fmt::format("'{}'", spelled.substr(0, 40));
}

}  // namespace kiln::expr
