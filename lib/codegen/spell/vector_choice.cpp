// SPDX-License-Identifier: Apache-2.0
// Chooses which programs are computed by vectors, and which of their values one element at a time.
#include "codegen/spell/spelling.hpp"

namespace kiln::codegen {

using expr::Fn;
using expr::Program;
using expr::Value;

namespace {

bool takes_exponent(Fn fn) { return fn == Fn::pown || fn == Fn::rootn; }

// Whether the value is an int32 exponent that comes from an input or a constant, and is not computed.
bool is_exponent(const Value& value) {
  return value.dtype == KILN_INT32 && (value.kind == Value::Kind::input || value.kind == Value::Kind::constant);
}

bool is_real(DType dtype) { return dtype == KILN_FLOAT32 || dtype == KILN_FLOAT64; }

bool is_costly(const Value& value) {
  if (value.kind != Value::Kind::apply) return false;
  if (one_of(value.fn, {Fn::fabs, Fn::fma, Fn::mad, Fn::fmax, Fn::fmin, Fn::fdim, Fn::copysign, Fn::sqrt, Fn::degrees,
                        Fn::radians, Fn::mix, Fn::step, Fn::smoothstep}))
    return false;
  if (one_of(value.fn, {Fn::floor_divide, Fn::floor_mod})) return base::is_float(value.dtype);
  const expr::Rule rule = expr::info(value.fn).rule;
  return rule == expr::Rule::floating || rule == expr::Rule::floating_or_complex || rule == expr::Rule::power ||
         takes_exponent(value.fn);
}

bool has_text_in_line(const Value& value) {
  return (value.fn == Fn::exp && value.dtype == KILN_FLOAT32) ||
         (value.fn == Fn::log && (value.dtype == KILN_FLOAT32 || value.dtype == KILN_FLOAT64));
}

// Whether the vector form of a function of floats or masks means the same as its scalar form.
bool function_in_vectors(const Program& program, const Value& value) {
  const int arity = expr::info(value.fn).arity;
  for (int i = 0; i < arity; ++i)
    if (is_exponent(program.values[value.args[std::size_t(i)]]) != (i == 1 && takes_exponent(value.fn))) return false;
  if (takes_exponent(value.fn)) return value.dtype == KILN_FLOAT32;
  if (one_of(value.fn, {Fn::ilogb, Fn::ldexp, Fn::imag, Fn::arg, Fn::smoothstep, Fn::fract, Fn::tgamma})) return false;
  if (one_of(value.fn, {Fn::bit_and, Fn::bit_or, Fn::bit_xor, Fn::bit_not})) return true;
  // Comparisons of masks and choices between masks stay scalar.
  const bool mask_operands = base::is_bool(program.values[value.args[std::size_t(arity - 1)]].dtype);
  return !mask_operands || one_of(value.fn, {Fn::logical_and, Fn::logical_or, Fn::logical_not});
}

// The single real dtype of all values but exponents; bool if there is no real value, or if they have several dtypes.
DType real_of(const Program& program) {
  DType found = KILN_BOOL;
  for (const Value& value : program.values) {
    if (base::is_bool(value.dtype) || is_exponent(value)) continue;
    if (found != KILN_BOOL && found != value.dtype) return KILN_BOOL;
    found = value.dtype;
  }
  return found;
}

// The width of programs of one real dtype, all of whose values are computed by vectors.
int plain_width(const Program& program, bool halves) {
  const DType real = real_of(program);
  if (!is_real(real)) return 0;
  const auto fits = [&](DType stored) {
    return stored == real || base::is_bool(stored) || (stored == KILN_INT32 && real == KILN_FLOAT32) ||
           (halves && base::compute_dtype(stored) == real);
  };
  for (const auto& in : program.inputs)
    if (!fits(in.dtype)) return 0;
  for (const auto& out : program.outputs)
    if (!fits(out.dtype) || out.dtype == KILN_INT32) return 0;
  for (const Value& value : program.values) {
    // An exponent that is cast, or is a result, has no vector form.
    if (value.kind == Value::Kind::cast && is_exponent(program.values[value.args[0]])) return 0;
    if (value.kind == Value::Kind::round_to || value.kind == Value::Kind::index) return 0;
    if (value.kind == Value::Kind::apply && !function_in_vectors(program, value)) return 0;
  }
  return real == KILN_FLOAT32 ? 16 : 8;
}

// The width of programs whose values have several dtypes: that of the functions that gain by vectors.
int mixed_width(const Program& program, bool halves, bool indices) {
  int width = 0;
  for (const Value& value : program.values) {
    if (base::is_complex(value.dtype) || (value.kind == Value::Kind::index && !indices)) return 0;
    if (!is_costly(value) || has_text_in_line(value)) continue;
    if (is_in_vectors(program, value, 16)) width = std::max(width, value.dtype == KILN_FLOAT32 ? 16 : 8);
  }
  const auto refused = [&](DType stored) {
    return base::is_complex(stored) || (base::compute_dtype(stored) != stored && !(halves && width == 16));
  };
  for (const auto& in : program.inputs)
    if (refused(in.dtype)) return 0;
  for (const auto& out : program.outputs)
    if (refused(out.dtype)) return 0;
  return width;
}

}  // namespace

bool is_in_vectors(const Program& program, const Value& value, int width) {
  // Vectors of 16 have all functions of float32, operators of float64, and those functions of float64 that can be
  // called for each half. Vectors of 8 have all functions of float64, and operators of float32. Conversions between
  // dtypes are left to the compiler, because PoCL's built-in ones convert one element at a time.
  const DType main = width == 16 ? KILN_FLOAT32 : KILN_FLOAT64;
  const DType first = program.values[value.args[0]].dtype;
  switch (value.kind) {
    case Value::Kind::input:
    case Value::Kind::constant:
      return true;
    case Value::Kind::cast:
      return value.round_dtype == KILN_BOOL && (first == main || base::is_bool(first)) &&
             (value.dtype == main || base::is_bool(value.dtype));
    case Value::Kind::round_to:
      return width == 16;
    case Value::Kind::index:
      return false;
    case Value::Kind::apply:
      break;
  }
  const DType last = program.values[value.args[std::size_t(expr::info(value.fn).arity - 1)]].dtype;
  if (last == main || base::is_bool(last) || (first == main && takes_exponent(value.fn)))
    return function_in_vectors(program, value);
  if (!is_real(first)) return false;
  return one_of(value.fn, {Fn::add, Fn::subtract, Fn::multiply, Fn::divide, Fn::negative}) ||
         (width == 16 && is_called(value.fn) && is_costly(value) && function_in_vectors(program, value));
}

int vector_width(const Program& program, bool halves, bool indices) {
  const int plain = plain_width(program, halves);
  return plain ? plain : mixed_width(program, halves, indices);
}

bool has_costly_function(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(), is_costly);
}

bool calls_function(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(),
                     [](const Value& value) { return is_costly(value) && !has_text_in_line(value); });
}

bool has_single_values(const Program& program, int width) {
  return std::any_of(program.values.begin(), program.values.end(),
                     [&](const Value& value) { return !is_in_vectors(program, value, width); });
}

}  // namespace kiln::codegen
