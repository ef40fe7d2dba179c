// SPDX-License-Identifier: Apache-2.0
// Views of an array's rows, which are its elements along axis 0, as loops need them. How many rows there are may be
// known only at a call.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "graph/node/node.hpp"

namespace kiln::graph {

// The row at `index`; a negative one counts from the end.
Value row(const Value& value, std::int64_t index);
// Rows begin, begin + 1, ... without the last `behind` ones.
Value rows(const Value& value, std::int64_t begin, std::int64_t behind = 0);
// The value, which has rows for `steps` steps, if these are known, and `taps` more. If it has fewer, this throws, or
// the call that tells so does: "`what` has shape (1, 4), expected at least 3 rows for its taps".
Value with_rows_for_steps(const Value& value, std::int64_t taps, std::int64_t steps, const std::string& what);
// At most `count` rows from the beginning.
Value rows_until(const Value& value, std::int64_t count);
Value reversed(const Value& value);
// The value as the only row of an array.
Value as_row(const Value& value);
// The first rows of values[0], as many as the shortest of the values has.
Value common_rows(const Values& values);
// Zeros in the shape of `like`, whose first rows are replaced by `value`, which has no more rows.
Value placed_rows(const Value& value, const Value& like);

// ---- Segments of k rows ----

// How many segments hold so many rows; kUnknown if their number is.
std::int64_t segments_for(std::int64_t rows, std::int64_t k);
// The rows as segments, (m, k, ...): without those that fill no segment, or with zeros that fill the last.
Value segments_of(const Value& rows, std::int64_t k);
Value filled_segments(const Value& rows, std::int64_t k);
// The segments one behind the other: (m, k, ...) becomes (m * k, ...).
Value joined_segments(const Value& segments);
// The last rows, which fill no segment.
Value rows_left(const Value& rows, std::int64_t k);

// ---- Rows whose number a call computes ----

// As many rows from the beginning as `count`, an int64 without axes, says when a call has computed it. Others, which
// are zeros, are left out. No shape tells how many these are, so nothing computes the node: a function with such nodes
// is compiled in parts (function/parts.hpp). The body of a loop with such nodes is a function.
class CutRows final : public Op {
 public:
  std::string name() const override { return "CutRows"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool recordable() const override { return false; }
};
Value cut_rows(const Value& value, const Value& count);
// The types that nodes have if each CutRows node of `cuts` has `extent` rows; of nodes that depend on such alone.
// `order` has operands first. Empty: a node does not fit these types.
using NodeTypes = std::unordered_map<const Node*, std::vector<Type>>;
std::optional<NodeTypes> types_for_rows(const std::vector<NodeRef>& order, const std::unordered_set<const Node*>& cuts,
                                        std::int64_t extent);
// The value, of a step, in the same shape in all steps: if it has as many rows as a CutRows node of the step, then as
// many as that has at most, with zeros behind. `before` is the number of the last node that stood before the step.
Value rows_of_most_steps(const Value& value, std::uint64_t before);
// The nodes of this kind that the values depend on, and those that depend on such nodes.
std::unordered_set<const Node*> nodes_behind_cuts(std::span<const Value> values);

}  // namespace kiln::graph
