// SPDX-License-Identifier: Apache-2.0
// Collects environment variables. They are a part of the keys of compiled programs.
#include "base/flags/environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

namespace kiln::base {

std::string environment_of(std::span<const std::string_view> prefixes, std::span<const std::string_view> except) {
  std::vector<std::string_view> found;
  for (char** variable = ::environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (std::ranges::none_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); })) continue;
    if (std::ranges::find(except, name) == except.end()) found.push_back(text);
  }
  std::ranges::sort(found);
  std::string all;
  for (const std::string_view text : found) (all += text) += '\n';
  return all;
}

}  // namespace kiln::base
