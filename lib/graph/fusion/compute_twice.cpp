// SPDX-License-Identifier: Apache-2.0
// A cheap node that several kernels read is computed by each of them, instead of once with its result in memory. On
// devices with many work-items this is done to other nodes too, if a reduction of rows reads them that are too long for
// a row program: memory, and not arithmetic, takes the time there.
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "graph/fusion/fuse.hpp"

namespace kiln::graph {
namespace {

// Whether at most one operand has about as many elements as the result.
bool few_large_operands(const Node& node) {
  const std::int64_t size = node.types()[0].size();
  int large = 0;
  for (const Value& input : node.inputs()) large += !constant_scalar(input) && input.type().size() * 8 > size;
  return large <= 1;
}

// Whether computing the node again costs no more than reading its result. This is so if the function takes an
// instruction or two and at most one operand is large.
bool is_cheap(const Node& node) {
  if (const auto* function = op_as<Pointwise>(node)) {
    const auto cheap = {expr::Fn::add,  expr::Fn::subtract,   expr::Fn::multiply, expr::Fn::negative,
                        expr::Fn::max,  expr::Fn::min,        expr::Fn::equal,    expr::Fn::not_equal,
                        expr::Fn::less, expr::Fn::less_equal, expr::Fn::greater,  expr::Fn::greater_equal};
    if (std::find(cheap.begin(), cheap.end(), function->fn()) == cheap.end()) return false;
  } else if (!op_as<Cast>(node)) {
    return false;
  }
  return few_large_operands(node);
}

}  // namespace

Values compute_twice(std::span<const Value> values) {
  std::unordered_map<const Node*, std::vector<const Node*>> users;
  for (const NodeRef& node : topological(values))
    for (const Value& input : node->inputs()) {
      auto& list = users[input.node.get()];
      if (list.empty() || list.back() != node.get()) list.push_back(node.get());
    }
  std::unordered_set<const Node*> outputs;
  for (const Value& value : values) outputs.insert(value.node.get());
  std::unordered_set<const Node*> cheap, deep;
  std::vector<const Node*> open;
  for (const auto& [node, list] : users) {
    if (list.size() < 2 || outputs.count(node) || !elementwise(*node)) continue;
    const bool reads_long =
        std::any_of(list.begin(), list.end(), [](const Node* user) { return reduces_long_rows(*user); });
    const bool is_long = reads_long && list.size() == 2 && few_large_operands(*node);
    if (!is_long && !is_cheap(*node)) continue;
    const bool fuses = std::all_of(list.begin(), list.end(), [&, of = node](const Node* user) {
      return (elementwise(*user) && user->types()[0].shape == of->types()[0].shape) || op_as<Reduce>(*user);
    });
    if (!fuses) continue;
    cheap.insert(node);
    if (is_long) open.push_back(node);
  }
  // If a node is computed twice because it is read by a reduction of long rows, nodes that only it reads are computed
  // twice too. Otherwise both copies would read their results from memory.
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    deep.insert(node);
    for (const Value& input : node->inputs()) {
      const Node* const from = input.node.get();
      const auto readers = users.find(from);
      if (!elementwise(*from) || !few_large_operands(*from) || outputs.count(from) || readers->second.size() > 1 ||
          from->types()[0].shape != node->types()[0].shape)
        continue;
      if (cheap.insert(from).second) open.push_back(from);
    }
  }
  if (cheap.empty()) return {values.begin(), values.end()};
  // Copies that this pass makes are cheap too.
  std::unordered_set<const Node*> made_cheap = cheap, made_deep = deep;
  const std::function<NodeRef(const NodeRef&)> copied = [&](const NodeRef& from) {
    Values inputs = from->inputs();
    for (Value& input : inputs)
      if (made_deep.count(from.get()) && made_deep.count(input.node.get())) input.node = copied(input.node);
    const NodeRef copy = with_inputs(from, std::move(inputs));
    copy->set_origin(from);
    if (made_deep.count(from.get())) made_deep.insert(copy.get());
    return copy;
  };
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    Values changed = inputs;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      const NodeRef from = inputs[i].node;
      if (!made_cheap.count(from.get())) continue;
      const auto before = std::find(inputs.begin(), inputs.begin() + std::ptrdiff_t(i), inputs[i]);
      if (before != inputs.begin() + std::ptrdiff_t(i)) {
        changed[i] = changed[std::size_t(before - inputs.begin())];
        continue;
      }
      changed[i] = {copied(from), 0};
    }
    if (changed == node->inputs()) return {};
    const NodeRef made = with_inputs(node, std::move(changed));
    if (cheap.count(node.get())) made_cheap.insert(made.get());
    if (deep.count(node.get())) made_deep.insert(made.get());
    return all_outputs(made);
  });
}

}  // namespace kiln::graph
