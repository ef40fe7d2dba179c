// SPDX-License-Identifier: Apache-2.0
// Integers, bool and complex numbers on the host: all pairs of 8-bit numbers against a plain model, the edges
// of wider ones, and the defined results where C has none.
#include <bit>
#include <complex>
#include <functional>
#include <limits>

#include "support.hpp"

namespace kiln::expr {
namespace {

using Model = std::function<long(long, long, bool)>;  // the exact result, before wrapping

long clamp8(long v, bool is_signed) { return is_signed ? std::clamp(v, -128L, 127L) : std::clamp(v, 0L, 255L); }
long floor_half(long v) { return v >= 0 ? v / 2 : -((-v + 1) / 2); }

struct Row {
  Fn fn;
  Model model;
};
const Row kBinaryRows[] = {
    {Fn::add, [](long a, long b, bool) { return a + b; }},
    {Fn::subtract, [](long a, long b, bool) { return a - b; }},
    {Fn::multiply, [](long a, long b, bool) { return a * b; }},
    {Fn::divide, [](long a, long b, bool) { return b == 0 ? 0 : a / b; }},
    {Fn::remainder, [](long a, long b, bool) { return b == 0 ? 0 : a % b; }},
    {Fn::bit_and, [](long a, long b, bool) { return a & b; }},
    {Fn::bit_or, [](long a, long b, bool) { return a | b; }},
    {Fn::bit_xor, [](long a, long b, bool) { return a ^ b; }},
    {Fn::shift_left, [](long a, long b, bool) { return b < 0 || b > 7 ? 0 : a * (1L << b); }},
    {Fn::shift_right, [](long a, long b, bool) { return b < 0 || b > 7 ? (a < 0 ? -1 : 0) : a >> b; }},
    {Fn::max, [](long a, long b, bool) { return std::max(a, b); }},
    {Fn::min, [](long a, long b, bool) { return std::min(a, b); }},
    {Fn::abs_diff, [](long a, long b, bool) { return std::labs(a - b); }},
    {Fn::add_sat, [](long a, long b, bool s) { return clamp8(a + b, s); }},
    {Fn::sub_sat, [](long a, long b, bool s) { return clamp8(a - b, s); }},
    {Fn::hadd, [](long a, long b, bool) { return floor_half(a + b); }},
    {Fn::rhadd, [](long a, long b, bool) { return floor_half(a + b + 1); }},
    {Fn::mul_hi, [](long a, long b, bool) { return (a * b) >> 8; }},
    {Fn::rotate,
     [](long a, long b, bool) {
       const unsigned u = a & 255, n = b & 7;
       return static_cast<long>((u << n | u >> (8 - n)) & 255);
     }},
    {Fn::mad_hi, [](long a, long b, bool) { return ((a * b) >> 8) + 5; }},
    {Fn::mad_sat, [](long a, long b, bool s) { return clamp8(a * b + 5, s); }},
    {Fn::bitselect, [](long a, long b, bool) { return (a & ~5L) | (b & 5L); }},
    {Fn::clamp, [](long a, long b, bool) { return std::min(std::max(a, b), 5L); }},
};
const Row kUnaryRows[] = {
    {Fn::negative, [](long a, long, bool) { return -a; }},
    {Fn::bit_not, [](long a, long, bool) { return ~a; }},
    {Fn::abs, [](long a, long, bool) { return std::labs(a); }},
    {Fn::sign, [](long a, long, bool) { return a > 0   ? 1L
                                               : a < 0 ? -1L
                                                       : 0L; }},
    {Fn::clz,
     [](long a, long, bool) {
       long n = 0;
       while (n < 8 && !(a >> (7 - n) & 1)) ++n;
       return n;
     }},
    {Fn::ctz,
     [](long a, long, bool) {
       long n = 0;
       while (n < 8 && !(a >> n & 1)) ++n;
       return n;
     }},
    {Fn::popcount,
     [](long a, long, bool) {
       long n = 0;
       for (int i = 0; i < 8; ++i) n += a >> i & 1;
       return n;
     }},
    {Fn::floor, [](long a, long, bool) { return a; }},
};

Scalar small(long v, bool is_signed) {
  return is_signed ? Scalar::integer(KILN_INT8, v) : Scalar::natural(KILN_UINT8, static_cast<std::uint64_t>(v) & 255);
}

TEST_CASE("all pairs of 8-bit integers", "[interpret]") {
  const bool is_signed = GENERATE(false, true);
  const long low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
  int wrong = 0;
  for (const Row& row : kUnaryRows)
    for (long a = low; a <= high; ++a) {
      const Scalar got = call(row.fn, {small(a, is_signed)});
      const long expected = row.model(a, 0, is_signed);
      if (!(got == small(static_cast<std::int8_t>(expected), is_signed)) && ++wrong < 10) {
        UNSCOPED_INFO(info(row.fn).name << "(" << a << ") gave " << got.i << ", expected " << expected);
      }
    }
  for (const Row& row : kBinaryRows) {
    const bool third = info(row.fn).arity == 3;
    const Program program = [&] {
      const InputType type = array_of(is_signed ? KILN_INT8 : KILN_UINT8);
      return compile_text(std::string("r = ") + info(row.fn).name + (third ? "(a, b, 5)" : "(a, b)"),
                          {{"a", type}, {"b", type}});
    }();
    for (long a = low; a <= high; ++a)
      for (long b = low; b <= high; ++b) {
        const Scalar inputs[] = {small(a, is_signed), small(b, is_signed)};
        Scalar got[1];
        interpret(program, inputs, 0, got);
        const long expected = row.model(a, b, is_signed);
        if (!(got[0] == small(static_cast<std::int8_t>(expected), is_signed)) && ++wrong < 10) {
          UNSCOPED_INFO(info(row.fn).name << "(" << a << ", " << b << ") gave " << got[0].i << ", expected "
                                          << expected);
        }
      }
  }
  CHECK(wrong == 0);
}

template <class T>
void check_edges(DType dtype) {
  constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  const auto of = [&](T v) {
    if constexpr (std::is_signed_v<T>)
      return Scalar::integer(dtype, v);
    else
      return Scalar::natural(dtype, v);
  };
  const auto two = [&](Fn fn, T a, T b) { return call(fn, {of(a), of(b)}); };
  const int width = static_cast<int>(sizeof(T) * 8);
  INFO(base::dtype_name(dtype));
  CHECK(two(Fn::add, high, 1) == of(low));
  CHECK(two(Fn::subtract, low, 1) == of(high));
  CHECK(two(Fn::multiply, high, high) == of(1));
  CHECK(two(Fn::divide, high, 0) == of(0));
  CHECK(two(Fn::remainder, high, 0) == of(0));
  CHECK(two(Fn::add_sat, high, high) == of(high));
  CHECK(two(Fn::sub_sat, low, high) == of(low));
  CHECK(two(Fn::hadd, high, high) == of(high));
  CHECK(two(Fn::rhadd, low, low) == of(low));
  CHECK(two(Fn::abs_diff, high, low) == of(static_cast<T>(-1)));
  CHECK(two(Fn::shift_left, 1, static_cast<T>(width - 1)) ==
        of(static_cast<T>(static_cast<std::make_unsigned_t<T>>(1) << (width - 1))));
  CHECK(two(Fn::shift_left, 1, static_cast<T>(width)) == of(0));
  CHECK(two(Fn::shift_right, high, static_cast<T>(width)) == of(0));
  CHECK(two(Fn::rotate, 1, static_cast<T>(width + 1)) == of(2));
  CHECK(call(Fn::clz, {of(0)}) == of(static_cast<T>(width)));
  CHECK(call(Fn::ctz, {of(0)}) == of(static_cast<T>(width)));
  CHECK(call(Fn::clz, {of(1)}) == of(static_cast<T>(width - 1)));
  CHECK(call(Fn::mad_sat, {of(high), of(high), of(high)}) == of(high));
  if constexpr (std::is_signed_v<T>) {
    CHECK(two(Fn::divide, low, -1) == of(low));
    CHECK(two(Fn::remainder, low, -1) == of(0));
    CHECK(two(Fn::divide, -7, 2) == of(-3));
    CHECK(two(Fn::remainder, -7, 2) == of(-1));
    CHECK(call(Fn::negative, {of(low)}) == of(low));
    CHECK(call(Fn::abs, {of(low)}) == of(low));
    CHECK(two(Fn::shift_right, -1, static_cast<T>(width)) == of(-1));
    CHECK(two(Fn::shift_right, -8, -1) == of(-1));
    CHECK(two(Fn::shift_left, 1, -1) == of(0));
    CHECK(two(Fn::mul_hi, low, low) == of(static_cast<T>(static_cast<T>(1) << (width - 2))));
    CHECK(call(Fn::mad_sat, {of(low), of(high), of(0)}) == of(low));
    CHECK(two(Fn::less, low, high).u == 1);
  } else {
    CHECK(two(Fn::mul_hi, high, high) == of(static_cast<T>(high - 1)));
    CHECK(call(Fn::mad_hi, {of(high), of(high), of(2)}) == of(0));
    CHECK(two(Fn::greater, high, 1).u == 1);
  }
}

TEST_CASE("edges of every integer dtype", "[interpret]") {
  check_edges<std::int8_t>(KILN_INT8);
  check_edges<std::int16_t>(KILN_INT16);
  check_edges<std::int32_t>(KILN_INT32);
  check_edges<std::int64_t>(KILN_INT64);
  check_edges<std::uint8_t>(KILN_UINT8);
  check_edges<std::uint16_t>(KILN_UINT16);
  check_edges<std::uint32_t>(KILN_UINT32);
  check_edges<std::uint64_t>(KILN_UINT64);
}

TEST_CASE("bool", "[interpret]") {
  for (const bool a : {false, true}) {
    const Scalar x = Scalar::boolean(a);
    CHECK(call(Fn::bit_not, {x}).u == !a);
    CHECK(call(Fn::logical_not, {x}).u == !a);
    for (const bool b : {false, true}) {
      const Scalar y = Scalar::boolean(b);
      CHECK(call(Fn::bit_and, {x, y}).u == (a && b));
      CHECK(call(Fn::bit_or, {x, y}).u == (a || b));
      CHECK(call(Fn::bit_xor, {x, y}).u == (a != b));
      CHECK(call(Fn::logical_and, {x, y}).u == (a && b));
      CHECK(call(Fn::logical_or, {x, y}).u == (a || b));
      CHECK(call(Fn::equal, {x, y}).u == (a == b));
      CHECK(call(Fn::less, {x, y}).u == (a < b));
      CHECK(run1("r = logical_xor(a, b)", {{"a", x}, {"b", y}}).u == (a != b));
      for (const bool c : {false, true}) {
        CHECK(call(Fn::where, {x, y, Scalar::boolean(c)}).u == (a ? b : c));
        CHECK(call(Fn::bitselect, {x, y, Scalar::boolean(c)}).u == (c ? b : a));
      }
    }
  }
  CHECK(run1("r = a && b", {{"a", f32(0.5)}, {"b", i8(-1)}}).u == 1);
  CHECK(run1("r = a ? 1 : 2", {{"a", f32(std::nan(""))}}).i == 1);
  CHECK(run1("r = !a", {{"a", f32(-0.0)}}).u == 1);
}

TEST_CASE("complex numbers", "[interpret]") {
  using C = std::complex<double>;
  const DType dtype = GENERATE(KILN_COMPLEX64, KILN_COMPLEX128);
  const double tolerance = dtype == KILN_COMPLEX64 ? 1e-6 : 1e-14;
  const auto of = [&](C z) { return Scalar::complex(dtype, z); };
  const auto value = [](const Scalar& s) { return C(s.re, s.im); };
  for (const C x : {C(1, 2), C(-3, 0.5), C(0, -1), C(2, 0), C(-2, -0.0)})
    for (const C y : {C(3, -4), C(0.5, 2), C(0, 1), C(-1, 0)}) {
      INFO(x << " " << y);
      const auto close = [&](const Scalar& got, C expected) {
        return std::abs(value(got) - expected) <= tolerance * (1 + std::abs(expected));
      };
      CHECK(value(call(Fn::add, {of(x), of(y)})) == x + y);
      CHECK(value(call(Fn::subtract, {of(x), of(y)})) == x - y);
      CHECK(close(call(Fn::multiply, {of(x), of(y)}), x * y));
      CHECK(close(call(Fn::divide, {of(x), of(y)}), x / y));
      CHECK(close(call(Fn::pow, {of(x), of(y)}), std::pow(x, y)));
      CHECK(close(call(Fn::exp, {of(x)}), std::exp(x)));
      CHECK(close(call(Fn::log, {of(x)}), std::log(x)));
      CHECK(close(call(Fn::sqrt, {of(x)}), std::sqrt(x)));
      CHECK(close(call(Fn::sin, {of(x)}), std::sin(x)));
      CHECK(close(call(Fn::cos, {of(x)}), std::cos(x)));
      CHECK(call(Fn::abs, {of(x)}).re == Approx(std::abs(x)));
      CHECK(call(Fn::arg, {of(x)}).re == Approx(std::arg(x)));
      CHECK(call(Fn::equal, {of(x), of(y)}).u == (x == y));
      CHECK(call(Fn::not_equal, {of(x), of(y)}).u == (x != y));
    }
  CHECK(value(call(Fn::conj, {of({1, 2})})) == C(1, -2));
  CHECK(value(call(Fn::negative, {of({1, -2})})) == C(-1, 2));
  CHECK(call(Fn::real, {of({1, 2})}).re == 1);
  CHECK(call(Fn::imag, {of({1, 2})}).re == 2);
  CHECK(value(call(Fn::complex, {f32(1), f32(2)})) == C(1, 2));
  CHECK(value(call(Fn::pow, {of({3, 4}), of({0, 0})})) == C(1, 0));
  CHECK(value(call(Fn::pow, {of({0, 0}), of({2, 1})})) == C(0, 0));
  // Smith: neither overflows nor vanishes where the plain formula would.
  const double big = dtype == KILN_COMPLEX64 ? 1e30 : 1e200;
  const double least = dtype == KILN_COMPLEX64 ? 0x1p-149 : 0x1p-1074,
               most = dtype == KILN_COMPLEX64 ? 0x1p127 : 0x1p1023;
  for (const double size : {big, least, most})
    CHECK(value(call(Fn::divide, {of({size, size}), of({size, size})})) == C(1, 0));
  CHECK(value(call(Fn::divide, {of({1, 2}), of({HUGE_VAL, 3})})) == C(0, 0));
  // The plain product, as kernels do it: inf * (0 + 1i) has a NaN part.
  CHECK(std::isnan(call(Fn::multiply, {of({HUGE_VAL, 0}), of({0, 1})}).re));
  CHECK(call(Fn::where, {Scalar::boolean(false), of({1, 2}), of({3, 4})}).im == 4);
}

// Of annex G and the Array API; signs of zeros too.
TEST_CASE("complex functions at zeros, infinities and NaN", "[interpret]") {
  using C = std::complex<double>;
  const double inf = HUGE_VAL, nan = std::nan("");
  const auto check = [](Fn fn, C z, C expected) {
    for (const DType dtype : {KILN_COMPLEX64, KILN_COMPLEX128}) {
      const Scalar got = call(fn, {Scalar::complex(dtype, z)});
      INFO(info(fn).name << z << " is " << C(got.re, got.im) << ", expected " << expected);
      const auto same = [](double a, double b) {
        return std::isnan(b) ? std::isnan(a)
                             : std::signbit(a) == std::signbit(b) && (a == b || std::fabs(a - b) < 1e-6);
      };
      CHECK((same(got.re, expected.real()) && same(got.im, expected.imag())));
    }
  };
  const double half_pi = std::acos(0.0);
  check(Fn::sqrt, {nan, -inf}, {inf, -inf});
  check(Fn::sqrt, {-inf, -1}, {0, -inf});
  check(Fn::sqrt, {-4, -0.0}, {0, -2});
  check(Fn::exp, {-inf, 2}, {-0.0, 0});
  check(Fn::exp, {nan, -0.0}, {nan, -0.0});
  check(Fn::expm1, {inf, -0.0}, {inf, -0.0});
  check(Fn::expm1, {-inf, 1}, {-1, 0});
  check(Fn::expm1, {-inf, nan}, {-1, 0});
  check(Fn::log1p, {-1, -0.0}, {-inf, -0.0});
  check(Fn::log1p, {nan, inf}, {inf, nan});
  check(Fn::log1p, {-2, -0.0}, {0, -2 * half_pi});
  check(Fn::sinh, {-0.0, 3}, {0, std::sin(3)});
  check(Fn::tanh, {-inf, 1}, {-1, 0});
  check(Fn::atanh, {-1, 0}, {-inf, 0});
  check(Fn::asin, {2, -0.0}, {half_pi, -1.3169578969248166});
  check(Fn::acos, {0, nan}, {half_pi, nan});
  check(Fn::sign, {-0.0, -0.0}, {0, 0});
  check(Fn::sign, {-inf, -2}, {-1, -0.0});
  check(Fn::sign, {inf, nan}, {nan, nan});
  check(Fn::round, {2.5, -0.4}, {3, -0.0});
  check(Fn::rint, {2.5, -inf}, {2, -inf});
  for (const C z : {C(1, 2), C(inf, nan), C(nan, 0), C(0, -inf)}) {
    const Scalar x = Scalar::complex(KILN_COMPLEX64, z);
    const double sum = z.real() + z.imag();
    CHECK(call(Fn::isfinite, {x}).u == std::isfinite(sum));
    CHECK(call(Fn::isnan, {x}).u == std::isnan(sum));
    CHECK(call(Fn::isinf, {x}).u == (std::isinf(z.real()) || std::isinf(z.imag())));
  }
  const auto pair = [](C a, C b, Fn fn) {
    return call(fn, {Scalar::complex(KILN_COMPLEX128, a), Scalar::complex(KILN_COMPLEX128, b)});
  };
  CHECK(std::isinf(pair(0, -1, Fn::pow).re));
  CHECK(pair(1, 0, Fn::divide).re == inf);
  CHECK(std::isnan(pair(1, 0, Fn::divide).im));
}

TEST_CASE("index counts the elements", "[interpret]") {
  CHECK(run("r = index() * 2; s = float32(index())", {}, 21)[0].i == 42);
  CHECK(run("r = index() * 2; s = float32(index())", {}, 21)[1] == f32(21));
}

TEST_CASE("several outputs see old values", "[interpret]") {
  const std::vector<Scalar> out = run("t = a; a = b; b = t", {{"a", f32(1)}, {"b", f32(2)}});
  CHECK(out[1].re == 2);
  CHECK(out[2].re == 1);
  const std::vector<Scalar> mixed =
      run("r = a*b + exp(c); s = a > b ? a : b", {{"a", f32(2)}, {"b", f32(3)}, {"c", f32(0)}});
  CHECK(mixed[0].re == 7);
  CHECK(mixed[1].re == 3);
}

TEST_CASE("conversions", "[interpret]") {
  CHECK(run1("r = int8(a)", {{"a", f32(300)}}) == i8(127));
  CHECK(run1("r = int8(a)", {{"a", f32(std::nan(""))}}) == i8(0));
  CHECK(run1("r = uint8(a)", {{"a", i32(-1)}}) == u8(255));
  CHECK(run1("r = bool(a)", {{"a", f32(0.25)}}).u == 1);
  CHECK(run1("r = float16(a)", {{"a", f32(70000)}}).re == HUGE_VAL);
  CHECK(run1("r = (int)a / 2", {{"a", f32(7.9)}}).i == 3);
}

}  // namespace
}  // namespace kiln::expr
