// SPDX-License-Identifier: Apache-2.0
// Functions through kiln.hpp: shared variables and updates, givens, defaults, copies, borrowed results,
// threads.
#include <kiln/kiln.hpp>

#include <thread>

#include "support.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;
using Shape = std::vector<std::int64_t>;
using Floats = std::vector<float>;

namespace {

g::Variable shared(const kiln::Context& context, const Floats& values, const std::string& name = "") {
  return g::shared(GpuArray::from(context, values), name);
}
g::Variable number(const kiln::Context& context, float value, const std::string& name = "") {
  return g::shared(GpuArray::full(context, {}, value), name);
}
Floats value_of(const g::Variable& variable) { return variable.get_value().read<float>(); }

}  // namespace

TEST_CASE("updates are applied together, after the outputs") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const auto a = shared(context, {1, 2}, "a"), b = shared(context, {10, 20}, "b");
    const g::Function swap({.updates = {{a, b}, {b, a}}});
    swap();
    CHECK(value_of(a) == Floats{10, 20});
    CHECK(value_of(b) == Floats{1, 2});
    swap.run(3);
    CHECK(value_of(a) == Floats{1, 2});
    // Each reads the old value of the other; the output reads the old ones too.
    const g::Function cross({.outputs = {a + b, a}, .updates = {{a, a + b}, {b, a - b}}});
    for (int i = 0; i < 3; ++i) {
      const Floats old_a = value_of(a), old_b = value_of(b);
      const auto out = cross();
      CHECK(out[0].read<float>() == Floats{old_a[0] + old_b[0], old_a[1] + old_b[1]});
      CHECK(out[1].read<float>() == old_a);
      CHECK(value_of(a) == Floats{old_a[0] + old_b[0], old_a[1] + old_b[1]});
      CHECK(value_of(b) == Floats{old_a[0] - old_b[0], old_a[1] - old_b[1]});
    }
    // The same new value for two, one of a constant, one of the variable itself.
    const auto c = shared(context, {5, 6}), one = g::constant(Floats{1, 1});
    const g::Function odd({.updates = {{a, c}, {b, c}, {c, one}}});
    odd();
    CHECK(value_of(a) == Floats{5, 6});
    CHECK(value_of(b) == Floats{5, 6});
    CHECK(value_of(c) == Floats{1, 1});
    const g::Function same({.outputs = {c * 2}, .updates = {{c, c}}});
    CHECK(same()[0].read<float>() == Floats{2, 2});
    CHECK(value_of(c) == Floats{1, 1});
    // A reversed view of itself.
    const g::Function turn({.updates = {{a, a(kiln::slice(kiln::none, kiln::none, -1))}}});
    turn();
    CHECK(value_of(a) == Floats{6, 5});
    turn.run(2);
    CHECK(value_of(a) == Floats{6, 5});
  }
}

TEST_CASE("n calls are one run of n") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const auto w = shared(context, {1, 2, 3}, "w"), v = shared(context, {1, 2, 3}, "v");
    const auto count = number(context, 0, "count");
    const auto x = g::vector("x", KILN_FLOAT32);
    const auto train = [&](const g::Variable& of) {
      const auto cost = g::sum(g::square(of * x - 1));
      return g::Function(
          {.inputs = {x}, .outputs = {cost}, .updates = {{of, of - 0.01 * g::grad(cost, of)}, {count, count + 1}}});
    };
    const g::Function one = train(w), many = train(v);
    const Floats data{0.5F, -1, 2};
    Floats costs;
    for (int i = 0; i < 10; ++i) costs.push_back(one(data)[0].item<float>());
    CHECK(many.run(10, data)[0].item<float>() == costs[9]);
    CHECK(value_of(w) == value_of(v));
    CHECK(count.get_value().item<float>() == 20);
    CHECK(costs[9] < costs[0]);
    many.synchronize();
    // Released memory comes back with the next call.
    many.free();
    one.free();
    CHECK(one(data)[0].item<float>() == many(data)[0].item<float>());
  }
}

TEST_CASE("shared variables of functions") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device), other(device);
    const auto w = shared(context, {1, 2}, "w"), v = shared(context, {5, 6, 7}, "v");
    const auto x = g::vector("x", KILN_FLOAT32);
    const g::Function f({.inputs = {x}, .outputs = {w * x}, .updates = {{w, w + x}}, .name = "f"});
    CHECK(f(Floats{3, 4})[0].read<float>() == Floats{3, 8});
    CHECK(value_of(w) == Floats{4, 6});
    // Another shape, another context, borrowed.
    w.set_value(GpuArray::from(other, Floats{1, 1, 1}));
    CHECK(f(Floats{2, 3, 4})[0].read<float>() == Floats{2, 3, 4});
    const auto mine = GpuArray::from(context, Floats{0, 0});
    w.set_value(mine, true);
    f(Floats{7, 8});
    CHECK(mine.read<float>() == Floats{7, 8});
    CHECK(w.get_value(true).get() == mine.get());
    // A copy that trains another variable, and one that trains nothing.
    const g::Function of_v = f.copy({{w, v}}, "of v"), fixed = f.copy({}, "fixed", false);
    CHECK(of_v(Floats{1, 1, 1})[0].read<float>() == Floats{5, 6, 7});
    CHECK(value_of(v) == Floats{6, 7, 8});
    CHECK(fixed(Floats{1, 1})[0].read<float>() == Floats{7, 8});
    CHECK(value_of(w) == Floats{7, 8});
    // An update of another shape.
    const g::Function shorten({.updates = {{v, v(kiln::slice(1))}}});
    shorten();
    CHECK(value_of(v) == Floats{7, 8});
    shorten();
    CHECK(value_of(v) == Floats{8});
    const auto info = w.info();
    CHECK(std::string(info.name) == "w");
    CHECK(std::string(info.operation) == "Shared");
  }
}

TEST_CASE("sums beside a transposed matrix that is large enough to be copied first") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const std::int64_t n = 400;
    std::vector<float> numbers(std::size_t(n * n));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = float(i * 7919 % 7) - 3;
    const auto a = GpuArray::from(context, numbers, {n, n});
    const auto x = g::matrix("x", KILN_FLOAT32), y = g::matrix("y", KILN_FLOAT32);
    const g::Function f({.inputs = {x, y}, .outputs = {g::sum(x * y.T()), g::sum(x * y.T(), 1)}, .context = context});
    float all = 0;
    Floats rows(std::size_t(n), 0.0F);
    for (std::size_t i = 0; i < std::size_t(n); ++i)
      for (std::size_t j = 0; j < std::size_t(n); ++j) rows[i] += numbers[i * n + j] * numbers[j * n + i];
    for (const float row : rows) all += row;
    for (int again = 0; again < 3; ++again) {
      const auto got = f(a, a);
      CHECK(got[0].item<float>() == all);
      CHECK(got[1].read<float>() == rows);
    }
  }
}

TEST_CASE("what calls take and give") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device), other(device);
    const auto x = g::vector("x", KILN_FLOAT32), rate = g::scalar("rate", KILN_FLOAT32);
    const auto scaled = x * rate;
    const auto half = GpuArray::full(context, {}, 0.5F);
    const g::Function f({.inputs = {g::In(x, GpuArray::from(context, Floats{8})), g::In(rate, half)},
                         .outputs = {scaled, x, scaled.transfer(context), scaled.transfer(context)}});
    const Floats data{1, 2, 3};
    CHECK(f(data, 2.0F)[0].read<float>() == Floats{2, 4, 6});
    CHECK(f(data)[0].read<float>() == Floats{0.5F, 1, 1.5F});
    CHECK(f()[0].read<float>() == Floats{4});
    CHECK(f(g::Argument(), 2.0F)[0].read<float>() == Floats{16});
    CHECK(f(Floats{}, 2.0F)[0].size() == 0);
    const auto on_device = GpuArray::from(context, data);
    CHECK(f(on_device + on_device, half * 2)[0].read<float>() == Floats{2, 4, 6});
    CHECK(f.run(2, on_device * 2)[0].read<float>() == Floats{1, 2, 3});
    // Strided, of another context, of a narrower dtype; results stay after further calls.
    const auto strided = GpuArray::from(other, Floats{1, 9, 2, 9, 3})(kiln::slice(0, kiln::none, 2));
    const auto kept = f(strided, 3.0F);
    CHECK(f(std::vector<std::int16_t>{4, 5}, 2.0F)[0].read<float>() == Floats{8, 10});
    for (const std::size_t i : {0, 2, 3}) CHECK(kept[i].read<float>() == Floats{3, 6, 9});
    CHECK(kept[1].read<float>() == data);
    const std::vector<double> wide{1, 2};
    CHECK_THROWS_AS(f(wide), kiln::Error);
    const g::Function down({.inputs = {x}, .outputs = {x + 1}, .allow_input_downcast = true});
    CHECK(down(wide)[0].read<float>() == Floats{2, 3});
    // A variable's own memory as an argument: read as it was when the call was made.
    const auto own = shared(context, {1, 2, 3}, "own");
    const g::Function over({.inputs = {x}, .outputs = {g::sum(x * g::sum(x))}, .updates = {{own, own * 10}}});
    for (const float expected : {36.0F, 3600.0F, 360000.0F})
      CHECK(over(own.get_value(true))[0].item<float>() == expected);
    CHECK(over.run(2, own.get_value(true))[0].item<float>() == 36e8F);
    // Names that are constants elsewhere.
    const g::Function named({.inputs = {x}, .outputs = {g::expression("e + pi", {{"e", x}, {"pi", 2 * x}})}});
    CHECK(named(data)[0].read<float>() == Floats{3, 6, 9});
    // Borrowed: there until the next call.
    const g::Function borrowed({.inputs = {x}, .outputs = {g::Out(g::exp(x * 0).transfer(context), true)}});
    CHECK(borrowed(data)[0].read<float>() == Floats{1, 1, 1});
    // Something else in the place of a value, and of an input.
    const auto w = shared(context, {1, 2, 3}, "w");
    const g::Function given({.inputs = {rate}, .outputs = {scaled}, .givens = {{x, w + 1}}});
    CHECK(given(2.0F)[0].read<float>() == Floats{4, 6, 8});
    const g::Function of_scaled({.inputs = {x}, .outputs = {g::sum(scaled)}, .givens = {{scaled, x - 1}}});
    CHECK(of_scaled(data)[0].item<float>() == 3);
  }
}

TEST_CASE("functions called from several threads") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const auto count = number(context, 0, "count");
    const auto x = g::vector("x", KILN_FLOAT32);
    const g::Function f({.inputs = {x}, .outputs = {x + 1}, .updates = {{count, count + 1}}});
    const int calls = 25;
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (std::size_t t = 0; t < wrong.size(); ++t)
      threads.emplace_back([&, t] {
        // Two shapes, so that threads meet each other's specialisations.
        const Floats data(1 + t % 2, static_cast<float>(t));
        const g::Function mine({.outputs = {count * 0}});
        for (int i = 0; i < calls; ++i) {
          wrong[t] += f(data)[0].read<float>() != Floats(data.size(), static_cast<float>(t) + 1);
          wrong[t] += mine()[0].item<float>() != 0;
        }
      });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(4, 0));
    CHECK(count.get_value().item<float>() == static_cast<float>(calls) * 4);
  }
}

TEST_CASE("contexts by name, and what functions show") {
  const std::string device = test_devices()[0];
  REQUIRE(kiln_flag_set("contexts", ("dev0->" + device + ";dev1->" + device).c_str()) == KILN_OK);
  const auto a = kiln::Context::named("dev0"), b = kiln::Context::named("dev1");
  CHECK(a != b);
  CHECK(kiln::Context::named("dev1") == b);
  kiln_context out = a.get();
  CHECK(kiln_context_named("dev7", &out) == KILN_NO_DEVICE);
  CHECK(out == nullptr);
  const auto v = g::shared_on("dev0", GpuArray::from(a, Floats{1, 2}), "v");
  const auto w = g::shared_on("dev1", GpuArray::from(a, Floats{3, 4}), "w");
  const g::Function f({.outputs = {g::exp(v) * w.transfer("dev0"), (w + 1).transfer("dev1"), w.transfer("cpu")}});
  const auto results = f();
  CHECK(results[1].context() == b);
  CHECK(results[1].read<float>() == Floats{4, 5});
  CHECK(results[2].read<float>() == Floats{3, 4});
  CHECK(f.describe("explain").find("1 between devices (8 B)") != std::string::npos);
  for (const char* what : {"toposort", "debugprint", "dot", "svg", "passes"}) CHECK(!f.describe(what).empty());
  CHECK(kiln_flag_set("contexts", "") == KILN_OK);
}

TEST_CASE("shared variables that broadcast, with kiln.hpp") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const g::Variable x = g::matrix("x", KILN_FLOAT32);
    const g::Variable row = g::shared(GpuArray::from(context, Floats{1, 2, 3}, {1, 3}), "row", false, {true, false}),
                      column =
                          g::shared(GpuArray::from(context, Floats{10, 20}, {2, 1}), "column", true, {false, true});
    const g::Variable y = x + row * column;
    const g::Function f({.inputs = {x},
                         .outputs = {y, g::grad(g::sum(y), row), g::grad(g::sum(y), column)},
                         .updates = {{row, row + 1}}});
    const Floats zeros(6, 0);
    const auto results = f.call({g::Argument(zeros.data(), {2, 3})});
    CHECK(results[0].read<float>() == Floats{10, 20, 30, 20, 40, 60});
    CHECK(results[1].shape() == kiln::Shape{1, 3});
    CHECK(results[1].read<float>() == Floats(3, 30));
    CHECK(results[2].read<float>() == Floats(2, 6));
    CHECK(row.get_value().read<float>() == Floats{2, 3, 4});
    // What is said to have extent 1 keeps it.
    CHECK_THROWS_AS(row.set_value(GpuArray::zeros(context, {2, 3})), kiln::Error);
    CHECK_THROWS_AS(g::shared(GpuArray::zeros(context, {2, 3}), "v", false, {true, false}), kiln::Error);
    CHECK_THROWS_AS(g::shared(GpuArray::zeros(context, {2, 3}), "v", false, {true}), kiln::Error);
  }
}
