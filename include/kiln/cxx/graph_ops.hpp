// SPDX-License-Identifier: Apache-2.0
// Operations on variables of graphs: functions and operators that call kiln_graph_apply().
// docs/reference/graph_operations.md describes them.
#ifndef KILN_CXX_GRAPH_OPS_HPP
#define KILN_CXX_GRAPH_OPS_HPP

#include <kiln/index.h>
#include <kiln/cxx/graph.hpp>
#include <kiln/cxx/pool.hpp>

namespace kiln::graph {

#define KILN_GRAPH_UNARY(name) \
  inline Variable name(const Variable& x) { return apply(#name, {x}); }
#define KILN_GRAPH_BINARY(name) \
  inline Variable name(const Variable& x, const Variable& y) { return apply(#name, {x, y}); }
KILN_GRAPH_UNARY(abs)
KILN_GRAPH_UNARY(ceil)
KILN_GRAPH_UNARY(cos)
KILN_GRAPH_UNARY(cosh)
KILN_GRAPH_UNARY(erf)
KILN_GRAPH_UNARY(exp)
KILN_GRAPH_UNARY(expm1)
KILN_GRAPH_UNARY(floor)
KILN_GRAPH_UNARY(log)
KILN_GRAPH_UNARY(log1p)
KILN_GRAPH_UNARY(log2)
KILN_GRAPH_UNARY(log10)
KILN_GRAPH_UNARY(relu)
KILN_GRAPH_UNARY(rint)
KILN_GRAPH_UNARY(round)
KILN_GRAPH_UNARY(sigmoid)
KILN_GRAPH_UNARY(sign)
KILN_GRAPH_UNARY(sin)
KILN_GRAPH_UNARY(sinh)
KILN_GRAPH_UNARY(softplus)
KILN_GRAPH_UNARY(sqrt)
KILN_GRAPH_UNARY(square)
KILN_GRAPH_UNARY(tan)
KILN_GRAPH_UNARY(tanh)
KILN_GRAPH_UNARY(isnan)
KILN_GRAPH_UNARY(isinf)
KILN_GRAPH_UNARY(zeros_like)
KILN_GRAPH_UNARY(ones_like)
KILN_GRAPH_UNARY(zero_gradient)
KILN_GRAPH_UNARY(disconnected_gradient)
KILN_GRAPH_BINARY(atan2)
KILN_GRAPH_BINARY(cross_entropy)
KILN_GRAPH_BINARY(dot)
KILN_GRAPH_BINARY(floor_divide)
KILN_GRAPH_BINARY(outer)
KILN_GRAPH_BINARY(pow)
KILN_GRAPH_BINARY(equal)
KILN_GRAPH_BINARY(not_equal)
KILN_GRAPH_BINARY(logical_and)
KILN_GRAPH_BINARY(logical_or)
#undef KILN_GRAPH_UNARY
#undef KILN_GRAPH_BINARY
inline Variable maximum(const Variable& x, const Variable& y) { return apply("max", {x, y}); }
inline Variable minimum(const Variable& x, const Variable& y) { return apply("min", {x, y}); }
// condition ? x : y for each element, Theano's switch.
inline Variable where(const Variable& condition, const Variable& x, const Variable& y) {
  return apply("where", {condition, x, y});
}
// x if the condition, a number without axes, is not 0, else y. What only the other side needs is not computed
// (docs/reference/loops.md).
inline Variable ifelse(const Variable& condition, const Variable& x, const Variable& y) {
  return apply("ifelse", {condition, x, y});
}
// Several values, as many on both sides.
inline Variables ifelse(const Variable& condition, const Variables& x, const Variables& y) {
  if (x.size() != y.size())
    throw Error(KILN_INVALID_ARGUMENT, "graph.ifelse: got sides of " + std::to_string(x.size()) + " and " +
                                           std::to_string(y.size()) + " variables, expected as many on both");
  Variables inputs{condition};
  inputs.insert(inputs.end(), x.begin(), x.end());
  inputs.insert(inputs.end(), y.begin(), y.end());
  return apply("ifelse", inputs, KILN_GRAPH_OPTIONS_INIT, x.size());
}
inline Variable clip(const Variable& x, const Variable& low, const Variable& high) {
  return apply("clamp", {x, low, high});
}

// `/` and `%` are Python's, as those of arrays are (docs/reference/operations/elementwise.md); Python's `//` is
// floor_divide.
inline Variable operator+(const Variable& x, const Variable& y) { return apply("add", {x, y}); }
inline Variable operator-(const Variable& x, const Variable& y) { return apply("subtract", {x, y}); }
inline Variable operator*(const Variable& x, const Variable& y) { return apply("multiply", {x, y}); }
inline Variable operator/(const Variable& x, const Variable& y) { return apply("true_divide", {x, y}); }
inline Variable operator%(const Variable& x, const Variable& y) { return apply("floor_mod", {x, y}); }
inline Variable operator-(const Variable& x) { return apply("negative", {x}); }
inline Variable operator<(const Variable& x, const Variable& y) { return apply("less", {x, y}); }
inline Variable operator<=(const Variable& x, const Variable& y) { return apply("less_equal", {x, y}); }
inline Variable operator>(const Variable& x, const Variable& y) { return apply("greater", {x, y}); }
inline Variable operator>=(const Variable& x, const Variable& y) { return apply("greater_equal", {x, y}); }

// The reductions have the same parameters as those of kiln::GpuArray.
inline Variable reduce(const std::string& operation, const Variable& x, const Axes& axes = {}, bool keepdims = false,
                       kiln_dtype dtype = KILN_DTYPE_AUTO, double correction = 0) {
  const auto given = axes.options(keepdims);
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axes = given.axes;
  options.axis_count = given.axis_count;
  options.keepdims = keepdims;
  options.dtype = dtype;
  options.numbers[0] = correction;
  return apply(operation, {x}, options);
}
#define KILN_GRAPH_REDUCTION(name)                                                      \
  inline Variable name(const Variable& x, const Axes& axes = {}, bool keepdims = false, \
                       kiln_dtype dtype = KILN_DTYPE_AUTO) {                            \
    return reduce(#name, x, axes, keepdims, dtype);                                     \
  }
KILN_GRAPH_REDUCTION(sum)
KILN_GRAPH_REDUCTION(prod)
KILN_GRAPH_REDUCTION(mean)
#undef KILN_GRAPH_REDUCTION
// The sum of squared deviations divided by (number of elements - correction).
inline Variable var(const Variable& x, const Axes& axes = {}, bool keepdims = false, double correction = 0) {
  return reduce("var", x, axes, keepdims, KILN_DTYPE_AUTO, correction);
}
inline Variable stddev(const Variable& x, const Axes& axes = {}, bool keepdims = false, double correction = 0) {
  return reduce("std", x, axes, keepdims, KILN_DTYPE_AUTO, correction);
}
#define KILN_GRAPH_REDUCTION(name, operation)                                             \
  inline Variable name(const Variable& x, const Axes& axes = {}, bool keepdims = false) { \
    return reduce(operation, x, axes, keepdims);                                          \
  }
KILN_GRAPH_REDUCTION(max, "reduce_max")
KILN_GRAPH_REDUCTION(min, "reduce_min")
KILN_GRAPH_REDUCTION(argmax, "argmax")
KILN_GRAPH_REDUCTION(argmin, "argmin")
KILN_GRAPH_REDUCTION(any, "any")
KILN_GRAPH_REDUCTION(all, "all")
KILN_GRAPH_REDUCTION(norm, "norm")
KILN_GRAPH_REDUCTION(logsumexp, "logsumexp")
#undef KILN_GRAPH_REDUCTION

inline Variable softmax(const Variable& x, std::int64_t axis = -1) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axis = axis;
  return apply("softmax", {x}, options);
}
inline Variable log_softmax(const Variable& x, std::int64_t axis = -1) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axis = axis;
  return apply("log_softmax", {x}, options);
}
inline Variable cast(const Variable& x, kiln_dtype dtype) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.dtype = dtype;
  return apply("cast", {x}, options);
}
// x, of which the program states extents, -1 for one that it does not state.
inline Variable specify_shape(const Variable& x, const Shape& shape) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.shape = shape.data();
  options.shape_count = shape.size();
  return apply("specify_shape", {x}, options);
}
inline Variable set_subtensor(const Variable& x, const std::vector<kiln_index>& indices, const Variable& y) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.indices = indices.data();
  options.index_count = indices.size();
  return apply("set_subtensor", {x, y}, options);
}
inline Variable inc_subtensor(const Variable& x, const std::vector<kiln_index>& indices, const Variable& y) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.indices = indices.data();
  options.index_count = indices.size();
  return apply("inc_subtensor", {x, y}, options);
}

// ---- Elements by position ----

namespace detail {
inline kiln_graph_options at_axis(std::int64_t axis, double number = 0, int flag = 0) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axis = axis;
  options.numbers[0] = number;
  options.flag = flag;
  return options;
}
inline kiln_graph_options of_shape(const Shape& shape, std::int64_t axis = -1) {
  kiln_graph_options options = at_axis(axis);
  options.shape = shape.data();
  options.shape_count = shape.size();
  return options;
}
}  // namespace detail

// x[..., indices, ...], with `indices` along the axis.
inline Variable take(const Variable& x, const Variable& indices, std::int64_t axis = 0) {
  return apply("take", {x, indices}, detail::at_axis(axis));
}
inline Variable take_along_axis(const Variable& x, const Variable& indices, std::int64_t axis = -1) {
  return apply("take_along_axis", {x, indices}, detail::at_axis(axis));
}
// A copy of x after x[..., indices, ...] = values (put) or += values (scatter_add).
inline Variable put(const Variable& x, const Variable& indices, const Variable& values, std::int64_t axis = 0) {
  return apply("put", {x, indices, values}, detail::at_axis(axis));
}
inline Variable scatter_add(const Variable& x, const Variable& indices, const Variable& values, std::int64_t axis = 0) {
  return apply("scatter_add", {x, indices, values}, detail::at_axis(axis));
}
// x[start : start + length]. A new value of the variable `start` does not make the function compile again.
inline Variable slice(const Variable& x, const Variable& start, std::int64_t length, std::int64_t axis = 0) {
  return apply("slice", {x, start}, detail::at_axis(axis, double(length)));
}

// ---- From other values ----

inline Variable concat(const Variables& inputs, std::int64_t axis = 0) {
  return apply("concat", inputs, detail::at_axis(axis));
}
inline Variable stack(const Variables& inputs, std::int64_t axis = 0) {
  return apply("stack", inputs, detail::at_axis(axis));
}
inline Variables split(const Variable& x, const Shape& sizes, std::int64_t axis = 0) {
  return apply("split", {x}, detail::of_shape(sizes, axis), sizes.size());
}
// Splits into pieces that are as equal as can be. It is a template so that {6} is a list for the function above.
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
Variables split(const Variable& x, T pieces, std::int64_t axis = 0) {
  if constexpr (std::is_signed_v<T>)
    if (pieces < 0)
      throw Error(KILN_INVALID_ARGUMENT, "graph.split: got " + std::to_string(pieces) + " pieces, expected at least 1");
  return split(x, Shape(static_cast<std::size_t>(pieces), -1), axis);
}
inline Variable repeat(const Variable& x, std::int64_t count, std::int64_t axis = 0) {
  return apply("repeat", {x}, detail::at_axis(axis, double(count)));
}
inline Variable tile(const Variable& x, const Shape& repeats) { return apply("tile", {x}, detail::of_shape(repeats)); }
// Rolls x as if it were flat. It is a template so that {1} is a list of shifts for the function below.
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
Variable roll(const Variable& x, T shift) {
  const Shape shifts{static_cast<std::int64_t>(shift)};
  return apply("roll", {x}, detail::of_shape(shifts));
}
inline Variable roll(const Variable& x, const Shape& shifts, const Shape& axes) {
  kiln_graph_options options = detail::of_axes(axes);
  options.shape = shifts.data();
  options.shape_count = shifts.size();
  return apply("roll", {x}, options);
}
inline Variable flip(const Variable& x) { return apply("flip", {x}); }
inline Variable flip(const Variable& x, const Shape& axes) { return apply("flip", {x}, detail::of_axes(axes)); }
// Puts elements around x, as pad() and pad_constant() of arrays do.
namespace detail {
inline Variable pad(const Variable& x, const PadWidths& widths, kiln_pad_mode mode, double value) {
  const Shape flat = kiln::detail::flat(widths);
  kiln_graph_options options = of_shape(flat);
  options.numbers[0] = value;
  options.numbers[1] = double(mode);
  return apply("pad", {x}, options);
}
}  // namespace detail
inline Variable pad(const Variable& x, const PadWidths& widths, kiln_pad_mode mode = KILN_PAD_CONSTANT) {
  return detail::pad(x, widths, mode, 0);
}
inline Variable pad_constant(const Variable& x, const PadWidths& widths, double value) {
  return detail::pad(x, widths, KILN_PAD_CONSTANT, value);
}
inline Variable alloc(const Variable& value, const Shape& shape) {
  return apply("alloc", {value}, detail::of_shape(shape));
}

// ---- Matrices ----

inline Variable tril(const Variable& x, std::int64_t k = 0) {
  return apply("tril", {x}, detail::at_axis(-1, double(k)));
}
inline Variable triu(const Variable& x, std::int64_t k = 0) {
  return apply("triu", {x}, detail::at_axis(-1, double(k)));
}
inline Variable eye(std::int64_t rows, std::int64_t columns, std::int64_t k = 0, kiln_dtype dtype = KILN_FLOATX) {
  const Shape shape{rows, columns};
  kiln_graph_options options = detail::of_shape(shape);
  options.numbers[0] = double(k);
  options.dtype = dtype;
  return apply("eye", {}, options);
}
inline Variable diagonal(const Variable& x, std::int64_t offset = 0, std::int64_t axis1 = 0, std::int64_t axis2 = 1) {
  const std::int64_t axes[] = {axis1, axis2};
  kiln_graph_options options = detail::at_axis(-1, double(offset));
  options.axes = axes;
  options.axis_count = 2;
  return apply("diagonal", {x}, options);
}
inline Variable batched_dot(const Variable& x, const Variable& y) { return apply("batched_dot", {x, y}); }
// The sums of products over pairs of axes, axes_x[i] of x with axes_y[i] of y.
inline Variable tensordot(const Variable& x, const Variable& y, const Shape& axes_x, const Shape& axes_y) {
  std::vector<std::int64_t> axes(axes_x.begin(), axes_x.end());
  axes.insert(axes.end(), axes_y.begin(), axes_y.end());
  return apply("tensordot", {x, y}, detail::of_axes(axes));
}

// ---- Convolutions ----

namespace detail {
inline std::size_t conv_rank(const Variable& x) {
  const std::size_t ndim = x.ndim();
  return ndim >= 3 && ndim <= 5 ? ndim - 2 : 0;
}
}  // namespace detail

// The same as those of arrays (kiln/cxx/conv.hpp, pool.hpp), with gradients.
inline Variable conv(const Variable& x, const Variable& filters, const Conv& how = {}) {
  return how.with(detail::conv_rank(x), "graph.conv", [&](const kiln_conv_options& conv) {
    kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
    options.conv = &conv;
    return apply("conv", {x, filters}, options);
  });
}
inline Variable conv_transpose(const Variable& y, const Variable& filters, const Conv& how = {},
                               const Shape& extents = {}) {
  return how.with(detail::conv_rank(y), "graph.conv_transpose", [&](const kiln_conv_options& conv) {
    kiln_graph_options options = detail::of_shape(extents);
    options.conv = &conv;
    return apply("conv_transpose", {y, filters}, options);
  });
}
inline Variable conv_filter_gradient(const Variable& x, const Variable& y, const Shape& extents, const Conv& how = {}) {
  return how.with(detail::conv_rank(x), "graph.conv_filter_gradient", [&](const kiln_conv_options& conv) {
    kiln_graph_options options = detail::of_shape(extents);
    options.conv = &conv;
    return apply("conv_filter_gradient", {x, y}, options);
  });
}
inline Variable pool(const Variable& x, kiln_pool_op op, const Pool& how = {}) {
  return how.with(detail::conv_rank(x), "graph.pool", [&](const kiln_pool_options& pool) {
    kiln_graph_options options = detail::at_axis(-1, 0, op);
    options.pool = &pool;
    return apply("pool", {x}, options);
  });
}
// `y` is the gradient by the result of pool().
inline Variable pool_gradient(const Variable& x, const Variable& y, kiln_pool_op op, const Pool& how = {}) {
  return how.with(detail::conv_rank(x), "graph.pool_gradient", [&](const kiln_pool_options& pool) {
    kiln_graph_options options = detail::at_axis(-1, 0, op);
    options.pool = &pool;
    return apply("pool_gradient", {x, y}, options);
  });
}
inline Variable upsample(const Variable& x, const Shape& extents, kiln_upsample_mode mode = KILN_UPSAMPLE_NEAREST,
                         bool channels_last = false) {
  kiln_graph_options options = detail::of_shape(extents);
  options.flag = int(mode) | (channels_last ? 2 : 0);
  return apply("upsample", {x}, options);
}
// `y` is the gradient by the result of upsample(), `extents` are those of its input.
inline Variable upsample_gradient(const Variable& y, const Shape& extents,
                                  kiln_upsample_mode mode = KILN_UPSAMPLE_NEAREST, bool channels_last = false) {
  kiln_graph_options options = detail::of_shape(extents);
  options.flag = int(mode) | (channels_last ? 2 : 0);
  return apply("upsample_gradient", {y}, options);
}

// ---- Order ----

inline Variable sort(const Variable& x, std::int64_t axis = -1, bool descending = false) {
  return apply("sort", {x}, detail::at_axis(axis, 0, descending));
}
inline Variable argsort(const Variable& x, std::int64_t axis = -1, bool descending = false) {
  return apply("argsort", {x}, detail::at_axis(axis, 0, descending));
}
// The values, then their indices.
inline Variables topk(const Variable& x, std::int64_t k, std::int64_t axis = -1, bool largest = true) {
  return apply("topk", {x}, detail::at_axis(axis, double(k), !largest), 2);
}
inline Variable searchsorted(const Variable& sorted, const Variable& values, bool right = false) {
  return apply("searchsorted", {sorted, values}, detail::at_axis(-1, 0, right));
}
#define KILN_GRAPH_SCAN(name)                                                                                     \
  inline Variable name(const Variable& x, std::int64_t axis = -1, bool exclusive = false, bool reverse = false) { \
    return apply(#name, {x}, detail::at_axis(axis, 0, (exclusive ? 1 : 0) | (reverse ? 2 : 0)));                  \
  }
KILN_GRAPH_SCAN(cumsum)
KILN_GRAPH_SCAN(cumprod)
KILN_GRAPH_SCAN(cummax)
KILN_GRAPH_SCAN(cummin)
#undef KILN_GRAPH_SCAN

}  // namespace kiln::graph

#endif
