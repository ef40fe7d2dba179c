// SPDX-License-Identifier: Apache-2.0
// Reductions over the same axes, and elementwise nodes before, between and behind them, in one kernel that reads each
// operand once. The rows pass makes these nodes.
#pragma once

#include "array/fold/row_program.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

class Rows final : public Op {
 public:
  // `parts.operands` has the outputs first, and then the node's inputs.
  Rows(array::RowParts parts, std::vector<Type> types, std::string name)
      : parts_(std::move(parts)), types_(std::move(types)), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("Rows {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type>) const override { return types_; }
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override {
    return node.inputs()[input].type() == node.types()[output] && array::row_over(parts_, output, input);
  }
  Runner prepare(const Node&, runtime::Context& context) const override {
    const auto program = array::RowProgram::create(context, parts_, "function");
    return [program](NodeArrays inputs, NodeArrays outputs) { program->call(inputs, outputs, "function"); };
  }
  const array::RowParts& parts() const noexcept { return parts_; }

 private:
  array::RowParts parts_;
  std::vector<Type> types_;
  std::string name_;
};

}  // namespace kiln::graph
