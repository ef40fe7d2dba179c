// SPDX-License-Identifier: Apache-2.0
// A product of matrices and what an elementwise node computes of it. The epilogue pass makes these nodes.
#pragma once

#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {

class Epilogue final : public Op {
 public:
  // Inputs 0 and 1 are the factors. In the expressions x0 stands for their product, which has `product`'s dtype and the
  // shape of the results, and x1, x2, ... for the inputs behind the factors, which broadcast to that shape.
  Epilogue(Elementwise::Outputs outputs, DType product, std::vector<Type> types, std::string name)
      : outputs_(std::move(outputs)), product_(product), types_(std::move(types)), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("Epilogue {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override {
    return input >= 2 && node.inputs()[input].type() == node.types()[output];
  }
  Runner prepare(const Node& node, runtime::Context& context) const override;
  const Elementwise::Outputs& outputs() const noexcept { return outputs_; }

 private:
  Elementwise::Outputs outputs_;
  DType product_;
  std::vector<Type> types_;
  std::string name_;
};

}  // namespace kiln::graph
