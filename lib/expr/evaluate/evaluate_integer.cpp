// SPDX-License-Identifier: Apache-2.0
// Operations on bool and integers. They are exact for each width, wrap where C leaves the result undefined,
// and give defined results for division by zero and for shifts by the width or more.
#include <algorithm>
#include <bit>
#include <concepts>
#include <limits>

#include "expr/evaluate/evaluate.hpp"

namespace kiln::expr {
namespace {

__extension__ typedef __int128 Wide;

template <class T>
constexpr int kBits = std::numeric_limits<T>::digits + (std::signed_integral<T> ? 1 : 0);

template <class T>
T wrap(Wide value) {
  return static_cast<T>(static_cast<std::uint64_t>(value));
}
template <class T>
T saturate(Wide value) {
  if (value < std::numeric_limits<T>::min()) return std::numeric_limits<T>::min();
  if (value > std::numeric_limits<T>::max()) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

template <class T>
T shifted_left(T x, T by) {
  if (Wide{by} < 0 || Wide{by} >= kBits<T>) return 0;
  return wrap<T>(static_cast<Wide>(static_cast<std::uint64_t>(x) << static_cast<unsigned>(by)));
}
template <class T>
T shifted_right(T x, T by) {
  if (Wide{by} < 0 || Wide{by} >= kBits<T>) return static_cast<T>(x < 0 ? -1 : 0);
  return static_cast<T>(x >> static_cast<unsigned>(by));
}

template <class T>
T rotated(T x, T by) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(std::rotl(static_cast<U>(x), static_cast<int>(static_cast<U>(by) % kBits<T>)));
}

template <class T>
T bits(Fn fn, T a) {
  const auto u = static_cast<std::make_unsigned_t<T>>(a);
  if (fn == Fn::clz) return static_cast<T>(std::countl_zero(u));
  if (fn == Fn::ctz) return static_cast<T>(std::countr_zero(u));
  return static_cast<T>(std::popcount(u));
}

template <class T>
bool compare(Fn fn, T a, T b, bool& result) {
  // clang-format off
  switch (fn) {
    case Fn::equal: result = a == b; return true;
    case Fn::not_equal: result = a != b; return true;
    case Fn::less: result = a < b; return true;
    case Fn::less_equal: result = a <= b; return true;
    case Fn::greater: result = a > b; return true;
    case Fn::greater_equal: result = a >= b; return true;
    default: return false;
  }
  // clang-format on
}

template <class T>
T high_product(T x, T y) {
  if constexpr (std::same_as<T, std::uint64_t>) {
    __extension__ typedef unsigned __int128 UnsignedWide;
    return static_cast<T>((UnsignedWide{x} * y) >> 64);
  } else {
    return static_cast<T>((Wide{x} * y) >> kBits<T>);
  }
}

template <class T>
T multiply_add_saturating(T x, T y, T z) {
  Wide product = 0, sum = 0;
  if (__builtin_mul_overflow(Wide{x}, Wide{y}, &product) || __builtin_add_overflow(product, Wide{z}, &sum))
    return std::numeric_limits<T>::max();  // only unsigned 64-bit numbers overflow here
  return saturate<T>(sum);
}

// The quotient is rounded down, and the remainder has the divisor's sign. Dividing by 0 gives 0.
inline Wide floor_quotient(Wide a, Wide b) { return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0)); }
inline Wide floor_rest(Wide a, Wide b) { return b == 0 ? 0 : a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0); }

// x to the power n, which wraps. A negative n gives 1 / x^-n rounded towards zero; it gives 0 for x = 0.
template <class T>
T power(T x, T n) {
  if constexpr (std::signed_integral<T>)
    if (n < 0) return x == 1 || (x == -1 && n % 2 == 0) ? T{1} : x == -1 ? T{-1} : T{0};
  auto square = static_cast<std::uint64_t>(x), result = std::uint64_t{1};
  for (auto left = static_cast<std::uint64_t>(n); left != 0; left >>= 1, square *= square)
    if (left & 1) result *= square;
  return static_cast<T>(result);
}

// a, b and c are wide integers, so that no step overflows. Only the product of two 64-bit numbers may not fit
// them, so it is computed in uint64.
template <class T>
bool integer(Fn fn, T x, T y, T z, T& r) {
  const Wide a = x, b = y, c = z;
  // clang-format off
  switch (fn) {
    case Fn::add: r = wrap<T>(a + b); return true;
    case Fn::subtract: r = wrap<T>(a - b); return true;
    case Fn::multiply: r = static_cast<T>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y)); return true;
    case Fn::divide: r = b == 0 ? T{0} : wrap<T>(a / b); return true;
    case Fn::remainder: r = b == 0 ? T{0} : wrap<T>(a % b); return true;
    case Fn::floor_divide: r = wrap<T>(floor_quotient(a, b)); return true;
    case Fn::floor_mod: r = wrap<T>(floor_rest(a, b)); return true;
    case Fn::pow: r = power(x, y); return true;
    case Fn::negative: r = wrap<T>(-a); return true;
    case Fn::bit_and: r = static_cast<T>(x & y); return true;
    case Fn::bit_or: r = static_cast<T>(x | y); return true;
    case Fn::bit_xor: r = static_cast<T>(x ^ y); return true;
    case Fn::bit_not: r = static_cast<T>(~x); return true;
    case Fn::bitselect: r = static_cast<T>((x & ~z) | (y & z)); return true;
    case Fn::shift_left: r = shifted_left(x, y); return true;
    case Fn::shift_right: r = shifted_right(x, y); return true;
    case Fn::abs: r = wrap<T>(a < 0 ? -a : a); return true;
    case Fn::sign: r = static_cast<T>(a > 0 ? 1 : a < 0 ? -1 : 0); return true;
    case Fn::max: r = x > y ? x : y; return true;
    case Fn::min: r = x < y ? x : y; return true;
    case Fn::clamp: r = std::min(std::max(x, y), z); return true;
    case Fn::abs_diff: r = wrap<T>(a > b ? a - b : b - a); return true;
    case Fn::add_sat: r = saturate<T>(a + b); return true;
    case Fn::sub_sat: r = saturate<T>(a - b); return true;
    case Fn::hadd: r = wrap<T>((a + b) >> 1); return true;
    case Fn::rhadd: r = wrap<T>((a + b + 1) >> 1); return true;
    case Fn::rotate: r = rotated(x, y); return true;
    case Fn::clz: case Fn::ctz: case Fn::popcount: r = bits(fn, x); return true;
    case Fn::ceil: case Fn::floor: case Fn::rint: case Fn::round: case Fn::trunc: r = x; return true;
    case Fn::conj: case Fn::real: r = x; return true;
    case Fn::imag: r = 0; return true;
    case Fn::mul_hi: r = high_product(x, y); return true;
    case Fn::mad_hi: r = wrap<T>(Wide{high_product(x, y)} + c); return true;
    case Fn::mad_sat: r = multiply_add_saturating(x, y, z); return true;
    default: return false;
  }
  // clang-format on
}

template <class T>
Scalar evaluate_integer_as(Fn fn, DType result, const Scalar* args) {
  const int arity = info(fn).arity;
  const auto operand = [&](int i) { return i < arity ? static_cast<T>(args[i].u) : T{0}; };
  const T a = operand(0), b = operand(1), c = operand(2);
  bool truth = false;
  if (compare(fn, a, b, truth)) return Scalar::boolean(truth);
  T r = 0;
  if (!integer(fn, a, b, c, r)) cannot_evaluate(fn, args[0].dtype);
  if constexpr (std::signed_integral<T>)
    return Scalar::integer(result, r);
  else
    return Scalar::natural(result, r);
}

Scalar evaluate_bool(Fn fn, const Scalar* args) {
  const int arity = info(fn).arity;
  const bool a = args[0].u != 0, b = arity > 1 && args[1].u != 0, c = arity > 2 && args[2].u != 0;
  bool truth = false;
  if (compare(fn, a, b, truth)) return Scalar::boolean(truth);
  // clang-format off
  switch (fn) {
    case Fn::bit_and: return Scalar::boolean(a && b);
    case Fn::bit_or: return Scalar::boolean(a || b);
    case Fn::bit_xor: return Scalar::boolean(a != b);
    case Fn::bit_not: return Scalar::boolean(!a);
    case Fn::bitselect: return Scalar::boolean(c ? b : a);
    default: cannot_evaluate(fn, KILN_BOOL);
  }
  // clang-format on
}

}  // namespace

Scalar evaluate_integer(Fn fn, DType result, const Scalar* args) {
  // clang-format off
  switch (args[0].dtype) {
    case KILN_BOOL: return evaluate_bool(fn, args);
    case KILN_INT8: return evaluate_integer_as<std::int8_t>(fn, result, args);
    case KILN_INT16: return evaluate_integer_as<std::int16_t>(fn, result, args);
    case KILN_INT32: return evaluate_integer_as<std::int32_t>(fn, result, args);
    case KILN_INT64: return evaluate_integer_as<std::int64_t>(fn, result, args);
    case KILN_UINT8: return evaluate_integer_as<std::uint8_t>(fn, result, args);
    case KILN_UINT16: return evaluate_integer_as<std::uint16_t>(fn, result, args);
    case KILN_UINT32: return evaluate_integer_as<std::uint32_t>(fn, result, args);
    case KILN_UINT64: return evaluate_integer_as<std::uint64_t>(fn, result, args);
    default: cannot_evaluate(fn, args[0].dtype);
  }
  // clang-format on
}

}  // namespace kiln::expr
