// SPDX-License-Identifier: Apache-2.0
// `/` and `%` of arrays, of numbers beside them and of variables of a graph: each means what Python means by it.
// The texts of expressions have C's meaning.
#include <kiln/kiln.hpp>

#include <cmath>
#include <limits>

#include "cxx_support.hpp"
#include "status_of.hpp"
#include "support.hpp"

namespace g = kiln::graph;
using kiln::Expr;
using kiln::GpuArray;
using kiln::test::status_of;

namespace {

template <class T>
using V = std::vector<T>;

// Numbers, NaN and the sign of zeros.
bool same(double x, double y) { return std::isnan(x) ? std::isnan(y) : x == y && std::signbit(x) == std::signbit(y); }

// Python's remainder of two numbers; by 0 that of integers is 0, and that of floats NaN.
template <class T>
T modulo(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T rest = std::fmod(a, b);
    return rest == 0 ? std::copysign(T(0), b) : (rest < 0) != (b < 0) ? rest + b : rest;
  } else {
    if (b == 0 || (std::is_signed_v<T> && b == T(-1))) return 0;
    const T rest = T(a % b);
    return rest != 0 && (rest < 0) != (b < 0) ? T(rest + b) : rest;
  }
}

// Every dividend with every divisor, by the operators of arrays, their compound assignment and those of a graph.
// The common dtype is Common's.
template <class A, class B, class Common>
void check_pair(const kiln::Context& context, const V<A>& dividends, const V<B>& divisors) {
  INFO(kiln_dtype_name(kiln::dtype_of<A>) << " by " << kiln_dtype_name(kiln::dtype_of<B>));
  using Quotient = std::conditional_t<std::is_floating_point_v<Common>, Common, float>;
  V<A> ha;
  V<B> hb;
  for (const A a : dividends)
    for (const B b : divisors) {
      ha.push_back(a);
      hb.push_back(b);
    }
  const auto a = GpuArray::from(context, ha), b = GpuArray::from(context, hb);
  const GpuArray quotient = a / b, rest = a % b;
  Expr longer = a, rested = a;
  longer /= b;
  rested %= b;
  const auto x = g::vector("x", a.dtype()), y = g::vector("y", b.dtype());
  const auto out = g::Function({.inputs = {x, y}, .outputs = {x / y, x % y}})(a, b);
  for (const GpuArray& each : {quotient, longer.eval(), out[0]}) {
    CHECK(each.dtype() == kiln::dtype_of<Quotient>);
    const auto got = each.read<Quotient>();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!same(double(got[i]), double(Quotient(ha[i]) / Quotient(hb[i]))))
        FAIL_CHECK(+ha[i] << " / " << +hb[i] << " is " << got[i]);
  }
  for (const GpuArray& each : {rest, rested.eval(), out[1]}) {
    CHECK(each.dtype() == kiln::dtype_of<Common>);
    const auto got = each.read<Common>();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!same(double(got[i]), double(modulo(Common(ha[i]), Common(hb[i])))))
        FAIL_CHECK(+ha[i] << " % " << +hb[i] << " is " << +got[i]);
  }
}

template <class T>
void check_integers(const kiln::Context& context) {
  using Limits = std::numeric_limits<T>;
  V<T> dividends{0, 1, 7, 100, Limits::max()}, divisors{0, 1, 3, 100, Limits::max()};
  if (std::is_signed_v<T>) {
    for (const int number : {-1, -7, -100}) dividends.push_back(T(number));
    for (const int number : {-1, -3, -100}) divisors.push_back(T(number));
    dividends.push_back(Limits::min());
    divisors.push_back(Limits::min());
  }
  check_pair<T, T, T>(context, dividends, divisors);
}

}  // namespace

TEST_CASE("/ and % are Python's, of arrays and of variables of a graph", "[division]") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    check_integers<std::int8_t>(context);
    check_integers<std::int32_t>(context);
    check_integers<std::int64_t>(context);
    check_integers<std::uint8_t>(context);
    check_integers<std::uint64_t>(context);
    // Mixed dtypes are computed in the common one.
    check_pair<std::int8_t, std::uint8_t, std::int16_t>(context, {-128, -7, 0, 127}, {0, 3, 200, 255});
    check_pair<std::uint32_t, std::int32_t, std::int64_t>(context, {0, 7, 4294967295U}, {-2147483647 - 1, -1, 0, 3});
    check_pair<std::int32_t, float, float>(context, {-7, 0, 7}, {-2.5f, 0.0f, 3.0f, INFINITY});
    const V<float> reals{-7.5f, -6, -0.0f, 0.0f, 6, 7.5f, INFINITY, NAN};
    check_pair<float, float, float>(context, reals, {-3, -0.0f, 0.0f, 3, 2.5f, -INFINITY});
    if (context.properties().has_float64) check_pair<double, double, double>(context, {-7.5, 0, 7.5}, {-3, 0, 3});
  }
}

TEST_CASE("/ and % of numbers beside arrays, on either side", "[division]") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    const auto a = GpuArray::from(context, {-7, 7, 0});
    const auto x = g::vector("x", KILN_INT32);
    const auto graph = [&](const g::Variable& value) { return g::Function({.inputs = {x}, .outputs = {value}})(a)[0]; };
    for (const GpuArray& each : {(a / 2).eval(), (a / kiln::typed(2)).eval(), graph(x / 2)})
      CHECK(each.read<float>() == V<float>{-3.5f, 3.5f, 0});
    for (const GpuArray& each : {(7 / a).eval(), graph(7 / x)}) CHECK(each.read<float>() == V<float>{-1, 1, INFINITY});
    for (const GpuArray& each : {(a % 4).eval(), graph(x % 4)}) CHECK(each.read<int>() == V<int>{1, 3, 0});
    for (const GpuArray& each : {(a % -4).eval(), (a % kiln::typed(-4)).eval(), graph(x % -4)})
      CHECK(each.read<int>() == V<int>{-3, -1, 0});
    for (const GpuArray& each : {(-4 % a).eval(), graph(-4 % x)}) CHECK(each.read<int>() == V<int>{-4, 3, 0});
    for (const GpuArray& each : {(a % 2.5).eval(), graph(x % 2.5)}) CHECK(each.read<float>() == V<float>{0.5f, 2, 0});
    // Numbers among themselves, before they meet an array.
    for (const GpuArray& each : {(Expr(1) / Expr(2) * a).eval(), graph(g::Variable(1) / g::Variable(2) * x)})
      CHECK(each.read<float>() == V<float>{-3.5f, 3.5f, 0});
    for (const GpuArray& each : {(Expr(-1) % Expr(3) * a).eval(), graph(g::Variable(-1) % g::Variable(3) * x)})
      CHECK(each.read<int>() == V<int>{-14, 14, 0});
    // Division by 1 makes floats of integers too; a float divided by 1 stays as it is.
    CHECK((a / 1).eval().dtype() == KILN_FLOAT32);
    CHECK(GpuArray(GpuArray::from(context, {1.5f, -0.0f}) / 1).read<float>() == V<float>{1.5f, -0.0f});
    // C's meaning has names, and the texts of expressions.
    CHECK(GpuArray(kiln::divide(a, 2)).read<int>() == V<int>{-3, 3, 0});
    CHECK(GpuArray(kiln::rem(a, 4)).read<int>() == V<int>{-3, 3, 0});
    CHECK(GpuArray(kiln::floor_divide(a, 2)).read<int>() == V<int>{-4, 3, 0});
    CHECK(graph(g::floor_divide(x, 2)).read<int>() == V<int>{-4, 3, 0});
    GpuArray quotient, rest;
    kiln::Elementwise(context, "q = a / 2; r = a % 4")(kiln::new_array(quotient), kiln::new_array(rest), a);
    CHECK(quotient.read<int>() == V<int>{-3, 3, 0});
    CHECK(rest.read<int>() == V<int>{-3, 3, 0});
    CHECK(graph(g::expression("a / 2", {{"a", x}})).read<int>() == V<int>{-3, 3, 0});
  }
}

TEST_CASE("/ and % of float16, bool and complex numbers", "[division]") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    const auto function = [&](const GpuArray& a, const GpuArray& b, bool rest) {
      const auto x = g::vector("x", a.dtype()), y = g::vector("y", b.dtype());
      return g::Function({.inputs = {x, y}, .outputs = {rest ? x % y : x / y}})(a, b)[0];
    };
    const auto a = GpuArray::from(context, {-7.0f, 7.0f, 1.0f}), b = GpuArray::from(context, {2.0f, -2.0f, 3.0f});
    const GpuArray half = a.astype(KILN_FLOAT16), by = b.astype(KILN_FLOAT16);
    for (const GpuArray& each : {(half / by).eval(), function(half, by, false)}) {
      CHECK(each.dtype() == KILN_FLOAT16);
      CHECK(each.read<float>() == V<float>{-3.5f, -3.5f, 0.33325195f});  // rounded once
    }
    for (const GpuArray& each : {(half % by).eval(), function(half, by, true)}) {
      CHECK(each.dtype() == KILN_FLOAT16);
      CHECK(each.read<float>() == V<float>{1, -1, 1});
    }
    // bools are numbers where they are divided, and have no remainder among themselves.
    const auto flags = GpuArray::from(context, V<bool>{true, false, true});
    const auto others = GpuArray::from(context, V<bool>{true, true, false});
    for (const GpuArray& each : {(flags / others).eval(), function(flags, others, false)})
      CHECK(each.read<float>() == V<float>{1, 0, INFINITY});
    CHECK(status_of([&] { (flags % others).eval(); }) == KILN_TYPE_ERROR);
    CHECK(status_of([&] { function(flags, others, true); }) == KILN_TYPE_ERROR);
    const auto ints = GpuArray::from(context, {-3, 3, -2});
    for (const GpuArray& each : {(flags % ints).eval(), function(flags, ints, true)})
      CHECK(each.read<int>() == V<int>{-2, 0, -1});
    const auto z = (a * std::complex<float>(0, 1)).eval();
    for (const GpuArray& each : {(z / b).eval(), function(z, b, false)})
      CHECK(imag(each).eval().read<float>() == V<float>{-3.5f, -3.5f, 1 / 3.0f});
    CHECK(status_of([&] { (z % b).eval(); }) == KILN_TYPE_ERROR);
    CHECK(status_of([&] { function(z, b, true); }) == KILN_TYPE_ERROR);
    // No integer dtype holds uint64 and a signed one: these are divided in float64.
    if (!context.properties().has_float64) continue;
    const auto wide = GpuArray::from(context, {7, 3, 5}).astype(KILN_UINT64);
    for (const GpuArray& each : {(wide / ints).eval(), function(wide, ints, false)})
      CHECK(each.read<double>() == V<double>{-7 / 3.0, 1, -2.5});
    for (const GpuArray& each : {(wide % ints).eval(), function(wide, ints, true)})
      CHECK(each.read<double>() == V<double>{-2, 0, -1});
  }
}

TEST_CASE("/= and %= write arrays, and /= refuses arrays that hold no quotients", "[division]") {
  for (const auto& device : test_devices()) {
    INFO(device);
    const kiln::Context context(device);
    const auto reals = GpuArray::from(context, {-7.0f, 7.0f, 3.0f});
    reals(kiln::slice(0, 2)) /= 2;
    CHECK(reals.read<float>() == V<float>{-3.5f, 3.5f, 3});
    reals %= 2;
    CHECK(reals.read<float>() == V<float>{0.5f, 1.5f, 1});
    const auto ints = GpuArray::from(context, {-7, 7, 9});
    ints %= GpuArray::from(context, {4, -4, 0});
    CHECK(ints.read<int>() == V<int>{1, -1, 0});
    const std::string refusal = message_of([&] { ints /= 2; });
    CHECK(refusal.find("operator/=: got an array of int32, expected") != std::string::npos);
    CHECK(refusal.find("floor_divide") != std::string::npos);
    CHECK(status_of([&] { ints /= reals; }) == KILN_TYPE_ERROR);
    CHECK(status_of([&] { GpuArray::zeros(context, {2}, KILN_BOOL) /= 1; }) == KILN_TYPE_ERROR);
    CHECK(ints.read<int>() == V<int>{1, -1, 0});
    ints.assign(kiln::floor_divide(ints, 2));
    CHECK(ints.read<int>() == V<int>{0, -1, 0});
  }
}
