// SPDX-License-Identifier: Apache-2.0
// Every function of the expression language on every dtype it takes, on special and random values, against
// the host interpreter.
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>

#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using array::Elementwise;
using array::Operand;
using base::DType;
using base::Ref;
using base::Scalar;
using expr::Fn;
using expr::Rule;

namespace {

// Units in the last place a device's function may be off; OpenCL 1.2 section 7.4 for float and double, full
// profile.
double allowed_ulp(Fn fn) {
  switch (fn) {
    case Fn::add:
    case Fn::subtract:
    case Fn::multiply:
    case Fn::fma:
    case Fn::remainder:
    case Fn::fmod:
    case Fn::float_remainder:
      return 0;
    case Fn::divide:
    case Fn::sqrt:
      return 3;  // correctly rounded only where the device says so
    case Fn::rsqrt:
      return 2;
    case Fn::cbrt:
      return 2;
    case Fn::exp:
    case Fn::exp2:
    case Fn::exp10:
    case Fn::expm1:
    case Fn::log:
    case Fn::log2:
    case Fn::log10:
      return 3;
    case Fn::log1p:
      return 2;
    case Fn::sin:
    case Fn::cos:
    case Fn::sinpi:
    case Fn::cospi:
    case Fn::sinh:
    case Fn::cosh:
    case Fn::asin:
    case Fn::acos:
    case Fn::asinh:
    case Fn::acosh:
    case Fn::hypot:
      return 4;
    case Fn::tan:
    case Fn::tanh:
    case Fn::atan:
    case Fn::atanh:
    case Fn::asinpi:
    case Fn::acospi:
    case Fn::atanpi:
      return 5;
    case Fn::atan2:
    case Fn::atan2pi:
    case Fn::tanpi:
      return 6;
    case Fn::pow:
    case Fn::pown:
    case Fn::powr:
    case Fn::rootn:
    case Fn::erf:
    case Fn::erfc:
    case Fn::tgamma:
      return 16;
    default:
      return 2;
  }
}

bool arithmetic_identity(Fn fn) {
  switch (fn) {  // several roundings: judged by the size of the operands
    case Fn::mix:
    case Fn::smoothstep:
    case Fn::mad:
    case Fn::lgamma:
    case Fn::logaddexp:
    case Fn::degrees:
    case Fn::radians:
      return true;
    default:
      return false;
  }
}

// Special values and random ones of a dtype; operand numbers shuffle them differently.
std::vector<Scalar> samples(DType dtype, int operand, bool exponent) {
  std::vector<Scalar> out;
  std::mt19937_64 random(std::uint64_t(dtype) * 31 + std::uint64_t(operand) * 7 + 1);
  const std::size_t count = test::small() ? 60 : 400;
  auto random_index = [&](std::size_t n) { return std::size_t(random() % n); };
  if (exponent) {
    for (std::size_t i = 0; i < count; ++i) out.push_back(Scalar::integer(dtype, std::int64_t(random() % 41) - 20));
    return out;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (base::is_bool(dtype)) {
      out.push_back(Scalar::boolean(random() & 1));
    } else if (base::is_integer(dtype)) {
      const int bits = int(base::dtype_size(dtype)) * 8;
      static constexpr std::int64_t kSpecial[] = {0, 1, -1, 2, -2, 7, -7, 31, 32, 63, 64, INT64_MIN, INT64_MAX};
      std::int64_t v = i % 2 ? std::int64_t(random()) : kSpecial[random_index(13)];
      if (i % 4 == 0 && v == INT64_MIN) v = std::int64_t(~0ull << (bits - 1));
      out.push_back(Scalar::integer(KILN_INT64, v).cast(dtype));
    } else {
      static const double kSpecial[] = {0.0,
                                        -0.0,
                                        1,
                                        -1,
                                        0.5,
                                        -0.5,
                                        2,
                                        -2,
                                        3,
                                        1e-3,
                                        -1e-3,
                                        10,
                                        -10,
                                        100,
                                        std::numeric_limits<double>::infinity(),
                                        -std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN(),
                                        1e30,
                                        -1e30,
                                        1e-30};
      auto value = [&](std::size_t k) {
        if (k % 3 == 0) return kSpecial[random_index(sizeof kSpecial / sizeof *kSpecial)];
        return (double(random() >> 11) * 0x1p-53 - 0.5) * (k % 3 == 1 ? 4.0 : 60.0);
      };
      if (base::is_complex(dtype)) {
        // Random only: special complex values differ between correct formulas.
        out.push_back(Scalar::complex(dtype, {value(1 + 3 * i), value(1 + 3 * i)}));
      } else {
        out.push_back(Scalar::real(dtype, value(i)));
      }
    }
  }
  return out;
}

Ref<Array> array_of(runtime::Context& context, DType dtype, const std::vector<Scalar>& values) {
  std::vector<std::byte> bytes(values.size() * base::dtype_size(dtype));
  for (std::size_t i = 0; i < values.size(); ++i) values[i].store(bytes.data() + i * base::dtype_size(dtype));
  const std::int64_t shape[] = {std::int64_t(values.size())};
  return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data());
}

std::vector<Scalar> scalars_of(const Array& array) {
  std::vector<std::byte> bytes(array.bytes());
  array::read(array, bytes.data(), nullptr, "test");
  std::vector<Scalar> out;
  for (std::size_t i = 0; i < std::size_t(array.size()); ++i)
    out.push_back(Scalar::load(array.dtype(), bytes.data() + i * array.itemsize()));
  return out;
}

double ulp(double reference, DType dtype) {
  const double a = std::abs(reference);
  if (dtype == KILN_FLOAT64) return std::max(std::nextafter(a, INFINITY) - a, 0x1p-1022);
  const float f = float(a);
  return std::max(double(std::nextafterf(f, INFINITY)) - double(f), 0x1p-126);  // subnormals may be flushed
}

bool close(double got, double want, DType dtype, double ulps, double scale) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  if (std::isinf(want) || std::isinf(got)) {
    if (got == want) return true;
    // Overflow may set in a rounding earlier or later.
    const double limit = dtype == KILN_FLOAT64 ? DBL_MAX : double(FLT_MAX);
    return std::isinf(want) != std::isinf(got) && std::min(std::abs(got), std::abs(want)) > limit * 0.999;
  }
  if (want == 0 && got == 0) return std::signbit(want) == std::signbit(got) || ulps > 0;
  return std::abs(got - want) <= (ulps + 0.51) * ulp(std::max(std::abs(want), scale), dtype);
}

struct FunctionCase {
  Fn fn;
  std::vector<DType> dtypes;
};

bool same_value(const Scalar& got, const Scalar& want, Fn fn, const std::vector<Scalar>& operands) {
  const DType dtype = want.dtype;
  double scale = 0;
  if (arithmetic_identity(fn)) {
    for (const Scalar& operand : operands) {
      const double m = std::abs(operand.cast(KILN_FLOAT64).re);
      if (std::isfinite(m)) scale = std::max(scale, std::min(fn == Fn::mad ? m * m : m, 1e37));
    }
  }
  if (dtype == KILN_FLOAT16 || dtype == KILN_BFLOAT16) {
    const double step = dtype == KILN_FLOAT16 ? 0x1p-10 : 0x1p-7;
    return got == want || (std::isnan(got.re) && std::isnan(want.re)) ||
           std::abs(got.re - want.re) <= step * std::max({std::abs(want.re), scale, 0x1p-14}) ||
           (std::isinf(want.re) && std::abs(got.re) > 6e4);
  }
  if (base::is_float(dtype)) return close(got.re, want.re, dtype, allowed_ulp(fn), scale);
  if (base::is_complex(dtype)) {
    const double size = std::hypot(want.re, want.im);
    const double step = dtype == KILN_COMPLEX64 ? 0x1p-20 : 0x1p-48;
    return !std::isfinite(size) || std::hypot(got.re - want.re, got.im - want.im) <= step * std::max(size, 1e-30);
  }
  return got == want;
}

// Several functions of the same operands in one kernel: compiling is what takes time.
void run_cases(runtime::Context& context, std::span<const FunctionCase> cases) {
  const auto& dtypes = cases[0].dtypes;
  const bool exponent = expr::info(cases[0].fn).rule == Rule::float_and_int32;
  expr::Statements statements;
  std::vector<expr::Expr> inputs;
  std::vector<std::vector<Scalar>> values;
  std::vector<Ref<Array>> arrays, results(cases.size());
  std::vector<expr::InputType> types;
  std::string operand_types;
  for (std::size_t i = 0; i < dtypes.size(); ++i) {
    const std::string name(1, char('a' + i));
    inputs.push_back(expr::make_input(name));
    statements.inputs.push_back(name);
    values.push_back(samples(dtypes[i], int(i), exponent && i == 1));
    arrays.push_back(array_of(context, dtypes[i], values.back()));
    types.push_back({dtypes[i], false, false});
    operand_types += std::string(i ? ", " : "") + base::dtype_name(dtypes[i]);
  }
  std::vector<Operand> operands(cases.size());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    statements.outputs.push_back({"r" + std::to_string(k), expr::make_apply(cases[k].fn, inputs)});
    operands[k].kind = Operand::Kind::fresh;
    operands[k].fresh = &results[k];
  }
  const std::vector<int> own(cases.size(), -1);
  const expr::Program program = expr::compile(statements.outputs, statements.inputs, types, own, KILN_FLOAT32);
  for (const auto& array : arrays) {
    operands.emplace_back();
    operands.back().array = array.get();
  }
  Elementwise::create(context, statements, nullptr)->call(operands);

  std::vector<std::vector<Scalar>> got;
  for (const auto& result : results) got.push_back(scalars_of(*result));
  std::vector<bool> failed(cases.size());
  const std::string& platform = context.properties().info.platform;
  // What is the device's own: Oclgrind computes sinpi(x) as sin(x * pi) with a rounded product, Mesa's fma of
  // float32 gives -0 for -1 * 0 + 0.
  const auto own_flaw = [&](Fn fn, const Scalar& was, const Scalar& want) {
    if (platform.rfind("Oclgrind", 0) == 0) return fn == Fn::sinpi || fn == Fn::cospi || fn == Fn::tanpi;
    return platform == "rusticl" && fn == Fn::fma && was.re == 0 && want.re == 0;
  };
  for (std::size_t i = 0; i < values[0].size(); ++i) {
    std::vector<Scalar> element, want(cases.size());
    std::string text;
    for (const auto& v : values) {
      element.push_back(v[i]);
      text += fmt::format(" ({} {} {})", v[i].i, v[i].re, v[i].im);
    }
    expr::interpret(program, element, std::int64_t(i), want);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      if (failed[k] || same_value(got[k][i], want[k], cases[k].fn, element)) continue;
      if (own_flaw(cases[k].fn, got[k][i], want[k])) continue;
      failed[k] = true;  // one report a function
      FAIL_CHECK(context.device() << " " << expr::info(cases[k].fn).name << "(" << operand_types << "), element " << i
                                  << ":" << text << ", got " << got[k][i].i << " " << got[k][i].re << " "
                                  << got[k][i].im << ", want " << want[k].i << " " << want[k].re << " " << want[k].im);
    }
    REQUIRE(got[0][i].dtype == want[0].dtype);
  }
}

// The dtype combinations a function is run on.
std::vector<FunctionCase> cases_of(Fn fn, bool has_float64) {
  std::vector<FunctionCase> out;
  const auto& info = expr::info(fn);
  for (int d = 0; d < base::kDTypeCount; ++d) {
    const DType dtype = DType(d);
    if (base::needs_float64(dtype) && !has_float64) continue;
    // The others convert to float32 and back; some compilers need minutes for their kernels.
    if (test::small() && info.rule == Rule::floating && dtype != KILN_FLOAT32 && dtype != KILN_FLOAT64) continue;
    // One dtype of each kind.
    if (test::brief() && info.rule != Rule::floating && dtype != KILN_BOOL && dtype != KILN_INT32 &&
        dtype != KILN_UINT8 && dtype != KILN_FLOAT32 && dtype != KILN_COMPLEX64)
      continue;
    std::vector<DType> dtypes(info.arity, dtype);
    if (info.rule == Rule::where) dtypes[0] = KILN_BOOL;
    if (info.rule == Rule::float_and_int32) dtypes[1] = KILN_INT32;
    expr::Statements statements;
    std::vector<expr::Expr> inputs;
    std::vector<expr::InputType> types;
    for (int i = 0; i < info.arity; ++i) {
      statements.inputs.push_back(std::string(1, char('a' + i)));
      inputs.push_back(expr::make_input(statements.inputs.back()));
      types.push_back({dtypes[i], false, false});
    }
    statements.outputs.push_back({"r", expr::make_apply(fn, inputs)});
    const int own[] = {-1};
    try {
      expr::compile(statements.outputs, statements.inputs, types, own, KILN_FLOAT32);
    } catch (const backend::Error& error) {
      REQUIRE(error.status() == KILN_TYPE_ERROR);
      continue;
    }
    out.push_back({fn, dtypes});
  }
  REQUIRE(!out.empty());
  return out;
}

void run_range(Fn first, Fn last) {
  constexpr std::size_t kTogether = 8;
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    // Cases whose operands are alike run together; exponents are drawn differently.
    std::map<std::pair<bool, std::vector<DType>>, std::vector<FunctionCase>> groups;
    for (int f = int(first); f <= int(last); ++f)
      for (FunctionCase& c : cases_of(Fn(f), context.properties().has_float64))
        groups[{expr::info(c.fn).rule == Rule::float_and_int32, c.dtypes}].push_back(c);
    for (const auto& [key, cases] : groups)
      for (std::size_t at = 0; at < cases.size(); at += kTogether)
        run_cases(context, std::span(cases).subspan(at, std::min(kTogether, cases.size() - at)));
  }
}

}  // namespace

// Every vector of 8 has special elements beside usual ones, of which PoCL's pow and its like of double8 made
// something else.
TEST_CASE("float64: special elements beside others", "[vectors]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    if (!context.properties().has_float64) continue;
    for (const Fn fn : {Fn::pow, Fn::powr, Fn::fmod, Fn::float_remainder, Fn::remainder, Fn::floor_mod,
                        Fn::floor_divide, Fn::logaddexp}) {
      const FunctionCase one{fn, {KILN_FLOAT64, KILN_FLOAT64}};
      run_cases(context, std::span(&one, 1));
    }
  }
}

// The usual run on PoCL leaves cases of every dtype to the operation table.
TEST_CASE("operators on every dtype", "[every]") { run_range(Fn::add, Fn::where); }
TEST_CASE("floating-point functions, a to l", "[every]") { run_range(Fn::acos, Fn::logb); }
TEST_CASE("floating-point functions, m to t", "[every]") { run_range(Fn::mad, Fn::trunc); }
TEST_CASE("common, relational and integer functions", "[every]") { run_range(Fn::abs, Fn::sub_sat); }
TEST_CASE("functions of complex numbers", "[every]") { run_range(Fn::real, Fn::complex); }

TEST_CASE("casts between all dtypes", "[cast]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    std::vector<DType> dtypes;
    for (int d = 0; d < base::kDTypeCount; ++d)
      if (context.properties().has_float64 || !base::needs_float64(DType(d))) dtypes.push_back(DType(d));
    for (DType from : dtypes) {
      const auto values = samples(from, 0, false);
      auto source = array_of(context, from, values);
      expr::Statements statements;
      std::vector<Ref<Array>> results(dtypes.size());
      std::vector<Operand> operands(dtypes.size() + 1);
      for (std::size_t k = 0; k < dtypes.size(); ++k) {
        statements.outputs.push_back({"r" + std::to_string(k), expr::make_cast(dtypes[k], expr::make_input("a"))});
        operands[k].kind = Operand::Kind::fresh;
        operands[k].fresh = &results[k];
      }
      statements.inputs = {"a"};
      operands.back().array = source.get();
      Elementwise::create(context, statements, nullptr)->call(operands);
      for (std::size_t k = 0; k < dtypes.size(); ++k) {
        const DType to = dtypes[k];
        const auto got = scalars_of(*results[k]);
        for (std::size_t i = 0; i < got.size(); ++i) {
          const Scalar want = values[i].cast(to);
          const bool nans = std::isnan(got[i].re) && std::isnan(want.re);
          if (got[i] == want || nans || (base::is_complex(to) && got[i].re == want.re)) continue;
          FAIL(device << " " << base::dtype_name(from) << " to " << base::dtype_name(to) << ", element " << i << ": "
                      << values[i].i << " " << values[i].re << ", got " << got[i].i << " " << got[i].re << ", want "
                      << want.i << " " << want.re);
        }
      }
    }
    SUCCEED();
  }
}

TEST_CASE("functions of complex numbers are odd, and of conjugates conjugate, to the last digit") {
  using base::Scalar;
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_COMPLEX64, KILN_COMPLEX128}) {
      if (!array::has_dtype(context, dtype)) continue;
      std::mt19937 random(3);
      std::uniform_real_distribution<double> real(-4, 4);
      const std::size_t n = test::brief() ? 99 : 999;
      std::vector<double> z(2 * n), conjugate, opposite;
      for (double& part : z) part = real(random);
      for (std::size_t i = 0; i < z.size(); ++i) {
        conjugate.push_back(i % 2 ? -z[i] : z[i]);
        opposite.push_back(-z[i]);
      }
      const std::int64_t shape[] = {std::int64_t(n)};
      const auto given = [&](const std::vector<double>& numbers) {
        return array::from_host(context, dtype, shape, nullptr, KILN_COMPLEX128, numbers.data());
      };
      auto elementwise = array::Elementwise::create(
          context,
          expr::parse_statements("r = asinh(conj(a)) == conj(asinh(a)) && asinh(-a) == -asinh(a) && asin(-a) == "
                                 "-asin(a) && asin(conj(a)) == conj(asin(a)); s = asinh(a) == conj(asinh(c)) && "
                                 "asinh(o) == -asinh(a) && asin(o) == -asin(a)"),
          "r, s, a, c, o");
      base::Ref<array::Array> r, s;
      const auto a = given(z), c = given(conjugate), o = given(opposite);
      array::Operand operands[] = {{}, {}, array::Operand(*a), array::Operand(*c), array::Operand(*o)};
      for (auto* fresh : {&r, &s}) {
        operands[fresh == &s].kind = array::Operand::Kind::fresh;
        operands[fresh == &s].fresh = fresh;
      }
      elementwise->call(operands);
      for (const auto& result : {r, s}) {
        std::vector<std::uint8_t> holds(n);
        array::read(*result, holds.data(), nullptr, "test");
        CHECK(std::count(holds.begin(), holds.end(), 1) == std::ptrdiff_t(n));
      }
    }
  }
}
