// SPDX-License-Identifier: Apache-2.0
// A choice between two lists of values. The pass "sides" (graph/loop/branch.cpp) moves what only one side needs into
// the choice, so that it is computed only if that side is chosen.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

// Inputs are the condition, then the values that the results have if it is true, then those if it is false. The
// condition is a number without axes, which the host reads.
class IfElse final : public Op {
 public:
  std::string name() const override { return "IfElse"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  std::optional<bool> counts_if(const Node& node, std::size_t input) const override;
  bool reads_on_host(std::size_t input) const override { return input == 0; }
  bool recordable() const override { return false; }
  Runner prepare(const Node& node, runtime::Context& context) const override;
};

// The values of one side; both sides have equal types. Throws KILN_SHAPE_ERROR, KILN_TYPE_ERROR or
// KILN_INVALID_ARGUMENT if they have not, or if the condition is no number without axes.
Values ifelse(const Value& condition, const Values& if_true, const Values& if_false);

// Whether a condition in host memory is true: it is not 0.
bool is_true(const array::Array& condition);

}  // namespace kiln::graph
