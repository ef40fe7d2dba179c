// SPDX-License-Identifier: Apache-2.0
// Expressions of fused kernels from the nodes' own.
#include <fmt/format.h>

#include <algorithm>

#include "graph/fuse.hpp"

namespace kiln::graph {
namespace {

std::string short_name(const Node& node) {
  std::string name = node.op().name();
  if (name.starts_with("Elemwise{")) name = name.substr(9, name.size() - 10);
  return name;
}

using Renamed = std::vector<std::pair<std::string, expr::Expr>>;

}  // namespace

expr::Expr KernelBuilder::operand(const Value& value) {
  if (const auto member = members_.find(value.node.get()); member != members_.end()) return member->second;
  if (const auto scalar = constant_scalar(value)) return expr::make_constant(*scalar);
  const Value outside = resolve_(value);
  const auto [at, fresh] = input_places_.emplace(outside, inputs_.size());
  if (fresh) inputs_.push_back(outside);
  return input_name(at->second);
}

expr::Expr KernelBuilder::body(const Node& node, std::vector<expr::Expr> arguments) const {
  Renamed names;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    names.emplace_back("x" + std::to_string(i), std::move(arguments[i]));
  return substitute(dynamic_cast<const Elementwise&>(node.op()).outputs()[0], names);
}

void KernelBuilder::add(const NodeRef& node) {
  std::vector<expr::Expr> arguments;
  for (const Value& input : node->inputs()) arguments.push_back(operand(input));
  expr::Expr result = body(*node, std::move(arguments));
  members_.emplace(node.get(), std::move(result));
  nodes_.push_back(node);
  if (names_.size() < 60) names_ += (names_.empty() ? "" : ", ") + short_name(*node);
}

NodeRef KernelBuilder::composite(const std::vector<NodeRef>& results) {
  Elementwise::Outputs outputs;
  std::vector<DType> dtypes;
  for (const NodeRef& node : results) {
    outputs.push_back(members_.at(node.get()));
    dtypes.push_back(node->types()[0].dtype);
  }
  const bool alone = members_.size() == 1;
  std::string name =
      alone ? fmt::format("Elemwise{{{}}}", names_) : fmt::format("Elemwise{{Composite{{{}}}}}", names_);
  auto op = base::make_ref<Composite>(std::move(outputs), std::move(dtypes), results[0]->types()[0].shape,
                                      std::move(name));
  NodeRef made = Node::make(std::move(op), inputs_);
  made->set_members(std::move(nodes_));
  made->set_label(results.back()->label());
  return made;
}

void KernelBuilder::add_front(const NodeRef& node, const std::function<bool(const NodeRef&)>& front) {
  // Depth first without recursion: fronts may be long chains.
  std::vector<NodeRef> stack{node};
  while (!stack.empty()) {
    const NodeRef at = stack.back();
    bool ready = true;
    for (const Value& input : at->inputs())
      if (front(input.node) && !members_.count(input.node.get())) {
        stack.push_back(input.node);
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    if (!members_.count(at.get())) add(at);
  }
}

NodeRef KernelBuilder::reduction(const std::vector<NodeRef>& reductions, const std::vector<NodeRef>& behind,
                                 const std::vector<NodeRef>& results,
                                 const std::function<bool(const NodeRef&)>& front) {
  array::Reduction::Parts parts;
  bool empty_ok = true;
  std::unordered_map<const Node*, expr::Expr> ends;
  const Dims shape = reductions[0]->inputs()[0].type().shape;
  const auto& first = *op_as<Reduce>(*reductions[0]);
  std::int64_t count = 1;
  for (const std::int64_t axis : first.axes()) count *= shape[axis];
  std::string name;
  for (std::size_t i = 0; i < reductions.size(); ++i) {
    const Node& node = *reductions[i];
    const auto& op = *op_as<Reduce>(node);
    const Value& input = node.inputs()[0];
    if (front(input.node)) add_front(input.node, front);
    bool own_empty_ok = true;
    const DType dtype = input.type().dtype;
    const array::ReduceTexts texts =
        array::reduction_texts(op.op(), dtype, op.dtype(), op.correction(), count, &own_empty_ok, "graph");
    empty_ok &= own_empty_ok;
    // Accumulators get names of their own; those of the right side still end in _.
    Renamed names{{"a", operand(input)}};
    const expr::Statements identity = expr::parse_statements(texts.identity);
    for (const auto& accumulator : identity.outputs)
      for (const char* side : {"", "_"}) {
        const std::string whole = accumulator.name + side;
        names.emplace_back(whole, expr::make_input(fmt::format("a{}{}{}", i, accumulator.name, side)));
      }
    std::vector<std::string> reserved{"a", "n"};
    for (const auto& [from, to] : names) reserved.push_back(from);
    const auto take = [&](const std::string& text, expr::Statements& into) {
      for (const auto& output : expr::parse_statements(text, reserved).outputs) {
        bool accumulator = false;
        for (const auto& known : identity.outputs) accumulator |= known.name == output.name;
        if (accumulator)
          into.outputs.push_back({fmt::format("a{}{}", i, output.name), substitute(output.value, names)});
      }
    };
    take(texts.identity, parts.identity);
    take(texts.map, parts.map);
    take(texts.combine, parts.combine);
    take(texts.next.empty() ? texts.combine : texts.next, parts.next);
    parts.tree = parts.tree || texts.tree;
    const expr::Statements finish = expr::parse_statements(texts.finish, reserved);
    ends.emplace(&node, expr::make_cast(op.dtype(), substitute(finish.outputs.back().value, names)));
    name += (name.empty() ? "" : ", ") + node.op().name();
    nodes_.push_back(reductions[i]);
  }
  // What only nodes behind the reductions read has elements like the results.
  members_ = ends;
  Values extras;
  std::unordered_map<Value, std::size_t, ValueHash> extra_places;
  for (const NodeRef& node : behind) {
    std::vector<expr::Expr> arguments;
    for (const Value& input : node->inputs()) {
      if (members_.count(input.node.get()) || constant_scalar(input)) {
        arguments.push_back(operand(input));
        continue;
      }
      const Value outside = resolve_(input);
      const auto [at, fresh] = extra_places.emplace(outside, extras.size());
      if (fresh) {
        extras.push_back(outside);
        parts.ends.push_back(fmt::format("e{}", at->second));
      }
      arguments.push_back(expr::make_input(parts.ends[at->second]));
    }
    expr::Expr result = body(*node, std::move(arguments));
    members_.emplace(node.get(), std::move(result));
    name += ", " + short_name(*node);
    nodes_.push_back(node);
  }
  std::vector<Type> types;
  for (std::size_t i = 0; i < results.size(); ++i) {
    parts.finish.outputs.push_back({"r" + std::to_string(i), members_.at(results[i].get())});
    types.push_back(results[i]->types()[0]);
  }
  const std::size_t mapped = inputs_.size();
  inputs_.insert(inputs_.end(), extras.begin(), extras.end());
  if (name.size() > 80) name = name.substr(0, 77) + "...";
  auto op = base::make_ref<FusedReduce>(std::move(parts), mapped, shape, first.axes(), first.keepdims(),
                                        std::move(types), empty_ok, fmt::format("Reduce{{{}}}", name));
  NodeRef made = Node::make(std::move(op), inputs_);
  made->set_members(std::move(nodes_));
  made->set_label(results.back()->label());
  return made;
}

}  // namespace kiln::graph
