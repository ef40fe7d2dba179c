// SPDX-License-Identifier: Apache-2.0
// Operations on float32 and float64. Arithmetic, sqrt, fma and exact functions are computed in the dtype itself, so
// they are correctly rounded. Transcendental functions are computed in the next wider type and rounded once.
#include <cmath>
#include <limits>

#include "expr/evaluate/evaluate.hpp"

namespace kiln::expr {
namespace {

template <class W>
constexpr W kPi = static_cast<W>(3.14159265358979323846264338327950288L);
template <class T>
constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();
template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();

// sin, cos and tan of pi * x. The argument is reduced exactly, so multiples of one half give exact results.
template <class W>
W sine_pi(W x) {
  if (!std::isfinite(x)) return kNaN<W>;
  W r = std::fmod(std::fabs(x), W{2});
  const bool flip = r >= 1;
  if (flip) r -= 1;
  if (r == 0) return std::copysign(W{0}, x);
  if (r > W{0.5}) r = 1 - r;
  const W result = r == W{0.5} ? W{1} : std::sin(kPi<W> * r);
  return flip != std::signbit(x) ? -result : result;
}
template <class W>
W cosine_pi(W x) {
  if (!std::isfinite(x)) return kNaN<W>;
  W r = std::fmod(std::fabs(x), W{2});
  if (r > 1) r = 2 - r;
  if (r == W{0.5}) return 0;
  if (r < W{0.25}) return std::cos(kPi<W> * r);
  if (r > W{0.75}) return -std::cos(kPi<W> * (1 - r));
  return std::sin(kPi<W> * (W{0.5} - r));
}
template <class W>
W tangent_pi(W x) {
  if (!std::isfinite(x)) return kNaN<W>;
  const W r = std::fmod(std::fabs(x), W{2});
  const W sign = std::copysign(W{1}, x);
  if (r == 0) return sign * W{0};
  if (r == 1) return sign * -W{0};
  if (r == W{0.5}) return sign * kInfinity<W>;
  if (r == W{1.5}) return sign * -kInfinity<W>;
  return sine_pi(x) / cosine_pi(x);
}

// std::lgamma writes the global variable signgam, which is not thread-safe; these functions do not.
double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}
long double log_gamma(long double x) {
  int sign = 0;
  return ::lgammal_r(x, &sign);
}

template <class W>
W power_real(W x, W y) {  // powr: a negative x, 0^0, inf^0 and 1^inf give NaN
  if (std::isnan(x) || std::isnan(y) || x < 0) return kNaN<W>;
  if (y == 0 && (x == 0 || std::isinf(x))) return kNaN<W>;
  if (x == 1 && std::isinf(y)) return kNaN<W>;
  return std::pow(std::fabs(x), y);
}

template <class W>
W log_add_exp(W x, W y) {
  if (std::isinf(x) && x == y) return x;
  return (x > y || x != x ? x : y) + std::log1p(std::exp(-std::fabs(x - y)));
}

// The remainder has the divisor's sign, as in Python; so has a zero.
template <class T>
T floor_rest(T x, T y) {
  const T m = std::fmod(x, y);
  if (m == 0) return std::copysign(T{0}, y);
  return (m < 0) != (y < 0) ? m + y : m;
}
template <class T>
T floor_quotient(T x, T y) {
  if (y == 0) return x / y;
  const T m = std::fmod(x, y);
  T q = (x - m) / y;
  if (m != 0 && (m < 0) != (y < 0)) q -= 1;
  return q == 0 ? std::copysign(T{0}, x / y) : std::nearbyint(q);
}

template <class W>
W root(W x, int n) {
  if (n == 0 || std::isnan(x) || (x < 0 && n % 2 == 0)) return kNaN<W>;
  W result = std::fabs(x);
  if (n == 2)
    result = std::sqrt(result);
  else if (n == 3)
    result = std::cbrt(result);
  else if (n != 1)
    result = std::pow(result, W{1} / static_cast<W>(n));
  return n % 2 != 0 ? std::copysign(result, x) : result;
}

template <class W>
bool transcendental(Fn fn, W x, W y, W& r) {
  // clang-format off
  switch (fn) {
    case Fn::acos: r = std::acos(x); break;
    case Fn::acosh: r = std::acosh(x); break;
    case Fn::acospi: r = std::acos(x) / kPi<W>; break;
    case Fn::asin: r = std::asin(x); break;
    case Fn::asinh: r = std::asinh(x); break;
    case Fn::asinpi: r = std::asin(x) / kPi<W>; break;
    case Fn::atan: r = std::atan(x); break;
    case Fn::atan2: r = std::atan2(x, y); break;
    case Fn::atanh: r = std::atanh(x); break;
    case Fn::atanpi: r = std::atan(x) / kPi<W>; break;
    case Fn::atan2pi: r = std::atan2(x, y) / kPi<W>; break;
    case Fn::cbrt: r = std::cbrt(x); break;
    case Fn::cos: r = std::cos(x); break;
    case Fn::cosh: r = std::cosh(x); break;
    case Fn::cospi: r = cosine_pi(x); break;
    case Fn::erf: r = std::erf(x); break;
    case Fn::erfc: r = std::erfc(x); break;
    case Fn::exp: r = std::exp(x); break;
    case Fn::exp2: r = std::exp2(x); break;
    case Fn::exp10: r = std::pow(W{10}, x); break;
    case Fn::expm1: r = std::expm1(x); break;
    case Fn::hypot: r = std::hypot(x, y); break;
    case Fn::lgamma: r = log_gamma(x); break;
    case Fn::log: r = std::log(x); break;
    case Fn::log2: r = std::log2(x); break;
    case Fn::log10: r = std::log10(x); break;
    case Fn::log1p: r = std::log1p(x); break;
    case Fn::logaddexp: r = log_add_exp(x, y); break;
    case Fn::pow: r = std::pow(x, y); break;
    case Fn::powr: r = power_real(x, y); break;
    case Fn::rsqrt: r = 1 / std::sqrt(x); break;
    case Fn::sin: r = std::sin(x); break;
    case Fn::sinh: r = std::sinh(x); break;
    case Fn::sinpi: r = sine_pi(x); break;
    case Fn::tan: r = std::tan(x); break;
    case Fn::tanh: r = std::tanh(x); break;
    case Fn::tanpi: r = tangent_pi(x); break;
    case Fn::tgamma: r = std::tgamma(x); break;
    case Fn::degrees: r = x * (180 / kPi<W>); break;
    case Fn::radians: r = x * (kPi<W> / 180); break;
    case Fn::arg: r = std::atan2(W{0}, x); break;
    default: return false;
  }
  // clang-format on
  return true;
}

// NaN propagates. Of two zeros with different signs the second is taken.
template <class T>
T maximum(T a, T b) {
  return a > b || a != a ? a : b;
}
template <class T>
T minimum(T a, T b) {
  return a < b || a != a ? a : b;
}

template <class T>
T fraction(T x) {
  if (x == 0) return x;
  if (std::isinf(x)) return std::copysign(T{0}, x);
  const T result = x - std::floor(x);
  return result >= 1 ? std::nextafter(T{1}, T{0}) : result;
}

template <class T>
T smooth_step(T low, T high, T x) {
  const T t = minimum(maximum((x - low) / (high - low), T{0}), T{1});
  return t * t * (3 - 2 * t);
}

template <class T>
T by_magnitude(Fn fn, T x, T y) {
  const T a = std::fabs(x), b = std::fabs(y);
  if (fn == Fn::maxmag) return a > b ? x : b > a ? y : std::fmax(x, y);
  return a < b ? x : b < a ? y : std::fmin(x, y);
}

template <class T>
bool exact(Fn fn, T x, T y, T z, T& r) {
  // clang-format off
  switch (fn) {
    case Fn::add: r = x + y; break;
    case Fn::subtract: r = x - y; break;
    case Fn::multiply: r = x * y; break;
    case Fn::divide: case Fn::true_divide: r = x / y; break;
    case Fn::floor_divide: r = floor_quotient(x, y); break;
    case Fn::floor_mod: r = floor_rest(x, y); break;
    case Fn::remainder: case Fn::fmod: r = std::fmod(x, y); break;
    case Fn::float_remainder: r = std::remainder(x, y); break;
    case Fn::negative: r = -x; break;
    case Fn::ceil: r = std::ceil(x); break;
    case Fn::floor: r = std::floor(x); break;
    case Fn::rint: r = std::nearbyint(x); break;
    case Fn::round: r = std::round(x); break;
    case Fn::trunc: r = std::trunc(x); break;
    case Fn::copysign: r = std::copysign(x, y); break;
    case Fn::fabs: case Fn::abs: r = std::fabs(x); break;
    case Fn::fdim: r = std::fdim(x, y); break;
    case Fn::fma: r = std::fma(x, y, z); break;
    case Fn::mad: r = x * y + z; break;
    case Fn::fmax: r = std::fmax(x, y); break;
    case Fn::fmin: r = std::fmin(x, y); break;
    case Fn::max: r = maximum(x, y); break;
    case Fn::min: r = minimum(x, y); break;
    case Fn::clamp: r = minimum(maximum(x, y), z); break;
    case Fn::fract: r = fraction(x); break;
    case Fn::logb: r = std::logb(x); break;
    case Fn::maxmag: case Fn::minmag: r = by_magnitude(fn, x, y); break;
    case Fn::nextafter: r = std::nextafter(x, y); break;
    case Fn::sqrt: r = std::sqrt(x); break;
    case Fn::mix: r = x + (y - x) * z; break;
    case Fn::smoothstep: r = smooth_step(x, y, z); break;
    case Fn::step: r = y < x ? T{0} : T{1}; break;
    case Fn::sign: r = x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x; break;
    case Fn::conj: case Fn::real: r = x; break;
    case Fn::imag: r = 0; break;
    default: return false;
  }
  // clang-format on
  return true;
}

template <class T>
bool truth(Fn fn, T x, T y, bool& r) {
  // clang-format off
  switch (fn) {
    case Fn::equal: r = x == y; break;
    case Fn::not_equal: r = x != y; break;
    case Fn::less: r = x < y; break;
    case Fn::less_equal: r = x <= y; break;
    case Fn::greater: r = x > y; break;
    case Fn::greater_equal: r = x >= y; break;
    case Fn::isfinite: r = std::isfinite(x); break;
    case Fn::isinf: r = std::isinf(x); break;
    case Fn::isnan: r = std::isnan(x); break;
    case Fn::isnormal: r = std::isnormal(x); break;
    case Fn::isordered: r = !std::isunordered(x, y); break;
    case Fn::isunordered: r = std::isunordered(x, y); break;
    case Fn::signbit: r = std::signbit(x); break;
    default: return false;
  }
  // clang-format on
  return true;
}

// Fixed results, so that all machines agree: 0 and NaN give the smallest int32, infinity gives the largest.
template <class T>
std::int32_t exponent(T x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<std::int32_t>::min();
  if (std::isinf(x)) return std::numeric_limits<std::int32_t>::max();
  return std::ilogb(x);
}

template <class T>
Scalar evaluate_real_as(Fn fn, DType result, const Scalar* args) {
  using W = Wider<T>;
  const int arity = info(fn).arity;
  const T x = static_cast<T>(args[0].re);
  if (info(fn).rule == Rule::float_and_int32) {
    const int n = static_cast<int>(args[1].i);
    if (fn == Fn::ldexp) return Scalar::real(result, std::ldexp(x, n));
    const W r = fn == Fn::rootn ? root<W>(x, n) : std::pow(W{x}, static_cast<W>(n));
    return Scalar::real(result, static_cast<T>(r));
  }
  const T y = arity > 1 ? static_cast<T>(args[1].re) : T{0}, z = arity > 2 ? static_cast<T>(args[2].re) : T{0};
  if (fn == Fn::ilogb) return Scalar::integer(KILN_INT32, exponent(x));
  if (fn == Fn::complex) return Scalar::complex(result, {x, y});
  bool answer = false;
  if (truth(fn, x, y, answer)) return Scalar::boolean(answer);
  T value = 0;
  if (exact(fn, x, y, z, value)) return Scalar::real(result, value);
  W wide = 0;
  if (!transcendental(fn, W{x}, W{y}, wide)) cannot_evaluate(fn, args[0].dtype);
  return Scalar::real(result, static_cast<T>(wide));
}

}  // namespace

Scalar evaluate_real(Fn fn, DType result, const Scalar* args) {
  return args[0].dtype == KILN_FLOAT32 ? evaluate_real_as<float>(fn, result, args)
                                       : evaluate_real_as<double>(fn, result, args);
}

}  // namespace kiln::expr
