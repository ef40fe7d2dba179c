// SPDX-License-Identifier: Apache-2.0
// Elementwise nodes that wait for what another kernel computes share a kernel with those that they read.
#include "../support/support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

graph::Value variable(Context& context, std::vector<float> values, const char* name) {
  const Dims shape = values.size() == 1 ? Dims{} : Dims{std::int64_t(values.size())};
  return share(array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, values.data()), name);
}
std::vector<double> value_of(const graph::Value& variable) {
  const auto array = op_as<SharedLeaf>(variable)->shared().value();
  std::vector<double> values(std::size_t(array->size()));
  array::read_as(*array, KILN_FLOAT64, values.data(), "test");
  return values;
}

}  // namespace

TEST_CASE("fusion: all updates of a parameter are one kernel where the rate is computed before") {
  Context& context = *contexts()[0];
  const std::vector<float> start{1, -2, 3, 0.5f, 7}, slope{0.1f, 0.2f, -0.3f, 0, 2};
  const auto t = variable(context, {0}, "t"), p = variable(context, start, "p"),
             m = variable(context, std::vector<float>(5, 0), "m"), g = variable(context, slope, "g");
  const auto step = expression("t + 1", {{"t", t}});
  const auto rate = expression("0.1 / (1 - pow(0.9, s))", {{"s", step}});
  const auto next = expression("m * 0.9 + g * 0.1", {{"m", m}, {"g", g}});
  FunctionSpec spec;
  spec.updates = {{t, step}, {m, next}, {p, expression("p - r * n", {{"p", p}, {"r", rate}, {"n", next}})}};
  // An output, too, that is read by nothing but its reader's kernel.
  spec.outputs = {{expression("n * 2", {{"n", next}})}};
  spec.context = &context;
  const auto f = Function::create(spec);
  std::vector<double> momentum(5, 0), place(start.begin(), start.end());
  for (int call = 1; call <= 3; ++call) {
    const auto got = values_of<float>(*f->call({})[0]);
    for (std::size_t i = 0; i < 5; ++i) {
      momentum[i] = momentum[i] * 0.9 + double(slope[i]) * 0.1;
      place[i] -= 0.1 / (1 - std::pow(0.9, call)) * momentum[i];
      CHECK(got[i] == Near(2 * momentum[i]));
      CHECK(value_of(m)[i] == Near(momentum[i]));
      CHECK(value_of(p)[i] == Near(place[i]));
    }
  }
  INFO(f->describe("explain"));
  CHECK(count_of(f->describe("explain"), "  step ") == 2);
}
