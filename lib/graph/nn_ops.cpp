// SPDX-License-Identifier: Apache-2.0
// Softmax and its relatives.
#include "graph/nn_ops.hpp"

#include <fmt/format.h>

#include "base/flags.hpp"
#include "graph/leaf.hpp"
#include "graph/reduce_op.hpp"
#include "graph/shape_ops.hpp"

namespace kiln::graph {
namespace {

// 0, 1, ... along an axis of the input.
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
    HostValue value{KILN_INT64, {count}, std::vector<std::byte>(std::size_t(count) * 8)};
    for (std::int64_t i = 0; i < count; ++i) std::memcpy(value.bytes.data() + i * 8, &i, sizeof i);
    return {make_constant(std::move(value))};
  }

 private:
  std::size_t axis_;
};

}  // namespace

std::string NamedFunction::name() const {
  return kind_ == Kind::sigmoid ? "Elemwise{sigmoid}" : "Elemwise{softplus}";
}

Elementwise::Outputs NamedFunction::outputs() const {
  return {expr::parse_expression(kind_ == Kind::sigmoid ? "1 / (1 + exp(-x0))"
                                                        : "max(x0, 0) + log1p(exp(-abs(x0)))")};
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
  const Dims axis{axis_};
  const Value distance = apply(expr::Fn::subtract, {x, reduce(KILN_REDUCE_MAX, x, axis, true)});
  const Value powers = apply(expr::Fn::exp, {distance});
  const Value sum = reduce(KILN_REDUCE_SUM, powers, axis, true);
  if (logarithm_) return {apply(expr::Fn::subtract, {distance, apply(expr::Fn::log, {sum})})};
  return {apply(expr::Fn::true_divide, {powers, sum})};
}

Value sigmoid(const Value& x) {
  return single(base::make_ref<NamedFunction>(NamedFunction::Kind::sigmoid), {x});
}
Value softplus(const Value& x) {
  return single(base::make_ref<NamedFunction>(NamedFunction::Kind::softplus), {x});
}

Value softmax(const Value& x, std::int64_t axis, bool logarithm) {
  const std::size_t at = layout::normalize_axis(axis, x.type().ndim(), "graph.softmax");
  return single(base::make_ref<Softmax>(std::int64_t(at), logarithm), {x});
}

Value arange_like(const Value& like, std::int64_t axis) {
  const std::size_t at = layout::normalize_axis(axis, like.type().ndim(), "graph.arange_like");
  return single(base::make_ref<ArangeLike>(at), {like});
}

Value cross_entropy(const Value& scores, const Value& labels) {
  if (scores.type().ndim() != 2 || labels.type().ndim() != 1 || !base::is_integer(labels.type().dtype))
    fail(KILN_SHAPE_ERROR,
         "graph.cross_entropy: got {} and {}, expected scores (n, classes) and integer labels (n,)",
         type_text(scores.type()), type_text(labels.type()));
  const Value logarithms = softmax(scores, -1, true);
  const Value hit =
      apply(expr::Fn::equal, {arange_like(scores, 1), dimshuffle(cast(labels, KILN_INT64), {0, -1})});
  const Value chosen = apply(expr::Fn::where, {hit, logarithms, make_number(0)});
  return apply(expr::Fn::negative, {reduce(KILN_REDUCE_SUM, chosen, Dims{1})});
}

}  // namespace kiln::graph
