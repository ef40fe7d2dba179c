// SPDX-License-Identifier: Apache-2.0
// What a DLPack round trip costs: allocations, which are counted, and time, which is only shown ([.time]).
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "dlpack_support.hpp"

using namespace kiln::test;

namespace {
std::atomic<bool> counting{false};
std::atomic<int> allocations{0};

void* allocate(std::size_t bytes) {
  if (counting) ++allocations;
  if (void* const memory = std::malloc(bytes ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
}  // namespace

// The library's too: they resolve to the program's.
void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes ? bytes : 1); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes ? bytes : 1); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("a round trip allocates once") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  kiln_context context = open(device);
  kiln_array array = arange(context, 10), back = nullptr;
  WORKS(kiln_context_synchronize(context));
  DLManagedTensorVersioned* tensor = nullptr;
  allocations = 0;
  counting = true;
  const kiln_status made = kiln_array_arange(context, KILN_FLOAT32, 0, 10, 1, nullptr, &back);
  counting = false;
  CHECK(made == KILN_OK);
  kiln_array_release(back);
  if (allocations == 0) {
    WARN("the library has an operator new of its own here: nothing is counted");
    kiln_array_release(array);
    kiln_context_release(context);
    return;
  }
  allocations = 0;
  counting = true;
  const kiln_status out = kiln_array_to_dlpack(array, nullptr, &tensor);
  const kiln_status in = kiln_array_from_dlpack(context, tensor, nullptr, &back);
  counting = false;
  CHECK(out == KILN_OK);
  CHECK(in == KILN_OK);
  CHECK(allocations == 1);
  CHECK(floats(back) == floats(array));
  kiln_array_release(back);
  kiln_array_release(array);
  kiln_context_release(context);
}

TEST_CASE("the time of a round trip", "[.time]") {
  const std::string device = GENERATE(from_range(test_devices()));
  kiln_context context = open(device);
  kiln_array array = arange(context, 10), back = nullptr;
  WORKS(kiln_context_synchronize(context));
  constexpr int kTimes = 1000000;
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kTimes; ++i) {
      DLManagedTensorVersioned* tensor = nullptr;
      kiln_array_to_dlpack(array, nullptr, &tensor);
      kiln_array_from_dlpack(context, tensor, nullptr, &back);
      kiln_array_release(back);
    }
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kTimes);
  }
  std::printf("%s: a DLPack round trip takes %.0f ns\n", device.c_str(), best * 1e9);
  kiln_array_release(array);
  kiln_context_release(context);
}
