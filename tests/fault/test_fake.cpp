// SPDX-License-Identifier: Apache-2.0
// The fake device: transfers and kernels are right, deferred work keeps to its order and no more, and misuse
// is noticed.
#include <array>
#include <cmath>
#include <limits>
#include <thread>

#include "catch.hpp"
#include "fake/fake.hpp"

using namespace kiln::backend;
namespace fake = kiln::fake;

namespace {

template <class Function>
Error error_of(Function&& function) {
  try {
    function();
  } catch (const Error& error) {
    return error;
  }
  return Error(KILN_OK, "no error");
}

struct Device {
  explicit Device(fake::Options options = {}) {
    options.log = log;
    context = fake::make_context(options);
    queue = context->queue_create(true);
  }
  ~Device() {
    if (queue) context->queue_destroy(queue);
  }
  std::shared_ptr<fake::Log> log = std::make_shared<fake::Log>();
  std::unique_ptr<Context> context;
  QueueHandle queue = nullptr;
};

fake::Options deferred() {
  fake::Options options;
  options.deferred = true;
  return options;
}

Argument memory_argument(MemoryHandle memory, std::size_t offset = 0) {
  Argument argument;
  argument.kind = Argument::Kind::memory;
  argument.memory = memory;
  argument.offset = offset;
  return argument;
}

template <class T>
Argument value_argument(const T& value) {
  Argument argument;
  argument.value = &value;
  argument.size = sizeof(T);
  return argument;
}

void register_axpy() {
  fake::register_kernel("axpy", [](const fake::KernelCall& call) {
    auto* const y = call.pointer<float>(0);
    const auto* const x = call.pointer<float>(1);
    const auto a = call.value<float>(2);
    for (std::size_t i = 0; i < call.items(); ++i) y[i] += a * x[i];
  });
}

constexpr const char* kText = "kernel void axpy(...) {}\n__kernel other {}\n";

}  // namespace

TEST_CASE("fake: transfers, fills and copies move the right bytes") {
  const bool late = GENERATE(false, true);
  fake::Options options;
  options.deferred = late;
  Device d(options);
  const MemoryHandle a = d.context->memory_allocate(64, MemoryKind::device);
  const MemoryHandle b = d.context->memory_allocate(64, MemoryKind::pinned);
  CHECK(d.context->memory_host_pointer(a) == nullptr);
  CHECK(d.context->memory_host_pointer(b) != nullptr);
  CHECK(d.context->memory_native(a) % 64 == 0);
  const std::array<int, 4> in{1, 2, 3, 4};
  const int pattern = 7;
  d.context->memory_fill(d.queue, a, 0, 64, &pattern, sizeof(pattern));
  d.context->memory_write(d.queue, a, 8, in.data(), sizeof(in), false);
  d.context->memory_copy(d.queue, b, 0, a, 4, 24);
  std::array<int, 6> out{};
  d.context->memory_read(d.queue, b, 0, out.data(), sizeof(out), true);
  CHECK(out == std::array<int, 6>{7, 1, 2, 3, 4, 7});
  CHECK(d.context->memory_info().free == d.context->memory_info().total - 64);
  d.context->memory_free(a);
  d.context->memory_free(b);
  CHECK(d.log->misuses() == 0);
  CHECK(d.log->live().memories == 0);
  CHECK(d.log->count("memory_write") == 1);
  CHECK(d.log->counters().bytes_in_use == 0);
  CHECK(d.log->counters().bytes_peak == 128);
}

TEST_CASE("fake: kernels run as registered functions") {
  register_axpy();
  Device d;
  const ProgramHandle program = d.context->program_build({kText, {}, false, false});
  CHECK(d.context->program_kernels(program) == std::vector<std::string>{"axpy", "other"});
  const KernelHandle kernel = d.context->program_kernel(program, "axpy");
  CHECK(d.context->program_kernel(program, "axpy") == kernel);
  CHECK(error_of([&] { d.context->program_kernel(program, "missing"); }).status() == KILN_INVALID_ARGUMENT);
  CHECK(error_of([&] { d.context->program_kernel(program, "other"); }).status() == KILN_INVALID_ARGUMENT);
  const MemoryHandle x = d.context->memory_allocate(256, MemoryKind::device);
  const MemoryHandle y = d.context->memory_allocate(256, MemoryKind::device);
  const float one = 1, two = 2, half = 0.5F;
  d.context->memory_fill(d.queue, x, 0, 256, &two, 4);
  d.context->memory_fill(d.queue, y, 0, 256, &one, 4);
  const std::array<Argument, 3> arguments{memory_argument(y), memory_argument(x, 64), value_argument(half)};
  Launch launch;
  launch.global[0] = 32;
  launch.local[0] = 8;
  launch.arguments = arguments.data();
  launch.argument_count = arguments.size();
  d.context->kernel_launch(d.queue, kernel, launch);
  std::array<float, 64> out{};
  d.context->memory_read(d.queue, y, 0, out.data(), 256, true);
  CHECK(out[31] == 2);
  CHECK(out[32] == 1);
  CHECK(d.log->counters().launches == 1);
  d.context->program_destroy(program);
  CHECK(error_of([&] { d.context->kernel_launch(d.queue, kernel, launch); }).status() == KILN_INTERNAL);
  CHECK(d.log->misuses() == 1);
}

TEST_CASE("fake: launches are logged whole, and large memory has no bytes") {
  register_axpy();
  fake::Options options;
  options.log_launches = true;
  options.unknown_kernels = true;
  options.largest_real = 256;
  options.poison_word = 7;
  options.memory = std::uint64_t{1} << 50;
  Device d(options);
  const MemoryHandle large = d.context->memory_allocate(std::size_t{1} << 40, MemoryKind::device);
  const MemoryHandle small = d.context->memory_allocate(256, MemoryKind::device);
  const int one = 1;
  d.context->memory_fill(d.queue, large, 0, std::size_t{1} << 40, &one, 4);
  std::array<std::uint64_t, 2> out{1, 1};
  d.context->memory_read(d.queue, small, 0, out.data(), sizeof(out), true);
  CHECK(out == std::array<std::uint64_t, 2>{7, 7});
  d.context->memory_copy(d.queue, small, 0, large, std::size_t{1} << 39, 8);
  d.context->memory_read(d.queue, small, 0, out.data(), sizeof(out), true);
  CHECK(out == std::array<std::uint64_t, 2>{0, 7});
  const ProgramHandle program = d.context->program_build({"kernel void idle(...) {}", {"N=3"}, false, false});
  const KernelHandle kernel = d.context->program_kernel(program, "idle");
  const std::array<Argument, 2> arguments{memory_argument(large, 64), value_argument(one)};
  Launch launch;
  launch.global[0] = 32;
  launch.local[0] = 8;
  launch.arguments = arguments.data();
  launch.argument_count = arguments.size();
  d.context->kernel_launch(d.queue, kernel, launch);
  const std::vector<fake::Launched> launches = d.log->launches();
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].kernel == "idle");
  CHECK(*launches[0].text == "ieee\n#define N=3\nkernel void idle(...) {}");
  CHECK((launches[0].global[0] == 32 && launches[0].local[0] == 8));
  REQUIRE(launches[0].arguments.size() == 2);
  CHECK(launches[0].arguments[0].offset == 64);
  CHECK(launches[0].arguments[0].bytes == std::size_t{1} << 40);
  CHECK(launches[0].arguments[1].value == std::vector<std::byte>{std::byte{1}, std::byte{}, std::byte{}, std::byte{}});
  CHECK(d.log->misuses() == 0);
}

TEST_CASE("fake: an #error is a build error with a log; binaries load back and damage is refused") {
  Device d;
  const Error error = error_of([&] { d.context->program_build({"int x;\n#error no luck\n", {}, false, false}); });
  CHECK(error.status() == KILN_BUILD_ERROR);
  CHECK(error.log().find("fake:2: error: #error no luck") != std::string::npos);
  const Source source{kText, {"N=3"}, true, false};
  const ProgramHandle program = d.context->program_build(source);
  const std::vector<std::byte> binary = d.context->program_binary(program);
  REQUIRE(binary.size() > 20);
  d.context->program_destroy(program);
  d.context->program_destroy(d.context->program_load(binary, source));
  CHECK(d.log->counters().binaries_foreign == 0);
  d.context->program_destroy(d.context->program_load(binary, {kText, {"N=4"}, true, false}));
  CHECK(d.log->counters().binaries_foreign == 1);
  for (std::size_t bit = 0; bit < binary.size() * 8; ++bit) {
    std::vector<std::byte> damaged = binary;
    damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    if (error_of([&] { d.context->program_load(damaged, source); }).status() != KILN_BACKEND_ERROR) FAIL(bit);
  }
  CHECK(error_of([&] { d.context->program_load({}, source); }).status() == KILN_BACKEND_ERROR);
  CHECK(d.log->counters().binaries_handed == 3 + binary.size() * 8);
  CHECK(d.log->counters().binaries_refused == 1 + binary.size() * 8);
  CHECK(d.log->live().programs == 0);
  CHECK(d.log->misuses() == 0);
}

TEST_CASE("fake: deferred work runs when needed and only what is needed") {
  Device d(deferred());
  const QueueHandle second = d.context->queue_create(false);
  const MemoryHandle a = d.context->memory_allocate(64, MemoryKind::device);
  const MemoryHandle b = d.context->memory_allocate(64, MemoryKind::device);
  const int one = 1, two = 2, three = 3;
  d.context->memory_fill(d.queue, a, 0, 64, &one, 4);
  const EventHandle first = d.context->event_record(d.queue);
  d.context->memory_fill(d.queue, a, 0, 64, &two, 4);
  d.context->memory_fill(second, b, 0, 64, &three, 4);
  d.context->event_enqueue_wait(second, first);
  d.context->memory_copy(second, b, 0, a, 0, 4);
  CHECK(d.log->executed().empty());
  d.context->queue_finish(second);
  // The other queue ran as far as the event and no further: the copy saw 1, not 2.
  std::vector<std::string> order;
  for (const fake::Call& call : d.log->executed()) order.emplace_back(call.entry);
  CHECK(order ==
        std::vector<std::string>{"memory_fill", "memory_fill", "event_record", "event_enqueue_wait", "memory_copy"});
  int out[2] = {};
  d.context->memory_read(second, b, 0, out, sizeof(out), true);
  CHECK(out[0] == 1);
  CHECK(out[1] == 3);
  d.context->event_destroy(first);
  d.context->queue_destroy(second);
  d.context->queue_finish(d.queue);
  d.context->memory_free(a);
  d.context->memory_free(b);
  CHECK(d.log->misuses() == 0);
}

TEST_CASE("fake: polling makes progress unless told not to, and timed events tell seconds") {
  const bool progress = GENERATE(true, false);
  fake::Options options = deferred();
  options.poll_progress = progress;
  Device d(options);
  const MemoryHandle a = d.context->memory_allocate(64, MemoryKind::device);
  const int one = 1;
  const EventHandle start = d.context->event_record(d.queue);
  d.context->memory_fill(d.queue, a, 0, 64, &one, 4);
  const EventHandle end = d.context->event_record(d.queue);
  int polls = 0;
  while (polls < 10 && !d.context->event_done(end)) ++polls;
  CHECK(polls == (progress ? 2 : 10));
  d.context->event_wait(end);
  CHECK(d.context->event_done(end));
  CHECK(d.context->event_seconds(start, end) == Approx(2e-6));
  d.context->event_destroy(start);
  d.context->event_destroy(end);
  d.context->memory_free(a);
  CHECK(d.log->misuses() == 0);
}

TEST_CASE("fake: an error of a kernel is found by the next wait, once") {
  fake::register_kernel("broken",
                        [](const fake::KernelCall&) { throw Error(KILN_BACKEND_ERROR, "broken: device fault", -5); });
  const bool late = GENERATE(false, true);
  fake::Options options;
  options.deferred = late;
  Device d(options);
  const ProgramHandle program = d.context->program_build({"kernel broken", {}, false, false});
  const KernelHandle kernel = d.context->program_kernel(program, "broken");
  d.context->kernel_launch(d.queue, kernel, Launch{});
  const EventHandle event = d.context->event_record(d.queue);
  CHECK(error_of([&] { d.context->event_wait(event); }).vendor_code() == -5);
  CHECK(error_of([&] { d.context->queue_finish(d.queue); }).vendor_code() == -5);
  d.context->queue_finish(d.queue);
  d.context->event_destroy(event);
  d.context->program_destroy(program);
  CHECK(d.log->misuses() == 0);
}

TEST_CASE("fake: out of memory is told, pinned memory does not count") {
  fake::Options options;
  options.memory = 1000;
  options.largest_block = 600;
  Device d(options);
  CHECK(error_of([&] { d.context->memory_allocate(601, MemoryKind::device); }).status() == KILN_OUT_OF_MEMORY);
  const MemoryHandle a = d.context->memory_allocate(600, MemoryKind::device);
  const MemoryHandle b = d.context->memory_allocate(4000, MemoryKind::pinned);
  CHECK(error_of([&] { d.context->memory_allocate(401, MemoryKind::device); }).status() == KILN_OUT_OF_MEMORY);
  d.context->memory_free(a);
  d.context->memory_free(b);
  const MemoryHandle c = d.context->memory_allocate(401, MemoryKind::device);
  d.context->memory_free(c);
  CHECK(d.log->misuses() == 0);
}

TEST_CASE("fake: every misuse is an internal error and counted") {
  register_axpy();
  Device d;
  Context& c = *d.context;
  const MemoryHandle a = c.memory_allocate(64, MemoryKind::device);
  const MemoryHandle gone = c.memory_allocate(64, MemoryKind::device);
  c.memory_free(gone);
  const ProgramHandle program = c.program_build({kText, {}, false, false});
  const KernelHandle kernel = c.program_kernel(program, "axpy");
  std::array<char, 64> host{};
  std::uint64_t misuses = 0;
  const auto misuse = [&](auto&& function) {
    CHECK(error_of(function).status() == KILN_INTERNAL);
    CHECK(d.log->misuses() == ++misuses);
  };
  misuse([&] { c.memory_write(d.queue, a, 1, host.data(), 64, true); });
  misuse([&] { c.memory_write(d.queue, a, std::numeric_limits<std::size_t>::max(), host.data(), 2, true); });
  misuse([&] { c.memory_read(d.queue, gone, 0, host.data(), 1, true); });
  misuse([&] { c.memory_read(d.queue, nullptr, 0, host.data(), 1, true); });
  misuse([&] { c.memory_read(reinterpret_cast<QueueHandle>(a), a, 0, host.data(), 1, true); });
  misuse([&] { c.memory_read(d.queue, a, 0, nullptr, 1, true); });
  misuse([&] { c.memory_read(d.queue, a, 0, host.data(), 0, true); });
  misuse([&] { c.memory_copy(d.queue, a, 0, a, 8, 16); });
  misuse([&] { c.memory_fill(d.queue, a, 2, 8, host.data(), 4); });
  misuse([&] { c.memory_fill(d.queue, a, 0, 9, host.data(), 3); });
  misuse([&] { c.memory_allocate(0, MemoryKind::device); });
  misuse([&] { c.queue_finish(nullptr); });
  misuse([&] { c.event_wait(nullptr); });
  misuse([&] { c.program_binary(reinterpret_cast<ProgramHandle>(kernel)); });
  const auto launch = [&](Argument argument, std::size_t global, std::size_t local) {
    misuse([&] {
      Launch wrong;
      wrong.global[0] = global;
      wrong.local[0] = local;
      wrong.arguments = &argument;
      wrong.argument_count = 1;
      c.kernel_launch(d.queue, kernel, wrong);
    });
  };
  launch(memory_argument(gone), 1, 0);
  launch(memory_argument(a, 64), 1, 0);
  launch(memory_argument(a, 4), 1, 0);
  launch(memory_argument(a), 0, 0);
  launch(memory_argument(a), 10, 4);
  launch(memory_argument(a), 4096, 2048);
  launch(Argument{}, 1, 0);
  c.memory_free(gone);
  CHECK(d.log->misuses() == ++misuses);
  c.event_destroy(nullptr);
  CHECK(d.log->misuses() == ++misuses);
  c.memory_free(a);
  c.program_destroy(program);
}

TEST_CASE("fake: freeing memory that pending work needs is misuse and a late error") {
  Device d(deferred());
  const MemoryHandle a = d.context->memory_allocate(64, MemoryKind::device);
  const int one = 1;
  d.context->memory_fill(d.queue, a, 0, 64, &one, 4);
  d.context->memory_free(a);
  CHECK(d.log->misuses() == 1);
  CHECK(error_of([&] { d.context->queue_finish(d.queue); }).status() == KILN_INTERNAL);
}

TEST_CASE("fake: copies between two fakes") {
  Device one, two;
  const MemoryHandle a = one.context->memory_allocate(64, MemoryKind::device);
  const MemoryHandle b = two.context->memory_allocate(64, MemoryKind::device);
  const int five = 5;
  one.context->memory_fill(one.queue, a, 0, 64, &five, 4);
  CHECK(two.context->memory_copy_peer(two.queue, b, 4, *one.context, a, 8, 4));
  int out = 0;
  two.context->memory_read(two.queue, b, 4, &out, 4, true);
  CHECK(out == 5);
  one.context->memory_free(a);
  two.context->memory_free(b);
}

TEST_CASE("fake: threads with queues of their own") {
  const bool late = GENERATE(false, true);
  fake::Options options;
  options.deferred = late;
  Device d(options);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const QueueHandle queue = d.context->queue_create(false);
      for (int i = 0; i < 200; ++i) {
        const MemoryHandle memory = d.context->memory_allocate(64, MemoryKind::device);
        const int value = t * 1000 + i;
        d.context->memory_fill(queue, memory, 0, 64, &value, 4);
        const EventHandle event = d.context->event_record(queue);
        d.context->event_wait(event);
        d.context->event_destroy(event);
        int out = -1;
        d.context->memory_read(queue, memory, 60, &out, 4, true);
        if (out != value) ++wrong;
        d.context->memory_free(memory);
      }
      d.context->queue_destroy(queue);
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(d.log->misuses() == 0);
  CHECK(d.log->live().total() == 2);
  CHECK(d.log->live().events == 0);
}
