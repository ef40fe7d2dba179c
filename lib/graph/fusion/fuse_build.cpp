// SPDX-License-Identifier: Apache-2.0
// Builds fused nodes. The expression of each node is substituted into the expressions of nodes that read it.
#include <fmt/format.h>

#include "graph/fusion/fuse.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {
namespace {

std::string short_name(const Node& node) {
  std::string name = node.op().name();
  if (name.starts_with("Elemwise{")) name = name.substr(9, name.size() - 10);
  return name;
}

constexpr std::size_t kLongestName = 80;

}  // namespace

expr::Expr KernelBuilder::operand(const Value& value) {
  if (const auto member = members_.find(value.node.get()); member != members_.end()) return member->second;
  if (const auto scalar = written_scalar(value)) return expr::make_constant(*scalar);
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
  std::string name = alone ? fmt::format("Elemwise{{{}}}", names_) : fmt::format("Elemwise{{Composite{{{}}}}}", names_);
  auto op =
      base::make_ref<Composite>(std::move(outputs), std::move(dtypes), results[0]->types()[0].shape, std::move(name));
  NodeRef made = Node::make(std::move(op), inputs_);
  made->set_members(std::move(nodes_));
  made->set_label(results.back()->label());
  return made;
}

// Gives the accumulators of each reduction names of their own, as one kernel may hold several reductions. A text that
// combines two accumulators writes the second as the name of the first and _; the new names keep this _.
void KernelBuilder::add_reduction(std::size_t i, const NodeRef& node, std::int64_t count) {
  const auto& op = *op_as<Reduce>(*node);
  const Value& input = node->inputs()[0];
  bool empty_ok = true;
  const array::ReduceTexts texts =
      array::reduction_texts(op.op(), input.type().dtype, op.dtype(), op.correction(), count, &empty_ok, "graph");
  empty_ok_ &= empty_ok;
  Renamed names{{"a", operand(input)}};
  const expr::Statements identity = expr::parse_statements(texts.identity);
  for (const auto& accumulator : identity.outputs)
    for (const char* side : {"", "_", "_0", "_1", "_2", "_3"})
      names.emplace_back(accumulator.name + side, expr::make_input(fmt::format("a{}{}{}", i, accumulator.name, side)));
  std::vector<std::string> reserved{"a", "n"};
  for (const auto& [from, to] : names) reserved.push_back(from);
  const auto take = [&](const std::string& text, expr::Statements& into) {
    for (const auto& output : expr::parse_statements(text, reserved).outputs) {
      bool accumulator = false;
      for (const auto& known : identity.outputs) accumulator |= known.name == output.name;
      if (accumulator) into.outputs.push_back({fmt::format("a{}{}", i, output.name), substitute(output.value, names)});
    }
  };
  if (texts.deviation) parts_.deviations.push_back(parts_.identity.outputs.size());
  take(texts.identity, parts_.identity);
  take(texts.map, parts_.map);
  take(texts.combine, parts_.combine);
  take(texts.next.empty() ? texts.combine : texts.next, parts_.next);
  if (!texts.several.empty()) take(texts.several, parts_.several);
  const expr::Statements finish = expr::parse_statements(texts.finish, reserved);
  ends_.emplace(node.get(), expr::make_cast(op.dtype(), substitute(finish.outputs.back().value, names)));
  nodes_.push_back(node);
}

// Arrays that only nodes behind the reductions read have the shape of the results. They are inputs of the
// last step of the kernel.
void KernelBuilder::add_behind(const NodeRef& node) {
  std::vector<expr::Expr> arguments;
  for (const Value& input : node->inputs()) {
    if (const auto member = ends_.find(input.node.get()); member != ends_.end()) {
      arguments.push_back(member->second);
    } else if (const auto scalar = written_scalar(input)) {
      arguments.push_back(expr::make_constant(*scalar));
    } else {
      const Value outside = resolve_(input);
      const auto [at, fresh] = extra_places_.emplace(outside, extras_.size());
      if (fresh) {
        extras_.push_back(outside);
        parts_.ends.push_back(fmt::format("e{}", at->second));
      }
      arguments.push_back(expr::make_input(parts_.ends[at->second]));
    }
  }
  expr::Expr result = body(*node, std::move(arguments));
  ends_.emplace(node.get(), std::move(result));
  nodes_.push_back(node);
}

NodeRef KernelBuilder::reduction(const std::vector<NodeRef>& reductions, const std::vector<NodeRef>& behind,
                                 const std::vector<NodeRef>& results) {
  const Dims shape = reductions[0]->inputs()[0].type().shape;
  const auto& first = *op_as<Reduce>(*reductions[0]);
  std::int64_t count = 1;
  for (const std::int64_t axis : first.axes()) count *= shape[std::size_t(axis)];
  std::string name;
  const auto add_name = [&](const std::string& one) {
    if (name.size() > kLongestName) return;
    if (!name.empty()) name += ", ";
    name += one;
  };
  for (std::size_t i = 0; i < reductions.size(); ++i) {
    add_reduction(i, reductions[i], count);
    add_name(reductions[i]->op().name());
  }
  for (const NodeRef& node : behind) {
    add_behind(node);
    add_name(short_name(*node));
  }
  std::vector<Type> types;
  for (std::size_t i = 0; i < results.size(); ++i) {
    parts_.finish.outputs.push_back({"r" + std::to_string(i), ends_.at(results[i].get())});
    types.push_back(results[i]->types()[0]);
  }
  const std::size_t mapped = inputs_.size();
  inputs_.insert(inputs_.end(), extras_.begin(), extras_.end());
  if (name.size() > kLongestName) name.replace(kLongestName - 3, std::string::npos, "...");
  auto op = base::make_ref<FusedReduce>(std::move(parts_), mapped, shape, first.axes(), first.keepdims(),
                                        std::move(types), empty_ok_, fmt::format("Reduce{{{}}}", name));
  NodeRef made = Node::make(std::move(op), inputs_);
  made->set_members(std::move(nodes_));
  made->set_label(results.back()->label());
  return made;
}

void check_kernel(const Node& node) {
  runtime::Context* const context = node.place();
  if (!context) return;
  if (const auto* reduction = op_as<FusedReduce>(node)) return reduction->check(node, *context);
  const auto* composite = op_as<Composite>(node);
  if (!composite) return;
  array::KernelLoad load;
  load.inputs = node.inputs().size();
  load.outputs = node.types().size();
  load.kept = axes_above_one(node.types()[0].shape);
  load.wide = node.types()[0].size() >= array::kNarrowLimit;
  const std::string why = array::KernelRoom(context->properties()).elementwise_refusal(load);
  if (!why.empty()) fail(KILN_INVALID_ARGUMENT, "{}: {}", node.op().name(), why);
  composite->check(node);
}

}  // namespace kiln::graph
