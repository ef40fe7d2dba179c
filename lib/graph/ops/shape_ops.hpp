// SPDX-License-Identifier: Apache-2.0
// Operations that change shapes. They are views where the layout allows it. Some give values that depend on
// shapes alone.
#pragma once

#include <optional>

#include "graph/node/axes.hpp"

namespace kiln::graph {

// The indices as in Python: "0, 1:3, ::2".
std::string indices_text(std::span<const layout::Index> indices);

// Gives one index for each axis, in order; new axes are left out. Returns false if there are more indices than axes.
bool spread_indices(std::span<const layout::Index> indices, std::size_t ndim, std::vector<layout::Index>& out);

// Stands in a shape for Reshape: the extent of the input's axis at this place. The C API calls it KILN_GRAPH_KEEP.
inline constexpr std::int64_t kKeep = -2;
// The same, where places count from the last axis. The C API calls it KILN_GRAPH_KEEP_LAST.
inline constexpr std::int64_t kKeepLast = -3;

// The same elements in C order in another shape. The shape is given, and one extent may then be -1; or it is the
// shape of input 1.
class Reshape final : public Op {
 public:
  explicit Reshape(std::optional<Dims> shape) : shape_(shape) {}
  std::string name() const override { return "Reshape"; }
  std::string key() const override { return shape_ ? "Reshape " + numbers_text(*shape_) : "Reshape like"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool reads(std::size_t input) const override { return input == 0; }
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  bool repeats_input() const override { return true; }
  Runner prepare(const Node& node, runtime::Context& context) const override;

 private:
  std::optional<Dims> shape_;
};

// Its input, of which the program states extents; -1 stands for one that it does not state. What does not have them is
// refused, when the graph is built or by the call.
class SpecifyShape final : public Op {
 public:
  explicit SpecifyShape(Dims shape) : shape_(shape) {}
  std::string name() const override { return "SpecifyShape"; }
  std::string key() const override { return "SpecifyShape " + numbers_text(shape_); }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node&, std::span<const Value> gradients) const override { return {gradients[0]}; }
  Values expand(const Node&, std::span<const Value> inputs) const override { return {inputs[0]}; }
  bool repeats_input() const override { return true; }

 private:
  Dims shape_;
};

// Permutes axes. In `order` -1 stands for a new axis of extent 1. An axis that is left out must have extent 1.
class DimShuffle final : public Op {
 public:
  explicit DimShuffle(Dims order) : order_(order) {}
  const Dims& order() const noexcept { return order_; }
  std::string name() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  bool repeats_input() const override { return true; }
  bool only_orders_axes() const override { return true; }

 private:
  Dims order_;
};

// Repeats the input along axes of extent 1 and along new leading axes, to the given shape or, without one, to
// that of input 1.
class BroadcastTo final : public Op {
 public:
  explicit BroadcastTo(std::optional<Dims> shape) : shape_(shape) {}
  std::string name() const override { return "BroadcastTo"; }
  std::string key() const override { return shape_ ? "BroadcastTo " + numbers_text(*shape_) : "BroadcastTo like"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool reads(std::size_t input) const override { return input == 0; }
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  bool repeats_input() const override { return true; }

 private:
  std::optional<Dims> shape_;
};

// A view by NumPy's basic indexing.
class Subtensor final : public Op {
 public:
  explicit Subtensor(std::vector<layout::Index> indices) : indices_(std::move(indices)) {}
  std::string name() const override { return "Subtensor{" + indices_text(indices_) + "}"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  const std::vector<layout::Index>& indices() const noexcept { return indices_; }

 private:
  std::vector<layout::Index> indices_;
};

// Input 0 with the elements at these indices replaced by input 1, or with input 1 added to them.
class UpdateSubtensor final : public Op {
 public:
  UpdateSubtensor(std::vector<layout::Index> indices, bool add) : indices_(std::move(indices)), add_(add) {}
  std::string name() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool in_place(const Node&, std::size_t input, std::size_t) const override { return input == 0; }
  const std::vector<layout::Index>& indices() const noexcept { return indices_; }

 private:
  std::vector<layout::Index> indices_;
  bool add_;
};

Value reshape(const Value& value, const Dims& shape);
Value reshape_like(const Value& value, const Value& like);
Value specify_shape(const Value& value, const Dims& shape);
Value flatten(const Value& value);
Value dimshuffle(const Value& value, const Dims& order);
Value transpose(const Value& value);  // reverses the axes
Value swap_last(const Value& value);  // swaps the last two axes
Value broadcast_to(const Value& value, const Dims& shape);
Value broadcast_like(const Value& value, const Value& like);
Value subtensor(const Value& value, std::vector<layout::Index> indices);
Value update_subtensor(const Value& value, const Value& with, std::vector<layout::Index> indices, bool add);
// The number of elements along these axes, as a 0-d int64; or without axes the shape, as an int64 vector. Only
// the shape of `value` is used.
Value extent(const Value& value, std::optional<Dims> axes);
Value zeros_like(const Value& value);
Value ones_like(const Value& value);
// Sums over the axes along which broadcasting stretched a value of the shape of `like` to that of `value`. The
// extents must be known well enough to tell which axes these are.
Value sum_to(const Value& value, const Value& like);
// The same if extents are unknown until a call, which then decides along which axes to sum. The result has the
// dtype of `like`.
Value sum_like(const Value& value, const Value& like);

}  // namespace kiln::graph
