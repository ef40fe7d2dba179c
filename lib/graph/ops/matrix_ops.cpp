// SPDX-License-Identifier: Apache-2.0
// Triangles and diagonals of matrices, and products that sum over chosen axes.
#include <fmt/format.h>

#include <algorithm>

#include "array/index/index.hpp"
#include "base/checked.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

Dims distinct_axes(const Value& value, const Dims& axes, const char* operation) {
  Dims out;
  for (const std::int64_t axis : axes) {
    const std::int64_t at = axis_of(value, axis, operation);
    if (contains(out, at)) fail(KILN_INDEX_ERROR, "{}: axis {} is given twice", operation, at);
    out.push_back(at);
  }
  return out;
}

// The gradient of diagonal: zeros in the shape of the node's input, with g added to its diagonal.
Value diagonal_gradient(const Node& node, const Value& g, std::int64_t offset, const Dims& pair) {
  const Value& x = node.inputs()[0];
  const std::size_t ndim = x.type().ndim(), lead = ndim - 2;
  Dims order = others(ndim, pair);
  order.push_back(pair[0]);
  order.push_back(pair[1]);
  const Value moved = dimshuffle(x, order), result{NodeRef(&node), 0};
  const auto places = [&](std::size_t d) {
    Dims at(lead + 1, -1);
    at[d] = 0;
    return dimshuffle(arange_like(result, std::int64_t(d)), at);
  };
  Value flat = make_constant(Scalar::integer(KILN_INT64, 0));
  for (std::size_t d = 0; d < lead; ++d)
    flat = build("f * n + p", {{"f", flat}, {"n", extent(moved, Dims{std::int64_t(d)})}, {"p", places(d)}});
  const Names names{{"f", flat},
                    {"n", extent(moved, Dims{std::int64_t(lead)})},
                    {"m", extent(moved, Dims{std::int64_t(lead) + 1})},
                    {"p", places(lead)},
                    {"r", make_integer(std::max<std::int64_t>(-offset, 0))},
                    {"c", make_integer(std::max<std::int64_t>(offset, 0))}};
  const Value positions = build("(f * n + p + r) * m + p + c", names);
  const Value filled = scatter_add(zeros_like(flatten(moved)), flatten(positions), flatten(g), 0);
  return dimshuffle(reshape_like(filled, moved), inverse_of(order, ndim));
}

// The value as a matrix: the axes `down` become its rows and the axes `across` its columns. The extents are known.
Value as_matrix(const Value& value, const Dims& down, const Dims& across) {
  Dims order = down, shape{1, 1};
  for (const std::int64_t axis : across) order.push_back(axis);
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::int64_t& extent = shape[i < down.size() ? 0 : 1];
    extent = base::checked_mul(extent, value.type().shape[order[i]], "graph.tensordot");
  }
  return reshape(dimshuffle(value, order), shape);
}

// The gradient for one operand sums over the axes that the other operand kept. What is left of the other operand are
// the axes that were summed over, in the other operand's order.
Values tensordot_gradient(const Node& node, const Value& g, const Dims& axes_a, const Dims& axes_b) {
  const Value &a = node.inputs()[0], &b = node.inputs()[1];
  const Dims free_a = others(a.type().ndim(), axes_a), free_b = others(b.type().ndim(), axes_b);
  const auto partners = [](const Dims& axes, const Dims& of, std::size_t ndim) {
    Dims out;
    for (std::size_t axis = 0; axis < ndim; ++axis)
      for (std::size_t i = 0; i < of.size(); ++i)
        if (of[i] == std::int64_t(axis)) out.push_back(axes[i]);
    return out;
  };
  Values results(2);
  if (base::is_float(a.type().dtype)) {
    Dims order = free_a;
    for (const std::int64_t axis : partners(axes_a, axes_b, b.type().ndim())) order.push_back(axis);
    const Value product = tensordot(g, b, counted(free_b.size(), std::int64_t(free_a.size())), free_b);
    results[0] = cast(dimshuffle(product, inverse_of(order, order.size())), a.type().dtype);
  }
  if (base::is_float(b.type().dtype)) {
    Dims order = partners(axes_b, axes_a, a.type().ndim());
    for (const std::int64_t axis : free_b) order.push_back(axis);
    const Value product = tensordot(a, g, free_a, counted(free_a.size()));
    results[1] = cast(dimshuffle(product, inverse_of(order, order.size())), b.type().dtype);
  }
  return results;
}

}  // namespace

Value triangle(const Value& x, bool upper, std::int64_t k) {
  ArrayOp::Definition definition{.name = upper ? "TriU" : "TriL", .key = std::to_string(k)};
  const char* const operation = upper ? "triu" : "tril";
  if (x.type().ndim() < 2)
    fail(KILN_SHAPE_ERROR, "graph.{}: got {}, expected at least two dimensions", operation, type_text(x.type()));
  definition.gradient = [=](const Node&, std::span<const Value> g) { return Values{triangle(g[0], upper, k)}; };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::triangle(*inputs[0], upper, k, outputs[0], operation);
  };
  return array_value(std::move(definition), {x});
}

Value eye(std::int64_t rows, std::int64_t columns, std::int64_t k, DType dtype) {
  if (rows < 0 || columns < 0)
    fail(KILN_SHAPE_ERROR, "graph.eye: got shape ({}, {}), expected extents of at least 0", rows, columns);
  ArrayOp::Definition definition{.name = "Eye", .key = fmt::format("{} {} {} {}", rows, columns, k, int(dtype))};
  definition.infer = [=](std::span<const Type>) { return std::vector<Type>{{dtype, {rows, columns}}}; };
  definition.gradient = [](const Node&, std::span<const Value>) { return Values{}; };
  definition.run = [=](NodeArrays, NodeArrays outputs) {
    array::Array& out = *outputs[0];
    array::fill(out, Scalar::integer(KILN_INT64, 0), "eye");
    const auto ones = array::view(out, layout::diagonal(out.layout(), k, 0, 1, "eye"), true);
    if (ones->size() > 0) array::fill(*ones, Scalar::integer(KILN_INT64, 1), "eye");
  };
  return array_value(std::move(definition), {});
}

Value diagonal(const Value& x, std::int64_t offset, std::int64_t axis1, std::int64_t axis2) {
  const Dims pair = distinct_axes(x, Dims{axis1, axis2}, "graph.diagonal");
  ArrayOp::Definition definition{.name = "Diagonal", .key = fmt::format("{} {}", offset, numbers_text(pair))};
  definition.view = [=](const Layout& layout) {
    return layout::diagonal(layout, offset, pair[0], pair[1], "diagonal");
  };
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    Type type{inputs[0].dtype, {}};
    for (const std::int64_t d : others(inputs[0].ndim(), pair)) type.shape.push_back(inputs[0].shape[d]);
    const std::int64_t rows = inputs[0].shape[pair[0]], columns = inputs[0].shape[pair[1]];
    const bool known = rows != kUnknown && columns != kUnknown;
    const std::int64_t most = offset < 0 ? std::min(rows + offset, columns) : std::min(rows, columns - offset);
    type.shape.push_back(known ? std::max<std::int64_t>(most, 0) : kUnknown);
    return {type};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    return Values{diagonal_gradient(node, g[0], offset, pair)};
  };
  return array_value(std::move(definition), {x});
}

Value merge_axes(const Value& x, const Dims& runs) {
  ArrayOp::Definition definition{.name = "Reshape", .key = "runs " + numbers_text(runs)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    Type type{inputs[0].dtype, {}};
    std::size_t from = 0;
    for (const std::int64_t run : runs) {
      std::int64_t extent = 1;
      for (std::int64_t i = 0; i < run; ++i, ++from)
        extent = extent == kUnknown || inputs[0].shape[from] == kUnknown ? kUnknown : extent * inputs[0].shape[from];
      type.shape.push_back(extent);
    }
    return {type};
  };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    return Values{reshape_like(g[0], node.inputs()[0])};
  };
  definition.expand = [=, infer = definition.infer](const Node&, std::span<const Value> inputs) {
    const Type type = inputs[0].type();
    return Values{reshape(inputs[0], infer({&type, 1})[0].shape)};
  };
  return array_value(std::move(definition), {x});
}

Value tensordot(const Value& a, const Value& b, const Dims& given_a, const Dims& given_b) {
  const Dims axes_a = distinct_axes(a, given_a, "graph.tensordot"),
             axes_b = distinct_axes(b, given_b, "graph.tensordot");
  if (axes_a.size() != axes_b.size())
    fail(KILN_SHAPE_ERROR, "graph.tensordot: got {} and {} axes, expected as many", axes_a.size(), axes_b.size());
  const Dims free_a = others(a.type().ndim(), axes_a), free_b = others(b.type().ndim(), axes_b);
  ArrayOp::Definition definition{.name = "TensorDot",
                                 .key = fmt::format("{} {}", numbers_text(axes_a), numbers_text(axes_b)),
                                 .worth_keeping = true};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    const Type &left = inputs[0], &right = inputs[1];
    for (std::size_t i = 0; i < axes_a.size(); ++i) {
      const std::int64_t n = left.shape[axes_a[i]], m = right.shape[axes_b[i]];
      if (n != m && n != kUnknown && m != kUnknown)
        fail(KILN_SHAPE_ERROR, "graph.tensordot: shapes {} and {}: axis {} of a has extent {} and axis {} of b {}",
             extents_text(left.shape), extents_text(right.shape), axes_a[i], n, axes_b[i], m);
    }
    Dims shape;
    for (const std::int64_t axis : free_a) shape.push_back(left.shape[axis]);
    for (const std::int64_t axis : free_b) shape.push_back(right.shape[axis]);
    return {{base::promote(left.dtype, right.dtype), shape}};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    return tensordot_gradient(node, g[0], axes_a, axes_b);
  };
  definition.expand = [=](const Node& node, std::span<const Value> inputs) {
    const Value rows = as_matrix(inputs[0], free_a, axes_a), columns = as_matrix(inputs[1], axes_b, free_b);
    return Values{reshape(dot(rows, columns), node.types()[0].shape)};
  };
  return array_value(std::move(definition), {a, b});
}

}  // namespace kiln::graph
