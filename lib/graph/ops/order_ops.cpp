// SPDX-License-Identifier: Apache-2.0
// Defines sorts and scans. Their gradients move elements back, or scan the other way round.
#include "graph/ops/order_ops.hpp"

#include <fmt/format.h>

#include "array/fold/caller_scan.hpp"
#include "array/order/sort.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

void check_real(const Value& x, const char* operation) {
  if (base::is_complex(x.type().dtype))
    fail(KILN_TYPE_ERROR, "{}: got {}, expected a real dtype", operation, type_text(x.type()));
}

// r[0] = 0 and r[i] = x[i-1] r[i-1] + y[i-1] along the axis. With `reverse` the sequence begins at the last element.
Value recurrence(const Value& x, const Value& y, std::int64_t axis, bool reverse) {
  ArrayOp::Definition definition{.name = "Recurrence", .key = fmt::format("{} {}", axis, reverse)};
  // The gradient for y is a recurrence too, in the other direction.
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    const Value& from = node.inputs()[0];
    const Value by_y = recurrence(from, g[0], axis, !reverse);
    return Values{apply(expr::Fn::multiply, {by_y, {NodeRef(&node), 0}}), by_y};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::recurrence(*inputs[0], *inputs[1], axis, reverse, *outputs[0], "recurrence");
  };
  return array_value(std::move(definition), {x, y});
}

// The gradient of cumprod without divisions, as a factor may be 0. Every product from element i on has x[i]
// as a factor. So the gradient for x[i] is the product of the factors in front of it, times a recurrence over
// the gradients and factors behind it.
Value product_gradient(const Value& x, const Value& g, std::int64_t axis, bool exclusive, bool reverse) {
  const Value front = scan(KILN_SCAN_PROD, x, axis, true, reverse);
  if (exclusive) return build("f * s", {{"f", front}, {"s", recurrence(x, g, axis, !reverse)}});
  const Value behind = recurrence(x, apply(expr::Fn::multiply, {x, g}), axis, !reverse);
  return build("f * (g + s)", {{"f", front}, {"g", g}, {"s", behind}});
}

}  // namespace

Value sort(const Value& x, std::int64_t given_axis, bool descending) {
  check_real(x, "graph.sort");
  const std::int64_t axis = axis_of(x, given_axis, "graph.sort");
  ArrayOp::Definition definition{.name = "Sort", .key = fmt::format("{} {}", axis, descending)};
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    // argsort of argsort gives the place to which each element was moved.
    return Values{take_along_axis(g[0], argsort(argsort(node.inputs()[0], axis, descending), axis), axis)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::sort(*inputs[0], axis, descending, outputs[0], "sort");
  };
  return array_value(std::move(definition), {x});
}

Value argsort(const Value& x, std::int64_t given_axis, bool descending) {
  check_real(x, "graph.argsort");
  const std::int64_t axis = axis_of(x, given_axis, "graph.argsort");
  ArrayOp::Definition definition{.name = "ArgSort", .key = fmt::format("{} {}", axis, descending)};
  definition.infer = [](std::span<const Type> inputs) { return std::vector<Type>{{KILN_INT64, inputs[0].shape}}; };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::argsort(*inputs[0], axis, descending, outputs[0], "argsort");
  };
  return array_value(std::move(definition), {x});
}

Values topk(const Value& x, std::int64_t k, std::int64_t given_axis, bool largest) {
  check_real(x, "graph.topk");
  const std::int64_t axis = axis_of(x, given_axis, "graph.topk");
  if (k < 0) fail(KILN_INVALID_ARGUMENT, "graph.topk: got k {}, expected at least 0", k);
  ArrayOp::Definition definition{.name = "TopK", .key = fmt::format("{} {} {}", k, axis, largest)};
  definition.infer = [=](std::span<const Type> inputs) {
    std::vector<Type> types{inputs[0], inputs[0]};
    const std::int64_t extent = inputs[0].shape[std::size_t(axis)];
    if (extent != kUnknown && k > extent)
      fail(KILN_INVALID_ARGUMENT, "graph.topk: got k {} along axis {} of {}", k, axis, type_text(inputs[0]));
    for (Type& type : types) type.shape[std::size_t(axis)] = k;
    types[1].dtype = KILN_INT64;
    return types;
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    return Values{scatter_along_axis(node.inputs()[0], {NodeRef(&node), 1}, g[0], axis)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    Ref<array::Array> values(outputs[0]), places(outputs[1]);
    array::topk(*inputs[0], k, axis, largest, &values, &places, "topk");
  };
  return all_outputs(array_node(std::move(definition), {x}));
}

Value searchsorted(const Value& sorted, const Value& values, bool right) {
  for (const Value* x : {&sorted, &values}) check_real(*x, "graph.searchsorted");
  if (sorted.type().ndim() != 1)
    fail(KILN_SHAPE_ERROR, "graph.searchsorted: the sorted values are {}, expected one dimension",
         type_text(sorted.type()));
  ArrayOp::Definition definition{.name = "SearchSorted", .key = right ? "right" : "left"};
  definition.infer = [](std::span<const Type> inputs) { return std::vector<Type>{{KILN_INT64, inputs[1].shape}}; };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::searchsorted(*inputs[0], *inputs[1], right, outputs[0], "searchsorted");
  };
  return array_value(std::move(definition), {sorted, values});
}

Value scan(int op, const Value& given, std::int64_t given_axis, bool exclusive, bool reverse, int dtype) {
  static constexpr const char* kNames[] = {"CumSum", "CumProd", "CumMax", "CumMin"};
  static constexpr const char* kOperations[] = {"graph.cumsum", "graph.cumprod", "graph.cummax", "graph.cummin"};
  const char* const operation = kOperations[op];
  const bool extremum = op == KILN_SCAN_MAX || op == KILN_SCAN_MIN;
  if (extremum) check_real(given, operation);
  const Value x = given_axis == KILN_AXIS_NONE ? flatten(given) : given;
  const std::int64_t axis = given_axis == KILN_AXIS_NONE ? 0 : axis_of(x, given_axis, operation);
  const DType from = x.type().dtype;
  if (extremum && exclusive)
    fail(KILN_INVALID_ARGUMENT, "{}: there is no exclusive form: nothing comes before the first element", operation);
  const DType default_dtype = extremum || base::is_float(from) || base::is_complex(from) ? from
                              : base::is_unsigned(from)                                  ? KILN_UINT64
                                                                                         : KILN_INT64;
  const DType to = dtype >= 0 ? DType(dtype) : default_dtype;
  ArrayOp::Definition definition{.name = kNames[op],
                                 .key = fmt::format("{} {} {} {}", axis, exclusive, reverse, int(to))};
  definition.infer = [=](std::span<const Type> inputs) { return std::vector<Type>{{to, inputs[0].shape}}; };
  if (!extremum)
    definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
      const Value& at = node.inputs()[0];
      const DType input_dtype = at.type().dtype;
      if (!base::is_float(input_dtype)) return Values(1);
      if (op == KILN_SCAN_SUM) return Values{scan(op, cast(gradients[0], input_dtype), axis, exclusive, !reverse)};
      const DType wide = base::compute_dtype(input_dtype);
      const Value factors = cast(at, wide), g = cast(gradients[0], wide);
      return Values{cast(product_gradient(factors, g, axis, exclusive, reverse), input_dtype)};
    };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::ScanOptions options;
    options.axis = axis;
    options.exclusive = exclusive;
    options.reverse = reverse;
    options.dtype = extremum ? -1 : int(to);
    array::scan(*inputs[0], op, options, outputs[0], operation + 6);
  };
  return array_value(std::move(definition), {x});
}

}  // namespace kiln::graph
