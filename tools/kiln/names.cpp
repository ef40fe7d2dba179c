// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>

namespace kiln_tool {
namespace {

// The number of letters to insert, leave out, replace or swap with their neighbour.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& cell = table[i][j];
      if (i == 0 || j == 0) {
        cell = i + j;
        continue;
      }
      cell = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cell = std::min(cell, table[i - 2][j - 2] + 1);
    }
  return table[a.size()][b.size()];
}

}  // namespace

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 64;  // of a name worth comparing
  if (name.empty() || name.size() > kLongest) return {};
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : candidates)
    if (const std::size_t far = distance(name, candidate); far < least) {
      least = far;
      nearest = &candidate;
    }
  return nearest ? ", did you mean '" + *nearest + "'?" : "";
}

}  // namespace kiln_tool
