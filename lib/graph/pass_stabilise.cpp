// SPDX-License-Identifier: Apache-2.0
// Forms that lose digits or overflow, replaced by forms that do not.
#include <unordered_set>

#include "graph/leaf.hpp"
#include "graph/nn_ops.hpp"
#include "graph/pass.hpp"
#include "graph/reduce_op.hpp"
#include "graph/shape_ops.hpp"

namespace kiln::graph {
namespace {

using expr::Fn;

// The arguments of fn, or null.
const Values* arguments(const Value& value, Fn fn) {
  const auto* function = op_as<Pointwise>(value);
  return function && function->fn() == fn ? &value.node->inputs() : nullptr;
}
// x of exp(x).
const Value* exponent(const Value& value) {
  const Values* x = arguments(value, Fn::exp);
  return x ? &(*x)[0] : nullptr;
}
// The other summand of 1 + x.
const Value* beside_one(const Value& value) {
  const Values* x = arguments(value, Fn::add);
  if (!x) return nullptr;
  if (is_constant((*x)[0], 1)) return &(*x)[1];
  return is_constant((*x)[1], 1) ? &(*x)[0] : nullptr;
}
const Value* argument_of(const Value& value, NamedFunction::Kind kind) {
  const auto* function = op_as<NamedFunction>(value);
  return function && function->kind() == kind ? &value.node->inputs()[0] : nullptr;
}
Value negated(const Value& value) {
  const Values* x = arguments(value, Fn::negative);
  return x ? (*x)[0] : apply(Fn::negative, {value});
}

Value divided(const Values& x) {
  // 1 / (1 + exp(-x)) and exp(x) / (1 + exp(x)) are sigmoid(x).
  const Value* rest = beside_one(x[1]);
  const Value* power = rest ? exponent(*rest) : nullptr;
  if (power && is_constant(x[0], 1)) return sigmoid(negated(*power));
  const Value* above = exponent(x[0]);
  if (power && above && *above == *power) return sigmoid(*power);
  // exp(x) / sum(exp(x)) along an axis is softmax(x).
  if (!above) return {};
  Value below = x[1];
  if (op_as<DimShuffle>(below)) below = below.node->inputs()[0];
  const auto* sum = op_as<Reduce>(below);
  if (sum && sum->op() == KILN_REDUCE_SUM && sum->axes().size() == 1 && below.node->inputs()[0] == x[0] &&
      x[1].type().ndim() == x[0].type().ndim() && x[1].type().shape[std::size_t(sum->axes()[0])] == 1)
    return softmax(*above, sum->axes()[0]);
  return {};
}

Value logarithm(const Value& x) {
  if (const Value* of = argument_of(x, NamedFunction::Kind::sigmoid))
    return apply(Fn::negative, {softplus(negated(*of))});
  if (const Value* rest = beside_one(x)) {
    if (const Value* power = exponent(*rest)) return softplus(*power);
    return apply(Fn::log1p, {*rest});
  }
  if (const Values* difference = arguments(x, Fn::subtract); difference && is_constant((*difference)[0], 1))
    return apply(Fn::log1p, {apply(Fn::negative, {(*difference)[1]})});
  if (const auto* soft = op_as<Softmax>(x); soft && !soft->logarithm())
    return softmax(x.node->inputs()[0], soft->axis(), true);
  if (const auto* sum = op_as<Reduce>(x); sum && sum->op() == KILN_REDUCE_SUM)
    if (const Value* power = exponent(x.node->inputs()[0]))
      return reduce(KILN_REDUCE_LOGSUMEXP, *power, sum->axes(), sum->keepdims());
  return {};
}

Value stable(const Pointwise& function, const Values& x) {
  switch (function.fn()) {
    case Fn::divide:
    case Fn::true_divide:
      return divided(x);
    case Fn::log:
      return logarithm(x[0]);
    case Fn::log1p:
      if (const Value* power = exponent(x[0])) return softplus(*power);
      break;
    case Fn::subtract:
      // 1 - sigmoid(x) is sigmoid(-x), exp(x) - 1 is expm1(x).
      if (is_constant(x[0], 1))
        if (const Value* of = argument_of(x[1], NamedFunction::Kind::sigmoid)) return sigmoid(negated(*of));
      if (is_constant(x[1], 1))
        if (const Value* power = exponent(x[0])) return apply(Fn::expm1, {*power});
      break;
    default:
      break;
  }
  return {};
}

}  // namespace

Values stabilise(std::span<const Value> values, std::span<const Value> fixed) {
  std::unordered_set<const Node*> kept;
  for (const Value& value : fixed)
    if (value) kept.insert(value.node.get());
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    if (kept.count(node.get())) return all_outputs(node);
    const auto* function = op_as<Pointwise>(*node);
    if (!function) return {};
    // What a form replaces must be what the program computes in.
    if (!base::is_float(node->types()[0].dtype)) return {};
    const Value better = stable(*function, inputs);
    if (!better || !(better.type().dtype == node->types()[0].dtype)) return {};
    return {better};
  });
}

}  // namespace kiln::graph
