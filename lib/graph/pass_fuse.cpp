// SPDX-License-Identifier: Apache-2.0
// Which nodes share a kernel. Every node gets a stage, one more than that of what it must wait for;
// elementwise nodes of one stage and shape are independent or follow each other directly, so they make one
// kernel, and no cycle can arise. Reductions over the same axes of one shape and stage make one pass, with
// the elementwise nodes that only they read in front of them, and those of the result's shape that follow
// them behind.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "graph/fuse.hpp"
#include "graph/pass.hpp"

namespace kiln::graph {
namespace {

constexpr std::size_t kMaxMembers = 160;  // of a kernel: expressions have limits
constexpr std::size_t kMaxOperands = 28;  // arrays of an elementwise kernel
constexpr std::size_t kMaxReduced = 14;   // arrays of a reduction
constexpr std::size_t kMaxAccumulators = 16;
constexpr std::size_t kMaxExtras = 6;  // arrays that only the nodes behind a reduction read

using ReduceKey = std::vector<std::int64_t>;  // shape, axes, keepdims

std::int64_t place_of(const Node& node) {
  return std::int64_t(reinterpret_cast<std::intptr_t>(node.place()));
}

ReduceKey key_of(const Node& node, const Reduce& op) {
  const Dims& shape = node.inputs()[0].type().shape;
  ReduceKey key(shape.begin(), shape.end());
  key.push_back(-1);
  key.insert(key.end(), op.axes().begin(), op.axes().end());
  key.push_back(-1 - op.keepdims());
  key.push_back(place_of(node));
  return key;
}

class Fusion {
 public:
  explicit Fusion(std::span<const Value> values)
      : outputs_(values.begin(), values.end()), order_(topological(values)) {
    for (const NodeRef& node : order_)
      for (const Value& input : node->inputs()) users_[input.node.get()].push_back(node.get());
    for (const Value& value : values) is_output_.insert(value.node.get());
  }

  Values run() {
    find_fronts();
    for (const NodeRef& node : order_) place(node);
    return emit();
  }

 private:
  struct Cluster {
    int stage = 0;
    std::vector<NodeRef> members;                   // reductions, elementwise nodes, or one other node
    std::vector<NodeRef> behind;                    // of reductions
    std::unordered_set<Value, ValueHash> operands;  // external arrays, and of reductions those behind alone
    std::size_t extras = 0, results = 0, accumulators = 0;
    bool reduces = false;
  };

  static bool is_view(const Node& node) {
    return op_as<DimShuffle>(node) || op_as<BroadcastTo>(node) || op_as<Subtensor>(node) ||
           op_as<Reshape>(node);
  }
  static const Elementwise* elementwise(const Node& node) { return op_as<Elementwise>(node); }

  // Elementwise nodes that only reductions over the same axes of their own shape read, directly or through
  // such nodes.
  void find_fronts() {
    for (std::size_t i = order_.size(); i-- > 0;) {
      const Node& node = *order_[i];
      if (!elementwise(node) || is_output_.count(&node)) continue;
      const auto found = users_.find(&node);
      if (found == users_.end()) continue;
      ReduceKey key;
      bool fits = true;
      for (const Node* user : found->second) {
        ReduceKey own;
        if (const auto* reduction = op_as<Reduce>(*user)) {
          if (user->inputs()[0].type().shape == node.types()[0].shape && user->place() == node.place())
            own = key_of(*user, *reduction);
        } else if (front_.count(user) && user->types()[0].shape == node.types()[0].shape) {
          own = front_.at(user);
        }
        fits = fits && !own.empty() && (key.empty() || key == own);
        key = own;
      }
      if (fits && !key.empty()) front_.emplace(&node, std::move(key));
    }
  }

  int stage_of(const Node* node) const {
    const auto found = stage_.find(node);
    return found == stage_.end() ? 0 : found->second;
  }
  // The stage after which an operand's elements are there; leaves are there before any.
  int ready(const Value& value) const { return is_computed(value) ? stage_of(value.node.get()) + 1 : 0; }
  static bool is_computed(const Value& value) {
    const Node* node = value.node.get();
    while (is_view(*node)) node = node->inputs()[0].node.get();
    return !node->op().leaf();
  }

  void place(const NodeRef& node) {
    if (node->op().leaf()) return;
    if (is_view(*node)) {
      stage_[node.get()] = stage_of(node->inputs()[0].node.get());
      return;
    }
    if (front_.count(node.get())) return;
    if (op_as<Reduce>(*node)) return place_reduction(node);
    if (elementwise(*node)) {
      if (!waits(*node)) place_pointwise(node);
      return;
    }
    int stage = 0;
    for (std::size_t i = 0; i < node->inputs().size(); ++i) stage = std::max(stage, ready(node->inputs()[i]));
    Cluster& cluster = add_cluster(stage);
    join(cluster, node, stage);
  }

  // Only elementwise nodes of its shape read it: it goes where the first of them goes, which may be behind a
  // reduction.
  bool waits(const Node& node) const {
    if (is_output_.count(&node)) return false;
    const auto found = users_.find(&node);
    return found != users_.end() &&
           std::all_of(found->second.begin(), found->second.end(), [&](const Node* user) {
             return elementwise(*user) && user->types()[0].shape == node.types()[0].shape &&
                    user->place() == node.place() && !front_.count(user);
           });
  }
  bool placed(const Node& node) const { return cluster_.count(&node) != 0; }

  // A node and those that waited for it, operands first.
  void place_pointwise(const NodeRef& node) {
    std::vector<NodeRef> group;
    std::unordered_set<const Node*> known;
    std::vector<NodeRef> stack{node};
    while (!stack.empty()) {
      const NodeRef at = stack.back();
      stack.pop_back();
      if (!known.insert(at.get()).second) continue;
      group.push_back(at);
      for (const Value& input : at->inputs())
        if (elementwise(*input.node) && !placed(*input.node) && !front_.count(input.node.get()) &&
            !constant_scalar(input))
          stack.push_back(input.node);
    }
    std::sort(group.begin(), group.end(),
              [](const NodeRef& a, const NodeRef& b) { return a->number() < b->number(); });
    if (place_behind(group)) return;
    int stage = 0;
    for (const NodeRef& member : group) stage = std::max(stage, own_stage(*member, known));
    for (const NodeRef& member : group) place_elementwise(member, stage);
  }

  // What a node reads with the nodes in front of it in place of their results.
  void reads(const NodeRef& node, std::vector<Value>& out) const {
    for (const Value& input : node->inputs()) {
      if (front_.count(input.node.get()))
        reads(input.node, out);
      else if (!constant_scalar(input))
        out.push_back(input);
    }
  }

  // At most: what a reduction keeps while it goes through its elements.
  static std::size_t accumulators_of(const Node& node) {
    switch (op_as<Reduce>(node)->op()) {
      case KILN_REDUCE_VAR:
      case KILN_REDUCE_STD:
        return 3;
      case KILN_REDUCE_ARGMAX:
      case KILN_REDUCE_ARGMIN:
      case KILN_REDUCE_LOGSUMEXP:
        return 2;
      default:
        return 1;
    }
  }

  void place_reduction(const NodeRef& node) {
    std::vector<Value> operands;
    reads(node, operands);
    // Of constants alone: a kernel of its own, as a fused one needs an array to read.
    if (operands.empty()) return join(add_cluster(0), node, 0);
    int stage = 0;
    for (const Value& value : operands) stage = std::max(stage, ready(value));
    ReduceKey key = key_of(*node, *op_as<Reduce>(*node));
    key.push_back(stage);
    const auto found = reductions_.find(key);
    Cluster* cluster = found == reductions_.end() ? nullptr : found->second;
    if (cluster) {
      std::unordered_set<Value, ValueHash> together = cluster->operands;
      together.insert(operands.begin(), operands.end());
      if (together.size() + cluster->results + is_result(*node) > kMaxReduced ||
          cluster->accumulators + accumulators_of(*node) > kMaxAccumulators)
        cluster = nullptr;
    }
    if (!cluster) {
      cluster = &add_cluster(stage);
      cluster->reduces = true;
      reductions_[key] = cluster;
    }
    cluster->operands.insert(operands.begin(), operands.end());
    cluster->results += is_result(*node);
    cluster->accumulators += accumulators_of(*node);
    join(*cluster, node, stage);
  }

  // Behind the reductions whose results they read, where all else they read is there before them.
  bool place_behind(const std::vector<NodeRef>& group) {
    Cluster* cluster = nullptr;
    std::unordered_set<const Node*> own;
    for (const NodeRef& node : group) own.insert(node.get());
    for (const NodeRef& node : group)
      for (const Value& input : node->inputs()) {
        const auto found = cluster_.find(input.node.get());
        if (found == cluster_.end() || !found->second->reduces) continue;
        if (!cluster || found->second->stage > cluster->stage) cluster = found->second;
      }
    if (!cluster) return false;
    const Node& first = *cluster->members[0];
    // Without elements the operands that come along are not read.
    if (first.inputs()[0].type().size() == 0) return false;
    std::unordered_set<Value, ValueHash> extras;
    std::size_t results = 0;
    for (const NodeRef& node : group) {
      if (node->types()[0].shape != first.types()[0].shape || node->place() != first.place()) return false;
      results += is_result(*node);
      for (const Value& input : node->inputs()) {
        const auto found = cluster_.find(input.node.get());
        if (own.count(input.node.get()) || (found != cluster_.end() && found->second == cluster) ||
            constant_scalar(input))
          continue;
        if (ready(input) > cluster->stage || base::is_complex(input.type().dtype)) return false;
        if (!cluster->operands.count(input)) extras.insert(input);
      }
    }
    if (cluster->extras + extras.size() > kMaxExtras || cluster->behind.size() + group.size() > kMaxMembers ||
        cluster->operands.size() + extras.size() + cluster->results + results > kMaxReduced)
      return false;
    cluster->operands.insert(extras.begin(), extras.end());
    cluster->extras += extras.size();
    cluster->results += results;
    for (const NodeRef& node : group) {
      cluster->behind.push_back(node);
      cluster_[node.get()] = cluster;
      stage_[node.get()] = cluster->stage;
    }
    return true;
  }

  // Something may read it that is no elementwise node of its shape.
  bool is_result(const Node& node) const { return !waits(node); }

  int own_stage(const Node& node, const std::unordered_set<const Node*>& group) const {
    int stage = 0;
    for (const Value& input : node.inputs()) {
      const Node* from = input.node.get();
      if (group.count(from)) continue;
      const auto found = cluster_.find(from);
      const bool direct = elementwise(*from) && found != cluster_.end() && !found->second->reduces &&
                          from->types()[0].shape == node.types()[0].shape && from->place() == node.place();
      stage = std::max(stage, direct ? stage_of(from) : ready(input));
    }
    return stage;
  }

  void place_elementwise(const NodeRef& node, int stage) {
    const Dims& shape = node->types()[0].shape;
    std::vector<std::int64_t> key(shape.begin(), shape.end());
    key.push_back(stage);
    key.push_back(place_of(*node));
    std::vector<Cluster*>& parts = elementwise_[key];
    Cluster* cluster = parts.empty() ? nullptr : parts.back();
    const auto external = [&](const Value& input) {
      const auto found = cluster_.find(input.node.get());
      return !(found != cluster_.end() && found->second == cluster) && !constant_scalar(input);
    };
    if (cluster) {
      std::size_t more = 1;
      for (const Value& input : node->inputs()) more += external(input) && !cluster->operands.count(input);
      // Every member may turn out to be a result.
      if (cluster->members.size() >= kMaxMembers ||
          cluster->operands.size() + more + needed(*cluster) > kMaxOperands)
        cluster = nullptr;
    }
    if (!cluster) {
      cluster = &add_cluster(stage);
      parts.push_back(cluster);
    }
    for (const Value& input : node->inputs())
      if (external(input)) cluster->operands.insert(input);
    join(*cluster, node, stage);
  }

  // Members whose results may leave the cluster as far as is known now.
  std::size_t needed(const Cluster& cluster) const {
    std::size_t count = 0;
    for (const NodeRef& member : cluster.members) count += leaves(*member, cluster);
    return count;
  }
  bool leaves(const Node& node, const Cluster& cluster) const {
    if (is_output_.count(&node)) return true;
    const auto found = users_.find(&node);
    if (found == users_.end()) return false;
    for (const Node* user : found->second) {
      const auto at = cluster_.find(user);
      const bool own =
          at != cluster_.end() && at->second == &cluster &&
          std::none_of(cluster.members.begin(), cluster.members.end(),
                       [&](const NodeRef& member) { return cluster.reduces && member.get() == user; });
      // One that is not placed yet may join, or find no room.
      if (!own) return true;
    }
    return false;
  }

  Cluster& add_cluster(int stage) {
    clusters_.push_back(std::make_unique<Cluster>());
    clusters_.back()->stage = stage;
    return *clusters_.back();
  }
  void join(Cluster& cluster, const NodeRef& node, int stage) {
    cluster.members.push_back(node);
    cluster_[node.get()] = &cluster;
    stage_[node.get()] = stage;
  }

  // ---- The new graph ----

  Value resolve(const Value& value) {
    const auto found = made_.find(value);
    if (found != made_.end()) return found->second;
    Value result = value;
    if (is_view(*value.node)) {
      Values inputs = value.node->inputs();
      inputs[0] = resolve(inputs[0]);
      if (!(inputs[0] == value.node->inputs()[0])) {
        result = single(value.node->op_ref(), std::move(inputs));
        result.node->set_place(value.node->place());
      }
    }
    made_.emplace(value, result);
    return result;
  }

  Values emit() {
    std::stable_sort(clusters_.begin(), clusters_.end(),
                     [](const auto& a, const auto& b) { return a->stage < b->stage; });
    for (const auto& cluster : clusters_) {
      if (cluster->reduces)
        emit_reduction(*cluster);
      else if (elementwise(*cluster->members[0]))
        emit_elementwise(*cluster);
      else
        emit_other(cluster->members[0]);
    }
    Values out;
    for (const Value& value : outputs_) out.push_back(resolve(value));
    if (RewriteNotes* notes = RewriteNotes::current()) notes->add(made_);
    return out;
  }

  void emit_other(const NodeRef& node) {
    Values inputs;
    for (const Value& input : node->inputs()) inputs.push_back(resolve(input));
    NodeRef made = inputs == node->inputs() ? node : Node::make(node->op_ref(), std::move(inputs));
    made->set_label(node->label());
    made->set_place(node->place());
    if (made.get() != node.get()) made->set_origin(node);
    for (std::uint32_t i = 0; i < node->types().size(); ++i) made_[{node, i}] = {made, i};
  }

  void emit_elementwise(Cluster& cluster) {
    std::vector<NodeRef> results;
    for (const NodeRef& member : cluster.members)
      if (leaves(*member, cluster)) results.push_back(member);
    if (results.empty()) return;
    KernelBuilder builder([&](const Value& value) { return resolve(value); });
    for (const NodeRef& member : cluster.members) builder.add(member);
    NodeRef made = builder.composite(results);
    made->set_place(cluster.members[0]->place());
    for (std::uint32_t i = 0; i < results.size(); ++i) made_[{results[i], 0}] = {made, i};
  }

  void emit_reduction(Cluster& cluster) {
    const bool plain = cluster.members.size() == 1 && cluster.behind.empty() &&
                       !front_.count(cluster.members[0]->inputs()[0].node.get());
    if (plain) return emit_other(cluster.members[0]);
    std::vector<NodeRef> results;
    for (const auto* list : {&cluster.members, &cluster.behind})
      for (const NodeRef& node : *list)
        if (result_of_reduction(*node, cluster)) results.push_back(node);
    KernelBuilder builder([&](const Value& value) { return resolve(value); });
    NodeRef made = builder.reduction(cluster.members, cluster.behind, results,
                                     [&](const NodeRef& node) { return front_.count(node.get()) != 0; });
    made->set_place(cluster.members[0]->place());
    for (std::uint32_t i = 0; i < results.size(); ++i) made_[{results[i], 0}] = {made, i};
  }

  // Read by something that is not behind the reductions of the cluster.
  bool result_of_reduction(const Node& node, const Cluster& cluster) const {
    if (is_output_.count(&node)) return true;
    const auto found = users_.find(&node);
    if (found == users_.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [&](const Node* user) {
      return std::none_of(cluster.behind.begin(), cluster.behind.end(),
                          [&](const NodeRef& member) { return member.get() == user; });
    });
  }

  Values outputs_;
  std::vector<NodeRef> order_;
  std::unordered_map<const Node*, std::vector<const Node*>> users_;
  std::unordered_set<const Node*> is_output_;
  std::unordered_map<const Node*, ReduceKey> front_;
  std::unordered_map<const Node*, int> stage_;
  std::unordered_map<const Node*, Cluster*> cluster_;
  std::vector<std::unique_ptr<Cluster>> clusters_;
  std::map<ReduceKey, Cluster*> reductions_;
  std::map<std::vector<std::int64_t>, std::vector<Cluster*>> elementwise_;
  std::unordered_map<Value, Value, ValueHash> made_;
};

}  // namespace

Values fuse(std::span<const Value> values) { return Fusion(compute_twice(values)).run(); }

}  // namespace kiln::graph
