// SPDX-License-Identifier: Apache-2.0
// Counts axes, and makes lists of their numbers.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

// The axis counted from the first one: a negative `axis` counts from the last one. Throws if the value has no
// such axis; the error names the operation.
std::int64_t axis_of(const Value& value, std::int64_t axis, const char* operation);
std::string numbers_text(std::span<const std::int64_t> numbers);  // "1,2"
bool contains(const Dims& numbers, std::int64_t number);
Dims counted(std::size_t count, std::int64_t first = 0);  // first, first + 1, ...
Dims others(std::size_t ndim, const Dims& axes);          // the axes that are not among these, in their order
// For each of `ndim` axes its place in `order`, or -1 if it is left out.
Dims inverse_of(const Dims& order, std::size_t ndim);
// Whether values of the shape `from` may broadcast to the shape `to`, as far as the extents are known.
bool broadcasts_to(const Dims& from, const Dims& to);

}  // namespace kiln::graph
