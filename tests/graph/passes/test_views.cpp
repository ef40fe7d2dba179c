// SPDX-License-Identifier: Apache-2.0
// Parts of products and of elementwise nodes: how many steps read and write them, and that these copy nothing.
#include "../support/passes_support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

graph::Value sliced(const graph::Value& x, std::int64_t start, std::int64_t length, std::int64_t axis) {
  Attributes attributes;
  attributes.axis = axis;
  attributes.numbers[0] = double(length);
  return op("slice", {x, make_integer(start)}, attributes);
}

graph::Value reshaped(const graph::Value& x, const Dims& shape) {
  Attributes attributes;
  attributes.has_shape = true;
  attributes.shape = shape;
  return op("reshape", {x}, attributes);
}

}  // namespace

TEST_CASE("a slice from a constant start is a view") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(24), {4, 6}), "x");
  const graph::Value w = share(floats(context, ramp(8), {4, 2}), "w");
  for (const std::int64_t start : {2, -4}) {
    const graph::Value y = expression("exp(p) * w", {{"p", sliced(x, start, 2, 1)}, {"w", w}});
    const Ran one = run({y});
    CHECK(one.steps == 1);
    CHECK(has(one.why, "view: GpuSubtensor{:, 2:4}(x)"));
    // The same with a start that a device tells.
    const std::int32_t place[] = {std::int32_t(start)};
    const graph::Value told = share(array::from_host(context, KILN_INT32, {}, nullptr, KILN_INT32, place), "start");
    Attributes attributes;
    attributes.axis = 1;
    attributes.numbers[0] = 2;
    const graph::Value same = expression("exp(p) * w", {{"p", op("slice", {x, told}, attributes)}, {"w", w}});
    check_near(one, run({same}));
    // Gradients, and gradients of these.
    const auto slopes = [&](const graph::Value& of) {
      const graph::Value first = grad(op("sum", {of}), std::vector{x})[0];
      return Values{first, grad(op("sum", {expression("f * f", {{"f", first}})}), std::vector{x})[0]};
    };
    check_near(run(slopes(y)), run(slopes(same)));
    // The slopes of all parts are one concatenation.
    graph::Value sum;
    for (const std::int64_t at : {0, 2, 4}) {
      const graph::Value own = op("sum", {expression("exp(p) * w", {{"p", sliced(x, at, 2, 1)}, {"w", w}})});
      sum = sum ? expression("s + o", {{"s", sum}, {"o", own}}) : own;
    }
    const Ran whole = run({grad(sum, std::vector{x})[0]});
    CHECK(count_of(whole.why, "GpuJoin(") == 1);
    CHECK(!has(whole.why, "Scatter"));
  }
}

TEST_CASE("a constant start outside does what a start from a device does") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(24), {4, 6}), "x");
  for (const std::int64_t start : {5, 6, -7}) {
    const std::int32_t place[] = {std::int32_t(start)};
    const graph::Value told = share(array::from_host(context, KILN_INT32, {}, nullptr, KILN_INT32, place), "start");
    Attributes attributes;
    attributes.axis = 1;
    attributes.numbers[0] = 2;
    const auto slope = [&](const graph::Value& cut) {
      return grad(op("sum", {expression("c * c", {{"c", cut}})}), std::vector{x})[0];
    };
    const graph::Value fixed = sliced(x, start, 2, 1), open = op("slice", {x, told}, attributes);
    check_near(run({fixed, slope(fixed)}), run({open, slope(open)}));
  }
}

TEST_CASE("parts of elementwise nodes are computed where they are read") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(12), {3, 4}), "x");
  const graph::Value u = share(floats(context, ramp(24), {4, 6}), "u");
  const graph::Value b = share(floats(context, ramp(6), {6}), "b"), h = share(floats(context, ramp(18), {3, 6}), "h");
  const graph::Value z = expression("tanh(p + b) + h", {{"p", op("dot", {x, u})}, {"b", b}, {"h", h}});
  const auto gates = [&](const graph::Value& of) {
    return expression("tanh(g) / (1 + exp(-f)) + o",
                      {{"f", sliced(of, 0, 2, 1)}, {"g", sliced(of, 2, 2, 1)}, {"o", sliced(of, 4, 2, 1)}});
  };
  const Ran ran = run({gates(z)});
  CHECK(ran.steps == 2);
  CHECK(run({gates(z)}, "views").steps == 3);
  check_near(ran, run({gates(z)}, "views"));
  // Rows without their axis, of one row, and of a value that broadcasts.
  const auto rows = [&](const graph::Value& of) {
    graph::Value sum;
    for (const std::int64_t at : {0, 1, 2}) {
      const graph::Value row = reshape(sliced(of, at, 1, 0), {6});
      sum = sum ? expression("exp(s) - r", {{"s", sum}, {"r", row}}) : row;
    }
    return sum;
  };
  CHECK(run({rows(z)}).steps == 2);
  check_near(run({rows(z)}), run({rows(z)}, "views"));
  // It stays where something else reads it too, where parts overlap, and where a product reads the part.
  const graph::Value other = op("sum", {z}),
                     twice = expression("a * b", {{"a", sliced(z, 0, 4, 1)}, {"b", sliced(z, 2, 4, 1)}}),
                     factor = op("dot", {sliced(z, 0, 4, 1), u});
  for (const Values& outputs : {Values{gates(z), other}, Values{twice}, Values{factor}}) {
    CHECK(run(outputs).steps == run(outputs, "views").steps);
    check_near(run(outputs), run(outputs, "views"));
  }
}

TEST_CASE("random parts of random expressions") {
  Context& context = *contexts()[0];
  std::uint32_t state = 5;
  const auto below = [&](std::uint32_t n) { return (state = state * 1664525 + 1013904223) / 65536 % n; };
  for (int i = 0; i < 6; ++i) {
    const Dims shape{1 + below(3), 2 + below(3), 3 + below(4)};
    std::vector<graph::Value> leaves;
    for (int k = 0; k < 3; ++k) {
      Dims own = shape;
      for (std::int64_t& extent : own)
        if (below(3) == 0) extent = 1;
      for (std::uint32_t drop = below(3); drop > 0; --drop) own.erase(0);
      std::int64_t count = 1;
      for (const std::int64_t extent : own) count *= extent;
      std::vector<char> stretches;
      for (const std::int64_t extent : own) stretches.push_back(extent == 1);
      leaves.push_back(make_shared(floats(context, ramp(std::size_t(count)), own), "",
                                   reinterpret_cast<const bool*>(stretches.data())));
    }
    leaves.push_back(share(floats(context, ramp(std::size_t(shape[0] * shape[1] * shape[2])), shape)));
    const graph::Value e = expression("exp(d) * (a + b * c) - a",
                                      {{"a", leaves[0]}, {"b", leaves[1]}, {"c", leaves[2]}, {"d", leaves[3]}});
    Values outputs;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<layout::Index> indices(axis + 1);
      if (below(2)) {
        indices[axis] = {layout::Index::Kind::integer, std::int64_t(below(std::uint32_t(shape[axis])))};
      } else {
        indices[axis].start = std::int64_t(below(std::uint32_t(shape[axis])));
        indices[axis].step = 1 + below(2);
      }
      const graph::Value cut =
          subtensor(expression("sin(e) + x", {{"e", e}, {"x", make_number(double(axis))}}), indices);
      outputs.push_back(expression("c * c", {{"c", cut}}));
    }
    INFO(extents_text(shape));
    check_near(run(outputs), run(outputs, "views"));
  }
}

TEST_CASE("functions behind a reshape are computed in the shape before it") {
  Context& context = *contexts()[0];
  const auto array = [&](const Dims& shape) {
    std::int64_t count = 1;
    std::vector<char> stretches;
    for (const std::int64_t extent : shape) {
      count *= extent;
      stretches.push_back(extent == 1);
    }
    return make_shared(floats(context, ramp(std::size_t(count)), shape), "",
                       reinterpret_cast<const bool*>(stretches.data()));
  };
  for (const Dims& fine : {Dims{2, 3, 4, 5}, {2, 3, 1, 20}, {1, 6, 20, 1}, {6, 4, 5}, {3, 2, 20}}) {
    const graph::Value y = reshaped(expression("exp(x / 100)", {{"x", array(fine)}}), Dims{6, 20});
    for (const Dims& beside : {Dims{6, 20}, {20}, {6, 1}, {1, 20}, {1, 1}, {}}) {
      INFO(extents_text(fine) << " and " << extents_text(beside));
      const graph::Value z = expression("y * b - 1", {{"y", y}, {"b", array(beside)}});
      const Ran one = run({z}), apart = run({z}, "views");
      CHECK(one.steps == 1);
      CHECK(apart.steps == 2);
      check_near(one, apart);
      const Values slope{grad(op("sum", {expression("z * z", {{"z", z}})}), std::vector{y})[0]};
      check_near(run(slope), run(slope, "views"));
    }
  }
  // Axes that a reshape makes longer or shorter at once, divides, or that have no elements; and functions on both
  // sides.
  const graph::Value by = array({6, 20});
  const graph::Value other = reshaped(expression("exp(x / 100)", {{"x", array({4, 30})}}), Dims{6, 20});
  const graph::Value parts = reshaped(expression("exp(x / 100)", {{"x", array({120})}}), Dims{6, 20});
  const graph::Value none = reshaped(expression("exp(x)", {{"x", array({0, 3, 2})}}), Dims{0, 6});
  const graph::Value joined = reshaped(expression("exp(x / 100)", {{"x", array({6, 4, 5})}}), Dims{6, 20});
  for (const graph::Value& z :
       {expression("y * b", {{"y", other}, {"b", by}}), expression("y * b", {{"y", parts}, {"b", by}}),
        expression("y * y", {{"y", none}}), expression("y * sin(b)", {{"y", joined}, {"b", by}})}) {
    CHECK(run({z}).steps == run({z}, "views").steps);
    check_near(run({z}), run({z}, "views"));
  }
}

TEST_CASE("a reshape that merges no axes is a view of any array") {
  Context& context = *contexts()[0];
  FunctionSpec spec;
  spec.context = &context;
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, kUnknown}});
  const graph::Value w = share(floats(context, ramp(6), {3, 2}), "w");
  spec.inputs.push_back({x});
  spec.outputs.push_back({expression("x * 2 + w", {{"x", reshape(x, {-1, 3, 2})}, {"w", w}})});
  const auto f = Function::create(spec);
  const auto data = floats(context, ramp(24), {6, 4});
  const auto turned = array::view(*data, layout::reverse_axes(data->layout()), false);
  Argument argument;
  argument.array = turned.get();
  argument.dtype = KILN_FLOAT32;
  const auto from = values_of<float>(*array::copy(*turned, KILN_ORDER_C, "test"));
  const auto got = values_of<float>(*f->call({&argument, 1})[0]), added = ramp(6);
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Near(2 * from[i] + added[i % 6]));
  CHECK(count_of(f->describe("explain"), "  step ") == 1);
  CHECK(has(f->describe("explain"), "view: GpuReshape(x)"));
}

TEST_CASE("a variable with strides of its own takes a new value that is read in another shape") {
  Context& context = *contexts()[0];
  const auto data = floats(context, ramp(6), {2, 3});
  const graph::Value w = share(array::view(*data, layout::reverse_axes(data->layout()), true), "w");
  const graph::Value next = expression("w * 2 + 1", {{"w", w}});
  FunctionSpec spec;
  spec.context = &context;
  spec.outputs.push_back({op("sort", {flatten(next)})});
  spec.updates.push_back({w, next});
  const auto f = Function::create(spec);
  auto want = ramp(6);
  for (float& each : want) each = 2 * each + 1;
  std::sort(want.begin(), want.end());
  const auto got = values_of<float>(*f->call({})[0]);
  for (std::size_t i = 0; i < want.size(); ++i) CHECK(got[i] == Near(want[i]));
}
