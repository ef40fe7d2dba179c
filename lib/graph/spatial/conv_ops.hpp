// SPDX-License-Identifier: Apache-2.0
// Convolutions, pooling and upsampling in graphs. Their gradients are operations of the same kinds, which have
// gradients again. A last input `like` gives a result its extents and is not read; it may be empty if `extents` are
// given.
#pragma once

#include "array/conv/conv.hpp"
#include "array/pool/pool.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

// The spatial extents of a shape. Shapes of too few dimensions have none, which means that none are given.
inline Dims spatial_extents(const Dims& shape, bool channels_last) {
  if (shape.size() < 3) return {};
  return Dims(std::span(shape.data() + (channels_last ? 1 : 2), shape.size() - 2));
}

// ---- Convolutions (conv_ops.cpp) ----
class Conv final : public Op {
 public:
  explicit Conv(array::ConvOptions options) : options_(std::move(options)) {}
  std::string name() const override { return "Conv"; }
  std::string key() const override;
  const array::ConvOptions& options() const noexcept { return options_; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;  // input and filters
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;

 private:
  array::ConvOptions options_;
};
Value conv(const Value& x, const Value& filters, const array::ConvOptions& options);
Value conv_transpose(const Value& y, const Value& filters, const Value& like, const array::ConvOptions& options,
                     const Dims& extents);
Value conv_filter_gradient(const Value& x, const Value& y, const Value& like, const array::ConvOptions& options,
                           const Dims& extents);

// ---- Pooling and upsampling (pool_ops.cpp) ----
Value pool(const Value& x, array::PoolOp op, const array::PoolOptions& options);
// The gradient of pool() by x, if y is the gradient by its result.
Value pool_gradient(const Value& x, const Value& y, array::PoolOp op, const array::PoolOptions& options);
// The elements of `values` where x has the first greatest element of each window.
Value pool_take(const Value& x, const Value& values, const array::PoolOptions& options);
Value upsample(const Value& x, const Value& like, bool linear, const Dims& extents, bool channels_last);
Value upsample_gradient(const Value& y, const Value& like, bool linear, const Dims& extents, bool channels_last);

}  // namespace kiln::graph
