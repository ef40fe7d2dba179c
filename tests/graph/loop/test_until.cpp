// SPDX-License-Identifier: Apache-2.0
// Loops that end by a condition: how many rows there are, what is computed from them, errors.
#include "graph/function/verify.hpp"
#include "graph/loop/rows.hpp"
#include "until_support.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("until: there are as many rows as steps ran, and the last of them is kept") {
  const Growth loop;
  const Values out = scan(loop.request, loop.body);
  CHECK(out[0].type().shape == Dims{kUnknown, 2});
  Attributes first;
  first.axes = Dims{0};
  const auto f =
      Function::create(loop.spec({out[0], op("mean", {out[0]}, first), op("shape", {out[1]}),
                                  graph::cast(op("sum", {expression("a + 1", {{"a", out[1]}})}), KILN_FLOAT64)}));
  const codegen::Tuning known = array::tuning(*contexts()[0]);
  for (const std::int64_t batch : {1, 4}) {
    codegen::Tuning numbers = known;
    numbers.loop.until_steps = numbers.loop.cpu_until_steps = batch;
    array::set_tuning(*contexts()[0], numbers);
    f->release_memory();
    for (const double most : {-1e9, 3.0, 40.0, 1e9}) {
      const std::vector<double> want = loop.steps(1.9, most);
      INFO("batch " << batch << ", limit " << most << ", " << want.size() / 2 << " steps");
      for (int call = 0; call < 2; ++call) {
        Dims shape;
        const auto got = loop.call(f, 1.9, most, &shape);
        const std::size_t steps = want.size() / 2;
        CHECK(shape == Dims{std::int64_t(steps), 2});
        check_close(got[0], want);
        double sum = 0;
        for (std::size_t t = 0; t < steps; ++t) sum += want[2 * t] / double(steps);
        CHECK(got[1][0] == Near(sum));
        double before = 1.5 + double(steps);
        for (std::size_t i = 0; i + 2 < want.size(); ++i) before += want[i];
        CHECK(got[3][0] == Near(before));
      }
    }
  }
  array::set_tuning(*contexts()[0], known);
  CHECK(loop.steps(1.9, -1e9).size() == 2);
  CHECK(loop.steps(1.9, 1e9).size() == 12);
  const std::string text = f->describe("explain");
  CHECK(has(text, "part 1: up to the end of loops with until"));
  CHECK(has(text, "each step, until its condition is true: "));
  CHECK(f->planned_bytes() > 0);
  // The same graph with another variable, called several times with an update.
  const auto count =
      share(array::from_host(*contexts()[0], KILN_FLOAT64, Dims{}, nullptr, KILN_FLOAT64, loop.hs.data()), "count");
  auto spec = loop.spec({op("max", {out[0]})});
  spec.updates = {{count, op("add", {count, op("sum", {out[0]})})}};
  const auto updating = Function::create(spec);
  const double factor = 1.9, most = 3.0;
  const std::vector<Argument> arguments{{nullptr, KILN_FLOAT64, {6, 2}, nullptr, loop.xs.data()},
                                        {nullptr, KILN_FLOAT64, {2}, nullptr, loop.hs.data()},
                                        {nullptr, KILN_FLOAT64, {}, nullptr, &factor},
                                        {nullptr, KILN_FLOAT64, {}, nullptr, &most}};
  const auto now = [&] { return values_of<double>(*op_as<SharedLeaf>(count)->shared().value())[0]; };
  updating->run(arguments, 3);
  double sum = 0;
  for (const double value : loop.steps(1.9, 3.0)) sum += value;
  CHECK(now() == Near(1 + 3 * sum));
  updating->copy({}, "copy", false)->call(arguments);
  CHECK(now() == Near(1 + 3 * sum));
}

TEST_CASE("until: a step may have a loop that ends by a condition, of which it takes the last value") {
  // Newton's steps to a root of each element of x.
  const auto x = until_input("x", {4}), start = until_input("start", {4});
  ScanRequest outer;
  outer.sequences = {{expression("x * x + 1", {{"x", x}})}};
  outer.outputs = {{}};
  const Values roots = scan(outer, [](const Values& v) {
    ScanRequest inner;
    inner.until = true;
    inner.steps = 50;
    inner.outputs = {{v[0], {-1}, true}};
    return scan(inner, [&](const Values& u) {
      const auto next = expression("0.5 * (r + a/r)", {{"r", u[0]}, {"a", v[0]}});
      return Values{next, expression("abs(n - r) < 1e-12", {{"n", next}, {"r", u[0]}})};
    });
  });
  const auto slope = grad(op("sum", {roots[0]}), Values{x})[0];
  const auto got = computed({roots[0], slope}, {x}, Mode::fast_run);
  const auto want = computed({expression("sqrt(x*x + 1)", {{"x", x}}), expression("x / sqrt(x*x + 1)", {{"x", x}})},
                             {x}, Mode::fast_run);
  for (std::size_t i = 0; i < 2; ++i) check_close(got[i], want[i]);
}

TEST_CASE("until: a step may read all rows of a loop that ends by a condition") {
  // Powers of each base until they exceed a limit: as many in each step as it takes.
  const auto bases = until_input("bases", {3}), w = until_input("w", {2, 2}), h = until_input("h", {});
  ScanRequest outer;
  outer.name = "outer";
  outer.sequences = {{bases}};
  outer.outputs = {{h}, {}};
  Attributes first;
  first.axes = Dims{0};
  const auto powers = [](const graph::Value& base) {
    ScanRequest inner;
    inner.until = true;
    inner.steps = 12;
    inner.outputs = {{expression("0*b + 1.0", {{"b", base}})}};
    return scan(inner, [&](const Values& u) {
      const auto next = expression("p * b", {{"p", u[0]}, {"b", base}});
      return Values{next, op("greater", {next, make_number(9)})};
    })[0];
  };
  const ScanBody body = [&](const Values& v) {
    const auto rows = powers(v[0]);
    // A product of the rows, whose number differs from step to step.
    const auto pairs = op("stack", {rows, op("sqrt", {rows})}, [] {
      Attributes last;
      last.axis = 1;
      return last;
    }());
    const auto means = op("mean", {op("dot", {pairs, w})}, first);
    return Values{op("add", {v[1], op("mean", {rows})}), means};
  };
  const Values out = scan(outer, body);
  const std::vector<double> a{2, 1.5, 10}, b{0.5, -1, 2, 0.25}, zero{0};
  std::vector<Argument> points{{nullptr, KILN_FLOAT64, {3}, nullptr, a.data()},
                               {nullptr, KILN_FLOAT64, {2, 2}, nullptr, b.data()},
                               {nullptr, KILN_FLOAT64, {}, nullptr, zero.data()}};
  FunctionSpec spec;
  spec.inputs = {{bases}, {w}, {h}};
  for (const auto& output : out) spec.outputs.push_back({output});
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  for (int call = 0; call < 2; ++call) {
    const auto got = f->call(points);
    double sum = 0;
    for (std::size_t t = 0; t < 3; ++t) {
      std::vector<double> rows;
      do rows.push_back((rows.empty() ? 1 : rows.back()) * a[t]);
      while (rows.back() <= 9);
      double mean = 0, roots = 0;
      for (const double row : rows) mean += row / double(rows.size()), roots += std::sqrt(row) / double(rows.size());
      CHECK(values_of<double>(*got[0])[t] == Near(sum += mean));
      CHECK(values_of<double>(*got[1])[2 * t] == Near(mean * b[0] + roots * b[2]));
      CHECK(values_of<double>(*got[1])[2 * t + 1] == Near(mean * b[1] + roots * b[3]));
    }
  }
  const auto last = f->call(points);
  CHECK(values_of<double>(*last[0]).size() == 3);
  spec.mode = Mode::debug;
  const auto checked = Function::create(spec)->call(points);
  for (std::size_t i = 0; i < 2; ++i) check_close(values_of<double>(*checked[i]), values_of<double>(*last[i]));
  spec.mode = Mode::fast_run;
  VerifyOptions options;
  options.context = &*contexts()[0];
  for (const std::int64_t every : {0, 2}) {
    outer.checkpoint_every = every;
    CHECK(verify_grad(scan(outer, body), Values{bases, w, h}, points, options).worst < 1e-4);
  }
  outer.checkpoint_every = 0;
  outer.outputs = {{}};
  // What is computed of the rows has another shape in each step.
  check_error(KILN_UNSUPPORTED, "graph.scan 'outer': a step gives float64(1, ?), whose extents only the step tells",
              [&] { scan(outer, [&](const Values& v) { return Values{as_row(op("sqrt", {powers(v[0])}))}; }); });
  outer.outputs = {{until_input("start", {4}), {-1}, true}};
  spec.outputs = {{scan(outer, [&](const Values& v) { return Values{powers(v[0])}; })[0]}};
  spec.inputs = {{bases}, {outer.outputs[0].initial}};
  const auto wrong = Function::create(spec);
  const std::vector<double> start(4, 1.0), more{1.9, 1.9, 1.1};
  points = {{nullptr, KILN_FLOAT64, {3}, nullptr, more.data()}, {nullptr, KILN_FLOAT64, {4}, nullptr, start.data()}};
  check_error(KILN_SHAPE_ERROR, "graph.scan 'outer': a step gives output 1 with shape (12,), expected (4,)",
              [&] { wrong->call(points); });
}

TEST_CASE(
    "until: a step may give the rows of a loop that ends by a condition, and what has as many, with zeros behind") {
  const StepsInVain batches;
  const auto bases = until_input("bases", {3});
  const std::vector<double> a{2, 1.5, 10};
  const std::vector<Argument> points{{nullptr, KILN_FLOAT64, {3}, nullptr, a.data()}};
  for (const bool kept : {false, true}) {
    const std::int64_t outer_every = kept ? 2 : 0, inner_every = kept ? 3 : 0;
    INFO("checkpoints every " << outer_every << ", of the inner loop every " << inner_every);
    ScanRequest outer;
    outer.sequences = {{bases}};
    outer.outputs = {{}, {}, {}, {}};
    outer.checkpoint_every = outer_every;
    const Values out = scan(outer, [&](const Values& v) {
      ScanRequest inner;
      inner.until = true;
      inner.steps = 8;
      inner.outputs = {{expression("0*b + 1.0", {{"b", v[0]}})}, {}};
      inner.checkpoint_every = inner_every;
      Values rows = scan(inner, [&](const Values& u) {
        const auto next = expression("p * b", {{"p", u[0]}, {"b", v[0]}});
        return Values{next, expression("sin(p) + 1", {{"p", u[0]}}), op("greater", {next, make_number(9)})};
      });
      Attributes last;
      last.axis = 1;
      last.axes = Dims{1};
      rows.push_back(expression("sqrt(p) * b + exp(s)", {{"p", rows[0]}, {"s", rows[1]}, {"b", v[0]}}));
      rows.push_back(op("sum", {op("stack", {rows[0], rows[2]}, last)}, last));
      return rows;
    });
    for (const auto& each : out) CHECK(each.type().shape == Dims{3, 8});
    FunctionSpec spec;
    spec.inputs = {{bases}};
    // The last row, which is zero, has no gradient.
    const auto last = at(op("dimshuffle", {out[0]},
                            [] {
                              Attributes turned;
                              turned.axes = Dims{1, 0};
                              return turned;
                            }()),
                         -1);
    for (const auto& each : out) spec.outputs.push_back({each});
    spec.outputs.push_back({grad(op("sum", {last}), Values{bases})[0]});
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    const auto got = f->call(points);
    std::vector<double> powers, sines, roots, sums;
    for (std::size_t t = 0; t < 3; ++t) {
      double p = 1;
      for (std::size_t k = 0; k < 8; ++k) {
        const bool runs = p <= 9;
        sines.push_back(runs ? std::sin(p) + 1 : 0);
        powers.push_back(runs ? p *= a[t] : 0);
        roots.push_back(runs ? std::sqrt(p) * a[t] + std::exp(sines.back()) : 0);
        sums.push_back(powers.back() + roots.back());
      }
    }
    check_close(values_of<double>(*got[0]), powers);
    check_close(values_of<double>(*got[1]), sines);
    check_close(values_of<double>(*got[2]), roots);
    check_close(values_of<double>(*got[3]), sums);
    check_close(values_of<double>(*got[4]), {0, 0, 0});
    VerifyOptions options;
    options.context = &*contexts()[0];
    CHECK(verify_grad(out, Values{bases}, points, options).worst < 1e-4);
    const auto slope = grad(total({out[1], out[2]}), Values{bases});
    CHECK(verify_grad(slope, Values{bases}, points, options).worst < 1e-4);
  }
}

TEST_CASE("until: rows that a loop gave are a sequence beside one that has more") {
  const auto x = make_input("x", {KILN_FLOAT32, Dims{4}}), most = make_input("most", {KILN_FLOAT32, Dims{}});
  ScanRequest first;
  first.until = true;
  first.sequences = {{x}};
  first.outputs = {{}};
  const Values ran = scan(first, [&](const Values& v) { return Values{v[0], op("greater", {v[0], most})}; });
  FunctionSpec spec;
  spec.inputs = {{x}, {most}};
  for (const bool turned : {false, true}) {  // the sequence of which no extent is known is the first, or the second
    ScanRequest second;
    second.sequences = {{turned ? x : ran[0]}, {turned ? ran[0] : x}};
    second.outputs = {{}};
    spec.outputs.push_back({scan(second, [](const Values& v) { return Values{op("add", {v[0], v[1]})}; })[0]});
  }
  // Steps that give these rows give as many of them as there are.
  ScanRequest third;
  third.steps = 2;
  third.outputs = {{}, {}};
  const Values given = scan(third, [&](const Values&) { return Values{ran[0], op("add", {ran[0], ran[0]})}; });
  for (const auto& each : given) spec.outputs.push_back({at(each, -1)});
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  const std::vector<float> xs{1, 2, 3, 4};
  for (const float limit : {0.0F, 1.0F, 9.0F}) {
    const std::vector<Argument> arguments{{nullptr, KILN_FLOAT32, {4}, nullptr, xs.data()},
                                          {nullptr, KILN_FLOAT32, {}, nullptr, &limit}};
    const std::vector<float> all{2, 4, 6, 8};
    const std::vector<float> want(all.begin(), all.begin() + (limit == 0 ? 1 : limit == 1 ? 2 : 4));
    const auto got = f->call(arguments);
    for (const std::size_t k : {0, 1, 3}) CHECK(values_of<float>(*got[k]) == want);
    CHECK(values_of<float>(*got[2]) == std::vector<float>(xs.begin(), xs.begin() + std::ptrdiff_t(want.size())));
  }
}

TEST_CASE("until: the stated peak counts what steps take that read rows of a loop in them") {
  constexpr std::int64_t width = 5000;
  const std::uint64_t row = width * sizeof(float);
  for (const bool in_steps : {true, false}) {
    INFO((in_steps ? "in steps" : "alone"));
    const auto context = Context::open(devices()[0], runtime::ContextOptions::from_flags());
    // Steps whose loops give 9, 5 and 9 rows.
    const auto ends = share(floats(*context, {9, 5, 9}), "ends");
    const auto start = share(floats(*context, std::vector<float>(width, 0)), "start");
    const auto sums = [&](const graph::Value& end) {
      ScanRequest inner;
      inner.until = true;
      inner.steps = 12;
      inner.outputs = {{start}};
      const auto rows = scan(inner, [&](const Values& u) {
        const auto next = expression("h + 1", {{"h", u[0]}});
        return Values{next, op("greater_equal", {op("max", {next}), end})};
      })[0];
      return op("sum", {op("cumsum", {rows})});
    };
    ScanRequest outer;
    outer.sequences = {{ends}};
    outer.outputs = {{}};
    FunctionSpec spec;
    spec.outputs = {
        {in_steps ? scan(outer, [&](const Values& v) { return Values{sums(v[0])}; })[0] : sums(at(ends, 0))}};
    spec.context = context.get();
    const auto f = Function::create(spec);
    const auto before = context->memory_statistics();
    for (int call = 0; call < 3; ++call) {
      f->call({});
      context->synchronize();
    }
    // The rows, of at most 12 steps and the first values, and their sums.
    CHECK(f->planned_bytes() >= (13 + 9) * row);
    const std::uint64_t peak = context->memory_statistics().peak - before.in_use;
    CHECK(peak <= f->planned_bytes() + row);
    CHECK(f->planned_bytes() <= peak + row);
    if (in_steps) CHECK(has(f->describe("explain"), std::to_string(f->planned_bytes()) + " bytes in all"));
  }
}

TEST_CASE("until: errors name the loop, what it got and what it expected") {
  const Growth loop;
  const auto with = [&](auto&& change, const ScanBody& body) {
    ScanRequest request = loop.request;
    request.name = "loop";
    change(request);
    scan(request, body);
  };
  const auto nothing = [](ScanRequest&) {};
  const auto ends_by = [&](auto&& condition) {
    return [&, condition](const Values& v) {
      Values out = loop.body(v);
      out.back() = condition(v);
      return out;
    };
  };
  check_error(KILN_SHAPE_ERROR,
              "graph.scan 'loop': the condition of until is Input 'x' float64(2,), expected a truth value or an "
              "integer without "
              "dimensions",
              [&] { with(nothing, ends_by([](const Values& v) { return v[0]; })); });
  for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_COMPLEX128})
    check_error(KILN_TYPE_ERROR,
                std::string(base::dtype_name(dtype)) + "(), expected a truth value or an integer without", [&] {
                  with(nothing, ends_by([&](const Values&) { return make_input("c", {dtype, {}}); }));
                });
  check_error(KILN_TYPE_ERROR, "graph.scan 'loop': the condition of until is Constant float64(), expected",
              [&] { with(nothing, ends_by([](const Values&) { return make_number(0.5); })); });
  for (const DType dtype : {KILN_BOOL, KILN_INT8, KILN_UINT64})
    with(nothing, ends_by([&](const Values& v) { return graph::cast(op("sum", {v[0]}), dtype); }));
  check_error(KILN_INVALID_ARGUMENT,
              "graph.scan 'loop': the body gives 2 outputs, expected 3, the condition among them", [&] {
                with(nothing, [&](const Values& v) {
                  Values out = loop.body(v);
                  out.pop_back();
                  return out;
                });
              });
  check_error(KILN_INVALID_ARGUMENT, "no sequences and no number of steps, expected one of them: the most steps",
              [&] { with([](ScanRequest& request) { request.sequences.clear(); }, loop.body); });
}
