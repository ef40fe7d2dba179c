// SPDX-License-Identifier: Apache-2.0
// Reductions in graphs.
#include "graph/reduce_op.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "array/reduce.hpp"
#include "graph/elementwise_op.hpp"
#include "graph/leaf.hpp"
#include "graph/shape_ops.hpp"

namespace kiln::graph {
namespace {

// The result of a reduction, or its gradient, along the input's axes again.
Value along_input(const Value& value, const Node& node, const Reduce& op) {
  const Value& input = node.inputs()[0];
  if (op.keepdims()) return value;
  Dims order;
  std::int64_t at = 0;
  for (std::size_t i = 0; i < input.type().ndim(); ++i) {
    const bool goes = std::find(op.axes().begin(), op.axes().end(), std::int64_t(i)) != op.axes().end();
    order.push_back(goes ? -1 : at++);
  }
  return dimshuffle(value, order);
}

}  // namespace

std::string Reduce::name() const {
  return fmt::format("{}{{{}}}", array::reduction_name(op_), fmt::join(axes_, ","));
}
std::string Reduce::key() const {
  return fmt::format("Reduce {} {} {} {} {:a}", op_, fmt::join(axes_, ","), keepdims_, int(dtype_),
                     correction_);
}

std::vector<Type> Reduce::infer(std::span<const Type> inputs) const {
  if (inputs.size() != 1)
    fail(KILN_INVALID_ARGUMENT, "graph.{}: got {} inputs, expected 1", name(), inputs.size());
  Dims shape;
  for (std::size_t i = 0; i < inputs[0].ndim(); ++i) {
    const bool goes = std::find(axes_.begin(), axes_.end(), std::int64_t(i)) != axes_.end();
    if (!goes || keepdims_) shape.push_back(goes ? 1 : inputs[0].shape[i]);
  }
  return {{dtype_, shape}};
}

Values Reduce::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value& x = node.inputs()[0];
  if (!base::is_float(x.type().dtype)) return {Value{}};
  const auto none = {KILN_REDUCE_ANY, KILN_REDUCE_ALL, KILN_REDUCE_COUNT_NONZERO, KILN_REDUCE_ARGMAX,
                     KILN_REDUCE_ARGMIN};
  if (std::find(none.begin(), none.end(), op_) != none.end()) return {Value{}};
  const DType dtype = x.type().dtype;
  const Value g = cast(along_input(gradients[0], node, *this), dtype);
  const Value r = cast(along_input({NodeRef(&node), 0}, node, *this), dtype);
  const Names names{{"x", x}, {"g", g}, {"r", r}, {"n", cast(extent(x, axes_), dtype)}};
  const auto mean = [&] { return reduce(KILN_REDUCE_MEAN, x, axes_, true); };
  switch (op_) {
    case KILN_REDUCE_SUM:
      return {broadcast_like(g, x)};
    case KILN_REDUCE_MEAN: {
      // In the shape of the result, so that it is computed where that is.
      const Value share =
          build("g / n", {{"g", cast(gradients[0], dtype)}, {"n", cast(extent(x, axes_), dtype)}});
      return {broadcast_like(along_input(share, node, *this), x)};
    }
    case KILN_REDUCE_MAX:
    case KILN_REDUCE_MIN: {
      // Shared evenly by the elements that are the extremum.
      const Value hit = cast(build("x == r", names), dtype);
      const Value hits = reduce(KILN_REDUCE_SUM, hit, axes_, true);
      return {build("hit * (g / hits)", {{"hit", hit}, {"g", g}, {"hits", hits}})};
    }
    case KILN_REDUCE_PROD: {
      // The product of the other elements, with zeros among them.
      const Value zeros = reduce(KILN_REDUCE_SUM, cast(build("x == 0", names), dtype), axes_, true);
      const Value others = reduce(KILN_REDUCE_PROD, build("where(x == 0, 1, x)", names), axes_, true);
      Names more = names;
      more.emplace_back("zeros", zeros);
      more.emplace_back("others", others);
      return {build("g * where(x == 0, where(zeros == 1, others, 0), where(zeros == 0, r / x, 0))", more)};
    }
    case KILN_REDUCE_VAR:
    case KILN_REDUCE_STD: {
      Names more = names;
      more.emplace_back("u", mean());
      more.emplace_back("k", make_number(correction_));
      return {
          build(op_ == KILN_REDUCE_VAR ? "2 * (x - u) * g / (n - k)" : "(x - u) * g / ((n - k) * r)", more)};
    }
    case KILN_REDUCE_NORM:
      return {build("where(r == 0, 0, g * x / r)", names)};
    case KILN_REDUCE_LOGSUMEXP:
      return {build("g * exp(x - r)", names)};
    default:
      return Op::gradient(node, gradients);
  }
}

Runner Reduce::prepare(const Node&, runtime::Context&) const {
  const Dims axes = axes_;
  const int op = op_;
  const bool keepdims = keepdims_;
  const double correction = correction_;
  const char* name = array::reduction_name(op_);
  const bool fixed = base::is_bool(dtype_) || op_ == KILN_REDUCE_ARGMAX || op_ == KILN_REDUCE_ARGMIN ||
                     op_ == KILN_REDUCE_COUNT_NONZERO;
  const int dtype = fixed ? -1 : int(dtype_);
  return [=](std::span<array::Array* const> inputs, std::span<array::Array* const> outputs) {
    array::reduce(*inputs[0], op, {false, axes, keepdims}, dtype, correction, outputs[0], name);
  };
}

Value reduce(int op, const Value& value, std::optional<Dims> axes, bool keepdims, int dtype,
             double correction) {
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
    for (std::size_t i = 0; i < ndim; ++i) sorted.push_back(std::int64_t(i));
  }
  const DType result = array::reduction_dtype(op, value.type().dtype, dtype, correction, operation.c_str());
  return single(base::make_ref<Reduce>(op, sorted, keepdims, result, correction), {value});
}

}  // namespace kiln::graph
