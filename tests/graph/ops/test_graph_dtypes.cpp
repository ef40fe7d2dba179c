// SPDX-License-Identifier: Apache-2.0
// Numbers of classes, elements and places that the dtypes of the program's arrays do not hold; extents that
// only a call tells.
#include "../support/ops_support.hpp"
#include "array/elementwise/elementwise.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::test {
namespace {

Value gradient_of(const Value& value, const Value& x) {
  return grad(reduce(KILN_REDUCE_SUM, value, std::nullopt), {&x, 1})[0];
}

}  // namespace

TEST_CASE("cross entropy of more classes than the labels' dtype counts", "[graph-dtypes]") {
  runtime::Context& context = test::context(devices()[0]);
  constexpr int kClasses = 300;
  Doubles scores, both;
  for (int k = 0; k < kClasses; ++k) scores.push_back(std::sin(0.7 * k));
  both = scores;
  both.insert(both.end(), scores.begin(), scores.end());
  double sum = 0;
  for (const double score : scores) sum += std::exp(score);
  for (const DType dtype : {KILN_INT8, KILN_UINT8, KILN_INT16, KILN_UINT64}) {
    // -1 is no class, though 255 and 65535 may be.
    const bool is_signed = !base::is_unsigned(dtype);
    Pool pool;
    pool.add("scores", {KILN_FLOAT32, {2, kClasses}, both});
    pool.add("labels", {dtype, {2}, {5, is_signed ? -1.0 : 200.0}});
    const Value loss = cross_entropy(pool.value("scores"), pool.value("labels"));
    const auto results = pool.call({loss, gradient_of(loss, pool.value("scores"))}, context);
    INFO(base::dtype_name(dtype));
    const Doubles losses = numbers(*results[0]), gradient = numbers(*results[1]);
    CHECK(losses[0] == Approx(std::log(sum) - scores[5]).epsilon(1e-5));
    for (int k = 0; k < kClasses; ++k) {
      CHECK(gradient[k] == Approx(std::exp(scores[k]) / sum - (k == 5)).margin(1e-6));
      const bool hit = !is_signed && k == 200;
      CHECK(gradient[kClasses + k] == Approx(std::exp(scores[k]) / sum - hit).margin(1e-6));
    }
  }
}

TEST_CASE("sigmoid and softplus of integers negate the number, not its bits", "[graph-dtypes]") {
  runtime::Context& context = test::context(devices()[0]);
  constexpr double kVanishes = 1e-45;  // below the least number of float32
  const std::pair<DType, Doubles> cases[] = {{KILN_BOOL, {0, 1}},
                                             {KILN_UINT8, {0, 1, 200}},
                                             {KILN_UINT64, {0, 1, 200}},
                                             {KILN_INT8, {-128, -1, 127}},
                                             {KILN_INT32, {-2147483648.0, 2}}};
  for (const auto& [dtype, values] : cases) {
    Pool pool;
    pool.add("x", {dtype, {std::int64_t(values.size())}, values});
    const Value& x = pool.value("x");
    const auto results = pool.call({sigmoid(x), softplus(x)}, context);
    const Doubles sigmoids = numbers(*results[0]), softpluses = numbers(*results[1]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      INFO(base::dtype_name(dtype) << " " << values[i]);
      CHECK(sigmoids[i] == Approx(1 / (1 + std::exp(-values[i]))).epsilon(1e-5).margin(kVanishes));
      CHECK(softpluses[i] == Approx(std::max(values[i], 0.0) + std::log1p(std::exp(-std::abs(values[i]))))
                                 .epsilon(1e-5)
                                 .margin(kVanishes));
    }
  }
}

// 65504 is the largest number of float16.
TEST_CASE("gradients of reductions of more elements than float16 counts", "[graph-dtypes]") {
  runtime::Context& context = test::context(devices()[0]);
  constexpr int kCount = 70000;
  Doubles values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = i % 2 ? 1 : -1;
  Pool pool;
  pool.add("x", {KILN_FLOAT16, {kCount}, values});
  const Value& x = pool.value("x");
  const auto scaled = [&](int op) { return gradient_of(build("y*256", {{"y", reduce(op, x, std::nullopt)}}), x); };
  const auto results = pool.call(
      {scaled(KILN_REDUCE_MEAN), scaled(KILN_REDUCE_VAR), scaled(KILN_REDUCE_STD), scaled(KILN_REDUCE_MAX)}, context);
  const double expected[][2] = {{256.0 / kCount, 256.0 / kCount},
                                {-512.0 / kCount, 512.0 / kCount},
                                {-256.0 / kCount, 256.0 / kCount},
                                {0, 512.0 / kCount}};
  for (std::size_t k = 0; k < results.size(); ++k) {
    const Doubles got = numbers(*results[k]);
    for (const std::size_t i : {0, 1}) {
      INFO(k);
      CHECK(got[i] == Approx(expected[k][i]).epsilon(2e-3));
    }
  }
}

TEST_CASE("numbers that do not fit what they meet are refused as with arrays", "[graph-dtypes]") {
  const Value x = make_input("x", {KILN_INT8, Dims{kUnknown}}), y = make_input("y", {KILN_UINT8, Dims{kUnknown}}),
              z = make_input("z", {KILN_UINT64, Dims{kUnknown}});
  for (const char* text : {"x == 300", "x + 128", "max(x, 200)", "y - 1000", "where(y > 1, x, 200)", "z + m"}) try {
      build(text, {{"x", x}, {"y", y}, {"z", z}, {"m", make_integer(-1)}});
      FAIL("no error: " << text);
    } catch (const backend::Error& error) {
      CHECK(error.status() == KILN_OVERFLOW);
      INFO(error.message());
      CHECK(error.message().find("which does not fit ") != std::string::npos);
    }
  for (const char* text : {"x == -128", "x + 127", "y & 255", "true_divide(x, 300)", "x * 0.5", "y > -1.0"})
    CHECK_NOTHROW(build(text, {{"x", x}, {"y", y}, {"z", z}, {"m", make_integer(-1)}}));
}

TEST_CASE("numbers of numbers take the dtype of what they meet", "[graph-dtypes]") {
  const auto number = [](std::string_view text, const Value& x = {}) {
    const Value value = build(text, {{"a", make_number(0.05)}, {"x", x}});
    const auto scalar = constant_scalar(x ? value.node->inputs()[0] : value);
    REQUIRE(scalar);
    return *scalar;
  };
  CHECK(number("a * 0.1").re == 0.05 * 0.1);
  CHECK(number("exp(-2)").re == std::exp(-2.0));
  CHECK(number("pow(2, 0.5)").re == std::sqrt(2.0));
  CHECK(number("7 / 2").i == 3);
  CHECK(build("a < 2", {{"a", make_number(1)}}).type().dtype == KILN_BOOL);
  // Asked in float64 and int64: float32 would find both numbers equal.
  CHECK(number("1.0000000001 > 1").u == 1);
  CHECK(number("16777217.0 == 16777216").u == 0);
  CHECK(number("1e-50 && 2").u == 1);
  for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64}) {
    const Value x = make_input("x", {dtype, {2}});
    for (const char* text : {"a * 0.1 * x", "2 * 2 * x", "-a + x", "sqrt(2) * x"})
      CHECK(build(text, {{"a", make_number(0.05)}, {"x", x}}).type().dtype == dtype);
  }
  CHECK(number("a * 0.1 * x", make_input("x", {KILN_FLOAT64, {2}})).re == 0.05 * 0.1);
}

TEST_CASE("gradients have their operands' shapes where the call says what is broadcast", "[graph-dtypes]") {
  runtime::Context& context = test::context(devices()[0]);
  Pool pool;
  pool.add("row", {KILN_FLOAT32, {1, 2}, {0.5, -1}});
  pool.add("x", {KILN_FLOAT32, {3, 2}, {1, 2, 3, 4, 5, 6}});
  pool.add("i", {KILN_INT32, {2}, {2, 0}});
  pool.add("a", {KILN_FLOAT32, {1, 2, 2}, {1, 2, 3, 4}});
  pool.add("b", {KILN_FLOAT32, {3, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}});
  const Value &row = pool.value("row"), &x = pool.value("x"), &i = pool.value("i"), &a = pool.value("a");
  std::vector<layout::Index> rows(1);
  const auto cost = [&](const Value& value, const Value& by) {
    return gradient_of(apply(expr::Fn::multiply, {value, value}), by);
  };
  const std::vector<std::pair<std::string, Value>> gradients{{"row", cost(broadcast_to(row, {4, 2}), row)},
                                                             {"row", cost(update_subtensor(x, row, rows, true), row)},
                                                             {"row", cost(update_subtensor(x, row, rows, false), row)},
                                                             {"row", cost(put(x, i, row, 0), row)},
                                                             {"row", cost(scatter_add(x, i, row, 0), row)},
                                                             {"a", cost(dot(a, pool.value("b")), a)}};
  const Doubles expected[] = {{4, -8}, {2 * 10.5, 2 * 9}, {3, -6}, {2, -4}, {2 * 7, 2 * 6}, {}};
  for (std::size_t k = 0; k < gradients.size(); ++k) {
    const auto& [name, gradient] = gradients[k];
    const auto result = pool.call({gradient}, context)[0];
    INFO(k);
    CHECK(result->shape() == pool.host(name).shape);
    if (!expected[k].empty()) CHECK(numbers(*result) == expected[k]);
  }
}

}  // namespace kiln::test
