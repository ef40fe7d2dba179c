// SPDX-License-Identifier: Apache-2.0
// What a mistyped or shortened name may have meant. The command `kiln` uses this header too, so it needs the standard
// library alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace kiln::base {

// The edit distance, in which swapping two neighbours is one edit, as it is the most frequent typing error.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// The candidates that `name` is probably meant to be, at most three, the likeliest first. Candidates that begin with
// `name` come first, then those that contain it, then the one that is a typing error away. The case of letters does not
// count. Names is a range of strings.
template <class Names>
std::vector<std::string> nearest_names(std::string_view name, const Names& candidates) {
  constexpr std::size_t kLongest = 64;  // the distance takes quadratic time, and names come from callers
  constexpr std::size_t kLeastPrefix = 2, kLeastPart = 3;  // fewer letters are in too many names
  constexpr std::size_t kMost = 3;
  if (name.size() > kLongest) return {};
  const auto lower = [](std::string_view text) {
    std::string result(text);
    for (char& c : result)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
  };
  const std::string wanted = lower(name);
  const std::size_t limit = std::max<std::size_t>(1, wanted.size() / 3);
  // The rule that found a candidate, its edit distance, and how far the lengths are apart: of two at the same distance,
  // that of the same length is meant, because letters are swapped more often than lost. Then a typing error means the
  // first candidate, because lists have the usual one there. Parts of names go by the alphabet.
  using Rank = std::tuple<int, std::size_t, std::size_t, std::string>;
  std::vector<std::pair<Rank, std::string>> found;
  for (const auto& candidate : candidates) {
    if (candidate.size() > kLongest) continue;
    const std::string text = lower(candidate);
    const std::size_t at = text.find(wanted), distance = edit_distance(wanted, text);
    // A candidate without a letter in common is no typing error.
    const bool near = distance <= limit && distance < std::max(wanted.size(), text.size());
    const bool part = wanted.size() >= kLeastPart && at != std::string::npos;
    const int rule = wanted.size() >= kLeastPrefix && at == 0 ? 0 : part ? 1 : near ? 2 : 3;
    const std::size_t apart = std::max(wanted.size(), text.size()) - std::min(wanted.size(), text.size());
    if (rule < 3) found.push_back({Rank{rule, distance, apart, rule < 2 ? text : std::string()}, candidate});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [rank, candidate] : found) {
    if (names.size() == kMost || std::get<0>(rank) != std::get<0>(found[0].first)) break;
    if (std::find(names.begin(), names.end(), candidate) == names.end()) names.push_back(candidate);
    if (std::get<0>(rank) == 2 || std::get<1>(rank) == 0) break;  // one typing error, or another case
  }
  return names;
}

// The likeliest of them, or "".
template <class Names>
std::string nearest_name(std::string_view name, const Names& candidates) {
  const std::vector<std::string> names = nearest_names(name, candidates);
  return names.empty() ? std::string() : names.front();
}

// ", did you mean 'x', 'y' or 'z'?" with the names above, or "".
template <class Names>
std::string suggested_names(std::string_view name, const Names& candidates) {
  const std::vector<std::string> names = nearest_names(name, candidates);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? ", did you mean '" : i + 1 < names.size() ? ", '" : " or '") + names[i] + "'";
  return names.empty() ? text : text + "?";
}

}  // namespace kiln::base
