// SPDX-License-Identifier: Apache-2.0
// Stable forms, and graphs that differ from what these replace in one respect: order of axes, shapes, dtypes,
// operands that are not the same, special values.
#include "../support/passes_support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("stable forms have the types and the elements of what they replace") {
  tried = 0;
  for (const char* text : {"o/(o + exp(-x))", "o/(exp(-x) + o)", "exp(x)/(o + exp(x))", "log(o + exp(x))", "log(o + x)",
                           "log(o - x)", "exp(x) - o", "log(o/(o + exp(-x)))", "log1p(exp(x))", "o - o/(o + exp(-x))",
                           "log(o - o/(o + exp(-x)))", "o/(o + exp(x))", "exp(x)/(o + exp(-x))", "x/(o + exp(-x))"})
    check_text(text, 1, Equal::digits);
  // Integers are numbers, too.
  check_text("log(o - x)", 2, Equal::digits);
  CHECK(tried > 500);
}

TEST_CASE("softmax is found where each number is beside the elements it was summed from") {
  tried = 0;
  for (const Dims& shape : {Dims{3, 3}, Dims{2, 3}, Dims{3, 1}, Dims{1, 3}, Dims{2, 2, 2}, Dims{2, 3, 2}}) {
    const std::size_t n = shape.size();
    const Leaves leaves = leaf(KILN_FLOAT64, shape, {0.3, 1.7, -2, 0.1, 5, -0.4, 2.2});
    for (std::size_t set = 1; set < std::size_t{1} << n; ++set)
      for (const bool keepdims : {true, false}) {
        Dims axes;
        for (std::size_t d = 0; d < n; ++d)
          if (set >> d & 1) axes.push_back(std::int64_t(d));
        const std::size_t rank = keepdims ? n : n - axes.size();
        for (const Dims& order : shuffles(rank, n))
          for (const bool shifted : {false, true}) {
            if (shifted && axes.size() > 1) continue;
            const auto beside = [&](int op, const graph::Value& x) {
              return dimshuffle(reduced(op, x, axes, keepdims), order);
            };
            const auto quotient = [&](const Values& x) {
              // No list of operands within ?:, which g++ 12 destroys twice.
              graph::Value moved = x[0];
              if (shifted) moved = expression("x - m", {{"x", x[0]}, {"m", beside(KILN_REDUCE_MAX, x[0])}});
              const graph::Value e = op("exp", {moved});
              return expression("e / s", {{"e", e}, {"s", beside(KILN_REDUCE_SUM, e)}});
            };
            const std::string name =
                fmt::format("{} summed over {}{}, in order {}{}", layout::shape_text(shape), layout::shape_text(axes),
                            keepdims ? " kept" : "", layout::shape_text(order), shifted ? ", shifted" : "");
            check(name, leaves, quotient, Equal::rounded);
            check(
                "log of " + name, leaves, [&](const Values& x) { return op("log", {quotient(x)}); }, Equal::rounded);
          }
      }
  }
  CHECK(tried > 300);
}

TEST_CASE("softmax and logsumexp of other operands, dtypes and axes") {
  Leaves two = leaf(KILN_FLOAT32, {2, 3}, {0.3, 1.7, -2, 0.1, 5, -0.4});
  two.all.push_back({{KILN_FLOAT32, {2, 3}}, {0.2, -1, 0.5, 2, 0.7, 3}});
  const auto sum = [](const graph::Value& x, int dtype = -1) { return reduced(KILN_REDUCE_SUM, x, {1}, true, dtype); };
  CHECK(check(
      "another exponent", two,
      [&](const Values& x) {
        return expression("exp(x) / s", {{"x", x[0]}, {"s", sum(op("exp", {x[1]}))}});
      },
      Equal::rounded));
  CHECK(check(
      "two nodes of one exponent", two,
      [&](const Values& x) {
        return expression("exp(x) / s", {{"x", x[0]}, {"s", sum(op("exp", {x[0]}))}});
      },
      Equal::rounded));
  for (const int dtype : {KILN_FLOAT64, KILN_FLOAT16, KILN_FLOAT32})
    CHECK(check(
        "a sum of another dtype", two,
        [&](const Values& x) {
          const graph::Value e = op("exp", {x[0]});
          return expression("log(s) + e / s", {{"e", e}, {"s", sum(e, dtype)}});
        },
        Equal::rounded));
  for (const Dims& axes : {Dims{}, Dims{0}, Dims{1}, Dims{0, 1}})
    for (const bool keepdims : {true, false})
      CHECK(check(
          "log of a sum", two,
          [&](const Values& x) { return op("log", {reduced(KILN_REDUCE_SUM, op("exp", {x[0]}), axes, keepdims)}); },
          Equal::rounded));
  for (const Dims& axes : {Dims{0}, Dims{1}, Dims{0, 1}})
    CHECK(check(
        "log of a sum of special values",
        leaf(KILN_FLOAT32, {3, 3}, {kInf, 1, 2, -kInf, -kInf, -kInf, kNan, 500, -500}),
        [&](const Values& x) { return op("log", {reduced(KILN_REDUCE_SUM, op("exp", {x[0]}), axes, false)}); },
        Equal::digits));
  CHECK(check(
      "no elements", leaf(KILN_FLOAT32, {2, 0}, {1}),
      [&](const Values& x) { return op("log", {sum(op("exp", {x[0]}))}); }, Equal::rounded));
  // A shift by what is not the greatest along the axis.
  for (const int op_code : {KILN_REDUCE_MIN, KILN_REDUCE_MEAN, KILN_REDUCE_MAX})
    for (const Dims& axes : {Dims{0}, Dims{1}})
      CHECK(check(
          "shifted", two,
          [&](const Values& x) {
            const graph::Value d = expression("x - m", {{"x", x[0]}, {"m", reduced(op_code, x[1], axes, true)}});
            const graph::Value e = op("exp", {d});
            return expression("e / s + log(s)", {{"e", e}, {"s", sum(e)}});
          },
          Equal::rounded));
}

TEST_CASE("gradients flow to values that a stable form would do without") {
  const Leaves leaves = leaf(KILN_FLOAT64, {3}, {0.3, -1, 2});
  const Values x = leaves.variables(true);
  const graph::Value e = op("exp", {x[0]}), s = op("sum", {e}), p = expression("e / s", {{"e", e}, {"s", s}});
  const graph::Value soft = op("softmax", {x[0]}), sig = op("sigmoid", {x[0]}), d = expression("1 + e", {{"e", e}});
  const auto slope = [&](const graph::Value& cost, const graph::Value& by) {
    const graph::Value total = op("sum", {cost}), wrt[] = {by};
    const graph::Value made = expand(grad(total, wrt))[0];
    const graph::Value all = all_passes({&made, 1})[0];
    const graph::Value out = expand({&all, 1})[0];
    std::vector<double> numbers;
    const Numbers elements = on_host({&out, 1}, leaves.elements(x))[0];
    for (const Scalar& each : elements) numbers.push_back(each.re);
    return numbers;
  };
  const double a = std::exp(0.3), b = std::exp(-1), c = std::exp(2), n = a + b + c;
  CHECK(slope(expression("p * x", {{"p", p}, {"x", x[0]}}), s)[0] == Near(-(0.3 * a - b + 2 * c) / (n * n)));
  CHECK(slope(p, e)[0] == Near(0));
  CHECK(slope(op("log", {s}), e)[1] == Near(1 / n));
  CHECK(slope(op("log", {soft}), soft)[2] == Near(n / c));
  CHECK(slope(op("log", {sig}), sig)[0] == Near(1 + 1 / a));
  CHECK(slope(op("log", {d}), e)[0] == Near(1 / (1 + a)));
  CHECK(slope(op("log", {d}), d)[0] == Near(1 / (1 + a)));
  CHECK(slope(expression("1 - g", {{"g", sig}}), sig)[0] == Near(-1));
}
