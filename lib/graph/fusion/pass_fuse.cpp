// SPDX-License-Identifier: Apache-2.0
// Decides which nodes share a kernel. Every node gets a stage, which is one more than the stage of what it must wait
// for. Elementwise nodes of one stage and shape are independent or read each other directly, so they become one kernel,
// and no cycle can arise. Reductions over the same axes of one shape and stage become one kernel. It also computes the
// elementwise nodes that only these reductions read, before them, and nodes of the results' shape that read the
// results, after them. Nodes that a kernel has no room for begin another one.
#include <fmt/format.h>

#include <algorithm>

#include "base/log.hpp"
#include "graph/fusion/fuse.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

std::int64_t place_of(const Node& node) { return std::int64_t(reinterpret_cast<std::intptr_t>(node.place())); }

using KnownNodes = std::unordered_set<const Node*>;

KnownNodes nodes_of(std::span<const Value> values) {
  KnownNodes nodes;
  for (const Value& value : values) nodes.insert(value.node.get());
  return nodes;
}

Users users_of(const std::vector<NodeRef>& order) {
  Users users;
  for (const NodeRef& node : order)
    for (const Value& input : node->inputs()) users[input.node.get()].push_back(node.get());
  return users;
}

class Fusion {
 public:
  explicit Fusion(std::span<const Value> values)
      : outputs_(values.begin(), values.end()),
        order_(topological(values)),
        users_(users_of(order_)),
        is_output_(nodes_of(values)),
        fronts_(order_, users_, is_output_, loads_) {}

  Values run() {
    for (const NodeRef& node : order_) place(node);
    return emit();
  }

 private:
  // The nodes of one kernel.
  struct Cluster {
    int stage = 0;
    bool reduces = false;
    std::vector<NodeRef> members;        // reductions, elementwise nodes, or one node of another kind
    std::vector<NodeRef> front, behind;  // elementwise nodes before and after the reductions
    KnownNodes in_front;
    // Arrays from outside; `extras` are those that only nodes behind the reductions read.
    ValueSet operands, extras;
    array::KernelLoad load;
    std::size_t leaving = 0;  // how many results are read outside; nodes without a cluster count as outside
  };

  // ---- Stages ----

  int stage_of(const Node* node) const {
    const auto found = stage_.find(node);
    return found == stage_.end() ? 0 : found->second;
  }
  // The first stage at which the value can be read. Leaves and views of leaves can be read at stage 0.
  int ready(const Value& value) const {
    const Node* node = value.node.get();
    return node->op().leaf() || of_leaf_.count(node) ? 0 : stage_of(node) + 1;
  }

  void place(const NodeRef& node) {
    if (node->op().leaf()) return;
    if (is_view(*node)) {
      const Node* from = node->inputs()[0].node.get();
      stage_[node.get()] = stage_of(from);
      if (from->op().leaf() || of_leaf_.count(from)) of_leaf_.insert(node.get());
      return;
    }
    if (fronts_.holds(node.get())) return;
    if (op_as<Reduce>(*node)) return place_reduction(node);
    if (elementwise(*node)) {
      if (!waits(*node)) place_pointwise(node);
      return;
    }
    int stage = 0;
    for (const Value& input : node->inputs()) stage = std::max(stage, ready(input));
    join(add_cluster(stage), node);
  }

  // Whether a node is placed later, together with its first reader. This holds for nodes, outputs too, that nothing but
  // elementwise nodes of their shape reads. The reader may have to wait for a small kernel, as an update waits for its
  // rate, or go behind a reduction; the node then goes there too.
  bool waits(const Node& node) const {
    const auto found = users_.find(&node);
    return found != users_.end() && std::all_of(found->second.begin(), found->second.end(), [&](const Node* user) {
             return elementwise(*user) && user->types()[0].shape == node.types()[0].shape &&
                    user->place() == node.place() && !fronts_.holds(user);
           });
  }
  Cluster* cluster_of(const Node* node) const {
    const auto found = cluster_.find(node);
    return found == cluster_.end() ? nullptr : found->second;
  }

  // Places a node together with the nodes that waited for it.
  void place_pointwise(const NodeRef& node) {
    std::vector<NodeRef> group;
    KnownNodes known;
    std::vector<NodeRef> stack{node};
    while (!stack.empty()) {
      const NodeRef at = stack.back();
      stack.pop_back();
      if (!known.insert(at.get()).second) continue;
      group.push_back(at);
      for (const Value& input : at->inputs())
        if (elementwise(*input.node) && !cluster_of(input.node.get()) && !fronts_.holds(input.node.get()) &&
            !written_scalar(input))
          stack.push_back(input.node);
    }
    group = by_number(std::move(group));
    if (place_behind(group)) return;
    int stage = 0;
    for (const NodeRef& member : group) stage = std::max(stage, stage_by_operands(*member, known));
    place_elementwise(group, stage);
  }

  int stage_by_operands(const Node& node, const KnownNodes& group) const {
    int stage = 0;
    for (const Value& input : node.inputs()) {
      const Node* from = input.node.get();
      if (group.count(from)) continue;
      const Cluster* cluster = cluster_of(from);
      const bool direct = elementwise(*from) && cluster && !cluster->reduces &&
                          from->types()[0].shape == node.types()[0].shape && from->place() == node.place();
      stage = std::max(stage, direct ? stage_of(from) : ready(input));
    }
    return stage;
  }

  // ---- Clusters ----

  Cluster& add_cluster(int stage) {
    clusters_.push_back(std::make_unique<Cluster>());
    clusters_.back()->stage = stage;
    return *clusters_.back();
  }

  // How often the node's result is read: by operands of other nodes and as an output.
  std::size_t readers(const Node* node) const {
    const auto found = users_.find(node);
    return (found == users_.end() ? 0 : found->second.size()) + is_output_.count(node);
  }

  void join(Cluster& cluster, const NodeRef& node, bool behind = false) {
    (behind ? cluster.behind : cluster.members).push_back(node);
    cluster_[node.get()] = &cluster;
    stage_[node.get()] = cluster.stage;
    open_[node.get()] = readers(node.get());
    cluster.leaving += readers(node.get()) > 0;
    if (cluster.reduces && !behind) return;
    for (const Value& input : node->inputs())
      if (cluster_of(input.node.get()) == &cluster && --open_[input.node.get()] == 0) --cluster.leaving;
  }

  // How many results the cluster would have with these nodes. A reader that has no place yet counts as
  // outside, as it may find no room in the cluster.
  std::size_t leaving_with(const Cluster& cluster, std::span<const NodeRef> group) const {
    std::unordered_map<const Node*, std::size_t> inside;
    for (const NodeRef& node : group)
      for (const Value& input : node->inputs()) ++inside[input.node.get()];
    std::size_t count = cluster.leaving;
    for (const NodeRef& node : group) {
      const auto found = inside.find(node.get());
      count += readers(node.get()) > (found == inside.end() ? 0 : found->second);
    }
    for (const auto& [node, reads] : inside)
      if (cluster_of(node) == &cluster) count -= open_.at(node) == reads;
    return count;
  }

  void place_reduction(const NodeRef& node) {
    const Fronts::Reduction& reduction = fronts_.of(*node);
    // A reduction of constants alone gets a kernel of its own, as a fused one must have an array to read.
    if (reduction.operands.empty()) return join(add_cluster(0), node);
    int stage = 0;
    for (const Value& value : reduction.operands) stage = std::max(stage, ready(value));
    Fronts::Key key = reduction.key;
    key.push_back(stage);
    Cluster*& cluster = reductions_[key];
    if (!cluster || !add_reduction(*cluster, node, reduction)) {
      cluster = &add_cluster(stage);
      cluster->reduces = true;
      add_reduction(*cluster, node, reduction);
    }
  }

  // Adds a reduction and its front. Returns false if the cluster has no room for them.
  bool add_reduction(Cluster& cluster, const NodeRef& node, const Fronts::Reduction& reduction) {
    const array::KernelLoad& more = loads_.reduction(*node);
    array::KernelLoad load = cluster.load;
    std::vector<NodeRef> front;
    for (const NodeRef& each : reduction.front)
      if (!cluster.in_front.count(each.get())) front.push_back(each);
    for (const NodeRef& each : front) load.map += loads_.values(*each);
    load.kept = more.kept;
    load.reduced = more.reduced;
    load.accumulators += more.accumulators;
    load.accumulator_bytes += more.accumulator_bytes;
    load.map += more.map;
    load.fold += more.fold;
    load.finish += more.finish;
    if (!cluster.members.empty()) {
      array::KernelLoad all = load;
      all.inputs = cluster.operands.size();
      for (const Value& value : reduction.operands) all.inputs += !cluster.operands.count(value);
      all.ends = cluster.extras.size();
      all.outputs = cluster.leaving + 1;
      const std::size_t nodes = std::max(cluster.in_front.size() + front.size(), cluster.members.size() + 1);
      if (nodes > kMostFused || !loads_.fits(all, *node)) return false;
    }
    cluster.load = load;
    cluster.operands.insert(reduction.operands.begin(), reduction.operands.end());
    for (const NodeRef& each : front) {
      cluster.in_front.insert(each.get());
      cluster.front.push_back(each);
    }
    join(cluster, node);
    return true;
  }

  // Puts the nodes behind the reductions whose results they read. Returns false if they read anything that is
  // computed later than what the reductions read, or if there is no room.
  bool place_behind(const std::vector<NodeRef>& group) {
    Cluster* cluster = nullptr;
    for (const NodeRef& node : group)
      for (const Value& input : node->inputs()) {
        Cluster* found = cluster_of(input.node.get());
        if (found && found->reduces && (!cluster || found->stage > cluster->stage)) cluster = found;
      }
    if (!cluster || cluster->behind.size() + group.size() > kMostFused) return false;
    const Node& first = *cluster->members[0];
    // If the reductions have no elements, the kernel does not read operands of nodes behind them.
    if (first.inputs()[0].type().size() == 0) return false;
    KnownNodes grouped;
    for (const NodeRef& node : group) grouped.insert(node.get());
    array::KernelLoad load = cluster->load;
    ValueSet extras;
    for (const NodeRef& node : group) {
      if (node->types()[0].shape != first.types()[0].shape || node->place() != first.place()) return false;
      load.finish += loads_.values(*node);
      for (const Value& input : node->inputs()) {
        if (grouped.count(input.node.get()) || cluster_of(input.node.get()) == cluster || written_scalar(input))
          continue;
        if (ready(input) > cluster->stage || base::is_complex(input.type().dtype)) return false;
        if (!cluster->extras.count(input)) extras.insert(input);
      }
    }
    array::KernelLoad all = load;
    all.inputs = cluster->operands.size();
    all.ends = cluster->extras.size() + extras.size();
    all.outputs = leaving_with(*cluster, group);
    if (!loads_.fits(all, first)) return false;
    cluster->load = load;
    cluster->extras.insert(extras.begin(), extras.end());
    for (const NodeRef& node : group) join(*cluster, node, true);
    return true;
  }

  // Puts nodes of one shape, which read each other, into a kernel of this shape and stage. If the kernel has no room
  // for all, another one begins, as what lies between the nodes would be stored otherwise. It takes as many as it can.
  void place_elementwise(const std::vector<NodeRef>& group, int stage) {
    const Dims& shape = group[0]->types()[0].shape;
    std::vector<std::int64_t> key(shape.begin(), shape.end());
    key.push_back(stage);
    key.push_back(place_of(*group[0]));
    Cluster*& cluster = elementwise_[key];
    if (cluster && add_elementwise(*cluster, group)) return;
    cluster = &add_cluster(stage);
    if (add_elementwise(*cluster, group)) return;
    for (const NodeRef& node : group) {
      if (add_elementwise(*cluster, {&node, 1})) continue;
      cluster = &add_cluster(stage);
      add_elementwise(*cluster, {&node, 1});
    }
  }

  // Returns false if the cluster has no room for all of these nodes. One node has room in an empty cluster.
  bool add_elementwise(Cluster& cluster, std::span<const NodeRef> group) {
    const Node& first = *group[0];
    array::KernelLoad load = cluster.load;
    load.kept = axes_above_one(first.types()[0].shape);
    load.wide = first.types()[0].size() >= array::kNarrowLimit;
    KnownNodes grouped;
    for (const NodeRef& node : group) grouped.insert(node.get());
    ValueSet more;
    for (const NodeRef& node : group) {
      load.map += loads_.values(*node);
      for (const Value& input : node->inputs()) {
        const Node* from = input.node.get();
        if (cluster_of(from) != &cluster && !grouped.count(from) && !written_scalar(input) &&
            !cluster.operands.count(input))
          more.insert(input);
      }
    }
    if (!cluster.members.empty() || group.size() > 1) {
      array::KernelLoad all = load;
      all.inputs = cluster.operands.size() + more.size();
      all.outputs = leaving_with(cluster, group);
      if (cluster.members.size() + group.size() > kMostFused || !loads_.fits(all, first)) return false;
    }
    cluster.load = load;
    cluster.operands.insert(more.begin(), more.end());
    for (const NodeRef& node : group) join(cluster, node);
    return true;
  }

  // ---- The new graph ----

  Value resolve(const Value& value) {
    // Views of a value that was made anew are made anew too, the innermost first.
    std::vector<Value> views;
    Value at = value;
    while (!made_.count(at) && is_view(*at.node)) {
      views.push_back(at);
      at = at.node->inputs()[0];
    }
    const auto found = made_.find(at);
    Value result = found == made_.end() ? at : found->second;
    for (std::size_t i = views.size(); i-- > 0;) {
      const Node& node = *views[i].node;
      if (result == node.inputs()[0]) {
        result = views[i];
      } else {
        Values inputs = node.inputs();
        inputs[0] = result;
        result = single(node.op_ref(), std::move(inputs));
        result.node->set_place(node.place());
      }
      made_.emplace(views[i], result);
    }
    return result;
  }

  Values emit() {
    std::stable_sort(clusters_.begin(), clusters_.end(),
                     [](const auto& a, const auto& b) { return a->stage < b->stage; });
    for (const auto& cluster : clusters_) {
      const bool plain = cluster->members.size() == 1 && cluster->behind.empty() && cluster->front.empty() &&
                         !elementwise(*cluster->members[0]);
      if (plain)
        emit_other(cluster->members[0]);
      else
        emit_kernel(*cluster);
    }
    Values out;
    for (const Value& value : outputs_) out.push_back(resolve(value));
    if (RewriteNotes* notes = RewriteNotes::current()) notes->add(made_);
    return out;
  }

  void emit_other(const NodeRef& node) {
    Values inputs;
    for (const Value& input : node->inputs()) inputs.push_back(resolve(input));
    NodeRef made = node;
    if (inputs != node->inputs()) {
      made = with_inputs(node, std::move(inputs));
      made->set_origin(node);
    }
    for (std::uint32_t i = 0; i < node->types().size(); ++i) made_[{node, i}] = {made, i};
  }

  void emit_kernel(Cluster& cluster) {
    std::vector<NodeRef> results;
    for (const auto* list : {&cluster.members, &cluster.behind})
      for (const NodeRef& node : *list)
        if (open_.at(node.get()) > 0) results.push_back(node);
    cluster.front = by_number(std::move(cluster.front));
    try {
      KernelBuilder builder([&](const Value& value) { return resolve(value); });
      for (const NodeRef& node : cluster.front) builder.add(node);
      if (!cluster.reduces)
        for (const NodeRef& node : cluster.members) builder.add(node);
      NodeRef made =
          cluster.reduces ? builder.reduction(cluster.members, cluster.behind, results) : builder.composite(results);
      made->set_place(cluster.members[0]->place());
      check_kernel(*made);
      for (std::uint32_t i = 0; i < results.size(); ++i) made_[{results[i], 0}] = {made, i};
    } catch (const backend::Error& error) {
      emit_alone(cluster, error);
    }
  }

  // Keeps the nodes of a kernel separate after the kernel was refused.
  void emit_alone(const Cluster& cluster, const backend::Error& error) {
    std::vector<NodeRef> nodes = cluster.front;
    nodes.insert(nodes.end(), cluster.members.begin(), cluster.members.end());
    nodes.insert(nodes.end(), cluster.behind.begin(), cluster.behind.end());
    base::log(KILN_LOG_WARNING, fmt::format("fusion: {} nodes run each by itself: {}", nodes.size(), error.message()));
    for (const NodeRef& node : by_number(std::move(nodes)))
      if (!made_.count({node, 0})) emit_other(node);
  }

  Values outputs_;
  std::vector<NodeRef> order_;
  Users users_;
  KnownNodes is_output_;
  Loads loads_;
  Fronts fronts_;
  std::unordered_map<const Node*, int> stage_;
  KnownNodes of_leaf_;  // views of leaves
  std::unordered_map<const Node*, Cluster*> cluster_;
  std::unordered_map<const Node*, std::size_t> open_;  // how many readers are outside the node's cluster
  std::vector<std::unique_ptr<Cluster>> clusters_;     // sorted by stage, so operands are emitted first
  std::map<Fronts::Key, Cluster*> reductions_;         // the cluster that takes further reductions of this key
  std::map<std::vector<std::int64_t>, Cluster*> elementwise_;
  std::unordered_map<Value, Value, ValueHash> made_;
};

}  // namespace

Values fuse(std::span<const Value> values) { return Fusion(compute_twice(join_exponentials(values, true))).run(); }

}  // namespace kiln::graph
