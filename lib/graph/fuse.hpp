// SPDX-License-Identifier: Apache-2.0
// Writes the kernels of fused nodes. Private to the fusion pass.
#pragma once

#include <functional>
#include <unordered_map>

#include "graph/elementwise_op.hpp"
#include "graph/fused_reduce.hpp"
#include "graph/leaf.hpp"
#include "graph/reduce_op.hpp"
#include "graph/shape_ops.hpp"

namespace kiln::graph {

// The values with a copy of every cheap node for each node that reads it.
Values compute_twice(std::span<const Value> values);

class KernelBuilder {
 public:
  // `resolve` gives a value outside the kernel in the new graph.
  explicit KernelBuilder(std::function<Value(const Value&)> resolve) : resolve_(std::move(resolve)) {}
  // An elementwise node whose operands are known members, numbers, or values outside.
  void add(const NodeRef& node);
  // One elementwise kernel with these members' results.
  NodeRef composite(const std::vector<NodeRef>& results);
  // One pass of reductions, elementwise nodes behind them, and those in front of them that `front` accepts.
  NodeRef reduction(const std::vector<NodeRef>& reductions, const std::vector<NodeRef>& behind,
                    const std::vector<NodeRef>& results, const std::function<bool(const NodeRef&)>& front);

 private:
  expr::Expr operand(const Value& value);
  expr::Expr body(const Node& node, std::vector<expr::Expr> arguments) const;
  void add_front(const NodeRef& node, const std::function<bool(const NodeRef&)>& front);

  std::function<Value(const Value&)> resolve_;
  Values inputs_;
  std::unordered_map<Value, std::size_t, ValueHash> input_places_;
  std::unordered_map<const Node*, expr::Expr> members_;
  std::vector<NodeRef> nodes_;  // that it computes, in their order
  std::string names_;
};

}  // namespace kiln::graph
