// SPDX-License-Identifier: Apache-2.0
// Decides where each node runs and inserts the transfers that follow. A node runs where most bytes of its operands are.
// A transfer back to where a value came from is left out, and a value is transferred to one place only once.
#include "graph/passes/pass.hpp"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "graph/node/leaf.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

// Looks through views that have no place yet, to the value they show.
const Value& viewed(const Value& value) {
  const Value* at = &value;
  while (is_view(*at->node) && !at->node->place()) at = &at->node->inputs()[0];
  return *at;
}

bool computed_on_host(const Value& value) {
  const auto* transfer = op_as<Transfer>(value);
  return value.op().on_host() || (transfer && !transfer->target());
}

class Placement {
 public:
  Placement(const FunctionSpec& spec, runtime::Context& fallback)
      : fallback_(fallback), keeps_arguments_(spec.host_arguments) {
    for (const FunctionInput& input : spec.inputs)
      if (input.on_host) host_inputs_.insert(&input.variable.op());
  }

  Values operator()(const NodeRef& node, const Values& inputs) {
    if (const auto* shared = op_as<SharedLeaf>(*node)) {
      node->set_place(&shared->shared().context());
      return all_outputs(node);
    }
    // Constants and arguments go wherever they are read, so they have no place yet. The same holds for views
    // of them, and for views of values on the host.
    if (node->op().leaf()) return all_outputs(node);
    if (is_view(*node) && (floats(inputs[0]) || on_host(inputs[0]))) return {make(node, inputs, nullptr)};
    if (const auto* transfer = op_as<Transfer>(*node))
      return {transfer->target() ? move(inputs[0], *transfer->target()) : inputs[0]};
    runtime::Context* place = choose(*node, inputs);
    Values moved = inputs;
    for (std::size_t i = 0; i < moved.size(); ++i)
      if (node->op().reads(i))
        moved[i] = !node->op().reads_on_host(i) ? move(moved[i], *place)
                   : keeps_arguments_ && !node->op().on_host() && is_argument(moved[i])
                       ? moved[i]
                       : move_to_host(moved[i], *place);
    return all_outputs(make(node, std::move(moved), place).node);
  }

  // Returns the value that the function gives as an output: the value itself, moved to a context if it has no
  // place yet, or its copy on the host.
  Value output(const Value& value, bool stays_on_device) {
    if (op_as<Constant>(value) || (on_host(value) && viewable_on_host(value))) return value;
    const Value there = floats(value) ? move(value, fallback_) : value;
    if (stays_on_device) return there;
    const auto moved = moved_.find({there, nullptr});  // another reader on the host may have a copy
    return moved == moved_.end() ? there : moved->second;
  }
  Value update(const Value& value, runtime::Context& target) {
    if (on_host(value)) return move(value, target);
    return floats(value) && !op_as<Constant>(value) ? move(value, fallback_) : value;
  }

 private:
  // An argument that only the host reads stays on the host: an input without a place is one.
  static bool is_argument(const Value& value) { return op_as<Input>(value) && !value.node->place(); }
  static bool floats(const Value& value) { return !value.node->place(); }
  bool on_host(const Value& value) const {
    const Value& root = viewed(value);
    return computed_on_host(root) || host_inputs_.count(&root.op()) != 0;
  }
  // Whether the value, which is elements on the host or a view of them, needs no copy. Elements on the host are
  // in C order, so a reshape of them needs no copy. A reshape of another view may need one.
  static bool viewable_on_host(const Value& value) {
    for (const Value* at = &value; is_view(*at->node); at = &at->node->inputs()[0])
      if (op_as<Reshape>(*at) && is_view(*at->node->inputs()[0].node)) return false;
    return true;
  }

  static Value make(const NodeRef& node, Values inputs, runtime::Context* place) {
    const NodeRef made = inputs == node->inputs() ? node : with_inputs(node, std::move(inputs));
    made->set_place(place);
    return {made, 0};
  }

  runtime::Context* choose(const Node& node, const Values& inputs) const {
    // Bytes of operands on each context. The key is the order of appearance, so that ties do not depend on addresses.
    std::map<std::uint64_t, std::pair<runtime::Context*, std::uint64_t>> bytes;
    // The node runs here if no operand is on a device.
    runtime::Context* near = &fallback_;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      runtime::Context* context = inputs[i].node->place();
      if (!context || !node.op().reads(i)) continue;
      if (on_host(inputs[i])) {
        near = context;
        continue;
      }
      std::uint64_t at = 0;
      while (bytes.count(at) && bytes[at].first != context) ++at;
      bytes[at].first = context;
      bytes[at].second += inputs[i].type().bytes() + 1;
    }
    runtime::Context* best = nullptr;
    std::uint64_t most = 0;
    for (const auto& [at, entry] : bytes)
      if (entry.second > most) {
        best = entry.first;
        most = entry.second;
      }
    return best ? best : near;
  }

  Value move(const Value& value, runtime::Context& target) {
    const bool from_host = on_host(value);
    if (op_as<Constant>(value) || (value.node->place() == &target && !from_host)) return value;
    // A value is moved back to where it came from: use the original.
    if (op_as<Transfer>(value)) {
      const Value& source = value.node->inputs()[0];
      if (source.node->place() == &target && !on_host(source)) return source;
    }
    Value& known = moved_[{value, &target}];
    if (known) return known;
    if (is_view(*value.node) && floats(value)) {
      Values inputs = value.node->inputs();
      inputs[0] = move(inputs[0], target);
      const Value made = {with_inputs(value.node, std::move(inputs)), value.output};
      made.node->set_place(&target);
      return moved_[{value, &target}] = made;
    }
    if (from_host || !floats(value)) {
      known = transfer(value, Ref<runtime::Context>(&target));
    } else {
      known = {Node::make_typed(value.node->op_ref(), {}, value.node->types()), 0};
      known.node->set_label(value.node->label());
    }
    known.node->set_place(&target);
    return known;
  }

  // Moves a value to the host. A value that has no place yet is first moved to the context `near`.
  Value move_to_host(const Value& value, runtime::Context& near) {
    if (op_as<Constant>(value) || (on_host(value) && viewable_on_host(value))) return value;
    const Value there = floats(value) ? move(value, near) : value;
    if (op_as<Transfer>(there) && on_host(there.node->inputs()[0])) return there.node->inputs()[0];
    Value& known = moved_[{there, nullptr}];
    if (known) return known;
    known = transfer(there, nullptr);
    known.node->set_place(there.node->place());
    return known;
  }

  struct Hash {
    std::size_t operator()(const std::pair<Value, runtime::Context*>& key) const noexcept {
      return ValueHash()(key.first) ^ std::hash<const void*>()(key.second);
    }
  };
  runtime::Context& fallback_;
  bool keeps_arguments_;
  std::unordered_set<const Op*> host_inputs_;
  // Transfers made so far, by value and target; a null target is the host.
  std::unordered_map<std::pair<Value, runtime::Context*>, Value, Hash> moved_;
};

}  // namespace

bool is_view(const Node& node) {
  return op_as<DimShuffle>(node) || op_as<BroadcastTo>(node) || op_as<Subtensor>(node) || op_as<Reshape>(node);
}

bool on_host(const Value& value) {
  const Value& root = viewed(value);
  return op_as<Input>(root) ? !root.node->place() : computed_on_host(root);
}

Values place(std::span<const Value> values, const FunctionSpec& spec, runtime::Context& fallback) {
  Placement placement(spec, fallback);
  Values placed = rewrite(values, [&](const NodeRef& node, const Values& inputs) { return placement(node, inputs); });
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (!placed[i]) continue;
    if (i < spec.outputs.size()) {
      const auto* transfer = op_as<Transfer>(spec.outputs[i].value);
      placed[i] = placement.output(placed[i], transfer && transfer->target());
    } else {
      const auto& variable = op_as<SharedLeaf>(spec.updates[i - spec.outputs.size()].first)->shared();
      placed[i] = placement.update(placed[i], variable.context());
    }
  }
  return placed;
}

}  // namespace kiln::graph
