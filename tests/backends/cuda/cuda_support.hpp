// SPDX-License-Identifier: Apache-2.0
// Loads the CUDA backend module over the mock driver. Each Mock starts from a clean slate and checks at its
// end that every vendor object was given back.
#pragma once

#include <dlfcn.h>
#include <stdlib.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/plugin/plugin.hpp"
#include "catch.hpp"
#include "mock_cuda.hpp"

namespace kiln::test {

using namespace kiln::backend;

inline std::string variable(const char* name) {
  const char* value = ::getenv(name);
  return value ? value : "";
}

inline void* open_library(const std::string& path) {
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  INFO("dlopen " << path);
  REQUIRE(handle != nullptr);
  return handle;
}

inline std::unique_ptr<Driver> make_driver() {
  void* handle = open_library(variable("KILN_TEST_CUDA_MODULE"));
  const auto* exports = static_cast<const kiln_backend_exports*>(::dlsym(handle, "kiln_backend_module"));
  REQUIRE(exports != nullptr);
  REQUIRE(std::string(exports->name) == "cuda");
  return base::load_plugin(*exports);
}

template <class Control>
Control& control_of(const char* library_variable, const char* symbol) {
  using Get = Control*();
  auto* get = reinterpret_cast<Get*>(::dlsym(open_library(variable(library_variable)), symbol));
  REQUIRE(get != nullptr);
  return *get();
}

// What `action` threw; fails the test if it threw nothing.
template <class Action>
Error error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error was thrown");
  throw std::exception();
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Mock {
  explicit Mock(const char* library = "KILN_TEST_MOCK_CUDA")
      : cuda(control_of<mock::CudaControl>(library, "kiln_mock_cuda_control")),
        nvrtc(control_of<mock::NvrtcControl>("KILN_TEST_MOCK_NVRTC", "kiln_mock_nvrtc_control")) {
    ::setenv("KILN_CUDA_LIBRARY", variable(library).c_str(), 1);
    ::setenv("KILN_NVRTC_LIBRARY", variable("KILN_TEST_MOCK_NVRTC").c_str(), 1);
    cuda = mock::CudaControl();
    nvrtc = mock::NvrtcControl();
    driver = make_driver();
  }
  ~Mock() {
    CHECK(cuda.live() == 0);
    CHECK(cuda.device_bytes == 0);
    CHECK(nvrtc.live_programs == 0);
  }
  mock::CudaControl& cuda;
  mock::NvrtcControl& nvrtc;
  std::unique_ptr<Driver> driver;
};

// A mock with device 0 open and one queue.
struct Opened : Mock {
  explicit Opened(bool timing = false, const char* library = "KILN_TEST_MOCK_CUDA")
      : Mock(library), context(driver->open("0")), queue(context->queue_create(timing)) {}
  ~Opened() {
    cuda.failures.clear();
    if (queue) context->queue_destroy(queue);
  }
  MemoryHandle allocate(std::size_t bytes, MemoryKind kind = MemoryKind::device) {
    return context->memory_allocate(bytes, kind);
  }
  template <class T>
  std::vector<T> read(MemoryHandle memory, std::size_t count) {
    std::vector<T> values(count);
    context->memory_read(queue, memory, 0, values.data(), count * sizeof(T), true);
    return values;
  }
  std::unique_ptr<Context> context;
  QueueHandle queue;
};

}  // namespace kiln::test
