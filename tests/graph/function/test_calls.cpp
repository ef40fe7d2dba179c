// SPDX-License-Identifier: Apache-2.0
// Calls of functions: of constants alone, with arguments that lie where others lay, from several threads at
// once.
#include <thread>

#include "../support/support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

Shared& variable(const graph::Value& value) { return op_as<SharedLeaf>(value)->shared(); }

// Every job on a thread of its own; what went wrong in one of them.
std::string together(const std::vector<std::function<void()>>& jobs) {
  std::vector<std::thread> threads;
  std::vector<std::string> errors(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i)
    threads.emplace_back([&, i] {
      try {
        jobs[i]();
      } catch (const base::Error& error) {
        errors[i] = error.message();
      }
    });
  for (auto& thread : threads) thread.join();
  std::string all;
  for (const std::string& error : errors) all += error;
  return all;
}

void require(bool fine, const char* what) {
  if (!fine) base::fail(KILN_INTERNAL, "{}", what);
}

constexpr int kCalls = 20;

}  // namespace

TEST_CASE("reductions of constants alone") {
  Attributes three;
  three.shape = {3};
  three.has_shape = true;
  FunctionSpec spec;
  const graph::Value twos = op("alloc", {make_constant(Scalar::real(KILN_FLOAT32, 2))}, three);
  spec.outputs = {{op("sum", {twos})}, {op("prod", {twos})}};
  spec.context = &*contexts()[0];
  const auto results = Function::create(spec)->call({});
  CHECK(values_of<float>(*results[0])[0] == 6);
  CHECK(values_of<float>(*results[1])[0] == 8);
  three.shape = {-1};
  check_error(KILN_SHAPE_ERROR, "graph.alloc: got shape (-1,), expected extents of at least 0",
              [&] { op("alloc", {twos}, three); });
}

TEST_CASE("an argument at the place of a larger buffer that is gone") {
  Context& context = *contexts()[0];
  const graph::Value x = vector("x");
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{expression("x + 1", {{"x", x}})}};
  spec.context = &context;
  const auto f = Function::create(spec);
  const auto call = [&](Array& array) {
    Argument argument;
    argument.array = &array;
    return first(f->call(std::vector{argument}));
  };
  auto whole = floats(context, std::vector<float>(100, 1));
  std::vector<layout::Index> part(1);
  part[0].stop = 10;
  for (int i = 0; i < 3; ++i)
    CHECK(call(*array::view(*whole, layout::index(whole->layout(), part, "test"), true)) == std::vector<float>(10, 2));
  whole = nullptr;
  const auto small = floats(context, std::vector<float>(10, 2));
  for (int i = 0; i < 3; ++i) CHECK(call(*small) == std::vector<float>(10, 3));
}

TEST_CASE("a shared variable changes its shape while functions of it are called") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {1, 2}), "w"), x = vector("x");
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{op("sum", {expression("w * w", {{"w", w}})})}, {expression("2 * x", {{"x", x}})}};
  const auto f = Function::create(spec);
  const std::vector<float> argument{1, 2, 3};
  const auto call = [&] {
    for (int i = 0; i < kCalls; ++i) {
      const auto results = f->call(std::vector{host(argument)});
      const float sum = first(results)[0];
      require(sum == 5 || sum == 14, "a sum of neither value");
      require(values_of<float>(*results[1]) == std::vector<float>{2, 4, 6}, "another result");
    }
  };
  const auto change = [&] {
    for (int i = 0; i < kCalls * 4; ++i)
      variable(w).replace(i % 2 ? floats(context, {1, 2}) : floats(context, {1, 2, 3}), "test");
  };
  CHECK(together({call, change, call}) == "");
}

TEST_CASE("functions that share a variable, locked by the program") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {0, 0, 0}), "w");
  const auto add = [&](const char* text) {
    FunctionSpec spec;
    spec.outputs = {{op("sum", {w})}};
    spec.updates = {{w, expression(text, {{"w", w}})}};
    return Function::create(spec);
  };
  const auto one = add("w + 1"), two = add("w + 2");
  std::mutex mutex;
  const auto calls = [&](Function& f) {
    return [&] {
      for (int i = 0; i < kCalls; ++i) {
        const std::lock_guard lock(mutex);
        f.call({});
      }
    };
  };
  CHECK(together({calls(*one), calls(*two)}) == "");
  CHECK(values_of<float>(*variable(w).value()) == std::vector<float>(3, 3 * kCalls));
}

TEST_CASE("functions are made, copied, shown and freed while they are called") {
  Context& context = *contexts()[0];
  const graph::Value w = share(floats(context, {1, 2}), "w"), v = share(floats(context, {3, 4}), "v");
  // Constants alone, whose nodes every function shares.
  Attributes square;
  square.shape = {2, 2};
  square.has_shape = true;
  square.dtype = KILN_FLOAT32;
  const graph::Value ones = op("eye", {}, square);
  FunctionSpec spec;
  spec.outputs = {{op("dot", {ones, expression("w * 3", {{"w", w}})})}, {op("sum", {ones})}};
  const auto f = Function::create(spec);
  const auto call = [&] {
    for (int i = 0; i < kCalls; ++i)
      require(first(f->call({})) == std::vector<float>{3, 6}, "another result while it is freed");
  };
  const auto disturb = [&] {
    for (int i = 0; i < kCalls; ++i) {
      f->release_memory();
      f->planned_bytes();
      f->describe("explain");
    }
  };
  const auto copy = [&] {
    const std::vector<std::pair<graph::Value, graph::Value>> swap{{w, v}};
    for (int i = 0; i < 4; ++i) {
      const auto other = f->copy(swap, "other", true);
      require(first(other->call({})) == std::vector<float>{9, 12}, "another result of a copy");
      require(first(Function::create(spec)->call({})) == std::vector<float>{3, 6}, "another result anew");
    }
  };
  CHECK(together({call, disturb, copy}) == "");
}

TEST_CASE("values move to and fro between two contexts, from several threads") {
  Context& here = *contexts()[0];
  const auto there = Context::open(devices()[0], runtime::ContextOptions::from_flags());
  const graph::Value v = share(floats(here, {1, 2, 3}), "v"), w = share(floats(*there, {4, 5, 6}), "w");
  // Each reads the other side's variable, answers on the host, and adds up what it got in a variable of its
  // own.
  const auto function = [&](const graph::Value& from, Context& to, const graph::Value& sum) {
    const graph::Value moved = transfer(expression("2 * x", {{"x", from}}), Ref(&to));
    FunctionSpec spec;
    spec.outputs = {{moved}};
    spec.updates = {{sum, expression("s + m", {{"s", sum}, {"m", moved}})}};
    spec.context = &to;
    return Function::create(spec);
  };
  const graph::Value from_here = share(floats(*there, {0, 0, 0}), "from_here"),
                     from_there = share(floats(here, {0, 0, 0}), "from_there");
  const auto f = function(v, *there, from_here), g = function(w, here, from_there);
  const auto calls = [&](Function& called, const std::vector<float>& expected) {
    return [&called, expected] {
      for (int i = 0; i < kCalls; ++i) require(first(called.call({})) == expected, "another value arrived");
    };
  };
  CHECK(together({calls(*f, {2, 4, 6}), calls(*g, {8, 10, 12}), calls(*f, {2, 4, 6}), calls(*g, {8, 10, 12})}) == "");
  const auto times = [](const std::vector<float>& values) {
    std::vector<float> out;
    for (float value : values) out.push_back(value * 2 * kCalls);
    return out;
  };
  CHECK(values_of<float>(*variable(from_here).value()) == times({2, 4, 6}));
  CHECK(values_of<float>(*variable(from_there).value()) == times({8, 10, 12}));
}
