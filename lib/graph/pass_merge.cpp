// SPDX-License-Identifier: Apache-2.0
// Common subexpressions: nodes of equal operations on the same values become one. So do reductions that
// differ only in whether they keep their axes.
#include <fmt/format.h>

#include <algorithm>
#include <typeinfo>
#include <unordered_map>

#include "graph/pass.hpp"
#include "graph/reduce_op.hpp"
#include "graph/shape_ops.hpp"

namespace kiln::graph {

namespace {

// Equal for nodes that compute the same, but for the axes of extent 1 that a reduction may keep.
std::string key_of(const Node& node, const Values& inputs) {
  const Op& op = node.op();
  const auto* reduction = op_as<Reduce>(node);
  std::string key = fmt::format("{} {}", typeid(op).name(),
                                reduction ? Reduce(reduction->op(), reduction->axes(), true,
                                                   reduction->dtype(), reduction->correction())
                                                .key()
                                          : op.key());
  for (const Value& input : inputs)
    key += fmt::format(" {}.{}", static_cast<const void*>(input.node.get()), input.output);
  return key;
}

// The result of one reduction in the shape of another, which keeps axes where that one does not.
Value kept_or_dropped(const NodeRef& node, const Reduce& other) {
  const auto& own = *op_as<Reduce>(*node);
  if (own.keepdims() == other.keepdims()) return {node, 0};
  Dims order;
  std::int64_t at = 0;
  for (std::size_t d = 0; d < node->inputs()[0].type().ndim(); ++d) {
    const bool goes = std::find(own.axes().begin(), own.axes().end(), std::int64_t(d)) != own.axes().end();
    if (!goes || own.keepdims()) {
      if (!goes || other.keepdims()) order.push_back(at);
      ++at;
    } else {
      order.push_back(-1);
    }
  }
  return dimshuffle({node, 0}, order);
}

}  // namespace

Values merge_equal(std::span<const Value> values) {
  std::unordered_map<std::string, NodeRef> known;
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    const Op& op = node->op();
    if (op.leaf() && op.name() != "Constant") return {};
    const auto [at, fresh] = known.emplace(key_of(*node, inputs), node);
    if (!fresh) {
      if (!op.leaf()) at->second->add_member(node);
      if (const auto* reduction = op_as<Reduce>(*node)) return {kept_or_dropped(at->second, *reduction)};
      return all_outputs(at->second);
    }
    bool changed = false;
    for (std::size_t i = 0; i < inputs.size(); ++i) changed |= !(inputs[i] == node->inputs()[i]);
    if (!changed) return {};
    NodeRef copy = Node::make(node->op_ref(), inputs);
    copy->set_label(node->label());
    at->second = copy;
    return all_outputs(copy);
  });
}

}  // namespace kiln::graph
