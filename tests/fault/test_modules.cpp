// SPDX-License-Identifier: Apache-2.0
// The two backends as loaded modules: what they export, and the environment that steers them.
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "base/plugin/plugin.hpp"
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

// Its open() throws what the id says.
struct Throwing final : Driver {
  const char* name() const noexcept override { return "throwing"; }
  Probe probe() noexcept override { return {}; }
  std::unique_ptr<Context> open(const std::string& id, Sched) override {
    if (id == "memory") throw std::bad_alloc();
    if (id == "standard") throw std::runtime_error("of the standard library");
    if (id == "partly") throw PartlyQueued(Error(KILN_BACKEND_ERROR, "some are queued"), 5);
    if (id == "null") return nullptr;
    throw 7;
  }
};
Driver* create_throwing() { return new Throwing; }

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

TEST_CASE("modules: a libkiln of an earlier minor version gets and gives what it knows") {
  kiln::fake::Options options;
  options.dialect = Dialect::opencl_c;
  options.log_launches = options.unknown_kernels = true;
  const auto context = kiln::fake::make_context(options);
  auto* const self = reinterpret_cast<kiln_backend_context*>(context.get());
  kiln_backend_error error;
  // As the header of 15.0 has them, in memory that ends behind them.
  kiln_backend_properties properties;
  std::memset(static_cast<void*>(&properties), 0x5A, sizeof properties);
  constexpr std::size_t kKnown = offsetof(kiln_backend_properties, has_vectors);
  properties.struct_size = kKnown;
  kiln_backend_device device;
  device.struct_size = offsetof(kiln_backend_device, vendor);
  CHECK(table::kContext.properties(self, &device, &properties, &error) == KILN_OK);
  CHECK(properties.struct_size == kKnown);
  CHECK(properties.total_memory == options.memory);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&properties);
  CHECK(std::all_of(bytes + kKnown, bytes + sizeof properties, [](unsigned char byte) { return byte == 0x5A; }));
  CHECK(std::string(device.name) == options.name);
  CHECK(device.vendor == nullptr);
  // Fields that the launch does not have get their defaults.
  const ProgramHandle program = context->program_build({"kernel void nothing()", {}, false, false});
  const KernelHandle kernel = context->program_kernel(program, "nothing");
  const QueueHandle queue = context->queue_create(false);
  Launch launch;
  launch.global[0] = 3;
  launch.dynamic_local = 999;
  launch.struct_size = offsetof(kiln_backend_launch, dynamic_local);
  CHECK(table::kContext.kernel_launch(self, queue, kernel, &launch, &error) == KILN_OK);
  launch.struct_size = sizeof launch;
  CHECK(table::kContext.kernel_launch(self, queue, kernel, &launch, &error) == KILN_OK);
  const auto launches = kiln::fake::log_of(*context)->launches();
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].global[0] == 3);
  CHECK(launches[0].dynamic_local == 0);
  CHECK(launches[1].dynamic_local == 999);
  context->queue_destroy(queue);
  context->program_destroy(program);
}

TEST_CASE("modules: what a module throws is told, and nothing passes the boundary") {
  const auto context = kiln::base::import_context(kiln::base::export_context(kiln::fake::make_context()));
  try {
    context->program_build({"#error", {}, false, false});
    FAIL("nothing was thrown");
  } catch (const Error& error) {
    CHECK(error.status() == KILN_BUILD_ERROR);
    CHECK(error.vendor_code() == -1);
    CHECK(error.message().find("#error") != std::string::npos);
    CHECK(error.log().find("fake:1: error") == 0);
  }
  static constexpr kiln_backend_exports exports = {
      KILN_BACKEND_MAJOR, KILN_BACKEND_MINOR, 0, sizeof exports, "throwing", &table::kDriver<create_throwing>,
      &table::kContext};
  const auto driver = kiln::base::load_plugin(exports);
  CHECK_THROWS_AS(driver->open("memory"), std::bad_alloc);
  const auto status_of = [&](const char* id, const std::string& message) {
    try {
      driver->open(id);
    } catch (const Error& error) {
      CHECK(error.message() == message);
      return error.status();
    }
    return KILN_OK;
  };
  CHECK(status_of("standard", "of the standard library") == KILN_INTERNAL);
  CHECK(status_of("number", "an exception of an unknown type") == KILN_INTERNAL);
  CHECK(status_of("null", "the backend gave no context") == KILN_BACKEND_ERROR);
  try {
    driver->open("partly");
    FAIL("nothing was thrown");
  } catch (const PartlyQueued& error) {
    CHECK(error.queued() == 5);
  }
}
