// SPDX-License-Identifier: Apache-2.0
#include "array/file/scanner.hpp"

#include <charconv>

namespace kiln::array::file {

namespace {

void put_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t kFirst[] = {0, 0xc0, 0xe0, 0xf0};
  text += static_cast<char>(kFirst[more] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
}

}  // namespace

void Scanner::unexpected(std::string_view expected) {
  skip_space();
  const std::string got = at_ < text_.size() ? fmt::format("byte 0x{:02x}", static_cast<unsigned char>(text_[at_]))
                                             : std::string("its end");
  refuse(KILN_FILE_ERROR, where_, "{}: got {} at {}, expected {}", what_, got, at_, expected);
}

std::int64_t Scanner::number() {
  skip_space();
  std::uint64_t value = 0;
  const char* const begin = text_.data() + at_;
  const auto [end, problem] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (problem != std::errc() || value > std::uint64_t(INT64_MAX) || (end - begin > 1 && *begin == '0'))
    unexpected("a whole number from 0 to 2^63 - 1");
  at_ += static_cast<std::size_t>(end - begin);
  return static_cast<std::int64_t>(value);
}

std::string Scanner::python_string() {
  const bool single = take("'");
  if (!single) expect("\"");
  const std::size_t end = text_.find_first_of(single ? "'\\" : "\"\\", at_);
  if (end == std::string_view::npos || text_[end] == '\\') unexpected("a string without escapes, and its end");
  std::string found(text_.substr(at_, end - at_));
  at_ = end + 1;
  return found;
}

std::uint32_t Scanner::hexadecimal() {
  std::uint32_t value = 0;
  const char* const begin = text_.data() + at_;
  const char* const four = begin + std::min<std::size_t>(4, text_.size() - at_);
  const auto [end, problem] = std::from_chars(begin, four, value, 16);
  if (problem != std::errc() || end - begin != 4) unexpected("four hexadecimal digits");
  at_ += 4;
  return value;
}

// Characters beyond 16 bits are two escapes (RFC 8259, section 7).
std::uint32_t Scanner::code_point() {
  const std::uint32_t high = hexadecimal();
  if (high < 0xd800 || high > 0xdfff) return high;
  if (high > 0xdbff || text_.substr(at_, 2) != "\\u") unexpected("the other half of a surrogate pair");
  at_ += 2;
  const std::uint32_t low = hexadecimal();
  if (low < 0xdc00 || low > 0xdfff) unexpected("the low half of a surrogate pair");
  return 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
}

std::string Scanner::json_string() {
  expect("\"");
  std::string found;
  for (;;) {
    if (at_ == text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20) unexpected("the end of a string");
    const char c = text_[at_++];
    if (c == '"') return found;
    if (c != '\\') {
      found += c;
      continue;
    }
    constexpr std::string_view kNames = "\"\\/bfnrt", kValues = "\"\\/\b\f\n\r\t";
    if (at_ < text_.size() && text_[at_] == 'u') {
      ++at_;
      put_utf8(found, code_point());
      continue;
    }
    const std::size_t which = at_ < text_.size() ? kNames.find(text_[at_]) : std::string_view::npos;
    if (which == std::string_view::npos) unexpected("an escape of JSON");
    found += kValues[which];
    ++at_;
  }
}

layout::Dims Scanner::extents(std::string_view open, std::string_view close, bool comma_at_end) {
  layout::Dims found;
  expect(open);
  if (take(close)) return found;
  do {
    if (comma_at_end && found.size() > 0 && take(close)) return found;
    const std::int64_t extent = number();
    if (found.size() == KILN_MAX_DIMS)
      refuse(KILN_UNSUPPORTED, where_, "{}: got a shape of more than {} dimensions", what_, KILN_MAX_DIMS);
    found.push_back(extent);
  } while (take(","));
  expect(close);
  return found;
}

}  // namespace kiln::array::file
