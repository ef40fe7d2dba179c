// SPDX-License-Identifier: Apache-2.0
// Memory over the mock driver: allocation failures, transfers with offsets, every fill, copies between kinds
// and devices.
#include <numeric>

#include "cuda_support.hpp"

using namespace kiln::test;
using kiln::mock::Failure;

namespace {

std::vector<unsigned char> ramp(std::size_t count) {
  std::vector<unsigned char> values(count);
  std::iota(values.begin(), values.end(), static_cast<unsigned char>(1));
  return values;
}

}  // namespace

TEST_CASE("cuda: allocation of both kinds", "[cuda]") {
  Opened o;
  const MemoryHandle device = o.allocate(1000);
  const MemoryHandle pinned = o.allocate(500, MemoryKind::pinned);
  CHECK(o.cuda.live_device_blocks == 1);
  CHECK(o.cuda.live_host_blocks == 1);
  CHECK(o.context->memory_host_pointer(device) == nullptr);
  CHECK(o.context->memory_native(device) != 0);
  void* host = o.context->memory_host_pointer(pinned);
  REQUIRE(host != nullptr);
  CHECK(o.context->memory_native(pinned) == reinterpret_cast<std::uintptr_t>(host));
  const MemoryInfo info = o.context->memory_info();
  CHECK(info.free_known);
  CHECK(info.total == (1U << 28));
  CHECK(info.free == info.total - 1000);
  o.context->memory_free(device);
  o.context->memory_free(pinned);
  CHECK(o.cuda.live_device_blocks == 0);
  CHECK(o.cuda.live_host_blocks == 0);
}

TEST_CASE("cuda: out of memory tells device from host", "[cuda]") {
  Opened o;
  const Error device = error_of([&] { o.allocate(std::size_t{1} << 40); });
  CHECK(device.status() == KILN_OUT_OF_MEMORY);
  CHECK(contains(device.message(), "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2)"));
  CHECK(contains(device.message(), "1099511627776 bytes"));
  o.cuda.failures["cuMemHostAlloc"] = Failure{1, 2};
  const Error host = error_of([&] { o.allocate(64, MemoryKind::pinned); });
  CHECK(host.status() == KILN_OUT_OF_HOST_MEMORY);
  CHECK(contains(host.message(), "pinned"));
  o.cuda.failures["cuMemAlloc"] = Failure{1, 999};
  CHECK(error_of([&] { o.allocate(64); }).status() == KILN_BACKEND_ERROR);
}

TEST_CASE("cuda: transfers at offsets, device and pinned", "[cuda]") {
  Opened o;
  const auto source = ramp(32);
  for (const MemoryKind kind : {MemoryKind::device, MemoryKind::pinned}) {
    const MemoryHandle memory = o.allocate(64, kind);
    o.context->memory_write(o.queue, memory, 7, source.data(), source.size(), true);
    std::vector<unsigned char> back(30);
    o.context->memory_read(o.queue, memory, 9, back.data(), back.size(), true);
    CHECK(std::equal(back.begin(), back.end(), source.begin() + 2));
    CHECK(error_of([&] { o.context->memory_write(o.queue, memory, 40, source.data(), 32, true); }).status() ==
          KILN_INVALID_ARGUMENT);
    o.context->memory_free(memory);
  }
}

TEST_CASE("cuda: block waits, its absence does not", "[cuda]") {
  Opened o;
  o.cuda.deferred = true;
  const MemoryHandle memory = o.allocate(4);
  unsigned value = 5;
  o.context->memory_write(o.queue, memory, 0, &value, 4, true);
  value = 6;
  unsigned back = 0;
  o.context->memory_read(o.queue, memory, 0, &back, 4, false);
  CHECK(back == 0);
  o.context->queue_finish(o.queue);
  CHECK(back == 5);
  o.context->memory_free(memory);
}

TEST_CASE("cuda: copies between kinds of memory", "[cuda]") {
  Opened o;
  const auto source = ramp(16);
  for (const MemoryKind from_kind : {MemoryKind::device, MemoryKind::pinned}) {
    for (const MemoryKind to_kind : {MemoryKind::device, MemoryKind::pinned}) {
      const MemoryHandle from = o.allocate(16, from_kind);
      const MemoryHandle to = o.allocate(20, to_kind);
      o.context->memory_write(o.queue, from, 0, source.data(), 16, true);
      o.context->memory_copy(o.queue, to, 3, from, 1, 12);
      const auto back = o.read<unsigned char>(to, 20);
      CHECK(std::equal(back.begin() + 3, back.begin() + 15, source.begin() + 1));
      CHECK(back[2] == 0xcd);
      CHECK(back[15] == 0xcd);
      o.context->memory_free(from);
      o.context->memory_free(to);
    }
  }
}

TEST_CASE("cuda: fills of every pattern size", "[cuda]") {
  Opened o;
  const auto pattern = ramp(16);
  for (const std::size_t size : {1U, 2U, 4U, 8U, 16U}) {
    INFO("pattern of " << size);
    const MemoryHandle memory = o.allocate(112);
    o.context->memory_fill(o.queue, memory, 16, 80, pattern.data(), size);
    const auto back = o.read<unsigned char>(memory, 112);
    bool good = true;
    for (std::size_t i = 0; i < back.size(); ++i)
      good = good && back[i] == (i < 16 || i >= 96 ? 0xcd : pattern[i % size]);
    CHECK(good);
    o.context->memory_free(memory);
  }
  const MemoryHandle memory = o.allocate(64);
  o.cuda.calls.clear();
  const unsigned same[4] = {7, 7, 7, 7};
  o.context->memory_fill(o.queue, memory, 0, 64, same, 16);
  CHECK(o.cuda.count("cuMemsetD32Async") == 1);
  CHECK(o.cuda.count("cuMemsetD2D32Async") == 0);
  CHECK(o.read<unsigned>(memory, 16) == std::vector<unsigned>(16, 7));
  // The head of a long fill is copied behind itself.
  const std::size_t bytes = 3 * 4096 + 48;
  const MemoryHandle longer = o.allocate(bytes);
  o.context->memory_fill(o.queue, longer, 16, bytes - 32, pattern.data(), 16);
  const auto back = o.read<unsigned char>(longer, bytes);
  bool good = true;
  for (std::size_t i = 0; i < bytes; ++i)
    good = good && back[i] == (i < 16 || i >= bytes - 16 ? 0xcd : pattern[i % 16]);
  CHECK(good);
  CHECK(o.cuda.count("cuMemcpyDtoDAsync") == 2);
  o.context->memory_free(longer);
  const Error error = error_of([&] { o.context->memory_fill(o.queue, memory, 0, 63, same, 3); });
  CHECK(error.status() == KILN_INVALID_ARGUMENT);
  o.context->memory_free(memory);
}

TEST_CASE("cuda: copies between devices", "[cuda]") {
  Opened o;
  const auto other = o.driver->open("1");
  const auto again = o.driver->open("0");
  const QueueHandle other_queue = other->queue_create(false);
  const auto source = ramp(16);
  const MemoryHandle from = other->memory_allocate(16, MemoryKind::device);
  const MemoryHandle pinned = other->memory_allocate(16, MemoryKind::pinned);
  const MemoryHandle to = o.allocate(16);
  other->memory_write(other_queue, from, 0, source.data(), 16, true);
  other->memory_write(other_queue, pinned, 0, source.data(), 16, true);
  REQUIRE(o.context->memory_copy_peer(o.queue, to, 0, *other, from, 4, 12));
  CHECK(o.cuda.count("cuMemcpyPeerAsync") == 1);
  CHECK(o.read<unsigned char>(to, 12) == std::vector<unsigned char>(source.begin() + 4, source.end()));
  REQUIRE(o.context->memory_copy_peer(o.queue, to, 0, *other, pinned, 0, 16));
  CHECK(o.read<unsigned char>(to, 16) == source);
  // A second context of the same device shares its primary context.
  const MemoryHandle near = again->memory_allocate(16, MemoryKind::device);
  REQUIRE(again->memory_copy_peer(o.queue, near, 0, *o.context, to, 0, 16));
  CHECK(o.cuda.count("cuMemcpyPeerAsync") == 1);
  again->memory_free(near);
  o.context->memory_free(to);
  other->memory_free(pinned);
  other->memory_free(from);
  other->queue_destroy(other_queue);
}

TEST_CASE("cuda: every memory call that fails is named", "[cuda]") {
  Opened o;
  const MemoryHandle device = o.allocate(64);
  const MemoryHandle pinned = o.allocate(64, MemoryKind::pinned);
  unsigned char bytes[64] = {};
  const auto expect = [&](const char* call, auto action) {
    o.cuda.failures[call] = Failure{1, 999};
    const Error error = error_of(action);
    CHECK(contains(error.message(), std::string(call) + ": CUDA_ERROR_UNKNOWN (999)"));
    CHECK(error.status() == KILN_BACKEND_ERROR);
    o.cuda.failures.clear();
    action();
  };
  expect("cuMemcpyHtoDAsync", [&] { o.context->memory_write(o.queue, device, 0, bytes, 64, true); });
  expect("cuStreamSynchronize", [&] { o.context->memory_write(o.queue, device, 0, bytes, 64, true); });
  expect("cuMemcpyAsync", [&] { o.context->memory_write(o.queue, pinned, 0, bytes, 64, true); });
  expect("cuMemcpyDtoHAsync", [&] { o.context->memory_read(o.queue, device, 0, bytes, 64, true); });
  expect("cuMemcpyAsync", [&] { o.context->memory_copy(o.queue, pinned, 0, device, 0, 64); });
  expect("cuMemcpyDtoDAsync", [&] { o.context->memory_copy(o.queue, device, 0, device, 32, 32); });
  expect("cuMemsetD8Async", [&] { o.context->memory_fill(o.queue, device, 0, 64, bytes, 1); });
  expect("cuMemsetD16Async", [&] { o.context->memory_fill(o.queue, device, 0, 64, bytes, 2); });
  expect("cuMemsetD32Async", [&] { o.context->memory_fill(o.queue, device, 0, 64, bytes, 8); });
  bytes[9] = 1;
  expect("cuMemsetD2D32Async", [&] { o.context->memory_fill(o.queue, device, 0, 64, bytes, 16); });
  expect("cuMemGetInfo", [&] { o.context->memory_info(); });
  expect("cuMemcpyAsync", [&] { o.context->memory_read(o.queue, pinned, 0, bytes, 64, true); });
  o.context->memory_free(device);
  o.context->memory_free(pinned);
}
