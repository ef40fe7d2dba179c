// SPDX-License-Identifier: Apache-2.0
// Every backend call of training loops fails, one a run, of a regression, of scans and of choices: a step ends well, or
// with an error and the shared variables as they were; training goes on afterwards to the same end, and nothing leaks.
// docs/reference/graph.md says what a device can still do wrong once the work of a step is queued.
#include <dlfcn.h>
#include <kiln/kiln.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "device_list.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;
using Floats = std::vector<float>;

namespace {

constexpr int kSteps = 4;  // by steps, recorded, and replayed twice

void* fault_module() {
  const char* const path = std::getenv("KILN_TEST_FAULT_MODULE");
  INFO("KILN_TEST_FAULT_MODULE names the module; meson test sets it");
  REQUIRE(path != nullptr);
  void* const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  return handle;
}

// The fault backend that libkiln has loaded too.
struct Module {
  void* const handle = fault_module();
  template <class Function>
  Function* symbol(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle, name));
  }
  int (*const set_plan)(std::uint64_t, int, const char*,
                        int) = symbol<int(std::uint64_t, int, const char*, int)>("kiln_fault_plan");
  std::uint64_t (*const failures)() = symbol<std::uint64_t()>("kiln_fault_failures");
  std::int64_t (*const live)() = symbol<std::int64_t()>("kiln_fault_live");
  const char* (*const entry_seen)(std::size_t) = symbol<const char*(std::size_t)>("kiln_fault_entry_seen");
  std::uint64_t (*const calls_of)(const char*) = symbol<std::uint64_t(const char*)>("kiln_fault_calls_of");
  void clear() const { REQUIRE(set_plan(0, 0, "", KILN_BACKEND_ERROR)); }
};

const Module& module() {
  static const Module loaded;
  return loaded;
}

// What a step of a program reads and changes.
struct Program {
  std::vector<g::Variable> variables;  // shared ones
  g::FunctionOptions function;
};
using Build = Program (*)(const kiln::Context& context, const g::Variable& x, const g::Variable& y);

g::Variable number(const kiln::Context& context, const std::string& name) {
  return g::shared(GpuArray::zeros(context, {}, KILN_FLOAT32), name);
}
g::Variable weights(const kiln::Context& context) {
  return g::shared(GpuArray::from(context, Floats{0.5F, -1, 2, 0.25F}), "w");
}

// Logistic regression with momentum: the cost on the host, the probabilities on the device.
Program regression(const kiln::Context& context, const g::Variable& x, const g::Variable& y) {
  const auto w = weights(context), b = number(context, "b"), count = number(context, "count");
  const auto v = g::shared(GpuArray::zeros(context, {4}, KILN_FLOAT32), "v");
  const auto p = g::sigmoid(g::dot(x, w) + b);
  const auto cost = g::mean(-y * g::log(p) - (1 - y) * g::log(1 - p));
  const auto gradients = g::grad(cost, {w, b});
  const auto velocity = 0.9 * v - 0.1 * gradients[0];
  return {{w, v, b, count},
          {.inputs = {x, y},
           .outputs = {cost, p.transfer(context)},
           .updates = {{v, velocity}, {w, w + velocity}, {b, b - 0.1 * gradients[1]}, {count, count + 1}}}};
}

// A loop with checkpoints over the rows of x, whose steps update a mean; its gradient.
Program loops(const kiln::Context& context, const g::Variable& x, const g::Variable& y) {
  const auto w = weights(context), mean = number(context, "mean");
  g::ScanOptions options;
  options.checkpoint_every = 2;
  options.updated = {mean};
  const auto made = g::scan(
      [&](const g::Variables& v) {
        return g::Variables{g::tanh(v[0] * w + v[2]), mean + 0.5F * (v[1] - mean)};
      },
      {x, y}, {{w, {-1}, true}}, options);
  const auto cost = g::sum(g::square(made[0]));
  return {{w, mean},
          {.inputs = {x, y},
           .outputs = {cost, made[0].transfer(context)},
           .updates = {{w, w - 0.1F * g::grad(cost, w)}, {mean, made[1]}}}};
}

// A choice between two new values, and a loop that ends by a condition and whose rows are read. Their steps are not
// recorded.
Program choices(const kiln::Context& context, const g::Variable& x, const g::Variable& y) {
  const auto w = weights(context), count = number(context, "count"), most = number(context, "most");
  g::ScanOptions options;
  options.until = true;
  options.updated = {most};
  const auto made = g::scan(
      [&](const g::Variables& v) {
        const auto next = g::maximum(most, v[1]);
        return g::Variables{v[0] * w, next, next > 0.5F};
      },
      {x, y}, {{}}, options);
  const auto next = g::ifelse(count > 0.5F, w * 0.5F, w + g::sum(made[0], {0}));
  return {{w, count, most},
          {.inputs = {x, y},
           .outputs = {g::sum(made[0]), next.transfer(context)},
           .updates = {{w, next}, {count, 1 - count}, {most, made[1] - 0.25F}}}};
}

class Model {
 public:
  Model(const std::string& device, Build build) : context_(device) {
    const auto x = g::matrix("x", KILN_FLOAT32), y = g::vector("y", KILN_FLOAT32);
    Program program = build(context_, x, y);
    program.function.name = "step";
    variables_ = program.variables;
    step_ = g::Function(program.function);
  }
  Floats step() {
    const auto out = step_(g::Argument(kData, {3, 4}), g::Argument(kLabels, {3}));
    Floats results = out[1].read<float>();
    results.push_back(out[0].item<float>());
    return results;
  }
  // The elements of all shared variables.
  Floats state() const {
    Floats all;
    for (const auto& variable : variables_)
      for (const float value : variable.get_value(true).read<float>()) all.push_back(value);
    return all;
  }
  bool failed() const { return kiln_context_synchronize(context_.get()) != KILN_OK; }

 private:
  static constexpr float kData[12] = {1, 2, -1, 0, 0, 1, 3, -2, 1, 1, 1, 1}, kLabels[3] = {1, 0, 1};
  kiln::Context context_;
  std::vector<g::Variable> variables_;
  g::Function step_;
};
constexpr float Model::kData[12], Model::kLabels[3];

struct Ordinary {
  std::vector<Floats> states, results;  // states before each step, and at the end
  std::vector<std::pair<std::string, std::uint64_t>> calls;
};

Ordinary ordinary_run(const std::string& device, Build build) {
  Ordinary ordinary;
  for (const bool look : {true, false}) {  // looking at states makes calls too
    module().clear();
    Model model(device, build);
    for (int i = 0; i < kSteps; ++i) {
      if (look) ordinary.states.push_back(model.state());
      Floats results = model.step();
      if (look) ordinary.results.push_back(std::move(results));
    }
    if (look) ordinary.states.push_back(model.state());
  }
  for (std::size_t i = 0; const char* const entry = module().entry_seen(i); ++i)
    ordinary.calls.emplace_back(entry, module().calls_of(entry));
  return ordinary;
}

// What became of a run with a fault.
std::string run(const std::string& device, Build build, const std::string& entry, std::uint64_t call, bool persistent,
                kiln_status status, const Ordinary& ordinary) {
  CAPTURE(device, entry, call, persistent, int(status));
  std::string end = "unreached";
  REQUIRE(module().set_plan(call, persistent, entry.c_str(), status));
  try {
    Model model(device, build);
    for (std::size_t i = 0; i < kSteps; ++i) {
      Floats results;
      try {
        results = model.step();
        if (module().failures()) end = "recovered";
      } catch (const kiln::Error& error) {
        end = "failed";
        CAPTURE(i, error.what());
        CHECK(module().failures() > 0);
        CHECK(error.status() == status);
        CHECK(std::string(error.what()).find("made to fail") != std::string::npos);
        module().clear();
        if (model.failed()) {
          end = "context lost";  // an error that the device found late: what it computed is unknown
          break;
        }
        const Floats state = model.state();
        if (state == ordinary.states[i + 1]) {
          // The step was done, its results could not be had.
          end = "results lost";
          continue;
        }
        CHECK(state == ordinary.states[i]);
        results = model.step();
      }
      CHECK(results == ordinary.results[i]);
    }
    module().clear();
    if (end != "context lost") CHECK(model.state() == ordinary.states[kSteps]);
  } catch (const kiln::Error& error) {
    INFO(error.what());
    CHECK(module().failures() > 0);
    CHECK(error.status() == status);
    end = "not begun";
  }
  module().clear();
  CHECK(module().live() == 0);
  return end;
}

// Fails each `stride`-th call.
void fail_calls(const std::string& device, Build build, int stride, const std::vector<kiln_status>& statuses,
                bool persistent) {
  ordinary_run(device, build);  // fills the kernel cache
  const Ordinary ordinary = ordinary_run(device, build);
  REQUIRE(ordinary.states[kSteps] != ordinary.states[0]);
  std::map<std::string, int> ends;
  int number_of_call = 0;
  for (const auto& [entry, count] : ordinary.calls)
    for (std::uint64_t call = 1; call <= count; ++call) {
      if (number_of_call++ % stride != 0) continue;
      for (const kiln_status status : statuses) {
        const std::string end = run(device, build, entry, call, persistent, status, ordinary);
        ++ends[end];
        if (std::getenv("KILN_TEST_VERBOSE"))
          std::printf("%s %d status %d: %s\n", entry.c_str(), int(call), int(status), end.c_str());
      }
    }
  for (const auto& [end, count] : ends) std::printf("%s: %d %s\n", device.c_str(), count, end.c_str());
}

}  // namespace

TEST_CASE("every backend call of a training loop fails, and each fifth one of loops and choices") {
  for (const auto& device : kiln::test::devices())
    for (const Build build : {regression, loops, choices})
      fail_calls("fault:" + device, build, build == regression ? 1 : 5, {KILN_BACKEND_ERROR}, false);
}

TEST_CASE("every backend call of training loops fails in every way", "[.long]") {
  for (const auto& device : kiln::test::devices())
    for (const Build build : {regression, loops, choices})
      for (const bool persistent : {false, true})
        fail_calls("fault:" + device, build, 1, {KILN_BACKEND_ERROR, KILN_OUT_OF_MEMORY, KILN_NO_DEVICE}, persistent);
}
