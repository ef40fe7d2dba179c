// SPDX-License-Identifier: Apache-2.0
#include "elementwise_functions.hpp"

#include <algorithm>
#include <cmath>

namespace kiln::operations::elementwise {

namespace {

constexpr Real kPi = 3.14159265358979323846264338327950288L;
constexpr bool kSmooth = true, kRough = false;  // has a derivative
constexpr auto kNoInteger = nullptr;
constexpr auto kNoComplex = nullptr;

// The largest or smallest where NaN propagates; of equal operands the second.
Real larger(Real a, Real b) { return a > b || a != a ? a : b; }
Real smaller(Real a, Real b) { return a < b || a != a ? a : b; }
Wide divided(Wide a, Wide b) { return b == 0 ? 0 : a / b; }
Wide rest(Wide a, Wide b) { return b == 0 ? 0 : a % b; }
Real floored_rest(Real a, Real b) {
  const Real m = std::fmod(a, b);
  if (m == 0) return std::copysign(Real(0), b);
  return (m < 0) != (b < 0) ? m + b : m;
}
Real floored_quotient(Real a, Real b) {
  if (b == 0) return a / b;
  const Real m = std::fmod(a, b);
  Real q = (a - m) / b;
  if (m != 0 && (m < 0) != (b < 0)) q -= 1;
  return q == 0 ? std::copysign(Real(0), a / b) : std::nearbyint(q);
}
Wide power(Wide base, Wide exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  __extension__ typedef unsigned __int128 UnsignedWide;
  UnsignedWide result = 1, square = UnsignedWide(base);
  for (; exponent > 0; exponent /= 2, square *= square)
    if (exponent % 2) result *= square;
  return Wide(result);
}
Real sine_pi(Real x) {
  const Real r = std::fmod(std::abs(x), Real(2));
  const Real s = r == 0 || r == 1 ? 0 : std::sin(kPi * (r > 1 ? r - 2 : r));
  return std::isinf(x) ? Real(NAN) : s == 0 ? std::copysign(Real(0), x) : std::copysign(Real(1), x) * s;
}
Real cosine_pi(Real x) {
  if (std::isinf(x)) return NAN;
  const Real r = std::fmod(std::abs(x), Real(2)), half = Real(0.5) - (r > 1 ? 2 - r : r);
  return half == 0 ? 0 : std::sin(kPi * half);  // near the zeros as exact as elsewhere
}
// OpenCL's powr.
Real power_of_positive(Real x, Real y) {
  if (std::isnan(x) || std::isnan(y) || x < 0 || (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y)))
    return NAN;
  return std::pow(std::abs(x), y);
}
Real log_gamma(Real x) {
  int sign = 0;
  return ::lgammal_r(x, &sign);
}
Number product(Number a, Number b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
Number complex_power(Number a, Number b) {
  if (b == Number(0)) return 1;
  return a == Number(0) && b.real() > 0 ? 0 : std::exp(product(b, std::log(a)));
}
// Smith's quotient.
Number quotient(Number a, Number b) {
  if (b == Number(0)) return {a.real() / b.real(), a.imag() / b.real()};
  if (std::abs(b.real()) >= std::abs(b.imag())) {
    const Real r = b.imag() / b.real(), d = b.real() + b.imag() * r;
    return {(a.real() + a.imag() * r) / d, (a.imag() - a.real() * r) / d};
  }
  const Real r = b.real() / b.imag(), d = b.real() * r + b.imag();
  return {(a.real() * r + a.imag()) / d, (a.imag() * r - a.real()) / d};
}
Number complex_expm1(Number a) {
  if (a.imag() == 0) return {std::expm1(a.real()), a.imag()};
  const Number e = std::exp(a);
  if (!(std::abs(a.real()) < 1)) return {e.real() - 1, e.imag()};
  const Real half = std::sin(a.imag() / 2);
  return {std::expm1(a.real()) * std::cos(a.imag()) - 2 * half * half, e.imag()};
}
Number complex_log1p(Number a) {
  const Number l = std::log(Real(1) + a);
  if (!(std::abs(a.real()) < 0.5L && std::abs(a.imag()) < 0.5L)) return l;
  return {std::log1p(a.real() * (2 + a.real()) + a.imag() * a.imag()) / 2, l.imag()};
}
Number direction(Number a) {
  const Real x = a.real(), y = a.imag(), m = std::isnan(x) || std::isnan(y) ? x + y : std::hypot(x, y);
  if (m == 0) return 0;
  if (std::isinf(x) && std::isfinite(y)) return {std::copysign(Real(1), x), std::copysign(Real(0), y)};
  if (std::isinf(y) && std::isfinite(x)) return {std::copysign(Real(0), x), std::copysign(Real(1), y)};
  return {x / m, y / m};
}
Number each_part(Number a, Real (*f)(Real)) { return {f(a.real()), f(a.imag())}; }
int count_bits(Wide a, int bits) {
  int count = 0;
  for (int i = 0; i < bits; ++i) count += int(a >> i & 1);
  return count;
}
Wide saturated(kiln_dtype d, Wide a) {
  const Wide one = 1, high = (one << (bits_of(d) - is_signed(d))) - 1, low = is_signed(d) ? -high - 1 : 0;
  return std::clamp(a, low, high);
}
// Of its low bits alone: those of two uint64 need more than Wide has.
Wide wrapped_product(Wide a, Wide b) {
  __extension__ typedef unsigned __int128 UnsignedWide;
  return Wide(UnsignedWide(a) * UnsignedWide(b));
}
// The bits of a as the unsigned dtype of the same width.
Wide unsigned_bits(kiln_dtype d, Wide a) { return a & ((Wide(1) << bits_of(d)) - 1); }

#define R(expression)         \
  [](const Real* v) -> Real { \
    const Real a = v[0];      \
    (void)a;                  \
    return expression;        \
  }
#define R2(expression)             \
  [](const Real* v) -> Real {      \
    const Real a = v[0], b = v[1]; \
    return expression;             \
  }
#define R3(expression)                       \
  [](const Real* v) -> Real {                \
    const Real a = v[0], b = v[1], c = v[2]; \
    return expression;                       \
  }
#define I(expression)                       \
  [](kiln_dtype d, const Wide* v) -> Wide { \
    const Wide a = v[0];                    \
    (void)d, (void)a;                       \
    return expression;                      \
  }
#define I2(expression)                      \
  [](kiln_dtype d, const Wide* v) -> Wide { \
    const Wide a = v[0], b = v[1];          \
    (void)d;                                \
    return expression;                      \
  }
#define I3(expression)                       \
  [](kiln_dtype d, const Wide* v) -> Wide {  \
    const Wide a = v[0], b = v[1], c = v[2]; \
    (void)d;                                 \
    return expression;                       \
  }
#define C(expression)             \
  [](const Number* v) -> Number { \
    const Number a = v[0];        \
    return expression;            \
  }
#define C2(expression)               \
  [](const Number* v) -> Number {    \
    const Number a = v[0], b = v[1]; \
    return expression;               \
  }

const Function kFunctions[] = {
    // Arithmetic
    {"add", 2, Kind::arithmetic, 0, kSmooth, R2(a + b), I2(a + b), C2(a + b)},
    {"subtract", 2, Kind::arithmetic, 0, kSmooth, R2(a - b), I2(a - b), C2(a - b)},
    {"multiply", 2, Kind::arithmetic, 0, kSmooth, R2(a * b), I2(wrapped_product(a, b)), C2(product(a, b))},
    {"divide", 2, Kind::arithmetic, 3, kSmooth, R2(a / b), I2(divided(a, b)), C2(quotient(a, b))},
    {"true_divide", 2, Kind::floating, 3, kSmooth, R2(a / b), kNoInteger, C2(quotient(a, b))},
    {"floor_divide", 2, Kind::arithmetic, 0, kRough, R2(floored_quotient(a, b)),
     I2(divided(a, b) - (rest(a, b) != 0 && (a < 0) != (b < 0))), kNoComplex, {-60, -8, 0}, {60, 8, 0}},
    {"floor_mod", 2, Kind::arithmetic, 0, kSmooth, R2(floored_rest(a, b)),
     I2(rest(a, b) + (rest(a, b) != 0 && (a < 0) != (b < 0) ? b : 0)), kNoComplex, {-60, -8, 0}, {60, 8, 0}, true},
    {"rem", 2, Kind::arithmetic, 0, kSmooth, R2(std::fmod(a, b)), I2(rest(a, b))},
    {"fmod", 2, Kind::floating, 0, kSmooth, R2(std::fmod(a, b))},
    {"remainder", 2, Kind::floating, 0, kSmooth, R2(std::remainder(a, b))},
    {"negative", 1, Kind::arithmetic, 0, kSmooth, R(-a), I(-a), C(-a)},
    {"positive", 1, Kind::arithmetic, 0, kSmooth, R(a), I(a), C(a), {}, {}, false, true, false},
    {"abs", 1, Kind::part, 4, kSmooth, R(std::abs(a)), I(a < 0 ? -a : a), C(std::hypot(a.real(), a.imag()))},
    {"square", 1, Kind::arithmetic, 0, kSmooth, R(a * a), I(wrapped_product(a, a)), C(product(a, a))},
    {"reciprocal", 1, Kind::floating, 3, kSmooth, R(1 / a), kNoInteger, C(quotient(1, a))},
    {"sign", 1, Kind::arithmetic, 0, kRough, R(a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a),
     I(a > 0 ? 1 : a < 0 ? -1 : 0), C(direction(a))},
    {"max", 2, Kind::arithmetic, 0, kSmooth, R2(larger(a, b)), I2(std::max(a, b))},
    {"min", 2, Kind::arithmetic, 0, kSmooth, R2(smaller(a, b)), I2(std::min(a, b))},
    {"clamp", 3, Kind::arithmetic, 0, kSmooth, R3(smaller(larger(a, b), c)), I3(std::min(std::max(a, b), c))},
    {"fma", 3, Kind::floating, 0, kSmooth, R3(std::fma(a, b, c)), kNoInteger, kNoComplex, {}, {}, false, false},
    {"mad", 3, Kind::floating, 2, kSmooth, R3(a * b + c), kNoInteger, kNoComplex, {}, {}, true, false},
    {"fdim", 2, Kind::floating, 0, kSmooth, R2(std::fdim(a, b))},
    {"fmax", 2, Kind::floating, 0, kSmooth, R2(std::fmax(a, b)), kNoInteger, kNoComplex, {}, {}, false, false},
    {"fmin", 2, Kind::floating, 0, kSmooth, R2(std::fmin(a, b)), kNoInteger, kNoComplex, {}, {}, false, false},
    {"fabs", 1, Kind::floating, 0, kSmooth, R(std::abs(a))},
    {"maxmag", 2, Kind::floating, 0, kSmooth,
     R2(std::abs(a) > std::abs(b) ? a : std::abs(b) > std::abs(a) ? b : std::fmax(a, b)), kNoInteger,
     kNoComplex, {}, {}, false, false},
    {"minmag", 2, Kind::floating, 0, kSmooth,
     R2(std::abs(a) < std::abs(b) ? a : std::abs(b) < std::abs(a) ? b : std::fmin(a, b)), kNoInteger,
     kNoComplex, {}, {}, false, false},
    {"copysign", 2, Kind::floating, 0, kSmooth, R2(std::copysign(a, b)), kNoInteger, kNoComplex, {}, {}},
    {"nextafter", 2, Kind::floats_only, 0, kRough, nullptr, kNoInteger, kNoComplex, {}, {}, false, true, false},
    {"mix", 3, Kind::floating, 3, kSmooth, R3(a + (b - a) * c), kNoInteger, kNoComplex, {}, {}, true, false},
    {"step", 2, Kind::floating, 0, kRough, R2(b < a ? 0 : 1)},
    {"smoothstep", 3, Kind::floating, 4, kSmooth, [](const Real* v) -> Real {
       const Real t = smaller(larger((v[2] - v[0]) / (v[1] - v[0]), 0), 1);
       return t * t * (3 - 2 * t);
     }, kNoInteger, kNoComplex, {-4, 1, -5}, {0, 4, 5}, true, false},
    {"degrees", 1, Kind::floating, 3, kSmooth, R(a * (180 / kPi))},
    {"radians", 1, Kind::floating, 3, kSmooth, R(a * (kPi / 180))},
    // Comparison and logic
    {"equal", 2, Kind::equality, 0, kRough, R2(a == b), I2(a == b), C2(Real(a == b))},
    {"not_equal", 2, Kind::equality, 0, kRough, R2(a != b), I2(a != b), C2(Real(a != b))},
    {"less", 2, Kind::comparison, 0, kRough, R2(a < b), I2(a < b)},
    {"less_equal", 2, Kind::comparison, 0, kRough, R2(a <= b), I2(a <= b)},
    {"greater", 2, Kind::comparison, 0, kRough, R2(a > b), I2(a > b)},
    {"greater_equal", 2, Kind::comparison, 0, kRough, R2(a >= b), I2(a >= b)},
    {"logical_and", 2, Kind::logical, 0, kRough, nullptr, I2(a && b)},
    {"logical_or", 2, Kind::logical, 0, kRough, nullptr, I2(a || b)},
    {"logical_xor", 2, Kind::logical, 0, kRough, nullptr, I2(a != b)},
    {"logical_not", 1, Kind::logical, 0, kRough, nullptr, I(!a)},
    {"where", 3, Kind::where, 0, kSmooth},
    {"isfinite", 1, Kind::classify, 0, kRough, R(std::isfinite(a)), kNoInteger,
     C(Real(std::isfinite(a.real()) && std::isfinite(a.imag())))},
    {"isinf", 1, Kind::classify, 0, kRough, R(std::isinf(a)), kNoInteger,
     C(Real(std::isinf(a.real()) || std::isinf(a.imag())))},
    {"isnan", 1, Kind::classify, 0, kRough, R(std::isnan(a)), kNoInteger,
     C(Real(std::isnan(a.real()) || std::isnan(a.imag())))},
    {"isnormal", 1, Kind::classify, 0, kRough, R(std::isfinite(a) && a != 0)},
    {"signbit", 1, Kind::classify, 0, kRough, R(std::signbit(a))},
    {"isordered", 2, Kind::classify, 0, kRough, R2(!std::isunordered(a, b))},
    {"isunordered", 2, Kind::classify, 0, kRough, R2(std::isunordered(a, b))},
    // Bits
    {"bitwise_and", 2, Kind::bitwise, 0, kRough, nullptr, I2(a & b)},
    {"bitwise_or", 2, Kind::bitwise, 0, kRough, nullptr, I2(a | b)},
    {"bitwise_xor", 2, Kind::bitwise, 0, kRough, nullptr, I2(a ^ b)},
    {"bitwise_invert", 1, Kind::bitwise, 0, kRough, nullptr, I(~a)},
    {"bitselect", 3, Kind::bitwise, 0, kRough, nullptr, I3((a & ~c) | (b & c))},
    {"bitwise_left_shift", 2, Kind::integer, 0, kRough, nullptr, I2(b < 0 || b >= bits_of(d) ? 0 : a << b),
     kNoComplex, {-60, -2, 0}, {60, 12, 0}},
    {"bitwise_right_shift", 2, Kind::integer, 0, kRough, nullptr,
     I2(b < 0 || b >= bits_of(d) ? (a < 0 ? -1 : 0) : a >> b), kNoComplex, {-60, -2, 0}, {60, 12, 0}},
    {"popcount", 1, Kind::integer, 0, kRough, nullptr, I(count_bits(a, bits_of(d)))},
    {"clz", 1, Kind::integer, 0, kRough, nullptr, [](kiln_dtype d, const Wide* v) -> Wide {
       int n = 0;
       while (n < bits_of(d) && !(v[0] >> (bits_of(d) - 1 - n) & 1)) ++n;
       return n;
     }},
    {"ctz", 1, Kind::integer, 0, kRough, nullptr, [](kiln_dtype d, const Wide* v) -> Wide {
       int n = 0;
       while (n < bits_of(d) && !(v[0] >> n & 1)) ++n;
       return n;
     }},
    {"abs_diff", 2, Kind::integer, 0, kRough, nullptr, I2(a > b ? a - b : b - a)},
    {"add_sat", 2, Kind::integer, 0, kRough, nullptr, I2(saturated(d, a + b))},
    {"sub_sat", 2, Kind::integer, 0, kRough, nullptr, I2(saturated(d, a - b))},
    {"hadd", 2, Kind::integer, 0, kRough, nullptr, I2((a + b) >> 1)},
    {"rhadd", 2, Kind::integer, 0, kRough, nullptr, I2((a + b + 1) >> 1)},
    {"mul_hi", 2, Kind::integer, 0, kRough, nullptr, [](kiln_dtype d, const Wide* v) -> Wide {
       __extension__ typedef unsigned __int128 UnsignedWide;
       return is_signed(d) ? (v[0] * v[1]) >> bits_of(d)
                           : Wide((UnsignedWide(v[0]) * UnsignedWide(v[1])) >> bits_of(d));
     }},
    {"mad_hi", 3, Kind::integer, 0, kRough, nullptr, [](kiln_dtype d, const Wide* v) -> Wide {
       __extension__ typedef unsigned __int128 UnsignedWide;
       return (is_signed(d) ? (v[0] * v[1]) >> bits_of(d)
                            : Wide((UnsignedWide(v[0]) * UnsignedWide(v[1])) >> bits_of(d))) +
              v[2];
     }},
    {"mad_sat", 3, Kind::integer, 0, kRough, nullptr, [](kiln_dtype d, const Wide* v) -> Wide {
       Wide sum = 0;
       if (__builtin_mul_overflow(v[0], v[1], &sum)) return saturated(d, Wide(1) << 100);
       return saturated(d, sum + v[2]);
     }},
    {"rotate", 2, Kind::integer, 0, kRough, nullptr, [](kiln_dtype d, const Wide* v) -> Wide {
       const int bits = bits_of(d), n = int(v[1] & (bits - 1));
       const Wide u = unsigned_bits(d, v[0]);
       return n ? (u << n) | (u >> (bits - n)) : u;
     }},
    // Rounding
    {"ceil", 1, Kind::rounding, 0, kRough, R(std::ceil(a)), I(a)},
    {"floor", 1, Kind::rounding, 0, kRough, R(std::floor(a)), I(a)},
    {"trunc", 1, Kind::rounding, 0, kRough, R(std::trunc(a)), I(a)},
    {"round", 1, Kind::rounding, 0, kRough, R(std::round(a)), I(a), C(each_part(a, std::round))},
    {"rint", 1, Kind::rounding, 0, kRough, R(std::nearbyint(a)), I(a), C(each_part(a, std::nearbyint))},
    {"fract", 1, Kind::floating, 1, kSmooth,
     R(a == 0 ? a : std::isinf(a) ? std::copysign(Real(0), a) : a - std::floor(a)), kNoInteger, kNoComplex,
     {}, {}, true},
    // Powers, exponentials, logarithms
    {"pow", 2, Kind::arithmetic, 16, kSmooth, R2(std::pow(a, b)), I2(power(a, b)), C2(complex_power(a, b)),
     {-4, -3, 0}, {4, 5, 0}, false, true, false},
    {"powr", 2, Kind::floating, 16, kSmooth, R2(power_of_positive(a, b)), kNoInteger, kNoComplex,
     {0.1L, -3, 0}, {4, 4, 0}},
    {"pown", 2, Kind::second_int32, 16, kSmooth, R2(std::pow(a, b))},
    {"rootn", 2, Kind::second_int32, 16, kSmooth, R2(b == 0 ? Real(NAN) : std::pow(a, 1 / b)), kNoInteger,
     kNoComplex, {1, 0, 0}, {9, 0, 0}, false, false},
    {"ldexp", 2, Kind::second_int32, 0, kSmooth, R2(std::ldexp(a, int(b)))},
    {"sqrt", 1, Kind::floating, 3, kSmooth, R(std::sqrt(a)), kNoInteger, C(std::sqrt(a)), {0, 0, 0}, {9, 0, 0}},
    {"rsqrt", 1, Kind::floating, 3, kSmooth, R(1 / std::sqrt(a)), kNoInteger, kNoComplex, {0.1L, 0, 0}, {9, 0, 0}},
    {"cbrt", 1, Kind::floating, 3, kSmooth, R(std::cbrt(a))},
    {"hypot", 2, Kind::floating, 4, kSmooth, R2(std::hypot(a, b))},
    {"exp", 1, Kind::floating, 4, kSmooth, R(std::exp(a)), kNoInteger, C(std::exp(a))},
    {"exp2", 1, Kind::floating, 4, kSmooth, R(std::exp2(a))},
    {"exp10", 1, Kind::floating, 4, kSmooth, R(std::pow(Real(10), a))},
    {"expm1", 1, Kind::floating, 4, kSmooth, R(std::expm1(a)), kNoInteger, C(complex_expm1(a))},
    {"log", 1, Kind::floating, 4, kSmooth, R(std::log(a)), kNoInteger, C(std::log(a)), {0.1L, 0, 0}, {9, 0, 0}},
    {"log2", 1, Kind::floating, 4, kSmooth, R(std::log2(a)), kNoInteger, C(std::log(a) / std::log(Real(2))),
     {0.1L, 0, 0}, {9, 0, 0}},
    {"log10", 1, Kind::floating, 4, kSmooth, R(std::log10(a)), kNoInteger, C(std::log10(a)), {0.1L, 0, 0}, {9, 0, 0}},
    {"log1p", 1, Kind::floating, 4, kSmooth, R(std::log1p(a)), kNoInteger, C(complex_log1p(a)), {-0.9L, 0, 0},
     {9, 0, 0}},
    {"logb", 1, Kind::floating, 0, kRough, R(std::logb(a))},
    {"ilogb", 1, Kind::to_int32, 0, kRough,
     R(a == 0 || std::isnan(a) ? Real(INT32_MIN) : std::isinf(a) ? Real(INT32_MAX) : Real(std::ilogb(a)))},
    {"logaddexp", 2, Kind::floating, 4, kSmooth,
     R2(std::isinf(a) && a == b ? a : larger(a, b) + std::log1p(std::exp(-std::abs(a - b)))), kNoInteger,
     kNoComplex, {}, {}, true},
    // Trigonometric and hyperbolic
    {"sin", 1, Kind::floating, 4, kSmooth, R(std::sin(a)), kNoInteger, C(std::sin(a))},
    {"cos", 1, Kind::floating, 4, kSmooth, R(std::cos(a)), kNoInteger, C(std::cos(a))},
    {"tan", 1, Kind::floating, 6, kSmooth, R(std::tan(a)), kNoInteger, C(std::tan(a))},
    {"asin", 1, Kind::floating, 5, kSmooth, R(std::asin(a)), kNoInteger, C(std::asin(a)), {-1, 0, 0}, {1, 0, 0}},
    {"acos", 1, Kind::floating, 5, kSmooth, R(std::acos(a)), kNoInteger, C(std::acos(a)), {-1, 0, 0}, {1, 0, 0}},
    {"atan", 1, Kind::floating, 6, kSmooth, R(std::atan(a)), kNoInteger, C(std::atan(a))},
    {"atan2", 2, Kind::floating, 7, kSmooth, R2(std::atan2(a, b))},
    {"sinh", 1, Kind::floating, 5, kSmooth, R(std::sinh(a)), kNoInteger, C(std::sinh(a))},
    {"cosh", 1, Kind::floating, 5, kSmooth, R(std::cosh(a)), kNoInteger, C(std::cosh(a))},
    {"tanh", 1, Kind::floating, 6, kSmooth, R(std::tanh(a)), kNoInteger, C(std::tanh(a))},
    {"asinh", 1, Kind::floating, 5, kSmooth, R(std::asinh(a)), kNoInteger, C(std::asinh(a))},
    {"acosh", 1, Kind::floating, 5, kSmooth, R(std::acosh(a)), kNoInteger, C(std::acosh(a)), {1, 0, 0}, {9, 0, 0}},
    {"atanh", 1, Kind::floating, 6, kSmooth, R(std::atanh(a)), kNoInteger, C(std::atanh(a)), {-1, 0, 0}, {1, 0, 0}},
    {"sinpi", 1, Kind::floating, 5, kSmooth, R(sine_pi(a))},
    {"cospi", 1, Kind::floating, 5, kSmooth, R(cosine_pi(a))},
    {"tanpi", 1, Kind::floating, 7, kSmooth, R(sine_pi(a) / cosine_pi(a)), kNoInteger, kNoComplex, {}, {},
     false, false},
    {"asinpi", 1, Kind::floating, 6, kSmooth, R(std::asin(a) / kPi), kNoInteger, kNoComplex, {-1, 0, 0}, {1, 0, 0}},
    {"acospi", 1, Kind::floating, 6, kSmooth, R(std::acos(a) / kPi), kNoInteger, kNoComplex, {-1, 0, 0}, {1, 0, 0}},
    {"atanpi", 1, Kind::floating, 6, kSmooth, R(std::atan(a) / kPi)},
    {"atan2pi", 2, Kind::floating, 7, kSmooth, R2(std::atan2(a, b) / kPi)},
    // Special functions
    {"erf", 1, Kind::floating, 16, kSmooth, R(std::erf(a))},
    {"erfc", 1, Kind::floating, 16, kSmooth, R(std::erfc(a))},
    {"lgamma", 1, Kind::floating, 16, kSmooth, R(log_gamma(a)), kNoInteger, kNoComplex, {0.1L, 0, 0}, {9, 0, 0}},
    {"tgamma", 1, Kind::floating, 16, kSmooth, R(std::tgamma(a)), kNoInteger, kNoComplex, {0.1L, 0, 0}, {9, 0, 0}},
    // Complex numbers
    {"real", 1, Kind::part, 0, kSmooth, R(a), I(a), C(a.real())},
    {"imag", 1, Kind::part, 0, kSmooth, R(0), I(0), C(a.imag()), {}, {}, false, false},
    {"conj", 1, Kind::arithmetic, 0, kSmooth, R(a), I(a), C(std::conj(a))},
    {"arg", 1, Kind::angle, 7, kSmooth, R(std::isnan(a) ? a : std::signbit(a) ? kPi : 0), kNoInteger, C(std::arg(a))},
    {"complex", 2, Kind::make_complex, 0, kSmooth},
};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

}  // namespace kiln::operations::elementwise
