// SPDX-License-Identifier: Apache-2.0
// Where every node runs, and the fewest moves between contexts that follow from it: a node runs where most
// bytes of its operands are; moves there and back, and moves of one value to one context twice, go.
#include "graph/place.hpp"

#include <map>
#include <unordered_map>

#include "graph/leaf.hpp"
#include "graph/shape_ops.hpp"
#include "graph/transfer_op.hpp"

namespace kiln::graph {
namespace {

class Placement {
 public:
  explicit Placement(runtime::Context& fallback) : fallback_(fallback) {}

  Values operator()(const NodeRef& node, const Values& inputs) {
    if (const auto* shared = op_as<SharedLeaf>(*node)) {
      node->set_place(&shared->shared().context());
      return all_outputs(node);
    }
    // Constants and arguments are where they are read, and so are views of them.
    if (node->op().leaf()) return all_outputs(node);
    if (is_view(*node) && floats(inputs[0])) {
      NodeRef made = inputs == node->inputs() ? node : Node::make(node->op_ref(), inputs);
      if (made.get() != node.get()) made->set_label(node->label());
      return all_outputs(made);
    }
    if (const auto* transfer = op_as<Transfer>(*node))
      return {transfer->target() ? move(inputs[0], *transfer->target()) : inputs[0]};
    runtime::Context* place = choose(*node, inputs);
    Values moved = inputs;
    for (std::size_t i = 0; i < moved.size(); ++i)
      if (node->op().reads(i)) moved[i] = move(moved[i], *place);
    NodeRef made = moved == node->inputs() ? node : Node::make(node->op_ref(), std::move(moved));
    if (made.get() != node.get()) made->set_label(node->label());
    made->set_place(place);
    return all_outputs(made);
  }

  // For results: nothing floats any more.
  Value settle(const Value& value) {
    return floats(value) && !op_as<Constant>(value) ? move(value, fallback_) : value;
  }

 private:
  static bool is_view(const Node& node) {
    return op_as<DimShuffle>(node) || op_as<BroadcastTo>(node) || op_as<Subtensor>(node) ||
           op_as<Reshape>(node);
  }
  static bool floats(const Value& value) { return !value.node->place(); }

  runtime::Context* choose(const Node& node, const Values& inputs) const {
    std::map<std::uint64_t, std::pair<runtime::Context*, std::uint64_t>> bytes;  // in order of appearance
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      runtime::Context* context = inputs[i].node->place();
      if (!context || !node.op().reads(i)) continue;
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
    return best ? best : &fallback_;
  }

  Value move(const Value& value, runtime::Context& target) {
    if (op_as<Constant>(value) || value.node->place() == &target) return value;
    // Back to where it came from.
    if (op_as<Transfer>(value) && value.node->inputs()[0].node->place() == &target)
      return value.node->inputs()[0];
    Value& known = moved_[{value, &target}];
    if (known) return known;
    if (!floats(value)) {
      known = transfer(value, Ref<runtime::Context>(&target));
    } else if (op_as<Input>(value)) {
      known = {Node::make_typed(value.node->op_ref(), {}, value.node->types()), 0};
      known.node->set_label(value.node->label());
    } else {
      Values inputs = value.node->inputs();
      Value made;
      inputs[0] = move(inputs[0], target);  // may change moved_
      made = {Node::make(value.node->op_ref(), std::move(inputs)), value.output};
      made.node->set_label(value.node->label());
      made.node->set_place(&target);
      return moved_[{value, &target}] = made;
    }
    known.node->set_place(&target);
    return known;
  }

  struct Hash {
    std::size_t operator()(const std::pair<Value, runtime::Context*>& key) const noexcept {
      return ValueHash()(key.first) ^ std::hash<const void*>()(key.second);
    }
  };
  runtime::Context& fallback_;
  std::unordered_map<std::pair<Value, runtime::Context*>, Value, Hash> moved_;
};

}  // namespace

Values place(std::span<const Value> values, runtime::Context& fallback) {
  Placement placement(fallback);
  Values placed =
      rewrite(values, [&](const NodeRef& node, const Values& inputs) { return placement(node, inputs); });
  for (Value& value : placed)
    if (value) value = placement.settle(value);
  return placed;
}

}  // namespace kiln::graph
