// SPDX-License-Identifier: Apache-2.0
// Branch is the node of a choice when a function is compiled. It owns a graph for each side and runs one of them.
#pragma once

#include <functional>
#include <unordered_set>

#include "graph/node/node.hpp"

namespace kiln::graph {

// Inputs of the node are the condition, then what the sides read. Results are those of the choice, then values of a
// side that later choices with the same condition read on the same side; these are not written if the other side runs.
struct BranchDefinition {
  struct Side {
    Values outputs;                    // depend on no other leaf but `inputs` and constants
    std::vector<std::size_t> results;  // which result each output is
  };
  Values inputs;  // what the sides read, in the order of the node's inputs behind the condition
  Side sides[2];  // if the condition is true; if it is false
  std::vector<Type> types;
};

class Branch final : public Op {
 public:
  explicit Branch(BranchDefinition definition);
  std::string name() const override { return "IfElse"; }
  std::string key() const override { return fmt::format("Branch {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type>) const override { return definition_.types; }
  bool reads(std::size_t input) const override { return input == 0 || reads_[input - 1]; }
  bool reads_on_host(std::size_t input) const override { return input == 0; }
  bool recordable() const override { return false; }
  Runner prepare_for(const FunctionSpec& spec, const Node& node, runtime::Context& context,
                     Bodies& bodies) const override;
  bool has_body() const override { return true; }
  std::string bodies_text() const override;

 private:
  BranchDefinition definition_;
  std::vector<bool> reads_;
};

// The nodes that only one side of a choice needs, which the choice computes. `shape_known` says of values whether their
// shape is known before a choice is made. Who reads no element of such a value does not need it.
std::unordered_set<const Node*> nodes_on_sides(std::span<const Value> values,
                                               const std::function<bool(const Value&)>& shape_known);

}  // namespace kiln::graph
