// SPDX-License-Identifier: Apache-2.0
// The operations of kiln/index.h in graphs, with gradients: elements by position, arrays made of several arrays,
// triangles and diagonals. Functions here check their arguments; errors name the operation as graph.NAME.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

// ---- By index arrays (index_ops.cpp) ----
Value take(const Value& x, const Value& indices, std::int64_t axis);
Value take_along_axis(const Value& x, const Value& indices, std::int64_t axis);
// Returns x with the rows at these indices replaced by `values` (put), or with `values` added to them (scatter_add).
Value put(const Value& x, const Value& indices, const Value& values, std::int64_t axis);
Value scatter_add(const Value& x, const Value& indices, const Value& values, std::int64_t axis);
// Returns zeros in the shape of x, to which each of `values` is added at the place where take_along_axis(x,
// indices, axis) would read. It is the gradient of take_along_axis.
Value scatter_along_axis(const Value& x, const Value& indices, const Value& values, std::int64_t axis);
// x[start : start + length] along the axis. `start` is a 0-d integer that is read on the device; a negative
// one counts from the end. Where a part of the slice would lie outside x, the slice is moved inside.
Value slice(const Value& x, const Value& start, std::int64_t length, std::int64_t axis);

// Passes numbers on unchanged. If the flag check_index is set, it also checks that each one is an index into
// an axis of `like`, which the nodes that use the numbers have no means to do.
class IndexCheck final : public Op {
 public:
  // from_end: negative numbers count from the end. Every number is the first of `length` neighbours, all of
  // which must exist. `operation` is a string literal, used in errors.
  IndexCheck(std::size_t axis, bool from_end, const char* operation, std::int64_t length)
      : axis_(axis), from_end_(from_end), operation_(operation), length_(length) {}
  std::string name() const override { return "CheckIndex"; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node&, std::span<const Value>) const override { return Values(2); }
  bool reads(std::size_t input) const override { return input == 0; }
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool in_place(const Node&, std::size_t input, std::size_t) const override { return input == 0; }

 private:
  std::size_t axis_;
  bool from_end_;
  const char* operation_;
  std::int64_t length_;
};
// Returns `numbers` behind an IndexCheck node.
Value checked(const Value& numbers, const Value& like, std::size_t axis, bool from_end, const char* operation,
              std::int64_t length = 1);
// Removes the IndexCheck nodes, for functions on contexts that do not check indices.
Values without_checks(std::span<const Value> values);

// ---- From other arrays (join_ops.cpp) ----
Value concat(Values inputs, std::int64_t axis);
Value stack(Values inputs, std::int64_t axis);
// The axis along which the node joins its inputs, if it is one of concat() or stack().
std::optional<std::size_t> join_axis(const Node& node);
// Divides x into pieces of these sizes along the axis. If all sizes are -1, the pieces are equal; where the
// extent does not divide, the first ones have one element more.
Values split(const Value& x, std::vector<std::int64_t> sizes, std::int64_t axis);
Value repeat(const Value& x, std::int64_t count, std::int64_t axis);
Value tile(const Value& x, const Dims& repeats);
// Without axes there is one shift, and the elements are rolled as if the array were flat.
Value roll(const Value& x, const Dims& shifts, std::optional<Dims> axes);
Value flip(const Value& x, std::optional<Dims> axes);
// `widths` has a pair (before, behind) for each axis, and mode is a kiln_pad_mode.
Value pad(const Value& x, std::vector<std::int64_t> widths, std::int64_t mode, double value);

// ---- Matrices (matrix_ops.cpp) ----
Value triangle(const Value& x, bool upper, std::int64_t k);
Value eye(std::int64_t rows, std::int64_t columns, std::int64_t k, DType dtype);
Value diagonal(const Value& x, std::int64_t offset, std::int64_t axis1, std::int64_t axis2);
// Sums products of elements of a and b over axes_a of a and axes_b of b, as NumPy's tensordot.
Value tensordot(const Value& a, const Value& b, const Dims& axes_a, const Dims& axes_b);
// Merges neighbouring axes. Each number in `runs` says how many axes of x become one: {2, 1} makes (2, 3, 4) a (6, 4).
Value merge_axes(const Value& x, const Dims& runs);

}  // namespace kiln::graph
