// SPDX-License-Identifier: Apache-2.0
// Makes fewer and larger products of those that share an operand or are added up.
//
// - A product that is read with its last two axes swapped is computed so: (a b)^T = b^T a^T.
// - The sum of a batch of products is one product, whose sums go along the batch too.
// - a b1, a b2, ... are parts of a (b1 b2 ...).
// - a1 b1 + a2 b2 + ... is (a1 a2 ...) times b1, b2, ... one below the other.
//
// The matrices are joined by concatenations. Pieces that the function computes cost nothing, as they are written where
// they lie (plan/parts.cpp); others are copied. A rule for each case says how many elements may be copied: no more than
// are read or written less.
#include <unordered_set>

#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/passes/join_products.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Whether a part of a matrix serves the node as well as a matrix of its own. It does not where it would be copied.
bool reads_parts(const Node& node) {
  return op_as<Elementwise>(node) || op_as<Reduce>(node) || op_as<DimShuffle>(node) || join_axis(node);
}

// Products with the same left operand, whose right operands are matrices.
class SharedLeft {
 public:
  explicit SharedLeft(std::span<const Value> values)
      : outputs_(values.begin(), values.end()), order_(topological(values)) {
    Readers readers = readers_of(order_);
    std::unordered_set<const Node*> kept;
    for (const Value& value : values)
      if (value) kept.insert(value.node.get());
    std::unordered_map<Value, std::size_t, ValueHash> by_left;
    for (const NodeRef& node : order_) {
      if (!op_as<Dot>(*node) || kept.count(node.get()) || !base::is_float(node->types()[0].dtype)) continue;
      const Value &a = node->inputs()[0], &b = node->inputs()[1];
      if (b.type().ndim() != 2 || b.type().dtype != a.type().dtype || a.type().size() == 0 || b.type().size() == 0)
        continue;
      const auto& list = readers[node.get()];
      if (!std::all_of(list.begin(), list.end(), [](const Node* reader) { return reads_parts(*reader); })) continue;
      const auto [at, fresh] = by_left.emplace(a, groups_.size());
      if (fresh) groups_.emplace_back();
      groups_[at->second].push_back(node);
    }
    const JoinOrder join_order(order_);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (gains(groups_[i]))
        join_order.sort(groups_[i], [](const NodeRef& node) { return node->inputs()[1]; });
      else
        groups_[i].clear();
      for (const NodeRef& node : groups_[i]) group_of_[node.get()] = i;
    }
  }

  Values run() {
    // A group whose products need each other, directly or through another group, is none.
    for (int tries = 0; tries < kMostTries && !group_of_.empty(); ++tries) {
      std::vector<NodeRef> units;
      const std::size_t circle = order_units(units);
      if (circle == SIZE_MAX) return emit(units);
      for (const NodeRef& node : groups_[circle]) group_of_.erase(node.get());
    }
    return outputs_;
  }

 private:
  using Group = std::vector<NodeRef>;
  static constexpr int kMostTries = 16;

  // Each product but one reads the left operand no more, and a copy reads and writes.
  static bool gains(const Group& group) {
    if (group.size() < 2) return false;
    std::int64_t copied = 0;
    for (const NodeRef& node : group) copied += copied_elements(node->inputs()[1]);
    return 2 * copied <= std::int64_t(group.size() - 1) * group[0]->inputs()[0].type().size();
  }

  // The node, or the first of its group.
  const NodeRef& unit_of(const NodeRef& node) const {
    const auto found = group_of_.find(node.get());
    return found == group_of_.end() ? node : groups_[found->second][0];
  }

  // Orders the nodes, and the first one of each group, behind what they need. Returns SIZE_MAX or, where they need each
  // other in a circle, a group in it.
  std::size_t order_units(std::vector<NodeRef>& units) const {
    enum class State { open, done };
    std::unordered_map<const Node*, State> states;
    std::vector<NodeRef> stack;
    for (const Value& output : outputs_) stack.push_back(unit_of(output.node));
    while (!stack.empty()) {
      const NodeRef unit = stack.back();
      const auto [state, fresh] = states.emplace(unit.get(), State::open);
      if (!fresh) {
        stack.pop_back();
        if (state->second == State::done) continue;
        state->second = State::done;
        units.push_back(unit);
        continue;
      }
      const auto group = group_of_.find(unit.get());
      const auto need = [&](const Node& node) {
        for (const Value& input : node.inputs()) {
          const NodeRef& other = unit_of(input.node);
          const auto known = states.find(other.get());
          if (known == states.end())
            stack.push_back(other);
          else if (known->second == State::open)
            return false;
        }
        return true;
      };
      bool good = true;
      if (group == group_of_.end())
        good = need(*unit);
      else
        for (const NodeRef& node : groups_[group->second]) good = need(*node) && good;
      if (good) continue;
      // The newest open group is in the circle: without groups there is none.
      for (std::size_t i = stack.size(); i-- > 0;)
        if (const auto found = group_of_.find(stack[i].get());
            found != group_of_.end() && states.count(stack[i].get()) && states[stack[i].get()] == State::open)
          return found->second;
      return group_of_.begin()->second;
    }
    return SIZE_MAX;
  }

  Value now(const Value& value) const {
    const auto found = made_.find(value);
    return found == made_.end() ? value : found->second;
  }

  Values emit(const std::vector<NodeRef>& units) {
    for (const NodeRef& unit : units) {
      if (const auto group = group_of_.find(unit.get()); group != group_of_.end()) {
        emit_group(groups_[group->second]);
        continue;
      }
      Values inputs;
      for (const Value& input : unit->inputs()) inputs.push_back(now(input));
      if (inputs == unit->inputs()) continue;
      const NodeRef made = with_inputs(unit, std::move(inputs));
      made->set_origin(unit);
      for (std::uint32_t i = 0; i < unit->types().size(); ++i) made_[{unit, i}] = {made, i};
    }
    Values out;
    for (const Value& value : outputs_) out.push_back(now(value));
    if (RewriteNotes* notes = RewriteNotes::current()) notes->add(made_);
    return out;
  }

  void emit_group(const Group& group) {
    Values rights;
    for (const NodeRef& node : group) rights.push_back(now(node->inputs()[1]));
    const Value whole = single(base::make_ref<Dot>(), {now(group[0]->inputs()[0]), joined(std::move(rights), 1)});
    whole.node->set_members(group);
    std::int64_t start = 0;
    for (const NodeRef& node : group) {
      std::vector<layout::Index> indices(node->types()[0].ndim());
      indices.back().start = start;
      start += last_extent({node, 0});
      indices.back().stop = start;
      const Value part = subtensor(whole, std::move(indices));
      part.node->set_origin(node);
      made_[{node, 0}] = part;
    }
  }

  Values outputs_;
  std::vector<NodeRef> order_;
  std::vector<Group> groups_;
  std::unordered_map<const Node*, std::size_t> group_of_;
  std::unordered_map<Value, Value, ValueHash> made_;
};

}  // namespace

Values share_products(std::span<const Value> values) {
  const Values summed = merge_equal(sum_products(merge_equal(turn_and_sum(values))));
  return SharedLeft(summed).run();
}

}  // namespace kiln::graph
