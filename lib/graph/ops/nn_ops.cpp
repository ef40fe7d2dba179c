// SPDX-License-Identifier: Apache-2.0
// Activation functions, softmax and cross entropy.
#include "graph/ops/nn_ops.hpp"

#include <cstring>

#include "base/flags/flags.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

Dims last_axis(const Value& scores) { return {std::int64_t(scores.type().ndim()) - 1}; }

// The logarithm of the sum of exp(scores) over the classes, with an extent of 1 in their place.
Value total(const Value& scores) { return reduce(KILN_REDUCE_LOGSUMEXP, scores, last_axis(scores), true); }

// A value of the labels' axes with an axis of extent 1 behind them.
Value beside_classes(const Value& value) {
  Dims order;
  for (std::size_t i = 0; i < value.type().ndim(); ++i) order.push_back(std::int64_t(i));
  order.push_back(-1);
  return dimshuffle(value, order);
}

// Tells for each element of scores whether its place in the row is the row's label.
Value hits(const Value& scores, const Value& given) {
  const std::int64_t axis = last_axis(scores)[0];
  const Value labels = checked(given, scores, std::size_t(axis), false, "cross_entropy");
  // Class numbers are compared as int64, as the labels' dtype may be too small for all of them.
  return apply(expr::Fn::equal, {arange_like(scores, axis), cast(beside_classes(labels), KILN_INT64)});
}

std::vector<Type> cross_entropy_type(std::span<const Type> inputs) {
  const Type &scores = inputs[0], &labels = inputs[1];
  const auto refuse = [&](kiln_status status, const char* expected) {
    fail(status, "graph.cross_entropy: got {} and {}, expected {}", type_text(scores), type_text(labels), expected);
  };
  if (!base::is_integer(labels.dtype) || !base::is_float(scores.dtype))
    refuse(KILN_TYPE_ERROR, "floating-point scores and integer labels");
  if (scores.ndim() == 0 || labels.ndim() + 1 != scores.ndim())
    refuse(KILN_SHAPE_ERROR, "scores (..., classes) and labels (...)");
  Type out{scores.dtype, {}};
  for (std::size_t i = 0; i < labels.ndim(); ++i) {
    const std::int64_t rows = scores.shape[i], others = labels.shape[i];
    // A known extent of 1 beside an unknown one would broadcast.
    const bool fits = rows == others || (rows == kUnknown && others != 1) || (others == kUnknown && rows != 1);
    if (!fits) refuse(KILN_SHAPE_ERROR, "a label for each row");
    out.shape.push_back(rows == kUnknown ? others : rows);
  }
  return {std::move(out)};
}

// The same value in floating point if its dtype is an integer or bool: bool has no negation, and the negation
// of unsigned integers and of the least signed integer wraps around.
Value negatable(const Value& x) {
  const DType dtype = x.type().dtype;
  return base::is_integer(dtype) || dtype == KILN_BOOL ? cast(x, base::flag_floatX()) : x;
}

}  // namespace

std::string NamedFunction::name() const {
  static constexpr const char* kNames[] = {"Elemwise{sigmoid}", "Elemwise{softplus}", "Elemwise{relu}"};
  return kNames[int(kind_)];
}

Elementwise::Outputs NamedFunction::outputs() const {
  static constexpr const char* kTexts[] = {"1 / (1 + exp(-x0))", "max(x0, 0) + log1p(exp(-abs(x0)))", "max(x0, 0)"};
  return {expr::parse_expression(kTexts[int(kind_)])};
}

std::vector<DType> NamedFunction::dtypes(std::span<const Type> inputs) const {
  const DType dtype = inputs[0].dtype;
  if (base::is_complex(dtype))
    fail(KILN_TYPE_ERROR, "graph.{}: got {}, expected a real dtype", name(), base::dtype_name(dtype));
  return {base::is_float(dtype) ? dtype : base::flag_floatX()};
}

Values NamedFunction::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value& x = node.inputs()[0];
  if (!base::is_float(x.type().dtype)) return {Value{}};
  const Value r{NodeRef(&node), 0};
  if (kind_ == Kind::softplus) return {apply(expr::Fn::multiply, {gradients[0], sigmoid(x)})};
  // The gradient uses the result, so the input need not be kept in memory.
  if (kind_ == Kind::relu) return {build("r <= 0 ? 0 : g", {{"g", gradients[0]}, {"r", r}})};
  return {build("g * r * (1 - r)", {{"g", gradients[0]}, {"r", r}})};
}

std::vector<Type> Softmax::infer(std::span<const Type> inputs) const {
  if (!base::is_float(inputs[0].dtype))
    fail(KILN_TYPE_ERROR, "graph.{}: got {}, expected a floating-point dtype", name(), type_text(inputs[0]));
  return {inputs[0]};
}

Values Softmax::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value& g = gradients[0];
  const Value r{NodeRef(&node), 0};
  const Dims axis{axis_};
  if (logarithm_) {
    const Value sum = reduce(KILN_REDUCE_SUM, g, axis, true);
    return {build("g - exp(r) * s", {{"g", g}, {"r", r}, {"s", sum}})};
  }
  const Value sum = reduce(KILN_REDUCE_SUM, apply(expr::Fn::multiply, {g, r}), axis, true);
  return {build("r * (g - s)", {{"g", g}, {"r", r}, {"s", sum}})};
}

Values Softmax::expand(const Node&, std::span<const Value> inputs) const {
  const Value& x = inputs[0];
  if (x.type().size() == 0) return {x};  // an empty array has no maximum
  const Dims axis{axis_};
  const Value distance = apply(expr::Fn::subtract, {x, reduce(KILN_REDUCE_MAX, x, axis, true)});
  const Value powers = apply(expr::Fn::exp, {distance});
  const Value sum = reduce(KILN_REDUCE_SUM, powers, axis, true);
  if (logarithm_) return {apply(expr::Fn::subtract, {distance, apply(expr::Fn::log, {sum})})};
  return {apply(expr::Fn::true_divide, {powers, sum})};
}

Value sigmoid(const Value& x) {
  return single(base::make_ref<NamedFunction>(NamedFunction::Kind::sigmoid), {negatable(x)});
}
Value softplus(const Value& x) {
  return single(base::make_ref<NamedFunction>(NamedFunction::Kind::softplus), {negatable(x)});
}
Value relu(const Value& x) { return single(base::make_ref<NamedFunction>(NamedFunction::Kind::relu), {x}); }

Value softmax(const Value& x, std::int64_t axis, bool logarithm) {
  const std::size_t at = layout::normalize_axis(axis, x.type().ndim(), "graph.softmax");
  return single(base::make_ref<Softmax>(std::int64_t(at), logarithm), {x});
}

Value arange_like(const Value& like, std::int64_t axis) {
  const std::size_t at = layout::normalize_axis(axis, like.type().ndim(), "graph.arange_like");
  ArrayOp::Definition definition{.name = "ArangeLike", .key = std::to_string(at), .reads = 0};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    return {{KILN_INT64, {inputs[0].shape[at]}}};
  };
  definition.expand = [=](const Node&, std::span<const Value> inputs) {
    const std::int64_t count = inputs[0].type().shape[at];
    return count < 0 ? Values{} : Values{arange(count)};
  };
  return array_value(std::move(definition), {like});
}

Value arange(std::int64_t count) {
  HostValue value{KILN_INT64, {count}, std::vector<std::byte>(std::size_t(count) * 8)};
  for (std::int64_t i = 0; i < count; ++i) std::memcpy(value.bytes.data() + i * 8, &i, sizeof i);
  return make_constant(std::move(value));
}

Value cross_entropy(const Value& scores, const Value& labels) {
  ArrayOp::Definition definition{.name = "CrossEntropy"};
  definition.infer = cross_entropy_type;
  definition.gradient = [](const Node& node, std::span<const Value> gradients) {
    const Value& x = node.inputs()[0];
    const Names names{
        {"x", x}, {"l", total(x)}, {"hit", hits(x, node.inputs()[1])}, {"g", beside_classes(gradients[0])}};
    return Values{build("(exp(x - l) - hit) * g", names), Value{}};
  };
  definition.expand = [](const Node&, std::span<const Value> inputs) {
    const Value& x = inputs[0];
    const Value chosen = apply(expr::Fn::where, {hits(x, inputs[1]), x, cast(make_number(0), x.type().dtype)});
    const Value sum = reduce(KILN_REDUCE_SUM, chosen, last_axis(x), true);
    Dims order;
    for (std::size_t i = 0; i + 1 < x.type().ndim(); ++i) order.push_back(std::int64_t(i));
    return Values{dimshuffle(apply(expr::Fn::subtract, {total(x), sum}), order)};
  };
  return array_value(std::move(definition), {scores, labels});
}

}  // namespace kiln::graph
