// SPDX-License-Identifier: Apache-2.0
// The functions of kernels/vector_*.cl and powers.cl on floats of all exponents, against the host's: within
// the bounds that those files state on PoCL, elsewhere within OpenCL's. Each vector has elements of every
// kind side by side.
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

#include "array/array.hpp"
#include "array/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using base::DType;
using base::Ref;

namespace {

struct Function {
  const char* name;
  double bound, opencl;  // units in the last place
  std::function<long double(long double, long double)> exact;
};

// Of float32: 24 digits from 2^-126 on.
double ulps(float got, long double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  const float nearest = float(exact);
  if (got == nearest && (got != 0 || std::signbit(got) == std::signbit(nearest))) return 0;
  if (!std::isfinite(got) || !std::isfinite(nearest) || got == 0) {
    // One step beyond the last number, or to 0.
    return std::nextafterf(got, nearest) == nearest ? 1 : INFINITY;
  }
  const long double unit = std::ldexp(1.0L, std::max(std::ilogb(exact), -126) - 23);
  return double(std::fabs(got - exact) / unit);
}

void check(runtime::Context& context, const std::vector<Function>& functions, const std::vector<float>& a,
           const std::vector<float>& b, const std::vector<std::int32_t>& n, const char* second) {
  const layout::Dims shape{std::int64_t(a.size())};
  const auto x = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, a.data());
  const auto y = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, b.data());
  const auto k = array::from_host(context, KILN_INT32, shape, nullptr, KILN_INT32, n.data());
  std::string text;
  for (const Function& f : functions) text += fmt::format("r_{0} = {0}(a{1}); ", f.name, second);
  std::vector<Ref<Array>> results(functions.size());
  std::vector<array::Operand> operands(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    operands[i].kind = array::Operand::Kind::fresh;
    operands[i].fresh = &results[i];
  }
  operands.push_back(array::operand_of(*x));
  if (std::strcmp(second, ", b") == 0) operands.push_back(array::operand_of(*y));
  if (std::strcmp(second, ", n") == 0) operands.push_back(array::operand_of(*k));
  array::Elementwise::create(context, expr::parse_statements(text), nullptr)->call(operands);
  const bool own =
      context.properties().info.platform.find("Portable Computing Language") != std::string::npos;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Function& f = functions[i];
    std::vector<float> got(a.size());
    array::read(*results[i], got.data(), nullptr, "test");
    double worst = 0;
    std::size_t where = 0;
    for (std::size_t j = 0; j < got.size(); ++j) {
      const double second_operand = *second == 0 ? 0 : second[2] == 'b' ? double(b[j]) : double(n[j]);
      const double error = ulps(got[j], f.exact(a[j], second_operand));
      if (error > worst) worst = error, where = j;
    }
    INFO(context.properties().info.name << ": " << f.name << "(" << a[where] << second << ") with b = "
                                        << b[where] << ", n = " << n[where] << " gave " << got[where]);
    CHECK(worst <= (own ? f.bound : f.opencl));
  }
}

using L = long double;

const std::vector<Function> kOne = {
    {"sin", 4, 4, [](L x, L) { return std::sin(x); }},  // beyond 2^20 PoCL's own
    {"cos", 4, 4, [](L x, L) { return std::cos(x); }},
    {"tan", 5, 5, [](L x, L) { return std::tan(x); }},
    {"log2", 1.2, 3, [](L x, L) { return std::log2(x); }},
    {"expm1", 1.6, 3, [](L x, L) { return std::expm1(x); }},
    {"sinh", 2.5, 4, [](L x, L) { return std::sinh(x); }},
    {"cosh", 2.5, 4, [](L x, L) { return std::cosh(x); }},
    {"tanh", 2.5, 5, [](L x, L) { return std::tanh(x); }},
    {"cbrt", 1, 2, [](L x, L) { return std::cbrt(x); }},
};
const std::vector<Function> kTwo = {
    {"pow", 1, 16, [](L x, L y) { return std::pow(x, y); }},
    {"fmod", 0, 0, [](L x, L y) { return std::fmod(x, y); }},
};
const std::vector<Function> kWhole = {
    {"pown", 1, 16, [](L x, L n) { return std::pow(x, n); }},
    {"rootn", 1, 16,
     [](L x, L n) {
       if (n == 0 || (x < 0 && std::fmod(n, 2) == 0)) return L(NAN);
       const L root = std::pow(std::fabs(x), 1 / n);
       return std::fmod(n, 2) != 0 ? std::copysign(root, x) : root;
     }},
};

float float_of(std::uint32_t bits) {
  float out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

}  // namespace

TEST_CASE("functions of vectors: errors", "[functions]") {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  const std::size_t count = test::many() ? 1 << 22 : 1 << 15;
  std::vector<float> a(count), b(count);
  std::vector<std::int32_t> n(count);
  for (std::size_t i = 0; i < count; ++i) {
    switch (i % 4) {
      case 0:
        a[i] = float_of(std::uint32_t(random()));
        b[i] = float_of(std::uint32_t(random()));
        n[i] = std::int32_t(random());
        break;
      case 1:
        a[i] = 100 * normal(random);
        b[i] = 5 * normal(random);
        n[i] = std::int32_t(random() % 41) - 20;
        break;
      case 2:  // powers of numbers near 1
        a[i] = 1 + normal(random) / 10000;
        b[i] = 500000 * normal(random);
        n[i] = std::int32_t(b[i]);
        break;
      default:  // whole exponents and quotients
        b[i] = std::round(8 * normal(random));
        a[i] = b[i] * std::round(100 * normal(random)) / 8;
        n[i] = std::int32_t(random() % 7) - 3;
    }
  }
  for (std::size_t i = 3; i < count; i += 61) {  // among others
    const float special[] = {0.0f, -0.0f,     1,          -1,      INFINITY, -INFINITY,
                             NAN,  0x1p-149f, -0x1p-130f, 0x1p24f, 88.8f,    3e38f};
    a[i] = special[random() % std::size(special)];
    if (random() % 2) b[i] = special[random() % std::size(special)];
  }
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    check(context, kOne, a, b, n, "");
    check(context, kTwo, a, b, n, ", b");
    check(context, kWhole, a, b, n, ", n");
  }
}
