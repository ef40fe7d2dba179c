// SPDX-License-Identifier: Apache-2.0
// The two backends as loaded modules: what they export, and the environment that steers them.
#include <dlfcn.h>

#include <cstdlib>

#include "base/plugin.hpp"
#include "catch.hpp"
#include "fake/fake.hpp"

using namespace kiln::backend;

namespace {

// The module and its driver. It stays loaded, as libkiln keeps modules.
void* open_module(const char* variable, std::unique_ptr<Driver>& driver) {
  const char* const path = std::getenv(variable);
  INFO(variable << " names the module; meson test sets it");
  REQUIRE(path != nullptr);
  void* const module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  INFO((module ? "" : dlerror()));
  REQUIRE(module != nullptr);
  const auto* const exports = static_cast<const kiln_backend_exports*>(dlsym(module, "kiln_backend_module"));
  REQUIRE(exports != nullptr);
  driver = kiln::base::load_plugin(*exports);
  return module;
}

template <class Function>
Function* symbol(void* module, const char* name) {
  void* const found = dlsym(module, name);
  INFO(name);
  REQUIRE(found != nullptr);
  return reinterpret_cast<Function*>(found);
}

}  // namespace

TEST_CASE("modules: fake0 opens, shaped by KILN_FAKE") {
  std::unique_ptr<Driver> driver;
  void* const module = open_module("KILN_TEST_FAKE_MODULE", driver);
  CHECK(std::string(driver->name()) == "fake");
  REQUIRE(driver->probe().devices.size() == 1);
  CHECK(driver->probe().devices[0].id == "0");
  CHECK_THROWS_AS(driver->open("1"), Error);
  auto* const log = symbol<kiln::fake::Log*()>(module, "kiln_fake_log")();
  setenv("KILN_FAKE", "memory=4096,float64=0", 1);
  {
    const std::unique_ptr<Context> context = driver->open("0");
    CHECK(context->properties().total_memory == 4096);
    CHECK_FALSE(context->properties().has_float64);
    CHECK(log->live().contexts == 1);
  }
  CHECK(log->live().total() == 0);
  for (const char* wrong : {"memory", "memory=", "memory=x", "nonsense=1"}) {
    setenv("KILN_FAKE", wrong, 1);
    CHECK_THROWS_AS(driver->open("0"), Error);
  }
  unsetenv("KILN_FAKE");
}

TEST_CASE("modules: fault wraps, takes KILN_FAULT and is steered by its functions") {
  std::unique_ptr<Driver> driver;
  void* const module = open_module("KILN_TEST_FAULT_MODULE", driver);
  CHECK(driver->probe().devices.empty());
  CHECK(driver->probe().reason == "wraps other backends: use fault:DEVICE");
  CHECK_THROWS_AS(driver->open("0"), Error);
  const auto wrapped = [&] {
    return driver->adopt(kiln::base::export_context(kiln::fake::make_context()), Sched::driver);
  };
  auto* const plan = symbol<int(std::uint64_t, int, const char*, int)>(module, "kiln_fault_plan");
  auto* const calls = symbol<std::uint64_t()>(module, "kiln_fault_calls");
  auto* const failures = symbol<std::uint64_t()>(module, "kiln_fault_failures");
  auto* const live = symbol<std::int64_t()>(module, "kiln_fault_live");
  auto* const calls_of = symbol<std::uint64_t(const char*)>(module, "kiln_fault_calls_of");
  auto* const seen = symbol<const char*(std::size_t)>(module, "kiln_fault_entry_seen");

  setenv("KILN_FAULT", "entry=nonsense", 1);
  CHECK_THROWS_AS(wrapped(), Error);
  setenv("KILN_FAULT", "call=1,entry=memory_info", 1);
  {
    const std::unique_ptr<Context> context = wrapped();
    unsetenv("KILN_FAULT");
    CHECK(live() == 1);
    CHECK_THROWS_AS(context->memory_info(), Error);
    CHECK_NOTHROW(context->memory_info());
    CHECK(calls() == 2);
    CHECK(calls_of("memory_info") == 2);
    CHECK(failures() == 1);
    REQUIRE(seen(0) != nullptr);
    CHECK(std::string(seen(0)) == "memory_info");
    CHECK(seen(1) == nullptr);
    CHECK(plan(1, 0, "nonsense", KILN_BACKEND_ERROR) == 0);
    CHECK(plan(1, 0, nullptr, KILN_OK) == 0);
    CHECK(plan(1, 1, nullptr, KILN_OUT_OF_MEMORY) == 1);
    CHECK_THROWS_AS(context->memory_allocate(8, MemoryKind::device), Error);
    CHECK_THROWS_AS(context->memory_info(), Error);
    CHECK(failures() == 2);
    CHECK(live() == 1);
  }
  CHECK(live() == 0);
  CHECK(plan(0, 0, nullptr, KILN_BACKEND_ERROR) == 1);
}
