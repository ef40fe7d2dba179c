// SPDX-License-Identifier: Apache-2.0
// Operations on complex numbers as kernels compute them: products by the plain formula, quotients by Smith's
// method, and pow as exp(y log x). Functions are computed in the next wider type and rounded once.
#include <cmath>
#include <complex>
#include <type_traits>

#include "expr/evaluate/evaluate.hpp"

namespace kiln::expr {
namespace {

template <class T>
std::complex<T> product(std::complex<T> x, std::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

// A power of two that brings x to the middle of the exponent range.
template <class T>
T scale(std::complex<T> x) {
  const bool single = std::is_same_v<T, float>;
  const T size = std::fmax(std::fabs(x.real()), std::fabs(x.imag()));
  if (size > std::ldexp(T{1}, single ? 126 : 1022)) return T{0.25};
  return size < std::ldexp(T{1}, single ? -90 : -900) ? std::ldexp(T{1}, single ? 60 : 120) : T{1};
}

// Smith's method: everything is divided by the larger part of the divisor, so that the divisor's square
// cannot overflow or underflow.
template <class T>
std::complex<T> quotient(std::complex<T> x, std::complex<T> y) {
  if (y == std::complex<T>{}) return {x.real() / y.real(), x.imag() / y.real()};
  const T p = scale(x), q = scale(y), back = q / p;
  const T a = x.real() * p, b = x.imag() * p, c = y.real() * q, d = y.imag() * q;
  if (std::fabs(c) >= std::fabs(d)) {
    const T ratio = d / c, divisor = c + d * ratio;
    return {(a + b * ratio) / divisor * back, (b - a * ratio) / divisor * back};
  }
  const T ratio = c / d, divisor = c * ratio + d;
  return {(a * ratio + b) / divisor * back, (b * ratio - a) / divisor * back};
}

template <class W>
std::complex<W> power(std::complex<W> x, std::complex<W> y) {
  if (y == std::complex<W>{}) return 1;
  if (x == std::complex<W>{} && y.real() > 0) return 0;
  return std::exp(product(y, std::log(x)));
}

template <class W>
std::complex<W> log_plus_one(std::complex<W> x) {
  const bool near = std::fabs(x.real()) < W{0.5} && std::fabs(x.imag()) < W{0.5};
  const std::complex<W> plain = std::log(W{1} + x);
  if (!near) return plain;
  return {std::log1p(x.real() * (2 + x.real()) + x.imag() * x.imag()) / 2, plain.imag()};
}
template <class W>
std::complex<W> exp_minus_one(std::complex<W> x) {
  if (x.imag() == 0) return {std::expm1(x.real()), x.imag()};
  const W half = std::sin(x.imag() / 2);
  const std::complex<W> plain = std::exp(x);
  const bool near = std::fabs(x.real()) < 1;
  return {near ? std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half : plain.real() - 1, plain.imag()};
}
// C leaves open the sign of an infinite part beside a NaN part. Here it is the sign of x's, which makes sinh odd.
template <class W>
std::complex<W> hyperbolic_sine(std::complex<W> x) {
  const std::complex<W> r = std::sinh(x);
  if (!std::isinf(x.real()) || !std::isnan(r.imag())) return r;
  return {std::copysign(r.real(), x.real()), r.imag()};
}
template <class W>
std::complex<W> sine(std::complex<W> x) {
  const std::complex<W> r = hyperbolic_sine(std::complex<W>(-x.imag(), x.real()));
  return {r.imag(), -r.real()};
}
// x / |x|. If one part is infinite, the result lies on that part's axis.
template <class W>
std::complex<W> direction(std::complex<W> x) {
  const W a = x.real(), b = x.imag(), one = 1, zero = 0;
  if (a == 0 && b == 0) return 0;
  if (std::isinf(a) && std::isfinite(b)) return {std::copysign(one, a), std::copysign(zero, b)};
  if (std::isinf(b) && std::isfinite(a)) return {std::copysign(zero, a), std::copysign(one, b)};
  const W size = std::isnan(a) || std::isnan(b) ? a + b : std::hypot(a / 4, b / 4);
  return {a / 4 / size, b / 4 / size};
}

template <class T>
bool arithmetic(Fn fn, std::complex<T> x, std::complex<T> y, std::complex<T>& r) {
  // clang-format off
  switch (fn) {
    case Fn::add: r = x + y; break;
    case Fn::subtract: r = x - y; break;
    case Fn::multiply: r = product(x, y); break;
    case Fn::divide: case Fn::true_divide: r = quotient(x, y); break;
    case Fn::negative: r = -x; break;
    case Fn::conj: r = std::conj(x); break;
    case Fn::round: r = {std::round(x.real()), std::round(x.imag())}; break;
    case Fn::rint: r = {std::nearbyint(x.real()), std::nearbyint(x.imag())}; break;
    default: return false;
  }
  // clang-format on
  return true;
}

template <class W>
bool function(Fn fn, std::complex<W> x, std::complex<W> y, std::complex<W>& r) {
  // clang-format off
  switch (fn) {
    case Fn::exp: r = std::exp(x); break;
    case Fn::log: r = std::log(x); break;
    case Fn::sqrt: r = std::sqrt(x); break;
    case Fn::sin: r = sine(x); break;
    case Fn::cos: r = std::cos(x); break;
    case Fn::tan: r = std::tan(x); break;
    case Fn::sinh: r = hyperbolic_sine(x); break;
    case Fn::cosh: r = std::cosh(x); break;
    case Fn::tanh: r = std::tanh(x); break;
    case Fn::asin: r = std::asin(x); break;
    case Fn::acos: r = std::acos(x); break;
    case Fn::atan: r = std::atan(x); break;
    case Fn::asinh: r = std::asinh(x); break;
    case Fn::acosh: r = std::acosh(x); break;
    case Fn::atanh: r = std::atanh(x); break;
    case Fn::log2: r = std::log(x) / std::log(W{2}); break;
    case Fn::log10: r = std::log10(x); break;
    case Fn::log1p: r = log_plus_one(x); break;
    case Fn::expm1: r = exp_minus_one(x); break;
    case Fn::sign: r = direction(x); break;
    case Fn::pow: r = power(x, y); break;
    default: return false;
  }
  // clang-format on
  return true;
}

template <class T>
bool truth(Fn fn, std::complex<T> x, std::complex<T> y, bool& r) {
  // clang-format off
  switch (fn) {
    case Fn::equal: r = x == y; break;
    case Fn::not_equal: r = x != y; break;
    case Fn::isfinite: r = std::isfinite(x.real()) && std::isfinite(x.imag()); break;
    case Fn::isinf: r = std::isinf(x.real()) || std::isinf(x.imag()); break;
    case Fn::isnan: r = std::isnan(x.real()) || std::isnan(x.imag()); break;
    default: return false;
  }
  // clang-format on
  return true;
}

template <class W>
bool part(Fn fn, std::complex<W> x, W& r) {
  // clang-format off
  switch (fn) {
    case Fn::real: r = x.real(); break;
    case Fn::imag: r = x.imag(); break;
    case Fn::abs: r = std::hypot(x.real(), x.imag()); break;
    case Fn::arg: r = std::atan2(x.imag(), x.real()); break;
    default: return false;
  }
  // clang-format on
  return true;
}

template <class T>
Scalar complex_result(DType result, std::complex<T> value) {
  return Scalar::complex(result, {static_cast<double>(value.real()), static_cast<double>(value.imag())});
}

template <class T>
Scalar evaluate_complex_as(Fn fn, DType result, const Scalar* args) {
  using W = Wider<T>;
  const std::complex<T> x(static_cast<T>(args[0].re), static_cast<T>(args[0].im));
  std::complex<T> y;
  if (info(fn).arity > 1) y = {static_cast<T>(args[1].re), static_cast<T>(args[1].im)};
  bool answer = false;
  if (truth(fn, x, y, answer)) return Scalar::boolean(answer);
  std::complex<T> r;
  if (arithmetic(fn, x, y, r)) return complex_result(result, r);
  const std::complex<W> wide_x(x.real(), x.imag()), wide_y(y.real(), y.imag());
  W real = 0;
  if (part(fn, wide_x, real)) return Scalar::real(result, static_cast<T>(real));
  std::complex<W> wide;
  if (!function(fn, wide_x, wide_y, wide)) cannot_evaluate(fn, args[0].dtype);
  return complex_result<T>(result, {static_cast<T>(wide.real()), static_cast<T>(wide.imag())});
}

}  // namespace

Scalar evaluate_complex(Fn fn, DType result, const Scalar* args) {
  return args[0].dtype == KILN_COMPLEX64 ? evaluate_complex_as<float>(fn, result, args)
                                         : evaluate_complex_as<double>(fn, result, args);
}

}  // namespace kiln::expr
