// SPDX-License-Identifier: Apache-2.0
// Several elementwise nodes of one expression, over arrays of different shapes, in few launches. The bundle pass makes
// these nodes.
#pragma once

#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {

class Bundle final : public Op {
 public:
  // The node's inputs and results are those of each member in turn. `single` has for each input of a member whether it
  // has one element for all.
  Bundle(Elementwise::Outputs outputs, std::vector<DType> dtypes, std::vector<bool> single, std::vector<Type> types,
         std::string name)
      : outputs_(std::move(outputs)),
        dtypes_(std::move(dtypes)),
        single_(std::move(single)),
        types_(std::move(types)),
        name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("Bundle {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  // Of one member: the expressions, and how many inputs it has.
  const Elementwise::Outputs& outputs() const noexcept { return outputs_; }
  std::size_t member_inputs() const noexcept { return single_.size(); }

 private:
  Elementwise::Outputs outputs_;
  std::vector<DType> dtypes_;
  std::vector<bool> single_;
  std::vector<Type> types_;
  std::string name_;
};

}  // namespace kiln::graph
