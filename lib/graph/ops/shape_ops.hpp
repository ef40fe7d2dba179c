// SPDX-License-Identifier: Apache-2.0
// Operations on shapes: views where the layout allows, and values that depend on shapes alone.
#pragma once

#include <optional>

#include "graph/node/node.hpp"

namespace kiln::graph {

// In a shape given to Reshape: the extent of the input's axis at that place.
inline constexpr std::int64_t kKeep = -2;

// Another shape of the same elements, C order. The shape is given (with at most one -1), or that of input 1.
class Reshape final : public Op {
 public:
  explicit Reshape(std::optional<Dims> shape) : shape_(shape) {}
  std::string name() const override { return "Reshape"; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool reads(std::size_t input) const override { return input == 0; }
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  bool repeats_input() const override { return true; }
  Runner prepare(const Node& node, runtime::Context& context) const override;

 private:
  std::optional<Dims> shape_;
};

// Axes in another order; -1: a new axis of extent 1. Axes left out must have extent 1.
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

// The input repeated along axes of extent 1 and new leading axes. To a shape, or to that of input 1.
class BroadcastTo final : public Op {
 public:
  explicit BroadcastTo(std::optional<Dims> shape) : shape_(shape) {}
  std::string name() const override { return "BroadcastTo"; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  bool reads(std::size_t input) const override { return input == 0; }
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  bool repeats_input() const override { return true; }

 private:
  std::optional<Dims> shape_;
};

// NumPy's basic indexing.
class Subtensor final : public Op {
 public:
  explicit Subtensor(std::vector<layout::Index> indices) : indices_(std::move(indices)) {}
  std::string name() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  std::optional<Layout> view(const Node& node, const Layout& layout) const override;
  const std::vector<layout::Index>& indices() const noexcept { return indices_; }

 private:
  std::vector<layout::Index> indices_;
};

// Input 0 with the elements that the indices name replaced by input 1, or with input 1 added to them.
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

// The number of elements along axes of the input, int64, 0-d; or its shape, a vector. Reads no elements.
class Extent final : public Op {
 public:
  explicit Extent(std::optional<Dims> axes) : axes_(axes) {}  // none: the shape
  std::string name() const override { return axes_ ? "Extent" : "Shape"; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node&, std::span<const Value>) const override { return Values(1); }
  bool reads(std::size_t) const override { return false; }
  // The constant it is, where the extents are known.
  Values expand(const Node& node, std::span<const Value> inputs) const override;

 private:
  std::optional<Dims> axes_;
};

Value reshape(const Value& value, const Dims& shape);
Value reshape_like(const Value& value, const Value& like);
Value flatten(const Value& value);
Value dimshuffle(const Value& value, const Dims& order);
Value transpose(const Value& value);  // axes reversed
Value swap_last(const Value& value);  // the last two axes
Value broadcast_to(const Value& value, const Dims& shape);
Value broadcast_like(const Value& value, const Value& like);
Value subtensor(const Value& value, std::vector<layout::Index> indices);
Value update_subtensor(const Value& value, const Value& with, std::vector<layout::Index> indices, bool add);
Value extent(const Value& value, const Dims& axes);
Value zeros_like(const Value& value);
Value ones_like(const Value& value);
// Sums away the axes along which `like` was broadcast to the value.
Value sum_to(const Value& value, const Value& like);
// The same where an extent of `like` that is not known yet may turn out to be 1 and to have been broadcast;
// in the dtype of `like`.
Value sum_like(const Value& value, const Value& like);

std::string indices_text(std::span<const layout::Index> indices);

}  // namespace kiln::graph
