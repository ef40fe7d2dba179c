// SPDX-License-Identifier: Apache-2.0
// What steps draw and which shared variables they update.
#include <set>

#include "graph/ops/random_ops.hpp"
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

graph::Value stream(std::uint64_t seed) {
  const std::uint64_t words[] = {seed, 0};
  return share(array::from_host(*contexts()[0], KILN_UINT64, Dims{2}, nullptr, KILN_UINT64, words), "random");
}
// Draws uniform numbers from the state, which becomes the next one.
graph::Value uniform(graph::Value& state, Dims shape) {
  RandomRequest request;
  request.dtype = KILN_FLOAT32;
  request.shape = shape;
  const Values made = draw(request, {state});
  state = made[1];
  return made[0];
}
Ref<Function> function(const Values& outputs, const Values& inputs = {}) {
  FunctionSpec spec;
  for (const auto& input : inputs) spec.inputs.push_back({input});
  for (const auto& output : outputs) spec.outputs.push_back({output});
  spec.context = &*contexts()[0];
  return Function::create(spec);
}
std::vector<std::vector<float>> numbers(const Ref<Function>& f, const std::vector<Argument>& arguments = {}) {
  std::vector<std::vector<float>> out;
  for (const auto& result : f->call(arguments)) out.push_back(values_of<float>(*result));
  return out;
}

}  // namespace

TEST_CASE("scan: each step draws fresh numbers, and so do the draws behind the loop") {
  auto state = stream(7);
  const auto before = uniform(state, {4});
  ScanRequest request;
  request.steps = 5;
  request.outputs = {{}, {}};
  const auto draws = [&](const Values&) { return Values{uniform(state, {4}), uniform(state, {4})}; };
  const Values loop = scan(request, draws), again = scan(request, draws);
  // A loop in a loop, as many steps as a sequence has.
  const auto x = vector("x");
  ScanRequest outer;
  outer.sequences = {{x}};
  outer.outputs = {{}};
  const Values nested = scan(outer, [&](const Values& v) {
    ScanRequest inner;
    inner.steps = 2;
    inner.outputs = {{}};
    return Values{op("add", {scan(inner, [&](const Values&) { return Values{uniform(state, {4})}; })[0], v[0]})};
  });
  const auto behind = uniform(state, {4});
  const auto f = function({before, loop[0], loop[1], again[0], again[1], nested[0], behind}, {x});
  const std::vector<float> zeros(3);
  std::set<float> all;
  std::size_t count = 0;
  std::vector<std::vector<float>> calls[2];
  for (auto& call : calls) {
    call = numbers(f, {host(zeros)});
    for (const auto& list : call) {
      all.insert(list.begin(), list.end());
      count += list.size();
    }
  }
  // A float32 has 24 random bits, so that two of some numbers may be equal by chance.
  CHECK(count == 2 * (4 + 4 * 20 + 24 + 4));
  CHECK(all.size() >= count - 2);
  // The same seed gives the same numbers.
  const std::uint64_t words[] = {7, 0};
  graph::Value root = state;
  while (!op_as<SharedLeaf>(root)) root = graph::Value(state_after_loop(root).node->inputs()[0]);
  op_as<SharedLeaf>(root)->shared().replace(
      array::from_host(*contexts()[0], KILN_UINT64, Dims{2}, nullptr, KILN_UINT64, words), "test");
  for (const auto& call : calls) CHECK(numbers(f, {host(zeros)}) == call);
}

TEST_CASE("scan: a step draws from a state of its own, which random bits give") {
  auto state = stream(11), same = stream(11);
  ScanRequest request;
  request.steps = 3;
  request.outputs = {{}};
  const auto loop = scan(request, [&](const Values&) { return Values{uniform(state, {6})}; })[0];
  RandomRequest bits{Distribution::bits, KILN_UINT64};
  bits.shape = Dims{3, 2};
  const auto states = draw(bits, {same})[0];
  Values want;
  for (std::int64_t t = 0; t < 3; ++t) {
    graph::Value own = at(states, t);
    want.push_back(uniform(own, {6}));
  }
  Attributes rows;
  rows.axis = 0;
  const auto got = numbers(function({loop, op("stack", want, rows)}));
  CHECK(got[0] == got[1]);
}

TEST_CASE("scan: gradients replay the draws of the steps") {
  auto state = stream(3);
  const auto x = share(floats(*contexts()[0], {0.5F, -1, 2, 0.25F}), "x");
  ScanRequest request;
  request.steps = 6;
  request.outputs = {{x}, {}};
  const Values loop = scan(request, [&](const Values& v) {
    const auto mask = graph::cast(expression("u > 0.3f", {{"u", uniform(state, {4})}}), KILN_FLOAT32);
    return Values{expression("h * (m + 0.5f)", {{"h", v[0]}, {"m", mask}}), mask};
  });
  const auto slope = grad(op("sum", {at(loop[0], -1)}), Values{x})[0];
  const auto f = function({slope, loop[1]});
  std::vector<float> last;
  for (int call = 0; call < 2; ++call) {
    const auto got = numbers(f);
    for (std::size_t i = 0; i < 4; ++i) {
      float want = 1;
      for (std::size_t t = 0; t < 6; ++t) want *= got[1][4 * t + i] + 0.5F;
      CHECK(got[0][i] == Near(want));
    }
    CHECK(got[1] != last);
    last = got[1];
  }
}

TEST_CASE("scan: steps update shared variables, and the loop gives their last values") {
  Context& context = *contexts()[0];
  for (const bool until : {false, true}) {
    const auto total = share(floats(context, {1, 10}), "total"), steps = share(floats(context, {0}), "steps");
    const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 2}});
    const auto doubled = expression("2 * s", {{"s", total}});  // made before the loop: the value before the loop
    ScanRequest request;
    request.sequences = {{x}};
    request.outputs = {{}};
    request.updated = {total, steps};
    request.until = until;
    const Values loop = scan(request, [&](const Values& v) {
      const auto next = expression("s + x", {{"s", total}, {"x", v[0]}});
      Values out{expression("s * 100 + d", {{"s", total}, {"d", doubled}}), next, expression("n + 1", {{"n", steps}})};
      if (until) out.push_back(op("greater", {op("sum", {next}), make_number(20)}));
      return out;
    });
    REQUIRE(loop.size() == 3);
    FunctionSpec spec;
    spec.inputs = {{x}};
    spec.outputs = {{loop[0]}};
    spec.updates = {{total, loop[1]}, {steps, loop[2]}};
    spec.context = &context;
    const auto f = Function::create(spec);
    const std::vector<float> elements{1, 2, 3, 4, 5, 6};
    Argument argument = host(elements);
    argument.shape = Dims{3, 2};
    const auto rows = values_of<float>(*f->call(std::vector{argument})[0]);
    const std::vector<float> want{102, 1020, 202, 1220, 502, 1620};
    const std::size_t ran = until ? 2 : 3;  // sums are 14, 21, 32
    CHECK(rows == std::vector<float>(want.begin(), want.begin() + std::ptrdiff_t(2 * ran)));
    const auto now = [&](const graph::Value& v) { return values_of<float>(*op_as<SharedLeaf>(v)->shared().value()); };
    CHECK(now(total) == (until ? std::vector<float>{5, 16} : std::vector<float>{10, 22}));
    CHECK(now(steps) == std::vector<float>{float(ran)});
    argument.shape = Dims{0, 2};
    f->call(std::vector{argument});
    CHECK(now(steps) == std::vector<float>{float(ran)});
  }
  const auto x = make_input("x", {KILN_FLOAT32, Dims{3}});
  ScanRequest request;
  request.name = "loop";
  request.sequences = {{x}};
  request.outputs = {{}};
  request.updated = {x};
  check_error(KILN_INVALID_ARGUMENT, "graph.scan 'loop': the update of Input 'x': expected a shared variable", [&] {
    scan(request, [](const Values& v) { return Values{v[0], v[0]}; });
  });
  request.updated = {share(floats(context, {1}), "s")};
  check_error(KILN_INVALID_ARGUMENT,
              "graph.scan 'loop': the body gives 1 output, expected 2, new values of shared variables among them",
              [&] { scan(request, [](const Values& v) { return v; }); });
  check_error(KILN_SHAPE_ERROR, "graph.scan 'loop': the update of Shared 's' is float32(), expected 1 dimension", [&] {
    scan(request, [](const Values& v) { return Values{v[0], v[0]}; });
  });
}
