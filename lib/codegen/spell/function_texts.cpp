// SPDX-License-Identifier: Apache-2.0
// Chooses the texts of kernels/ that define the functions which a program calls.
#include <algorithm>
#include <string_view>
#include <vector>

#include "codegen/spell/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Value;

namespace {

struct Needs {
  bool complex = false, complex_functions = false, division = false, gamma = false, odd = false,
       powers = false, exp = false;
};

void look_at(const expr::Program& program, Needs& needs) {
  for (const Value& value : program.values) {
    needs.complex = needs.complex || base::is_complex(value.dtype);
    needs.odd = needs.odd || (value.kind == Value::Kind::cast && value.round_dtype != KILN_BOOL);
    if (value.kind != Value::Kind::apply) continue;
    const DType operand = program.values[value.args[0]].dtype;
    switch (value.fn) {
      case Fn::tgamma:
        needs.gamma = true;
        break;
      case Fn::floor_divide:
      case Fn::floor_mod:
      case Fn::logaddexp:
        needs.division = true;
        break;
      case Fn::pow:
        needs.division = needs.division || base::is_integer(operand);
        break;
      case Fn::exp:
        needs.exp = needs.exp || operand == KILN_FLOAT32;
        break;
      case Fn::pown:
      case Fn::rootn:
        needs.powers = true;
        break;
      case Fn::log2:
      case Fn::log10:
      case Fn::log1p:
      case Fn::expm1:
      case Fn::sign:
      case Fn::sin:
      case Fn::cos:
      case Fn::sinh:
      case Fn::cosh:
      case Fn::tanh:
      case Fn::tan:
      case Fn::asin:
      case Fn::acos:
      case Fn::atan:
      case Fn::asinh:
      case Fn::acosh:
      case Fn::atanh:
        needs.complex_functions = needs.complex_functions || base::is_complex(operand);
        break;
      default:
        break;
    }
  }
}

}  // namespace

std::string function_texts(std::span<const expr::Program* const> programs) {
  Needs needs;
  for (const expr::Program* program : programs) look_at(*program, needs);
  std::string out;
  if (needs.complex) out += kernels::find("complex.cl");
  if (needs.complex_functions) out += kernels::find("complex_functions.cl");
  if (needs.division) out += kernels::find("division.cl");
  if (needs.odd) out += kernels::find("odd.cl");
  if (needs.gamma) out += kernels::find("gamma.cl");
  if (needs.exp || needs.powers) out += kernels::find("vector.cl");
  if (needs.exp) out += kernels::find("exp.cl");
  if (needs.powers) out += kernels::find("powers.cl");
  return out;
}

const char* vector_file(Fn fn, int width) {
  const bool single = width == 16;
  switch (fn) {
    case Fn::exp:
    case Fn::exp2:
    case Fn::erf:
    case Fn::erfc:
      return single ? "vector_exp.cl" : nullptr;
    case Fn::sin:
    case Fn::cos:
    case Fn::tan:
      return single ? "vector_circle.cl" : "vector_circle_f64.cl";
    case Fn::expm1:
    case Fn::sinh:
    case Fn::cosh:
    case Fn::tanh:
      return single ? "vector_hyperbolic.cl" : "vector_hyperbolic_f64.cl";
    case Fn::log:
    case Fn::log1p:
    case Fn::log10:
    case Fn::logaddexp:
      return single ? "vector_power.cl" : nullptr;
    case Fn::log2:
    case Fn::cbrt:
    case Fn::pow:
    case Fn::powr:
      return single ? "vector_power.cl" : "vector_power_f64.cl";
    case Fn::pown:
    case Fn::rootn:
      return single ? "vector_power.cl" : nullptr;
    case Fn::hypot:
      return single ? "vector_rest.cl" : nullptr;
    case Fn::fmod:
    case Fn::remainder:
    case Fn::floor_mod:
    case Fn::floor_divide:
      return "vector_rest.cl";
    default:
      return nullptr;
  }
}

std::string vector_texts(const expr::Program& program, int width) {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const auto half = [](const auto& stored) { return base::dtype_size(stored.dtype) == 2; };
  if (std::any_of(program.inputs.begin(), program.inputs.end(), half) ||
      std::any_of(program.outputs.begin(), program.outputs.end(), half))
    add("vector_half.cl");
  for (const Value& value : program.values) {
    const char* const file = value.kind == Value::Kind::apply ? vector_file(value.fn, width) : nullptr;
    if (!file) continue;
    add("vector.cl");
    // vector_power.cl computes in doubles.
    const bool doubles = width == 8 || std::string_view(file) == "vector_power.cl";
    if (doubles || std::string_view(file) == "vector_rest.cl") add("vector_f64.cl");
    if (width == 16) add("vector_exp.cl");  // the common part of the functions of floats
    add(file);
  }
  std::string out;
  for (const std::string_view name : names) out += kernels::find(name);
  return out;
}

}  // namespace kiln::codegen
