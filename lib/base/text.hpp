// SPDX-License-Identifier: Apache-2.0
// Small text helpers: splitting, trimming, the nearest of some names, numbers. No locale changes what they
// do.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::base {

std::string_view trim(std::string_view text) noexcept;
std::vector<std::string_view> split(std::string_view text, char separator);  // keeps empty parts
std::string lower(std::string_view text);
// The letters and digits of ASCII, which are all that names of flags, options and the like are made of.
constexpr bool is_alphanumeric(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
// The value exactly, as a hexadecimal constant of C and of Kiln's expressions: "-0x1.8p+1". For numbers that
// a compiler or a parser reads: fmt's {:a} may have the decimal point of the process's locale.
std::string hexadecimal(double value);
std::string join(std::span<const std::string> parts, std::string_view separator);
// The candidate with the smallest edit distance if it is near enough to be a typing error, else "".
std::string nearest(std::string_view name, std::span<const std::string> candidates);
// ", did you mean 'x'?" or "".
std::string suggestion(std::string_view name, std::span<const std::string> candidates);
// The text for a message: of a long one the beginning, then "...".
std::string excerpt(std::string_view text);
// JSON string literal with quotes.
std::string json_quote(std::string_view text);

}  // namespace kiln::base
