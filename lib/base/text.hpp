// SPDX-License-Identifier: Apache-2.0
// Small text helpers: splitting, trimming, the nearest of some names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::base {

std::string_view trim(std::string_view text) noexcept;
std::vector<std::string_view> split(std::string_view text, char separator);  // keeps empty parts
std::string lower(std::string_view text);
std::string join(std::span<const std::string> parts, std::string_view separator);
// The candidate with the smallest edit distance if it is near enough to be a typing error, else "".
std::string nearest(std::string_view name, std::span<const std::string> candidates);
// ", did you mean 'x'?" or "".
std::string suggestion(std::string_view name, std::span<const std::string> candidates);
// JSON string literal with quotes.
std::string json_quote(std::string_view text);

}  // namespace kiln::base
