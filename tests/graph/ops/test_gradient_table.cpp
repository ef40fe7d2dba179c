// SPDX-License-Identifier: Apache-2.0
// The gradients of lib/graph/ops/elementwise_gradients.def against central differences of the functions
// themselves, at ordinary points; the values they are said to have at ties, bounds and zeros; and their
// dtypes.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>

#include "../../expr/support.hpp"

namespace kiln::expr {
namespace {

struct Row {
  Fn fn;
  const char* texts[3];
};
constexpr Row kRows[] = {
#define KILN_GRADIENT(id, a, b, c) {Fn::id, {a, b, c}},
#include "graph/ops/elementwise_gradients.def"
#undef KILN_GRADIENT
};
constexpr Fn kFunctions[] = {
#define KILN_FN(id, name, arity, rule) Fn::id,
#include "expr/functions.def"
#undef KILN_FN
};
// The table has every function, in order: a row is found by its function's number.
constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kFunctions); ++i)
    if (kRows[i].fn != kFunctions[i]) return false;
  return true;
}
static_assert(std::size(kRows) == std::size(kFunctions), "lib/graph/ops/elementwise_gradients.def lacks a function");
static_assert(in_order(), "lib/graph/ops/elementwise_gradients.def is in another order than functions.def");

bool is_text(const char* text) { return text && std::string_view(text) != "0" && std::string_view(text) != "none"; }
const char* text_of(Fn fn, int operand) { return kRows[static_cast<std::size_t>(fn)].texts[operand]; }

// The dtype an operand has where the function computes in `dtype`.
DType operand_dtype(Fn fn, int operand, DType dtype) {
  if (fn == Fn::where && operand == 0) return KILN_BOOL;
  if (info(fn).rule == Rule::float_and_int32 && operand == 1) return KILN_INT32;
  return dtype;
}

Scalar scalar_of(DType dtype, double value) {
  if (dtype == KILN_BOOL) return Scalar::boolean(value != 0);
  if (dtype == KILN_INT32) return Scalar::integer(dtype, static_cast<std::int64_t>(value));
  return Scalar::real(dtype, value);
}

// A text of the table, compiled once for operands of one dtype.
class Gradient {
 public:
  Gradient(Fn fn, int operand, DType dtype) : fn_(fn), dtype_(dtype), names_{"a", "b", "c", "r", "g"} {
    const std::vector<Statements::Output> outputs{{"d", parse_expression(text_of(fn, operand))}};
    std::vector<InputType> types;
    for (int i = 0; i < 3; ++i) types.push_back(array_of(operand_dtype(fn, i, dtype)));
    types.resize(5, array_of(dtype));
    const int own[] = {-1};
    // Another default float than the operands have: it must not show.
    program_ = compile(outputs, names_, types, own, dtype == KILN_FLOAT64 ? KILN_FLOAT32 : KILN_FLOAT64);
  }
  DType dtype() const { return program_.outputs[0].dtype; }
  double at(const std::vector<double>& x, double r, double g) const {
    std::vector<Scalar> inputs;
    for (int i = 0; i < 3; ++i) {
      const double value = i < static_cast<int>(x.size()) ? x[i] : 0;
      inputs.push_back(scalar_of(operand_dtype(fn_, i, dtype_), value));
    }
    inputs.push_back(Scalar::real(dtype_, r));
    inputs.push_back(Scalar::real(dtype_, g));
    Scalar result[1];
    interpret(program_, inputs, 0, result);
    return result[0].re;
  }

 private:
  Fn fn_;
  DType dtype_;
  std::vector<std::string> names_;
  Program program_;
};

// One function of float64 (and int32 and bool operands), compiled once.
class Function {
 public:
  explicit Function(Fn fn) : fn_(fn) {
    std::vector<Expr> operands;
    std::vector<std::string> names;
    std::vector<InputType> types;
    for (int i = 0; i < info(fn).arity; ++i) {
      names.push_back("x" + std::to_string(i));
      operands.push_back(make_input(names.back()));
      types.push_back(array_of(operand_dtype(fn, i, KILN_FLOAT64)));
    }
    const std::vector<Statements::Output> outputs{{"r", make_apply(fn, operands)}};
    const int own[] = {-1};
    program_ = compile(outputs, names, types, own, KILN_FLOAT32);
  }
  double operator()(const std::vector<double>& x) const {
    std::vector<Scalar> inputs;
    for (std::size_t i = 0; i < x.size(); ++i)
      inputs.push_back(scalar_of(operand_dtype(fn_, static_cast<int>(i), KILN_FLOAT64), x[i]));
    Scalar result[1];
    interpret(program_, inputs, 0, result);
    return result[0].re;
  }

 private:
  Fn fn_;
  Program program_;
};

// The derivative by five points, of fourth order; nothing where one of them is outside the domain.
std::optional<double> difference(const Function& function, std::vector<double> x, int operand) {
  const double middle = x[operand], h = 2e-4;
  const auto moved = [&](double by) {
    x[operand] = middle + by;
    return function(x);
  };
  const double result = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
  return std::isfinite(result) ? std::optional(result) : std::nullopt;
}

// Combinations of operands. No two are equal and none is where a function of the language jumps.
std::vector<std::vector<double>> points_of(Fn fn) {
  const std::vector<double> ordinary[] = {
      {-2.6, -1.3, -0.7, -0.3, 0.2, 0.37, 1.4, 3.7}, {-1.9, -0.45, 0.62, 2.3}, {-0.85, 0.6, 1.1}};
  std::vector<std::vector<double>> points{{}};
  for (int i = 0; i < info(fn).arity; ++i) {
    std::vector<double> values = ordinary[i];
    if (operand_dtype(fn, i, KILN_FLOAT64) == KILN_BOOL) values = {0, 1};
    if (operand_dtype(fn, i, KILN_FLOAT64) == KILN_INT32) values = {-3, -1, 0, 1, 2, 5};
    std::vector<std::vector<double>> longer;
    for (const std::vector<double>& point : points)
      for (const double value : values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    points = std::move(longer);
  }
  return points;
}

void check_against_differences(Fn fn, int operand) {
  const Function function(fn);
  const Gradient gradient(fn, operand, KILN_FLOAT64);
  int checked = 0;
  for (const std::vector<double>& x : points_of(fn)) {
    const std::optional<double> expected = difference(function, x, operand);
    if (!expected) continue;
    const double got = gradient.at(x, function(x), -1.75);
    INFO(info(fn).name << " of " << Catch::Detail::stringify(x) << ", operand " << operand << ": "
                       << text_of(fn, operand));
    // The differences are off by h^4/30 of the fifth derivative and by rounding of about 1e-12 of the value.
    CHECK(std::fabs(got + 1.75 * *expected) <= 1e-8 * std::max(1.0, std::fabs(*expected)));
    ++checked;
  }
  INFO(info(fn).name);
  CHECK(checked >= 2);
}

double gradient_at(Fn fn, int operand, const std::vector<double>& x, double r) {
  return Gradient(fn, operand, KILN_FLOAT64).at(x, r, 1);
}
double gradient_at(Fn fn, int operand, const std::vector<double>& x) {
  return gradient_at(fn, operand, x, Function(fn)(x));
}

}  // namespace

TEST_CASE("gradients of elementwise functions are their derivatives") {
  for (const Row& row : kRows)
    for (int operand = 0; operand < 3; ++operand)
      if (is_text(row.texts[operand])) check_against_differences(row.fn, operand);
}

TEST_CASE("gradients said to be zero are") {
  for (const Row& row : kRows)
    for (int operand = 0; operand < 3; ++operand) {
      if (!row.texts[operand] || std::string_view(row.texts[operand]) != "0") continue;
      const Function function(row.fn);
      for (const std::vector<double>& x : points_of(row.fn)) {
        INFO(info(row.fn).name << " of " << Catch::Detail::stringify(x) << ", operand " << operand);
        CHECK(difference(function, x, operand) == 0.0);
      }
    }
}

TEST_CASE("rows without a gradient are those whose result or operand has none") {
  for (const Row& row : kRows) {
    const FunctionInfo& function = info(row.fn);
    const Rule rule = function.rule;
    const bool not_real = rule == Rule::bitwise || rule == Rule::integer || rule == Rule::equality ||
                          rule == Rule::comparison || rule == Rule::logical || rule == Rule::classify ||
                          rule == Rule::classify_or_complex || rule == Rule::to_int32 || row.fn == Fn::nextafter;
    const bool complex = rule == Rule::complex_part || rule == Rule::make_complex || row.fn == Fn::conj;
    for (int operand = 0; operand < 3; ++operand) {
      INFO(function.name << ", operand " << operand);
      const char* text = row.texts[operand];
      const bool disconnected =
          operand >= function.arity || not_real || operand_dtype(row.fn, operand, KILN_FLOAT64) != KILN_FLOAT64;
      CHECK((text == nullptr) == disconnected);
      CHECK((text && std::string_view(text) == "none") == (complex && !disconnected));
    }
  }
}

TEST_CASE("gradients have the dtype of their operands") {
  for (const Row& row : kRows)
    for (int operand = 0; operand < 3; ++operand) {
      if (!is_text(row.texts[operand])) continue;
      for (const DType dtype : {KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT32, KILN_FLOAT64}) {
        INFO(info(row.fn).name << ", operand " << operand << ", " << base::dtype_name(dtype));
        CHECK(Gradient(row.fn, operand, dtype).dtype() == dtype);
      }
    }
}

TEST_CASE("gradients where operands are equal, at bounds and at zero") {
  for (const Fn fn : {Fn::max, Fn::min, Fn::fmax, Fn::fmin, Fn::maxmag, Fn::minmag})
    for (int operand = 0; operand < 2; ++operand)
      for (const double value : {2.5, 0.0, -HUGE_VAL}) {
        INFO(info(fn).name << " of two " << value);
        CHECK(gradient_at(fn, operand, {value, value}) == 0.5);
      }
  for (const Fn fn : {Fn::maxmag, Fn::minmag})
    for (const double value : {2.5, -2.5}) {
      const double larger = fn == Fn::maxmag ? 1 : 0;
      CHECK(gradient_at(fn, 0, {value, -value}) == (value > 0 ? larger : 1 - larger));
      CHECK(gradient_at(fn, 1, {value, -value}) == (value < 0 ? larger : 1 - larger));
    }
  // A NaN is ignored, so the other operand has the gradient.
  for (const Fn fn : {Fn::fmax, Fn::fmin, Fn::maxmag, Fn::minmag}) {
    INFO(info(fn).name);
    CHECK(gradient_at(fn, 0, {2.5, std::nan("")}) == 1);
    CHECK(gradient_at(fn, 1, {2.5, std::nan("")}) == 0);
    CHECK(gradient_at(fn, 0, {std::nan(""), 2.5}) == 0);
    CHECK(gradient_at(fn, 1, {std::nan(""), 2.5}) == 1);
  }
  for (const double x : {1.0, 2.0}) CHECK(gradient_at(Fn::clamp, 0, {x, 1.0, 2.0}) == 1);
  // Bounds in the wrong order: the result is the upper one.
  CHECK(gradient_at(Fn::clamp, 0, {1.5, 2.0, 1.0}) == 0);
  CHECK(gradient_at(Fn::clamp, 1, {1.5, 2.0, 1.0}) == 0);
  CHECK(gradient_at(Fn::clamp, 2, {1.5, 2.0, 1.0}) == 1);
  CHECK(gradient_at(Fn::fdim, 0, {1.5, 1.5}) == 0);

  for (const Fn fn : {Fn::abs, Fn::fabs}) CHECK(gradient_at(fn, 0, {0.0}) == 0);
  CHECK(gradient_at(Fn::copysign, 0, {0.0, -1.0}) == 0);
  for (const Fn fn : {Fn::hypot, Fn::atan2, Fn::atan2pi})
    for (int operand = 0; operand < 2; ++operand) CHECK(gradient_at(fn, operand, {0.0, 0.0}) == 0);
  for (const Fn fn : {Fn::pow, Fn::pown}) {
    CHECK(gradient_at(fn, 0, {0.0, 0.0}) == 0);
    CHECK(gradient_at(fn, 0, {0.0, 1.0}) == 1);
    CHECK(gradient_at(fn, 0, {0.0, 2.0}) == 0);
  }
  CHECK(gradient_at(Fn::powr, 0, {0.0, 1.0}) == 1);
  CHECK(gradient_at(Fn::pow, 1, {0.0, 2.0}) == 0);
  CHECK(gradient_at(Fn::pow, 1, {-2.0, 2.0}) == 0);
  CHECK(gradient_at(Fn::rootn, 0, {0.0, 1.0}) == 1);
}

// Zeros, ends of ranges, ties, infinities and numbers whose squares vanish or overflow, in all combinations.
TEST_CASE("gradients are numbers wherever the function has a finite value") {
  const double inf = HUGE_VAL;
  std::size_t checked = 0;
  for (const Row& row : kRows)
    for (int operand = 0; operand < 3; ++operand) {
      if (!is_text(row.texts[operand])) continue;
      const Function function(row.fn);
      const Gradient gradient(row.fn, operand, KILN_FLOAT64);
      std::vector<std::vector<double>> points{{}};
      for (int i = 0; i < info(row.fn).arity; ++i) {
        std::vector<double> values{-inf, -1e300, -2, -1, -0.5, -1e-300, -0.0, 0, 1e-300, 0.5, 1, 2, 1e300, inf};
        if (info(row.fn).arity == 3) values = {-inf, -1, 0, 0.5, 1, inf};
        if (operand_dtype(row.fn, i, KILN_FLOAT64) == KILN_BOOL) values = {0, 1};
        if (operand_dtype(row.fn, i, KILN_FLOAT64) == KILN_INT32) values = {-2, -1, 0, 1, 2, 3};
        std::vector<std::vector<double>> longer;
        for (const std::vector<double>& point : points)
          for (const double value : values) {
            longer.push_back(point);
            longer.back().push_back(value);
          }
        points = std::move(longer);
      }
      for (const std::vector<double>& x : points) {
        const double r = function(x);
        if (!std::isfinite(r)) continue;
        INFO(info(row.fn).name << " of " << Catch::Detail::stringify(x) << " is " << r << ", operand " << operand
                               << ": " << row.texts[operand]);
        CHECK_FALSE(std::isnan(gradient.at(x, r, 1.5)));
        ++checked;
      }
    }
  CHECK(checked > 5000);
}

TEST_CASE("gradients far out") {
  for (const double far : {800.0, 1e300}) {
    CHECK(gradient_at(Fn::logaddexp, 0, {far, -far}) == 1);
    CHECK(gradient_at(Fn::logaddexp, 1, {far, -far}) == 0);
    CHECK(gradient_at(Fn::tanh, 0, {far}) == 0);
  }
  // Where squares of the operands vanish or overflow.
  for (const double size : {1e-200, 1e200}) {
    CHECK(gradient_at(Fn::atan2, 0, {size, size}) == Approx(0.5 / size).epsilon(1e-14));
    CHECK(gradient_at(Fn::atan2, 1, {size, size}) == Approx(-0.5 / size).epsilon(1e-14));
    CHECK(gradient_at(Fn::atan2pi, 1, {-size, size}) == Approx(0.5 / size / std::acos(-1.0)).epsilon(1e-14));
  }
  for (const Fn fn : {Fn::asinh, Fn::acosh}) CHECK(gradient_at(fn, 0, {1e200}) == Approx(1e-200).epsilon(1e-14));
  // Nothing flows to what is -inf, as in logsumexp; all to the other.
  CHECK(gradient_at(Fn::logaddexp, 0, {-HUGE_VAL, -HUGE_VAL}) == 0);
  CHECK(gradient_at(Fn::logaddexp, 0, {-HUGE_VAL, 3.0}) == 0);
  CHECK(gradient_at(Fn::logaddexp, 1, {-HUGE_VAL, 3.0}) == 1);
  CHECK(gradient_at(Fn::logaddexp, 1, {30.0, 0.0}) == Approx(std::exp(-30.0)).epsilon(1e-12));
  // The quotient is 9: 1/0.1 is rounded up to 10.
  for (const Fn fn : {Fn::fmod, Fn::remainder, Fn::floor_mod}) CHECK(gradient_at(fn, 1, {1.0, 0.1}) == -9);
  // Digamma at large, small and negative arguments: at 1 minus Euler's constant, at 0.5 by DLMF 5.4.13, the
  // others by the recurrence and as -1/x - 0.577 near 0.
  const double euler = 0.57721566490153286;
  CHECK(gradient_at(Fn::lgamma, 0, {1.0}) == Approx(-euler).epsilon(1e-14));
  CHECK(gradient_at(Fn::lgamma, 0, {0.5}) == Approx(-euler - 2 * std::log(2.0)).epsilon(1e-14));
  CHECK(gradient_at(Fn::lgamma, 0, {-0.5}) == Approx(-euler - 2 * std::log(2.0) + 2).epsilon(1e-13));
  CHECK(gradient_at(Fn::lgamma, 0, {1e-10}) == Approx(-1e10 - euler).epsilon(1e-15));
  CHECK(gradient_at(Fn::lgamma, 0, {1e20}) == Approx(std::log(1e20)).epsilon(1e-14));
  CHECK(gradient_at(Fn::tgamma, 0, {3.0}) == Approx(2 * (1.5 - euler)).epsilon(1e-14));
}

}  // namespace kiln::expr
