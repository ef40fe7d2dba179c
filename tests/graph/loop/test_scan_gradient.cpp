// SPDX-License-Identifier: Apache-2.0
// Gradients of loops and gradients of these, beside those of the steps written out.
#include "graph/function/verify.hpp"
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("scan: gradients by sequences, first values and constants") {
  const auto x = real("x", {4, 2}), h = real("h", {2}), w = real("w", {2, 2}), b = real("b", {2});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}};
  const ScanBody body = [&](const Values& v) {
    return Values{op("tanh", {op("add", {op("add", {op("dot", {v[1], w}), v[0]}), b})})};
  };
  for (const bool second : {false, true}) compare_gradients(request, body, {x, h, w, b}, second);
  request.outputs[0].last_only = true;
  compare_gradients(request, body, {x, h, w, b}, false);
}

TEST_CASE("scan: the sum of the steps' products is one product") {
  const auto x = real("x", {5, 4, 2}), h = real("h", {4, 2}), w = real("w", {2, 2}), b = real("b", {2});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}};
  const ScanBody body = [&](const Values& v) {
    return Values{op("tanh", {op("add", {op("add", {op("dot", {v[1], w}), v[0]}), b})})};
  };
  for (const bool second : {false, true}) compare_gradients(request, body, {x, h, w, b}, second);
  Ref<Function> f;
  computed(grad(total(scan(request, body)), Values{w, b}), {x, h, w, b}, Mode::fast_run, &f);
  const std::string listing = f->describe("toposort");  // of the function, without the bodies of its loops
  INFO(listing);
  CHECK(count_of(listing, "GpuDot22(") == 1);
}

TEST_CASE("scan: products of sequences are computed for all steps before the loop") {
  const auto x = real("x", {5, 4, 2}), y = real("y", {5, 3}), h = real("h", {4, 3}), w = real("w", {2, 3}),
             u = real("u", {3, 3}), b = real("b", {2});
  const Values by{x, y, h, w, u, b};
  ScanRequest request;
  request.sequences = {{x}, {y}};
  request.outputs = {{h}};
  Attributes turned;
  turned.axes = Dims{1, 0};
  Attributes last;
  last.axes = Dims{-1};
  // Matrices, vectors on either side, a product of a product, of two sequences, of a reduction.
  const ScanBody bodies[] = {
      [&](const Values& v) {
        return Values{op("add", {op("dot", {v[0], w}), v[2]})};
      },
      [&](const Values& v) {
        const auto rows = op("dot", {expression("sin(x) * b", {{"x", v[0]}, {"b", b}}), w});
        return Values{op("tanh", {op("add", {op("dot", {rows, u}), op("dot", {v[2], u})})})};
      },
      [&](const Values& v) {
        const auto row = op("dot", {op("exp", {v[1]}), u}), column = op("dot", {u, v[1]});
        return Values{expression("a * b + sin(h)", {{"a", row}, {"b", column}, {"h", v[2]}})};
      },
      [&](const Values& v) {
        const auto both = op("dot", {op("dot", {v[0], op("transpose", {v[0]})}), v[2]});
        return Values{expression("sin(a) + y", {{"a", both}, {"y", op("dot", {op("sum", {v[0]}, last), v[2]})}})};
      }};
  for (const ScanBody& body : bodies) {
    INFO("body " << &body - bodies);
    compare_gradients(request, body, by, false);
    request.backwards = true;
    Ref<Function> f;
    check_close(computed(scan(request, body), by, Mode::fast_run, &f),
                computed(written_out(request, body), by, Mode::fast_compile));
    request.backwards = false;
    const std::string text = f->describe("explain"), step = text.substr(text.find("each step: "));
    CHECK(count_of(step.substr(0, step.find('\n')), "Dot") == (&body == &bodies[1] ? 1 : &body == &bodies[3] ? 2 : 0));
  }
  compare_gradients(request, bodies[1], by, true);
}

TEST_CASE("scan: gradients keep the products of the steps, in the loop that the program built") {
  const auto x = real("x", {5, 4, 2}), h = real("h", {4, 2}), w = real("w", {2, 2}), v = real("v", {2, 2});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}, {}};
  const ScanBody body = [&](const Values& in) {
    // Gradients by w and by v read different products. Nothing reads the second output.
    const auto next = expression("sin(a) * cos(b)", {{"a", op("dot", {in[1], w})}, {"b", op("dot", {in[0], v})}});
    return Values{next, op("exp", {in[0]})};
  };
  const auto program = [&](auto&& loop) {
    const auto states = loop(request, body)[0];
    return Values{grad(total({states}), Values{w})[0], grad(total({states}), Values{v})[0], at(states, 4)};
  };
  const Values by{x, h, w, v};
  Ref<Function> f;
  const auto got = computed(program(scan), by, Mode::fast_run, &f),
             want = computed(program(written_out), by, Mode::fast_compile);
  for (std::size_t i = 0; i < got.size(); ++i)
    for (std::size_t k = 0; k < got[i].size(); ++k)
      CHECK(std::fabs(got[i][k] - want[i][k]) <= 1e-10 * (1 + std::fabs(want[i][k])));
  // One loop forward, and one back for each gradient.
  CHECK(count_of(f->describe("toposort"), "GpuScan(") == 3);
  CHECK_FALSE(has(f->describe("explain"), "Elemwise{exp}"));
  for (const bool second : {false, true})
    compare_gradients(
        {.sequences = {{x}}, .outputs = {{h}}}, [&](const Values& in) { return Values{body(in)[0]}; }, by, second);
}

TEST_CASE("scan: a state of which the last row is read keeps no other") {
  constexpr std::int64_t steps = 64, width = 32;
  const auto h = make_input("h", {KILN_FLOAT32, Dims{width}});
  ScanRequest request;
  request.steps = steps;
  request.outputs = {{h}, {h}};
  const Values out = scan(request, [](const Values& v) {
    return Values{expression("h * 0.5f + p", {{"h", v[0]}, {"p", v[1]}}),
                  expression("h - p", {{"h", v[0]}, {"p", v[1]}})};
  });
  const auto run = [&](const Values& outputs) {
    FunctionSpec spec;
    spec.inputs = {{h}};
    for (const auto& output : outputs) spec.outputs.push_back({output});
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    const std::vector<float> first(width, 1.5F);
    std::vector<std::vector<float>> results;
    for (const auto& result : f->call(std::vector{host(first)})) results.push_back(values_of<float>(*result));
    return std::pair(results, f->planned_bytes());
  };
  Attributes last_row;
  last_row.indices = {{layout::Index::Kind::slice, steps - 1, INT64_MIN, 1}, {layout::Index::Kind::slice, 0, 4, 1}};
  const auto [all, all_bytes] = run({out[0], out[1]});
  const auto [last, last_bytes] = run({at(out[0], -1), op("subtensor", {out[0]}, last_row)});
  CHECK(last[0] == std::vector<float>(all[0].end() - width, all[0].end()));
  CHECK(last[1] == std::vector<float>(all[0].end() - width, all[0].end() - width + 4));
  CHECK(all_bytes >= 2 * steps * width * sizeof(float));
  CHECK(last_bytes <= 8 * std::max<std::uint64_t>(width * sizeof(float), 512));
}

TEST_CASE("scan: gradients with taps, backwards, by outputs that nothing reads") {
  const auto x = real("x", {7, 2}), h = real("h", {2}), p = real("p", {4, 2}), w = real("w", {2});
  const ScanBody body = [&](const Values& v) {
    // v: x[t - 1], x[t + 2], h[t - 1], p[t - 2], p[t - 3]
    const auto next = expression("tanh(a + b*c)", {{"a", v[0]}, {"b", v[1]}, {"c", v[2]}});
    return Values{next, expression("a*b + c*w", {{"a", v[3]}, {"b", v[4]}, {"c", next}, {"w", w}}), op("sum", {v[4]})};
  };
  ScanRequest request;
  request.sequences = {{x, {-1, 2}}};
  request.outputs = {{h}, {p, {-2, -3}}, {}};
  for (const bool second : {false, true}) compare_gradients(request, body, {x, h, p, w}, second);
  request.backwards = true;
  request.steps = 2;  // fewer steps than taps
  compare_gradients(request, body, {x, h, p, w}, false);
}

TEST_CASE("scan: gradients of a loop in a loop") {
  const auto x = real("x", {3, 3, 2}), h = real("h", {2}), w = real("w", {2});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}};
  const auto nested = [&](auto&& loop) {
    return [&, loop](const Values& v) {
      ScanRequest inner;
      inner.sequences = {{v[0]}};
      inner.outputs = {{v[1]}};
      return Values{at(loop(inner,
                            [&](const Values& u) {
                              return Values{expression("tanh(a*w + b)", {{"a", u[0]}, {"b", u[1]}, {"w", w}})};
                            })[0],
                       -1)};
    };
  };
  const Values by{x, h, w};
  const auto got = computed(gradients(total(scan(request, nested(scan))), by, false), by, Mode::fast_run);
  const auto want =
      computed(gradients(total(written_out(request, nested(written_out))), by, false), by, Mode::fast_compile);
  for (std::size_t i = 0; i < by.size(); ++i)
    for (std::size_t k = 0; k < got[i].size(); ++k)
      CHECK(std::fabs(got[i][k] - want[i][k]) <= 1e-10 * (1 + std::fabs(want[i][k])));
}

TEST_CASE("scan: truncated gradients flow through the last steps alone") {
  const auto x = real("x", {5, 2}), h = real("h", {2}), w = real("w", {2});
  const Values by{x, h, w};
  const auto run = [&](std::int64_t truncate, std::int64_t constant_steps, auto&& loop) {
    ScanRequest request;
    request.truncate = truncate;
    request.sequences = {{x}};
    request.outputs = {{h}};
    std::int64_t step = 0;
    return computed(
        gradients(total(loop(request,
                             [&](const Values& v) {
                               const auto next = expression("tanh(a*w + b)", {{"a", v[0]}, {"b", v[1]}, {"w", w}});
                               return Values{step++ < constant_steps ? op("disconnected_gradient", {next}) : next};
                             })),
                  by, false),
        by, Mode::fast_run);
  };
  const auto got = run(2, 0, scan), want = run(kUnknown, 3, written_out);
  for (std::size_t i = 0; i < by.size(); ++i)
    for (std::size_t k = 0; k < got[i].size(); ++k)
      CHECK(std::fabs(got[i][k] - want[i][k]) <= 1e-10 * (1 + std::fabs(want[i][k])));
  CHECK(run(9, 0, scan) == run(kUnknown, 0, scan));
}

TEST_CASE("scan: gradients agree with differences where extents are known at a call only") {
  const auto x = make_input("x", {KILN_FLOAT64, Dims{kUnknown, kUnknown}});
  const auto h = make_input("h", {KILN_FLOAT64, Dims{kUnknown}}),
             w = make_input("w", {KILN_FLOAT64, Dims{kUnknown, kUnknown}});
  ScanRequest request;
  request.sequences = {{x, {0, 1}}};
  request.outputs = {{h}};
  const Values out = scan(request, [&](const Values& v) {
    return Values{expression("sin(a) + b*c", {{"a", op("dot", {v[2], w})}, {"b", v[0]}, {"c", v[1]}})};
  });
  VerifyOptions options;
  options.context = &*contexts()[0];
  for (const std::int64_t length : {1, 4}) {  // 0 and 3 steps
    const auto a = some_numbers(std::size_t(2 * length), 1), b = some_numbers(2, 2), c = some_numbers(4, 3);
    std::vector<Argument> points(3);
    points[0].shape = {length, 2};
    points[1].shape = {2};
    points[2].shape = {2, 2};
    points[0].data = a.data();
    points[1].data = b.data();
    points[2].data = c.data();
    for (Argument& point : points) point.dtype = KILN_FLOAT64;
    CHECK(verify_grad(out, Values{x, h, w}, points, options).worst < 1e-4);
  }
}

TEST_CASE("scan: gradients by a state that is known to have one element, times what may have one") {
  const auto h = real("h", {1}), s = real("s", {kUnknown});
  const bool until = GENERATE(false, true);
  ScanRequest request;
  request.steps = 3;
  request.until = until;
  request.outputs = {{h}};
  const Values loop = scan(request, [&](const Values& v) {
    Values made{expression("h * s", {{"h", v[0]}, {"s", s}})};
    if (until) made.push_back(op("greater", {op("sum", {made[0]}), make_number(1e6)}));
    return made;
  });
  const Values slopes = grad(op("sum", {loop[0]}), Values{h, s});
  FunctionSpec spec;
  spec.inputs = {{h}, {s}};
  for (const auto& value : {loop[0], slopes[0], slopes[1]}) spec.outputs.push_back({value});
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  const std::vector<double> two{2}, threes{3, 3};
  std::vector<Argument> arguments(2);
  for (Argument& argument : arguments) argument.dtype = KILN_FLOAT64, argument.shape = Dims{1};
  arguments[0].data = two.data();
  arguments[1].data = threes.data();
  for (int call = 0; call < 3; ++call) {
    const auto results = f->call(arguments);
    CHECK(values_of<double>(*results[0]) == std::vector<double>{6, 18, 54});
    CHECK(values_of<double>(*results[1]) == std::vector<double>{3 + 9 + 27});
    CHECK(values_of<double>(*results[2]) == std::vector<double>{2 * (1 + 6 + 27)});
  }
  arguments[1].shape = Dims{2};
  CHECK_THROWS_AS(f->call(arguments), base::Error);
}
