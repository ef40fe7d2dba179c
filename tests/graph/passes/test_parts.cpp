// SPDX-License-Identifier: Apache-2.0
// Joined arrays whose pieces are written where they lie: how many steps this leaves, and that no value changes.
#include "../support/passes_support.hpp"
#include "fake/fake.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/passes/optimise.hpp"
#include "graph/plan/specialisation.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

Attributes along_axis(std::int64_t axis) {
  Attributes attributes;
  attributes.axis = axis;
  return attributes;
}

Steps parts_steps(const Values& outputs) { return steps_beside(outputs, "parts"); }

}  // namespace

TEST_CASE("elementwise nodes and products write their piece of a joined array") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(12), {3, 4}), "x"),
                     y = share(floats(context, ramp(6), {3, 2}), "y"),
                     w = share(floats(context, ramp(18), {6, 3}), "w"),
                     u = share(floats(context, ramp(8), {4, 2}), "u");
  const graph::Value a = expression("exp(x)", {{"x", x}}), b = expression("y * y", {{"y", y}}), p = op("dot", {x, u});
  // Two kernels, one product of the whole.
  CHECK(parts_steps({op("dot", {concat({a, b}, 1), w})}) == Steps{3, 4});
  CHECK(parts_steps({op("sort", {concat({a, b, p}, 1)}, along_axis(1))}) == Steps{4, 5});
  // Pieces of one kernel, in another order than it gives them; a reader beside the join; along another axis.
  const graph::Value c = expression("exp(x) + 1", {{"x", x}}), d = expression("exp(x) * 2", {{"x", x}});
  CHECK(parts_steps({op("dot", {concat({d, c}, 0), u})}) == Steps{2, 3});
  CHECK(parts_steps({op("dot", {stack({d, c}, 1), u}), op("sort", {c}, along_axis(1))}) == Steps{3, 4});
  // A join of joins of other shapes, as the steps of a recurrence give it.
  const graph::Value left = reshape(concat({c, d}, 1), {1, 3, 8}), right = reshape(concat({d, c}, 1), {1, 3, 8});
  CHECK(parts_steps({op("sort", {concat({left, right}, 0)}, along_axis(2))}).first <= 3);
  // One piece in four may be copied.
  CHECK(parts_steps({op("sort", {concat({a, b, p, expression("y - 1", {{"y", y}}), y}, 1)}, along_axis(1))}).second ==
        5);
}

TEST_CASE("what a joined array cannot take is copied") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, ramp(12), {3, 4}), "x");
  const graph::Value a = expression("exp(x)", {{"x", x}}), b = expression("sin(x)", {{"x", x}});
  const graph::Value joined = concat({a, b}, 1), sorted = op("sort", {joined}, along_axis(1));
  // Results of the function, and the join itself as one.
  CHECK(parts_steps({sorted, a}) == Steps{3, 3});
  CHECK(parts_steps({joined}).first == 1);
  // Leaves, a piece that comes twice, a piece of two joins, a view that merges axes, a broadcast one.
  CHECK(parts_steps({op("sort", {concat({x, x}, 0)}, along_axis(1))}) == Steps{2, 2});
  CHECK(parts_steps({op("sort", {concat({a, a}, 1)}, along_axis(1))}) == Steps{3, 3});
  parts_steps({sorted, op("sort", {concat({b, a}, 0)}, along_axis(0))});
  parts_steps({sorted, op("sort", {flatten(a)})});
  parts_steps({op("sort", {concat({a, expression("r + 1", {{"r", broadcast_to(op("sum", {b}), {3, 2})}})}, 1)},
                  along_axis(1))});
  parts_steps({op("sort", {concat({op("transpose", {a}), op("transpose", {b})}, 1)}, along_axis(1))});
  parts_steps({op("sort", {concat({subtensor(a, {}), reshape(b, {3, 4})}, 0)}, along_axis(1))});
}

TEST_CASE("a joined array as the new value of a variable, and in loops") {
  Context& context = *contexts()[0];
  const auto updated = [&](const char* excluded) {
    const graph::Value w = share(floats(context, ramp(24), {6, 4}), "w"), x = share(floats(context, ramp(12), {3, 4}));
    FunctionSpec spec;
    spec.context = &context;
    spec.excluded_passes = {excluded};
    const graph::Value next =
        concat({expression("exp(x)", {{"x", x}}), expression("x + h", {{"x", x}, {"h", subtensor(w, {[] {
                                                                                                   layout::Index index;
                                                                                                   index.stop = 3;
                                                                                                   return index;
                                                                                                 }()})}})},
               0);
    spec.updates.push_back({w, next});
    spec.outputs.push_back({op("sum", {op("sort", {next}, along_axis(0))})});
    const auto f = Function::create(spec);
    f->call({});
    auto out = first(f->call({}));
    const auto value = values_of<float>(*op_as<SharedLeaf>(w)->shared().value());
    out.insert(out.end(), value.begin(), value.end());
    return out;
  };
  const auto got = updated("sweep"), want = updated("parts");
  for (std::size_t i = 0; i < want.size(); ++i) CHECK(got[i] == Near(want[i]));
}

TEST_CASE("a new value is written over a variable behind the last step that reads the old one") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, ramp(16), {4, 4}), "w"),
                     v = share(floats(context, ramp(16), {4, 4}), "v");
  const graph::Value x = share(floats(context, ramp(16), {4, 4}), "x");
  FunctionSpec spec;
  spec.context = &context;
  // The update is the first of two products; the second reads the variable. Two others each read what the other writes.
  const graph::Value product = op("dot", {x, x}), next = expression("w - 0.5 * p", {{"w", w}, {"p", product}});
  spec.updates = {{w, next}, {v, expression("v - 0.5 * p", {{"v", v}, {"p", op("dot", {w, v})}})}};
  spec.outputs.push_back({op("dot", {x, w})});
  const auto f = Function::create(spec);
  const auto old_w = ramp(16), old_v = ramp(16), data = ramp(16);
  const auto got = values_of<float>(*f->call({})[0]);
  const std::string why = f->describe("explain");
  INFO(why);
  CHECK(count_of(why, "  step ") == 4);  // three products and the copy for v, which a product cannot write over
  const auto w_now = values_of<float>(*op_as<SharedLeaf>(w)->shared().value()),
             v_now = values_of<float>(*op_as<SharedLeaf>(v)->shared().value());
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      double xw = 0, xx = 0, wv = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        xw += double(data[4 * i + k]) * double(old_w[4 * k + j]);
        xx += double(data[4 * i + k]) * double(data[4 * k + j]);
        wv += double(old_w[4 * i + k]) * double(old_v[4 * k + j]);
      }
      CHECK(got[4 * i + j] == Near(xw));
      CHECK(w_now[4 * i + j] == Near(double(old_w[4 * i + j]) - 0.5 * xx));
      CHECK(v_now[4 * i + j] == Near(double(old_v[4 * i + j]) - 0.5 * wv));
    }
}

TEST_CASE("a new value that a step reads is computed before that, although later steps read the old one") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {1, 2, 3, 4}, {2, 2}), "w"), x = make_input("x", {KILN_FLOAT32, {2, 2}});
  const graph::Value next = expression("w * 2", {{"w", w}}), read = op("dot", {next, x});
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{read}, {op("dot", {read, w})}};
  spec.updates = {{w, next}};
  spec.context = &context;
  const auto f = Function::create(spec);
  const std::vector<float> numbers{1, 0, 0, 1};
  Argument argument = host(numbers);
  argument.shape = {2, 2};
  const auto got = f->call(std::vector{argument});
  CHECK(values_of<float>(*got[0]) == std::vector<float>{2, 4, 6, 8});
  CHECK(values_of<float>(*got[1]) == std::vector<float>{14, 20, 30, 44});
  CHECK(values_of<float>(*op_as<SharedLeaf>(w)->shared().value()) == std::vector<float>{2, 4, 6, 8});
}

TEST_CASE("placing new values takes work that is linear in the updates") {
  const auto context = Context::wrap(fake::make_context({}), "fake0", {});
  const auto visits = [&](std::int64_t count) {
    FunctionSpec spec;
    spec.context = context.get();
    spec.excluded_passes = {"bundle", "fusion"};
    std::vector<Ref<Shared>> variables;
    // Every update stands before a step that reads the old value.
    const graph::Value one = share(array::empty(*context, KILN_FLOAT32, Dims{}, "test"));
    variables.push_back(Ref<Shared>(&op_as<SharedLeaf>(one)->shared()));
    for (std::int64_t i = 0; i < count; ++i) {
      const graph::Value w = share(array::empty(*context, KILN_FLOAT32, Dims{i + 2}, "test"));
      variables.push_back(Ref<Shared>(&op_as<SharedLeaf>(w)->shared()));
      spec.updates.emplace_back(w, expression("w * s", {{"w", w}, {"s", one}}));
      spec.outputs.push_back({transfer(op("sort", {w}), context)});
    }
    Specialisation plan;
    plan.graph = optimise(spec, {}, *context, nullptr);
    make_steps(spec, variables, *context, plan);
    for (const Update& update : plan.updates) CHECK(update.in_place);
    CHECK(plan.steps.size() == std::size_t(2 * count));
    return plan.update_visits;
  };
  const auto few = visits(50), many = visits(200);
  CHECK(few > 0);
  CHECK(many <= 4 * few);
}

TEST_CASE("random trees of joins") {
  Context& context = *contexts()[0];
  std::uint32_t state = 11;
  const auto below = [&](std::uint32_t n) { return (state = state * 1664525 + 1013904223) / 65536 % n; };
  const graph::Value x = share(floats(context, ramp(12), {2, 2, 3}), "x");
  for (int i = 0; i < 8; ++i) {
    std::vector<graph::Value> values{expression("exp(x)", {{"x", x}}), expression("x * x", {{"x", x}})};
    std::vector<Dims> shapes(2, Dims{2, 2, 3});
    for (int k = 0; k < 5; ++k) {
      const std::size_t at = values.size() - 1 - below(std::uint32_t(std::min<std::size_t>(3, values.size())));
      const graph::Value one = values[at];
      Dims shape = shapes[at];
      const std::uint32_t what = below(5);
      if (what == 0) {
        values.push_back(expression("a - 2", {{"a", one}}));
      } else if (what == 1) {
        values.push_back(dimshuffle(one, {1, 0, 2}));
        std::swap(shape[0], shape[1]);
      } else if (what == 2) {
        shape = {shape[0] * shape[1] / 2, 2, shape[2]};
        values.push_back(reshape(one, shape));
      } else {
        const std::uint32_t axis = below(3);
        values.push_back(concat({one, expression("a * a", {{"a", one}}), expression("a + 1", {{"a", one}})}, axis));
        shape[axis] *= 3;
      }
      shapes.push_back(shape);
    }
    values.push_back(concat({values.back(), expression("sin(a)", {{"a", values.back()}})}, 0));
    parts_steps({op("sort", {values.back()}, along_axis(2)), op("sum", {values[below(std::uint32_t(values.size()))]})});
  }
}
