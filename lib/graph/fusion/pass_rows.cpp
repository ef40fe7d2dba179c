// SPDX-License-Identifier: Apache-2.0
// Finds reductions over the same axes of one shape, and the elementwise nodes before, between and behind them, and
// makes one node of them, whose kernel reads each operand once. A group grows from a reduction to its neighbours in the
// graph, as long as the device has a kernel for it, gains by it, and nothing outside lies between its members.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/log.hpp"
#include "graph/fusion/row_group.hpp"
#include "graph/passes/pass.hpp"
#include "graph/passes/text_numbers.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {
namespace {

constexpr std::size_t kMostMembers = 32;

bool moves_axes(const Node& node) { return op_as<DimShuffle>(node) || op_as<BroadcastTo>(node); }
bool reduces(const Node& node) { return op_as<FusedReduce>(node) || op_as<Reduce>(node); }

class RowFinder {
 public:
  RowFinder(std::span<const Value> values, bool everywhere)
      : everywhere_(everywhere), values_(values.begin(), values.end()), order_(topological(values)) {
    for (const NodeRef& node : order_)
      for (const Value& input : node->inputs()) users_[input.node.get()].push_back(node);
    outputs_.insert(values_.begin(), values_.end());
  }

  Values run() {
    for (const NodeRef& node : order_) {
      if (!reduces(*node) || units_.count(node.get()) || !node->place()) continue;
      RowGroup group(node, !everywhere_);
      if (!group.valid() || !may_write_extents(group.extents())) continue;
      grow(group);
      if (group.members().size() < 2 || !group.gains() || !compiles(group)) continue;
      for (const NodeRef& member : group.members()) units_.emplace(member.get(), groups_.size());
      add_span(group);
      groups_.push_back(std::move(group));
    }
    return groups_.empty() ? values_ : emit();
  }

 private:
  void grow(RowGroup& group) {
    std::unordered_set<const Node*> refused;
    for (bool grew = true; grew && group.members().size() < kMostMembers;) {
      grew = false;
      for (const NodeRef& node : neighbours(group)) {
        if (refused.count(node.get())) continue;
        RowGroup larger = group;
        if (larger.add(node) && closed(larger)) {
          group = std::move(larger);
          refused.clear();
          grew = true;
          break;
        }
        refused.insert(node.get());
      }
    }
  }

  // Whether the device has a kernel for the group: what only the steps' programs can tell.
  static bool compiles(const RowGroup& group) {
    try {
      group.check();
      return true;
    } catch (const backend::Error& error) {
      base::log(KILN_LOG_WARNING, fmt::format("rows: {} nodes run apart: {}", group.members().size(), error.message()));
      return false;
    }
  }

  // Nodes that read a member or that a member reads, and reductions that read the elements that the group reads,
  // directly or through nodes that move axes.
  std::vector<NodeRef> neighbours(const RowGroup& group) const {
    std::vector<NodeRef> found;
    std::unordered_set<const Node*> known;
    const auto consider = [&](const NodeRef& node) {
      if (group.member(node.get()) || units_.count(node.get()) || !known.insert(node.get()).second) return;
      if (elementwise(*node) || reduces(*node)) found.push_back(node);
    };
    for (const Value& operand : group.operands()) consider(operand.node);
    for (const NodeRef& user : readers(group.members())) consider(user);
    for (const Value& operand : group.elements())
      for (const NodeRef& user : readers({operand.node}))
        if (reduces(*user)) consider(user);
    return by_number(std::move(found));
  }

  // The nodes that read these, directly or through nodes that move axes.
  std::vector<NodeRef> readers(std::vector<NodeRef> open) const {
    std::vector<NodeRef> found;
    while (!open.empty()) {
      const auto users = users_.find(open.back().get());
      open.pop_back();
      if (users == users_.end()) continue;
      for (const NodeRef& user : users->second) (moves_axes(*user) ? open : found).push_back(user);
    }
    return found;
  }

  // Nodes only read nodes of lower numbers, but a group may read nodes above its first member. So a way from a node
  // below `number` up to it leads through groups whose spans, from the first member to the last operand, cover it.
  void add_span(const RowGroup& group) {
    std::uint64_t first = group.members()[0]->number(), last = first;  // members are sorted
    for (const Value& operand : group.operands()) last = std::max(last, operand.node->number());
    for (auto at = spans_.upper_bound(last); at != spans_.begin();) {
      --at;
      if (at->second < first) break;
      first = std::min(first, at->first);
      last = std::max(last, at->second);
      at = spans_.erase(at);
    }
    spans_.emplace(first, last);
  }
  // The number below which no node depends on nodes from `number` on.
  std::uint64_t lowest(std::uint64_t number) const {
    const auto behind = spans_.upper_bound(number);
    if (behind == spans_.begin()) return number;
    const auto& [first, last] = *std::prev(behind);
    return last < number ? number : first;
  }

  // Whether no operand of the group depends on a member. Other groups count as one node each.
  bool closed(const RowGroup& group) const {
    const std::uint64_t low = lowest(group.members()[0]->number());
    std::unordered_set<const Node*> known;
    std::vector<const Node*> open;
    for (const Value& operand : group.operands()) open.push_back(operand.node.get());
    while (!open.empty()) {
      const Node* const node = open.back();
      open.pop_back();
      if (group.member(node)) return false;
      if (node->number() < low || !known.insert(node).second) continue;
      if (const auto unit = units_.find(node); unit != units_.end()) {
        for (const NodeRef& member : groups_[unit->second].members()) known.insert(member.get());
        for (const Value& operand : groups_[unit->second].operands()) open.push_back(operand.node.get());
      } else {
        for (const Value& input : node->inputs()) open.push_back(input.node.get());
      }
    }
    return true;
  }

  // Whether anything but members of its group reads the value. Nodes that move axes are looked through.
  bool read_outside(const Value& value, const RowGroup& group) const {
    Values open{value};
    while (!open.empty()) {
      const Value at = std::move(open.back());
      open.pop_back();
      if (outputs_.count(at)) return true;
      const auto found = users_.find(at.node.get());
      if (found == users_.end()) continue;
      for (const NodeRef& user : found->second) {
        const bool reads = std::find(user->inputs().begin(), user->inputs().end(), at) != user->inputs().end();
        if (!reads || group.member(user.get())) continue;
        if (!moves_axes(*user)) return true;
        open.push_back({user, 0});
      }
    }
    return false;
  }

  // Makes the graph anew, with a node for each group.
  Values emit() {
    std::unordered_map<Value, Value, ValueHash> made;
    std::unordered_set<const Node*> done;
    const auto resolve = [&](const Value& value) {
      const auto found = made.find(value);
      return found == made.end() ? value : found->second;
    };
    std::vector<NodeRef> stack;
    for (const Value& value : values_) stack.push_back(value.node);
    while (!stack.empty()) {
      const NodeRef node = stack.back();
      if (done.count(node.get())) {
        stack.pop_back();
        continue;
      }
      const auto unit = units_.find(node.get());
      const RowGroup* const group = unit == units_.end() ? nullptr : &groups_[unit->second];
      bool ready = true;
      for (const Value& input : group ? group->operands() : node->inputs())
        if (!done.count(input.node.get())) {
          stack.push_back(input.node);
          ready = false;
        }
      if (!ready) continue;
      stack.pop_back();
      if (group) {
        group->make([&](const Value& value) { return read_outside(value, *group); }, resolve, made);
        for (const NodeRef& member : group->members()) done.insert(member.get());
        continue;
      }
      done.insert(node.get());
      Values inputs;
      for (const Value& input : node->inputs()) inputs.push_back(resolve(input));
      if (inputs == node->inputs()) continue;
      const NodeRef copy = with_inputs(node, std::move(inputs));
      copy->set_origin(node);
      for (std::uint32_t i = 0; i < node->types().size(); ++i) made[{node, i}] = {copy, i};
    }
    Values out;
    for (const Value& value : values_) out.push_back(resolve(value));
    if (RewriteNotes* notes = RewriteNotes::current()) notes->add(std::move(made));
    return out;
  }

  bool everywhere_;
  Values values_;
  std::vector<NodeRef> order_;
  std::unordered_map<const Node*, std::vector<NodeRef>> users_;
  std::unordered_set<Value, ValueHash> outputs_;
  std::vector<RowGroup> groups_;
  std::unordered_map<const Node*, std::size_t> units_;  // the group of each member
  std::map<std::uint64_t, std::uint64_t> spans_;        // of groups, joined where they overlap
};

}  // namespace

Values fuse_rows(std::span<const Value> values) { return RowFinder(values, false).run(); }
Values fuse_rows_everywhere(std::span<const Value> values) { return RowFinder(values, true).run(); }

}  // namespace kiln::graph
