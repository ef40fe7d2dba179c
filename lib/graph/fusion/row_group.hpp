// SPDX-License-Identifier: Apache-2.0
// A row program in the making: which nodes it has, and whether one kernel can have them. Only the rows pass uses it.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "array/fold/row_program.hpp"
#include "graph/fusion/fuse.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {

// The node as a FusedReduce; null if it is no reduction or has no array to read.
NodeRef as_fused(const NodeRef& node);

// Nodes over one shape: reductions over the same axes, elementwise nodes of the shape, and elementwise nodes of the
// reductions' results.
class RowGroup {
 public:
  // `must_gain`: only what the device gains by joins the group; otherwise all for which there is a kernel.
  RowGroup(const NodeRef& reduction, bool must_gain);
  // Whether the reduction can begin a group. If it cannot, refusal() says why; it is empty if rows have one element or
  // none, or the reduction reads no array.
  bool valid() const { return !members_.empty(); }
  const std::string& refusal() const { return refusal_; }
  // Whether the node is over the group's shape: it reduces an array of this shape, has an element for each of the
  // shape's, or one for each row. No other node can join.
  bool over_shape(const Node& node) const;
  // Whether it is over the group's shape and, if it is a reduction, reduces the same axes.
  bool over_rows(const Node& node) const;
  // Adds a node if the device has a kernel for all members together; otherwise returns why it has none. The caller
  // makes sure that no node outside depends on one member while another member depends on it.
  std::string add(const NodeRef& node);
  const std::vector<NodeRef>& members() const { return members_; }
  bool member(const Node* node) const { return known_.count(node) != 0; }
  // What the members read from outside. Nodes that only move axes are looked through.
  const Values& operands() const { return operands_; }
  // Those of them that have an element for each of the shape's.
  Values elements() const;
  // The extents of the axes that are reduced. The kernel's text has them.
  std::vector<std::int64_t> extents() const;

  // Why the device gains nothing by all members together; an empty string if it does.
  std::string gain_refusal() const {
    return must_gain_ ? array::row_gain_refusal(members_[0]->place()->properties(), parts_) : std::string();
  }
  // "Rows{max{1}; sum{1}, exp}"
  std::string name() const;
  // Throws the error that building the node's kernel would give before the device's compiler is called.
  void check() const;
  // Makes the node. Values of members are outputs if `read_outside` says so. `made` receives the new value of each.
  NodeRef make(const std::function<bool(const Value&)>& read_outside, const std::function<Value(const Value&)>& resolve,
               std::unordered_map<Value, Value, ValueHash>& made) const;

 private:
  using Axes = std::vector<int>;
  // The shape of a step's values: that of the elements, of a result, or of a result that keeps the reduced axes.
  enum class Role { whole, kept, kept_wide };
  // These return why there is no kernel; an empty string if there is.
  std::string plan(const std::vector<NodeRef>& members, array::RowParts& parts, Values& operands) const;
  std::string take(const NodeRef& node, const std::unordered_map<const Node*, std::size_t>& places,
                   array::RowParts& parts, Values& operands) const;
  std::string take_input(Value value, Role role, const std::unordered_map<const Node*, std::size_t>& places,
                         array::RowParts& parts, Values& operands, codegen::RowInput& input) const;
  std::optional<Role> role_of(const Node& node) const;
  Axes axes_of(Role role) const;
  bool reduced(std::size_t axis) const;

  bool must_gain_;
  std::string refusal_;
  Dims shape_, reduced_, kept_shape_, wide_shape_;
  std::vector<NodeRef> members_;
  std::unordered_set<const Node*> known_;
  std::unordered_map<const Node*, NodeRef> fused_;  // reductions as FusedReduce
  array::RowParts parts_;
  Values operands_;
};

}  // namespace kiln::graph
