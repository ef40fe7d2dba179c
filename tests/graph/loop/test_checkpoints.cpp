// SPDX-License-Identifier: Apache-2.0
// Loops whose gradients keep the states of every k-th step alone, beside the same loops that keep all.
#include <numeric>

#include "graph/function/verify.hpp"
#include "graph/ops/random_ops.hpp"
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// Two outputs with taps, a sequence with taps, a product by a non-sequence.
struct Program {
  graph::Value x = real("x", {7, 2}), h = real("h", {2}), p = real("p", {3, 2}), w = real("w", {2, 2});
  ScanRequest request;
  ScanBody body = [this](const Values& v) {
    // v: x[t - 1], x[t + 1], h[t - 1], p[t - 1], p[t - 3]
    const auto next = expression("tanh(a + b*c)", {{"a", v[0]}, {"b", v[1]}, {"c", op("dot", {v[2], w})}});
    return Values{next, expression("sin(a) + b*c", {{"a", v[3]}, {"b", v[4]}, {"c", next}}), op("sum", {v[4]})};
  };
  Program() {
    request.sequences = {{x, {-1, 1}}};
    request.outputs = {{h}, {p, {-1, -3}}, {}};
  }
  Values by() const { return {x, h, p, w}; }
};

std::vector<std::vector<double>> values_and_gradients(const Values& outputs, const Values& by, Mode mode,
                                                      bool second = false) {
  Values all = outputs;
  for (const auto& each : gradients(total(outputs), by, second)) all.push_back(each);
  return computed(all, by, mode);
}

}  // namespace

TEST_CASE("checkpoints: values and gradients are those of the steps written out") {
  Program program;
  const auto want = values_and_gradients(written_out(program.request, program.body), program.by(), Mode::fast_compile);
  // 5 steps: segments of one step, segments with and without steps left over, fewer steps than a segment has.
  for (const std::int64_t every : std::vector<std::int64_t>{1, 2, 3, 5, 8, std::int64_t{1} << 61, INT64_MAX}) {
    INFO("every " << every);
    program.request.checkpoint_every = every;
    check_close(values_and_gradients(scan(program.request, program.body), program.by(), Mode::fast_run), want);
  }
  program.request.checkpoint_every = 2;
  compare_gradients(program.request, program.body, program.by(), true);
  // The pass that merges loops holds for states that only the cost reads, whose last rows are read.
  program.request.outputs[0].last_only = true;
  const auto last = values_and_gradients(written_out(program.request, program.body), program.by(), Mode::fast_compile);
  for (const Mode mode : {Mode::debug, Mode::nan_guard, Mode::fast_compile})
    for (const std::int64_t every : {0, 2}) {
      program.request.checkpoint_every = every;
      check_close(values_and_gradients(scan(program.request, program.body), program.by(), mode), last);
    }
  program.request.outputs[0].last_only = false;
  program.request.backwards = true;
  for (const bool alone : {false, true}) {
    program.request.steps = alone ? 4 : 3;
    for (std::size_t i = 0; i < 2; ++i) program.request.outputs[i].last_only = alone;
    program.request.outputs.resize(alone ? 2 : 3);
    const ScanBody body = [&](const Values& v) {
      Values all = program.body(v);
      all.resize(program.request.outputs.size());
      return all;
    };
    compare_gradients(program.request, body, program.by(), false);
  }
}

TEST_CASE("checkpoints: a loop in a loop, and a loop without sequences") {
  const auto x = real("x", {5, 3, 2}), h = real("h", {2}), w = real("w", {2});
  const Values by{x, h, w};
  const auto program = [&](auto&& loop, std::int64_t every) {
    ScanRequest outer;
    outer.checkpoint_every = every;
    outer.sequences = {{x}};
    outer.outputs = {{h, {-1}, true}};
    const auto nested = loop(outer, [&](const Values& v) {
      ScanRequest inner;
      inner.checkpoint_every = every;
      inner.sequences = {{v[0]}};
      inner.outputs = {{v[1], {-1}, true}};
      return loop(inner, [&](const Values& u) {
        return Values{expression("tanh(a*w + b)", {{"a", u[0]}, {"b", u[1]}, {"w", w}})};
      });
    });
    ScanRequest counted;
    counted.checkpoint_every = every;
    counted.steps = 4;
    counted.outputs = {{nested[0], {-1}, true}};
    return loop(counted, [&](const Values& v) { return Values{expression("sin(a) * w", {{"a", v[0]}, {"w", w}})}; });
  };
  check_close(values_and_gradients(program(scan, 2), by, Mode::fast_run),
              values_and_gradients(program(written_out, 0), by, Mode::fast_compile));
}

TEST_CASE("checkpoints: truncated gradients are those of the last steps written out") {
  Program program;
  // 5 steps. A state is read 3 steps back, so the last steps may read first values.
  const auto written = [&](std::int64_t truncate, bool second) {
    std::int64_t step = 0;
    const Values out = written_out(program.request, [&](const Values& v) {
      Values made = program.body(v);
      if (step++ < 5 - truncate)
        for (auto& value : made) value = op("disconnected_gradient", {value});
      return made;
    });
    return values_and_gradients(out, program.by(), Mode::fast_compile, second);
  };
  for (const auto& [truncate, every] : std::vector<std::pair<std::int64_t, std::int64_t>>{{2, 2}, {4, 3}, {9, 2}}) {
    INFO("the last " << truncate << ", every " << every);
    const auto want = written(truncate, false);
    program.request.truncate = truncate;
    program.request.checkpoint_every = every;
    check_close(values_and_gradients(scan(program.request, program.body), program.by(), Mode::fast_run), want);
    program.request.truncate = kUnknown;
  }
  const auto want = written(3, true);
  program.request.truncate = 3;
  program.request.checkpoint_every = 2;
  check_close(values_and_gradients(scan(program.request, program.body), program.by(), Mode::fast_run, true), want);
}

TEST_CASE("checkpoints: how many steps there are may be known at a call only") {
  const auto x = make_input("x", {KILN_FLOAT64, Dims{kUnknown, kUnknown}}),
             h = make_input("h", {KILN_FLOAT64, Dims{kUnknown}}),
             w = make_input("w", {KILN_FLOAT64, Dims{kUnknown, kUnknown}});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}, {}};
  const auto program = [&](std::int64_t every, std::int64_t truncate) {
    request.checkpoint_every = every;
    request.truncate = truncate;
    const Values out = scan(request, [&](const Values& v) {
      const auto next = expression("sin(a) + b", {{"a", op("dot", {v[1], w})}, {"b", v[0]}});
      return Values{next, op("sum", {next})};
    });
    FunctionSpec spec;
    spec.inputs = {{x}, {h}, {w}};
    for (const auto& output : out) spec.outputs.push_back({output});
    for (const auto& slope : grad(total(out), Values{x, h, w})) spec.outputs.push_back({slope});
    spec.context = &*contexts()[0];
    return Function::create(spec);
  };
  const auto plain = program(0, kUnknown), kept = program(3, kUnknown);
  const auto plain_part = program(0, 4), kept_part = program(3, 4);
  for (const auto& [steps, truncated] : std::vector<std::pair<std::int64_t, bool>>{
           {0, false}, {2, false}, {3, false}, {7, false}, {0, true}, {3, true}, {7, true}}) {
    INFO(steps << " steps" << (truncated ? ", truncated" : ""));
    const auto a = some_numbers(std::size_t(2 * steps), 1), b = some_numbers(2, 2), c = some_numbers(4, 3);
    const std::vector<Argument> arguments{{nullptr, KILN_FLOAT64, {steps, 2}, nullptr, a.data()},
                                          {nullptr, KILN_FLOAT64, {2}, nullptr, b.data()},
                                          {nullptr, KILN_FLOAT64, {2, 2}, nullptr, c.data()}};
    std::vector<std::vector<double>> want, got;
    for (const auto& result : (truncated ? plain_part : plain)->call(arguments))
      want.push_back(values_of<double>(*result));
    for (const auto& result : (truncated ? kept_part : kept)->call(arguments))
      got.push_back(values_of<double>(*result));
    check_close(got, want);
  }
}

TEST_CASE("checkpoints: sequences and constants of which no element is read say how many steps there are") {
  const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, kUnknown}}),
             h = make_input("h", {KILN_FLOAT32, Dims{2}});
  FunctionSpec spec;
  spec.inputs = {{x}, {h}};
  const ScanBody doubled = [](const Values& v) { return Values{op("add", {v.back(), v.back()})}; };
  for (const std::vector<std::int64_t>& taps : {std::vector<std::int64_t>{}, std::vector<std::int64_t>{0}}) {
    ScanRequest request;
    request.checkpoint_every = 2;
    request.sequences = {{x, taps}};
    request.outputs = {{h}};
    spec.outputs.push_back({scan(request, doubled)[0]});
  }
  // A loop in a loop, whose sequence is a constant of the outer loop or a row of its sequence.
  ScanRequest outer;
  outer.sequences = {{x}};
  outer.outputs = {{h, {-1}, true}};
  for (const bool row : {false, true})
    spec.outputs.push_back({scan(outer, [&](const Values& v) {
      ScanRequest inner;
      inner.sequences = {{row ? v[0] : x, {}}};
      inner.outputs = {{v[1], {-1}, true}};
      return Values{scan(inner, doubled)[0]};
    })[0]});
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  const std::vector<float> xs(30, 0), hs{1, 3};
  for (const std::int64_t steps : {1, 4, 5}) {
    const std::vector<Argument> arguments{{nullptr, KILN_FLOAT32, {steps, 2}, nullptr, xs.data()},
                                          {nullptr, KILN_FLOAT32, {2}, nullptr, hs.data()}};
    std::vector<float> want;
    for (std::int64_t t = 1; t <= steps; ++t)
      for (const float first : hs) want.push_back(std::ldexp(first, int(t)));
    const auto results = f->call(arguments);
    for (const std::size_t k : {0, 1}) CHECK(values_of<float>(*results[k]) == want);
    CHECK(values_of<float>(*results[2])[1] == std::ldexp(3.0F, int(steps * steps)));
    CHECK(values_of<float>(*results[3])[1] == std::ldexp(3.0F, int(steps * 2)));
  }
}

TEST_CASE("checkpoints: steps that are computed again draw the same numbers, and shared variables change once") {
  std::vector<std::vector<float>> want;
  for (const auto& [every, until] : std::vector<std::pair<std::int64_t, bool>>{{0, false}, {2, false}, {2, true}}) {
    const std::uint64_t words[] = {3, 0};
    auto state = share(array::from_host(*contexts()[0], KILN_UINT64, Dims{2}, nullptr, KILN_UINT64, words), "random");
    const auto x = share(floats(*contexts()[0], {0.5F, -1, 2, 0.25F}), "x");
    const auto count = share(floats(*contexts()[0], {0}), "count");
    ScanRequest request;
    request.checkpoint_every = every;
    request.steps = 5;
    request.until = until;
    request.outputs = {{x}, {}};
    request.updated = {count};
    const Values loop = scan(request, [&](const Values& v) {
      RandomRequest uniform;
      uniform.dtype = KILN_FLOAT32;
      uniform.shape = Dims{4};
      const Values made = draw(uniform, {state});
      state = made[1];
      Values out{expression("h * (u + 0.5f)", {{"h", v[0]}, {"u", made[0]}}), made[0],
                 expression("n + 1", {{"n", count}})};
      if (until) out.push_back(op("any", {expression("h > 1e9f", {{"h", out[0]}})}));
      return out;
    });
    FunctionSpec spec;
    spec.outputs = {{loop[0]}, {loop[1]}, {grad(op("sum", {at(loop[0], -1)}), Values{x})[0]}};
    spec.updates = {{count, loop[2]}};
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    std::vector<std::vector<float>> got;
    for (int call = 0; call < 2; ++call)
      for (const auto& result : f->call({})) got.push_back(values_of<float>(*result));
    for (std::size_t i = 0; i < 4; ++i) {
      float slope = 1;
      for (std::size_t t = 0; t < 5; ++t) slope *= got[1][4 * t + i] + 0.5F;
      CHECK(got[2][i] == Near(slope));
    }
    CHECK(values_of<float>(*op_as<SharedLeaf>(count)->shared().value()) == std::vector<float>{10});
    if (every == 0)
      want = got;
    else
      CHECK(got == want);
  }
}

TEST_CASE("checkpoints: a function keeps the states of every k-th step and of one segment") {
  constexpr std::int64_t steps = 64, rows = 16, width = 8;
  constexpr std::uint64_t state = rows * width * sizeof(float);
  const auto h = make_input("h", {KILN_FLOAT32, Dims{rows, width}}),
             w = make_input("w", {KILN_FLOAT32, {width, width}});
  std::uint64_t bytes[2];
  std::vector<std::vector<float>> slopes[2];
  for (const std::int64_t every : {0, 8}) {
    ScanRequest request;
    request.checkpoint_every = every;
    request.steps = steps;
    request.outputs = {{h, {-1}, true}};
    const auto last = scan(request, [&](const Values& v) { return Values{op("tanh", {op("dot", {v[0], w})})}; })[0];
    FunctionSpec spec;
    spec.inputs = {{h}, {w}};
    for (const auto& slope : grad(op("sum", {expression("s*s", {{"s", last}})}), Values{h, w}))
      spec.outputs.push_back({slope});
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    const std::vector<float> a(rows * width, 0.5F), b(width * width, 0.125F);
    Argument first = host(a), weights = host(b);
    first.shape = {rows, width};
    weights.shape = {width, width};
    for (int call = 0; call < 2; ++call) {
      slopes[every != 0].clear();
      for (const auto& result : f->call(std::vector{first, weights}))
        slopes[every != 0].push_back(values_of<float>(*result));
    }
    bytes[every != 0] = f->planned_bytes();
  }
  for (std::size_t i = 0; i < slopes[0].size(); ++i)
    for (std::size_t k = 0; k < slopes[0][i].size(); ++k) CHECK(slopes[1][i][k] == Near(slopes[0][i][k]));
  INFO(bytes[0] << " bytes, with checkpoints " << bytes[1]);
  CHECK(bytes[0] >= 2 * steps * state);
  // The states before each segment; those of a segment and what its steps hand on to the product of the weights.
  CHECK(bytes[1] <= (steps / 8 + 2 * 8 + 12) * state);
}

TEST_CASE("checkpoints: a loop with until keeps the states of every k-th step") {
  constexpr std::int64_t steps = 62, rows = 16, width = 8;
  constexpr std::uint64_t state = rows * width * sizeof(float);
  const auto h = make_input("h", {KILN_FLOAT32, Dims{rows, width}}),
             w = make_input("w", {KILN_FLOAT32, {width, width}});
  std::uint64_t bytes[3];
  std::vector<float> slopes[3];
  struct Case {
    std::int64_t every, truncate;
  };
  const Case cases[] = {{0, kUnknown}, {8, kUnknown}, {8, 40}};  // fewer steps run than gradients would flow through
  for (std::size_t k = 0; k < 3; ++k) {
    ScanRequest request;
    request.checkpoint_every = cases[k].every;
    request.truncate = cases[k].truncate;
    request.until = true;
    request.steps = steps;
    request.outputs = {{h, {-1}, true}};
    const auto last = scan(request, [&](const Values& v) {
      const auto next = op("tanh", {op("dot", {v[0], w})});
      return Values{next, op("less", {op("max", {next}), make_number(0.25)})};
    })[0];
    FunctionSpec spec;
    spec.inputs = {{h}, {w}};
    spec.outputs = {{grad(op("sum", {expression("s*s", {{"s", last}})}), Values{w})[0]}};
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    const std::vector<float> a(rows * width, 0.5F), b(width * width, 0.125F);
    Argument first = host(a), weights = host(b);
    first.shape = {rows, width};
    weights.shape = {width, width};
    slopes[k] = values_of<float>(*f->call(std::vector{first, weights})[0]);
    bytes[k] = f->planned_bytes();
  }
  for (std::size_t i = 0; i < slopes[0].size(); ++i)
    for (const std::size_t k : {1, 2}) CHECK(slopes[k][i] == Near(slopes[0][i]));
  INFO(bytes[0] << " bytes, with checkpoints " << bytes[1] << ", with truncated gradients " << bytes[2]);
  CHECK(bytes[0] >= 2 * steps * state);
  // The states before each segment and their gradients; those of a segment, and the factors of its products.
  CHECK(bytes[1] <= (2 * 8 + 4 * 8 + 16) * state);
  // The loops back keep the gradients of all their states, as not all of their steps run.
  CHECK(bytes[2] <= bytes[1] + (2 * 8 + 2 * 8) * state);
}

TEST_CASE("checkpoints: steps that truncated gradients leave out keep nothing") {
  constexpr std::int64_t rows = 16, width = 8;
  constexpr std::uint64_t state = rows * width * sizeof(float);
  const auto h = make_input("h", {KILN_FLOAT32, Dims{rows, width}}),
             w = make_input("w", {KILN_FLOAT32, {width, width}});
  std::vector<std::uint64_t> bytes;
  for (const std::int64_t steps : {64, 160}) {
    ScanRequest request;
    request.checkpoint_every = 4;
    request.truncate = 16;
    request.steps = steps;
    request.outputs = {{h, {-1}, true}, {make_integer(0)}, {}};
    const Values out = scan(request, [&](const Values& v) {
      const auto next = op("tanh", {op("dot", {v[0], w})});
      return Values{next, expression("n + 1", {{"n", v[1]}}), op("any", {op("greater", {next, make_number(0.25)})})};
    });
    FunctionSpec spec;
    spec.inputs = {{h}, {w}};
    spec.outputs = {{grad(op("sum", {expression("s*s", {{"s", out[0]}})}), Values{w})[0]}};
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    const std::vector<float> a(rows * width, 0.5F), b(width * width, 0.125F);
    Argument first = host(a), weights = host(b);
    first.shape = {rows, width};
    weights.shape = {width, width};
    f->call(std::vector{first, weights});
    bytes.push_back(f->planned_bytes());
    // Whole numbers and truth values have no gradient.
    spec.outputs = {{out[1]}, {out[2]}, {op("mean", {out[0]})}};
    const auto got = Function::create(spec)->call(std::vector{first, weights});
    std::vector<std::int64_t> numbers(steps);
    std::iota(numbers.begin(), numbers.end(), 1);
    CHECK(values_of<std::int64_t>(*got[0]) == numbers);
    CHECK(got[1]->shape() == Dims{steps});
  }
  // The memory does not grow with the number of steps, nor with that of their segments.
  CHECK(bytes[1] == bytes[0]);
  // The states before each of the last segments; the states of a segment, and what it hands on.
  INFO(bytes[0] << " bytes");
  CHECK(bytes[0] <= (16 / 4 + 4 * 4 + 8) * state);
}

TEST_CASE("checkpoints: what cannot be is refused") {
  const auto x = make_input("x", {KILN_FLOAT64, Dims{kUnknown, 2}});
  ScanRequest request;
  request.name = "loop";
  request.sequences = {{x}};
  request.outputs = {{op("sum", {x}), {-1}, true}};
  const auto build = [&] {
    return scan(request, [&](const Values& v) { return Values{op("add", {op("sum", {v[0]}), v[1]})}; })[0];
  };
  request.checkpoint_every = -1;
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': got checkpoint_every -1, expected at least 1, or 0", build);
  request.checkpoint_every = 4;
  request.steps = 6;
  const auto last = build();
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{last}};
  spec.context = &*contexts()[0];
  const std::vector<double> numbers(10);
  check_error(
      KILN_SHAPE_ERROR, "graph.scan 'loop': sequence 1 has shape (5, 2), expected at least 6 rows for 6 steps", [&] {
        Function::create(spec)->call(std::vector<Argument>{{nullptr, KILN_FLOAT64, {5, 2}, nullptr, numbers.data()}});
      });
}
