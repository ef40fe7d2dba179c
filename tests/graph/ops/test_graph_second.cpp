// SPDX-License-Identifier: Apache-2.0
// Gradients of gradients: against differences of the first ones, at points where a factor is 0 or a function
// has its end; and numbers where there is no second derivative.
#include "../support/ops_samples.hpp"
#include "array/fold/scan.hpp"
#include "expr/program.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/order_ops.hpp"
#include "graph/ops/reduce_op.hpp"

namespace kiln::test {
namespace {

// Of a number made of all elements of a value, in which each has another second derivative.
Value curved(const Value& value) {
  const Value each = build("v*(0.4 + v*(0.3 - 0.1*v))", {{"v", value}});
  return reduce(KILN_REDUCE_SUM, each, std::nullopt);
}

// The gradients of the value by those of the inputs on which it depends.
Values first_derivatives(const Value& value, std::span<const Value> wrt) {
  GradOptions options;
  options.disconnected = Disconnected::ignore;
  Values out;
  for (const Value& gradient : grad(curved(value), wrt, options)) out.push_back(gradient);
  return out;
}

VerifyOptions options_on(runtime::Context& context) {
  VerifyOptions options;
  options.context = &context;
  return options;
}

// Differences by elements that are infinite are none; the gradients there are numbers all the same.
void check_second(const Values& values, const Values& wrt, const Pool& pool, runtime::Context& context) {
  Values first;
  for (const Value& value : values)
    for (Value& gradient : first_derivatives(value, wrt))
      if (!gradient.node->inputs().empty()) first.push_back(std::move(gradient));
  VerifyOptions options = options_on(context);
  options.skip_undefined = true;
  const VerifyReport report = verify_grad(first, pool.inputs(), pool.arguments(), options);
  CHECK(report.compared > 40);
  for (const auto& gradients : report.results)
    for (const double number : numbers(*gradients)) CHECK(std::isfinite(number));
}

Attributes of_axis(std::int64_t axis, int flag = 0) {
  Attributes a;
  a.axis = axis;
  a.flag = flag;
  return a;
}
Attributes of_axes(const Dims& axes) {
  Attributes a;
  a.axes = axes;
  return a;
}

// Zeros: none, one and two in a row, three in all.
Pool special_points(DType real) {
  Pool pool;
  pool.add("z", {real, {3, 3}, {1.5, -0.8, 2, 1.1, 0, 0.7, 0, 1.3, 0}});
  pool.add("one", {real, {2, 2}, {1.5, 0, -0.7, 2}});
  pool.add("a", {real, {8}, {0, 0, 0, 0, 1, -1, 40, -40}});
  pool.add("b", {real, {8}, {2, 3, 1, 1, 1, 2, 0.5, 1}});
  pool.add("masked", {real, {2, 3}, {0.3, -HUGE_VAL, 1.2, 0, 0, 0}});
  pool.add("equal", {real, {2, 2}, {0, 0, 0, 0}});
  pool.add("none", {real, {2, 2}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}});
  return pool;
}

}  // namespace

TEST_CASE("second derivatives of products with factors of zero", "[graph-second]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool pool = special_points(real_of(context));
    const Value &z = pool.value("z"), &one = pool.value("one");
    Values products{apply("prod", {z}, of_axes({1}))[0], apply("prod", {one}, {})[0]};
    for (const int flag : {0, 1, 2, 3}) products.push_back(apply("cumprod", {z}, of_axis(1, flag))[0]);
    check_second(products, {z, one}, pool, context);
  }
}

TEST_CASE("second derivatives at zero, of equal operands and far out", "[graph-long]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool pool = special_points(real_of(context));
    const Value &z = pool.value("z"), &a = pool.value("a"), &b = pool.value("b"), &masked = pool.value("masked");
    const Values values{apply("prod", {z}, of_axes({0}))[0],
                        build("pow(0.05*a, 1) + pow(0.05*a, 2) + pow(0.05*a, 3)", {{"a", a}}),
                        build("tanh(a) + expm1(0.1*a) + erf(a) + atan(a)", {{"a", a}}),
                        build("hypot(a, b) + atan2(a, b) + logaddexp(a, b)", {{"a", a}, {"b", b}}),
                        apply("sigmoid", {a}, {})[0],
                        apply("softplus", {a}, {})[0],
                        apply("logsumexp", {masked}, of_axes({1}))[0],
                        apply("softmax", {masked}, {})[0]};
    check_second(values, {z, a, b, masked}, pool, context);
  }
}

TEST_CASE("gradients of gradients are numbers where there is no second derivative", "[graph-second]") {
  runtime::Context& context = test::context(devices()[0]);
  const Pool pool = special_points(real_of(context));
  const Value &equal = pool.value("equal"), &none = pool.value("none");
  const Names both{{"a", equal}, {"b", equal}};
  const Attributes rows = of_axes({1});
  std::vector<std::pair<Value, Value>> cases;
  for (const char* name : {"std", "norm", "reduce_max", "reduce_min", "relu"})
    cases.emplace_back(equal, apply(name, {equal}, name == std::string("relu") ? Attributes{} : rows)[0]);
  for (const char* text :
       {"hypot(a, b)", "atan2(a, b)", "abs(a)", "max(a, b)", "clamp(a, 0, 1)", "pow(a, 1)", "pow(a, 0)"})
    cases.emplace_back(equal, build(text, both));
  cases.emplace_back(none, apply("logsumexp", {none}, rows)[0]);
  cases.emplace_back(none, build("logaddexp(a, a)", {{"a", none}}));
  cases.emplace_back(none, build("logaddexp(a, 1)", {{"a", none}}));
  Values outputs;
  for (const auto& [x, value] : cases) {
    const Value weighted = build("0.7*v", {{"v", value}});
    const Value first = grad(reduce(KILN_REDUCE_SUM, weighted, std::nullopt), {&x, 1})[0];
    outputs.push_back(first);
    GradOptions options;
    options.disconnected = Disconnected::ignore;
    outputs.push_back(grad(reduce(KILN_REDUCE_SUM, first, std::nullopt), {&x, 1}, options)[0]);
  }
  const auto results = pool.call(outputs, context);
  for (std::size_t k = 0; k < results.size(); ++k)
    for (const double number : numbers(*results[k])) {
      INFO(node_text(*cases[k / 2].second.node) << (k % 2 ? ", second" : ", first"));
      CHECK(std::isfinite(number));
    }
}

TEST_CASE("second derivatives of operations", "[graph-long]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool pool = pool_of(context);
    const Value &x = pool.value("x"), &i = pool.value("i");
    const Value square = apply(expr::Fn::multiply, {x, x}),
                joined = concat({square, take(build("x*x*x", {{"x", x}}), i, 0)}, 0),
                shares = apply("softmax", {joined}, {})[0];
    Values costs{apply("sum", {build("a*a*b", {{"a", shares}, {"b", joined}})}, {})[0]};
    if (many()) costs.push_back(apply("sum", {build("a*x", {{"a", sort(square, 1)}, {"x", x}})}, {})[0]);
    Values first;
    for (const Value& cost : costs) first.push_back(grad(cost, {&x, 1})[0]);
    CHECK(verify_grad(first, pool.inputs(), pool.arguments(), options_on(context)).compared > 10);
  }
}

TEST_CASE("second derivatives of every operation of the table", "[graph-long]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const DType real = real_of(context);
    const Pool pool = pool_of(context);
    std::size_t compared = 0;
    for (const auto& group : samples())
      for (const Sample& sample : group) {
        Values inputs, wrt, first;
        for (const std::string& name : words(sample.inputs)) {
          inputs.push_back(pool.value(name));
          if (pool.host(name).dtype == real) wrt.push_back(inputs.back());
        }
        if (!sample.gradient || wrt.empty() || sample.inputs.find("state") != std::string::npos) continue;
        for (const Value& value : apply(sample.row, inputs, sample.attributes)) {
          if (value.type().dtype != real) continue;
          for (Value& gradient : first_derivatives(value, wrt)) first.push_back(std::move(gradient));
        }
        INFO(sample.row);
        if (!first.empty())
          compared += verify_grad(first, pool.inputs(), pool.arguments(), options_on(context)).compared;
      }
    CHECK(compared > 5000);
  }
}

}  // namespace kiln::test
