// SPDX-License-Identifier: Apache-2.0
// Every backend call of a training loop fails, one a run: a step ends well, or with an error and the shared
// variables as they were; training goes on afterwards to the same end, and nothing leaks. docs/reference/graph.md says
// what a device can still do wrong once the work of a step is queued.
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

// Logistic regression with momentum: the cost on the host, the probabilities on the device.
class Model {
 public:
  explicit Model(const std::string& device) : context_(device) {
    const Floats start{0.5F, -1, 2, 0.25F};
    const auto x = g::matrix("x", KILN_FLOAT32), y = g::vector("y", KILN_FLOAT32);
    const auto w = g::shared(GpuArray::from(context_, start), "w"), b = number("b"), count = number("count");
    const auto v = g::shared(GpuArray::zeros(context_, {4}, KILN_FLOAT32), "v");
    variables_ = {w, v, b, count};
    const auto p = g::sigmoid(g::dot(x, w) + b);
    const auto cost = g::mean(-y * g::log(p) - (1 - y) * g::log(1 - p));
    const auto gradients = g::grad(cost, {w, b});
    const auto velocity = 0.9 * v - 0.1 * gradients[0];
    step_ = g::Function({.inputs = {x, y},
                         .outputs = {cost, p.transfer(context_)},
                         .updates = {{v, velocity}, {w, w + velocity}, {b, b - 0.1 * gradients[1]}, {count, count + 1}},
                         .name = "step"});
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
  g::Variable number(const std::string& name) const {
    return g::shared(GpuArray::zeros(context_, {}, KILN_FLOAT32), name);
  }
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

Ordinary ordinary_run(const std::string& device) {
  Ordinary ordinary;
  for (const bool look : {true, false}) {  // looking at states makes calls too
    module().clear();
    Model model(device);
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
std::string run(const std::string& device, const std::string& entry, std::uint64_t call, bool persistent,
                kiln_status status, const Ordinary& ordinary) {
  CAPTURE(device, entry, call, persistent, int(status));
  std::string end = "unreached";
  REQUIRE(module().set_plan(call, persistent, entry.c_str(), status));
  try {
    Model model(device);
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

void fail_every_call(const std::string& device, const std::vector<kiln_status>& statuses, bool persistent) {
  ordinary_run(device);  // fills the kernel cache
  const Ordinary ordinary = ordinary_run(device);
  REQUIRE(ordinary.states[kSteps] != ordinary.states[0]);
  std::map<std::string, int> ends;
  for (const auto& [entry, count] : ordinary.calls)
    for (std::uint64_t call = 1; call <= count; ++call)
      for (const kiln_status status : statuses) {
        const std::string end = run(device, entry, call, persistent, status, ordinary);
        ++ends[end];
        if (std::getenv("KILN_TEST_VERBOSE"))
          std::printf("%s %d status %d: %s\n", entry.c_str(), int(call), int(status), end.c_str());
      }
  for (const auto& [end, count] : ends) std::printf("%s: %d %s\n", device.c_str(), count, end.c_str());
}

}  // namespace

TEST_CASE("every backend call of a training loop fails") {
  for (const auto& device : kiln::test::devices()) fail_every_call("fault:" + device, {KILN_BACKEND_ERROR}, false);
}

TEST_CASE("every backend call of a training loop fails in every way", "[.long]") {
  for (const auto& device : kiln::test::devices())
    for (const bool persistent : {false, true})
      fail_every_call("fault:" + device, {KILN_BACKEND_ERROR, KILN_OUT_OF_MEMORY, KILN_NO_DEVICE}, persistent);
}
