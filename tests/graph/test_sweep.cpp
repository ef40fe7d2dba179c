// SPDX-License-Identifier: Apache-2.0
// Rows and columns of one matrix in one pass: the same results as without the pass, in one step on CPU
// devices.
#include "graph/grad.hpp"
#include "graph/shape_ops.hpp"
#include "support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::vector<float> numbers(std::size_t count, int seed) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(float((i * 7919 + std::size_t(seed) * 31) % 101) / 101 - 0.5f);
  return values;
}

// Shared variables of one run, and the function over them.
struct Training {
  Training(Context& context, std::int64_t rows, std::int64_t columns, bool sweeps, Mode mode = Mode::fast_run)
      : x(make_input("x", {KILN_FLOAT32, Dims{kUnknown, kUnknown}})),
        w(share(floats(context, numbers(std::size_t(columns), 3)), "w")),
        b(share(floats(context, {0.25f}, {}), "b")) {
    const graph::Value z = op("add", {op("dot", {x, w}), b});
    const graph::Value p = op("sigmoid", {z});
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
    spec.mode = mode;
    if (!sweeps) spec.excluded_passes = {"sweep"};
    f = Function::create(spec);
  }
  std::vector<float> value(const graph::Value& variable) const {
    return values_of<float>(*op_as<SharedLeaf>(variable)->shared().value());
  }
  graph::Value x, y = vector("y"), w, b;
  Ref<Function> f;
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
  const bool cpu = context.properties().info.kind == backend::DeviceKind::cpu;
  // Blocks of 16 rows, vectors of 64 columns: whole, and with a rest of each; and rows that lie apart.
  struct Case {
    std::int64_t rows, columns, apart;
  };
  for (const auto& [rows, columns, apart] : {Case{64, 64, 0}, Case{149, 203, 0}, Case{130, 70, 9}}) {
    CAPTURE(rows, columns);
    const Training with(context, rows, columns, true), without(context, rows, columns, false);
    const auto whole =
        floats(context, numbers(std::size_t(rows * (columns + apart)), 1), {rows, columns + apart});
    Layout part = whole->layout();
    part.shape[1] = columns;
    const auto data = array::view(*whole, part, true);
    std::vector<float> labels = numbers(std::size_t(rows), 2);
    for (float& label : labels) label = label > 0 ? 1.0f : 0.0f;
    const auto targets = floats(context, labels);
    std::vector<Argument> arguments(2);
    arguments[0].array = data.get();
    arguments[1].array = targets.get();
    for (int step = 0; step < 4; ++step) {
      const auto got = with.f->call(arguments), want = without.f->call(arguments);
      check_near(values_of<float>(*got[1]), values_of<float>(*want[1]));
      CHECK(values_of<std::uint8_t>(*got[0]) == values_of<std::uint8_t>(*want[0]));
      check_near(with.value(with.w), without.value(without.w));
      check_near(with.value(with.b), without.value(without.b));
    }
    const std::string steps = with.f->describe("toposort");
    CHECK(count_of(steps, "GpuSweep{") == (cpu ? 3 : 0));  // itself, and two results that come to the host
    CHECK(has(with.f->describe("explain"), ", 1 steps") == cpu);
  }
}

TEST_CASE("sweeps with other reductions and dtypes", "[sweep]") {
  Context& context = *contexts()[0];
  const bool cpu = context.properties().info.kind == backend::DeviceKind::cpu;
  for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_INT32}) {
    if (!array::has_dtype(context, dtype)) continue;
    CAPTURE(base::dtype_name(dtype));
    const double tolerance = dtype == KILN_FLOAT16 ? 2e-3 : 1e-5;
    const std::int64_t rows = 75, columns = 90;
    const graph::Value x = make_input("x", {dtype, Dims{rows, columns}});
    // The largest of each row, where it is, and by column what is left of all.
    Attributes last, first;
    last.axes = Dims{1};
    first.axes = Dims{0};
    const graph::Value most = op("reduce_max", {x}, last), where = op("argmax", {x}, last);
    const graph::Value rest = expression("x - m", {{"x", x}, {"m", dimshuffle(most, {0, -1})}});
    FunctionSpec spec;
    spec.inputs = {{x}};
    spec.outputs = {
        {op("sum", {rest}, first)}, {where}, {op("reduce_min", {rest}, first)}, {op("sum", {most})}};
    spec.context = &context;
    const auto with = Function::create(spec);
    spec.excluded_passes = {"sweep"};
    const auto without = Function::create(spec);
    std::vector<float> values = numbers(std::size_t(rows * columns), 5);
    for (float& value : values) value *= 64;
    const auto data =
        array::from_host(context, dtype, Dims{rows, columns}, nullptr, KILN_FLOAT32, values.data());
    std::vector<Argument> arguments(1);
    arguments[0].array = data.get();
    const auto got = with->call(arguments), want = without->call(arguments);
    for (std::size_t i = 0; i < got.size(); ++i) {
      std::vector<double> a(std::size_t(got[i]->size())), b(a.size());
      array::read_as(*got[i], KILN_FLOAT64, a.data(), "test");
      array::read_as(*want[i], KILN_FLOAT64, b.data(), "test");
      std::size_t far = 0;
      for (std::size_t k = 0; k < a.size(); ++k)
        far += !(std::fabs(a[k] - b[k]) <= tolerance * (1 + std::fabs(b[k])));
      CHECK(far == 0);
    }
    CHECK(has(with->describe("toposort"), "GpuSweep{") == cpu);
  }
}
