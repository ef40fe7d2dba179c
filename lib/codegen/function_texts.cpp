// SPDX-License-Identifier: Apache-2.0
#include "codegen/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Value;

namespace {

struct Needs {
  bool complex = false, complex_functions = false, division = false, gamma = false, odd = false;
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
  return out;
}

}  // namespace kiln::codegen
