// SPDX-License-Identifier: Apache-2.0
// Makes the nodes of loops: what no step changes is moved out of the body.
#include "graph/loop/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/loop/rows.hpp"
#include "graph/node/leaf.hpp"

namespace kiln::graph {
namespace {

// Divides the nodes of a body into those that change from step to step and those that do not.
class LoopInvariants {
 public:
  LoopInvariants(std::span<const Value> outputs, const std::unordered_set<const Node*>& varying) : varying_(varying) {
    for (const NodeRef& node : topological(outputs)) {
      bool varies = varying.count(node.get()) != 0, constant = op_as<Constant>(*node) != nullptr;
      bool reads_none = !node->inputs().empty();
      for (std::size_t i = 0; i < node->inputs().size(); ++i) {
        const Node* input = node->inputs()[i].node.get();
        varies |= varying_.count(input) != 0;
        reads_none &= !node->op().reads(i) || constant_.count(input) != 0;
      }
      if (varies) varying_.insert(node.get());
      if (constant || reads_none) constant_.insert(node.get());
    }
  }
  bool varies(const Value& value) const { return varying_.count(value.node.get()) != 0; }
  // Whether the value depends on no elements but those of constants, so that the compiler of the body knows it.
  bool constant(const Value& value) const { return constant_.count(value.node.get()) != 0; }

 private:
  std::unordered_set<const Node*> varying_, constant_;
};

// Replaces what no step changes by inputs of the body. Returns these with what they stand for.
std::vector<LoopPart> hoist_invariants(Values& outputs, const std::unordered_set<const Node*>& varying) {
  const LoopInvariants known(outputs, varying);
  std::vector<LoopPart> hoisted;
  std::unordered_map<Value, Value, ValueHash> inputs;
  const auto input_for = [&](const Value& outer) {
    Value& inner = inputs[outer];
    if (!inner) {
      inner = make_input(outer.node->label(), outer.type());
      hoisted.push_back({inner, outer});
    }
    return inner;
  };
  // Only these nodes are made anew: those that vary, and those that are known to the compiler.
  std::unordered_map<Value, Value, ValueHash> made;
  const auto place = [&](const Value& value) -> Value {
    if (const auto found = made.find(value); found != made.end()) return found->second;
    return input_for(value);
  };
  for (const NodeRef& node : topological(outputs)) {
    const Value first{node, 0};
    if (!known.varies(first) && !known.constant(first)) continue;
    NodeRef copy = node;
    if (!node->inputs().empty()) {
      Values now;
      for (const Value& input : node->inputs()) now.push_back(place(input));
      if (!(now == node->inputs())) copy = with_inputs(node, std::move(now));
    }
    for (std::uint32_t i = 0; i < node->types().size(); ++i) made[{node, i}] = {copy, i};
  }
  for (Value& output : outputs) output = place(output);
  return hoisted;
}

}  // namespace

NodeRef make_loop(LoopParts parts) {
  ScanDefinition d;
  d.name = parts.name;
  d.steps = parts.steps;
  d.truncate = parts.truncate;
  d.sums_in_loop = parts.sums_in_loop;
  d.reversed = parts.reversed;
  d.range = parts.range;
  Values outputs;
  for (const LoopState& state : parts.states) outputs.push_back(state.next);
  outputs.insert(outputs.end(), parts.mapped.begin(), parts.mapped.end());
  if (parts.condition) outputs.push_back(parts.condition);
  std::unordered_map<Value, Value, ValueHash> outer;
  for (const LoopPart& part : parts.constants) outer.emplace(part.inner, part.outer);
  outputs = rewrite(outputs, [&](const NodeRef& node, const Values&) -> Values {
    const auto found = outer.find({node, 0});
    return found == outer.end() ? Values{} : Values{found->second};
  });
  std::unordered_set<const Node*> varying;
  for (const LoopPart& part : parts.sequences) varying.insert(part.inner.node.get());
  for (const LoopState& state : parts.states)
    for (const auto& [back, inner] : state.taps) varying.insert(inner.node.get());
  const std::vector<LoopPart> constants = hoist_invariants(outputs, varying);
  Values inputs;
  d.sequences = parts.sequences.size();
  for (const LoopPart& part : parts.sequences) {
    d.inputs.push_back(part.inner);
    inputs.push_back(part.outer);
  }
  for (const LoopState& state : parts.states) {
    ScanState made{{}, state.last_only, 1};
    for (const auto& [back, inner] : state.taps) {
      made.taps.push_back(back);
      made.depth = std::max(made.depth, back);
      d.inputs.push_back(inner);
    }
    d.states.push_back(made);
    inputs.push_back(state.first);
  }
  for (const LoopPart& part : constants) {
    d.inputs.push_back(part.inner);
    inputs.push_back(part.outer);
  }
  if (parts.count) inputs.push_back(parts.count);
  for (const NodeRef& node : topological(outputs))
    if (op_as<CutRows>(*node))
      fail(KILN_UNSUPPORTED,
           "graph.scan: a step has a loop with until that gives the values of all steps, whose number no shape tells: "
           "ask for the last values (last_only)");
  d.outputs = outputs;
  return Node::make(base::make_ref<Scan>(std::move(d)), std::move(inputs));
}

}  // namespace kiln::graph
