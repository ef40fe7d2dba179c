// SPDX-License-Identifier: Apache-2.0
// Makes the nodes of loops: what no step changes, and products of sequences, are moved out of the body.
#include "graph/loop/loops.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/loop/hoist.hpp"
#include "graph/node/leaf.hpp"

namespace kiln::graph {

NodeRef make_loop(LoopParts parts) {
  ScanDefinition d;
  d.name = parts.name;
  d.steps = parts.steps;
  d.truncate = parts.range == StepRange::until ? kUnknown : parts.truncate;
  d.limit = parts.range == StepRange::until ? parts.truncate : parts.limit;
  d.sums_in_loop = parts.sums_in_loop;
  d.reversed = parts.reversed;
  d.range = parts.range;
  d.takes_limit = bool(parts.limit_input);
  d.segments = parts.segments;
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
  // Products of all steps take memory for all steps. They compute steps that may not run, whose rows may be NaN: the
  // gradient of the product would multiply these by zeros.
  if (!parts.sums_in_loop && parts.range == StepRange::all)
    for (const LoopPart& part : hoist_products(outputs, parts.sequences, constants)) parts.sequences.push_back(part);
  Values inputs;
  d.sequences = parts.sequences.size();
  for (const LoopPart& part : parts.sequences) {
    d.inputs.push_back(part.inner);
    inputs.push_back(part.outer);
  }
  for (const LoopState& state : parts.states) {
    ScanState made{{}, state.last_only, 1, state.what};
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
  if (parts.limit_input) inputs.push_back(parts.limit_input);
  d.outputs = outputs;
  return Node::make(base::make_ref<Scan>(std::move(d)), std::move(inputs));
}

}  // namespace kiln::graph
