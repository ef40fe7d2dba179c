// SPDX-License-Identifier: Apache-2.0
// Queues and events: order within a queue, waits between queues and by the host, device times.
#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "support.hpp"

using namespace conformance;

namespace {

struct Queue {
  explicit Queue(const Device& device, bool timing = false)
      : context(*device.context), handle(context.queue_create(timing)) {}
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() { context.queue_destroy(handle); }
  operator QueueHandle() const { return handle; }
  Context& context;
  QueueHandle handle;
};

constexpr const char* kSlow = R"(
KILN_KERNEL void slow(KILN_ARG(uint, out), uint turns, uint result) {
  KILN_PTR(uint, out);
  uint state = 1u;
  for (uint i = 0; i < turns; ++i) state = state * 1664525u + 1013904223u;
  if (get_global_id(0) == 0) out[0] = state == 0u ? 0u : result;
}
)";

// About a few milliseconds on anything but a simulator.
constexpr std::uint32_t kTurns = 200000;

}  // namespace

TEST_CASE("empty queues flush and finish") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  device->queue_flush(device.queue);
  device->queue_finish(device.queue);
  device->queue_destroy(nullptr);
  device->event_destroy(nullptr);
}

TEST_CASE("an event of an empty queue becomes done") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Event event(device);
  device->event_wait(event);
  CHECK(device->event_done(event));
}

TEST_CASE("an event becomes done by itself, without anyone waiting") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 1 << 16);
  const int zero = 0;
  device->memory_fill(device.queue, memory, 0, 1 << 16, &zero, 4);
  const Event event(device);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!device->event_done(event) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(device->event_done(event));
}

TEST_CASE("queued work begins before anyone waits or flushes") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 64);
  const std::uint32_t pattern = 7;
  std::uint32_t result = 0;
  const volatile std::uint32_t& seen = result;
  device->memory_fill(device.queue, memory, 0, 64, &pattern, 4);
  device->memory_read(device.queue, memory, 60, &result, 4, false);
  const auto start = std::chrono::steady_clock::now();
  while (seen != 7 && std::chrono::steady_clock::now() - start < std::chrono::seconds(10))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(seen == 7);
  device->queue_finish(device.queue);
}

TEST_CASE("a read's own event comes after what was queued before, and after the read") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 1 << 20);
  std::vector<std::uint32_t> values(1 << 18);
  for (std::uint32_t round = 1; round <= 20; ++round) {
    device->memory_fill(device.queue, memory, 0, 1 << 20, &round, 4);
    const bool some = round % 2;  // a part, or all
    const std::size_t offset = some ? 12 : 0, bytes = some ? 8 : 1 << 20;
    const auto event = device->memory_read_event(device.queue, memory, offset, values.data(), bytes);
    device->event_wait(event);
    CHECK(device->event_done(event));
    CHECK(std::count(values.begin(), values.begin() + std::ptrdiff_t(bytes / 4), round) == std::ptrdiff_t(bytes / 4));
    device->event_destroy(event);
  }
  CHECK(status_of([&] { device->memory_read_event(device.queue, memory, (1 << 20) - 4, values.data(), 8); }) !=
        KILN_OK);
}

TEST_CASE("work of one queue runs in order") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory a(device, 4), b(device, 4);
  for (std::uint32_t i = 0; i < 200; ++i) {
    device->memory_fill(device.queue, a, 0, 4, &i, 4);
    device->memory_copy(device.queue, b, 0, a, 0, 4);
  }
  CHECK(read<std::uint32_t>(device, b, 1)[0] == 199);
}

TEST_CASE("another queue waits for an event on the device") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Queue second(device), third(device);
  const Memory memory(device, 4), copy(device, 4);
  if (!device.compiles()) return;
  const Program program(device, portable(kSlow));
  const KernelHandle kernel = program.kernel("slow");
  for (std::uint32_t round = 1; round <= 5; ++round) {
    Arguments arguments;
    arguments.array(memory).value(kTurns).value(round);
    launch(device, kernel, {1}, {1}, arguments);
    const Event computed(device);
    device->event_enqueue_wait(second, computed);
    device->memory_copy(second, copy, 0, memory, 0, 4);
    const Event copied(*device.context, second);
    device->event_enqueue_wait(third, copied);
    std::uint32_t value = 0;
    device->memory_read(third, copy, 0, &value, 4, true);
    REQUIRE(value == round);
    CHECK(device->event_done(computed));
    CHECK(device->event_done(copied));
  }
}

TEST_CASE("waits for events are possible on the own queue, twice, and from other threads", "[threads]") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  const Memory memory(device, 1 << 16);
  const int zero = 0;
  device->memory_fill(device.queue, memory, 0, 1 << 16, &zero, 4);
  const Event event(device);
  device->event_enqueue_wait(device.queue, event);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { device->event_wait(event); });
  for (std::thread& thread : threads) thread.join();
  device->event_wait(event);
  CHECK(device->event_done(event));
}

TEST_CASE("an event outlives the use of its queue") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  auto queue = std::make_unique<Queue>(device);
  const Event event(*device.context, *queue);
  device->queue_finish(*queue);
  queue.reset();
  device->event_wait(event);
  CHECK(device->event_done(event));
}

TEST_CASE("event times grow and stay below the wall clock") {
  KILN_EACH_DEVICE(text);
  const Device device(text, true);
  if (!device.compiles()) return;
  const Memory memory(device, 4);
  const Program program(device, portable(kSlow));
  Arguments arguments;
  arguments.array(memory).value(kTurns).value(std::uint32_t{3});
  launch(device, program.kernel("slow"), {1}, {1}, arguments);
  device->queue_finish(device.queue);
  const auto start = std::chrono::steady_clock::now();
  const Event begin(device);
  launch(device, program.kernel("slow"), {1}, {1}, arguments);
  const Event middle(device);
  launch(device, program.kernel("slow"), {1}, {1}, arguments);
  const Event end(device);
  // Mesa's rusticl of 22.3 has no device times.
  if (contains(device->properties().info.platform, "rusticl")) {
    CHECK(status_of([&] { device->event_seconds(begin, end); }) == KILN_UNSUPPORTED);
    return;
  }
  const double whole = device->event_seconds(begin, end);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  CHECK(whole > 0);
  CHECK(whole <= wall.count() * 1.05 + 1e-3);
  CHECK(device->event_seconds(begin, middle) + device->event_seconds(middle, end) == Approx(whole).epsilon(1e-3));
  CHECK(device->event_seconds(end, begin) <= 0);
}

TEST_CASE("events without timing have no times") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  // Its queues always have timing.
  if (contains(device->properties().info.platform, "Oclgrind")) return;
  const Event begin(device), end(device);
  std::string message;
  CHECK(status_of([&] { device->event_seconds(begin, end); }, &message) != KILN_OK);
  CHECK_FALSE(message.empty());
}

TEST_CASE("a context allocates, fills and reads from many threads", "[threads]") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  std::vector<int> failures(8);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < failures.size(); ++t) {
    threads.emplace_back([&device, &failures, t] {
      const Queue queue(device);
      for (std::uint32_t i = 0; i < 50; ++i) {
        const Memory memory(device, 1024, i % 2 ? MemoryKind::pinned : MemoryKind::device);
        const std::uint32_t pattern = t * 1000 + i;
        device->memory_fill(queue, memory, 0, 1024, &pattern, 4);
        std::vector<std::uint32_t> values(256);
        device->memory_read(queue, memory, 0, values.data(), 1024, true);
        failures[t] += std::count(values.begin(), values.end(), pattern) != 256;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : failures) CHECK(count == 0);
}
