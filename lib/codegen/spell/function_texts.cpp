// SPDX-License-Identifier: Apache-2.0
// Chooses the texts of kernels/ that define the functions which a program calls.
#include <algorithm>
#include <string_view>
#include <vector>

#include "codegen/spell/spelling.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Value;

namespace {

struct Needs {
  bool complex = false, complex_functions = false, division = false, gamma = false, odd = false, powers = false,
       exp = false, log = false;
};

void look_at(const expr::Program& program, Needs& needs) {
  for (const Value& value : program.values) {
    needs.complex = needs.complex || base::is_complex(value.dtype);
    needs.odd = needs.odd || (value.kind == Value::Kind::cast && value.round_dtype != KILN_BOOL);
    if (value.kind != Value::Kind::apply) continue;
    const DType operand = program.values[value.args[0]].dtype;
    const Fn fn = value.fn;
    needs.gamma = needs.gamma || fn == Fn::tgamma;
    needs.division = needs.division || one_of(fn, {Fn::floor_divide, Fn::floor_mod, Fn::logaddexp}) ||
                     (fn == Fn::pow && base::is_integer(operand));
    needs.exp = needs.exp || (fn == Fn::exp && operand == KILN_FLOAT32);
    needs.log = needs.log || (fn == Fn::log && (operand == KILN_FLOAT32 || operand == KILN_FLOAT64));
    needs.powers = needs.powers || one_of(fn, {Fn::pown, Fn::rootn});
    needs.complex_functions =
        needs.complex_functions ||
        (base::is_complex(operand) &&
         one_of(fn, {Fn::log2, Fn::log10, Fn::log1p, Fn::expm1, Fn::sign, Fn::sin, Fn::cos, Fn::sinh, Fn::cosh,
                     Fn::tanh, Fn::tan, Fn::asin, Fn::acos, Fn::atan, Fn::asinh, Fn::acosh, Fn::atanh}));
  }
}

// Files with functions of vectors: of 16 floats, and of 8 doubles, if Kiln has any.
struct VectorFile {
  const char *single, *wide;
  std::initializer_list<Fn> functions;
};
constexpr VectorFile kVectorFiles[] = {
    {"vector_exp.cl", nullptr, {Fn::exp, Fn::exp2, Fn::erf, Fn::erfc}},
    {"vector_circle.cl", "vector_circle_f64.cl", {Fn::sin, Fn::cos, Fn::tan}},
    {"vector_hyperbolic.cl", "vector_hyperbolic_f64.cl", {Fn::expm1, Fn::sinh, Fn::cosh, Fn::tanh}},
    {"vector_power.cl", nullptr, {Fn::log, Fn::log1p, Fn::log10, Fn::logaddexp, Fn::pown, Fn::rootn}},
    {"vector_power.cl", "vector_power_f64.cl", {Fn::log2, Fn::cbrt, Fn::pow, Fn::powr}},
    {"vector_rest.cl", nullptr, {Fn::hypot}},
    {"vector_rest.cl", "vector_rest.cl", {Fn::fmod, Fn::remainder, Fn::floor_mod, Fn::floor_divide}},
};

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
  if (needs.exp || needs.log || needs.powers) out += kernels::find("vector.cl");
  if (needs.exp) out += kernels::find("exp.cl");
  if (needs.log) out += kernels::find("log.cl");
  if (needs.powers) out += kernels::find("powers.cl");
  return out;
}

const char* vector_file(Fn fn, int width) {
  for (const VectorFile& file : kVectorFiles)
    if (one_of(fn, file.functions)) return width == 16 ? file.single : file.wide;
  return nullptr;
}

std::string vector_texts(std::span<const VectorProgram> programs) {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const auto half = [](const auto& stored) { return base::dtype_size(stored.dtype) == 2; };
  for (const auto& [program, width] : programs) {
    if (std::any_of(program->inputs.begin(), program->inputs.end(), half) ||
        std::any_of(program->outputs.begin(), program->outputs.end(), half))
      add("vector_half.cl");
    for (const Value& value : program->values) {
      if (value.kind == Value::Kind::round_to && width == 16) add("vector_half.cl");
      if (value.kind != Value::Kind::apply || !is_in_vectors(*program, value, width)) continue;
      const bool single = program->values[value.args[0]].dtype == KILN_FLOAT32;
      const char* const file = vector_file(value.fn, single ? 16 : 8);
      if (!file) continue;
      add("vector.cl");
      // vector_power.cl computes in doubles.
      const bool doubles = !single || std::string_view(file) == "vector_power.cl";
      if (doubles || std::string_view(file) == "vector_rest.cl") add("vector_f64.cl");
      if (single) add("vector_exp.cl");  // the common part of the functions of floats
      add(file);
    }
  }
  std::string out;
  for (const std::string_view name : names) out += kernels::find(name);
  return out;
}

}  // namespace kiln::codegen
