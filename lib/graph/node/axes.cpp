// SPDX-License-Identifier: Apache-2.0
// Computes numbers, lists and texts of axes.
#include "graph/node/axes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace kiln::graph {

std::int64_t axis_of(const Value& value, std::int64_t axis, const char* operation) {
  return std::int64_t(layout::normalize_axis(axis, value.type().ndim(), operation));
}

std::string numbers_text(std::span<const std::int64_t> numbers) { return fmt::format("{}", fmt::join(numbers, ",")); }

bool contains(const Dims& numbers, std::int64_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

Dims counted(std::size_t count, std::int64_t first) {
  Dims numbers(count, first);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

Dims others(std::size_t ndim, const Dims& axes) {
  Dims out;
  for (const std::int64_t axis : counted(ndim))
    if (!contains(axes, axis)) out.push_back(axis);
  return out;
}

Dims inverse_of(const Dims& order, std::size_t ndim) {
  Dims inverse(ndim, -1);
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] >= 0) inverse[order[i]] = std::int64_t(i);
  return inverse;
}

bool broadcasts_to(const Dims& from, const Dims& to) {
  if (from.size() > to.size()) return false;
  const std::size_t lead = to.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) {
    const std::int64_t have = from[d], want = to[lead + d];
    if (have != 1 && have != want && have != kUnknown && want != kUnknown) return false;
  }
  return true;
}

}  // namespace kiln::graph
