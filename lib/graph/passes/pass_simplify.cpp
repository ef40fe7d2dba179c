// SPDX-License-Identifier: Apache-2.0
// Brings the graph to a canonical form: constants are folded, neutral operations dropped, chains of views
// joined into one, and broadcasts moved behind the elementwise operations that use them.
#include <algorithm>
#include <cmath>

#include "base/flags/flags.hpp"
#include "graph/node/axes.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Converts and broadcasts a value, where needed, to the type of the node that it replaces.
Value as_type(const Value& value, const Type& type) { return broadcast_to(cast(value, type.dtype), type.shape); }

// Folds an elementwise operation whose operands are all numbers. Empty if they are not.
Value fold(const Node& node, const Elementwise& op, const Values& inputs) {
  std::vector<Scalar> scalars;
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  for (const Value& input : inputs) {
    const auto scalar = constant_scalar(input);
    if (!scalar) return {};
    names.push_back("x" + std::to_string(scalars.size()));
    types.push_back({scalar->dtype, true, false});
    scalars.push_back(*scalar);
  }
  const expr::Statements::Output output{"r", op.outputs()[0]};
  const int dtype = int(node.types()[0].dtype);
  const expr::Program program = expr::compile({&output, 1}, names, types, {&dtype, 1}, base::flag_floatX());
  Scalar result[1];
  expr::interpret(program, scalars, 0, result);
  return broadcast_to(make_constant(result[0]), node.types()[0].shape);
}

// Folds a cast of a constant. Empty for other operands.
Value fold_cast(const Cast& op, const Value& input) {
  const auto* constant = op_as<Constant>(input);
  if (!constant) return {};
  const HostValue& from = constant->value();
  HostValue to{op.dtype(), from.shape, {}};
  const std::size_t size = base::dtype_size(from.dtype), wanted = base::dtype_size(to.dtype);
  to.bytes.resize(from.bytes.size() / size * wanted);
  for (std::size_t i = 0; i * size < from.bytes.size(); ++i)
    Scalar::load(from.dtype, from.bytes.data() + i * size).cast(to.dtype).store(to.bytes.data() + i * wanted);
  return make_constant(std::move(to));
}

// Whether the value, converted to the dtype, is a zero of this sign. The zero of integers counts as both.
bool is_zero(const Value& value, bool negative, DType dtype) {
  if (!is_constant(value, 0)) return false;
  const Scalar scalar = constant_scalar(value)->cast(dtype);
  return !base::is_float(dtype) || std::signbit(scalar.re) == negative;
}

// The operand that an operation with a neutral element returns, or empty.
Value neutral(const Node& node, const Pointwise& function, const Values& x) {
  const Type& type = node.types()[0];
  // Multiplying by the complex number 1 changes a number that has an infinite part.
  if (base::is_complex(type.dtype)) return {};
  const auto keep = [&](const Value& value) {
    return value.type().dtype == type.dtype ? as_type(value, type) : Value{};
  };
  switch (function.fn()) {
    case expr::Fn::multiply:
      if (is_constant(x[0], 1)) return keep(x[1]);
      if (is_constant(x[1], 1)) return keep(x[0]);
      break;
    case expr::Fn::add:
      // -0.0 is neutral for additions; 0.0 is not, as -0.0 + 0.0 is 0.0.
      if (is_zero(x[0], true, type.dtype)) return keep(x[1]);
      if (is_zero(x[1], true, type.dtype)) return keep(x[0]);
      break;
    case expr::Fn::subtract:
      if (is_zero(x[1], false, type.dtype)) return keep(x[0]);
      break;
    case expr::Fn::true_divide:
      if (is_constant(x[1], 1)) return keep(x[0]);
      break;
    case expr::Fn::negative:
      if (const auto* inner = op_as<Pointwise>(x[0]); inner && inner->fn() == expr::Fn::negative)
        return keep(x[0].node->inputs()[0]);
      break;
    case expr::Fn::pow:
      if (is_constant(x[1], 1)) return keep(x[0]);
      if (is_constant(x[1], 2) && x[0].type().dtype == type.dtype)
        return as_type(apply(expr::Fn::multiply, {x[0], x[0]}), type);
      break;
    default:
      break;
  }
  return {};
}

// f(broadcast(a), b) becomes f(a, b), which is broadcast afterwards if b does not give it the shape.
Value sink_broadcasts(const Node& node, const Values& inputs) {
  Values stripped = inputs;
  bool any = false;
  for (Value& input : stripped)
    while (op_as<BroadcastTo>(input)) {
      input = input.node->inputs()[0];
      any = true;
    }
  if (!any) return {};
  return broadcast_to(single(node.op_ref(), std::move(stripped)), node.types()[0].shape);
}

// A simpler form of a view, or empty.
Value simplify_view(const Node& node, const Values& inputs) {
  const Value& x = inputs[0];
  if (x.type() == node.types()[0] && (op_as<Reshape>(node) || op_as<BroadcastTo>(node))) return x;
  if (op_as<Reshape>(node) && op_as<Reshape>(x)) {
    // A reshape of another view may copy, and is then better read in both shapes than made twice.
    const Value& from = x.node->inputs()[0];
    if (from.type() == node.types()[0]) return from;
    if (!op_as<DimShuffle>(from) && !op_as<Subtensor>(from) && !op_as<BroadcastTo>(from))
      return reshape(from, node.types()[0].shape);
  }
  if (op_as<BroadcastTo>(node) && op_as<BroadcastTo>(x))
    return broadcast_to(x.node->inputs()[0], node.types()[0].shape);
  if (const auto* shuffle = op_as<DimShuffle>(node)) {
    if (const auto* inner = op_as<DimShuffle>(x)) {
      Dims order;
      for (const std::int64_t axis : shuffle->order()) order.push_back(axis < 0 ? -1 : inner->order()[axis]);
      return dimshuffle(x.node->inputs()[0], order);
    }
    if (shuffle->order() == counted(x.type().ndim())) return x;
    // The view only drops axes that the reduction keeps: reduce without keepdims instead.
    if (const auto* reduction = op_as<Reduce>(x); reduction && reduction->keepdims()) {
      Dims order;
      const Dims kept = others(x.type().ndim(), reduction->axes());
      bool drops = shuffle->order().size() < x.type().ndim();
      for (const std::int64_t axis : shuffle->order()) {
        const auto at = std::find(kept.begin(), kept.end(), axis);
        drops = drops && (axis < 0 || at != kept.end());
        order.push_back(axis < 0 ? -1 : at - kept.begin());
      }
      if (drops)
        return dimshuffle(reduce(reduction->op(), x.node->inputs()[0], reduction->axes(), false,
                                 reduction->fixed_dtype(), reduction->correction()),
                          order);
    }
    // A view of a broadcast number is a broadcast of that number.
    if (const auto scalar = constant_scalar(x)) return broadcast_to(make_constant(*scalar), node.types()[0].shape);
  }
  return {};
}

// A reduction over axes of extent 1 only drops these axes.
Value simplify_reduce(const Reduce& op, const Values& inputs) {
  const auto same = {KILN_REDUCE_SUM, KILN_REDUCE_PROD, KILN_REDUCE_MAX, KILN_REDUCE_MIN, KILN_REDUCE_MEAN};
  if (std::find(same.begin(), same.end(), op.op()) == same.end()) return {};
  const Value& x = inputs[0];
  if (x.type().dtype != op.dtype()) return {};
  Dims order;
  for (std::size_t i = 0; i < x.type().ndim(); ++i) {
    const bool goes = contains(op.axes(), std::int64_t(i));
    if (goes && x.type().shape[i] != 1) return {};
    if (!goes || op.keepdims()) order.push_back(std::int64_t(i));
  }
  return dimshuffle(x, order);
}

// A reduction of permuted axes becomes a reduction of the value itself, if the axes that stay are in their
// original order.
Value reduce_unshuffled(const Reduce& op, const Values& inputs) {
  const auto* shuffle = op_as<DimShuffle>(inputs[0]);
  if (!shuffle || op.keepdims()) return {};
  // argmax and argmin over several axes give a position in the order of the axes.
  const bool places = op.op() == KILN_REDUCE_ARGMAX || op.op() == KILN_REDUCE_ARGMIN;
  if (places && op.axes().size() != 1) return {};
  const Value& x = inputs[0].node->inputs()[0];
  Dims axes;
  std::int64_t last = -1;
  for (std::size_t d = 0; d < shuffle->order().size(); ++d) {
    const std::int64_t axis = shuffle->order()[d];
    const bool goes = contains(op.axes(), std::int64_t(d));
    if (goes && axis >= 0) axes.push_back(axis);
    if (!goes && axis <= last) return {};
    if (!goes) last = axis;
  }
  // Axes that the permutation leaves out have extent 1.
  for (const std::int64_t axis : others(x.type().ndim(), shuffle->order())) axes.push_back(axis);
  if (axes.empty() || (places && axes.size() != 1)) return {};
  return reduce(op.op(), x, axes, false, op.fixed_dtype(), op.correction());
}

}  // namespace

Values simplify(std::span<const Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    Value simpler;
    if (const auto* op = op_as<Elementwise>(*node); op && node->types().size() == 1) {
      simpler = fold(*node, *op, inputs);
      if (const auto* conversion = op_as<Cast>(*node); conversion && !simpler)
        simpler = fold_cast(*conversion, inputs[0]);
      if (const auto* function = op_as<Pointwise>(*node); function && !simpler)
        simpler = neutral(*node, *function, inputs);
      if (!simpler) simpler = sink_broadcasts(*node, inputs);
    } else if (const auto* reduction = op_as<Reduce>(*node)) {
      simpler = simplify_reduce(*reduction, inputs);
      if (!simpler) simpler = reduce_unshuffled(*reduction, inputs);
    } else if (!inputs.empty()) {
      simpler = simplify_view(*node, inputs);
    }
    return simpler ? Values{simpler} : Values{};
  });
}

}  // namespace kiln::graph
