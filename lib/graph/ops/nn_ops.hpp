// SPDX-License-Identifier: Apache-2.0
// Functions of neural networks. Each is one node, whose implementation avoids the overflow and the
// cancellation of a formula written from simpler operations.
#pragma once

#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {

// A function of one value that is computed by an expression of the expression language.
class NamedFunction final : public Elementwise {
 public:
  enum class Kind { sigmoid, softplus, relu };
  explicit NamedFunction(Kind kind) : kind_(kind) {}
  Kind kind() const noexcept { return kind_; }
  std::string name() const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Outputs outputs() const override;
  std::vector<DType> dtypes(std::span<const Type> inputs) const override;

 private:
  Kind kind_;
};

// exp(x) / sum(exp(x)) along an axis, or its logarithm.
class Softmax final : public Op {
 public:
  Softmax(std::int64_t axis, bool logarithm) : axis_(axis), logarithm_(logarithm) {}
  std::int64_t axis() const noexcept { return axis_; }
  bool logarithm() const noexcept { return logarithm_; }
  std::string name() const override { return logarithm_ ? "LogSoftmax" : "Softmax"; }
  std::string key() const override { return fmt::format("Softmax {} {}", axis_, logarithm_); }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Values expand(const Node& node, std::span<const Value> inputs) const override;

 private:
  std::int64_t axis_;
  bool logarithm_;
};

Value sigmoid(const Value& x);   // 1 / (1 + exp(-x))
Value softplus(const Value& x);  // log(1 + exp(x))
Value relu(const Value& x);      // max(x, 0); its gradient at 0 is 0
Value softmax(const Value& x, std::int64_t axis = -1, bool logarithm = false);
// The numbers 0, 1, ... along the axis of `like`: an int64 vector with as many elements as the axis.
Value arange_like(const Value& like, std::int64_t axis);
// The int64 constant 0, 1, ..., count - 1.
Value arange(std::int64_t count);
// -log(softmax(scores)[label]) along the last axis: `scores` is (..., classes), `labels` is (...) of an integer dtype,
// the result is (...).
Value cross_entropy(const Value& scores, const Value& labels);

}  // namespace kiln::graph
