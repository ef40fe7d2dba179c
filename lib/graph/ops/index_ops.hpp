// SPDX-License-Identifier: Apache-2.0
// Elements by position, arrays put together from others, triangles and diagonals: what kiln/index.h does to
// arrays, with gradients.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

// ---- By index arrays (index_ops.cpp) ----
Value take(const Value& x, const Value& indices, std::int64_t axis);
Value take_along_axis(const Value& x, const Value& indices, std::int64_t axis);
// x with the rows that the indices name replaced, or with values added to them.
Value put(const Value& x, const Value& indices, const Value& values, std::int64_t axis);
Value scatter_add(const Value& x, const Value& indices, const Value& values, std::int64_t axis);
// Zeros like x with the values added where take_along_axis(x, indices, axis) would read them.
Value scatter_along_axis(const Value& x, const Value& indices, const Value& values, std::int64_t axis);
// x[start : start + length] along the axis. `start` is an integer without dimensions that is read on the
// device; a negative one counts from the end. The nearest piece that lies inside takes the place of one that
// does not.
Value slice(const Value& x, const Value& start, std::int64_t length, std::int64_t axis);

// Numbers as they are, and with the flag check_index a look whether they name places along an axis of `like`:
// what computes with them cannot tell.
class IndexCheck final : public Op {
 public:
  // from_end: negative ones count from the end. Each number begins `length` places, which must all be there.
  // `operation` lives for ever.
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
Value checked(const Value& numbers, const Value& like, std::size_t axis, bool from_end, const char* operation,
              std::int64_t length = 1);
// Without the checks: where no context looks.
Values without_checks(std::span<const Value> values);

// ---- From other arrays (join_ops.cpp) ----
Value concat(Values inputs, std::int64_t axis);
Value stack(Values inputs, std::int64_t axis);
// Sizes along the axis; all of them -1: equal pieces, the first ones larger by one where it does not divide.
Values split(const Value& x, std::vector<std::int64_t> sizes, std::int64_t axis);
Value repeat(const Value& x, std::int64_t count, std::int64_t axis);
Value tile(const Value& x, const Dims& repeats);
// axes none: one shift of the flattened array.
Value roll(const Value& x, const Dims& shifts, std::optional<Dims> axes);
Value flip(const Value& x, std::optional<Dims> axes);
// mode: a kiln_pad_mode.
Value pad(const Value& x, const Dims& before, const Dims& after, int mode, double value);

// ---- Matrices (matrix_ops.cpp) ----
Value triangle(const Value& x, bool upper, std::int64_t k);
Value eye(std::int64_t rows, std::int64_t columns, std::int64_t k, DType dtype);
Value diagonal(const Value& x, std::int64_t offset, std::int64_t axis1, std::int64_t axis2);
// Sums of products over axes_a of a and axes_b of b.
Value tensordot(const Value& a, const Value& b, const Dims& axes_a, const Dims& axes_b);
// Axes as runs of the input's: {2, 1} makes (2, 3, 4) a (6, 4).
Value merge_axes(const Value& x, const Dims& runs);

}  // namespace kiln::graph
