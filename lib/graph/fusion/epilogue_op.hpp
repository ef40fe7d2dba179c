// SPDX-License-Identifier: Apache-2.0
// A product of matrices, or a convolution, and what an elementwise node computes of it. The epilogue pass makes these
// nodes.
#pragma once

#include <optional>

#include "array/conv/conv.hpp"
#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {

class Epilogue final : public Op {
 public:
  // Inputs 0 and 1 are the factors, or the input and the filters of a convolution. In the expressions x0 stands for
  // their product, which has `product`'s dtype and the shape of the results, and x1, x2, ... for the inputs behind the
  // factors, which broadcast to that shape.
  Epilogue(Elementwise::Outputs outputs, DType product, std::optional<array::ConvOptions> conv, std::vector<Type> types,
           std::string name)
      : outputs_(std::move(outputs)),
        product_(product),
        conv_(std::move(conv)),
        types_(std::move(types)),
        name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("Epilogue {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override {
    return !conv_ && input >= 2 && node.inputs()[input].type() == node.types()[output];
  }
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool convolves() const noexcept { return conv_.has_value(); }
  const Elementwise::Outputs& outputs() const noexcept { return outputs_; }

 private:
  Elementwise::Outputs outputs_;
  DType product_;
  std::optional<array::ConvOptions> conv_;
  std::vector<Type> types_;
  std::string name_;
};

}  // namespace kiln::graph
