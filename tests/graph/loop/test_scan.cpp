// SPDX-License-Identifier: Apache-2.0
// Loops forward: taps, several outputs, captured values, numbers of steps, dtypes, errors. Each is compared with the
// steps written out.
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

graph::Value input(const std::string& name, Dims shape, DType dtype = KILN_FLOAT64) {
  return make_input(name, {dtype, shape});
}

void compare(const ScanRequest& request, const ScanBody& body, const Values& inputs, double tolerance = 1e-12) {
  const auto got = computed(scan(request, body), inputs, Mode::fast_run);
  const auto want = computed(written_out(request, body), inputs, Mode::fast_compile);
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    REQUIRE(got[i].size() == want[i].size());
    for (std::size_t k = 0; k < got[i].size(); ++k) {
      INFO("output " << i << ", element " << k);
      CHECK(std::fabs(got[i][k] - want[i][k]) <= tolerance * (1 + std::fabs(want[i][k])));
    }
  }
}

}  // namespace

TEST_CASE("scan: taps of sequences and outputs, several outputs, outputs without first values") {
  const auto x = input("x", {7, 3}), y = input("y", {6, 3}), h = input("h", {3}), p = input("p", {4, 3});
  const auto w = input("w", {3, 3});
  const ScanBody body = [&](const Values& v) {
    // v: x[t - 1], x[t + 2], y[t], h[t - 1], p[t - 1], p[t - 3]
    const auto next =
        expression("tanh(a + b*c) + d", {{"a", v[0]}, {"b", v[1]}, {"c", v[2]}, {"d", op("dot", {v[3], w})}});
    return Values{next, expression("a*b - c", {{"a", v[4]}, {"b", v[5]}, {"c", next}}), op("sum", {v[5]})};
  };
  ScanRequest request;
  request.sequences = {{x, {-1, 2}}, {y}};
  request.outputs = {{h}, {p, {-1, -3}}, {}};
  compare(request, body, {x, y, h, p, w});
  request.backwards = true;
  request.steps = 3;
  compare(request, body, {x, y, h, p, w});
}

TEST_CASE("scan: a number of steps without sequences, results that are the last ones, constants as results") {
  const auto h = input("h", {2}), s = input("s", {});
  ScanRequest request;
  request.steps = 5;
  request.outputs = {{h, {-1}, true}, {s}, {}};
  const ScanBody body = [&](const Values& v) {
    return Values{expression("a*a + b", {{"a", v[0]}, {"b", v[1]}}), expression("a/2", {{"a", v[1]}}),
                  make_constant(Scalar::real(KILN_FLOAT64, 3))};
  };
  compare(request, body, {h, s});
}

TEST_CASE("scan: every dtype") {
  for (const DType dtype : {KILN_BOOL, KILN_INT8, KILN_UINT8, KILN_INT32, KILN_UINT64, KILN_FLOAT16, KILN_BFLOAT16,
                            KILN_FLOAT32, KILN_COMPLEX64}) {
    if (!array::has_dtype(*contexts()[0], dtype)) continue;
    INFO(base::dtype_name(dtype));
    const auto x = input("x", {3, 5}, KILN_FLOAT64), h = input("h", {5}, KILN_FLOAT64);
    ScanRequest request;
    const auto scaled = [&](const graph::Value& value) {
      return graph::cast(expression("a*3", {{"a", value}}), dtype);
    };
    request.sequences = {{scaled(x)}};
    request.outputs = {{scaled(h)}};
    const ScanBody body = [&](const Values& v) {
      return Values{op(dtype == KILN_BOOL ? "logical_and" : "maximum", {v[0], v[1]})};
    };
    const ScanBody sum = [](const Values& v) { return Values{op("add", {v[0], v[1]})}; };
    if (base::is_complex(dtype)) {
      const auto got = scan(request, sum), want = written_out(request, sum);
      CHECK(computed({op("real", got)}, {x, h}, Mode::fast_run) ==
            computed({op("real", want)}, {x, h}, Mode::fast_run));
    } else {
      compare(request, body, {x, h}, 0);
    }
  }
}

TEST_CASE("scan: no steps, and as many steps as a call brings") {
  const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 2}}),
             y = make_input("y", {KILN_FLOAT32, Dims{kUnknown, 2}});
  const auto h = make_input("h", {KILN_FLOAT32, Dims{2}});
  ScanRequest request;
  request.sequences = {{x}, {y, {1}}};
  request.outputs = {{h}, {h, {-1}, true}, {}};
  // Without steps there is no last value of an output without first values, so none is asked for.
  const Values out = scan(request, [](const Values& v) {
    const auto next = expression("a + b*c", {{"a", v[2]}, {"b", v[0]}, {"c", v[1]}});
    return Values{next, next, next};
  });
  FunctionSpec spec;
  spec.inputs = {{x}, {y}, {h}};
  for (const auto& value : out) spec.outputs.push_back({value});
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  const std::vector<float> ones(40, 1);
  for (const std::int64_t steps : {0, 1, 3, 9}) {
    std::vector<Argument> arguments(3);
    arguments[0].shape = {steps, 2};
    arguments[1].shape = {steps + 3, 2};
    arguments[2].shape = {2};
    for (Argument& argument : arguments) argument.data = ones.data();
    const auto results = f->call(arguments);
    CHECK(results[0]->shape() == Dims{steps, 2});
    CHECK(results[2]->shape() == Dims{steps, 2});
    CHECK(values_of<float>(*results[1]) == std::vector<float>(2, float(1 + steps)));
    for (std::int64_t t = 0; t < steps; ++t) CHECK(values_of<float>(*results[0])[std::size_t(2 * t)] == float(t + 2));
  }
}

// Whether x[-1:] has a row is known at a call, though a graph counts it as one, so that it broadcasts.
TEST_CASE("scan: a call may bring no step where there is one at most, whatever gradients keep") {
  const auto truncate = GENERATE(as<std::int64_t>{}, -1, 1, 2), every = GENERATE(as<std::int64_t>{}, 0, 1, 2);
  const bool until = GENERATE(false, true), sliced = GENERATE(false, true);
  CAPTURE(truncate, every, until, sliced);
  const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 2}}), h = make_input("h", {KILN_FLOAT32, Dims{2}});
  Attributes last;
  last.indices = {layout::Index{layout::Index::Kind::slice, -1}};
  ScanRequest request;
  request.truncate = truncate;
  request.checkpoint_every = every;
  request.until = until;
  request.sequences = {{sliced ? op("subtensor", {x}, last) : x}};
  request.outputs = {{h}, {h, {-1}, true}, {}};
  const Values out = scan(request, [&](const Values& v) {
    const auto next = expression("h*x", {{"h", v[2]}, {"x", v[0]}});
    Values made{expression("h + x", {{"h", v[1]}, {"x", v[0]}}), next, op("square", {next})};
    if (until) made.push_back(op("greater", {op("sum", {next}), make_number(1e6)}));
    return made;
  });
  const Values slopes = grad(op("sum", {op("mul", {out[1], make_number(3)})}), Values{h, x});
  FunctionSpec spec;
  spec.inputs = {{x}, {h}};
  for (const auto& value : {out[1], slopes[0], slopes[1]}) spec.outputs.push_back({value});
  // A function in two parts counts the slice as one row.
  if (!(until && sliced)) spec.outputs.insert(spec.outputs.end(), {{out[0]}, {out[2]}});
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  const std::vector<float> twos(6, 2);
  for (const std::int64_t given : {1, 0, 3}) {
    CAPTURE(given);
    std::vector<Argument> arguments{host(twos), host(twos)};
    arguments[0].shape = {given, 2};
    arguments[1].shape = {2};
    const auto results = f->call(arguments);
    const std::int64_t steps = sliced ? std::min<std::int64_t>(given, 1) : given;
    for (std::size_t i = 3; i < results.size(); ++i) CHECK(results[i]->shape() == Dims{steps, 2});
    CHECK(values_of<float>(*results[0]) == std::vector<float>(2, float(2 << steps)));
    const bool all = truncate == kUnknown || steps <= truncate;
    CHECK(values_of<float>(*results[1]) == std::vector<float>(2, all ? float(3 << steps) : 0));
    CHECK(results[2]->shape() == Dims{given, 2});
  }
}

TEST_CASE("scan: in a scan, whose body no step changes is computed once") {
  const auto x = input("x", {3, 4, 2}), w = input("w", {2, 2});
  const ScanBody outer = [&](const Values& v) {
    ScanRequest request;
    request.sequences = {{v[0]}};
    request.outputs = {{v[1]}};
    const Values inner = scan(request, [&](const Values& u) {
      return Values{op("add", {op("tanh", {u[0]}), op("dot", {u[1], op("exp", {w})})})};
    });
    return Values{at(inner[0], -1)};
  };
  const auto h = input("h", {2});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}};
  compare(request, outer, {x, w, h});
  Ref<Function> f;
  computed(scan(request, outer), {x, w, h}, Mode::fast_run, &f);
  // exp(w) stands before the loop.
  CHECK(has(f->describe("toposort"), "exp"));
}

TEST_CASE("scan: explain has the steps of bodies, also of loops and choices in them") {
  const auto x = input("x", {3, 4, 2}), h = input("h", {2}), w = input("w", {2, 2});
  ScanRequest inner, outer;
  outer.sequences = {{x}};
  outer.outputs = {{h}};
  const auto loop = scan(outer, [&](const Values& v) {
    inner.sequences = {{v[0]}};
    inner.outputs = {{v[1]}};
    const Values rows = scan(inner, [&](const Values& u) {
      return Values{expression("tanh(a) + 2 * b", {{"a", u[0]}, {"b", op("dot", {u[1], w})}})};
    });
    return Values{op("exp", {at(rows[0], -1)})};
  });
  Ref<Function> f;
  computed(loop, {x, h, w}, Mode::fast_run, &f);
  const std::string text = f->describe("explain");
  INFO(text);
  // Lines of a body stand below the loop's, four places further in.
  const std::size_t at_outer = text.find("\n    each step: "), at_inner = text.find("\n        each step: ");
  REQUIRE(at_outer != std::string::npos);
  REQUIRE(at_inner != std::string::npos);
  CHECK(at_outer < at_inner);
  const std::size_t product = text.find("\n          step 0: Gpu", at_inner);
  CHECK(product != std::string::npos);
  CHECK(has(text.substr(product), "\n            nodes: Dot"));
  CHECK(has(text.substr(product), "multiply, tanh"));
  // What the outer body does after its loop.
  CHECK(has(text.substr(product), "\n        nodes: Elemwise{exp}"));
  CHECK(text.rfind("\n      step ") > product);
  // What a step reads is on the device.
  CHECK(count_of(text.substr(at_outer, text.find("\ntransfers: ") - at_outer), "GpuFromHost") == 0);
}

TEST_CASE("scan: code does not grow with the number of steps") {
  Context& context = *contexts()[0];
  std::uint64_t built[2];
  for (const int i : {0, 1}) {
    const auto x = input("x", {i ? 300 : 3, 7}, KILN_FLOAT32), h = input("h", {7}, KILN_FLOAT32);
    ScanRequest request;
    request.sequences = {{x}};
    request.outputs = {{h}};
    const std::uint64_t before = std::uint64_t(context.cache_statistics().compiled);
    computed(scan(request,
                  [](const Values& v) {
                    return Values{expression("sin(a + 0.37*b)", {{"a", v[0]}, {"b", v[1]}})};
                  }),
             {x, h}, Mode::fast_run);
    built[i] = std::uint64_t(context.cache_statistics().compiled) - before;
  }
  CHECK(built[1] <= built[0]);
}

TEST_CASE("scan: numbers as first values") {
  const auto x = input("x", {3}, KILN_FLOAT32), y = input("y", {3}, KILN_INT32);
  ScanRequest request;
  request.sequences = {{x}, {y}};
  request.outputs = {{make_number(0.5)}, {make_integer(0)}};
  const ScanBody body = [](const Values& v) { return Values{op("add", {v[0], v[2]}), op("add", {v[1], v[3]})}; };
  const Values results = scan(request, body);
  CHECK(results[0].type().dtype == KILN_FLOAT32);
  CHECK(results[1].type().dtype == KILN_INT64);
  compare(request, body, {x, y}, 1e-6);
  // Without a sequence of floating-point numbers another first value has the dtype.
  request.sequences = {{y}};
  request.outputs = {{make_number(0.5)}, {input("h", {2}, KILN_FLOAT16)}};
  const ScanBody same = [](const Values& v) { return Values{v[1], v[2]}; };
  CHECK(scan(request, same)[0].type().dtype == KILN_FLOAT16);
  request.outputs.pop_back();
  CHECK(scan(request, [](const Values& v) { return Values{v[1]}; })[0].type().dtype == KILN_FLOAT64);
  request.sequences = {{x}};
  request.outputs = {{make_integer(0)}};
  check_error(KILN_TYPE_ERROR,
              "graph.scan: a step gives output 1 as float32(), expected int64 as at first: cast one of them, or begin "
              "with a real number, such as 0.0",
              [&] { scan(request, [](const Values& v) {
                      return Values{op("add", {v[0], v[1]})};
                    }); });
}

TEST_CASE("scan: errors name the loop, what it got and what it expected") {
  const auto x = input("x", {4, 3}), h = input("h", {3});
  const ScanBody add = [](const Values& v) { return Values{op("add", {v[0], v[1]})}; };
  const auto with = [&](auto&& change, const ScanBody& body) {
    ScanRequest request;
    request.name = "loop";
    request.sequences = {{x}};
    request.outputs = {{h}};
    change(request);
    scan(request, body);
  };
  const auto nothing = [](ScanRequest&) {};
  check_error(KILN_SHAPE_ERROR,
              "graph.scan 'loop': sequence 1 has shape (4, 3), expected at least 5 rows for its taps; of Input 'x'",
              [&] {
                with([](ScanRequest& r) { r.sequences[0].taps = {-2, 3}; }, add);
              });
  check_error(KILN_SHAPE_ERROR,
              "graph.scan 'loop': sequence 1 has shape (4, 3), expected at least 5 rows for 5 steps; of Input 'x'",
              [&] { with([](ScanRequest& r) { r.steps = 5; }, add); });
  check_error(
      KILN_SHAPE_ERROR,
      "graph.scan 'loop': sequence 2 has shape (4, 3), expected at least 5 rows for 3 steps and 2 rows for its taps",
      [&] {
        const auto change = [&](ScanRequest& r) {
          r.steps = 3;
          r.sequences.push_back({x, {-1, 1}});
        };
        with(change, add);
      });
  check_error(KILN_SHAPE_ERROR,
              "graph.scan 'loop': output 1 begins as float64(3,), expected at least 4 rows for its taps", [&] {
                with([](ScanRequest& r) { r.outputs[0].taps = {-1, -4}; }, add);
              });
  check_error(KILN_SHAPE_ERROR,
              "graph.scan 'loop': a step gives output 1 as float64(), expected float64(3,) as at first",
              [&] { with(nothing, [](const Values& v) { return Values{op("sum", {v[0]})}; }); });
  // The output's number, where an output before it has no first value.
  check_error(KILN_SHAPE_ERROR,
              "graph.scan 'loop': a step gives output 2 as float64(), expected float64(3,) as at first", [&] {
                with([](ScanRequest& r) { r.outputs.insert(r.outputs.begin(), ScanOutput{}); },
                     [](const Values& v) {
                       return Values{v[0], op("sum", {v[1]})};
                     });
              });
  check_error(
      KILN_TYPE_ERROR,
      "graph.scan 'loop': a step gives output 1 as complex128(3,), expected float64 as at first: cast one of them",
      [&] { with(nothing, [](const Values& v) { return Values{graph::cast(v[0], KILN_COMPLEX128)}; }); });
  // A step that cannot be built.
  check_error(
      KILN_SHAPE_ERROR,
      "axis 0 has extents 3 and 4; of Input 'x', Input 'more'; the step got sequence 1 as float64(3,), output 1 "
      "as float64(4,)",
      [&] { with([](ScanRequest& r) { r.outputs[0].initial = input("more", {4}); }, add); });
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': the body gives 2 outputs, expected 1",
              [&] { with(nothing, [](const Values& v) { return v; }); });
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': output 1: got tap 0, expected -1024 to -1",
              [&] { with([](ScanRequest& r) { r.outputs[0].taps = {0}; }, add); });
  for (const std::int64_t tap : {INT64_MIN, std::int64_t{-1025}})
    check_error(KILN_INVALID_ARGUMENT, ", expected -1024 to -1",
                [&] { with([&](ScanRequest& r) { r.outputs[0].taps = {tap}; }, add); });
  for (const std::int64_t tap : {INT64_MIN, INT64_MAX, std::int64_t{1025}})
    check_error(KILN_INVALID_ARGUMENT, ", expected -1024 to 1024",
                [&] { with([&](ScanRequest& r) { r.sequences[0].taps = {tap}; }, add); });
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': sequence 1: got tap 1 twice, expected different", [&] {
    with([](ScanRequest& r) { r.sequences[0].taps = {1, 1}; }, add);
  });
  check_error(KILN_SHAPE_ERROR, "graph.scan 'loop': sequence 2 is float64(), expected an axis for the steps",
              [&] { with([&](ScanRequest& r) { r.sequences.push_back({input("s", {})}); }, add); });
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': no sequences and no number of steps",
              [&] { with([](ScanRequest& r) { r.sequences.clear(); }, add); });
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': got truncate_gradient 0",
              [&] { with([](ScanRequest& r) { r.truncate = 0; }, add); });
}

TEST_CASE("scan: extents that a call tells, and do not fit") {
  // x[t] + h with its rows once more: a sum of the wrong extents, or states of another extent.
  const auto x = input("x", {kUnknown, kUnknown}), h = input("h", {kUnknown});
  ScanRequest request;
  request.name = "loop";
  request.sequences = {{x}};
  request.outputs = {{h}};
  const auto call = [&](const ScanBody& body, const Dims& rows, const Dims& first) {
    FunctionSpec spec;
    spec.inputs = {{x}, {h}};
    spec.outputs = {{scan(request, body)[0]}};
    spec.context = &*contexts()[0];
    const std::vector<double> numbers(64, 1.0);
    const auto f = Function::create(spec);
    f->call(std::vector<Argument>{{nullptr, KILN_FLOAT64, rows, nullptr, numbers.data()},
                                  {nullptr, KILN_FLOAT64, first, nullptr, numbers.data()}});
  };
  const auto message = [&](const ScanBody& body, const Dims& rows, const Dims& first) -> std::string {
    try {
      call(body, rows, first);
    } catch (const backend::Error& error) {
      CHECK(error.status() == KILN_SHAPE_ERROR);
      return error.message();
    }
    return "not refused";
  };
  const ScanBody add = [](const Values& v) { return Values{op("add", {v[0], v[1]})}; };
  const std::string at_node = "function: Scan 'loop': graph.scan 'loop': ";
  // The operands are named once.
  CHECK(message(add, {5, 4}, {3}) ==
        at_node +
            "a step gives output 1 as float64(4,), expected float64(3,) as at first: Elemwise{add}(x, h) float64(?,): "
            "graph.Elemwise{add}: shapes do not broadcast: got float64(4,), float64(3,); axis 0 has extents 4 and 3; "
            "of Input 'x', Input 'h'");
  CHECK(has(message(add, {5, 4}, {1}),
            at_node + "a step gives output 1 as float64(4,), expected float64(1,) as at first: "));
  const ScanBody longer = [](const Values& v) { return Values{op("concat", {v[1], v[0]})}; };
  CHECK(message(longer, {5, 4}, {3}) ==
        at_node + "a step gives output 1 as float64(7,), expected float64(3,) as at first; of Input 'x', Input 'h'");
  // A failure that no state explains.
  const auto w = make_constant(graph::HostValue{KILN_FLOAT64, Dims{2}, std::vector<std::byte>(16)});
  const std::string other = message(
      [&](const Values& v) {
        return Values{op("add", {v[1], op("sum", {op("add", {v[0], w})})})};
      },
      {5, 4}, {3});
  INFO(other);
  CHECK(has(other, at_node + "Elemwise{add}(x, "));
  CHECK_FALSE(has(other, "a step gives"));
  request.steps = 6;
  CHECK(has(message(add, {5, 4}, {4}),
            "graph.scan 'loop': sequence 1 has shape (5, 4), expected at least 6 rows for 6 "
            "steps; of Input 'x'"));
  request.sequences[0].taps = {0, 2};
  CHECK(has(message(
                [](const Values& v) {
                  return Values{op("add", {v[1], v[2]})};
                },
                {5, 4}, {4}),
            "sequence 1 has shape (5, 4), expected at least 8 rows for 6 steps and 2 rows for its taps"));
}
