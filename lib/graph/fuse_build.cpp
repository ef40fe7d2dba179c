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

// "max" of equal values, or of values and the identity, is the value: how an operand of what is behind a
// reduction gets there.
constexpr const char* kSame = "m_ > m || m_ != m_ ? m_ : m";

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
  }
  // Operands of what is behind come along as accumulators of their own.
  members_ = ends;
  std::unordered_map<Value, expr::Expr, ValueHash> extras;
  for (const NodeRef& node : behind) {
    std::vector<expr::Expr> arguments;
    for (const Value& input : node->inputs()) {
      if (members_.count(input.node.get()) || constant_scalar(input)) {
        arguments.push_back(operand(input));
        continue;
      }
      auto found = extras.find(input);
      if (found == extras.end()) {
        // Along the result's axes: axes that go get extent 1 again.
        Value wide = input;
        if (!first.keepdims() && input.type().ndim() > 0) {
          Dims order;
          std::int64_t kept =
              std::int64_t(input.type().ndim()) - std::int64_t(shape.size() - first.axes().size());
          for (std::size_t d = 0; d < shape.size(); ++d) {
            const bool goes =
                std::find(first.axes().begin(), first.axes().end(), std::int64_t(d)) != first.axes().end();
            if (!goes && kept < 0) {
              ++kept;
              order.push_back(-1);
            } else {
              order.push_back(goes ? -1 : kept++);
            }
          }
          wide = dimshuffle(resolve_(input), order);
        }
        const std::string accumulator = fmt::format("b{}", extras.size());
        const DType dtype = input.type().dtype;
        const expr::Expr value = operand(wide);
        const expr::Expr left = expr::make_input(accumulator), right = expr::make_input(accumulator + "_");
        parts.identity.outputs.push_back({accumulator, expr::parse_expression("-inf")});
        parts.map.outputs.push_back(
            {accumulator, base::is_bool(dtype) ? expr::make_cast(KILN_UINT8, value) : value});
        const expr::Expr keep = substitute(expr::parse_expression(kSame), {{"m", left}, {"m_", right}});
        parts.combine.outputs.push_back({accumulator, keep});
        parts.next.outputs.push_back({accumulator, keep});
        found = extras.emplace(input, expr::make_cast(dtype, left)).first;
      }
      arguments.push_back(found->second);
    }
    expr::Expr result = body(*node, std::move(arguments));
    members_.emplace(node.get(), std::move(result));
    name += ", " + short_name(*node);
  }
  std::vector<Type> types;
  for (std::size_t i = 0; i < results.size(); ++i) {
    parts.finish.outputs.push_back({"r" + std::to_string(i), members_.at(results[i].get())});
    types.push_back(results[i]->types()[0]);
  }
  if (name.size() > 80) name = name.substr(0, 77) + "...";
  auto op =
      base::make_ref<FusedReduce>(std::move(parts), inputs_.size(), shape, first.axes(), first.keepdims(),
                                  std::move(types), empty_ok, fmt::format("Reduce{{{}}}", name));
  NodeRef made = Node::make(std::move(op), inputs_);
  made->set_label(results.back()->label());
  return made;
}

}  // namespace kiln::graph
