// SPDX-License-Identifier: Apache-2.0
#include "codegen/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Value;

namespace {

struct Needs {
  bool complex = false, complex_functions = false, division = false, gamma = false, odd = false,
       powers = false, rounding = false;
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
      case Fn::pown:
      case Fn::rootn:
        needs.powers = true;
        break;
      case Fn::ceil:
      case Fn::floor:
      case Fn::trunc:
      case Fn::rint:
        needs.rounding = needs.rounding || base::is_float(operand);
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
  if (needs.rounding) out += kernels::find("rounding.cl");
  if (needs.powers) {
    out += kernels::find("vector.cl");
    out += kernels::find("powers.cl");
  }
  return out;
}

std::string vector_texts(const expr::Program& program) {
  bool circle = false, hyperbolic = false, power = false, rest = false;
  for (const Value& value : program.values) {
    if (value.kind != Value::Kind::apply) continue;
    switch (value.fn) {
      case Fn::sin:
      case Fn::cos:
      case Fn::tan:
        circle = true;
        break;
      case Fn::expm1:
      case Fn::sinh:
      case Fn::cosh:
      case Fn::tanh:
        hyperbolic = true;
        break;
      case Fn::log2:
      case Fn::cbrt:
      case Fn::pow:
      case Fn::powr:
        power = true;
        break;
      case Fn::fmod:
      case Fn::remainder:
      case Fn::floor_mod:
      case Fn::floor_divide:
        rest = true;
        break;
      default:
        break;
    }
  }
  std::string out;
  if (circle || hyperbolic || power || rest) out += kernels::find("vector.cl");
  if (circle) out += kernels::find("vector_circle.cl");
  if (hyperbolic) out += kernels::find("vector_hyperbolic.cl");
  if (power) out += kernels::find("vector_power.cl");
  if (rest) out += kernels::find("vector_rest.cl");
  return out;
}

}  // namespace kiln::codegen
