// SPDX-License-Identifier: Apache-2.0
// Replaces formulas that lose digits or overflow by equivalent ones that do not. Only formulas that compute
// in floating point throughout are replaced, as integers wrap around where real numbers do not.
#include <algorithm>
#include <unordered_set>

#include "graph/node/axes.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

using expr::Fn;

Value negated(const Value& value) {
  const auto* function = op_as<Pointwise>(value);
  return function && function->fn() == Fn::negative ? value.node->inputs()[0] : apply(Fn::negative, {value});
}

// Broadcasts a value to the type of the node that it replaces. Returns an empty Value if that is not possible. It
// may be needed because an operand with more axes has disappeared from the formula.
Value fitted(const Value& value, const Type& type) {
  if (!value || value.type().dtype != type.dtype) return {};
  if (value.type().shape == type.shape) return value;
  if (type.known()) return broadcast_to(value, type.shape);
  Dims order(type.ndim() - value.type().ndim(), -1);
  for (const std::int64_t axis : counted(value.type().ndim())) order.push_back(axis);
  const Value wider = dimshuffle(value, order);
  return wider.type().shape == type.shape ? wider : Value{};
}

class Stabiliser {
 public:
  explicit Stabiliser(std::span<const Value> fixed) {
    for (const Value& value : fixed)
      if (value) fixed_.insert(value.node.get());
  }

  Values operator()(const NodeRef& node, const Values& inputs) {
    if (fixed_.count(node.get())) return all_outputs(node);
    const auto* function = op_as<Pointwise>(*node);
    const Type& type = node->types()[0];
    if (!function || !base::is_float(type.dtype)) return {};
    through_ = {node};
    const Value better = fitted(stable(*function, inputs, type.dtype), type);
    if (!better) return {};
    better.node->set_members(through_);
    return {better};
  }

 private:
  // The value's operation if that is a T and the value's node is not fixed, so may be replaced; else null.
  template <class T>
  const T* replaced(const Value& value) const {
    return fixed_.count(value.node.get()) ? nullptr : op_as<T>(value);
  }
  // The arguments of the value if it is fn(arguments), computed in the dtype of the result; else null.
  const Values* arguments(const Value& value, Fn fn) {
    const auto* function = replaced<Pointwise>(value);
    if (!function || function->fn() != fn) return nullptr;
    const Values& x = value.node->inputs();
    if (!computes_in(x, value.type().dtype, fn == Fn::exp)) return nullptr;
    through_.push_back(value.node);
    return &x;
  }
  // Whether all operands have this dtype. The number 1 may have any dtype, unless it is the only operand (`alone`).
  static bool computes_in(const Values& x, DType dtype, bool alone) {
    return std::all_of(x.begin(), x.end(), [&](const Value& each) {
      return each.type().dtype == dtype || (!alone && is_constant(each, 1));
    });
  }
  // The x if the value is exp(x), else null.
  const Value* exponent(const Value& value) {
    const Values* x = arguments(value, Fn::exp);
    return x ? &(*x)[0] : nullptr;
  }
  // The x if the value is 1 + x or x + 1, else null.
  const Value* beside_one(const Value& value) {
    const Values* x = arguments(value, Fn::add);
    if (!x) return nullptr;
    if (is_constant((*x)[0], 1)) return &(*x)[1];
    return is_constant((*x)[1], 1) ? &(*x)[0] : nullptr;
  }
  // The x if the value is sigmoid(x), else null.
  const Value* of_sigmoid(const Value& value) {
    const auto* function = replaced<NamedFunction>(value);
    if (!function || function->kind() != NamedFunction::Kind::sigmoid) return nullptr;
    through_.push_back(value.node);
    return &value.node->inputs()[0];
  }

  // The reduction along one axis whose result the value is, in the shape in which it broadcasts against the
  // elements that were reduced. Null if the value is something else.
  const Node* beside_elements(const Value& value, int op) {
    std::vector<NodeRef> views;
    Dims order = counted(value.type().ndim());
    Value at = value;
    while (const auto* shuffle = replaced<DimShuffle>(at)) {
      for (std::int64_t& axis : order) axis = axis < 0 ? -1 : shuffle->order()[std::size_t(axis)];
      views.push_back(at.node);
      at = at.node->inputs()[0];
    }
    const auto* reduction = replaced<Reduce>(at);
    if (!reduction || reduction->op() != op || reduction->axes().size() != 1) return nullptr;
    const Type& elements = at.node->inputs()[0].type();
    if (at.type().dtype != elements.dtype || order.size() > elements.ndim()) return nullptr;
    // Broadcasting adds the leading axes that the result does not have.
    while (order.size() < elements.ndim()) order.insert(0, -1);
    std::int64_t kept = 0;
    for (std::size_t d = 0; d < elements.ndim(); ++d) {
      const bool goes = reduction->axes()[0] == std::int64_t(d);
      const std::int64_t expected = goes && !reduction->keepdims() ? -1 : kept++;
      if (order[d] != expected && !(goes && order[d] < 0)) return nullptr;
    }
    through_.insert(through_.end(), views.begin(), views.end());
    through_.push_back(at.node);
    return at.node.get();
  }

  // The x if the value is x - max(x) along the axis, else the value. Softmax gives the same for both.
  Value unshifted(Value value, std::int64_t axis) {
    while (true) {
      const std::size_t before = through_.size();
      const Values* x = arguments(value, Fn::subtract);
      const Node* greatest = x ? beside_elements((*x)[1], KILN_REDUCE_MAX) : nullptr;
      if (!greatest || !(greatest->inputs()[0] == (*x)[0]) || op_as<Reduce>(*greatest)->axes()[0] != axis) {
        through_.resize(before);  // forget the nodes that arguments() added
        return value;
      }
      value = Value((*x)[0]);
    }
  }

  // A stable form of x[0] / x[1], or empty.
  Value divided(const Values& x) {
    // 1 / (1 + exp(-x)) and exp(x) / (1 + exp(x)) are sigmoid(x).
    const Value* rest = beside_one(x[1]);
    const Value* power = rest ? exponent(*rest) : nullptr;
    if (power && is_constant(x[0], 1)) return sigmoid(negated(*power));
    const Value* above = exponent(x[0]);
    if (!above) return {};
    if (power && *above == *power) return sigmoid(*power);
    // exp(x) / sum(exp(x)) along an axis is softmax(x).
    const Node* sum = beside_elements(x[1], KILN_REDUCE_SUM);
    const Value* summed = sum ? exponent(sum->inputs()[0]) : nullptr;
    if (!summed || !(*summed == *above)) return {};
    const std::int64_t axis = op_as<Reduce>(*sum)->axes()[0];
    return softmax(unshifted(*above, axis), axis);
  }

  // A stable form of log(x), or empty.
  Value logarithm(const Value& x) {
    if (const Value* of = of_sigmoid(x)) return apply(Fn::negative, {softplus(negated(*of))});
    if (const Value* rest = beside_one(x)) {
      if (const Value* power = exponent(*rest)) return softplus(*power);
      return apply(Fn::log1p, {*rest});
    }
    if (const Values* difference = arguments(x, Fn::subtract); difference && is_constant((*difference)[0], 1))
      return apply(Fn::log1p, {apply(Fn::negative, {(*difference)[1]})});
    if (const auto* soft = replaced<Softmax>(x); soft && !soft->logarithm()) {
      through_.push_back(x.node);
      return softmax(x.node->inputs()[0], soft->axis(), true);
    }
    if (const auto* sum = replaced<Reduce>(x); sum && sum->op() == KILN_REDUCE_SUM) return logarithm_of_sum(x, *sum);
    return {};
  }

  // log(sum(exp(x))) becomes logsumexp(x). It stays if there are no elements, or if x is already a distance
  // from the maximum, which cannot overflow.
  Value logarithm_of_sum(const Value& x, const Reduce& sum) {
    const Value* power = exponent(x.node->inputs()[0]);
    if (!power) return {};
    const Dims& axes = sum.axes();
    if (std::any_of(axes.begin(), axes.end(),
                    [&](std::int64_t axis) { return power->type().shape[std::size_t(axis)] == 0; }))
      return {};
    if (axes.size() == 1 && !(unshifted(*power, axes[0]) == *power)) return {};
    through_.push_back(x.node);
    return reduce(KILN_REDUCE_LOGSUMEXP, *power, axes, sum.keepdims());
  }

  // A stable form of function(x), or empty. The form computes throughout in `dtype`, that of the result.
  Value stable(const Pointwise& function, const Values& x, DType dtype) {
    if (!computes_in(x, dtype, function.fn() == Fn::log || function.fn() == Fn::log1p)) return {};
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
          if (const Value* of = of_sigmoid(x[1])) return sigmoid(negated(*of));
        if (is_constant(x[1], 1))
          if (const Value* power = exponent(x[0])) return apply(Fn::expm1, {*power});
        break;
      default:
        break;
    }
    return {};
  }

  std::unordered_set<const Node*> fixed_;  // these nodes are not replaced
  std::vector<NodeRef> through_;           // the nodes that the new form replaces
};

}  // namespace

Values stabilise(std::span<const Value> values, std::span<const Value> fixed) {
  return rewrite(values, Stabiliser(fixed));
}

}  // namespace kiln::graph
