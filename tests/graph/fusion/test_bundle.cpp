// SPDX-License-Identifier: Apache-2.0
// Bundles: the same elementwise computation of arrays of different shapes in few launches.
#include <array>
#include <regex>

#include "../support/support.hpp"
#include "array/elementwise/elementwise_bundle.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::vector<float> uneven(std::size_t count, int seed) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(float((i * 7919 + std::size_t(seed) * 131) % 1009) / 504 - 1.0f);
  return values;
}

Ref<Array> random_array(Context& context, const Dims& shape, int seed, DType dtype = KILN_FLOAT32) {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  const auto values = uneven(std::size_t(size), seed);
  return array::from_host(context, dtype, shape, nullptr, KILN_FLOAT32, values.data());
}

// Variables of an optimiser's rule with momentum, over parameters of these shapes.
struct Updates {
  FunctionSpec spec;
  std::vector<graph::Value> variables;
};
Updates momentum(Context& context, const std::vector<Dims>& shapes, DType dtype) {
  Updates made;
  const graph::Value rate = share(random_array(context, {}, 5, dtype), "rate");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const graph::Value p = share(random_array(context, shapes[i], int(i), dtype)),
                       v = share(random_array(context, shapes[i], int(i) + 100, dtype)),
                       g = share(random_array(context, shapes[i], int(i) + 200, dtype));
    const graph::Value next = graph::cast(expression("v * 0.9 + exp(g)", {{"v", v}, {"g", g}}), dtype);
    made.spec.updates.emplace_back(v, next);
    made.spec.updates.emplace_back(p,
                                   graph::cast(expression("p - r * n", {{"p", p}, {"r", rate}, {"n", next}}), dtype));
    made.variables.insert(made.variables.end(), {p, v});
  }
  made.spec.context = &context;
  return made;
}

// The same of an optimiser's rule with two averages, whose rate is computed by another kernel.
Updates averages(Context& context, const std::vector<Dims>& shapes) {
  Updates made;
  const graph::Value count = share(random_array(context, {}, 5), "count"),
                     next_count = expression("t + 1", {{"t", count}}),
                     rate = expression("exp2(-t)", {{"t", next_count}});
  made.spec.updates.emplace_back(count, next_count);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto fresh = [&](int seed) { return share(random_array(context, shapes[i], int(i) + seed)); };
    const graph::Value p = fresh(0), m = fresh(100), v = fresh(200), g = fresh(300);
    const graph::Value next_m = expression("0.9 * m + 0.1 * g", {{"m", m}, {"g", g}}),
                       next_v = expression("0.99 * v + 0.01 * square(g)", {{"v", v}, {"g", g}});
    made.spec.updates.emplace_back(m, next_m);
    made.spec.updates.emplace_back(v, next_v);
    made.spec.updates.emplace_back(
        p, expression("p - r * m / (sqrt(abs(v)) + 0.125)", {{"p", p}, {"r", rate}, {"m", next_m}, {"v", next_v}}));
    made.variables.insert(made.variables.end(), {p, m, v});
  }
  made.spec.context = &context;
  return made;
}

struct Run {
  std::vector<std::vector<double>> values;
  std::vector<std::array<std::size_t, 3>> kernels;  // additions, divisions and multiplications of those that divide
  std::size_t bundles = 0, members = 0, steps = 0;
};
Run run(Updates updates, bool together, int calls = 3) {
  if (!together) updates.spec.excluded_passes = {"bundle"};
  const auto f = Function::create(updates.spec);
  for (int call = 0; call < calls; ++call) f->call({});
  Run result;
  for (const graph::Value& variable : updates.variables) {
    const auto array = op_as<SharedLeaf>(variable)->shared().value();
    result.values.emplace_back(std::size_t(array->size()));
    array::read_as(*array, KILN_FLOAT64, result.values.back().data(), "test");
  }
  const std::string explained = f->describe("explain");
  result.bundles = count_of(explained, ": GpuBundle{");
  const std::size_t bundle = explained.find(": GpuBundle{");
  if (bundle != std::string::npos) result.members = std::stoul(explained.substr(bundle + 12));
  result.steps = count_of(explained, "  step ");
  const std::regex fused("(\\d* ?)add, (\\d* ?)divide, (\\d* ?)multiply");
  for (std::sregex_iterator at(explained.begin(), explained.end(), fused), end; at != end; ++at) {
    const auto number = [&](std::size_t i) { return (*at)[i].length() ? std::stoul((*at)[i]) : 1; };
    result.kernels.push_back({number(1), number(2), number(3)});
  }
  return result;
}

void compare(const Run& got, const Run& want, double tolerance) {
  REQUIRE(got.values.size() == want.values.size());
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    CAPTURE(i);
    std::size_t far = 0;
    for (std::size_t j = 0; j < got.values[i].size(); ++j)
      far += !(std::fabs(got.values[i][j] - want.values[i][j]) <= tolerance * (1 + std::fabs(want.values[i][j])));
    CHECK(far == 0);
  }
}

}  // namespace

TEST_CASE("updates of many shapes by one rule are one step", "[bundle][optimised]") {
  for (const auto& context : contexts()) {
    const std::vector<Dims> shapes = {{3},    {17, 5}, {1},      {1000}, {2, 3, 4}, {0, 4},
                                      {4097}, {1, 1},  {64, 65}, {33},   {16},      {128, 128}};
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT16}) {
      const Run got = run(momentum(*context, shapes, dtype), true),
                want = run(momentum(*context, shapes, dtype), false);
      CHECK(got.bundles == 1);
      CHECK(got.steps <= 3);  // the bundle, and the parameter without elements
      CHECK(want.bundles == 0);
      CHECK(want.steps >= shapes.size() - 1);
      compare(got, want, dtype == KILN_FLOAT32 ? 1e-6 : 4e-3);
    }
  }
}

TEST_CASE("updates of equal shapes are in the bundle, each for itself", "[bundle]") {
  for (const auto& context : contexts()) {
    std::vector<Dims> shapes;
    for (std::int64_t i = 0; i < 24; ++i) shapes.push_back({300 + i % 2 * 100});
    const Run got = run(averages(*context, shapes), true), want = run(averages(*context, shapes), false);
    CHECK(got.bundles == 1);
    CHECK(got.members == 24);
    CHECK(got.steps == 2);
    compare(got, want, 1e-6);
  }
}

TEST_CASE("updates of one shape alone are ordinary kernels", "[bundle]") {
  Context& context = *contexts()[0];
  const Run got = run(averages(context, std::vector<Dims>(3, Dims{77})), true);
  CHECK(got.bundles == 0);
  CHECK(got.steps == 2);
}

TEST_CASE("what one kernel has no room for goes into another one with all that it reads alone", "[bundle]") {
  Context& context = *contexts()[0];
  for (std::size_t count = 4; count < 13; ++count) {
    CAPTURE(count);
    const Run got = run(averages(context, std::vector<Dims>(count, Dims{50})), false, 1);
    std::size_t updates = 0;
    for (const auto& [additions, divisions, multiplications] : got.kernels) {
      CHECK(additions == 3 * divisions);
      CHECK(multiplications == 6 * divisions);
      updates += divisions;
    }
    CHECK(updates == count);
  }
}

TEST_CASE("arrays of more allocations than a launch may have are several launches", "[bundle]") {
  Context& context = *contexts()[0];
  std::vector<Dims> shapes;
  for (std::int64_t i = 0; i < 25; ++i) shapes.push_back({270000 + i});
  compare(run(momentum(context, shapes, KILN_FLOAT32), true), run(momentum(context, shapes, KILN_FLOAT32), false),
          1e-6);
}

TEST_CASE("more arrays than one launch takes are several launches", "[bundle]") {
  Context& context = *contexts()[0];
  std::vector<Dims> shapes;
  for (std::int64_t i = 0; i < 150; ++i) shapes.push_back({1 + i % 7, 5});
  compare(run(momentum(context, shapes, KILN_FLOAT32), true), run(momentum(context, shapes, KILN_FLOAT32), false),
          1e-6);
}

TEST_CASE("a variable that other members of its bundle read is not written over", "[bundle]") {
  Context& context = *contexts()[0];
  const auto make = [&] {
    Updates made;
    const bool broadcasts = true;
    const graph::Value fixed = share(random_array(context, {}, 9)),
                       one = make_shared(random_array(context, {1}, 1), "", &broadcasts);
    const auto update = [&](const graph::Value& variable, const graph::Value& other) {
      made.spec.updates.emplace_back(variable, expression("a * 0.5 + sin(b) * 0.25", {{"a", variable}, {"b", other}}));
      made.variables.push_back(variable);
    };
    update(one, fixed);
    for (std::int64_t i = 2; i < 6; ++i) update(share(random_array(context, {i}, int(i))), one);
    made.spec.context = &context;
    return made;
  };
  const Run got = run(make(), true);
  CHECK(got.bundles == 1);
  compare(got, run(make(), false), 1e-6);
}

TEST_CASE("arguments that are transposed are computed beside a bundle", "[bundle]") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{6, 4}}), y = make_input("y", {KILN_FLOAT32, Dims{5, 3}}),
                     z = make_input("z", {KILN_FLOAT32, Dims{8}});
  const Ref<Array> straight = random_array(context, {4, 6}, 1);
  Layout layout = straight->layout();
  std::swap(layout.shape[0], layout.shape[1]);
  std::swap(layout.strides[0], layout.strides[1]);
  const Ref<Array> turned = array::view(*straight, layout, true), plain = random_array(context, {5, 3}, 2),
                   line = random_array(context, {8}, 3);
  std::vector<std::vector<double>> results[2];
  for (const bool together : {false, true}) {
    FunctionSpec spec;
    spec.inputs = {{x}, {y}, {z}};
    for (const graph::Value& input : {x, y, z}) spec.outputs.push_back({expression("sin(a) * 2", {{"a", input}})});
    spec.context = &context;
    if (!together) spec.excluded_passes = {"bundle"};
    const auto f = Function::create(spec);
    std::vector<Argument> arguments(3);
    arguments[0].array = turned.get();
    arguments[1].array = plain.get();
    arguments[2].array = line.get();
    for (int call = 0; call < 3; ++call) {
      results[together].clear();
      for (const auto& result : f->call(arguments)) {
        results[together].emplace_back(std::size_t(result->size()));
        array::read_as(*result, KILN_FLOAT64, results[together].back().data(), "test");
      }
    }
    CHECK(count_of(f->describe("explain"), ": GpuBundle{3 x ") == (together ? 1u : 0u));
  }
  CHECK(results[0] == results[1]);
}

TEST_CASE("a bundle whose sets share memory computes them one by one", "[bundle]") {
  Context& context = *contexts()[0];
  const Ref<Array> all = random_array(context, {64}, 4);
  const auto part = [&](std::int64_t from, std::int64_t count) {
    Layout layout = all->layout();
    layout.offset += from * 4;
    layout.shape = {count};
    return array::view(*all, layout, true);
  };
  const auto bundle = array::ElementwiseBundle::create(
      context, expr::parse_statements("r0 = x0 * 2 + 1", std::vector<std::string>{"x0"}),
      std::vector<DType>{KILN_FLOAT32}, std::vector<DType>{KILN_FLOAT32}, {false});
  std::vector<float> want = values_of<float>(*all);
  const auto apply = [&](const std::vector<std::pair<std::int64_t, std::int64_t>>& sets) {  // to, from; 8 elements
    std::vector<Ref<Array>> held;
    std::vector<Array*> arrays;
    for (const auto& [to, from] : sets) {
      for (const std::int64_t start : {to, from}) {
        held.push_back(part(start, 8));
        arrays.push_back(held.back().get());
      }
      std::vector<float> next;
      for (std::int64_t i = 0; i < 8; ++i) next.push_back(want[std::size_t(from + i)] * 2 + 1);
      std::copy(next.begin(), next.end(), want.begin() + to);
    }
    bundle->call(arrays, "test");
    CHECK(values_of<float>(*all) == want);
  };
  apply({{0, 0}, {8, 16}, {24, 24}});   // apart or in place
  apply({{0, 8}, {8, 16}, {16, 0}});    // the third reads what the first writes
  apply({{4, 0}, {32, 36}, {40, 48}});  // parts of a set overlap
}
