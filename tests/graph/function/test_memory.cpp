// SPDX-License-Identifier: Apache-2.0
// The peak that a plan states is the peak that the device's pool measures.
#include "../support/support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

Ref<Context> fresh_context() { return Context::open(devices()[0], runtime::ContextOptions::from_flags()); }

graph::Value ramp_on(Context& context, std::int64_t n, const std::string& name) {
  std::vector<float> values(std::size_t(n * n));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(i % 7) * 0.1F;
  return share(floats(context, values, {n, n}), name);
}

// Products, reductions, a transposed copy and elementwise kernels that do not fuse with them.
Values layers(const graph::Value& x, const graph::Value& w) {
  const graph::Value a = op("dot", {x, w});
  const graph::Value b = op("softmax", {expression("exp(a * 0.01)", {{"a", a}})});
  const graph::Value c = op("dot", {b, op("transpose", {a})});
  const graph::Value d = op("cumsum", {expression("c + x", {{"c", c}, {"x", x}})});
  return {op("sum", {expression("d * b", {{"d", d}, {"b", b}})}), c};
}

}  // namespace

TEST_CASE("the stated peak is the peak measured") {
  const WithFlag no_trials("blas", "own");  // operands of which would take memory for a moment
  for (const bool keep : {false, true}) {
    INFO((keep ? "allow_gc False" : "allow_gc True"));
    const auto context = fresh_context();
    const graph::Value x = ramp_on(*context, 200, "x"), w = ramp_on(*context, 200, "w");
    const Values made = layers(x, w);
    FunctionSpec spec;
    // One on the host, one in the function's own memory.
    spec.outputs = {{made[0]}, {transfer(made[1], context), true}};
    spec.updates = {{w, expression("w * 0.5 + c", {{"w", w}, {"c", made[1]}})}};
    spec.keep_memory = keep;
    const auto f = Function::create(spec);
    const auto before = context->memory_statistics();
    REQUIRE(before.peak == before.in_use);
    for (int i = 0; i < 4; ++i) {
      f->call({});
      context->synchronize();
      const auto now = context->memory_statistics();
      CHECK(now.peak - before.in_use <= f->planned_bytes());
      if (i == 0) continue;  // recorded by the second call, with the temporaries of all steps
      CHECK(now.peak - before.in_use == f->planned_bytes());
      const bool all = now.in_use - before.in_use == f->planned_bytes();
      CHECK(all == keep);
    }
    CHECK(has(f->describe("explain"),
              "peak on " + context->device() + " is " + std::to_string(f->planned_bytes()) + " bytes"));
    f->release_memory();
    CHECK(context->memory_statistics().in_use == before.in_use);
  }
}

TEST_CASE("the stated peak is the peak measured on two contexts") {
  const WithFlag no_trials("blas", "own");
  for (const bool keep : {false, true}) {
    INFO((keep ? "allow_gc False" : "allow_gc True"));
    const auto a = fresh_context(), b = fresh_context();
    const graph::Value x = ramp_on(*a, 200, "x"), w = ramp_on(*b, 200, "w");
    const graph::Value left = op("cumsum", {expression("exp(x * 0.1)", {{"x", x}})});
    const graph::Value right = op("dot", {w, transfer(left, b)});
    const graph::Value back = op("cumsum", {expression("l + r", {{"l", left}, {"r", transfer(right, a)}})});
    FunctionSpec spec;
    spec.outputs = {{op("sum", {back})}, {op("sum", {op("cumsum", {right})})}};
    spec.context = a.get();
    spec.keep_memory = keep;
    const auto f = Function::create(spec);
    const auto before_a = a->memory_statistics(), before_b = b->memory_statistics();
    for (int i = 0; i < 4; ++i) {
      f->call({});
      f->synchronize();
      const std::uint64_t on_a = a->memory_statistics().peak - before_a.in_use;
      const std::uint64_t on_b = b->memory_statistics().peak - before_b.in_use;
      CHECK(on_a + on_b <= f->planned_bytes());
      if (i == 0) continue;
      CHECK(on_a + on_b == f->planned_bytes());
      const std::string why = f->describe("explain");
      INFO(why);
      CHECK(has(why, " is " + std::to_string(on_a) + " bytes"));
      CHECK(has(why, " is " + std::to_string(on_b) + " bytes"));
    }
  }
}
