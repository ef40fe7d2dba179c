// SPDX-License-Identifier: Apache-2.0
// DebugMode finds a broken pass, NanGuardMode the first NaN; which passes run; what flags refuse.
#include "../support/support.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/passes/pass.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// Makes "tanh" of every "exp".
Values break_exp(std::span<const graph::Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    const auto* pointwise = op_as<Pointwise>(*node);
    if (!pointwise || pointwise->fn() != expr::Fn::exp) return {};
    return {graph::apply(expr::Fn::tanh, inputs)};
  });
}
constexpr Pass kBroken{"broken", break_exp, true};

// Makes "negative" of every "floor".
Values break_floor(std::span<const graph::Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    const auto* pointwise = op_as<Pointwise>(*node);
    if (!pointwise || pointwise->fn() != expr::Fn::floor) return {};
    return {graph::apply(expr::Fn::negative, inputs)};
  });
}
constexpr Pass kBrokenFloor{"broken", break_floor, true};

// Finds the least instead of the greatest.
Values break_argmax(std::span<const graph::Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    const auto* found = op_as<Reduce>(*node);
    if (!found || found->op() != KILN_REDUCE_ARGMAX) return {};
    return {reduce(KILN_REDUCE_ARGMIN, inputs[0], found->axes(), found->keepdims(), -1, 0)};
  });
}
constexpr Pass kBrokenInteger{"broken", break_argmax, true};

// A host operation: twice its operand.
class HostDouble final : public Op {
 public:
  std::string name() const override { return "HostDouble"; }
  std::vector<Type> infer(std::span<const Type> inputs) const override { return {inputs[0]}; }
  bool on_host() const override { return true; }
  bool recordable() const override { return false; }
  Runner prepare(const Node&, runtime::Context&) const override {
    return [](std::span<Array* const> inputs, std::span<Array* const> outputs) {
      std::vector<float> values = values_of<float>(*inputs[0]);
      for (float& value : values) value *= 2;
      array::write(*outputs[0], values.data(), nullptr, "test");
    };
  }
};

}  // namespace

TEST_CASE("DebugMode names the pass and the node") {
  Context& context = *contexts()[0];
  const graph::Value x = vector("x"), w = share(floats(context, {1, 2, 3}), "w");
  const graph::Value e = op("exp", {expression("x * w", {{"x", x}, {"w", w}})});
  e.node->set_label("growth");
  const graph::Value s = op("softmax", {expression("a + 1", {{"a", e}})});
  FunctionSpec spec;
  spec.inputs = {{x}};
  const graph::Value p = op("sigmoid", {x});
  spec.outputs = {{op("sum", {s})}, {op("log", {p})}, {op("log", {expression("1 - p", {{"p", p}})})}};
  spec.updates = {{w, expression("w - 0.1 * s", {{"w", w}, {"s", s}})}};
  spec.mode = Mode::debug;
  spec.name = "checked";
  const std::vector<float> argument{0.1f, -200.0f, 14.5f};
  const auto f = Function::create(spec);
  for (int i = 0; i < 2; ++i) {
    const auto results = f->call(std::vector{host(argument)});
    CHECK(values_of<float>(*results[0])[0] == Near(1));
    CHECK(values_of<float>(*results[1])[1] == Near(-200));   // without the pass: -inf
    CHECK(values_of<float>(*results[2])[2] == Near(-14.5));  // without the pass: -14.56
  }
  spec.extra_passes = {&kBroken};
  const auto before = values_of<float>(*op_as<SharedLeaf>(w)->shared().value());
  const auto broken = Function::create(spec);
  check_error(KILN_INTERNAL, "pass broken changed the value of Elemwise{exp} 'growth'",
              [&] { broken->call(std::vector{host(argument)}); });
  CHECK(values_of<float>(*op_as<SharedLeaf>(w)->shared().value()) == before);
}

// A whole number that moves by a rounding has another floor, which must not hide a wrong pass.
TEST_CASE("DebugMode finds a broken pass where functions jump") {
  const graph::Value x = vector("x");
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{op("floor", {x})}};
  spec.mode = Mode::debug;
  const std::vector<float> whole{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(first(Function::create(spec)->call(std::vector{host(whole)})) == whole);
  spec.extra_passes = {&kBrokenFloor};
  const auto broken = Function::create(spec);
  check_error(KILN_INTERNAL, "pass broken changed the value of Elemwise{floor}",
              [&] { broken->call(std::vector{host(whole)}); });
}

TEST_CASE("DebugMode computes short forms of short forms") {
  Context& context = *contexts()[0];
  const graph::Value scores = share(floats(context, {1, 2, 4, 3, 5, 1}, {2, 3}), "scores");
  const std::vector<std::int32_t> classes{2, 0};
  const graph::Value labels =
      share(array::from_host(context, KILN_INT32, Dims{2}, nullptr, KILN_INT32, classes.data(), "test"), "labels");
  FunctionSpec spec;
  spec.outputs = {{op("cross_entropy", {scores, labels})}};
  const std::vector<float> expected = first(Function::create(spec)->call({}));
  spec.mode = Mode::debug;
  CHECK(first(Function::create(spec)->call({})) == expected);
}

TEST_CASE("DebugMode compares integers exactly") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {1, 3, 2}), "w");
  FunctionSpec spec;
  spec.outputs = {{op("argmax", {expression("w - 2", {{"w", w}})})}};
  spec.mode = Mode::debug;
  CHECK(values_of<std::int64_t>(*Function::create(spec)->call({})[0])[0] == 1);
  spec.extra_passes = {&kBrokenInteger};
  const auto broken = Function::create(spec);
  check_error(KILN_INTERNAL, "1 of 1 elements differ; element 0 was 1 and became 0", [&] { broken->call({}); });
}

TEST_CASE("NanGuardMode stops at the first NaN and keeps shared variables") {
  Context& context = *contexts()[0];
  const graph::Value x = vector("x"), w = share(floats(context, {1, 2}), "w");
  const graph::Value l = op("log", {expression("x + w", {{"x", x}, {"w", w}})});
  l.node->set_label("entropy");
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{op("sum", {l})}};
  spec.updates = {{w, expression("w * 2", {{"w", w}})}};
  spec.mode = Mode::nan_guard;
  spec.name = "guarded";
  const auto f = Function::create(spec);
  CHECK(first(f->call(std::vector{host({0, 0})}))[0] == Near(std::log(2.0)));
  const auto now = [&] { return values_of<float>(*op_as<SharedLeaf>(w)->shared().value()); };
  CHECK(now() == std::vector<float>{2, 4});
  check_error(KILN_INVALID_ARGUMENT, "result 1 of Elemwise{log} 'entropy' has 1 NaN of 2 elements; its inputs", [&] {
    f->call(std::vector{host({-5, 0})});
  });
  CHECK(now() == std::vector<float>{2, 4});
  check_error(KILN_INVALID_ARGUMENT, "the argument for Input 'x' has 1 infinite, 1 beyond 1e10 of 2 elements", [&] {
    f->call(std::vector{host({1e11f, INFINITY})});
  });
  CHECK(f->call(std::vector{host({0, 0})}).size() == 1);
}

TEST_CASE("NanGuardMode names what the program built, where passes put one node for several") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{2, 2}}), w = share(floats(context, {1, 2, 3, 4}, {2, 2}));
  const graph::Value scores = op("dot", {x, w}), moved = expression("s - 1", {{"s", scores}});
  const graph::Value root = op("sqrt", {moved}), cost = op("sum", {expression("r * 2 + 1", {{"r", root}})});
  scores.node->set_label("scores");
  moved.node->set_label("moved");
  root.node->set_label("root");
  cost.node->set_label("cost");
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{cost}};
  spec.mode = Mode::nan_guard;
  const auto f = Function::create(spec);
  const std::vector<float> zeros(4, 0), billions(4, 1e9F);
  Argument square = host(zeros), large = host(billions);
  square.shape = Dims{2, 2};
  check_error(KILN_INVALID_ARGUMENT,
              "NanGuardMode: result 1 of Elemwise{sqrt} 'root' has 4 NaN of 4 elements; its inputs",
              [&] { f->call(std::vector{square}); });
  // log(softmax) becomes one node, and a product with what is added to it another.
  FunctionSpec joined;
  joined.inputs = {{x}};
  joined.outputs = {{expression("a * 1e30 + b * 1e30", {{"a", scores}, {"b", w}})}};
  joined.mode = Mode::nan_guard;
  const auto g = Function::create(joined);
  large.shape = Dims{2, 2};
  check_error(KILN_INVALID_ARGUMENT, "which computes ", [&] { g->call(std::vector{large}); });
}

TEST_CASE("optimizer flags choose the passes") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {1, 2}), "w");
  const graph::Value out = expression("exp(w) + exp(w) * (w + 1)", {{"w", w}});
  const auto steps = [&] {
    FunctionSpec spec;
    apply_flags(spec);
    spec.outputs = {{out}};
    const auto f = Function::create(spec);
    CHECK(first(f->call({}))[0] == Near(3 * std::exp(1.0)));
    return count_of(f->describe("explain"), "  step ");
  };
  CHECK(steps() == 1);
  const WithFlag none("optimizer", "None");
  CHECK(steps() == 5);
  {
    const WithFlag merged("optimizer_including", "merge");
    CHECK(steps() == 4);
  }
  const WithFlag included("optimizer_including", "fusion : merge");
  CHECK(steps() == 1);
  const WithFlag excluded("optimizer_excluding", "fusion");
  CHECK(steps() == 4);
  const WithFlag wrong("optimizer_excluding", "fusoin");
  check_error(KILN_FLAG_ERROR, "no pass is called 'fusoin', did you mean 'fusion'?", steps);
}

TEST_CASE("host operations and float64 can be refused") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {1, 2}), "w");
  const graph::Value twice = single(base::make_ref<HostDouble>(), {op("exp", {w})});
  FunctionSpec spec;
  spec.outputs = {{op("sum", {twice})}};
  spec.name = "f";
  spec.profile = true;
  const auto f = Function::create(spec);
  for (int i = 0; i < 3; ++i) CHECK(first(f->call({}))[0] == Near(2 * (std::exp(1) + std::exp(2))));
  CHECK(has(f->describe("toposort"), " HostDouble(HostFromGpu(gpuarray).0)"));
  CHECK(has(f->describe("explain"), "on the host: the operation runs on the host"));
  CHECK(has(f->describe("profile"), "cpu            2     1  HostDouble"));
  {
    const WithFlag raise("assert_no_cpu_op", "raise");
    apply_flags(spec);
    check_error(KILN_UNSUPPORTED, "HostDouble(Elemwise{exp}(w)) float32(?,) runs", [&] { Function::create(spec); });
  }
  const WithFlag warn("assert_no_cpu_op", "warn");
  const WithFlag wide("warn_float64", "raise");
  Logged log;
  apply_flags(spec);
  Function::create(spec);
  CHECK(has(log.text, "runs on the host"));
  graph::Value v = make_input("v", {KILN_FLOAT64, Dims{2}});
  spec.inputs = {{v}};
  spec.outputs = {{op("exp", {v})}};
  check_error(KILN_TYPE_ERROR, "warn_float64: Input 'v' float64(2,) is of double precision",
              [&] { Function::create(spec); });
}
