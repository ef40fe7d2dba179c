// SPDX-License-Identifier: Apache-2.0
// Compares constants in 32 bits where only the other operand needs 64, as cross_entropy() compares the places of a row
// with the row's label. A loop over the row computes with vectors of its widest elements, so 64-bit places would halve
// the vectors of all that its kernel computes.
#include <fmt/format.h>

#include <cstring>

#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

const char* comparison(expr::Fn fn) {
  constexpr std::pair<expr::Fn, const char*> kSigns[] = {{expr::Fn::equal, "=="},  {expr::Fn::not_equal, "!="},
                                                         {expr::Fn::less, "<"},    {expr::Fn::less_equal, "<="},
                                                         {expr::Fn::greater, ">"}, {expr::Fn::greater_equal, ">="}};
  for (const auto& [each, sign] : kSigns)
    if (each == fn) return sign;
  return nullptr;
}

// Compares int32 elements x0, none of which is the least or the greatest int32, with int64 elements x1. An x1 beyond
// these compares as they do. A loop in which x1 does not change converts it once.
class CompareNarrow final : public Elementwise {
 public:
  // `first`: x0 is the comparison's left operand.
  CompareNarrow(expr::Fn fn, bool first) : fn_(fn), first_(first) {}
  std::string name() const override { return fmt::format("Elemwise{{{}}}", expr::info(fn_).name); }
  std::string key() const override { return fmt::format("CompareNarrow {} {}", int(fn_), first_); }
  Outputs outputs() const override {
    const auto end = [](std::int64_t number) { return expr::make_constant(base::Scalar::integer(KILN_INT32, number)); };
    const expr::Expr small = expr::make_cast(KILN_INT32, input_name(1));
    // Not clamp(): Mesa's compiler takes the minimum of an int32 element that is converted to int64 for the constant.
    const expr::Expr within = substitute(expr::parse_expression("back == wide ? small : wide < 0 ? least : most"),
                                         {{"back", expr::make_cast(KILN_INT64, small)},
                                          {"wide", input_name(1)},
                                          {"small", small},
                                          {"least", end(INT32_MIN)},
                                          {"most", end(INT32_MAX)}});
    const std::string sign = comparison(fn_);
    return {substitute(expr::parse_expression(first_ ? "x0 " + sign + " y" : "y " + sign + " x0"), {{"y", within}})};
  }
  std::vector<DType> dtypes(std::span<const Type>) const override { return {KILN_BOOL}; }

 private:
  expr::Fn fn_;
  bool first_;
};

// The int64 constant as int32, or empty if it is none, is a number, or has other elements than CompareNarrow takes. It
// may be a view that moves axes.
Value narrowed(const Value& value) {
  if (op_as<DimShuffle>(value)) {
    const Value inside = narrowed(value.node->inputs()[0]);
    return inside ? Value{with_inputs(value.node, {inside}), 0} : Value{};
  }
  const auto* constant = op_as<Constant>(value);
  const Type& type = value.type();
  if (!constant || type.dtype != KILN_INT64 || type.size() < 2) return {};
  const HostValue& wide = constant->value();
  const std::size_t count = wide.bytes.size() / sizeof(std::int64_t);
  HostValue narrow{KILN_INT32, wide.shape, std::vector<std::byte>(count * sizeof(std::int32_t))};
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t element;
    std::memcpy(&element, wide.bytes.data() + i * sizeof element, sizeof element);
    const auto small = std::int32_t(element);
    if (small != element || small == INT32_MIN || small == INT32_MAX) return {};
    std::memcpy(narrow.bytes.data() + i * sizeof small, &small, sizeof small);
  }
  return make_constant(std::move(narrow));
}

// Whether `other` has one element for all elements of `value` that lie side by side.
bool steady(const Value& other, const Value& value) {
  const Dims &shape = value.type().shape, &beside = other.type().shape;
  for (std::size_t d = 1; d <= shape.size() && d <= beside.size(); ++d)
    if (shape[shape.size() - d] > 1 && beside[beside.size() - d] > 1) return false;
  return true;
}

Values narrow_comparison(const NodeRef& node, const Values& inputs) {
  const auto* function = op_as<Pointwise>(*node);
  if (!function || !comparison(function->fn())) return {};
  for (const std::size_t at : {0, 1}) {
    const Value& other = inputs[1 - at];
    if (other.type().dtype != KILN_INT64 || !steady(other, inputs[at])) continue;
    const Value places = narrowed(inputs[at]);
    if (!places) continue;
    const Value made = single(base::make_ref<CompareNarrow>(function->fn(), at == 0), {places, other});
    if (made.type() == node->types()[0]) return {made};
  }
  return {};
}

}  // namespace

Values narrow_places(std::span<const Value> values) { return rewrite(values, narrow_comparison); }

}  // namespace kiln::graph
