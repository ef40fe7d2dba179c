// SPDX-License-Identifier: Apache-2.0
// Common subexpressions: nodes of equal operations on the same values become one.
#include <fmt/format.h>

#include <typeinfo>
#include <unordered_map>

#include "graph/pass.hpp"

namespace kiln::graph {

Values merge_equal(std::span<const Value> values) {
  std::unordered_map<std::string, NodeRef> known;
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    const Op& op = node->op();
    if (op.leaf() && op.name() != "Constant") return {};
    std::string key = fmt::format("{} {}", typeid(op).name(), op.key());
    for (const Value& input : inputs)
      key += fmt::format(" {}.{}", static_cast<const void*>(input.node.get()), input.output);
    const auto [at, fresh] = known.emplace(std::move(key), node);
    if (!fresh) return all_outputs(at->second);
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
