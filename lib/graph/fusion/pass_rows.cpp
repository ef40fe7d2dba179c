// SPDX-License-Identifier: Apache-2.0
// Finds reductions over the same axes of one shape, and the elementwise nodes before, between and behind them, and
// makes one node of them, whose kernel reads each operand once. A group grows from a reduction to its neighbours in the
// graph, as long as the device has a kernel for it, gains by it, and nothing outside lies between its members.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/log.hpp"
#include "graph/fusion/row_group.hpp"
#include "graph/passes/apart_notes.hpp"
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
      if (!group.valid()) {
        note_around(node, group, group.refusal());
        continue;
      }
      if (!may_write_extents(group.extents())) {
        note_around(node, group,
                    "a row program would need a text of its own for these extents, and the function has had many");
        continue;
      }
      const Refusals refused = grow(group);
      if (group.members().size() < 2) {
        note_outside(group, SIZE_MAX, refused);
        continue;
      }
      std::string refusal = group.gain_refusal();
      if (refusal.empty()) refusal = build_refusal(group);
      if (!refusal.empty()) {
        if (!said_.count({node.get(), refusal})) note_apart(group.members(), refusal);
        continue;
      }
      for (const NodeRef& member : group.members()) units_.emplace(member.get(), groups_.size());
      add_span(group);
      groups_.push_back(std::move(group));
      note_outside(groups_.back(), groups_.size() - 1, refused);
    }
    tell();
    return groups_.empty() ? values_ : emit();
  }

 private:
  using Refusals = std::unordered_map<const Node*, std::string>;

  // Adds what it can. Returns why each neighbour of the group stays outside, as far as it was asked.
  Refusals grow(RowGroup& group) const {
    Refusals refused;
    for (bool grew = true; grew && group.members().size() < kMostMembers;) {
      grew = false;
      for (const NodeRef& node : neighbours(group)) {
        if (refused.count(node.get())) continue;
        RowGroup larger = group;
        std::string refusal = larger.add(node);
        if (refusal.empty() && !closed(larger))
          refusal = "a node outside needs results of one kernel for all, and that kernel would need the node's";
        if (refusal.empty()) {
          group = std::move(larger);
          refused.clear();
          grew = true;
          break;
        }
        refused.emplace(node.get(), std::move(refusal));
      }
    }
    return refused;
  }

  // Why the device has no kernel for the group, as only the steps' programs can tell; an empty string if it has one.
  static std::string build_refusal(const RowGroup& group) {
    try {
      group.check();
      return {};
    } catch (const backend::Error& error) {
      base::log(KILN_LOG_WARNING, fmt::format("rows: {} nodes run apart: {}", group.members().size(), error.message()));
      return error.message();
    }
  }

  // Nodes that read a member or that a member reads, and reductions that read the elements that the group reads,
  // directly or through nodes that move axes.
  std::vector<NodeRef> neighbours(const RowGroup& group) const {
    std::vector<NodeRef> found;
    std::unordered_set<const Node*> known;
    const auto consider = [&](const NodeRef& node) {
      if (group.member(node.get()) || units_.count(node.get()) || !known.insert(node.get()).second) return;
      if (group.over_shape(*node)) found.push_back(node);
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

  // Notes of a reduction that cannot begin a group and of the nodes that could have joined it, which it finds as
  // neighbours() does.
  void note_around(const NodeRef& reduction, const RowGroup& group, const std::string& reason) {
    if (!notes_ || reason.empty() || said_.count({reduction.get(), reason})) return;
    std::vector<NodeRef> found{reduction};
    std::unordered_set<const Node*> known{reduction.get()};
    const auto consider = [&](const NodeRef& node) {
      if (found.size() < kMostMembers && node->place() == reduction->place() && group.over_rows(*node) &&
          known.insert(node.get()).second)
        found.push_back(node);
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
      const NodeRef node = found[i];
      for (const NodeRef& user : readers({node})) consider(user);
      for (const Value& input : node->inputs()) {
        NodeRef from = input.node;
        while (moves_axes(*from)) from = from->inputs()[0].node;
        consider(from);
        for (const NodeRef& user : readers({from}))
          if (reduces(*user)) consider(user);
      }
    }
    note_apart(by_number(std::move(found)), reason);
  }
  // Notes that the nodes have no row program. One node alone is not worth a word.
  void note_apart(std::vector<NodeRef> nodes, const std::string& reason) {
    if (!notes_ || nodes.size() < 2) return;
    for (const NodeRef& node : nodes) said_.emplace(node.get(), reason);
    apart_.push_back({std::move(nodes), nullptr, SIZE_MAX, reason});
  }
  // Notes which neighbours stay out of a group, or of that of its only member, which is none.
  void note_outside(const RowGroup& group, std::size_t unit, const Refusals& refused) {
    if (!notes_) return;
    const NodeRef& only = group.members()[0];
    auto& said = unit == SIZE_MAX ? said_of_one_ : said_;
    const std::size_t begin = apart_.size();
    for (const NodeRef& node : neighbours(group)) {
      const auto found = refused.find(node.get());
      const std::string reason =
          found != refused.end() ? found->second : fmt::format("a row program has at most {} nodes", kMostMembers);
      if (!said.emplace(node.get(), reason).second) continue;
      if (unit == SIZE_MAX) said.emplace(only.get(), reason);
      std::size_t at = begin;
      while (at < apart_.size() && apart_[at].reason != reason) ++at;
      if (at == apart_.size()) apart_.push_back({{}, only, unit, reason});
      apart_[at].nodes.push_back(node);
    }
  }

  // Writes what was noted, as far as it is true of the groups in the end.
  void tell() const {
    for (const Apart& each : apart_) {
      const auto unit = each.only ? units_.find(each.only.get()) : units_.end();
      // Another reduction has brought its only member into a group.
      if (each.only && each.unit == SIZE_MAX && unit != units_.end()) continue;
      std::vector<NodeRef> nodes;
      for (const NodeRef& node : each.nodes) {
        const bool known = each.unit == SIZE_MAX && said_.count({node.get(), each.reason});
        if (each.only ? !known : !units_.count(node.get())) nodes.push_back(node);
      }
      if (nodes.empty()) continue;
      if (!each.only)
        notes_->apart(nodes, each.reason);
      else if (each.unit == SIZE_MAX)
        notes_->outside(nodes, "a row program with " + each.only->op().name(), each.reason);
      else
        notes_->outside(nodes, groups_[each.unit].name(), each.reason);
    }
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

  // Nodes that are in no row program together.
  struct Apart {
    std::vector<NodeRef> nodes;
    NodeRef only;      // a member of the group that the nodes stay out of; null: the nodes are all that there is
    std::size_t unit;  // this group; SIZE_MAX: none, as the member is alone
    std::string reason;
  };

  bool everywhere_;
  ApartNotes* const notes_ = ApartNotes::current();  // null: nobody reads them
  std::vector<Apart> apart_;
  // Of which node which reason is noted. A group of one node may come to nothing, so its notes count apart.
  std::set<std::pair<const Node*, std::string>> said_, said_of_one_;
  Values values_;
  std::vector<NodeRef> order_;
  std::unordered_map<const Node*, std::vector<NodeRef>> users_;
  std::unordered_set<Value, ValueHash> outputs_;
  std::vector<RowGroup> groups_;
  std::unordered_map<const Node*, std::size_t> units_;  // the group of each member
  std::map<std::uint64_t, std::uint64_t> spans_;        // of groups, joined where they overlap
};

}  // namespace

Values fuse_rows(std::span<const Value> values) { return RowFinder(join_exponentials(values, false), false).run(); }
Values fuse_rows_everywhere(std::span<const Value> values) {
  return RowFinder(join_exponentials(values, false), true).run();
}

}  // namespace kiln::graph
