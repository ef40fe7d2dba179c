// SPDX-License-Identifier: Apache-2.0
// Shared variables that the steps of a loop inside a loop update, beside plain loops on the host.
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::vector<float> now(const graph::Value& variable) {
  return values_of<float>(*op_as<SharedLeaf>(variable)->shared().value());
}
Ref<Function> compiled(const Values& inputs, const Values& outputs,
                       const std::vector<std::pair<graph::Value, graph::Value>>& updates) {
  FunctionSpec spec;
  for (const graph::Value& input : inputs) spec.inputs.push_back({input});
  for (const graph::Value& output : outputs) spec.outputs.push_back({output});
  for (const auto& [variable, value] : updates) spec.updates.push_back({variable, value});
  spec.context = &*contexts()[0];
  return Function::create(spec);
}
Argument matrix(const std::vector<float>& elements, std::int64_t rows) {
  Argument argument = host(elements);
  argument.shape = Dims{rows, std::int64_t(elements.size()) / rows};
  return argument;
}

const std::vector<float> kNestedElements{1, 2, 3, 4, 5, 6, 7, -8};

}  // namespace

TEST_CASE("scan: loops inside a loop update a shared variable") {
  const auto total = share(floats(*contexts()[0], {1, 10}), "total");
  const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 2}});
  ScanRequest outer;
  outer.sequences = {{x}};
  outer.outputs = {{}, {}};
  outer.updated = {total};
  outer.backwards = GENERATE(false, true);
  outer.checkpoint_every = GENERATE(0, 2);
  CAPTURE(outer.backwards, outer.checkpoint_every);
  const Values loop = scan(outer, [&](const Values& v) {
    ScanRequest inner;
    inner.steps = 3;
    inner.outputs = {{}};
    inner.updated = {total};
    const Values made = scan(inner, [&](const Values&) {
      return Values{expression("s * 2", {{"s", total}}), expression("0.5f * s + x", {{"s", total}, {"x", v[0]}})};
    });
    // A step reads what the step before gave, behind the inner loop too.
    return Values{made[0], expression("s - x", {{"s", total}, {"x", v[0]}}), made[1]};
  });
  const auto f = compiled({x}, {loop[0], loop[1]}, {{total, loop[2]}});
  std::vector<float> want{1, 10};
  for (const std::int64_t steps : {4, 4, 4, 0, 4}) {
    CAPTURE(steps);
    std::vector<float> rows, before;
    for (std::int64_t t = 0; t < steps; ++t) {
      const float* const row = &kNestedElements[std::size_t(2 * (outer.backwards ? steps - 1 - t : t))];
      for (std::size_t i = 0; i < 2; ++i) before.push_back(want[i] - row[i]);
      for (int k = 0; k < 3; ++k) {
        for (const float s : want) rows.push_back(s * 2);
        for (std::size_t i = 0; i < 2; ++i) want[i] = 0.5F * want[i] + row[i];
      }
    }
    Argument argument = matrix(kNestedElements, 4);
    argument.shape = Dims{steps, 2};
    const auto results = f->call(std::vector{argument});
    CHECK(results[0]->shape() == Dims{steps, 3, 2});
    CHECK(values_of<float>(*results[0]) == rows);
    CHECK(values_of<float>(*results[1]) == before);
    CHECK(now(total) == want);
  }
}

TEST_CASE("scan: an inner loop that ends by a condition updates one variable, and both loops another") {
  Context& context = *contexts()[0];
  const auto level = share(floats(context, {0}), "level"), count = share(floats(context, {0}), "count");
  const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 1}});
  ScanRequest outer;
  outer.sequences = {{x}};
  outer.outputs = {{}};
  outer.updated = {level, count};
  const Values loop = scan(outer, [&](const Values& v) {
    ScanRequest inner;
    inner.steps = 9;
    inner.until = true;
    inner.outputs = {{{}, {-1}, true}};
    inner.updated = {count, level};
    const Values made = scan(inner, [&](const Values&) {
      const auto next = expression("l + x", {{"l", level}, {"x", v[0]}});
      return Values{next, expression("n + 1", {{"n", count}}), next,
                    op("greater", {op("sum", {next}), make_number(10)})};
    });
    // The level falls between the inner loops, and the count has a hundred for each of them.
    return Values{made[0], expression("l - 7", {{"l", made[2]}}), expression("n + 100", {{"n", made[1]}})};
  });
  const auto f = compiled({x}, {loop[0]}, {{level, loop[1]}, {count, loop[2]}});
  const std::vector<float> elements{2, 1, 20, 0, 3};
  float reached = 0, ran = 0;
  for (int call = 0; call < 4; ++call) {
    CAPTURE(call);
    std::vector<float> rows;
    for (const float each : elements) {
      for (int k = 0; k < 9; ++k) {
        reached += each;
        ran += 1;
        if (reached > 10) break;
      }
      rows.push_back(reached);
      reached -= 7;
      ran += 100;
    }
    CHECK(first(f->call(std::vector{matrix(elements, 5)})) == rows);
    CHECK(now(level) == std::vector<float>{reached});
    CHECK(now(count) == std::vector<float>{ran});
  }
}

TEST_CASE("scan: an inner loop's update ends with the step, where the outer loop does not update the variable") {
  const auto total = share(floats(*contexts()[0], {1, 10}), "total");
  const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 2}});
  graph::Value inside;
  ScanRequest outer;
  outer.name = "outer";
  outer.sequences = {{x}};
  outer.outputs = {{}};
  const Values loop = scan(outer, [&](const Values& v) {
    ScanRequest inner;
    inner.steps = 2;
    inner.outputs = {{}};
    inner.updated = {total};
    inside = scan(inner, [&](const Values&) {
      return Values{total, expression("s * x", {{"s", total}, {"x", v[0]}})};
    })[1];
    return Values{inside};
  });
  const auto f = compiled({x}, {loop[0]}, {{total, at(loop[0], -1)}});
  std::vector<float> want{1, 10};
  for (int call = 0; call < 3; ++call) {
    std::vector<float> rows;
    for (std::size_t k = 0; k < kNestedElements.size(); ++k)
      rows.push_back(want[k % 2] * kNestedElements[k] * kNestedElements[k]);
    CHECK(first(f->call(std::vector{matrix(kNestedElements, 4)})) == rows);
    want.assign(rows.end() - 2, rows.end());
    CHECK(now(total) == want);
  }
  // What a step computed is nothing outside of it.
  check_error(KILN_INVALID_ARGUMENT,
              "Input 'x' float32(2,) is what a step of graph.scan 'outer' gets, and has no value outside the loop",
              [&] {
                compiled({x}, {loop[0]}, {{total, inside}});
              });
}

TEST_CASE("scan: gradients through updates of a loop inside loops") {
  const Dims row{3};
  const auto s =
      share(array::from_host(*contexts()[0], KILN_FLOAT64, row, nullptr, KILN_FLOAT64, some_numbers(3, 9).data()), "s");
  const auto x = real("x", {3, 3}), w = real("w", row);
  // One step of the innermost loop.
  const auto next = [&](const graph::Value& state, const graph::Value& of) {
    return expression("tanh(s * w + x) + 0.5 * s", {{"s", state}, {"w", w}, {"x", of}});
  };
  ScanRequest outer, middle, inner;
  outer.sequences = {{x}};
  middle.steps = 2;
  inner.steps = 2;
  for (ScanRequest* const each : {&outer, &middle, &inner}) {
    each->outputs = {{}};
    each->updated = {s};
  }
  const Values loop = scan(outer, [&](const Values& v) {
    const Values between = scan(middle, [&](const Values&) {
      return scan(inner, [&](const Values&) { return Values{op("square", {s}), next(s, v[0])}; });
    });
    return between;
  });
  // Written out.
  Values squares;
  graph::Value state = s;
  for (std::int64_t t = 0; t < 3; ++t)
    for (int k = 0; k < 4; ++k) {
      squares.push_back(op("square", {state}));
      state = next(state, at(x, t));
    }
  Attributes rows;
  rows.axis = 0;
  const graph::Value all = op("stack", squares, rows);
  Attributes flat;
  flat.shape = Dims{12, 3};
  flat.has_shape = true;
  const graph::Value same = op("reshape", {loop[0]}, flat);
  const Values by{x, w, s}, inputs{x, w};
  Values got{same, loop[1]}, want{all, state};
  for (const graph::Value& each : gradients(total(got), by, false)) got.push_back(each);
  for (const graph::Value& each : gradients(total(want), by, false)) want.push_back(each);
  check_close(computed(got, inputs, Mode::fast_run), computed(want, inputs, Mode::fast_compile));
}
