// SPDX-License-Identifier: Apache-2.0
// Any bytes: the first 16 choose dtypes, the rest is an expression text. Only base::Error may come out, a
// program keeps its invariants and compiles to the same text again, and runs on the host for special values.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "base/error.hpp"
#include "expr/program.hpp"

namespace {

using namespace kiln;
using expr::DType;
using expr::Program;
using expr::Scalar;
using expr::Value;

constexpr std::size_t kHeader = 16;

void require(bool condition) {
  if (!condition) std::abort();
}

DType dtype_of(std::uint8_t byte) { return static_cast<DType>(byte % base::kDTypeCount); }

expr::InputType input_type(std::uint8_t byte) {
  if (byte >= 250) return {KILN_FLOAT64, true, true};
  if (byte >= 245) return {KILN_INT64, true, true};
  return {dtype_of(byte), (byte & 128) != 0, false};
}

Scalar value_of(DType dtype, std::uint8_t byte) {
  constexpr double kValues[] = {0.0,    -0.0,  1.0,  -1.0,  0.5,  2.0,   -3.0,         127.0,
                                -128.0, 255.0, 1e30, 1e-40, 64.0, -64.0, 2147483648.0, -9223372036854775808.0};
  if (byte % 18 == 16) return Scalar::real(KILN_FLOAT64, std::numeric_limits<double>::quiet_NaN()).cast(dtype);
  if (byte % 18 == 17) return Scalar::real(KILN_FLOAT64, -std::numeric_limits<double>::infinity()).cast(dtype);
  return Scalar::real(KILN_FLOAT64, kValues[byte % 18]).cast(dtype);
}

void check(const Program& program) {
  require(program.values.size() <= expr::kMaxValues);
  for (std::size_t i = 0; i < program.values.size(); ++i) {
    const Value& value = program.values[i];
    require(value.dtype == base::compute_dtype(value.dtype));
    int arity = value.kind == Value::Kind::apply ? expr::info(value.fn).arity : 0;
    if (value.kind == Value::Kind::cast || value.kind == Value::Kind::round_to) arity = 1;
    for (int a = 0; a < arity; ++a) require(value.args[a] < i);
    if (value.kind == Value::Kind::input) require(value.input < program.inputs.size());
  }
  for (const Program::Output& output : program.outputs)
    require(program.values.at(output.value).dtype == base::compute_dtype(output.dtype));
}

void run(const std::uint8_t* header, std::string_view text) {
  constexpr DType kFloats[] = {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16};
  const expr::Statements statements = expr::parse_statements(text);
  std::vector<expr::InputType> types;
  for (std::size_t i = 0; i < statements.inputs.size(); ++i) types.push_back(input_type(header[1 + i % 11]));
  std::vector<int> outputs;
  for (std::size_t i = 0; i < statements.outputs.size(); ++i) {
    const std::uint8_t byte = header[12 + i % 4];
    outputs.push_back(byte < 128 ? -1 : static_cast<int>(dtype_of(byte)));
  }
  const DType default_float = kFloats[header[0] % 4];
  const Program program = compile(statements.outputs, statements.inputs, types, outputs, default_float);
  check(program);
  const Program again = compile(statements.outputs, statements.inputs, types, outputs, default_float);
  require(program.text() == again.text());
  std::vector<Scalar> inputs, results(program.outputs.size());
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    inputs.push_back(value_of(program.inputs[i].dtype, static_cast<std::uint8_t>(header[i % kHeader] + i)));
  interpret(program, inputs, header[0], results);
  for (std::size_t i = 0; i < results.size(); ++i) require(results[i].dtype == program.outputs[i].dtype);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHeader) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + kHeader, size - kHeader);
  try {
    run(data, text);
  } catch (const base::Error& error) {
    require(error.status() == KILN_PARSE_ERROR || error.status() == KILN_TYPE_ERROR ||
            error.status() == KILN_INVALID_ARGUMENT);
    require(!error.message().empty());
  }
  try {
    expr::parse_expression(text);
  } catch (const base::Error& error) {
    require(error.status() == KILN_PARSE_ERROR);
  }
  return 0;
}
