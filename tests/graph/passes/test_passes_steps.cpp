// SPDX-License-Identifier: Apache-2.0
// How many steps functions take where a pass finds what it looks for, and what explain says of them.
#include "../support/passes_support.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/user_ops.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("a softmax takes its maximum once, however it is written") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(60), {12, 5}), "x");
  const graph::Value weights = share(floats(context, ramp(60), {12, 5}), "weights");
  Attributes rows;
  rows.axes = Dims{1};
  rows.keepdims = true;
  const auto quotient = [&](const graph::Value& of) {
    const graph::Value e = op("exp", {of});
    return expression("e / s", {{"e", e}, {"s", op("sum", {e}, rows)}});
  };
  const graph::Value shifted = expression("x - m", {{"x", x}, {"m", op("reduce_max", {x}, rows)}});
  const graph::Value soft = op("softmax", {x}), logs = op("log_softmax", {x});
  const auto slope = [&](const graph::Value& of) {
    return grad(op("sum", {expression("p * w", {{"p", of}, {"w", weights}})}), std::vector{x})[0];
  };
  const Ran plain = run({soft}, "stabilise");
  CHECK(plain.steps == 4);
  for (const graph::Value& each : {soft, quotient(x), quotient(shifted)}) {
    const Ran one = run({each});
    CHECK(one.steps == 4);
    CHECK(count_of(one.why, "max{1}}") + count_of(one.why, "{max}{1}(") == 1);
    check_near(one, plain);
  }
  const Ran log_plain = run({logs}, "stabilise");
  for (const graph::Value& each : {logs, op("log", {soft}), op("log", {quotient(shifted)})}) {
    const Ran one = run({each});
    CHECK(one.steps == log_plain.steps);
    check_near(one, log_plain);
  }
  // What the program writes and what its gradient does share everything.
  const Ran both = run({soft, logs, slope(soft), slope(logs)});
  const Ran separate = run({soft, logs, slope(soft), slope(logs)}, "stabilise");
  CHECK(both.steps == separate.steps);
  check_near(both, separate);
}

TEST_CASE("a mean and that of a variance are one, with axes kept or not") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(60), {12, 5}), "x");
  const graph::Value weights = share(floats(context, ramp(60), {12, 5}), "weights");
  Attributes columns;
  columns.axes = Dims{0};
  std::size_t steps[2] = {};
  Ran ran[2];
  for (const bool keeps : {false, true}) {
    columns.keepdims = keeps;
    const Names names{{"x", x}, {"m", op("mean", {x}, columns)}, {"v", op("var", {x}, columns)}, {"w", weights}};
    const graph::Value y = expression("(x - m) * rsqrt(v + 1e-5)", names);
    const graph::Value cost = op("sum", {expression("y * y * w", {{"y", y}, {"w", weights}})});
    ran[keeps] = run(grad(cost, std::vector{x}));
    steps[keeps] = ran[keeps].steps;
    check_near(ran[keeps], run(grad(cost, std::vector{x}), "merge"));
  }
  CHECK(steps[0] == 4);
  CHECK(steps[1] == 4);
  check_near(ran[0], ran[1]);
}

TEST_CASE("reductions of one value are one pass, whatever they keep and however its axes are told") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(60), {12, 5}), "x");
  Attributes rows, kept, first, behind;
  rows.axes = Dims{1};
  kept.axes = Dims{-1};
  kept.keepdims = true;
  first.axes = Dims{0};
  const graph::Value best = op("argmax", {x}, rows), turned = op("sum", {op("transpose", {x})}, first);
  const graph::Value soft = op("softmax", {x});
  const Ran ran = run({soft, best, turned, op("reduce_max", {x}, rows)});
  INFO(ran.why);
  // max, argmax and sum in one pass; exp; its sum; the quotient.
  CHECK(ran.steps == 4);
  check_near(run({soft, turned}), run({soft, turned}, "merge"));
  check_near(run({soft, turned}), run({soft, turned}, "simplify"));
  CHECK(values_of<std::int64_t>(*ran.results[1]) == values_of<std::int64_t>(*run({best}).results[0]));
  // What follows a reduction goes on in its kernel.
  const graph::Value sums = op("sum", {x}, kept), roots = expression("sqrt(s * s)", {{"s", sums}});
  Attributes column;
  column.axes = Dims{0, -1};
  const graph::Value least = op("dimshuffle", {op("reduce_min", {x}, rows)}, column);
  const Values beside{roots, expression("x - l", {{"x", x}, {"l", least}})};
  const Ran both = run(beside), apart = run(beside, "merge");
  INFO(both.why);
  CHECK(both.steps == 2);
  check_near(both, apart);
}

TEST_CASE("random draws and what has a state are not merged") {
  Context& context = *contexts()[0];
  const std::uint64_t seed[] = {7, 5};
  const auto fresh = [&] { return array::from_host(context, KILN_UINT64, Dims{2}, nullptr, KILN_UINT64, seed); };
  const graph::Value state = share(fresh(), "state");
  Attributes shape;
  shape.shape = Dims{40};
  shape.has_shape = true;
  const Values a = graph::apply("random_uniform", {state}, shape);
  const Values b = graph::apply("random_uniform", {a[1]}, shape);
  const Values c = graph::apply("random_uniform", {state}, shape);
  const Ran ran = run({a[0], b[0], c[0]});
  const auto numbers = values_of<float>(*ran.results[0]);
  CHECK(numbers != values_of<float>(*ran.results[1]));
  CHECK(numbers == values_of<float>(*ran.results[2]));  // of one state, the same numbers
  op_as<SharedLeaf>(state)->shared().replace(fresh(), "test");
  check_near(ran, run({a[0], b[0], c[0]}, "merge"));
  // Of the program's own functions each may do what it likes.
  int calls = 0;
  UserDefinition counted;
  counted.name = "Counted";
  counted.infer = [](std::span<const Type> inputs) { return std::vector<Type>{inputs[0]}; };
  counted.compute = [&](std::span<const HostArray>, std::span<HostArray>) { ++calls; };
  const graph::Value x = share(floats(context, {1, 2, 3}), "x");
  run({user_op(counted, {x})[0], user_op(counted, {x})[0]});
  CHECK(calls == 2);
}

TEST_CASE("numbers that a product is scaled by lose no NaN") {
  Context& context = *contexts()[0];
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const graph::Value x = share(floats(context, {1, 2, 3, 4}, {2, 2}), "x");
  const graph::Value y = share(floats(context, {nan, 1, nan, 2}, {2, 2}), "y");
  const Names names{{"x", x}, {"xy", op("dot", {x, y})}, {"xx", op("dot", {x, x})}, {"y", y}};
  const Ran ran = run({expression("0.0 * xy + x", names), expression("xx + 0.0 * y", names),
                       expression("x - -0.0 * xy", names), expression("xx - y * 0.0", names)});
  // Mesa's compiler takes a product with the literal 0 for 0.
  const bool kept = std::isnan(values_of<float>(*run({expression("0.0 * y", names)}).results[0])[0]);
  for (const auto& result : ran.results) {
    const auto values = values_of<float>(*result);
    CHECK(std::isnan(values[0]) == kept);
    CHECK(std::isnan(values[2]) == kept);
    CHECK(std::isfinite(values[1]));
  }
}

TEST_CASE("a quotient of exponentials by their sum in another order is no softmax") {
  Context& context = *contexts()[0];
  const std::vector<float> elements = ramp(12);
  const graph::Value x = share(floats(context, elements, {2, 3, 2}), "x");
  Attributes middle, turned;
  middle.axes = Dims{1};
  middle.keepdims = true;
  turned.axes = Dims{2, 1, 0};
  const graph::Value e = op("exp", {x}), s = op("dimshuffle", {op("sum", {e}, middle)}, turned);
  const auto got = first(run({expression("e / s", {{"e", e}, {"s", s}})}).results);
  double sum = 0;
  for (int j = 0; j < 3; ++j) sum += std::exp(double(elements[std::size_t(j * 2 + 1)]));
  CHECK(got[(1 * 3 + 2) * 2] == Near(std::exp(double(elements[10])) / sum));
}

TEST_CASE("explain names all that a pass put into one operation") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(12), {3, 4}), "x"),
                     w = share(floats(context, ramp(8), {4, 2}), "w");
  const graph::Value b = share(floats(context, ramp(6), {3, 2}), "b");
  const graph::Value scores = op("dot", {x, w}), twice = expression("2 * s", {{"s", scores}});
  const graph::Value moved = expression("t - b", {{"t", twice}, {"b", b}});
  const graph::Value growth = op("exp", {expression("-m", {{"m", moved}})});
  const graph::Value chance = expression("1 / (1 + g)", {{"g", growth}});
  const graph::Value again = op("tanh", {moved}), same = op("tanh", {moved});
  scores.node->set_label("scores");
  moved.node->set_label("moved");
  growth.node->set_label("growth");
  chance.node->set_label("chance");
  again.node->set_label("again");
  same.node->set_label("same");
  const Ran ran = run({chance, expression("a + c", {{"a", again}, {"c", same}})});
  INFO(ran.why);
  CHECK(has(ran.why, "Gemm"));
  for (const char* name : {"Dot 'scores'", "'moved'", "'growth'", "'chance'", "'again'", "'same'"})
    CHECK(has(ran.why, name));
  CHECK(has(ran.why, "Elemwise{multiply}(2, scores) float32(?, ?)"));
}

TEST_CASE("explain names what a sweep computes, and what several kernels compute for themselves") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(80 * 64), {80, 64}), "x");
  const graph::Value w = share(floats(context, ramp(80 * 64), {80, 64}), "w");
  const graph::Value moved = expression("x - 0.5", {{"x", x}});
  Attributes rows, columns;
  rows.axes = Dims{1};
  rows.keepdims = true;
  columns.axes = Dims{0};
  const graph::Value lengths = op("sum", {expression("m * m", {{"m", moved}})}, rows);
  const graph::Value scaled = expression("m / l", {{"m", moved}, {"l", lengths}});
  const graph::Value totals = op("sum", {scaled}, columns);
  const graph::Value other = op("sum", {expression("exp(m * w)", {{"m", moved}, {"w", w}})}, columns);
  moved.node->set_label("moved");
  lengths.node->set_label("lengths");
  scaled.node->set_label("scaled");
  totals.node->set_label("totals");
  const Ran ran = run({totals, other});
  INFO(ran.why);
  for (const char* name : {"'moved'", "'lengths'", "'scaled'", "'totals'"}) CHECK(has(ran.why, name));
  if (codegen::traits_of(context.properties()).cpu) CHECK(has(ran.why, "Sweep{"));
}

TEST_CASE("messages describe what has no name") {
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 3}}), y = make_input("", {KILN_INT32, Dims{4}});
  const graph::Value z = expression("exp(x * 2) + 1", {{"x", x}});
  CHECK(node_text(*z.node) == "Elemwise{add}(Elemwise{exp}(Elemwise{multiply}(x, 2)), 1) float32(?, 3)");
  CHECK(node_text(*x.node) == "Input 'x'");
  CHECK(node_text(*y.node) == "Input int32(4,)");
  const graph::Value product = op("dot", {x, op("transpose", {z})});
  CHECK(node_text(*product.node) == "Dot(x, Elemwise{add}(Elemwise{exp}(Elemwise{multiply}(...)), 1)) float32(?, ?)");
  CHECK(node_text(*op("concat", {x, x, z, x, x},
                      [] {
                        Attributes a;
                        a.axis = 0;
                        return a;
                      }())
                       .node) ==
        "Join(x, x, Elemwise{add}(Elemwise{exp}(Elemwise{multiply}(...)), 1), x, ...) float32(?, 3)");
  const graph::Value v = make_input("v", {KILN_FLOAT32, Dims{4}});
  check_error(KILN_SHAPE_ERROR, "; of Elemwise{add}(Elemwise{exp}(Elemwise{multiply}(...)), 1), Input 'v'", [&] {
    op("add", {z, v});
  });
  // Deep and wide graphs are described in short.
  graph::Value deep = x;
  for (int i = 0; i < 2000; ++i) deep = expression("sin(d) * d", {{"d", deep}});
  CHECK(node_text(*deep.node).size() < 150);
}
