// SPDX-License-Identifier: Apache-2.0
// The signatures of a function: which stay compiled, what memory the others keep, on which context a call
// runs.
#include "../support/support.hpp"
#include "graph/passes/pass.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

int compiled = 0;
constexpr Pass kCounting{"counting",
                         [](std::span<const graph::Value> values) {
                           ++compiled;
                           return Values(values.begin(), values.end());
                         },
                         true};

}  // namespace

TEST_CASE("the signature that was called longest ago goes, when there are more than the flag says") {
  const WithFlag limit("signatures", "3");
  FunctionSpec spec;
  apply_flags(spec);
  const graph::Value x = vector("x");
  spec.inputs = {{x}};
  spec.outputs = {{expression("x + 1", {{"x", x}})}};
  spec.context = &*contexts()[0];
  spec.extra_passes = {&kCounting};
  const auto f = Function::create(spec);
  compiled = 0;
  const auto call = [&](std::size_t n) {
    const int before = compiled;
    CHECK(first(f->call(std::vector{host(std::vector<float>(n, 1))})) == std::vector<float>(n, 2));
    return compiled - before;
  };
  for (const std::size_t n : {1, 2, 3}) CHECK(call(n) == 1);
  for (const std::size_t n : {1, 2, 3, 1}) CHECK(call(n) == 0);
  CHECK(call(4) == 1);  // in the place of 2
  for (const std::size_t n : {1, 3, 4}) CHECK(call(n) == 0);
  CHECK(call(2) == 1);  // in the place of 1
  CHECK(call(4) == 0);
  CHECK(call(1) == 1);
  // By default 32, in turn.
  FunctionSpec usual = spec;
  usual.signatures = FunctionSpec().signatures;
  const auto g = Function::create(usual);
  compiled = 0;
  for (int round = 0; round < 2; ++round)
    for (std::size_t n = 1; n <= 32; ++n) g->call(std::vector{host(std::vector<float>(n, 1))});
  CHECK(compiled == 32);
}

TEST_CASE("few kernels are built when each call has another number of rows") {
  for (const auto& context : contexts()) {
    const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 10}});
    Attributes rows;
    rows.axis = 1;
    FunctionSpec spec;
    spec.inputs = {{x}};
    spec.outputs = {{op("softmax", {x}, rows)}};
    spec.context = &*context;
    const auto f = Function::create(spec);
    const auto built = [&](std::int64_t n) {
      const std::uint64_t before = context->cache_statistics().compiled;
      const std::vector<float> elements(std::size_t(10 * n), 2);
      Argument argument = host(elements);
      argument.shape = {n, 10};
      for (const float each : first(f->call(std::vector{argument}))) REQUIRE(each == Near(0.1));
      return context->cache_statistics().compiled - before;
    };
    for (std::int64_t n = 16; n < 24; ++n) built(n);  // texts may be written for these
    std::uint64_t later = 0;
    for (std::int64_t n = 28; n <= 400; n += 12) later += built(n);
    // Blocks of 16, 32, 64 and 128 rows on CPU devices.
    CHECK(later <= 4);
  }
}

TEST_CASE("old signatures keep no device memory") {
  Context& context = *contexts()[0];
  const graph::Value x = vector("x");
  FunctionSpec spec;
  spec.inputs = {{x}};
  Attributes first_axis;
  first_axis.axis = 0;
  // A constant of every shape, an argument of the host's, temporaries.
  spec.outputs = {
      {op("sum", {expression("x * i", {{"x", op("sort", {x})}, {"i", op("arange_like", {x}, first_axis)}})})}};
  spec.context = &context;
  const auto f = Function::create(spec);
  const auto used_after = [&](std::size_t n) {
    for (int i = 0; i < 3; ++i) {
      const float sum = first(f->call(std::vector{host(std::vector<float>(n, 1))}))[0];
      CHECK(sum == Near(double(n * (n - 1) / 2)));
    }
    context.synchronize();
    return context.memory_statistics().in_use;
  };
  const std::uint64_t before = context.memory_statistics().in_use;
  std::uint64_t few = 0, many = 0;
  for (std::size_t n = 64; n > 52; --n) few = used_after(n);
  for (std::size_t n = 52; n > 34; --n) many = used_after(n);
  CHECK(many <= few);
  // They are as good as ever.
  CHECK(used_after(64) <= few + 1024);
  f->release_memory();
  CHECK(context.memory_statistics().in_use == before);
}

TEST_CASE("a call with arrays of another context on the same device runs there") {
  const auto there = Context::open(devices()[0], runtime::ContextOptions::from_flags());
  const WithFlag device("device", devices()[0]);
  Context& usual = default_context();
  const bool same = usual.device() == there->device();  // it may have been opened before
  const graph::Value x = vector("x"), y = vector("y");
  FunctionSpec spec;
  spec.inputs = {{x}, {y}};
  spec.outputs = {{expression("x + y", {{"x", x}, {"y", y}})}};
  const auto f = Function::create(spec);
  const auto a = floats(*there, {1, 2}), b = floats(*there, {3, 4}), c = floats(usual, {5, 6});
  const auto call = [&](Array* left, Array* right) {
    std::vector<Argument> arguments(2);
    arguments[0].array = left;
    arguments[1].array = right;
    return first(f->call(arguments));
  };
  for (int i = 0; i < 3; ++i) CHECK(call(a.get(), b.get()) == std::vector<float>{4, 6});
  if (same) CHECK(!has(f->describe("toposort"), "GpuFromHost"));
  // Of two contexts: on that of the flag.
  CHECK(call(a.get(), c.get()) == std::vector<float>{6, 8});
  CHECK(call(c.get(), a.get()) == std::vector<float>{6, 8});
  CHECK(call(c.get(), c.get()) == std::vector<float>{10, 12});
  const std::vector<float> elements{7, 8};
  std::vector<Argument> arguments{host(elements), host(elements)};
  CHECK(first(f->call(arguments)) == std::vector<float>{14, 16});
  arguments[0].array = a.get();
  CHECK(first(f->call(arguments)) == std::vector<float>{8, 10});
  f->synchronize();
}
