// SPDX-License-Identifier: Apache-2.0
// Helpers of the expression tests: compile and run a text, and look at errors.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "catch.hpp"
#include "expr/program.hpp"

namespace kiln::expr {

// Status and message of what `call` throws; KILN_OK and "" if it returns.
template <class Call>
base::Error error_of(Call&& call) {
  try {
    call();
  } catch (const base::Error& error) {
    return error;
  }
  return base::Error(KILN_OK, "");
}

#define CHECK_ERROR(call, expected_status, part)                                             \
  do {                                                                                       \
    const kiln::base::Error caught = kiln::expr::error_of([&] { static_cast<void>(call); }); \
    INFO(#call << " gave: " << caught.message());                                            \
    CHECK(caught.status() == (expected_status));                                             \
    CHECK(caught.message().find(part) != std::string::npos);                                 \
  } while (false)

inline InputType array_of(DType dtype) { return {dtype, false, false}; }
inline InputType weak_real() { return {KILN_FLOAT64, true, true}; }
inline InputType weak_integer() { return {KILN_INT64, true, true}; }

// The text's inputs have the types given by name; those not given are float32 arrays.
inline Program compile_text(std::string_view text, const std::map<std::string, InputType>& types = {},
                            DType default_float = KILN_FLOAT32, std::vector<int> outputs = {}) {
  const Statements statements = parse_statements(text);
  std::vector<InputType> inputs;
  for (const std::string& name : statements.inputs)
    inputs.push_back(types.contains(name) ? types.at(name) : array_of(KILN_FLOAT32));
  if (outputs.empty()) outputs.assign(statements.outputs.size(), -1);
  return compile(statements.outputs, statements.inputs, inputs, outputs, default_float);
}

// Runs a text for one element; inputs by name, each an array of its scalar's dtype.
inline std::vector<Scalar> run(std::string_view text, const std::map<std::string, Scalar>& values = {},
                               std::int64_t index = 0) {
  std::map<std::string, InputType> types;
  for (const auto& [name, value] : values) types[name] = array_of(value.dtype);
  const Program program = compile_text(text, types);
  std::vector<Scalar> inputs, outputs(program.outputs.size());
  for (const Program::Input& input : program.inputs) inputs.push_back(values.at(input.name));
  interpret(program, inputs, index, outputs);
  return outputs;
}
inline Scalar run1(std::string_view text, const std::map<std::string, Scalar>& values = {}) {
  return run(text, values).at(0);
}

// One function on values, as arrays: nothing is folded.
inline Scalar call(Fn fn, const std::vector<Scalar>& args) {
  std::vector<Expr> inputs;
  std::vector<std::string> names;
  std::vector<InputType> types;
  for (std::size_t i = 0; i < args.size(); ++i) {
    names.push_back("x" + std::to_string(i));
    inputs.push_back(make_input(names.back()));
    types.push_back(array_of(args[i].dtype));
  }
  const std::vector<Statements::Output> outputs{{"r", make_apply(fn, inputs)}};
  const int own[] = {-1};
  const Program program = compile(outputs, names, types, own, KILN_FLOAT32);
  Scalar result[1];
  interpret(program, args, 0, result);
  return result[0];
}

inline Scalar f32(double value) { return Scalar::real(KILN_FLOAT32, value); }
inline Scalar f64(double value) { return Scalar::real(KILN_FLOAT64, value); }
inline Scalar i32(std::int64_t value) { return Scalar::integer(KILN_INT32, value); }
inline Scalar i8(std::int64_t value) { return Scalar::integer(KILN_INT8, value); }
inline Scalar u8(std::uint64_t value) { return Scalar::natural(KILN_UINT8, value); }

}  // namespace kiln::expr
