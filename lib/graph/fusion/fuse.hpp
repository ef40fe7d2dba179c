// SPDX-License-Identifier: Apache-2.0
// What the fusion pass is made of: what kernels hold, what goes in front of reductions, and the writer of
// kernels. Private to the passes that fuse.
#pragma once

#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "array/launch/kernel_room.hpp"
#include "graph/fusion/fused_reduce.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {

// Nodes of one kernel in front of its reductions, behind them, or without any. More would save little, as
// they compute for longer than their operands take to be read, and compilers take more than linear time.
inline constexpr std::size_t kMostFused = 160;

// The values with a copy of every cheap node for each node that reads it.
Values compute_twice(std::span<const Value> values);

// The readers of every node, once for each operand.
using Users = std::unordered_map<const Node*, std::vector<const Node*>>;
using ValueSet = std::unordered_set<Value, ValueHash>;

inline const Elementwise* elementwise(const Node& node) { return op_as<Elementwise>(node); }

// What the nodes ask of kernels, and what the kernels of their places hold.
class Loads {
 public:
  // Values of an elementwise node in a program.
  std::size_t values(const Node& node);
  // A reduction's accumulators, programs and axes.
  const array::KernelLoad& reduction(const Node& node);
  bool fits(const array::KernelLoad& load, const Node& node);

 private:
  const array::KernelRoom& room(const runtime::Context* place);
  std::unordered_map<const Node*, std::size_t> values_;
  std::map<std::vector<std::int64_t>, array::KernelLoad> reductions_;
  std::unordered_map<const runtime::Context*, array::KernelRoom> rooms_;
};

// The elementwise nodes that only reductions over the same axes of their own shape read, directly or through
// such nodes: each reduction computes them for itself. As many as its kernel holds.
class Fronts {
 public:
  using Key = std::vector<std::int64_t>;  // shape, axes, keepdims, place
  struct Reduction {
    Key key;
    std::vector<NodeRef> front;
    ValueSet operands;       // of the reduction with its front
    std::size_t values = 0;  // of the front
  };
  Fronts(const std::vector<NodeRef>& order, const Users& users, const std::unordered_set<const Node*>& kept,
         Loads& loads);
  bool holds(const Node* node) const { return readers_.count(node) != 0; }
  const Reduction& of(const Node& reduction) const { return reductions_[places_.at(&reduction)]; }

 private:
  void consider(const NodeRef& node, const std::vector<const Node*>& users);
  bool fits(const Reduction& reduction, const Node& first, const NodeRef& more) const;
  void take(Reduction& reduction, const NodeRef& more) const;

  Loads& loads_;
  std::vector<Reduction> reductions_;
  std::vector<NodeRef> nodes_;                                           // of these
  std::unordered_map<const Node*, std::uint32_t> places_;                // among them
  std::unordered_map<const Node*, std::vector<std::uint32_t>> readers_;  // which reductions compute a node
};

class KernelBuilder {
 public:
  // `resolve` gives a value outside the kernel in the new graph.
  explicit KernelBuilder(std::function<Value(const Value&)> resolve) : resolve_(std::move(resolve)) {}
  // An elementwise node whose operands are known members, numbers, or values outside.
  void add(const NodeRef& node);
  // One elementwise kernel with these members' results.
  NodeRef composite(const std::vector<NodeRef>& results);
  // One pass of reductions behind the members, and elementwise nodes behind the reductions.
  NodeRef reduction(const std::vector<NodeRef>& reductions, const std::vector<NodeRef>& behind,
                    const std::vector<NodeRef>& results);

 private:
  using Renamed = std::vector<std::pair<std::string, expr::Expr>>;
  expr::Expr operand(const Value& value);
  expr::Expr body(const Node& node, std::vector<expr::Expr> arguments) const;
  void add_reduction(std::size_t i, const NodeRef& node, std::int64_t count);
  void add_behind(const NodeRef& node);

  std::function<Value(const Value&)> resolve_;
  Values inputs_;
  std::unordered_map<Value, std::size_t, ValueHash> input_places_;
  std::unordered_map<const Node*, expr::Expr> members_;
  std::vector<NodeRef> nodes_;  // that it computes, in their order
  std::string names_;
  array::Reduction::Parts parts_;
  bool empty_ok_ = true;
  std::unordered_map<const Node*, expr::Expr> ends_;  // of the reductions, and what is behind them
  Values extras_;
  std::unordered_map<Value, std::size_t, ValueHash> extra_places_;
};

// Throws what building the node's kernel for its place throws before the device's compiler sees it.
void check_kernel(const Node& node);

}  // namespace kiln::graph
