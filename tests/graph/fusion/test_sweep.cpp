// SPDX-License-Identifier: Apache-2.0
// Rows and columns of one matrix in one pass on CPU devices, against the host.
#include <algorithm>
#include <cstring>

#include "../support/support.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/shape_ops.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::vector<float> numbers(std::size_t count, int seed) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(float((i * 7919 + std::size_t(seed) * 31) % 101) / 101 - 0.5f);
  return values;
}

// A step of logistic regression with its shared variables.
struct Training {
  // `included`: on any device, else where the compiler chooses to.
  Training(Context& context, std::int64_t rows, std::int64_t columns, bool included)
      : x(make_input("x", {KILN_FLOAT32, Dims{kUnknown, kUnknown}})),
        w(share(floats(context, numbers(std::size_t(columns), 3)), "w")),
        b(share(floats(context, {0.25f}, {}), "b")) {
    const graph::Value p = op("sigmoid", {op("add", {op("dot", {x, w}), b})});
    const graph::Value loss = expression("-y * log(p) - (1 - y) * log(1 - p)", {{"y", y}, {"p", p}});
    const graph::Value squares = op("sum", {expression("w * w", {{"w", w}})});
    const graph::Value cost = expression("l + 0.01 * s", {{"l", op("mean", {loss})}, {"s", squares}});
    const Values gradients = grad(cost, std::vector{w, b});
    FunctionSpec spec;
    spec.inputs = {{x}, {y}};
    spec.outputs = {{expression("p > 0.5", {{"p", p}})}, {loss}};
    spec.updates = {{w, expression("w - 0.1 * g", {{"w", w}, {"g", gradients[0]}})},
                    {b, expression("b - 0.1 * g", {{"b", b}, {"g", gradients[1]}})}};
    spec.context = &context;
    if (included) spec.included_passes = {"sweep"};
    f = Function::create(spec);
    host_w = value(w);
    rows_ = std::size_t(rows);
  }
  std::vector<float> value(const graph::Value& variable) const {
    return values_of<float>(*op_as<SharedLeaf>(variable)->shared().value());
  }
  // The same on the host: the losses.
  std::vector<float> step(const std::vector<float>& data, std::size_t apart, const std::vector<float>& labels) {
    const std::size_t columns = host_w.size();
    std::vector<float> losses;
    std::vector<double> slope(columns);
    double slope_b = 0;
    for (std::size_t r = 0; r < rows_; ++r) {
      const float* row = &data[r * (columns + apart)];
      double z = host_b;
      for (std::size_t j = 0; j < columns; ++j) z += double(row[j]) * double(host_w[j]);
      const double p = 1 / (1 + std::exp(-z)), label = double(labels[r]);
      losses.push_back(float(-label * std::log(p) - (1 - label) * std::log(1 - p)));
      for (std::size_t j = 0; j < columns; ++j) slope[j] += (p - label) * double(row[j]) / double(rows_);
      slope_b += (p - label) / double(rows_);
    }
    for (std::size_t j = 0; j < columns; ++j)
      host_w[j] = float(double(host_w[j]) - 0.1 * (slope[j] + 0.02 * double(host_w[j])));
    host_b -= 0.1 * slope_b;
    return losses;
  }
  graph::Value x, y = vector("y"), w, b;
  Ref<Function> f;
  std::vector<float> host_w;
  double host_b = 0.25;

 private:
  std::size_t rows_ = 0;
};

void check_near(const std::vector<float>& got, const std::vector<float>& want) {
  REQUIRE(got.size() == want.size());
  std::size_t far = 0;
  for (std::size_t i = 0; i < got.size(); ++i) far += !(double(got[i]) == Near(want[i]));
  CHECK(far == 0);
}

}  // namespace

TEST_CASE("a step of logistic regression reads its matrix once", "[sweep]") {
  Context& context = *contexts()[0];
  const bool cpu = codegen::traits_of(context.properties()).cpu;
  // Blocks of 16 rows and vectors of 64 columns, with a rest of each; and rows that lie apart.
  struct Case {
    std::int64_t rows, columns, apart;
  };
  for (const auto& [rows, columns, apart] : {Case{149, 203, 0}, Case{96, 64, 9}}) {
    CAPTURE(rows, columns);
    Training training(context, rows, columns, apart != 0 || !cpu);
    const std::vector<float> elements = numbers(std::size_t(rows * (columns + apart)), 1);
    const auto whole = floats(context, elements, {rows, columns + apart});
    Layout part = whole->layout();
    part.shape[1] = columns;
    const auto data = array::view(*whole, part, true);
    std::vector<float> labels = numbers(std::size_t(rows), 2);
    for (float& label : labels) label = label > 0 ? 1.0f : 0.0f;
    const auto targets = floats(context, labels);
    std::vector<Argument> arguments(2);
    arguments[0].array = data.get();
    arguments[1].array = targets.get();
    // Queued, recorded, replayed.
    for (int step = 0; step < 4; ++step) {
      const auto got = training.f->call(arguments);
      check_near(values_of<float>(*got[1]), training.step(elements, std::size_t(apart), labels));
      check_near(training.value(training.w), training.host_w);
      CHECK(training.value(training.b)[0] == Near(training.host_b));
    }
    // Itself, and two results that come to the host.
    CHECK(count_of(training.f->describe("toposort"), "GpuSweep{") == 3);
    CHECK(has(training.f->describe("explain"), ", 1 step,"));
  }
}

TEST_CASE("sweeps with other reductions and dtypes", "[sweep]") {
  Context& context = *contexts()[0];
  const std::int64_t rows = 75, columns = 90;
  std::vector<float> values = numbers(std::size_t(rows * columns), 5);
  for (float& value : values) value = std::round(value * 64);
  for (const DType dtype : {KILN_FLOAT64, KILN_FLOAT16, KILN_INT32}) {
    if (!array::has_dtype(context, dtype)) continue;
    CAPTURE(base::dtype_name(dtype));
    const graph::Value x = make_input("x", {dtype, Dims{rows, columns}});
    // The greatest of each row, where it is, and by column what is left of all.
    Attributes last, first;
    last.axes = Dims{1};
    first.axes = Dims{0};
    const graph::Value most = op("reduce_max", {x}, last), where = op("argmax", {x}, last);
    const graph::Value rest = expression("x - m", {{"x", x}, {"m", dimshuffle(most, {0, -1})}});
    FunctionSpec spec;
    spec.inputs = {{x}};
    spec.outputs = {{where}, {op("mean", {rest}, first)}, {op("reduce_min", {rest}, first)}, {op("sum", {most})}};
    spec.context = &context;
    spec.included_passes = {"sweep"};
    const auto f = Function::create(spec);
    const auto data = array::from_host(context, dtype, Dims{rows, columns}, nullptr, KILN_FLOAT32, values.data());
    std::vector<Argument> arguments(1);
    arguments[0].array = data.get();
    const auto results = f->call(arguments);
    std::vector<double> want[4], total(1);
    want[1].assign(std::size_t(columns), 0);
    want[2].assign(std::size_t(columns), 0);
    for (std::int64_t r = 0; r < rows; ++r) {
      const float* row = &values[std::size_t(r * columns)];
      const float* greatest = std::max_element(row, row + columns);
      want[0].push_back(double(greatest - row));
      total[0] += double(*greatest);
      for (std::size_t j = 0; j < std::size_t(columns); ++j) {
        want[1][j] += double(row[j] - *greatest) / double(rows);
        want[2][j] = std::min(want[2][j], double(row[j] - *greatest));
      }
    }
    want[3] = total;
    for (std::size_t i = 0; i < 4; ++i) {
      std::vector<double> got(std::size_t(results[i]->size()));
      array::read_as(*results[i], KILN_FLOAT64, got.data(), "test");
      std::size_t far = 0;
      const double tolerance = dtype == KILN_FLOAT16 ? 2e-3 : 1e-5;
      for (std::size_t k = 0; k < got.size(); ++k)
        far += !(std::fabs(got[k] - want[i][k]) <= tolerance * (1 + std::fabs(want[i][k])));
      CHECK(far == 0);
    }
    CHECK(has(f->describe("toposort"), "GpuSweep{"));
  }
}

// Rows with a deviation whose square leaves float32, or with NaN, beside ordinary ones.
TEST_CASE("large deviations in kernels of several reductions, and in sweeps", "[sweep]") {
  Context& context = *contexts()[0];
  const std::int64_t rows = 75, columns = 90;
  std::vector<float> values = numbers(std::size_t(rows * columns), 5);
  for (std::int64_t r = 0; r < rows; ++r) {
    float* const row = &values[std::size_t(r * columns)];
    if (r % 5 == 1) row[r] = -3e38f;
    if (r % 5 == 2)
      for (std::int64_t j = 0; j < columns; ++j) row[j] *= 3e38f * (r % 2 ? 1.0f : 1e-10f);
  }
  const auto deviation = [&](std::int64_t r, double factor) {
    const float* const row = &values[std::size_t(r * columns)];
    double mean = 0, sum = 0;
    for (std::int64_t j = 0; j < columns; ++j) mean += factor * double(row[j]) / double(columns);
    for (std::int64_t j = 0; j < columns; ++j) sum += std::pow(factor * double(row[j]) - mean, 2);
    return std::sqrt(sum / double(columns));
  };
  Attributes last, first;
  last.axes = Dims{1};
  first.axes = Dims{0};
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{rows, columns}});
  const graph::Value spread = op("std", {x}, last),
                     ratio = expression("x / s", {{"x", x}, {"s", dimshuffle(spread, {0, -1})}});
  // One kernel that keeps two sets of deviations and a maximum; one that reads rows and columns.
  const Values together = {spread, op("std", {expression("x * 1e-12", {{"x", x}})}, last), op("reduce_max", {x}, last)};
  const Values swept = {spread, op("sum", {ratio}, first)};
  for (const Values& wanted : {together, swept}) {
    const bool sweep = wanted.size() == 2;
    values[63 * columns + 70] = sweep ? 1 : NAN;
    const auto data = floats(context, values, {rows, columns});
    FunctionSpec spec;
    spec.inputs = {{x}};
    for (const graph::Value& value : wanted) spec.outputs.push_back({value});
    spec.context = &context;
    spec.included_passes = {"sweep"};
    const auto f = Function::create(spec);
    std::vector<Argument> arguments(1);
    arguments[0].array = data.get();
    const auto results = f->call(arguments);
    std::vector<std::vector<float>> got;
    for (const auto& result : results) got.push_back(values_of<float>(*result));
    const auto check = [](float have, double want) {
      return std::isnan(want) ? std::isnan(have) : std::fabs(double(have) - want) <= 1e-5 * std::fabs(want);
    };
    std::size_t far = 0;
    std::vector<double> sums(std::size_t(columns), 0);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto at = std::size_t(r);
      const float* const row = &values[at * std::size_t(columns)];
      far += !check(got[0][at], deviation(r, 1));
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += double(row[j]) / deviation(r, 1);
      if (sweep) continue;
      far += !check(got[1][at], deviation(r, 1e-12));
      far += !std::isnan(deviation(r, 1)) && got[2][at] != *std::max_element(row, row + columns);
    }
    if (sweep)
      for (std::size_t j = 0; j < sums.size(); ++j) far += !(std::fabs(double(got[1][j]) - sums[j]) <= 1e-4);
    CHECK(has(f->describe("explain"), ", 1 step,"));
    CHECK(has(f->describe("toposort"), "GpuSweep{") == sweep);
    CHECK(far == 0);
  }
}

// The update is in place. A second variable has the same first byte and the same number of elements, but each is half
// as long: were it read where the update is written, it would be read after it was overwritten.
TEST_CASE("a sweep's result lies over an input only where both have the same elements", "[sweep]") {
  Context& context = *contexts()[0];
  const std::int64_t rows = 75, columns = 90;
  std::vector<std::int32_t> values, start;
  for (std::int64_t i = 0; i < rows * columns; ++i) values.push_back(std::int32_t(i * 7919 % 101));
  for (std::int64_t j = 0; j < columns; ++j) start.push_back(std::int32_t((j + 3) << 16 | (j * 5 + 1)));
  std::vector<std::int16_t> halves(std::size_t(columns), 0);
  std::memcpy(halves.data(), start.data(), halves.size() * sizeof(std::int16_t));

  const auto filled = [&](const Dims& shape, const void* data) {
    return array::from_host(context, KILN_INT32, shape, nullptr, KILN_INT32, data);
  };
  const auto memory = filled({columns}, start.data());
  const graph::Value w = share(memory, "w");
  const graph::Value half =
      share(base::make_ref<Array>(memory->buffer_ref(), KILN_INT16, Layout{Dims{columns}, Dims{2}, 0}, true), "c");
  Attributes last, first;
  last.axes = Dims{1};
  first.axes = Dims{0};
  const graph::Value x = make_input("x", {KILN_INT32, Dims{rows, columns}}), most = op("reduce_max", {x}, last);
  const graph::Value rest = expression("x - m", {{"x", x}, {"m", dimshuffle(most, {0, -1})}});
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.updates = {
      {w, expression("w - c * least", {{"w", w}, {"c", half}, {"least", op("reduce_min", {rest}, first)}})}};
  spec.context = &context;
  spec.included_passes = {"sweep"};
  const auto f = Function::create(spec);

  const auto data = filled({rows, columns}, values.data());
  std::vector<Argument> arguments(1);
  arguments[0].array = data.get();
  f->call(arguments);
  CHECK(has(f->describe("toposort"), "GpuSweep{"));
  std::vector<std::int32_t> least(std::size_t(columns), INT32_MAX), want = start;
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto row = values.begin() + r * columns;
    const std::int32_t greatest = *std::max_element(row, row + columns);
    for (std::size_t j = 0; j < least.size(); ++j) least[j] = std::min(least[j], row[std::ptrdiff_t(j)] - greatest);
  }
  for (std::size_t j = 0; j < want.size(); ++j) want[j] -= halves[j] * least[j];
  CHECK(values_of<std::int32_t>(*memory) == want);
}
