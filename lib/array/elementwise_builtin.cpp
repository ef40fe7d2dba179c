// SPDX-License-Identifier: Apache-2.0
// The library's own elementwise computations, made once a context: assignment, filling, ranges.
#include <cmath>

#include "array/builtins.hpp"

namespace kiln::array {

namespace {

using expr::Fn;

Ref<Elementwise> make(runtime::Context& context, expr::Expr value, std::vector<std::string> inputs) {
  expr::Statements statements;
  statements.outputs.push_back({"r", std::move(value)});
  statements.inputs = std::move(inputs);
  return Elementwise::create(context, std::move(statements), nullptr, false);
}

// a + index * b
Ref<Elementwise> make_range(runtime::Context& context, const expr::Expr& index) {
  return make(context,
              expr::make_apply(Fn::add, {expr::make_input("a"),
                                         expr::make_apply(Fn::multiply, {index, expr::make_input("b")})}),
              {"a", "b"});
}

Operand array_operand(Array& array) {
  Operand operand;
  operand.array = &array;
  return operand;
}

Operand scalar_operand(const Scalar& value) {
  Operand operand;
  operand.kind = Operand::Kind::scalar;
  operand.scalar = value;
  return operand;
}

}  // namespace

Builtins::Builtins(runtime::Context& context) {
  const auto index = expr::make_index();
  identity = make(context, expr::make_input("source"), {"source"});
  range_real = make_range(context, expr::make_cast(KILN_FLOAT64, index));
  range_single = make_range(context, expr::make_cast(KILN_FLOAT32, index));
  range_integer = make_range(context, index);
}

Builtins& builtins(runtime::Context& context) {
  return static_cast<Builtins&>(
      context.attachment([](runtime::Context& c) -> std::unique_ptr<runtime::Context::Attachment> {
        return std::make_unique<Builtins>(c);
      }));
}

void elementwise_assign(Array& destination, const Array& source, const char* operation) {
  const Operand operands[] = {array_operand(destination), array_operand(const_cast<Array&>(source))};
  builtins(destination.context()).identity->call(operands, operation);
}

void elementwise_fill(Array& destination, const Scalar& value, const char* operation) {
  const Operand operands[] = {array_operand(destination), scalar_operand(value)};
  builtins(destination.context()).identity->call(operands, operation);
}

void elementwise_arange(Array& destination, double start, double step, const char* operation) {
  const bool exact = std::abs(start) < 0x1p53 && std::abs(step) < 0x1p53 && std::floor(start) == start &&
                     std::floor(step) == step;
  auto run = [&](Elementwise& range, const Scalar& a, const Scalar& b) {
    const Operand operands[] = {array_operand(destination), scalar_operand(a), scalar_operand(b)};
    range.call(operands, operation);
  };
  Builtins& own = builtins(destination.context());
  if (base::is_integer(destination.dtype()) && exact)
    run(*own.range_integer, Scalar::integer(KILN_INT64, std::int64_t(start)),
        Scalar::integer(KILN_INT64, std::int64_t(step)));
  else if (destination.context().properties().has_float64)
    run(*own.range_real, Scalar::real(KILN_FLOAT64, start), Scalar::real(KILN_FLOAT64, step));
  else
    run(*own.range_single, Scalar::real(KILN_FLOAT32, start), Scalar::real(KILN_FLOAT32, step));
}

}  // namespace kiln::array
