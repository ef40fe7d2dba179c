// SPDX-License-Identifier: Apache-2.0
// Programs of rows in one kernel, against the same programs with a kernel for each node.
#include <algorithm>
#include <optional>

#include "../support/row_values.hpp"
#include "codegen/fold/row_program.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/shape_ops.hpp"
#include "row_kernel.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::vector<float> ragged(std::size_t count, int seed) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(float((i * 7919 + std::size_t(seed) * 31) % 1009) / 504 - 1.0f);
  return values;
}

Ref<Array> filled(Context& context, DType dtype, const Dims& shape, int seed) {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  const auto values = ragged(std::size_t(size), seed);
  return array::from_host(context, dtype, shape, nullptr, KILN_FLOAT32, values.data());
}

graph::Value normalised(const graph::Value& x, const Dims& axes) {
  const graph::Value rest = expression("x - m", {{"x", x}, {"m", over("mean", x, axes)}});
  const graph::Value squares = over("mean", expression("d * d", {{"d", rest}}), axes);
  return expression("d / sqrt(s + 1e-5)", {{"d", rest}, {"s", squares}});
}

struct Outcome {
  std::vector<std::vector<double>> results;
  std::size_t programs = 0, steps = 0;  // how many row programs, and how many steps in all
};

// Runs the outputs of x, and of a vector w if there is one, with row programs, with each node by itself, or as the
// device gains.
Outcome run_rows(Context& context, const Values& inputs, const Values& outputs, std::span<const Ref<Array>> arrays,
                 std::optional<bool> rows) {
  FunctionSpec spec;
  for (const graph::Value& input : inputs) spec.inputs.push_back({input});
  for (const graph::Value& output : outputs) spec.outputs.push_back({output});
  spec.context = &context;
  if (rows && *rows) spec.included_passes = {"rows"};
  if (rows && !*rows) spec.excluded_passes = {"rows", "fusion", "sweep"};
  const auto f = Function::create(spec);
  std::vector<Argument> arguments(arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) arguments[i].array = arrays[i].get();
  Outcome outcome;
  for (int call = 0; call < 3; ++call) {  // queued, recorded, replayed
    outcome.results.clear();
    for (const auto& result : f->call(arguments)) {
      outcome.results.emplace_back(std::size_t(result->size()));
      array::read_as(*result, KILN_FLOAT64, outcome.results.back().data(), "test");
    }
  }
  const std::string explained = f->describe("explain");
  outcome.programs = count_of(explained, ": GpuRows{");
  outcome.steps = count_of(explained, "  step ");
  return outcome;
}

void compare(const Outcome& got, const Outcome& want, double tolerance) {
  REQUIRE(got.results.size() == want.results.size());
  for (std::size_t o = 0; o < want.results.size(); ++o) {
    REQUIRE(got.results[o].size() == want.results[o].size());
    std::size_t far = 0;
    for (std::size_t i = 0; i < want.results[o].size(); ++i) {
      const double a = got.results[o][i], b = want.results[o][i];
      far += !(std::isnan(b) ? std::isnan(a) : a == b || std::fabs(a - b) <= tolerance * (1 + std::fabs(b)));
    }
    CAPTURE(o);
    CHECK(far == 0);
  }
}

// The outputs by row programs equal those by single nodes. Returns what the row programs did.
Outcome check_rows(Context& context, const Values& inputs, const Values& outputs, std::span<const Ref<Array>> arrays,
                   double tolerance = 1e-5) {
  const Outcome got = run_rows(context, inputs, outputs, arrays, true),
                want = run_rows(context, inputs, outputs, arrays, false);
  CHECK(got.programs >= 1);
  CHECK(want.programs == 0);
  compare(got, want, tolerance);
  return got;
}

}  // namespace

// Small, and without another function beside it: for devices that are simulated.
TEST_CASE("softmax of few rows and columns against the host", "[rows][optimised]") {
  Context& context = *contexts()[0];
  const RowWay way = GENERATE(RowWay::items, RowWay::again, RowWay::along, RowWay::across);
  CAPTURE(int(way));
  const RowKernel kernel(context, way);
  const std::int64_t rows = 3, columns = 43;
  const std::vector<float> values = ragged(std::size_t(rows * columns), 1);
  const Ref<Array> data[] = {floats(context, values, {rows, columns})};
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{rows, columns}});
  for (const bool along : {true, false}) {
    const Outcome got = run_rows(context, {x}, {softmax_along(x, along)}, data, true);
    CHECK(got.programs == 1);
    const auto at = [&](std::int64_t r, std::int64_t c) {
      return std::exp(double(values[std::size_t(r * columns + c)]));
    };
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t c = 0; c < columns; ++c) {
        double sum = 0;
        for (std::int64_t i = 0; i < (along ? columns : rows); ++i) sum += along ? at(r, i) : at(i, c);
        REQUIRE(got.results[0][std::size_t(r * columns + c)] == Near(at(r, c) / sum));
      }
  }
}

TEST_CASE("rows of every length and place are one kernel", "[rows][optimised]") {
  Context& context = *contexts()[0];
  const RowWay way = GENERATE(RowWay::items, RowWay::again, RowWay::along, RowWay::across);
  CAPTURE(int(way));
  const RowKernel kernel(context, way);
  struct Case {
    Dims shape;
    std::int64_t axis;
  };
  // Rows with vectors and without, of one work-item and of many; columns; middle axes; one row.
  for (const auto& [shape, axis] :
       {Case{{37, 300}, 1}, Case{{5, 7}, 1}, Case{{3, 2051}, 1}, Case{{9, 2}, 1}, Case{{37, 300}, 0},
        Case{{3, 19, 21}, 1}, Case{{513}, 0}, Case{{2, 3, 64}, 2}, Case{{2, 11, 32}, 1}}) {
    CAPTURE(layout::shape_text(shape), axis);
    // Registers hold such rows, so the kernel would be that of `items`.
    if (way == RowWay::again && shape[std::size_t(axis)] < 30) continue;
    const graph::Value x = make_input("x", {KILN_FLOAT32, shape});
    const Ref<Array> data[] = {filled(context, KILN_FLOAT32, shape, 1)};
    const Outcome outcome = check_rows(context, {x}, {softmax_along(x, axis)}, data);
    CHECK(outcome.programs == 1);
    double sum = 0;
    for (const double value : outcome.results[0]) sum += value;
    CHECK(sum == Near(double(data[0]->size() / shape[std::size_t(axis)])));
  }
}

TEST_CASE("what rows and columns have programs on CPU devices", "[rows]") {
  Context& context = *contexts()[0];
  const codegen::Traits traits = array::traits_of(context);
  if (!traits.cpu) return;
  const codegen::RowTuning& numbers = traits.tuning->row;
  const auto programs = [&](const Dims& shape, std::int64_t axis, bool once = false) {
    const graph::Value x = make_input("x", {KILN_FLOAT32, shape}), e = expression("exp(x)", {{"x", x}});
    FunctionSpec spec;
    spec.inputs = {{x}};
    if (once)
      spec.outputs = {{e}, {over("sum", e, {axis})}, {over("reduce_max", x, {axis})}};
    else
      spec.outputs = {{softmax_along(x, axis)}};
    spec.context = &context;
    const auto f = Function::create(spec);
    const Ref<Array> data = filled(context, KILN_FLOAT32, shape, 1);
    Argument argument;
    argument.array = data.get();
    f->call(std::vector{argument});
    return count_of(f->describe("explain"), ": GpuRows{");
  };
  const auto enough = std::int64_t(numbers.cpu_least), beside = std::int64_t(numbers.cpu_beside);
  CHECK(programs({3, enough}, 1) == 1);
  // Vectors across short rows, and across columns.
  CHECK(programs({beside, enough - 1}, 1) == 1);
  CHECK(programs({beside - 1, enough - 1}, 1) == 0);
  CHECK(programs({enough, beside}, 0) == 1);
  CHECK(programs({enough, beside - 1}, 0) == 0);
  CHECK(programs({3, enough, beside}, 1) == 1);
  // Columns that separate kernels would not read again behind a reduction.
  CHECK(programs({beside, enough - 1}, 1, true) == 1);
  CHECK(programs({enough, beside}, 0, true) == 0);
  // Columns that do not fill vectors.
  CHECK(programs({enough, 2 * beside + beside / 2}, 0) == 0);
  // Columns that do not fit the cache in pieces that are large enough, and small arrays of few columns that do.
  const auto pieces = std::int64_t(numbers.cpu_piece / sizeof(float)),
             room = std::int64_t(numbers.cpu_columns_bytes / sizeof(float));
  CHECK(programs({room / pieces, 2 * pieces}, 0) == 0);
  // Too few rows for the cores.
  if (traits.compute_units > 1) CHECK(programs({1, 5000}, 1) == 0);
}

TEST_CASE("vectors across rows: chains, kinds of results, dtypes, views, sums that overflow", "[rows]") {
  Context& context = *contexts()[0];
  const RowKernel kernel(context, RowWay::across);
  // Columns, a middle axis and short rows; vectors that are full and others.
  struct Case {
    Dims shape;
    std::int64_t axis;
  };
  for (const auto& [shape, axis] : {Case{{9, 43}, 0}, Case{{2, 6, 32}, 1}, Case{{37, 5}, 1}}) {
    CAPTURE(layout::shape_text(shape), axis);
    const graph::Value x = make_input("x", {KILN_FLOAT32, shape}), w = vector("w");
    std::size_t size = 1;
    for (const std::int64_t extent : shape) size *= std::size_t(extent);
    std::vector<float> values = ragged(size, 1);
    values[7] = -3e38f;  // its square leaves float32
    const Ref<Array> data[] = {floats(context, values, shape), filled(context, KILN_FLOAT32, {shape.back()}, 2)};
    const graph::Value spread = over("std", x, {axis}), most = over("reduce_max", x, {axis}),
                       y = expression("n * w", {{"n", normalised(x, {axis})}, {"w", w}});
    Attributes along;
    along.axes = Dims{axis};
    check_rows(context, {x}, {expression("x / s", {{"x", x}, {"s", spread}}), spread, most, op("argmax", {x}, along)},
               std::span(data).first(1));
    const Ref<Array> small[] = {filled(context, KILN_FLOAT32, shape, 1), data[1]};
    const graph::Value cost = op("sum", {expression("y * y * x", {{"y", y}, {"x", x}})});
    check_rows(context, {x, w}, grad(cost, std::vector{x, w}), small, 5e-5);
    for (const DType dtype : {KILN_FLOAT64, KILN_FLOAT16}) {
      if (!array::has_dtype(context, dtype)) continue;
      CAPTURE(base::dtype_name(dtype));
      const graph::Value z = make_input("z", {dtype, shape});
      const Ref<Array> of_dtype[] = {filled(context, dtype, shape, 3)};
      check_rows(context, {z}, {normalised(z, {axis})}, of_dtype, dtype == KILN_FLOAT64 ? 1e-12 : 2e-2);
    }
  }
  // Columns that are no neighbours in memory.
  const Ref<Array> whole = filled(context, KILN_FLOAT32, {9, 43, 2}, 4);
  Layout every = whole->layout();
  every.shape = Dims{9, 43}, every.strides = Dims{every.strides[0], every.strides[1]};
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{9, 43}});
  const Ref<Array> lying[] = {array::view(*whole, every, true)};
  check_rows(context, {x}, {softmax_along(x, 0)}, lying);
}

TEST_CASE("a chain of reductions, their gradients, and results of several kinds, in one kernel", "[rows][optimised]") {
  Context& context = *contexts()[0];
  const std::int64_t rows = 21, columns = 132;
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{rows, columns}}), w = vector("w");
  const Ref<Array> data[] = {filled(context, KILN_FLOAT32, {rows, columns}, 1),
                             filled(context, KILN_FLOAT32, {columns}, 2)};
  const graph::Value y = expression("n * w", {{"n", normalised(x, {1})}, {"w", w}});
  CHECK(check_rows(context, {x, w}, {y}, data).programs == 1);
  const graph::Value cost = op("sum", {expression("y * y * x", {{"y", y}, {"x", x}})});
  check_rows(context, {x, w}, grad(cost, std::vector{x, w}), data, 5e-5);
  // Values of rows and of elements are results, a row's value is computed from two others, and one is read twice.
  const graph::Value most = over("reduce_max", x, {1}), least = over("reduce_min", x, {1});
  const graph::Value range = expression("a - b", {{"a", most}, {"b", least}});
  const graph::Value part = expression("(x - b) / r", {{"x", x}, {"b", least}, {"r", range}});
  Attributes last;
  last.axes = Dims{1};
  const Outcome several = check_rows(
      context, {x}, {most, range, part, op("sum", {part}, last), op("argmax", {x}, last)}, std::span(data).first(1));
  CHECK(several.programs == 1);
}

TEST_CASE("rows of other dtypes, of two axes, and of arrays that lie otherwise", "[rows][optimised]") {
  Context& context = *contexts()[0];
  const Dims shape{6, 4, 10, 8};
  for (const DType dtype : {KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16}) {
    if (!array::has_dtype(context, dtype)) continue;
    CAPTURE(base::dtype_name(dtype));
    const graph::Value x = make_input("x", {dtype, shape});
    const Ref<Array> data[] = {filled(context, dtype, shape, 3)};
    check_rows(context, {x}, {normalised(x, {2, 3})}, data, dtype == KILN_FLOAT64 ? 1e-12 : 2e-2);
  }
  const graph::Value x = make_input("x", {KILN_FLOAT32, shape}), b = make_input("b", {KILN_FLOAT32, Dims{1, 4, 1, 8}});
  const graph::Value sum = expression("x + b", {{"x", x}, {"b", b}});
  const Values outputs{softmax_along(sum, 3)};
  const auto whole = filled(context, KILN_FLOAT32, {8, 12, 7, 9}, 4);
  const auto view = [&](const Dims& order, std::int64_t offset) {
    Layout turned = layout::transpose(whole->layout(), order, "test");
    turned.shape = shape;
    turned.offset += offset;
    return array::view(*whole, turned, true);
  };
  // Axes in another order; rows that begin off a vector's alignment.
  const Ref<Array> bias = filled(context, KILN_FLOAT32, {1, 4, 1, 8}, 5);
  for (const Ref<Array>& lying : {view({3, 2, 1, 0}, 0), view({2, 0, 1, 3}, 4)}) {
    const Ref<Array> data[] = {lying, bias};
    check_rows(context, {x, b}, outputs, data);
  }
}

TEST_CASE("special values pass through rows as through single nodes", "[rows][optimised]") {
  Context& context = *contexts()[0];
  const std::int64_t rows = 12, columns = 64;
  std::vector<float> values = ragged(std::size_t(rows * columns), 5);
  for (std::int64_t r = 0; r < rows; ++r) {
    float* const row = &values[std::size_t(r * columns)];
    if (r % 4 == 1) row[r] = -3e38f;  // its square leaves float32
    if (r % 4 == 2) row[r] = NAN;
    if (r % 4 == 3) row[r] = INFINITY;
  }
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{rows, columns}});
  const Ref<Array> data[] = {floats(context, values, {rows, columns})};
  const graph::Value spread = over("std", x, {1});
  check_rows(context, {x}, {expression("x / s", {{"x", x}, {"s", spread}}), spread, softmax_along(x, 1)}, data);
}

TEST_CASE("an output lies over no input that later levels read to compute elements again", "[rows]") {
  using Kind = codegen::RowStep::Kind;
  const auto step = [](Kind kind, std::vector<codegen::RowInput> inputs, int output) {
    codegen::RowStep one;
    one.kind = kind;
    one.mapped = inputs.size();
    one.inputs = std::move(inputs);
    one.outputs = {output};
    one.dtypes = {KILN_FLOAT32};
    return one;
  };
  const auto of = [](std::size_t s) { return codegen::RowInput{false, s, 0}; };
  // f(x) and g of it, its sum, the quotient, the sum of that, and the difference, which needs g(f(x)) again.
  const std::vector<codegen::RowStep> steps{
      step(Kind::elements, {{true, 2, 0}}, -1), step(Kind::elements, {of(0)}, -1),
      step(Kind::reduce, {of(1)}, -1),          step(Kind::elements, {of(1), of(2)}, 0),
      step(Kind::reduce, {of(3)}, -1),          step(Kind::elements, {of(1), of(4)}, 1)};
  const std::vector<codegen::RowOperand> operands(3, {KILN_FLOAT32, true});
  CHECK(!codegen::row_over(steps, operands, 0, 2));
  CHECK(codegen::row_over(steps, operands, 1, 2));
}

TEST_CASE("what is no program of rows stays apart, and results lie over inputs only where they may", "[rows]") {
  Context& context = *contexts()[0];
  // Rows that neither registers nor caches can hold, which kernels read again, of ordinary and of special values.
  const std::int64_t rows = 6, columns = 270001;
  std::vector<float> values = ragged(std::size_t(rows * columns), 1);
  values[std::size_t(columns + 3)] = NAN;
  values[std::size_t(2 * columns + 5)] = INFINITY;
  values[std::size_t(3 * columns + 7)] = -INFINITY;
  std::fill_n(values.begin() + 4 * columns, columns, -INFINITY);
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{rows, columns}});
  const Ref<Array> data[] = {floats(context, values, {rows, columns})};
  const Values outputs{softmax_along(x, 1), softmax_along(dimshuffle(x, {1, 0}), 0), op("log_softmax", {x})};
  const Outcome longer = run_rows(context, {x}, outputs, data, true);
  CHECK(longer.programs >= 1);
  compare(longer, run_rows(context, {x}, outputs, data, false), 1e-5);
  // A product lies between the two reductions: only what is before it, and what is behind it, can be together.
  const graph::Value a = make_input("a", {KILN_FLOAT32, Dims{24, 24}});
  const graph::Value product = op("dot", {normalised(a, {1}), a});
  const graph::Value both = expression("p * m", {{"p", softmax_along(product, 1)}, {"m", over("reduce_max", a, {1})}});
  const Ref<Array> square[] = {filled(context, KILN_FLOAT32, {24, 24}, 2)};
  CHECK(check_rows(context, {a}, {both}, square, 1e-4).programs >= 2);
  // An update in place of a variable that its own transpose reads.
  const std::vector<float> start = ragged(24 * 24, 3);
  std::vector<float> got[2];
  for (const bool together : {false, true}) {
    const graph::Value w = share(floats(context, start, {24, 24}), "w");
    const graph::Value next =
        expression("w - m + t * 0.5", {{"w", w}, {"m", over("mean", w, {1})}, {"t", dimshuffle(w, {1, 0})}});
    FunctionSpec spec;
    spec.updates = {{w, next}};
    spec.context = &context;
    (together ? spec.included_passes : spec.excluded_passes) = {"rows"};
    const auto f = Function::create(spec);
    for (int step = 0; step < 3; ++step) f->call({});
    got[together] = values_of<float>(*op_as<SharedLeaf>(w)->shared().value());
  }
  for (std::size_t i = 0; i < start.size(); ++i) REQUIRE(double(got[1][i]) == Near(double(got[0][i])));
}

TEST_CASE("a result lies over an input only behind the step that reads it", "[rows]") {
  Context& context = *contexts()[0];
  const std::vector<float> start = ragged(24 * 64, 3);
  std::vector<float> got[2], sums[2];
  for (const bool rows : {false, true}) {
    const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{24, 64}}), y = share(floats(context, start, {24, 64}));
    const graph::Value next = expression("exp(x)", {{"x", x}});
    FunctionSpec spec;
    spec.inputs = {{x}};
    // The step of the second sum is the first to read y, after the step that computes its new value.
    spec.outputs = {{over("sum", next, {1})}, {over("sum", expression("y * n", {{"y", y}, {"n", next}}), {1})}};
    spec.updates = {{y, next}};
    spec.context = &context;
    (rows ? spec.included_passes : spec.excluded_passes) = {"rows"};
    const auto f = Function::create(spec);
    const Ref<Array> data = filled(context, KILN_FLOAT32, {24, 64}, 1);
    Argument argument;
    argument.array = data.get();
    sums[rows] = values_of<float>(*f->call(std::vector{argument}).at(1));
    CHECK(count_of(f->describe("explain"), ": GpuRows{") == (rows ? 1u : 0u));
    got[rows] = values_of<float>(*op_as<SharedLeaf>(y)->shared().value());
  }
  for (std::size_t i = 0; i < sums[0].size(); ++i) REQUIRE(double(sums[1][i]) == Near(double(sums[0][i])));
  for (std::size_t i = 0; i < start.size(); ++i) REQUIRE(double(got[1][i]) == Near(double(got[0][i])));
}

TEST_CASE("a loss whose mean is computed reads its scores once", "[rows]") {
  Context& context = *contexts()[0];
  const std::int64_t rows = 40, columns = 132;
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{rows, columns}}),
                     labels = make_input("labels", {KILN_INT32, Dims{rows}});
  std::vector<std::int32_t> classes;
  for (std::int64_t i = 0; i < rows; ++i) classes.push_back(std::int32_t(i * 7 % columns));
  const Ref<Array> data[] = {filled(context, KILN_FLOAT32, {rows, columns}, 1),
                             array::from_host(context, KILN_INT32, Dims{rows}, nullptr, KILN_INT32, classes.data())};
  const graph::Value loss = op("cross_entropy", {x, labels});
  for (const char* const operation : {"mean", "sum"}) {
    const Outcome found = check_rows(context, {x, labels}, {op(operation, {loss})}, data);
    CHECK(found.programs == 1);
    CHECK(found.steps == 2);
  }
  check_rows(context, {x, labels}, {op("mean", {loss}), grad(op("mean", {loss}), std::vector{x})[0]}, data);
}

TEST_CASE("groups of rows that would wait for each other stay apart", "[rows]") {
  Context& context = *contexts()[0];
  // Rows of x give a maximum and, with the maxima of columns of y, a sum; columns of y give a sum that depends on the
  // maxima of the rows by way of a scan. Two kernels for these four reductions would need each other's results.
  const std::int64_t n = 24;
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{n, n}}), y = make_input("y", {KILN_FLOAT32, Dims{n, n}});
  Ref<Array> data[2];
  for (int i = 0; i < 2; ++i) data[i] = filled(context, KILN_FLOAT32, {n, n}, i);
  for (const bool first : {false, true}) {
    graph::Value rows, most;
    const auto columns = [&] { most = over("reduce_max", y, {0}); };
    if (first) columns();
    rows = over("reduce_max", x, {1});
    Attributes down;
    down.axis = 0;
    const graph::Value scan = op("cumsum", {rows}, down);
    if (!first) columns();
    const graph::Value of_columns =
        over("sum", expression("exp(y - m) * p", {{"y", y}, {"m", most}, {"p", scan}}), {0});
    const graph::Value of_rows = over("sum", expression("exp(x - r) * m", {{"x", x}, {"r", rows}, {"m", most}}), {1});
    check_rows(context, {x, y}, {of_columns, of_rows}, data, 1e-4);
    check_rows(context, {x, y}, {of_rows, of_columns}, data, 1e-4);
    check_rows(context, {x, y}, {rows, of_rows, of_columns}, data, 1e-4);
  }
}

TEST_CASE("the maximum and the sum of long columns are one reduction on CPU devices", "[rows]") {
  Context& context = *contexts()[0];
  const codegen::Traits traits = array::traits_of(context);
  if (!traits.cpu || !traits.vectors) return;
  // Rows by fours and others; columns that fill vectors and others; many shares; a middle axis.
  for (const auto& [shape, axis] :
       {std::pair{Dims{37, 43}, 0}, {Dims{30000, 16}, 0}, {Dims{3000, 40}, 0}, {Dims{2, 41, 35}, 1}})
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16}) {
      if (!array::has_dtype(context, dtype)) continue;
      CAPTURE(layout::shape_text(shape), base::dtype_name(dtype));
      std::size_t size = 1;
      for (const std::int64_t extent : shape) size *= std::size_t(extent);
      std::vector<float> values = ragged(size, 3);
      const auto columns = std::size_t(shape.back());
      const float infinity = std::numeric_limits<float>::infinity();
      // A NaN before numbers and behind them, infinities of either sign, columns of one infinity, great numbers.
      values[0] = NAN, values[1 + 3 * columns] = NAN, values[2 + 2 * columns] = infinity, values[3] = -infinity;
      for (std::size_t t = 0; t < size / columns; ++t) {
        values[4 + t * columns] = -infinity, values[5 + t * columns] = infinity;
        values[6 + t * columns] = t % 3 ? -60000.0f : 60000.0f;
        values[7 + t * columns] = t % 7 < 2 ? NAN : infinity;
      }
      const graph::Value x = make_input("x", {dtype, shape});
      const Ref<Array> data[] = {array::from_host(context, dtype, shape, nullptr, KILN_FLOAT32, values.data())};
      Attributes along;
      along.axis = axis;
      const Values outputs{softmax_along(x, axis), op("log_softmax", {x}, along), over("reduce_max", x, {axis})};
      for (const std::size_t o : {0, 1}) {
        CAPTURE(o);
        const Values both{outputs[o], outputs[2]};
        const Outcome got = run_rows(context, {x}, both, data, std::nullopt),
                      want = run_rows(context, {x}, both, data, false);
        compare(got, want, dtype == KILN_FLOAT64 ? 1e-13 : dtype == KILN_FLOAT32 ? 2e-6 : 2e-3);
        CHECK(got.steps <= (dtype == KILN_FLOAT64 ? 4 : 3));
        CHECK(got.programs == 0);
      }
    }
}
