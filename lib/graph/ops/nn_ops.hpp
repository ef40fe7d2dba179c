// SPDX-License-Identifier: Apache-2.0
// Functions of neural networks: forms of others that keep their digits where those would lose them.
#pragma once

#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {

// A function of one value that the expression language spells out.
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
  std::string key() const override;
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
// 0, 1, ... along the axis of `like`: a vector of int64.
Value arange_like(const Value& like, std::int64_t axis);
// -log(softmax(scores)[label]) for each row of scores (n, classes) and labels (n,) of an integer dtype: a
// vector.
Value cross_entropy(const Value& scores, const Value& labels);

}  // namespace kiln::graph
