// SPDX-License-Identifier: Apache-2.0
// Activation functions, softmax and cross entropy.
#include "graph/ops/nn_ops.hpp"

#include <fmt/format.h>

#include "base/flags/flags.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

// The numbers 0, 1, ..., one for each element along an axis of the input.
class ArangeLike final : public Op {
 public:
  explicit ArangeLike(std::size_t axis) : axis_(axis) {}
  std::string name() const override { return "ArangeLike"; }
  std::string key() const override { return fmt::format("ArangeLike {}", axis_); }
  std::vector<Type> infer(std::span<const Type> inputs) const override {
    return {{KILN_INT64, {inputs[0].shape[axis_]}}};
  }
  Values gradient(const Node&, std::span<const Value>) const override { return Values(1); }
  bool reads(std::size_t) const override { return false; }
  Values expand(const Node&, std::span<const Value> inputs) const override {
    const std::int64_t count = inputs[0].type().shape[axis_];
    if (count < 0) return {};
    HostValue value{KILN_INT64, {count}, std::vector<std::byte>(std::size_t(count) * 8)};
    for (std::int64_t i = 0; i < count; ++i) std::memcpy(value.bytes.data() + i * 8, &i, sizeof i);
    return {make_constant(std::move(value))};
  }

 private:
  std::size_t axis_;
};

// -log(softmax(scores)[label]) for each row of scores.
class CrossEntropy final : public Op {
 public:
  std::string name() const override { return "CrossEntropy"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override {
    const Type &scores = inputs[0], &labels = inputs[1];
    if (scores.ndim() != 2 || labels.ndim() != 1 || !base::is_integer(labels.dtype) || !base::is_float(scores.dtype))
      fail(KILN_SHAPE_ERROR,
           "graph.cross_entropy: got {} and {}, expected floating-point scores (n, classes) and integer "
           "labels (n,)",
           type_text(scores), type_text(labels));
    const std::int64_t rows = scores.shape[0], others = labels.shape[0];
    if (rows != others && rows != kUnknown && others != kUnknown)
      fail(KILN_SHAPE_ERROR, "graph.cross_entropy: got {} and {}: {} rows and {} labels", type_text(scores),
           type_text(labels), rows, others);
    return {{scores.dtype, {rows}}};
  }
  Values gradient(const Node& node, std::span<const Value> gradients) const override {
    const Value& scores = node.inputs()[0];
    const Names names{{"x", scores},
                      {"l", total(scores)},
                      {"hit", hits(scores, node.inputs()[1])},
                      {"g", dimshuffle(gradients[0], {0, -1})}};
    return {build("(exp(x - l) - hit) * g", names), Value{}};
  }
  Values expand(const Node&, std::span<const Value> inputs) const override {
    const Value& scores = inputs[0];
    const Value chosen =
        apply(expr::Fn::where, {hits(scores, inputs[1]), scores, cast(make_number(0), scores.type().dtype)});
    const Value sum = reduce(KILN_REDUCE_SUM, chosen, Dims{1}, true);
    return {dimshuffle(apply(expr::Fn::subtract, {total(scores), sum}), {0})};
  }

 private:
  // The logarithm of the sum of exp(scores) over each row, as a column.
  static Value total(const Value& scores) { return reduce(KILN_REDUCE_LOGSUMEXP, scores, Dims{1}, true); }
  static Value hits(const Value& scores, const Value& given) {
    const Value labels = checked(given, scores, 1, false, "cross_entropy");
    // Class numbers are compared as int64, as the labels' dtype may be too small for all of them.
    const Value classes = single(base::make_ref<ArangeLike>(1), {scores});
    return apply(expr::Fn::equal, {classes, cast(dimshuffle(labels, {0, -1}), KILN_INT64)});
  }
};

// The same value in floating point if its dtype is an integer or bool: bool has no negation, and the negation
// of unsigned integers and of the least signed integer wraps around.
Value negatable(const Value& x) {
  const DType dtype = x.type().dtype;
  return base::is_integer(dtype) || dtype == KILN_BOOL ? cast(x, base::flag_floatX()) : x;
}

}  // namespace

std::string NamedFunction::name() const {
  switch (kind_) {
    case Kind::sigmoid:
      return "Elemwise{sigmoid}";
    case Kind::softplus:
      return "Elemwise{softplus}";
    case Kind::relu:
      break;
  }
  return "Elemwise{relu}";
}

Elementwise::Outputs NamedFunction::outputs() const {
  switch (kind_) {
    case Kind::sigmoid:
      return {expr::parse_expression("1 / (1 + exp(-x0))")};
    case Kind::softplus:
      return {expr::parse_expression("max(x0, 0) + log1p(exp(-abs(x0)))")};
    case Kind::relu:
      break;
  }
  return {expr::parse_expression("max(x0, 0)")};
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

std::string Softmax::key() const { return fmt::format("Softmax {} {}", axis_, logarithm_); }

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
  return single(base::make_ref<ArangeLike>(at), {like});
}

Value cross_entropy(const Value& scores, const Value& labels) {
  return single(base::make_ref<CrossEntropy>(), {scores, labels});
}

}  // namespace kiln::graph
