// SPDX-License-Identifier: Apache-2.0
// Every floating-point function against the C library on ordinary and special values, and the corners that
// OpenCL C or docs/ expressions.md define.
#include <cmath>
#include <set>

#include "support.hpp"

namespace kiln::expr {
namespace {

constexpr double kInf = HUGE_VAL;
const double kNan = std::nan("");
const double kSpecials[] = {kNan,  0.0,  -0.0,       kInf, -kInf, 5e-324, -5e-324, 1e-310, 2.2250738585072014e-308,
                            1e-30, 1e-3, 0.25,       0.5,  -0.5,  0.75,   1.0,     -1.0,   1.5,
                            -1.5,  2.0,  2.5,        -2.5, 3.0,   -3.0,   10.0,    -7.25,  88.0,
                            1e4,   -1e4, 16777217.0, 3e9,  -3e9,  1e30,   1e38,    1e300,  1.7976931348623157e308};

// Equal in every bit, or both NaN, or within `ulps` of a float or a double.
bool near(DType dtype, double got, double expected, double ulps) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (got == expected) return std::signbit(got) == std::signbit(expected);
  if (std::isinf(got) || std::isinf(expected)) return false;
  const double step = dtype == KILN_FLOAT32 ? std::nextafter(std::fabs(static_cast<float>(expected)), HUGE_VALF) -
                                                  std::fabs(static_cast<float>(expected))
                                            : std::nextafter(std::fabs(expected), kInf) - std::fabs(expected);
  return std::fabs(got - expected) <= ulps * step;
}

using Unary = double (*)(double);
using Binary = double (*)(double, double);
struct UnaryRow {
  Fn fn;
  Unary reference;
  double ulps = 2;  // of the C library's double function
};
double log_gamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}
const double kPi = std::acos(-1.0);

const UnaryRow kUnary[] = {
    {Fn::acos, [](double x) { return std::acos(x); }},
    {Fn::acosh, [](double x) { return std::acosh(x); }},
    {Fn::acospi, [](double x) { return std::acos(x) / kPi; }},
    {Fn::asin, [](double x) { return std::asin(x); }},
    {Fn::asinh, [](double x) { return std::asinh(x); }},
    {Fn::asinpi, [](double x) { return std::asin(x) / kPi; }},
    {Fn::atan, [](double x) { return std::atan(x); }},
    {Fn::atanh, [](double x) { return std::atanh(x); }},
    {Fn::atanpi, [](double x) { return std::atan(x) / kPi; }},
    {Fn::cbrt, [](double x) { return std::cbrt(x); }},
    {Fn::ceil, [](double x) { return std::ceil(x); }, 0},
    {Fn::cos, [](double x) { return std::cos(x); }},
    {Fn::cosh, [](double x) { return std::cosh(x); }},
    {Fn::erf, [](double x) { return std::erf(x); }},
    {Fn::erfc, [](double x) { return std::erfc(x); }, 6},
    {Fn::exp, [](double x) { return std::exp(x); }},
    {Fn::exp2, [](double x) { return std::exp2(x); }},
    {Fn::exp10, [](double x) { return std::pow(10.0, x); }},
    {Fn::expm1, [](double x) { return std::expm1(x); }},
    {Fn::fabs, [](double x) { return std::fabs(x); }, 0},
    {Fn::abs, [](double x) { return std::fabs(x); }, 0},
    {Fn::floor, [](double x) { return std::floor(x); }, 0},
    {Fn::lgamma, log_gamma, 8},
    {Fn::log, [](double x) { return std::log(x); }},
    {Fn::log2, [](double x) { return std::log2(x); }},
    {Fn::log10, [](double x) { return std::log10(x); }},
    {Fn::log1p, [](double x) { return std::log1p(x); }},
    {Fn::logb, [](double x) { return std::logb(x); }, 0},
    {Fn::rint, [](double x) { return std::rint(x); }, 0},
    {Fn::round, [](double x) { return std::round(x); }, 0},
    {Fn::rsqrt, [](double x) { return 1 / std::sqrt(x); }},
    {Fn::sin, [](double x) { return std::sin(x); }},
    {Fn::sinh, [](double x) { return std::sinh(x); }},
    {Fn::sqrt, [](double x) { return std::sqrt(x); }, 0},
    {Fn::tan, [](double x) { return std::tan(x); }},
    {Fn::tanh, [](double x) { return std::tanh(x); }},
    {Fn::tgamma, [](double x) { return std::tgamma(x); }, 8},
    {Fn::trunc, [](double x) { return std::trunc(x); }, 0},
    {Fn::degrees, [](double x) { return x * (180 / kPi); }},
    {Fn::radians, [](double x) { return x * (kPi / 180); }},
    {Fn::negative, [](double x) { return -x; }, 0},
    {Fn::sign, [](double x) { return std::isnan(x) ? x
                                     : x == 0      ? 0
                                                   : std::copysign(1.0, x); }, 0},
    {Fn::real, [](double x) { return x; }, 0},
    {Fn::imag, [](double) { return 0.0; }, 0},
    {Fn::conj, [](double x) { return x; }, 0},
    {Fn::arg, [](double x) { return std::atan2(0.0, x); }},
};

struct BinaryRow {
  Fn fn;
  Binary reference;
  double ulps = 2;
};
const BinaryRow kBinary[] = {
    {Fn::add, [](double x, double y) { return x + y; }, 0},
    {Fn::subtract, [](double x, double y) { return x - y; }, 0},
    {Fn::multiply, [](double x, double y) { return x * y; }, 0},
    {Fn::divide, [](double x, double y) { return x / y; }, 0},
    {Fn::remainder, [](double x, double y) { return std::fmod(x, y); }, 0},
    {Fn::fmod, [](double x, double y) { return std::fmod(x, y); }, 0},
    {Fn::float_remainder, [](double x, double y) { return std::remainder(x, y); }, 0},
    {Fn::atan2, [](double x, double y) { return std::atan2(x, y); }},
    {Fn::atan2pi, [](double x, double y) { return std::atan2(x, y) / kPi; }},
    {Fn::copysign, [](double x, double y) { return std::copysign(x, y); }, 0},
    {Fn::fdim, [](double x, double y) { return std::fdim(x, y); }, 0},
    {Fn::hypot, [](double x, double y) { return std::hypot(x, y); }},
    {Fn::true_divide, [](double x, double y) { return x / y; }, 0},
    {Fn::logaddexp,
     [](double x, double y) {
       return std::isinf(x) && x == y ? x : (x > y || x != x ? x : y) + std::log1p(std::exp(-std::fabs(x - y)));
     }},
    {Fn::pow, [](double x, double y) { return std::pow(x, y); }},
};

template <class Row>
std::set<Fn> listed(const Row& rows) {
  std::set<Fn> result;
  for (const auto& row : rows) result.insert(row.fn);
  return result;
}

TEST_CASE("unary functions against the C library", "[functions]") {
  for (const UnaryRow& row : kUnary)
    for (const double x : kSpecials) {
      INFO(info(row.fn).name << "(" << x << ")");
      CHECK(near(KILN_FLOAT64, call(row.fn, {f64(x)}).re, row.reference(x), row.ulps));
      // A float result is the double result rounded once, but for the sums the reference itself rounds.
      const float single = static_cast<float>(x);
      const double expected = static_cast<float>(row.reference(single));
      CHECK(near(KILN_FLOAT32, call(row.fn, {f32(single)}).re, expected, 0));
    }
}

TEST_CASE("binary functions against the C library", "[functions]") {
  for (const BinaryRow& row : kBinary)
    for (const double x : kSpecials)
      for (const double y : kSpecials) {
        INFO(info(row.fn).name << "(" << x << ", " << y << ")");
        CHECK(near(KILN_FLOAT64, call(row.fn, {f64(x), f64(y)}).re, row.reference(x, y), row.ulps));
        if (row.fn == Fn::fdim) continue;  // rounds twice in the reference
        const float a = static_cast<float>(x), b = static_cast<float>(y);
        CHECK(near(KILN_FLOAT32, call(row.fn, {f32(a), f32(b)}).re, static_cast<float>(row.reference(a, b)), 0));
      }
}

TEST_CASE("max and min propagate NaN, fmax and fmin ignore it", "[functions]") {
  for (const double x : kSpecials)
    for (const double y : kSpecials) {
      INFO(x << ", " << y);
      const bool nan = std::isnan(x) || std::isnan(y);
      if (x == 0 && y == 0) continue;  // the sign of a zero is not specified
      CHECK(near(KILN_FLOAT64, call(Fn::max, {f64(x), f64(y)}).re, nan ? kNan : std::fmax(x, y), 0));
      CHECK(near(KILN_FLOAT64, call(Fn::min, {f64(x), f64(y)}).re, nan ? kNan : std::fmin(x, y), 0));
      CHECK(near(KILN_FLOAT64, call(Fn::fmax, {f64(x), f64(y)}).re, std::fmax(x, y), 0));
      CHECK(near(KILN_FLOAT64, call(Fn::fmin, {f64(x), f64(y)}).re, std::fmin(x, y), 0));
      if (std::fabs(x) != std::fabs(y) && !nan) {
        const bool first = std::fabs(x) > std::fabs(y);
        CHECK(call(Fn::maxmag, {f64(x), f64(y)}).re == (first ? x : y));
        CHECK(call(Fn::minmag, {f64(x), f64(y)}).re == (first ? y : x));
      }
    }
  CHECK(call(Fn::maxmag, {f64(-2), f64(2)}).re == 2);
  CHECK(call(Fn::minmag, {f64(-2), f64(2)}).re == -2);
  CHECK(call(Fn::maxmag, {f64(kNan), f64(2)}).re == 2);
}

TEST_CASE("functions of pi times x are exact at halves", "[functions]") {
  const DType dtype = GENERATE(KILN_FLOAT32, KILN_FLOAT64);
  const auto of = [&](Fn fn, double x) { return call(fn, {Scalar::real(dtype, x)}).re; };
  for (int n = -6; n <= 6; ++n) {
    INFO(n);
    CHECK(near(dtype, of(Fn::sinpi, n), std::copysign(0.0, n), 0));
    CHECK(of(Fn::cospi, n) == (n % 2 == 0 ? 1 : -1));
    CHECK(near(dtype, of(Fn::cospi, n + 0.5), 0.0, 0));
    CHECK(of(Fn::sinpi, n + 0.5) == (n % 2 == 0 ? 1 : -1));
    CHECK(std::isinf(of(Fn::tanpi, n + 0.5)));
    CHECK(std::signbit(of(Fn::tanpi, n + 0.5)) == (n % 2 != 0));
    CHECK(of(Fn::tanpi, n) == 0);
  }
  CHECK(!std::signbit(of(Fn::tanpi, 2)));
  CHECK(std::signbit(of(Fn::tanpi, 1)));
  CHECK(std::signbit(of(Fn::tanpi, -2)));
  CHECK(std::signbit(of(Fn::sinpi, -0.0)));
  for (const double x : {0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 0.9, 1.1, 1.3, 1.7, 1.9, -0.3, -1.2}) {
    const double rounded = dtype == KILN_FLOAT32 ? static_cast<float>(x) : x;
    CHECK(near(dtype, of(Fn::sinpi, x), std::sin(kPi * rounded), 4));
    CHECK(near(dtype, of(Fn::cospi, x), std::cos(kPi * rounded), 4));
    CHECK(near(dtype, of(Fn::tanpi, x), std::tan(kPi * rounded), 8));
  }
  CHECK(of(Fn::sinpi, 0.25) == Approx(std::sqrt(0.5)));
  CHECK(of(Fn::cospi, 1e30) == 1);
  for (const Fn fn : {Fn::sinpi, Fn::cospi, Fn::tanpi})
    for (const double x : {kInf, -kInf, kNan}) CHECK(std::isnan(of(fn, x)));
}

TEST_CASE("division rounded down has the divisor's sign", "[functions]") {
  const auto mod = [](double x, double y) { return call(Fn::floor_mod, {f64(x), f64(y)}).re; };
  const auto quotient = [](double x, double y) { return call(Fn::floor_divide, {f64(x), f64(y)}).re; };
  CHECK((mod(7, 3) == 1 && mod(-7, 3) == 2 && mod(7, -3) == -2 && mod(-7, -3) == -1));
  CHECK((quotient(7, 3) == 2 && quotient(-7, 3) == -3 && quotient(7, -3) == -3 && quotient(1, 0.1) == 9));
  CHECK((std::signbit(mod(6, -3)) && mod(-1, kInf) == kInf && std::isnan(mod(1, 0)) && std::isnan(mod(kInf, 1))));
  CHECK((quotient(1, 0) == kInf && quotient(-1, kInf) == -1 && std::signbit(quotient(-0.0, 5))));
  const auto whole = [](Fn fn, int x, int y) { return call(fn, {i32(x), i32(y)}).i; };
  CHECK((whole(Fn::floor_mod, -7, 3) == 2 && whole(Fn::floor_mod, 7, -3) == -2 && whole(Fn::floor_mod, 7, 0) == 0));
  CHECK((whole(Fn::floor_divide, -7, 3) == -3 && whole(Fn::floor_divide, 6, -3) == -2));
  CHECK(whole(Fn::floor_divide, 7, 0) == 0);
  CHECK((whole(Fn::pow, -3, 3) == -27 && whole(Fn::pow, 2, 33) == 0 && whole(Fn::pow, 0, 0) == 1));
  CHECK((whole(Fn::pow, -1, -3) == -1 && whole(Fn::pow, 5, -1) == 0 && whole(Fn::pow, 1, -9) == 1));
}

TEST_CASE("powers and roots with integers", "[functions]") {
  const auto pown = [](double x, int n) { return call(Fn::pown, {f64(x), i32(n)}).re; };
  const auto rootn = [](double x, int n) { return call(Fn::rootn, {f64(x), i32(n)}).re; };
  for (const double x : kSpecials)
    for (const int n : {-3, -2, -1, 0, 1, 2, 3, 10}) {
      INFO(x << ", " << n);
      CHECK(near(KILN_FLOAT64, pown(x, n), std::pow(x, n), 2));
      CHECK(near(KILN_FLOAT64, call(Fn::ldexp, {f64(x), i32(n)}).re, std::ldexp(x, n), 0));
    }
  CHECK(rootn(27, 3) == Approx(3));
  CHECK(rootn(-27, 3) == Approx(-3));
  CHECK(rootn(16, -4) == Approx(0.5));
  CHECK(std::isnan(rootn(-16, 4)));
  CHECK(std::isnan(rootn(4, 0)));
  CHECK(near(KILN_FLOAT64, rootn(-0.0, 3), -0.0, 0));
  CHECK(near(KILN_FLOAT64, rootn(-0.0, 2), 0.0, 0));
  CHECK(rootn(-0.0, -3) == -kInf);
  CHECK(rootn(-0.0, -2) == kInf);
  CHECK(rootn(-kInf, 3) == -kInf);
  CHECK(call(Fn::ldexp, {f32(1), i32(INT32_MAX)}).re == kInf);
  CHECK(call(Fn::ldexp, {f32(1), i32(-149)}).re == 0x1p-149);
  const auto powr = [](double x, double y) { return call(Fn::powr, {f64(x), f64(y)}).re; };
  CHECK(powr(4, 0.5) == 2);
  for (const auto& [x, y] :
       {std::pair{-1.0, 2.0}, {0.0, 0.0}, {-0.0, 0.0}, {kInf, 0.0}, {1.0, kInf}, {1.0, kNan}, {kNan, 0.0}})
    CHECK(std::isnan(powr(x, y)));
  CHECK(powr(-0.0, -1) == kInf);
  CHECK(powr(5, -0.0) == 1);
}

TEST_CASE("fract, step, smoothstep, mix, clamp, fma, mad, nextafter", "[functions]") {
  const auto fract = [](double x) { return call(Fn::fract, {f32(x)}).re; };
  CHECK(fract(2.75) == 0.75);
  CHECK(fract(-2.75) == 0.25);
  CHECK(fract(-1e-30) == static_cast<double>(std::nextafter(1.0F, 0.0F)));
  CHECK(near(KILN_FLOAT32, fract(-0.0), -0.0, 0));
  CHECK(near(KILN_FLOAT32, fract(-kInf), -0.0, 0));
  CHECK(std::isnan(fract(kNan)));
  CHECK(call(Fn::step, {f32(1), f32(0.5)}).re == 0);
  CHECK(call(Fn::step, {f32(1), f32(1)}).re == 1);
  CHECK(call(Fn::smoothstep, {f32(0), f32(2), f32(1)}).re == 0.5);
  CHECK(call(Fn::smoothstep, {f32(0), f32(2), f32(9)}).re == 1);
  CHECK(std::isnan(call(Fn::smoothstep, {f32(0), f32(2), f32(kNan)}).re));
  CHECK(call(Fn::mix, {f32(2), f32(4), f32(0.25)}).re == 2.5);
  CHECK(call(Fn::clamp, {f32(5), f32(0), f32(1)}).re == 1);
  CHECK(call(Fn::clamp, {f32(-5), f32(0), f32(1)}).re == 0);
  CHECK(std::isnan(call(Fn::clamp, {f32(kNan), f32(0), f32(1)}).re));
  CHECK(std::isnan(call(Fn::clamp, {f32(0), f32(kNan), f32(1)}).re));
  const float big = 16777215.0F;
  CHECK(call(Fn::fma, {f32(big), f32(big), f32(1)}).re == std::fma(big, big, 1.0F));
  CHECK(call(Fn::fma, {f32(0x1.000002p0), f32(0x1.000002p0), f32(-0x1.000004p0)}).re == 0x1p-46);
  CHECK(call(Fn::mad, {f32(0x1.000002p0), f32(0x1.000002p0), f32(-0x1.000004p0)}).re == 0);
  CHECK(call(Fn::nextafter, {f32(1), f32(2)}).re == static_cast<double>(std::nextafter(1.0F, 2.0F)));
  CHECK(call(Fn::nextafter, {f64(0), f64(-1)}).re == -5e-324);
}

TEST_CASE("classification", "[functions]") {
  for (const double x : kSpecials) {
    INFO(x);
    CHECK(call(Fn::isnan, {f64(x)}).u == std::isnan(x));
    CHECK(call(Fn::isinf, {f64(x)}).u == std::isinf(x));
    CHECK(call(Fn::isfinite, {f64(x)}).u == std::isfinite(x));
    CHECK(call(Fn::isnormal, {f64(x)}).u == std::isnormal(x));
    if (!std::isnan(x)) CHECK(call(Fn::signbit, {f64(x)}).u == std::signbit(x));
    for (const double y : kSpecials) {
      CHECK(call(Fn::isunordered, {f64(x), f64(y)}).u == std::isunordered(x, y));
      CHECK(call(Fn::isordered, {f64(x), f64(y)}).u == !std::isunordered(x, y));
      CHECK(call(Fn::equal, {f64(x), f64(y)}).u == (x == y));
      CHECK(call(Fn::not_equal, {f64(x), f64(y)}).u == (x != y));
      CHECK(call(Fn::less, {f64(x), f64(y)}).u == (x < y));
      CHECK(call(Fn::less_equal, {f64(x), f64(y)}).u == (x <= y));
      CHECK(call(Fn::greater, {f64(x), f64(y)}).u == (x > y));
      CHECK(call(Fn::greater_equal, {f64(x), f64(y)}).u == (x >= y));
    }
  }
  CHECK(call(Fn::isnormal, {f32(1e-40)}).u == 0);
  // The smallest float16 is subnormal there and normal in float32, where it is judged.
  CHECK(call(Fn::isnormal, {Scalar::real(KILN_FLOAT16, 0x1p-24)}).u == 1);
  CHECK(call(Fn::ilogb, {f64(0)}).i == INT32_MIN);
  CHECK(call(Fn::ilogb, {f64(kNan)}).i == INT32_MIN);
  CHECK(call(Fn::ilogb, {f64(-kInf)}).i == INT32_MAX);
  CHECK(call(Fn::ilogb, {f64(-10)}).i == 3);
  CHECK(call(Fn::ilogb, {f32(0x1p-149)}).i == -149);
}

TEST_CASE("no floating function is left out of these tests", "[functions]") {
  std::set<Fn> tested = listed(kUnary);
  tested.merge(listed(kBinary));
  tested.insert({Fn::max,   Fn::min,          Fn::fmax,     Fn::fmin,     Fn::maxmag,  Fn::minmag,    Fn::sinpi,
                 Fn::cospi, Fn::tanpi,        Fn::pown,     Fn::rootn,    Fn::ldexp,   Fn::powr,      Fn::fract,
                 Fn::step,  Fn::smoothstep,   Fn::mix,      Fn::clamp,    Fn::fma,     Fn::mad,       Fn::nextafter,
                 Fn::isnan, Fn::isinf,        Fn::isfinite, Fn::isnormal, Fn::signbit, Fn::isordered, Fn::isunordered,
                 Fn::ilogb, Fn::floor_divide, Fn::floor_mod});
  for (std::size_t i = 0; i < functions().size(); ++i) {
    const Rule rule = functions()[i].rule;
    if (rule == Rule::bitwise || rule == Rule::integer || rule == Rule::equality || rule == Rule::comparison ||
        rule == Rule::logical || rule == Rule::where || rule == Rule::make_complex)
      continue;  // test_interpret
    INFO(functions()[i].name);
    CHECK(tested.contains(static_cast<Fn>(i)));
  }
}

}  // namespace
}  // namespace kiln::expr
