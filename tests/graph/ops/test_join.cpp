// SPDX-License-Identifier: Apache-2.0
// Sums of parts written into zeros, and gradients of slices, which are such sums.
#include "../support/passes_support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("parts of one value that are written one by one") {
  using layout::Index;
  const auto slice = [](std::int64_t start, std::int64_t stop, std::int64_t step = 1) {
    return Index{Index::Kind::slice, start, stop, step};
  };
  const auto at = [](std::int64_t i) { return Index{Index::Kind::integer, i}; };
  const Index whole, fresh{Index::Kind::new_axis}, rest{Index::Kind::ellipsis};
  using Subscripts = std::vector<Index>;
  const std::vector<std::vector<Subscripts>> cases{
      {{whole, slice(0, 2)}, {whole, slice(2, 4)}, {whole, slice(4, 6)}},          // all of it
      {{whole, slice(4, 6)}, {whole, slice(0, 2)}, {whole, slice(2, 4)}},          // in another order
      {{whole, slice(1, 2)}, {whole, slice(4, 5)}},                                // gaps
      {{whole, slice(0, 3)}, {whole, slice(2, 4)}, {whole, slice(4, 6)}},          // two overlap
      {{whole, slice(0, 3)}, {whole, slice(0, 3)}, {whole, slice(3, 6)}},          // the same one twice
      {{slice(0, 1)}, {slice(1, 3)}, {whole, slice(0, 3)}, {whole, slice(3, 6)}},  // along two axes
      {{at(0)}, {at(-1)}, {at(1)}},                                                // single places
      {{rest, at(0)}, {rest, at(5)}, {rest, slice(-3, -1)}},                       // counted from the end
      {{whole, slice(5, 2, -1)}, {whole, slice(0, 2)}},                            // backwards
      {{slice(INT64_MIN, INT64_MIN, -1), slice(0, 2)}, {whole, slice(2, 6)}},      // backwards along another
      {{whole, slice(0, 6, 2)}, {whole, slice(1, 6, 2)}},                          // every other place
      {{whole, slice(0, 6, 5)}, {whole, slice(1, 5)}},
      {{fresh, whole, slice(0, 2)}, {whole, fresh, slice(2, 6)}, {fresh, at(1)}},  // new axes
      {{slice(0, 2), slice(0, 2)}, {slice(0, 2), slice(2, 4)}},                    // of two axes each
      {{whole, slice(2, 2)}, {whole, slice(0, 2)}, {whole, slice(2, 6)}},          // none
      {{whole}, {whole, slice(0, 3)}, {whole, slice(3, 9)}},                       // all, and beyond the end
  };
  for (const auto& parts : cases) {
    std::string name;
    for (const auto& each : parts) name += "[" + indices_text(each) + "]";
    const auto cost = [&](const Values& x) {
      graph::Value sum;
      double factor = 1;
      for (const auto& each : parts) {
        const graph::Value own =
            op("sum", {expression("k * p * p * p", {{"k", make_number(factor++)}, {"p", subtensor(x[0], each)}})});
        sum = sum ? expression("s + o", {{"s", sum}, {"o", own}}) : own;
      }
      return sum;
    };
    const Leaves leaves = leaf(KILN_FLOAT64, {3, 6}, {0.3, -1, 2, 0.7, 1.5});
    CHECK(check(
        name, leaves, [&](const Values& x) { return grad(cost(x), std::vector{x[0]})[0]; }, Equal::rounded));
    CHECK(check(
        "again " + name, leaves,
        [&](const Values& x) {
          const graph::Value first = grad(cost(x), std::vector{x[0]})[0];
          return grad(op("sum", {expression("f * f", {{"f", first}})}), std::vector{x[0]})[0];
        },
        Equal::rounded));
    // Beside other summands, one of which has another type; and integers.
    CHECK(check(
        "with others " + name, leaves,
        [&](const Values& x) {
          const graph::Value first = grad(cost(x), std::vector{x[0]})[0];
          return expression("x + (f + x*x) + 3", {{"x", x[0]}, {"f", first}});
        },
        Equal::rounded));
  }
  Leaves integers = leaf(KILN_INT32, {4, 2}, {1, 2, 3});
  integers.all.push_back({{KILN_INT32, {2}}, {7, 9}});
  CHECK(check(
      "values that broadcast", integers,
      [&](const Values& x) {
        const graph::Value zeros = zeros_like(x[0]);
        const graph::Value upper = update_subtensor(zeros, x[1], {slice(0, 2)}, true);
        const graph::Value lower = update_subtensor(zeros, x[1], {slice(2, 4)}, false);
        return expression("u + l", {{"u", upper}, {"l", lower}});
      },
      Equal::exactly));
  CHECK(check(
      "of what is not zero", integers,
      [&](const Values& x) {
        const graph::Value upper = update_subtensor(x[0], x[1], {slice(0, 2)}, true);
        const graph::Value lower = update_subtensor(ones_like(x[0]), x[1], {slice(2, 4)}, false);
        return expression("u + l", {{"u", upper}, {"l", lower}});
      },
      Equal::exactly));
}

TEST_CASE("the gradient of slices that do not overlap is one concatenation") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(96), {4, 24}), "x");
  const auto part = [&](std::int64_t from, std::int64_t to) {
    layout::Index whole, own;
    own.start = from;
    own.stop = to;
    return subtensor(x, {whole, own});
  };
  const auto slope = [&](std::int64_t a, std::int64_t b) {
    const Names names{{"i", part(0, a)}, {"f", part(a, b)}, {"o", part(b, b + a)}};
    return grad(op("sum", {expression("1/(1 + exp(-i)) * tanh(f) * o", names)}), std::vector{x})[0];
  };
  const auto joined = [](const Ran& ran) { return count_of(ran.why, "GpuJoin("); };
  const auto updates = [](const Ran& ran) { return count_of(ran.why, ": GpuIncSubtensor{"); };
  for (const std::int64_t width : {8, 5}) {  // all of it, and a gap behind
    const Values gradient{slope(width, 2 * width)};
    const Ran now = run(gradient), before = run(gradient, "join");
    INFO(now.why);
    CHECK(joined(now) == 1);
    CHECK(updates(now) == 0);
    CHECK(updates(before) == 3);
    CHECK(now.steps + 2 < before.steps);
    check_near(now, before);
  }
  // Steps in time, each a row; one row is read twice.
  Values costs;
  for (const std::int64_t t : {0, 1, 2, 3, 1}) {
    layout::Index row{layout::Index::Kind::integer, t};
    costs.push_back(op("sum", {expression("exp(r)", {{"r", subtensor(x, {row})}})}));
  }
  const Values rows =
      grad(expression("a + b + c + d + e",
                      {{"a", costs[0]}, {"b", costs[1]}, {"c", costs[2]}, {"d", costs[3]}, {"e", costs[4]}}),
           std::vector{x});
  const Ran now = run(rows), before = run(rows, "join");
  INFO(now.why);
  CHECK(joined(now) == 1);
  CHECK(updates(now) == 1);
  check_near(now, before);
  // In pieces of split() it is one in any case.
  Attributes three;
  three.axis = 1;
  three.shape = Dims{-1, -1, -1};
  three.has_shape = true;
  const Values pieces = graph::apply("split", {x}, three);
  const graph::Value cost =
      op("sum", {expression("a * b + c", {{"a", pieces[0]}, {"b", pieces[1]}, {"c", pieces[2]}})});
  CHECK(joined(run(grad(cost, std::vector{x}))) == 1);
}

TEST_CASE("DebugMode finds nothing wrong with passes that take nodes together") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(24), {4, 6}), "x");
  layout::Index whole, left, right;
  left.stop = right.start = 3;
  Attributes columns, kept;
  columns.axes = Dims{0};
  kept.axes = Dims{0};
  kept.keepdims = true;
  const Names names{{"l", subtensor(x, {whole, left})}, {"r", subtensor(x, {whole, right})}};
  const graph::Value slope = grad(op("sum", {expression("l * tanh(r)", names)}), std::vector{x})[0];
  const graph::Value product = op("dot", {x, op("transpose", {x})});
  const Values outputs{
      slope, expression("m + x * k", {{"m", op("mean", {x}, columns)}, {"x", x}, {"k", op("mean", {x}, kept)}}),
      op("softmax", {x}), expression("2 * p - q", {{"p", product}, {"q", op("dot", {slope, op("transpose", {x})})}})};
  const Ran fast = run(outputs);
  check_near(run(outputs, "", Mode::debug), fast);
  check_near(run(outputs, "", Mode::fast_compile), fast);
}
