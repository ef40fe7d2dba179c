// SPDX-License-Identifier: Apache-2.0
// Rows that are longer than registers or caches hold. The maximum and the sum of exponentials of a softmax are then one
// reduction, which reads the elements once. M. Milakov and N. Gimelshein, "Online normalizer calculation for softmax",
// 2018.
#include <kiln/reduce.h>

#include "array/fold/row_program.hpp"
#include "codegen/tuning/tuning.hpp"
#include "graph/fusion/fuse.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {
namespace {

bool on_cpu(const Node& node) { return codegen::traits_of(node.place()->properties()).cpu; }

// Whether the value is the result of a reduction, with its axes where those of the reduced value are.
bool is_result(const Node& reduction, const Value& value) {
  const auto& op = *op_as<Reduce>(reduction);
  const auto ndim = reduction.inputs()[0].type().ndim();
  if (value.node.get() == &reduction) {
    if (op.keepdims()) return true;
    // Without the reduced axes it broadcasts from the right, so these must be the first ones.
    for (std::size_t i = 0; i < op.axes().size(); ++i)
      if (op.axes()[i] != std::int64_t(i)) return false;
    return true;
  }
  const auto* shuffle = op_as<DimShuffle>(value);
  if (!shuffle || op.keepdims() || value.node->inputs()[0].node.get() != &reduction) return false;
  std::int64_t kept = 0;
  Dims order;
  for (std::size_t d = 0; d < ndim; ++d) order.push_back(contains(op.axes(), std::int64_t(d)) ? -1 : kept++);
  return shuffle->order() == order;
}

// The maximum m of x in the sum of exp(x - m); null if the node is no such sum.
NodeRef maximum_of(const Node& sum) {
  const auto* reduction = op_as<Reduce>(sum);
  const auto is = [](const Node& node, expr::Fn fn) {
    const auto* function = op_as<Pointwise>(node);
    return function && function->fn() == fn;
  };
  const Node& exponential = *sum.inputs()[0].node;
  if (reduction->op() != KILN_REDUCE_SUM || !is(exponential, expr::Fn::exp)) return nullptr;
  const Node& difference = *exponential.inputs()[0].node;
  if (!is(difference, expr::Fn::subtract)) return nullptr;
  const Value &x = difference.inputs()[0], &shift = difference.inputs()[1];
  const NodeRef maximum = op_as<Reduce>(shift)       ? shift.node
                          : op_as<DimShuffle>(shift) ? shift.node->inputs()[0].node
                                                     : nullptr;
  const auto* most = maximum ? op_as<Reduce>(*maximum) : nullptr;
  if (!most || most->op() != KILN_REDUCE_MAX || most->axes() != reduction->axes() ||
      most->keepdims() != reduction->keepdims() || maximum->inputs()[0] != x || maximum->place() != sum.place() ||
      maximum->types() != sum.types() || x.type().dtype != sum.types()[0].dtype || !is_result(*maximum, shift))
    return nullptr;
  return maximum;
}

// One reduction that gives the maximum and the sum.
NodeRef join(const NodeRef& maximum, const NodeRef& sum, const Value& x) {
  const auto& op = *op_as<Reduce>(*sum);
  const Type& type = x.type();
  std::int64_t count = 1;
  for (const std::int64_t axis : op.axes()) count *= type.shape[std::size_t(axis)];
  bool empty_ok = true;
  array::ReduceTexts texts =
      array::reduction_texts(KILN_REDUCE_LOGSUMEXP, type.dtype, op.dtype(), 0, count, &empty_ok, "graph");
  // Without a finite maximum, the sum is NaN, as exp(inf - inf) is. With a NaN it is NaN, and m may be a number.
  texts.finish = "most = s == s ? m : s; total = isinf(m) ? nan : s";
  array::Reduction::Parts parts = array::parse_fold(texts, {"a"}, "graph");
  parts.map.inputs = {"x0"};
  for (auto& output : parts.map.outputs) output.value = substitute(output.value, {{"a", input_name(0)}});
  for (auto& output : parts.finish.outputs) output.value = expr::make_cast(op.dtype(), output.value);
  auto made = base::make_ref<FusedReduce>(std::move(parts), 1, type.shape, op.axes(), op.keepdims(),
                                          std::vector<Type>{maximum->types()[0], sum->types()[0]}, empty_ok,
                                          fmt::format("Reduce{{{}, exp, {}}}", maximum->op().name(), sum->op().name()));
  NodeRef node = Node::make(std::move(made), {x});
  node->set_place(sum->place());
  node->set_members({maximum, sum->inputs()[0].node->inputs()[0].node, sum->inputs()[0].node, sum});
  return node;
}

// Whether the rows are too long for a row program that holds so many operands like the one that is reduced. On CPU
// devices only columns count, and only where kernels have vectors of them. Those that reduce rows are slower with both
// results.
bool too_long(const Node& node, std::size_t operands) {
  const auto* reduction = op_as<Reduce>(node);
  if (!reduction || !node.place()) return false;
  const Type& type = node.inputs()[0].type();
  if (on_cpu(node)) {
    const codegen::Traits traits = codegen::traits_of(node.place()->properties());
    std::int64_t beside = 1;
    for (std::size_t d = type.shape.size(); d-- > 0 && !contains(reduction->axes(), std::int64_t(d));)
      beside *= type.shape[d];
    // Exponentials of float64 take longer than reading and writing them.
    if (base::compute_dtype(type.dtype) != KILN_FLOAT32) return false;
    if (!traits.vectors || beside < std::int64_t(traits.tuning->reduce.cpu_few_columns)) return false;
  }
  array::RowParts parts;
  parts.shape = type.shape;
  parts.reduced = reduction->axes();
  parts.operands.assign(operands, {type.dtype, true});
  const auto& device = node.place()->properties();
  return on_cpu(node) ? !array::row_refusal(device, parts, true).empty() : !array::rows_held(device, parts);
}

}  // namespace

bool reduces_long_rows(const Node& node) { return too_long(node, 1); }

Values join_exponentials(std::span<const Value> values, bool on_cpus) {
  std::unordered_map<const Node*, NodeRef> sums;  // the sum of each maximum
  std::unordered_map<const Node*, const Node*> maxima;
  std::unordered_map<const Node*, int> readers;
  const std::vector<NodeRef> order = topological(values);
  for (const NodeRef& node : order)
    for (const Value& input : node->inputs()) ++readers[input.node.get()];
  for (const NodeRef& node : order) {
    if (!op_as<Reduce>(*node)) continue;
    const NodeRef maximum = maximum_of(*node);
    if (!on_cpus && node->place() && on_cpu(*node)) continue;
    // The block of a softmax on a CPU device has what it reads, keeps and writes. A row program without other readers
    // of the exponentials has only what it reads.
    const bool keeps = maximum && node->place() && on_cpu(*node) && readers[node->inputs()[0].node.get()] > 1;
    if (!maximum || !too_long(*node, keeps ? 3 : 1) || !sums.emplace(maximum.get(), node).second) continue;
    maxima.emplace(node.get(), maximum.get());
  }
  if (sums.empty()) return {values.begin(), values.end()};
  std::unordered_map<const Node*, NodeRef> joined;
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    if (const auto sum = sums.find(node.get()); sum != sums.end())
      return {{joined[node.get()] = join(node, sum->second, inputs[0]), 0}};
    const auto maximum = maxima.find(node.get());
    if (maximum == maxima.end()) return {};
    return {{joined.at(maximum->second), 1}};
  });
}

}  // namespace kiln::graph
