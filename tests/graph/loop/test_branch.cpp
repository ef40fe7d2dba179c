// SPDX-License-Identifier: Apache-2.0
// Choices: values and gradients beside where(), what is computed for one side alone, errors.
#include "fake/fake.hpp"
#include "graph/function/verify.hpp"
#include "graph/ops/user_ops.hpp"
#include "graph/passes/optimise.hpp"
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

Values choice(const graph::Value& condition, const Values& yes, const Values& no) {
  Values inputs{condition};
  inputs.insert(inputs.end(), yes.begin(), yes.end());
  inputs.insert(inputs.end(), no.begin(), no.end());
  return graph::apply("ifelse", inputs, {});
}

// The value itself. Counts how often it is computed.
graph::Value counted(const graph::Value& x, int& count) {
  UserDefinition own;
  own.name = "Counted";
  own.infer = [](std::span<const Type> inputs) { return std::vector<Type>{inputs[0]}; };
  own.gradient = [](const Node&, std::span<const graph::Value> gradients) { return Values{gradients[0]}; };
  own.compute = [&count](std::span<const HostArray> inputs, std::span<HostArray> outputs) {
    ++count;
    std::memcpy(outputs[0].data, inputs[0].data,
                std::size_t(Type{inputs[0].dtype, inputs[0].shape}.size()) * base::dtype_size(inputs[0].dtype));
  };
  return user_op(std::move(own), {x})[0];
}

// The outputs for a condition and numbers.
std::vector<std::vector<double>> with_condition(const Values& outputs, const graph::Value& condition, double number,
                                                const Values& inputs, Mode mode = Mode::fast_run) {
  FunctionSpec spec;
  spec.mode = mode;
  spec.context = &*contexts()[0];
  spec.on_unused = OnUnused::ignore;
  spec.downcast = true;
  std::vector<std::vector<double>> numbers{{number}};
  spec.inputs.push_back({condition});
  for (const graph::Value& input : inputs) {
    spec.inputs.push_back({input});
    numbers.push_back(some_numbers(std::size_t(input.type().size()), numbers.size()));
  }
  for (const graph::Value& output : outputs) spec.outputs.push_back({graph::cast(output, KILN_FLOAT64)});
  std::vector<Argument> arguments(spec.inputs.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    arguments[i].dtype = KILN_FLOAT64;
    arguments[i].shape = spec.inputs[i].variable.type().shape;
    arguments[i].data = numbers[i].data();
  }
  const auto f = Function::create(spec);
  std::vector<std::vector<double>> out;
  for (int call = 0; call < 2; ++call) {
    out.clear();
    for (const auto& result : f->call(arguments)) out.push_back(values_of<double>(*result));
  }
  return out;
}

}  // namespace

TEST_CASE("ifelse: conditions of every real dtype choose among several outputs") {
  const auto x = real("x", {3}), y = real("y", {3});
  for (const DType dtype : {KILN_BOOL, KILN_INT8, KILN_UINT64, KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64}) {
    if (!array::has_dtype(*contexts()[0], dtype)) continue;
    INFO(base::dtype_name(dtype));
    const auto c = real("c", {}, dtype);
    const Values out = choice(c, {expression("x + 1", {{"x", x}}), op("sum", {y})},
                              {expression("x * y", {{"x", x}, {"y", y}}), op("max", {x})});
    const Values want{expression("x + 1", {{"x", x}}), op("sum", {y}), expression("x * y", {{"x", x}, {"y", y}}),
                      op("max", {x})};
    const auto all = with_condition(want, c, 1, {x, y});
    CHECK(with_condition(out, c, 1, {x, y}) == std::vector{all[0], all[1]});
    CHECK(with_condition(out, c, 0, {x, y}) == std::vector{all[2], all[3]});
    CHECK(with_condition(out, c, 1, {x, y}, Mode::debug) == std::vector{all[0], all[1]});
  }
  // What is not a number is not 0, and a condition may be computed on the device.
  const auto c = real("c", {});
  const auto sign = choice(op("less", {op("sum", {x}), c}), {x}, {y})[0];
  CHECK(with_condition({sign}, c, 1e9, {x, y}) == with_condition({x}, c, 0, {x, y}));
  CHECK(with_condition({sign}, c, -1e9, {x, y}) == with_condition({y}, c, 0, {x, y}));
  CHECK(with_condition(choice(c, {x}, {y}), c, std::nan(""), {x, y}) == with_condition({x}, c, 0, {x, y}));
}

TEST_CASE("ifelse: what one side alone needs is computed for that side alone") {
  const auto c = real("c", {}), x = real("x", {4});
  for (const bool gradients : {false, true}) {
    int yes = 0, no = 0, both = 0, inner = 0, shown = 0;
    const auto shared = counted(expression("x - 1", {{"x", x}}), both),
               other = counted(expression("x * 3", {{"x", x}}), shown);
    const auto deep = choice(expression("c - 5", {{"c", c}}), {counted(op("exp", {shared}), inner)}, {shared})[0];
    const auto a = expression("a + s + d", {{"a", counted(op("sin", {x}), yes)}, {"s", shared}, {"d", deep}});
    const auto b = expression("a * a + s + o", {{"a", counted(op("cos", {x}), no)}, {"s", shared}, {"o", other}});
    const auto out = choice(c, {a}, {b})[0];
    Values outputs{out, other};
    if (gradients) {
      // The gradient reads what the chosen side computed.
      outputs.push_back(grad(op("sum", {expression("v * v", {{"v", out}})}), Values{x})[0]);
    }
    for (const double number : {1.0, 5.0, 0.0}) {
      yes = no = both = inner = shown = 0;
      const auto got = with_condition(outputs, c, number, {x});
      INFO("condition " << number << ", gradients " << gradients);
      CHECK(yes == (number != 0 ? 2 : 0));  // two calls
      CHECK(no == (number == 0 ? 2 : 0));
      CHECK(inner == (number == 1 ? 2 : 0));
      CHECK(both == 2);
      CHECK(shown == 2);
      check_close(got, with_condition(outputs, c, number, {x}, Mode::fast_compile));
    }
  }
}

TEST_CASE("ifelse: kernels of one side are launched alone, and a condition on the host is not read back") {
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.log_launches = true;
  options.unknown_kernels = true;
  options.unified_memory = false;
  options.kind = backend::DeviceKind::gpu;
  auto context = Context::wrap(fake::make_context(options), "fake0", {});
  {
    const auto c = real("c", {}), x = real("x", {4});
    const Values sides{expression("exp(x) + 1", {{"x", x}}), op("sort", {expression("sin(x) * 2", {{"x", x}})})};
    FunctionSpec spec;
    spec.inputs = {{c}, {x}};
    spec.outputs = {{transfer(choice(c, {sides[0]}, {sides[1]})[0], context)}};
    spec.context = context.get();
    const auto f = Function::create(spec);
    const std::vector<double> numbers{1, 2, 3, 4};
    const Ref<Array> array = array::from_host(*context, KILN_FLOAT64, Dims{4}, nullptr, KILN_FLOAT64, numbers.data());
    std::vector<Argument> arguments(2);
    arguments[1].array = &*array;
    std::size_t launches[2], alone[2];
    for (const int side : {0, 1}) {
      const double number = side == 0 ? 1 : 0;
      arguments[0] = {nullptr, KILN_FLOAT64, {}, nullptr, &number};
      f->call(arguments);
      log->clear();
      f->call(arguments);
      launches[side] = log->launches().size();
      CHECK(log->count("memory_read") == 0);
      FunctionSpec one = spec;
      one.inputs = {{x}};
      one.outputs = {{transfer(sides[side], context)}};
      const auto g = Function::create(one);
      g->call(std::vector{arguments[1]});
      log->clear();
      g->call(std::vector{arguments[1]});
      alone[side] = log->launches().size();
    }
    CHECK(launches[0] == alone[0]);
    CHECK(launches[1] == alone[1]);
    CHECK(alone[0] == 1);
    CHECK(has(f->describe("explain"), "runs one side; if true: Elemwise{exp}, Elemwise{add}; if false: "));
    const std::string explained = f->describe("explain");
    INFO(explained);
    const std::size_t yes = explained.find("\n    if true:\n      step 0: "), no = explained.find("\n    if false:\n");
    REQUIRE(yes != std::string::npos);
    CHECK(has(explained.substr(yes, no - yes), "\n        nodes: Elemwise{exp}"));
  }
}

TEST_CASE("ifelse: the memory of the larger side is planned") {
  const auto c = real("c", {}), x = real("x", {64, 2});
  const auto product = op("dot", {x, op("transpose", {x})});
  const auto large = op("sum", {op("dot", {product, op("tanh", {product})})}), small = op("sum", {x});
  ScanRequest request;
  request.steps = 2;
  request.outputs = {{op("sum", {x}), {-1}, true}};
  request.until = true;
  const auto loop = scan(request, [&](const Values& v) {
    const auto each = op("multiply", {product, v[0]});
    return Values{op("sum", {op("dot", {each, op("tanh", {each})})}), op("less", {v[0], make_number(0)})};
  })[0];
  constexpr std::uint64_t matrix = 64 * 64 * 8;
  for (const auto& [value, least] : {std::pair{choice(c, {large}, {small})[0], 2 * matrix}, {loop, 3 * matrix}}) {
    FunctionSpec spec;
    spec.inputs = {{c}, {x}};
    spec.outputs = {{value}};
    spec.on_unused = OnUnused::ignore;
    spec.context = &*contexts()[0];
    const auto f = Function::create(spec);
    const double zero = 0;
    const std::vector<double> numbers(128, 0.1);
    f->call(std::vector<Argument>{{nullptr, KILN_FLOAT64, {}, nullptr, &zero},
                                  {nullptr, KILN_FLOAT64, {64, 2}, nullptr, numbers.data()}});
    CHECK(f->planned_bytes() >= least);
    CHECK(f->planned_bytes() < least + 2 * matrix);
  }
}

TEST_CASE("ifelse: gradients flow to the side that is chosen") {
  const auto c = real("c", {}), x = real("x", {3}), y = real("y", {3}), s = real("s", {});
  const auto h = op("tanh", {x});
  const auto first = choice(c, {expression("h * y", {{"h", h}, {"y", y}}), op("sum", {x})},
                            {expression("sqrt(h - 9) * s", {{"h", h}, {"s", s}}), op("sum", {op("exp", {y})})});
  const auto cost = op("add", {op("sum", {expression("sin(v)", {{"v", first[0]}})}), first[1]});
  const Values by{x, y, s, h};
  // sqrt(h - 9) is NaN, which must not reach the gradients of the other side.
  const auto got = with_condition(grad(cost, by, {{}, {}, Disconnected::ignore}), c, 1, {x, y, s});
  const auto alone = op("add", {op("sum", {expression("sin(h * y)", {{"h", h}, {"y", y}})}), op("sum", {x})});
  const auto want = with_condition(grad(alone, by, {{}, {}, Disconnected::ignore}), c, 1, {x, y, s});
  for (std::size_t i = 0; i < by.size(); ++i)
    for (std::size_t k = 0; k < want[i].size(); ++k) CHECK(got[i][k] == Near(want[i][k]));
  // Second derivatives, and choices in sides, beside differences.
  const auto inner =
      choice(op("less", {op("sum", {y}), make_number(100)}), {expression("x*x*y", {{"x", x}, {"y", y}})}, {y})[0];
  const auto out = choice(c, {inner}, {expression("x + y*y*y", {{"x", x}, {"y", y}})})[0];
  const auto slope = grad(op("sum", {expression("v * v", {{"v", out}})}), Values{x, y});
  const std::vector<double> numbers{0.3, -0.4, 0.8}, more{0.5, 0.2, -0.7};
  VerifyOptions options;
  options.context = &*contexts()[0];
  for (const double number : {0.0, 1.0}) {
    std::vector<Argument> points(2);
    for (Argument& point : points) {
      point.dtype = KILN_FLOAT64;
      point.shape = {3};
    }
    points[0].data = numbers.data();
    points[1].data = more.data();
    const auto fixed = make_constant(Scalar::real(KILN_FLOAT64, number));
    Values outputs;
    for (const auto& value : {out, slope[0], slope[1]})
      outputs.push_back(with_givens(Values{value}, std::vector{std::pair{c, fixed}})[0]);
    CHECK(verify_grad(outputs, Values{x, y}, points, options).worst < 1e-4);
  }
}

TEST_CASE("ifelse: in the steps of a loop, whose gradients follow it") {
  const auto x = real("x", {6, 2}), h = real("h", {2}), w = real("w", {2});
  ScanRequest request;
  request.sequences = {{x}};
  request.outputs = {{h}};
  const auto body = [&](bool lazy) {
    return [&, lazy](const Values& v) {
      const auto condition = op("less", {op("sum", {v[0]}), make_number(0)});
      const auto yes = expression("tanh(a*w + b)", {{"a", v[0]}, {"b", v[1]}, {"w", w}}),
                 no = expression("sin(b) * w", {{"b", v[1]}, {"w", w}});
      return lazy ? choice(condition, {yes}, {no}) : Values{op("where", {condition, yes, no})};
    };
  };
  const Values by{x, h, w};
  const auto cost = [&](bool lazy) {
    const auto out = scan(request, body(lazy))[0];
    return op("sum", {expression("v * v", {{"v", out}})});
  };
  const auto got = computed(grad(cost(true), by), by, Mode::fast_run);
  const auto want = computed(grad(cost(false), by), by, Mode::fast_run);
  for (std::size_t i = 0; i < by.size(); ++i)
    for (std::size_t k = 0; k < want[i].size(); ++k) CHECK(got[i][k] == Near(want[i][k]));
}

TEST_CASE("ifelse: a loop with until runs for the side that reads its rows") {
  const auto c = real("c", {}), x = real("x", {6});
  int ran = 0;
  // Four steps run, whose rows both of two results of a side read.
  const auto rows_of = [&](const graph::Value& first) {
    ScanRequest request;
    request.until = true;
    request.sequences = {{x}};
    request.outputs = {{first}, {}};
    return scan(request, [&](const Values& v) {
      const auto next = counted(expression("h + 1 + 0.1 * x", {{"h", v[1]}, {"x", v[0]}}), ran);
      return Values{next, expression("h * x", {{"h", next}, {"x", v[0]}}),
                    op("greater", {op("floor", {next}), make_number(3.5)})};
    });
  };
  const auto sides = [&](const graph::Value& start) {
    const Values rows = rows_of(expression("0.5 + 0 * s", {{"s", start}}));
    const auto sum = op("sum", {expression("sin(a) * b", {{"a", rows[0]}, {"b", rows[1]}})});
    const auto norm = op("dot", {rows[1], rows[1]});
    return std::pair(Values{sum, norm}, Values{op("sum", {x}), start});
  };
  const auto first = at(x, 0);
  const auto [yes, no] = sides(first);
  const Values out = choice(c, yes, no);
  const auto slopes = [&](const Values& values) { return grad(total(values), Values{x})[0]; };
  ScanRequest loop;
  loop.sequences = {{x}};
  loop.outputs = {{}};
  loop.steps = 2;
  const auto in_steps = [&](int side) {  // 0: a choice
    return scan(loop, [&](const Values& v) {
      const auto [a, b] = sides(v[0]);
      return Values{side == 0 ? choice(c, a, b)[0] : (side == 1 ? a : b)[0]};
    })[0];
  };
  const auto with_slopes = [&](const graph::Value& value) { return Values{value, slopes({value})}; };
  const std::vector<Values> programs{out, {out[0], slopes(out)}, with_slopes(in_steps(0))};
  const std::vector<Values> chosen[]{{yes, {yes[0], slopes(yes)}, with_slopes(in_steps(1))},
                                     {no, {no[0], slopes(no)}, with_slopes(in_steps(2))}};
  for (std::size_t p = 0; p < programs.size(); ++p)
    for (const int side : {0, 1}) {
      INFO("program " << p << ", side " << side);
      const auto want = with_condition(chosen[side][p], c, 0, {x});
      for (const Mode mode : {Mode::fast_run, Mode::fast_compile, Mode::debug}) {
        if (mode != Mode::fast_run && p != 1) continue;
        ran = 0;
        const auto got = with_condition(programs[p], c, side == 0 ? 1 : 0, {x}, mode);
        if (side == 1) CHECK(ran == 0);
        // Two calls, four steps; two steps of the outer loop, whose gradient runs the loop again.
        if (side == 0 && mode == Mode::fast_run) CHECK(ran == (p < 2 ? 2 * 4 : 2 * 2 * 2 * 4));
        check_close(got, want);
      }
    }
  // The rows themselves are as many as a call computes, so both sides run.
  ran = 0;
  const Values rows = rows_of(first);
  const auto one = op("sum", {choice(c, {rows[0]}, {rows[1]})[0]});
  check_close(with_condition({one}, c, 0, {x}), with_condition({op("sum", {rows[1]})}, c, 0, {x}));
}

TEST_CASE("ifelse: errors say what the sides and the condition are") {
  const auto c = real("c", {}), x = real("x", {3}), y = real("y", {4});
  check_error(KILN_SHAPE_ERROR, "graph.ifelse: the condition is float64(3,), expected no dimensions",
              [&] { choice(x, {x}, {x}); });
  check_error(KILN_TYPE_ERROR, "graph.ifelse: the condition is complex64(), expected a truth value or a real number",
              [&] { choice(real("z", {}, KILN_COMPLEX64), {x}, {x}); });
  check_error(KILN_SHAPE_ERROR,
              "graph.ifelse: output 2 is float64(3,) if the condition is true, but float64(4,) if it is false", [&] {
                choice(c, {x, x}, {x, y});
              });
  check_error(KILN_TYPE_ERROR, "graph.ifelse: output 1 is float64(3,) if the condition is true, but float32(3,)",
              [&] { choice(c, {x}, {graph::cast(x, KILN_FLOAT32)}); });
  check_error(KILN_INVALID_ARGUMENT, "graph.ifelse: got 2 inputs, expected a condition", [&] { choice(c, {x}, {}); });
  // Where a call tells the extents, the call fails.
  const auto u = real("u", {kUnknown}), v = real("v", {kUnknown});
  FunctionSpec spec;
  spec.inputs = {{c}, {u}, {v}};
  spec.outputs = {{choice(c, {u}, {v})[0]}};
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  const std::vector<double> numbers(4, 1);
  std::vector<Argument> arguments(3);
  for (std::size_t i = 0; i < 3; ++i)
    arguments[i] = {nullptr, KILN_FLOAT64, i == 0 ? Dims{} : Dims{std::int64_t(i) + 2}, nullptr, numbers.data()};
  check_error(KILN_SHAPE_ERROR, "graph.ifelse: output 1 is float64(3,) if the condition is true, but float64(4,)",
              [&] { f->call(arguments); });
}
