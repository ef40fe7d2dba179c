// SPDX-License-Identifier: Apache-2.0
// The functions of kernels/math/vector_*.cl and powers.cl on numbers of all exponents, against the host's
// long double: within the bounds that those files state on PoCL, elsewhere within OpenCL's. Each vector has
// elements of every kind side by side.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using base::Ref;

namespace {

using L = long double;

struct Function {
  const char* name;
  double bound, bound_f64, opencl;  // units in the last place; bound_f64 0: not among those of doubles
  std::function<L(L, L)> exact;
  const char* text = nullptr;  // where it is not a call
};

template <class T>
double ulps(T got, L exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  const T nearest = T(exact);
  if (got == nearest && (got != 0 || std::signbit(got) == std::signbit(nearest))) return 0;
  // One step beyond the last number, or to 0.
  if (!std::isfinite(got) || !std::isfinite(nearest) || got == 0)
    return std::nextafter(got, nearest) == nearest ? 1 : INFINITY;
  using Limits = std::numeric_limits<T>;
  const int exponent = std::max(std::ilogb(exact), Limits::min_exponent - 1);
  return double(std::fabs(got - exact) / std::ldexp(L(1), exponent - Limits::digits + 1));
}

template <class T>
struct Numbers {
  std::vector<T> a, b;
  std::vector<std::int32_t> n;
};

template <class T>
Numbers<T> numbers() {
  std::mt19937_64 random(7);
  std::normal_distribution<T> normal;
  const auto any = [&] {
    const std::uint64_t bits = random();
    T out;
    std::memcpy(&out, &bits, sizeof out);
    return out;
  };
  Numbers<T> out;
  const std::size_t count = test::many() ? 1 << 21 : 1 << 15;
  const T near = sizeof(T) == 4 ? T(1e-4) : T(1e-7);
  for (std::size_t i = 0; i < count; ++i) {
    T a = any(), b = any();
    std::int64_t n = std::int32_t(random());
    if (i % 4 == 1) {
      a = 100 * normal(random);
      b = 5 * normal(random);
      n = std::int64_t(random() % 41) - 20;
    } else if (i % 4 == 2) {  // powers of numbers near 1
      a = 1 + near * normal(random);
      b = 50 / near * normal(random);
      n = std::int64_t(std::fmod(b, 1e9));
    } else if (i % 4 == 3) {  // whole exponents and quotients
      b = std::round(8 * normal(random));
      a = b * std::round(100 * normal(random)) / 8;
      n = std::int64_t(random() % 7) - 3;
    }
    using Limits = std::numeric_limits<T>;
    const T special[] = {0,
                         T(-0.0),
                         1,
                         -1,
                         INFINITY,
                         -INFINITY,
                         NAN,
                         Limits::denorm_min(),
                         -3 * Limits::denorm_min(),
                         T(0x1p24),
                         T(88.8),
                         T(709.9),
                         Limits::max() / 3,
                         Limits::min()};
    if (i % 61 == 3) a = special[random() % std::size(special)];  // among others
    if (i % 122 == 3) b = special[random() % std::size(special)];
    out.a.push_back(a);
    out.b.push_back(b);
    out.n.push_back(std::int32_t(n));
  }
  return out;
}

// `second`: what the functions are called with behind a.
template <class T>
void check(runtime::Context& context, const std::vector<Function>& all, const Numbers<T>& numbers,
           const std::string& second) {
  constexpr bool f64 = sizeof(T) == 8;
  constexpr base::DType dtype = f64 ? KILN_FLOAT64 : KILN_FLOAT32;
  std::vector<Function> functions;
  std::string text;
  for (const Function& f : all)
    if (!f64 || f.bound_f64 > 0) {
      functions.push_back(f);
      text += fmt::format("r_{} = {}; ", f.name, f.text ? f.text : fmt::format("{}(a{})", f.name, second));
    }
  const layout::Dims shape{std::int64_t(numbers.a.size())};
  const auto a = array::from_host(context, dtype, shape, nullptr, dtype, numbers.a.data());
  const auto b = array::from_host(context, dtype, shape, nullptr, dtype, numbers.b.data());
  const auto n = array::from_host(context, KILN_INT32, shape, nullptr, KILN_INT32, numbers.n.data());
  std::vector<Ref<Array>> results(functions.size());
  std::vector<array::Operand> operands(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    operands[i].kind = array::Operand::Kind::fresh;
    operands[i].fresh = &results[i];
  }
  operands.push_back(array::Operand(*a));
  if (!second.empty()) operands.push_back(array::Operand(second == ", b" ? *b : *n));
  array::Elementwise::create(context, expr::parse_statements(text), nullptr)->call(operands);

  const bool own = context.properties().info.platform.find("Portable Computing Language") != std::string::npos;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Function& f = functions[i];
    std::vector<T> got(numbers.a.size());
    array::read(*results[i], got.data(), nullptr, "test");
    double worst = -1;
    std::size_t where = 0;
    for (std::size_t j = 0; j < got.size(); ++j) {
      const L y = second.empty() ? 0 : second == ", b" ? L(numbers.b[j]) : L(numbers.n[j]);
      const double error = ulps(got[j], f.exact(numbers.a[j], y));
      if (error > worst) worst = error, where = j;
    }
    INFO(context.properties().info.name << ": " << f.name << "(" << numbers.a[where] << second << ") with b = "
                                        << numbers.b[where] << ", n = " << numbers.n[where] << " gave " << got[where]);
    CHECK(worst <= (!own ? f.opencl : f64 ? f.bound_f64 : f.bound));
  }
}

// sin, cos and tan: of large elements PoCL's own.
const std::vector<Function> kOne = {
    {"sin", 4, 4, 4, [](L x, L) { return std::sin(x); }},
    {"cos", 4, 4, 4, [](L x, L) { return std::cos(x); }},
    {"tan", 5, 5, 5, [](L x, L) { return std::tan(x); }},
    {"exp", 0.9, 0, 3, [](L x, L) { return std::exp(x); }},
    {"exp2", 0.9, 0, 3, [](L x, L) { return std::exp2(x); }},
    {"erf", 1.5, 0, 16, [](L x, L) { return std::erf(x); }},
    {"erfc", 4, 0, 16, [](L x, L) { return std::erfc(x); }},
    {"log", 1.2, 1, 3, [](L x, L) { return std::log(x); }},
    {"log1p", 1.3, 0, 2, [](L x, L) { return std::log1p(x); }},
    {"log10", 1.2, 0, 3, [](L x, L) { return std::log10(x); }},
    {"log2", 1.2, 1.2, 3, [](L x, L) { return std::log2(x); }},
    {"expm1", 1.6, 1.4, 3, [](L x, L) { return std::expm1(x); }},
    {"sinh", 2.5, 1.4, 4, [](L x, L) { return std::sinh(x); }},
    {"cosh", 2.5, 1.4, 4, [](L x, L) { return std::cosh(x); }},
    {"tanh", 2.5, 1.4, 5, [](L x, L) { return std::tanh(x); }},
    {"cbrt", 0.9, 0.9, 2, [](L x, L) { return std::cbrt(x); }},
};
const std::vector<Function> kTwo = {
    {"pow", 0.8, 1.3, 16, [](L x, L y) { return std::pow(x, y); }},
    {"hypot", 1.2, 0, 4, [](L x, L y) { return std::hypot(x, y); }},
    {"fmod", 0, 1e-9, 0, [](L x, L y) { return std::fmod(x, y); }},
};
const std::vector<Function> kWhole = {
    // Of single elements (kernels/math/exp.cl, log.cl), as operands of two kinds make no vectors.
    {"exp", 0.9, 0, 3, [](L x, L) { return std::exp(x); }, "exp(a) + 0 * n"},
    {"log", 1.2, 0, 3, [](L x, L) { return std::log(x); }, "log(a) + 0 * n"},
    {"pown", 0.8, 0, 16, [](L x, L n) { return std::pow(x, n); }},
    {"rootn", 0.8, 0, 16,
     [](L x, L n) {
       if (n == 0 || (x < 0 && std::fmod(n, 2) == 0)) return L(NAN);
       const L root = std::pow(std::fabs(x), 1 / n);
       return std::fmod(n, 2) != 0 ? std::copysign(root, x) : root;
     }},
};

template <class T>
void check_all(runtime::Context& context) {
  const Numbers<T> some = numbers<T>();
  check(context, kOne, some, "");
  check(context, kTwo, some, ", b");
  if (sizeof(T) == 4) check(context, kWhole, some, ", n");
}

}  // namespace

TEST_CASE("powers that are floats are exact", "[functions]") {
  std::vector<float> a, b;
  std::vector<std::int32_t> n;
  for (int base = -300; base <= 300; ++base)
    for (int exponent = 0; exponent <= 20; ++exponent)
      if (std::pow(std::fabs(double(base)), exponent) <= 0x1p24) {
        a.push_back(float(base));
        b.push_back(float(exponent));
        n.push_back(exponent);
      }
  const layout::Dims shape{std::int64_t(a.size())};
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    if (context.properties().info.platform.find("Portable Computing Language") == std::string::npos) continue;
    const auto x = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, a.data());
    const auto y = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, b.data());
    const auto k = array::from_host(context, KILN_INT32, shape, nullptr, KILN_INT32, n.data());
    for (const char* text : {"r = pow(x, y)", "r = pown(x, y)", "r = rootn(pown(x, y), y)"}) {
      INFO(text);
      const bool root = text[4] == 'r';
      Ref<Array> result;
      array::Operand operands[] = {{}, array::Operand(*x), array::Operand(text[7] == '(' ? *y : *k)};
      operands[0].kind = array::Operand::Kind::fresh;
      operands[0].fresh = &result;
      array::Elementwise::create(context, expr::parse_statements(text), "r, x, y")->call(operands);
      std::vector<float> got(a.size());
      array::read(*result, got.data(), nullptr, "test");
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < got.size(); ++i)
        if (!root)
          wrong += got[i] != float(std::pow(double(a[i]), n[i]));
        else if (a[i] > 0 && n[i] > 0)
          wrong += got[i] != a[i];
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("exponents of every layout, and that are used otherwise too", "[functions]") {
  constexpr std::int64_t rows = 3, n = 37;  // two vectors and a rest
  std::vector<float> x;
  std::vector<std::int32_t> k;
  for (std::int64_t i = 0; i < rows * n; ++i) {
    x.push_back(float(i % 13) / 4 - 1.5F);
    k.push_back(std::int32_t(i % 7) - 3);
  }
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    const layout::Dims shape{rows, n}, steps{n * 4, 4};
    const auto a = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, x.data());
    const auto whole = array::from_host(context, KILN_INT32, shape, nullptr, KILN_INT32, k.data());
    const auto at = [&](std::int64_t row, std::int64_t column, std::int64_t start) {
      return array::view(*whole, {shape, layout::Dims{row * 4, column * 4}, whole->layout().offset + start * 4}, false);
    };
    struct Case {
      const char* text;
      Ref<Array> exponents;  // null: a scalar
      std::int64_t row, column, start;
    };
    for (const auto& [text, exponents, row, column, start] :
         std::vector<Case>{{"r = pown(x, k)", at(n, 1, 0), n, 1, 0},
                           {"r = pown(x, k)", at(1, 0, 2), 1, 0, 2},
                           {"r = pown(x, k)", at(0, 3, 0), 0, 3, 0},
                           {"r = pown(x, k)", at(-n, -1, rows * n - 1), -n, -1, rows * n - 1},
                           {"r = pown(x, k)", {}, 0, 0, 5},
                           {"r = pown(x, 2) * pown(x, k)", {}, 0, 0, 5},
                           {"r = pown(x, k) + float32(k)", at(n, 1, 0), n, 1, 0},
                           {"r = pown(x, k + 1)", at(n, 1, 0), n, 1, 0},
                           {"r = k > 0 ? pown(x, k) : x", at(n, 1, 0), n, 1, 0}}) {
      INFO(text << ", steps " << row << ", " << column);
      Ref<Array> result;
      array::Operand operands[] = {
          {},
          array::Operand(*a),
          exponents ? array::Operand(*exponents) : array::Operand(base::Scalar::integer(KILN_INT32, k[5]))};
      operands[0].kind = array::Operand::Kind::fresh;
      operands[0].fresh = &result;
      array::Elementwise::create(context, expr::parse_statements(text), "r, x, k")->call(operands);
      std::vector<float> got(x.size());
      array::read(*result, got.data(), nullptr, "test");
      const std::string_view form = text;
      std::size_t wrong = 0;
      for (std::int64_t i = 0; i < rows * n; ++i) {
        const std::int32_t own = k[std::size_t(start + i / n * row + i % n * column)];
        const double v = x[std::size_t(i)];
        const double want = form.find("2)") != form.npos        ? v * v * std::pow(v, own)
                            : form.find("float32") != form.npos ? std::pow(v, own) + own
                            : form.find("+ 1") != form.npos     ? std::pow(v, own + 1)
                            : form.find('?') != form.npos       ? (own > 0 ? std::pow(v, own) : v)
                                                                : std::pow(v, own);
        const double is = got[std::size_t(i)];
        // A power and what is added to it may cancel.
        const double scale = form.find("float32") != form.npos ? std::fabs(want) + std::abs(own) : std::fabs(want);
        wrong += !(is == want || std::fabs(is - want) <= 1e-5 * scale);
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("functions of vectors: errors", "[functions]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    check_all<float>(context);
    if (context.properties().has_float64) check_all<double>(context);
  }
}

TEST_CASE("gamma and its logarithm at the ends of their ranges") {
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    const auto run = [&]<class T>(const char* text, T) {
      constexpr base::DType dtype = sizeof(T) == 8 ? KILN_FLOAT64 : KILN_FLOAT32;
      // More than a vector, and one by one.
      std::vector<T> x;
      for (int i = 0; i < 40; ++i)
        for (const double number :
             sizeof(T) == 8 ? std::vector{0x1.75153fe824a60p+1014, 2.4e305, 1e299, -184.5, -185.5, -308.3, -3.5}
                            : std::vector{4.05e36, 4.08e36, 9e29, -50.5, -51.5, -60.25, -3.5})
          x.push_back(T(number));
      const layout::Dims shape{std::int64_t(x.size())};
      const auto a = array::from_host(context, dtype, shape, nullptr, dtype, x.data());
      Ref<Array> result;
      std::vector<array::Operand> operands(1);
      operands[0].kind = array::Operand::Kind::fresh;
      operands[0].fresh = &result;
      operands.push_back(array::Operand(*a));
      array::Elementwise::create(context, expr::parse_statements(text), nullptr)->call(operands);
      std::vector<T> got(x.size());
      array::read(*result, got.data(), nullptr, "test");
      const bool logarithm = std::string(text) == "r = lgamma(a)";
      for (std::size_t i = 0; i < got.size(); ++i) {
        if (logarithm == (x[i] < 0)) continue;
        INFO(text << ", " << x[i] << ": " << got[i]);
        REQUIRE(ulps(got[i], logarithm ? std::lgamma(L(x[i])) : std::tgamma(L(x[i]))) <= 16);
      }
    };
    for (const char* text : {"r = lgamma(a)", "r = tgamma(a)"}) {
      run(text, 0.0f);
      if (context.properties().has_float64) run(text, 0.0);
    }
  }
}
