// SPDX-License-Identifier: Apache-2.0
// Where every node runs, and the fewest moves between contexts that follow from it: a node runs where most
// bytes of its operands are; moves there and back, and moves of one value to one context twice, go.
#include "graph/place.hpp"

#include <map>
#include <unordered_map>

#include "graph/leaf.hpp"
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
    if (op_as<Constant>(*node)) return all_outputs(node);  // anywhere
    if (op_as<Input>(*node)) {
      node->set_place(&fallback_);
      return all_outputs(node);
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

 private:
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
    if (!value.node->place() || value.node->place() == &target) return value;
    // Back to where it came from.
    if (op_as<Transfer>(value) && value.node->inputs()[0].node->place() == &target)
      return value.node->inputs()[0];
    Value& known = moved_[{value, &target}];
    if (!known) {
      known = transfer(value, Ref<runtime::Context>(&target));
      known.node->set_place(&target);
    }
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
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) { return placement(node, inputs); });
}

}  // namespace kiln::graph
