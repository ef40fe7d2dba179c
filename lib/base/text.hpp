// SPDX-License-Identifier: Apache-2.0
// Text helpers: splitting, trimming, the nearest of several names, numbers. No locale changes what they do.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::base {

std::string_view trim(std::string_view text) noexcept;
std::vector<std::string_view> split(std::string_view text, char separator);  // keeps empty parts
std::string lower(std::string_view text);
// Whether c is a letter or a digit of ASCII. Names of flags, options and the like have no others.
constexpr bool is_alphanumeric(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
// The exact value as a hexadecimal constant of C and of Kiln's expressions, "-0x1.8p+1". Use it for numbers
// that a compiler or a parser reads: fmt's {:a} may write the decimal point of the process's locale.
std::string hexadecimal(double value);
std::string join(std::span<const std::string> parts, std::string_view separator);
// "1 argument", "2 arguments". `many` is the noun's plural where that is not the noun and an s.
template <std::integral Count>
std::string plural(Count count, std::string_view noun, std::string_view many = {}) {
  std::string text = std::to_string(count) + ' ';
  text += count == 1 || many.empty() ? noun : many;
  return count == 1 || !many.empty() ? text : text + 's';
}
// The candidate that `name` probably means (base/nearest.hpp), or "".
std::string nearest(std::string_view name, std::span<const std::string> candidates);
// ", did you mean 'x'?", with up to three names, or "".
std::string suggestion(std::string_view name, std::span<const std::string> candidates);
// The text for use in a message: a long text is cut and ends in "...".
std::string excerpt(std::string_view text);
// The length of the well-formed UTF-8 sequence at the start of `text`, which is not empty, or 0 if there is none.
std::size_t utf8_length(std::string_view text) noexcept;
// The text as a JSON string with its quotes.
std::string json_quote(std::string_view text);

}  // namespace kiln::base
