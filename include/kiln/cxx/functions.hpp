// SPDX-License-Identifier: Apache-2.0
// The functions of docs/reference/expressions.md that kiln.hpp has as kiln::f. docs/reference/expressions.md says what
// they take and mean. Some have other names there: maximum and minimum are max and min, make_complex is complex, and
// clip is clamp.
#ifndef KILN_CXX_FUNCTIONS_HPP
#define KILN_CXX_FUNCTIONS_HPP

#include <cstddef>
#include <cstdint>

// F(C++ name, name in expressions)
// clang-format off
#define KILN_CXX_UNARY(F) \
  F(acos, "acos") F(acosh, "acosh") F(acospi, "acospi") F(asin, "asin") F(asinh, "asinh") \
  F(asinpi, "asinpi") F(atan, "atan") F(atanh, "atanh") F(atanpi, "atanpi") F(cbrt, "cbrt") \
  F(ceil, "ceil") F(cos, "cos") F(cosh, "cosh") F(cospi, "cospi") F(degrees, "degrees") F(erf, "erf") \
  F(erfc, "erfc") F(exp, "exp") F(exp10, "exp10") F(exp2, "exp2") F(expm1, "expm1") F(fabs, "fabs") \
  F(floor, "floor") F(fract, "fract") F(ilogb, "ilogb") F(lgamma, "lgamma") F(log, "log") \
  F(log10, "log10") F(log1p, "log1p") F(log2, "log2") F(logb, "logb") F(radians, "radians") \
  F(rint, "rint") F(round, "round") F(rsqrt, "rsqrt") F(sin, "sin") F(sinh, "sinh") F(sinpi, "sinpi") \
  F(sqrt, "sqrt") F(tan, "tan") F(tanh, "tanh") F(tanpi, "tanpi") F(tgamma, "tgamma") F(trunc, "trunc") \
  F(abs, "abs") F(conj, "conj") F(imag, "imag") F(negative, "negative") F(positive, "positive") \
  F(real, "real") F(reciprocal, "reciprocal") F(sign, "sign") F(square, "square") F(arg, "arg") \
  F(isfinite, "isfinite") F(isinf, "isinf") F(isnan, "isnan") F(isnormal, "isnormal") \
  F(signbit, "signbit") F(logical_not, "logical_not") F(bitwise_invert, "bitwise_invert") F(clz, "clz") \
  F(ctz, "ctz") F(popcount, "popcount")
#define KILN_CXX_BINARY(F) \
  F(add, "add") F(subtract, "subtract") F(multiply, "multiply") F(divide, "divide") F(rem, "rem") \
  F(true_divide, "true_divide") F(floor_divide, "floor_divide") F(floor_mod, "floor_mod") \
  F(fmod, "fmod") F(remainder, "remainder") F(equal, "equal") F(not_equal, "not_equal") F(less, "less") \
  F(less_equal, "less_equal") F(greater, "greater") F(greater_equal, "greater_equal") \
  F(isordered, "isordered") F(isunordered, "isunordered") F(logical_and, "logical_and") \
  F(logical_or, "logical_or") F(logical_xor, "logical_xor") F(bitwise_and, "bitwise_and") \
  F(bitwise_or, "bitwise_or") F(bitwise_xor, "bitwise_xor") F(bitwise_left_shift, "bitwise_left_shift") \
  F(bitwise_right_shift, "bitwise_right_shift") F(rotate, "rotate") F(atan2, "atan2") \
  F(atan2pi, "atan2pi") F(copysign, "copysign") F(fdim, "fdim") F(fmax, "fmax") F(fmin, "fmin") \
  F(hypot, "hypot") F(ldexp, "ldexp") F(logaddexp, "logaddexp") F(maxmag, "maxmag") F(minmag, "minmag") \
  F(nextafter, "nextafter") F(pow, "pow") F(pown, "pown") F(powr, "powr") F(rootn, "rootn") \
  F(step, "step") F(abs_diff, "abs_diff") F(add_sat, "add_sat") F(sub_sat, "sub_sat") F(hadd, "hadd") \
  F(rhadd, "rhadd") F(mul_hi, "mul_hi") F(maximum, "max") F(minimum, "min") F(make_complex, "complex")
#define KILN_CXX_TERNARY(F) \
  F(where, "where") F(fma, "fma") F(mad, "mad") F(clamp, "clamp") F(clip, "clamp") F(mix, "mix") \
  F(smoothstep, "smoothstep") F(bitselect, "bitselect") F(mad_hi, "mad_hi") F(mad_sat, "mad_sat")
// clang-format on

namespace kiln::detail {

enum class Op : std::uint16_t {
#define KILN_CXX_OP(id, name) id,
  KILN_CXX_UNARY(KILN_CXX_OP) KILN_CXX_BINARY(KILN_CXX_OP) KILN_CXX_TERNARY(KILN_CXX_OP)
#undef KILN_CXX_OP
};

struct Function {
  const char* name;
  std::size_t operands;
};
inline Function function_of(Op op) noexcept {
  static constexpr Function table[] = {
#define KILN_CXX_ONE(id, name) {name, 1},
#define KILN_CXX_TWO(id, name) {name, 2},
#define KILN_CXX_THREE(id, name) {name, 3},
      KILN_CXX_UNARY(KILN_CXX_ONE) KILN_CXX_BINARY(KILN_CXX_TWO) KILN_CXX_TERNARY(KILN_CXX_THREE)
#undef KILN_CXX_ONE
#undef KILN_CXX_TWO
#undef KILN_CXX_THREE
  };
  return table[static_cast<std::size_t>(op)];
}

}  // namespace kiln::detail

#endif
