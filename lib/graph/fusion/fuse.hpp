// SPDX-License-Identifier: Apache-2.0
// The parts of the fusion pass: what kernels have room for, which elementwise nodes a reduction computes for
// itself, and how a fused node is built. Only the files of graph/fusion use this header.
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
#include "graph/passes/text_numbers.hpp"

namespace kiln::graph {

// The most elementwise nodes in one kernel, counted separately before its reductions, after them and without
// reductions. A larger kernel would save little, as it computes for longer than it takes to read its
// operands. Compilers also need more than linear time for it.
inline constexpr std::size_t kMostFused = 160;

// Whether the node is a reduction of rows that registers cannot hold on a device with many work-items, or of columns
// that the caches of a CPU device cannot hold.
bool reduces_long_rows(const Node& node);
// Makes the maximum and the sum of exponentials of softmax's long rows one reduction, on CPU devices only if `on_cpus`.
Values join_exponentials(std::span<const Value> values, bool on_cpus);
// Returns the values with a copy of every cheap node for each node that reads it.
Values compute_twice(std::span<const Value> values);

// For each node the nodes that read it, once for each operand.
using Users = std::unordered_map<const Node*, std::vector<const Node*>>;
using ValueSet = std::unordered_set<Value, ValueHash>;

inline const Elementwise* elementwise(const Node& node) { return op_as<Elementwise>(node); }
std::size_t axes_above_one(const Dims& shape);  // how many axes have an extent above 1

// How much of a kernel's limited resources (arrays, accumulators, values) nodes need, and whether the devices
// on which they run have room for it. Results are kept, as the same nodes are asked about often.
class Loads {
 public:
  // How many values of a typed program an elementwise node takes.
  std::size_t values(const Node& node);
  // The accumulators, programs and axes of a reduction.
  const array::KernelLoad& reduction(const Node& node);
  // Whether a kernel of this load is possible on the device where `node` runs.
  bool fits(const array::KernelLoad& load, const Node& node);

 private:
  const array::KernelRoom& room(const runtime::Context* place);
  std::unordered_map<const Node*, std::size_t> values_;
  std::map<std::vector<std::int64_t>, array::KernelLoad> reductions_;
  std::unordered_map<const runtime::Context*, array::KernelRoom> rooms_;
};

// The front of a reduction has elementwise nodes of the shape that it reduces. Such a node is read by reductions of
// equal keys and by nodes in their fronts alone. Each of these reductions computes the nodes of its front for itself,
// as far as its kernel has room.
class Fronts {
 public:
  using Key = std::vector<std::int64_t>;  // made of shape, axes, keepdims and place
  struct Reduction {
    Key key;
    std::vector<NodeRef> front;
    ValueSet operands;       // what the reduction and its front read
    std::size_t values = 0;  // of the front, as Loads::values() counts them
  };
  // `order` is a topological order of the nodes. Nodes in `kept` are in no front, as their results are outputs.
  Fronts(const std::vector<NodeRef>& order, const Users& users, const std::unordered_set<const Node*>& kept,
         Loads& loads);
  // Whether the node is in the front of a reduction.
  bool holds(const Node* node) const { return readers_.count(node) != 0; }
  const Reduction& of(const Node& reduction) const { return reductions_[places_.at(&reduction)]; }

 private:
  // Puts an elementwise node into the fronts of all its readers, if it may be there.
  void consider(const NodeRef& node, const std::vector<const Node*>& users);
  // Whether the front of `first` has room for `more`.
  bool fits(const Reduction& reduction, const Node& first, const NodeRef& more) const;
  void take(Reduction& reduction, const NodeRef& more) const;

  Loads& loads_;
  std::vector<Reduction> reductions_;
  std::vector<NodeRef> nodes_;                             // the node of each reduction
  std::unordered_map<const Node*, std::uint32_t> places_;  // the index of each reduction's node
  // For each node in a front, the reductions that compute it.
  std::unordered_map<const Node*, std::vector<std::uint32_t>> readers_;
};

// Builds the node of one fused kernel. Call add() for each elementwise node, then composite() or reduction().
class KernelBuilder {
 public:
  // `resolve` gives what a value from outside the kernel has become in the new graph.
  explicit KernelBuilder(std::function<Value(const Value&)> resolve) : resolve_(std::move(resolve)) {}
  // Adds an elementwise node. Its operands are nodes added before, numbers, or values from outside.
  void add(const NodeRef& node);
  // Returns one elementwise node that gives these nodes' results.
  NodeRef composite(const std::vector<NodeRef>& results);
  // Returns one node that computes the added nodes, then the reductions, then the elementwise nodes `behind`,
  // and gives `results`.
  NodeRef reduction(const std::vector<NodeRef>& reductions, const std::vector<NodeRef>& behind,
                    const std::vector<NodeRef>& results);

 private:
  using Renamed = std::vector<std::pair<std::string, expr::Expr>>;
  // The expression for an operand: that of an added node, a number or an input of the kernel.
  expr::Expr operand(const Value& value);
  // The expression of an elementwise node with these arguments.
  expr::Expr body(const Node& node, std::vector<expr::Expr> arguments) const;
  void add_reduction(std::size_t i, const NodeRef& node, std::int64_t count);
  void add_behind(const NodeRef& node);

  std::function<Value(const Value&)> resolve_;
  Values inputs_;
  std::unordered_map<Value, std::size_t, ValueHash> input_places_;
  std::unordered_map<const Node*, expr::Expr> members_;
  std::vector<NodeRef> nodes_;  // the nodes that the kernel computes, in their order
  std::string names_;
  array::Reduction::Parts parts_;
  bool empty_ok_ = true;
  // The expressions of the reductions' results and of the nodes behind.
  std::unordered_map<const Node*, expr::Expr> ends_;
  Values extras_;
  std::unordered_map<Value, std::size_t, ValueHash> extra_places_;
};

// Throws the error that building the node's kernel would give before the device's compiler is called.
void check_kernel(const Node& node);

}  // namespace kiln::graph
