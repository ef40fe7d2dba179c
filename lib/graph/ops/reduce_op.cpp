// SPDX-License-Identifier: Apache-2.0
// How reductions infer types, compute gradients and run.
#include "graph/ops/reduce_op.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <kiln/scan.h>

#include <algorithm>

#include "array/fold/reduce.hpp"
#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/order_ops.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

// Puts the axes that the reduction removed back, with extent 1, so that `value` broadcasts against the input.
Value along_input(const Value& value, const Node& node, const Reduce& op) {
  const Value& input = node.inputs()[0];
  if (op.keepdims()) return value;
  Dims order;
  std::int64_t at = 0;
  for (std::size_t i = 0; i < input.type().ndim(); ++i)
    order.push_back(contains(op.axes(), std::int64_t(i)) ? -1 : at++);
  return dimshuffle(value, order);
}

// For each element, the product of all other elements over these axes. It is the product of the elements in
// front times that of the elements behind; dividing the whole product by the element would fail at 0.
Value other_products(const Value& x, const Dims& axes) {
  if (axes.empty()) return ones_like(x);
  Dims order = others(x.type().ndim(), axes), runs(order.size(), 1);
  runs.push_back(std::int64_t(axes.size()));
  for (const std::int64_t axis : axes) order.push_back(axis);
  const bool single_axis = axes.size() == 1;
  const Value moved = dimshuffle(x, order);
  const Value flat = single_axis ? x : merge_axes(moved, runs);
  const std::int64_t axis = single_axis ? axes[0] : -1;
  const Value products = apply(expr::Fn::multiply, {scan(KILN_SCAN_PROD, flat, axis, true, false),
                                                    scan(KILN_SCAN_PROD, flat, axis, true, true)});
  return single_axis ? products : dimshuffle(reshape_like(products, moved), inverse_of(order, order.size()));
}

}  // namespace

std::string Reduce::name() const { return fmt::format("{}{{{}}}", array::reduction_name(op_), fmt::join(axes_, ",")); }
std::string Reduce::key() const {
  return fmt::format("Reduce {} {} {} {} {}", op_, fmt::join(axes_, ","), keepdims_, int(dtype_),
                     base::hexadecimal(correction_));
}

std::vector<Type> Reduce::infer(std::span<const Type> inputs) const {
  if (inputs.size() != 1) fail(KILN_INVALID_ARGUMENT, "graph.{}: got {} inputs, expected 1", name(), inputs.size());
  Dims shape;
  for (std::size_t i = 0; i < inputs[0].ndim(); ++i) {
    const bool goes = contains(axes_, std::int64_t(i));
    if (!goes || keepdims_) shape.push_back(goes ? 1 : inputs[0].shape[i]);
  }
  return {{dtype_, shape}};
}

Values Reduce::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value& x = node.inputs()[0];
  if (!base::is_float(x.type().dtype)) return {Value{}};
  if (fixed_dtype() < 0) return {Value{}};  // the result is a truth value, a count or a position
  // The gradient is computed in float32 at least, as the number of elements may exceed what float16 can hold.
  const DType dtype = x.type().dtype, wide = base::compute_dtype(dtype);
  const Value g = cast(along_input(gradients[0], node, *this), wide);
  const Value r = cast(along_input({NodeRef(&node), 0}, node, *this), wide);
  Names names{{"x", cast(x, wide)}, {"g", g}, {"r", r}, {"n", cast(extent(x, axes_), wide)}};
  const auto given = [&](const char* text) { return Values{cast(build(text, names), dtype)}; };
  // A factor that is the same for all elements of one result. It is computed in the shape of the result and
  // then broadcast.
  const auto share = [&](const char* text) {
    const Names share_names{{"g", cast(gradients[0], wide)}, {"n", names[3].second}, {"k", make_number(correction_)}};
    return along_input(build(text, share_names), node, *this);
  };
  switch (op_) {
    case KILN_REDUCE_SUM:
      return {broadcast_like(cast(g, dtype), x)};
    case KILN_REDUCE_MEAN:
      return {broadcast_like(cast(share("g / n"), dtype), x)};
    case KILN_REDUCE_MAX:
    case KILN_REDUCE_MIN: {
      // Elements that equal the extremum share the gradient evenly.
      const Value hit = cast(build("x == r", names), wide);
      names.emplace_back("hit", hit);
      names.emplace_back("hits", reduce(KILN_REDUCE_SUM, hit, axes_, true));
      return given("hit * (g / hits)");
    }
    case KILN_REDUCE_PROD:
      names.emplace_back("others", other_products(names[0].second, axes_));
      return given("g * others");
    case KILN_REDUCE_VAR:
    case KILN_REDUCE_STD: {
      names.emplace_back("u", reduce(KILN_REDUCE_MEAN, names[0].second, axes_, true));
      names.emplace_back("s", share(op_ == KILN_REDUCE_VAR ? "2 * g / max(n - k, 0)" : "g / max(n - k, 0)"));
      if (op_ == KILN_REDUCE_VAR) return given("(x - u) * s");
      // Where all elements are equal, the gradient of the deviation is 0, like that of a norm at 0.
      return given("r == 0 ? 0 : (x - u) / (r == 0 ? 1 : r) * s");
    }
    case KILN_REDUCE_NORM:
      return given("g * (x / (r == 0 ? 1 : r))");
    case KILN_REDUCE_LOGSUMEXP:
      // Where all elements are -inf, the gradient is 0.
      return given("g * exp(x - (r == -inf ? 0 : r))");
    default:
      return Op::gradient(node, gradients);
  }
}

int Reduce::fixed_dtype() const {
  const auto decided = {KILN_REDUCE_ANY, KILN_REDUCE_ALL, KILN_REDUCE_ARGMAX, KILN_REDUCE_ARGMIN,
                        KILN_REDUCE_COUNT_NONZERO};
  return std::find(decided.begin(), decided.end(), op_) == decided.end() ? int(dtype_) : -1;
}

Runner Reduce::prepare(const Node&, runtime::Context&) const {
  const int dtype = base::is_bool(dtype_) ? -1 : fixed_dtype();
  return [=, self = Ref<const Reduce>(this), name = array::reduction_name(op_)](NodeArrays inputs, NodeArrays outputs) {
    array::reduce(*inputs[0], self->op_, {false, self->axes_, self->keepdims_}, dtype, self->correction_, outputs[0],
                  name);
  };
}

Value reduce(int op, const Value& value, std::optional<Dims> axes, bool keepdims, int dtype, double correction) {
  const std::string operation = fmt::format("graph.{}", array::reduction_name(op));
  const std::size_t ndim = value.type().ndim();
  Dims sorted;
  if (axes) {
    for (const std::int64_t axis : *axes)
      sorted.push_back(std::int64_t(layout::normalize_axis(axis, ndim, operation.c_str())));
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      fail(KILN_INDEX_ERROR, "{}: an axis is given twice: got {}", operation, layout::shape_text(*axes));
  } else {
    sorted = counted(ndim);
  }
  const DType result = array::reduction_dtype(op, value.type().dtype, dtype, correction, operation.c_str());
  return single(base::make_ref<Reduce>(op, sorted, keepdims, result, correction), {value});
}

}  // namespace kiln::graph
