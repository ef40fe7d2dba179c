// SPDX-License-Identifier: Apache-2.0
// Runs a program for one element on the host. Tests compare kernels with it, and evaluate() folds constants.
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/evaluate/evaluate.hpp"

namespace kiln::expr {

void cannot_evaluate(Fn fn, DType operand) {
  base::fail(KILN_INTERNAL, "expression: {} of {} in a program", info(fn).name, base::dtype_name(operand));
}

Scalar evaluate(Fn fn, DType result, const Scalar* args) {
  switch (fn) {
    case Fn::where:
      return args[0].u != 0 ? args[1] : args[2];
    case Fn::logical_and:
      return Scalar::boolean(args[0].u != 0 && args[1].u != 0);
    case Fn::logical_or:
      return Scalar::boolean(args[0].u != 0 || args[1].u != 0);
    case Fn::logical_not:
      return Scalar::boolean(args[0].u == 0);
    default:
      break;
  }
  if (base::is_complex(args[0].dtype)) return evaluate_complex(fn, result, args);
  if (base::is_float(args[0].dtype)) return evaluate_real(fn, result, args);
  return evaluate_integer(fn, result, args);
}

namespace {

Scalar compute(const Value& value, std::span<const Scalar> inputs, std::span<const Scalar> done, std::int64_t index) {
  switch (value.kind) {
    case Value::Kind::input:
      return inputs[value.input].cast(value.dtype);
    case Value::Kind::constant:
      return value.constant;
    case Value::Kind::cast:
      if (value.round_dtype == KILN_BOOL) return done[value.args[0]].cast(value.dtype);
      [[fallthrough]];
    case Value::Kind::round_to:
      return done[value.args[0]].cast(value.round_dtype).cast(value.dtype);
    case Value::Kind::index:
      return Scalar::integer(KILN_INT64, index);
    case Value::Kind::apply:
      break;
  }
  Scalar args[3];
  for (int i = 0; i < info(value.fn).arity; ++i) args[i] = done[value.args[i]];
  return evaluate(value.fn, value.dtype, args);
}

}  // namespace

void interpret(const Program& program, std::span<const Scalar> inputs, std::int64_t index, std::span<Scalar> outputs) {
  if (inputs.size() != program.inputs.size() || outputs.size() != program.outputs.size())
    base::fail(KILN_INVALID_ARGUMENT, "interpret: got {} and {}, expected {} and {}",
               base::plural(inputs.size(), "input"), base::plural(outputs.size(), "output"), program.inputs.size(),
               program.outputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].dtype != program.inputs[i].dtype)
      base::fail(KILN_TYPE_ERROR, "interpret: input '{}' is {}, expected {}", program.inputs[i].name,
                 base::dtype_name(inputs[i].dtype), base::dtype_name(program.inputs[i].dtype));
  std::vector<Scalar> values;
  values.reserve(program.values.size());
  for (const Value& value : program.values) values.push_back(compute(value, inputs, values, index));
  for (std::size_t i = 0; i < outputs.size(); ++i)
    outputs[i] = values[program.outputs[i].value].cast(program.outputs[i].dtype);
}

}  // namespace kiln::expr
