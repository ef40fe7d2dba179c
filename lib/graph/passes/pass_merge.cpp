// SPDX-License-Identifier: Apache-2.0
// Common subexpressions: nodes of equal operations on the same values become one node. Reductions that differ
// only in keepdims become one too.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <typeinfo>
#include <unordered_map>
#include <unordered_set>

#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {

namespace {

// Nodes with equal keys compute the same. Reductions get equal keys whether or not they keep reduced axes.
std::string key_of(const Node& node, const Values& inputs) {
  const Op& op = node.op();
  const auto* reduction = op_as<Reduce>(node);
  std::string key = fmt::format(
      "{} {}", typeid(op).name(),
      reduction ? Reduce(reduction->op(), reduction->axes(), true, reduction->dtype(), reduction->correction()).key()
                : op.key());
  for (const Value& input : inputs)
    key += fmt::format(" {}.{}", static_cast<const void*>(input.node.get()), input.output);
  return key;
}

// The result of a reduction with the reduced axes kept, with extent 1, or dropped.
Value kept_or_dropped(const NodeRef& node, bool keepdims) {
  const auto& reduction = *op_as<Reduce>(*node);
  if (reduction.keepdims() == keepdims) return {node, 0};
  Dims order;
  std::int64_t at = 0;
  for (std::size_t d = 0; d < node->inputs()[0].type().ndim(); ++d) {
    const bool goes = contains(reduction.axes(), std::int64_t(d));
    if (!goes || reduction.keepdims()) {
      if (!goes || keepdims) order.push_back(at);
      ++at;
    } else {
      order.push_back(-1);
    }
  }
  return dimshuffle({node, 0}, order);
}

// One kernel can compute several reductions of one value over the same axes if all keep the reduced axes, or none does.
// Returns the reductions whose keepdims must change for this. None changes if it is an output, or if an elementwise
// node of the result's shape reads it: that node would then read a view and could not be in the same kernel.
std::unordered_set<const Node*> unlike_others(std::span<const Value> values) {
  struct Group {
    std::vector<const Node*> all[2];  // [1]: those that keep reduced axes; [0]: those that drop them
    bool fixed[2] = {};
  };
  std::unordered_map<std::string, Group> groups;
  std::unordered_set<const Node*> fixed;
  const std::vector<NodeRef> order = topological(values);
  for (const Value& value : values)
    if (value) fixed.insert(value.node.get());
  for (const NodeRef& node : order)
    for (const Value& input : node->inputs())
      if (op_as<Reduce>(input) && op_as<Elementwise>(*node) && node->types()[0].shape == input.type().shape)
        fixed.insert(input.node.get());
  for (const NodeRef& node : order) {
    const auto* reduction = op_as<Reduce>(*node);
    if (!reduction || reduction->axes().empty()) continue;
    const Value& x = node->inputs()[0];
    Group& group = groups[fmt::format("{}.{} {}", static_cast<const void*>(x.node.get()), x.output,
                                      fmt::join(reduction->axes(), ","))];
    group.all[reduction->keepdims()].push_back(node.get());
    group.fixed[reduction->keepdims()] |= fixed.count(node.get()) != 0;
  }
  std::unordered_set<const Node*> out;
  for (const auto& [key, group] : groups)
    for (const bool keeps : {true, false})
      if (!group.all[keeps].empty() && !group.all[!keeps].empty() && !group.fixed[keeps]) {
        out.insert(group.all[keeps].begin(), group.all[keeps].end());
        break;
      }
  return out;
}

}  // namespace

Values merge_equal(std::span<const Value> values) {
  std::unordered_map<std::string, NodeRef> known;
  const std::unordered_set<const Node*> unlike = unlike_others(values);
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    const Op& op = node->op();
    if (op.leaf() && op.name() != "Constant") return {};
    const auto* reduction = op_as<Reduce>(*node);
    const auto [at, fresh] = known.emplace(key_of(*node, inputs), node);
    if (!fresh) {
      if (!op.leaf()) at->second->add_member(node);
      if (reduction) return {kept_or_dropped(at->second, reduction->keepdims())};
      return all_outputs(at->second);
    }
    const bool turned = unlike.count(node.get()) != 0;
    if (inputs == node->inputs() && !turned) return {};
    OpRef op_ref = node->op_ref();
    if (turned)
      op_ref = base::make_ref<Reduce>(reduction->op(), reduction->axes(), !reduction->keepdims(), reduction->dtype(),
                                      reduction->correction());
    NodeRef copy = Node::make(op_ref, inputs);
    copy->set_label(node->label());
    at->second = copy;
    if (turned) return {kept_or_dropped(copy, reduction->keepdims())};
    return all_outputs(copy);
  });
}

}  // namespace kiln::graph
