// SPDX-License-Identifier: Apache-2.0
// Replaces alpha * a b + beta * c by one BLAS operation, and products with a vector by reductions, which
// fusion can join with their neighbours.
#include <cmath>
#include <limits>
#include <unordered_map>

#include "graph/node/leaf.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

using expr::Fn;
using Uses = std::unordered_map<Value, int, ValueHash>;

// alpha times a value.
struct Scaled {
  double alpha = 1;
  Value value;
  std::vector<NodeRef> through;  // the multiplications that the factor alpha replaces
};

// Whether a BLAS may multiply by this number in place of separate operations. It may not by zero: a BLAS does
// not read what it would multiply by zero, so a NaN would be lost. Subnormal and overflowing factors are
// refused too, as the product of several may lose digits or overflow where multiplying one by one would not.
bool scales(double number, DType dtype) {
  if (base::compute_dtype(dtype) == KILN_FLOAT64) return std::isnormal(number);
  return std::fabs(number) >= std::numeric_limits<float>::min() &&
         std::fabs(number) <= std::numeric_limits<float>::max();
}

// Follows multiplications by numbers, and negations, to the first value that is neither.
Scaled scaled(const Value& value, const Uses& uses) {
  Scaled out{1, value, {}};
  // Nodes that have other users are computed anyway.
  while (uses.count(out.value) && uses.at(out.value) == 1) {
    const auto* function = op_as<Pointwise>(out.value);
    if (!function) break;
    const Values& x = out.value.node->inputs();
    double factor = -1;
    std::size_t at = 0;
    if (function->fn() == Fn::multiply) {
      const auto left = constant_scalar(x[0]), right = constant_scalar(x[1]);
      if (left && base::is_float(left->dtype)) {
        factor = left->re;
        at = 1;
      } else if (right && base::is_float(right->dtype)) {
        factor = right->re;
      } else {
        break;
      }
    } else if (function->fn() != Fn::negative) {
      break;
    }
    if (!scales(out.alpha * factor, out.value.type().dtype)) break;
    out.alpha *= factor;
    out.through.push_back(out.value.node);
    out.value = Value(x[at]);
  }
  return out;
}

// Whether a BLAS can compute the product, and nothing but the caller's node uses it.
bool matrix_product(const Value& value, const Uses& uses) {
  return op_as<Dot>(value) && uses.count(value) && uses.at(value) == 1 && value.type().ndim() == 2 &&
         base::is_float(value.type().dtype) && value.node->inputs()[0].type().dtype == value.type().dtype &&
         value.node->inputs()[1].type().dtype == value.type().dtype;
}

// The node as a Gemm, or empty.
Value gemm_of(const NodeRef& node, const Pointwise& function, const Values& x, const Uses& uses) {
  if (function.fn() != Fn::add && function.fn() != Fn::subtract) return {};
  const double sign = function.fn() == Fn::subtract ? -1 : 1;
  Scaled sides[2] = {scaled(x[0], uses), scaled(x[1], uses)};
  sides[1].alpha *= sign;
  for (int i : {1, 0}) {
    const Scaled &product = sides[i], &other = sides[1 - i];
    if (!matrix_product(product.value, uses) || !(product.value.type() == node->types()[0]) ||
        !(other.value.type() == node->types()[0]) || constant_scalar(other.value))
      continue;
    const Values& factors = product.value.node->inputs();
    const Value made = single(base::make_ref<Gemm>(product.alpha, other.alpha), {factors[0], factors[1], other.value});
    std::vector<NodeRef> members{node, product.value.node};
    for (const Scaled& side : sides) members.insert(members.end(), side.through.begin(), side.through.end());
    made.node->set_members(std::move(members));
    return made;
  }
  return {};
}

// A matrix product with one row or one column as a sum of elementwise products, or empty.
Value as_reduction(const Node& node, const Values& x) {
  const Type& type = node.types()[0];
  if (!base::is_float(type.dtype) || x[0].type().dtype != type.dtype || x[1].type().dtype != type.dtype) return {};
  const std::size_t n = type.ndim();
  // Products are summed unrounded, as in a matrix product.
  const DType wide = base::compute_dtype(type.dtype);
  const bool column = type.shape[n - 1] == 1, row = type.shape[n - 2] == 1;
  if (!column && !row) return {};
  // `many` is (..., m, k) and `one` is (..., 1, k). If b is a column, they are a and that column; if a is a row,
  // they are the transposed b and that row.
  const Value many = cast(column ? x[0] : swap_last(x[1]), wide);
  const Value one = cast(column ? swap_last(x[1]) : x[0], wide);
  const Value sum = reduce(KILN_REDUCE_SUM, apply(Fn::multiply, {many, one}), Dims{-1}, true, wide);
  return cast(column ? sum : swap_last(sum), type.dtype);
}

}  // namespace

Values recognise_products(std::span<const Value> values) {
  Uses uses;
  for (const NodeRef& node : topological(values))
    for (const Value& input : node->inputs()) ++uses[input];
  for (const Value& value : values) ++uses[value];
  // `uses` counts nodes of the old graph. A node made by this pass counts as often as the node that it replaces.
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    Value better;
    if (const auto* function = op_as<Pointwise>(*node))
      better = gemm_of(node, *function, inputs, uses);
    else if (op_as<Dot>(*node))
      better = as_reduction(*node, inputs);
    if (better) {
      uses[better] = uses[{node, 0}];
      return {better};
    }
    if (inputs == node->inputs()) return {};
    const NodeRef copy = with_inputs(node, inputs);
    for (std::uint32_t i = 0; i < node->types().size(); ++i) uses[{copy, i}] = uses[{node, i}];
    return all_outputs(copy);
  });
}

}  // namespace kiln::graph
