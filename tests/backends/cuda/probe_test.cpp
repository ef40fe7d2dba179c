// SPDX-License-Identifier: Apache-2.0
// Probing and opening over the mock driver: every way of having no device gives a reason, never an error.
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "cuda_support.hpp"

using namespace kiln::test;
using kiln::mock::Failure;

TEST_CASE("cuda: probing lists the devices and the library versions", "[cuda]") {
  const Mock mock;
  const Probe probe = mock.driver->probe();
  CHECK(probe.reason.empty());
  REQUIRE(probe.devices.size() == 2);
  CHECK(probe.devices[1].id == "1");
  CHECK(probe.devices[1].name == "Mock GPU 1");
  CHECK(probe.devices[1].platform == "CUDA");
  CHECK(probe.devices[1].driver == "13.0");
  CHECK(probe.devices[1].uid == "0000:02:00.0");
  CHECK(probe.devices[1].kind == DeviceKind::gpu);
  REQUIRE(probe.notes.size() == 2);
  CHECK(contains(probe.notes[0], "CUDA 13.0"));
  CHECK(contains(probe.notes[1], "NVRTC"));
  CHECK(contains(probe.notes[1], "13.0"));
}

TEST_CASE("cuda: a missing driver is a reason", "[cuda]") {
  const Mock mock;
  SECTION("no such file") {
    ::setenv("KILN_CUDA_LIBRARY", "/nonexistent/libcuda.so.1", 1);
    const Probe probe = mock.driver->probe();
    CHECK(probe.devices.empty());
    CHECK(contains(probe.reason, "KILN_CUDA_LIBRARY"));
    CHECK(contains(probe.reason, "/nonexistent/libcuda.so.1"));
    CHECK(error_of([&] { mock.driver->open("0"); }).status() == KILN_NO_DEVICE);
  }
  SECTION("a relative path is refused") {
    ::setenv("KILN_CUDA_LIBRARY", "libcuda.so.1", 1);
    CHECK(contains(mock.driver->probe().reason, "absolute path"));
  }
}

TEST_CASE("cuda: a driver without a required entry is named", "[cuda]") {
  const Mock mock("KILN_TEST_MOCK_CUDA_INCOMPLETE");
  const Probe probe = mock.driver->probe();
  CHECK(probe.devices.empty());
  CHECK(contains(probe.reason, "lacks cuMemAlloc_v2"));
}

TEST_CASE("cuda: a failing cuInit is a reason with advice", "[cuda]") {
  const Mock mock;
  SECTION("no device") {
    mock.cuda.init_result = 100;
    const Probe probe = mock.driver->probe();
    CHECK(probe.devices.empty());
    CHECK(contains(probe.reason, "cuInit: CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected"));
    CHECK(contains(probe.reason, "CUDA_VISIBLE_DEVICES"));
  }
  SECTION("codes the driver cannot name") {
    mock.cuda.init_result = 804;
    CHECK(contains(mock.driver->probe().reason, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE (804)"));
    mock.cuda.init_result = 999;
    CHECK(contains(mock.driver->probe().reason, "/dev/nvidiactl"));
    mock.cuda.init_result = 31337;
    CHECK(contains(mock.driver->probe().reason, "unknown CUresult (31337)"));
  }
  SECTION("it is tried again") {
    mock.cuda.init_result = 802;
    CHECK(mock.driver->probe().devices.empty());
    mock.cuda.init_result = 0;
    CHECK(mock.driver->probe().devices.size() == 2);
  }
}

TEST_CASE("cuda: no devices, or devices that do not answer", "[cuda]") {
  const Mock mock;
  SECTION("none") {
    mock.cuda.device_count = 0;
    const Probe probe = mock.driver->probe();
    CHECK(probe.devices.empty());
    CHECK(contains(probe.reason, "lists no device"));
  }
  SECTION("one of two is broken") {
    mock.cuda.failures["cuDeviceGetName"] = Failure{1, 46};
    const Probe probe = mock.driver->probe();
    REQUIRE(probe.devices.size() == 1);
    CHECK(probe.devices[0].id == "1");
    CHECK(contains(probe.notes[1], "device 0: cuDeviceGetName: CUDA_ERROR_DEVICE_UNAVAILABLE (46)"));
  }
  SECTION("all are broken") {
    mock.cuda.failures["cuDeviceGetPCIBusId"] = Failure{1, 999, true};
    const Probe probe = mock.driver->probe();
    CHECK(probe.devices.empty());
    CHECK(contains(probe.reason, "none of the devices answers: device 1: cuDeviceGetPCIBusId"));
  }
  SECTION("the version cannot be had") {
    mock.cuda.failures["cuDriverGetVersion"] = Failure{1, 999};
    CHECK(contains(mock.driver->probe().reason, "cuDriverGetVersion: CUDA_ERROR_UNKNOWN (999)"));
  }
}

TEST_CASE("cuda: a missing or newer NVRTC is a note, not a failure", "[cuda]") {
  const Mock mock;
  SECTION("missing") {
    ::setenv("KILN_NVRTC_LIBRARY", "/nonexistent/libnvrtc.so", 1);
    const Probe probe = mock.driver->probe();
    CHECK(probe.devices.size() == 2);
    CHECK(contains(probe.notes.back(), "NVRTC could not be loaded"));
    CHECK(contains(probe.notes.back(), "/nonexistent/libnvrtc.so"));
  }
  SECTION("another library") {
    ::setenv("KILN_NVRTC_LIBRARY", variable("KILN_TEST_MOCK_CUDA").c_str(), 1);
    CHECK(contains(mock.driver->probe().notes.back(), "lacks nvrtcGetErrorString"));
  }
  SECTION("newer") {
    mock.cuda.driver_version = 12020;
    CHECK(contains(mock.driver->probe().notes.back(), "newer than the driver's CUDA 12.2"));
  }
}

TEST_CASE("cuda: open checks the id", "[cuda]") {
  const Mock mock;
  for (const char* id : {"2", "-1", "", "0x", "zero", "99999999999999999999"}) {
    INFO(id);
    const Error error = error_of([&] { mock.driver->open(id); });
    CHECK(error.status() == KILN_NO_DEVICE);
    CHECK(contains(error.message(), std::string("'") + id + "'"));
  }
}

TEST_CASE("cuda: properties", "[cuda]") {
  const Mock mock;
  const auto context = mock.driver->open("1");
  const DeviceProperties& p = context->properties();
  CHECK(p.info.id == "1");
  CHECK(p.info.name == "Mock GPU 1");
  CHECK(p.language == "sm_90");
  CHECK(p.dialect == Dialect::cuda_c);
  CHECK(p.compute_units == 5);
  CHECK(p.max_local_size == 1024);
  CHECK(p.max_local_sizes[2] == 64);
  CHECK(p.max_groups[0] == 2147483647U);
  CHECK(p.max_groups[1] == 65535);
  CHECK(p.local_memory == 232448);
  CHECK(p.declared_local_memory == 49152);
  CHECK(p.total_memory == (1U << 28));
  CHECK(p.base_alignment == 16);
  CHECK(p.has_float16);
  CHECK(p.has_float64);
  CHECK_FALSE(p.unified_memory);
  for (const char* part : {"Mock GPU 1", "sm_90", "driver 13.0", "nvrtc 13.0"}) CHECK(contains(p.cache_identity, part));
  CHECK(p.parameter_bytes == 4096);
  ::setenv("CUDA_FORCE_PTX_JIT", "1", 1);
  const std::string forced = mock.driver->open("1")->properties().cache_identity;
  ::unsetenv("CUDA_FORCE_PTX_JIT");
  CHECK(contains(forced, "CUDA_FORCE_PTX_JIT=1"));
  CHECK_FALSE(contains(p.cache_identity, "CUDA_FORCE_PTX_JIT"));
  mock.cuda.capability = 52;
  CHECK_FALSE(mock.driver->open("1")->properties().has_float16);
}

TEST_CASE("cuda: a failing open leaves nothing behind", "[cuda]") {
  const Mock mock;
  for (const char* call : {"cuDeviceGet", "cuDeviceGetAttribute", "cuDeviceTotalMem", "cuDevicePrimaryCtxGetState",
                           "cuDevicePrimaryCtxRetain"}) {
    mock.cuda.failures[call] = Failure{1, 999};
    const Error error = error_of([&] { mock.driver->open("0"); });
    CHECK(contains(error.message(), std::string(call) + ": CUDA_ERROR_UNKNOWN (999)"));
    CHECK(error.status() == KILN_BACKEND_ERROR);
    CHECK(error.vendor_code() == 999);
    CHECK(mock.cuda.live() == 0);
  }
}

TEST_CASE("cuda: sched sets the primary context's flags while it is inactive", "[cuda]") {
  const std::pair<Sched, unsigned> cases[] = {{Sched::driver, 0x81U}, {Sched::multi, 0x84U}, {Sched::single, 0x81U}};
  for (const auto& [sched, expected] : cases) {
    const Mock mock;
    mock.cuda.primary_flags[0] = sched == Sched::single ? 0x80 : 0x81;
    const auto first = mock.driver->open("0", sched);
    CHECK(mock.cuda.primary_flags[0] == expected);
    mock.cuda.primary_flags[0] = 0x81;
    const auto second = mock.driver->open("0", sched);
    CHECK(mock.cuda.primary_flags[0] == 0x81U);
  }
}

TEST_CASE("cuda: contexts and the caller's current context", "[cuda]") {
  const Mock mock;
  auto first = mock.driver->open("0");
  auto second = mock.driver->open("1");
  // On threads that never saw CUDA, in turns, with handles of both.
  std::thread([&] {
    for (int round = 0; round < 2; ++round) {
      for (Context* context : {first.get(), second.get()}) {
        const QueueHandle queue = context->queue_create(false);
        const MemoryHandle memory = context->memory_allocate(64, MemoryKind::device);
        const EventHandle event = context->event_record(queue);
        context->event_wait(event);
        context->event_destroy(event);
        context->memory_free(memory);
        context->queue_destroy(queue);
      }
    }
  }).join();
  CHECK(mock.cuda.live() == 2);
  // Someone else's current context comes back after each call.
  void* handle = open_library(variable("KILN_TEST_MOCK_CUDA"));
  const auto get = reinterpret_cast<int (*)(void**)>(::dlsym(handle, "cuCtxGetCurrent"));
  const auto set = reinterpret_cast<int (*)(void*)>(::dlsym(handle, "cuCtxSetCurrent"));
  std::thread([&] {
    void* ours = nullptr;
    void* current = nullptr;
    first->memory_info();
    get(&ours);
    CHECK(ours != nullptr);
    second->memory_info();
    get(&current);
    CHECK(current == ours);
    set(nullptr);
    second->memory_info();
    get(&current);
    CHECK(current != nullptr);
    CHECK(current != ours);
  }).join();
  // Any order of closing.
  first.reset();
  CHECK(mock.cuda.live_contexts == 1);
  second.reset();
  CHECK(mock.cuda.live_contexts == 0);
}

TEST_CASE("cuda: a context outlives its driver object", "[cuda]") {
  Mock mock;
  auto context = mock.driver->open("0");
  mock.driver.reset();
  const MemoryHandle memory = context->memory_allocate(1, MemoryKind::device);
  context->memory_free(memory);
}

TEST_CASE("cuda: a forked child gets an error and calls no driver", "[cuda]") {
  Opened o;
  const MemoryHandle memory = o.allocate(64);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const std::size_t calls = o.cuda.calls.size();
    int wrong = 0;
    try {
      o.context->queue_finish(o.queue);
      wrong |= 1;
    } catch (const Error& error) {
      if (error.status() != KILN_FORKED) wrong |= 2;
    }
    if (!o.driver->probe().devices.empty()) wrong |= 4;
    o.context->memory_free(memory);
    o.context->queue_destroy(o.queue);
    o.context.reset();
    if (o.cuda.calls.size() != calls) wrong |= 8;
    ::_exit(wrong);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  o.context->memory_free(memory);
}
