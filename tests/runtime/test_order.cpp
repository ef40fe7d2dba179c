// SPDX-License-Identifier: Apache-2.0
// Order between the two queues, on a device that runs nothing before it must; late errors; waiting.
#include <algorithm>
#include <cstring>

#include "rig.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

std::size_t position(const std::vector<fake::Call>& calls, std::string_view entry, std::size_t nth = 0) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].entry == entry && nth-- == 0) return i;
  }
  FAIL("no such call: " << entry);
  return 0;
}

void fail_kernel(const std::string& name) {
  fake::register_kernel(name, [](const fake::KernelCall&) {
    throw backend::Error(KILN_BACKEND_ERROR, "vendorWait: ILLEGAL_ADDRESS (700)", 700);
  });
}

}  // namespace

TEST_CASE("a kernel sees what the transfer queue wrote, a transfer what a kernel wrote", "[order]") {
  const bool single = GENERATE(false, true);
  CAPTURE(single);
  ContextOptions options;
  options.single_stream = single;
  Rig rig(deferred_gpu(), options);
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = rig->allocate(kBufferBytes);
  const auto first = pattern(kBufferBytes, 1), second = pattern(kBufferBytes, 2);
  rig->write(*buffer, 0, first.data(), kBufferBytes, "write");
  launch_add(*rig.context, *add, *buffer);
  auto expected = first;
  for (auto& value : expected) ++value;
  CHECK((read_all(*rig.context, *buffer) == expected));

  launch_add(*rig.context, *add, *buffer);
  rig->write(*buffer, 0, second.data(), kBufferBytes, "write");  // not before the kernel
  launch_add(*rig.context, *add, *buffer);
  rig->write(*buffer, 4096, first.data(), 100, "write");
  expected = second;
  for (auto& value : expected) ++value;
  std::copy(first.begin(), first.begin() + 100, expected.begin() + 4096);
  CHECK((read_all(*rig.context, *buffer) == expected));
  if (single) CHECK(rig.log->count("event_enqueue_wait") == 0);
  buffer = nullptr;
  rig.check_clean();
}

TEST_CASE("work on a freed block of another queue waits for it", "[order]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto a = rig->allocate(kBufferBytes);
  const auto memory = a->memory();
  launch_add(*rig.context, *add, *a);
  a = nullptr;
  auto b = rig->allocate(kBufferBytes);
  REQUIRE(b->memory() == memory);
  const auto data = pattern(kBufferBytes, 3);
  rig->write(*b, 0, data.data(), kBufferBytes, "write");
  rig->synchronize(QueueId::transfer);
  const auto executed = rig.log->executed();
  CHECK(position(executed, "kernel_launch") < position(executed, "memory_write"));
  CHECK((read_all(*rig.context, *b) == data));
}

TEST_CASE("a kernel does not overwrite what the transfer queue is still to read", "[order]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = rig->allocate(kBufferBytes), host = rig->allocate(kBufferBytes, backend::MemoryKind::pinned);
  const auto data = pattern(kBufferBytes, 5);
  rig->write(*buffer, 0, data.data(), kBufferBytes, "write");
  rig->synchronize();
  auto event = rig->read_async(*buffer, 0, host->host_pointer(), kBufferBytes, "read");
  launch_add(*rig.context, *add, *buffer);
  rig->synchronize(QueueId::compute);
  event->wait();
  CHECK(std::equal(data.begin(), data.end(), static_cast<unsigned char*>(host->host_pointer())));
}

TEST_CASE("blocks that were joined keep the last use of each", "[order]") {
  const bool first_pending = GENERATE(false, true), first_released = GENERATE(false, true);
  CAPTURE(first_pending, first_released);
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  const std::size_t bytes = std::size_t{4} << 20;
  const auto memory = rig->allocate(bytes)->memory();
  auto first = rig->allocate(bytes / 2), second = rig->allocate(bytes / 2);
  REQUIRE(first->memory() == memory);
  REQUIRE(second->memory() == memory);
  launch_add(*rig.context, *add, first_pending ? *first : *second);
  (first_released ? first : second) = nullptr;
  first = second = nullptr;
  auto whole = rig->allocate(bytes);
  REQUIRE(whole->memory() == memory);
  const auto data = pattern(bytes, 3);
  rig->write(*whole, 0, data.data(), bytes, "write");
  rig->synchronize(QueueId::transfer);
  const auto executed = rig.log->executed();
  CHECK(position(executed, "kernel_launch") < position(executed, "memory_write"));
}

TEST_CASE("events are recorded only where a queue must wait", "[order]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto a = rig->allocate(kBufferBytes), b = rig->allocate(kBufferBytes);
  for (int i = 0; i < 100; ++i) launch_add(*rig.context, *add, *a);
  CHECK(rig.log->count("event_record") == 0);
  CHECK(rig.log->count("event_enqueue_wait") == 0);
  const auto data = pattern(kBufferBytes, 1);
  rig->write(*b, 0, data.data(), kBufferBytes, "write");
  rig->synchronize();
  rig.log->clear();
  // The transfer has passed: nothing to wait for.
  for (int i = 0; i < 100; ++i) launch_add(*rig.context, *add, *b);
  CHECK(rig.log->count("event_record") == 0);
  CHECK(rig.log->count("event_enqueue_wait") == 0);
  // One wait serves all work behind it.
  rig->write(*a, 0, data.data(), kBufferBytes, "write");
  rig.log->clear();
  for (int i = 0; i < 100; ++i) launch_add(*rig.context, *add, *a);
  CHECK(rig.log->count("event_enqueue_wait") == 1);
}

TEST_CASE("small writes return without waiting, reads wait for what they need", "[order]") {
  Rig rig(deferred_gpu());
  auto buffer = rig->allocate(4096);
  auto data = pattern(4096, 1);
  const auto expected = data;
  rig->write(*buffer, 0, data.data(), data.size(), "write");
  std::fill(data.begin(), data.end(), static_cast<unsigned char>(0));  // the source is free again
  CHECK(rig.log->executed().empty());
  CHECK((read_all(*rig.context, *buffer) == expected));
  // Many of them hold a bounded amount of pinned memory.
  for (int i = 0; i < 20000; ++i) rig->write(*buffer, 0, data.data(), data.size(), "write");
  CHECK(rig.log->counters().bytes_peak <= (std::uint64_t{40} << 20));
}

TEST_CASE("transfers of every size and kind of host memory are right", "[order]") {
  fake::Options fake = deferred_gpu();
  fake.unified_memory = GENERATE(false, true);
  fake.deferred = GENERATE(true, false);
  const bool pinned = GENERATE(false, true);
  const std::size_t bytes = GENERATE(1u, 65536u, 65537u, 921600u, (16u << 20) + 4321u);
  CAPTURE(fake.unified_memory, fake.deferred, pinned, bytes);
  Rig rig(fake);
  auto device = rig->allocate(bytes + 64);
  auto host = rig->allocate(bytes, backend::MemoryKind::pinned);
  std::vector<unsigned char> pageable(bytes);
  auto* const memory = pinned ? static_cast<unsigned char*>(host->host_pointer()) : pageable.data();
  const auto expected = pattern(bytes, 7);
  std::copy(expected.begin(), expected.end(), memory);
  rig->write(*device, 64, memory, bytes, "write");
  std::fill(memory, memory + bytes, static_cast<unsigned char>(1));
  rig->read(*device, 64, memory, bytes, "read");
  CHECK(std::equal(expected.begin(), expected.end(), memory));

  const auto other = pattern(bytes, 8);
  std::copy(other.begin(), other.end(), memory);
  auto written = rig->write_async(*device, 0, memory, bytes, "write");
  written->wait();
  CHECK(written->done());
  std::fill(memory, memory + bytes, static_cast<unsigned char>(1));
  auto read = rig->read_async(*device, 0, memory, bytes, "read");
  read->wait();
  CHECK(std::equal(other.begin(), other.end(), memory));

  // Buffers of pinned memory as such.
  rig->write(*host, 0, expected.data(), bytes, "write");
  rig->copy(*device, 0, *host, 0, bytes, "copy");
  CHECK((read_all(*rig.context, *host) == expected));
  auto twin = rig->allocate(bytes);
  rig->copy(*twin, 0, *device, 0, bytes, "copy");
  CHECK((read_all(*rig.context, *twin) == expected));
  device = host = twin = nullptr;
  written = read = nullptr;
  rig.check_clean();
}

TEST_CASE("events know when work has passed and how long it took", "[order]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = rig->allocate(4096);
  auto start = rig->record(QueueId::compute);
  for (int i = 0; i < 5; ++i) launch_add(*rig.context, *add, *buffer);
  auto end = rig->record(QueueId::compute);
  CHECK(rig.log->counters().launches == 0);
  CHECK(Event::elapsed(*start, *end) >= 5e-6);
  CHECK(rig.log->counters().launches == 5);
  CHECK(end->done());
  auto other = rig->record(QueueId::transfer);
  CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { Event::elapsed(*start, *other); }), "two queues"));
  launch_add(*rig.context, *add, *buffer);
  auto late = rig->record(QueueId::compute);
  rig->wait_event(QueueId::transfer, *late);
  rig->synchronize(QueueId::transfer);
  rig->synchronize(QueueId::compute);
  CHECK(rig.log->counters().launches == 6);
  start = end = other = late = nullptr;
  buffer = nullptr;
  rig.check_clean();
}

TEST_CASE("a late error names what was queued since the last wait, and stays", "[order]") {
  fail_kernel("bad");
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  const runtime::Kernel* bad = rig->program({"kernel void bad(global uchar* data)", {}, false, false})->kernel("bad");
  auto buffer = rig->allocate(4096);
  launch_add(*rig.context, *add, *buffer, "before");
  rig->synchronize();
  const unsigned char zero = 0;
  SECTION("few operations") {
    launch_add(*rig.context, *add, *buffer, "exp_loop");
    rig->fill(*buffer, 0, 4096, &zero, 1, "fill");
    rig->fill(*buffer, 0, 4096, &zero, 1, "fill");
    launch_add(*rig.context, *bad, *buffer, "bad");
    const std::string message = failure(KILN_BACKEND_ERROR, [&] { rig->synchronize(); });
    CHECK(message ==
          "synchronize on fake0: vendorWait: ILLEGAL_ADDRESS (700); queued since the last wait: exp_loop, "
          "fill (2 "
          "times), bad");
    for (int i = 0; i < 2; ++i) {
      CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { read_all(*rig.context, *buffer); }), message));
      CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { launch_add(*rig.context, *add, *buffer); }), message));
      CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { rig->allocate(1); }), message));
      CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { rig->synchronize(); }), message));
    }
  }
  SECTION("many operations") {
    launch_add(*rig.context, *bad, *buffer, "bad");
    for (int i = 0; i < 100; ++i) launch_add(*rig.context, *add, *buffer, "exp_loop");
    const std::string message = failure(KILN_BACKEND_ERROR, [&] { read_all(*rig.context, *buffer); });
    CHECK(contains(message, "read on fake0: vendorWait"));
    CHECK(contains(message, "..., exp_loop (31 times), read"));
  }
  buffer = nullptr;
  rig.check_clean();
}

TEST_CASE("a context that leaves the process waits for both queues, tells nothing, and can go on", "[order]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto one = rig->allocate(kBufferBytes), other = rig->allocate(kBufferBytes);
  const auto values = pattern(kBufferBytes, 1);
  for (int round = 1; round <= 2; ++round) {
    launch_add(*rig.context, *add, *one);
    auto event = rig->write_async(*other, 0, values.data(), kBufferBytes, "write");
    CHECK(rig.log->counters().launches == std::uint64_t(round - 1));
    rig->leave_process();
    CHECK(rig.log->counters().launches == std::uint64_t(round));
    CHECK(event->done());
  }
  CHECK((read_all(*rig.context, *other) == values));

  fail_kernel("bad");
  const runtime::Kernel* bad = rig->program({"kernel void bad(global uchar* data)", {}, false, false})->kernel("bad");
  launch_add(*rig.context, *bad, *one, "bad");
  SECTION("with an error that is found then") {}
  SECTION("after one that was found before") {
    failure(KILN_BACKEND_ERROR, [&] { rig->synchronize(); });
  }
  rig->leave_process();
  rig->leave_process();
  one = other = nullptr;
  rig.check_clean();
}

TEST_CASE("with launch_blocking an error surfaces where it arose", "[order]") {
  fail_kernel("bad");
  ContextOptions options;
  options.launch_blocking = true;
  Rig rig(deferred_gpu(), options);
  const runtime::Kernel* add = adder(*rig.context);
  const runtime::Kernel* bad = rig->program({"kernel void bad(global uchar* data)", {}, false, false})->kernel("bad");
  auto buffer = rig->allocate(4096);
  launch_add(*rig.context, *add, *buffer, "first");
  CHECK(rig.log->counters().launches == 1);
  const std::string message = failure(KILN_BACKEND_ERROR, [&] { launch_add(*rig.context, *bad, *buffer, "second"); });
  CHECK(message == "second on fake0: vendorWait: ILLEGAL_ADDRESS (700); queued since the last wait: second");
}

TEST_CASE("launches refuse buffers of other contexts and of the wrong kind", "[order]") {
  Rig rig, other;
  const runtime::Kernel* add = adder(*rig.context);
  auto foreign = other->allocate(64);
  CHECK(contains(failure(KILN_CONTEXT_MISMATCH, [&] { launch_add(*rig.context, *add, *foreign); }), "fake0"));
  auto fixed = rig->allocate(64);
  fixed->make_read_only();
  CHECK(contains(failure(KILN_READ_ONLY, [&] { launch_add(*rig.context, *add, *fixed); }), "read-only"));
  // Nor does anything else write it: all ask runtime/context/checks.hpp.
  const std::vector<std::byte> bytes(64);
  auto plain = rig->allocate(64), pinned = rig->allocate(64, backend::MemoryKind::pinned);
  pinned->make_read_only();
  for (Buffer* const target : {fixed.get(), pinned.get()})
    for (const auto& write :
         std::vector<std::function<void()>>{[&] { rig->write(*target, 0, bytes.data(), 64, "work"); },
                                            [&] { rig->write(*target, 0, bytes.data(), 0, "work"); },
                                            [&] { rig->write_async(*target, 0, bytes.data(), 64, "work"); },
                                            [&] { rig->read_async(*plain, 0, *target, 0, 64, "work"); },
                                            [&] { rig->fill(*target, 0, 64, bytes.data(), 4, "work"); },
                                            [&] { runtime::Context::copy(*target, 0, *plain, 0, 64, "work"); },
                                            [&] { runtime::Context::copy(*target, 0, *foreign, 0, 64, "work"); }})
      CHECK(contains(failure(KILN_READ_ONLY, write), "work: the buffer of 64 bytes on fake0 is read-only"));
  auto hidden = rig->allocate(64, backend::MemoryKind::device, false);
  CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { launch_add(*rig.context, *add, *hidden); }), "write-only"));
}

TEST_CASE("launches of more than the device counts never reach it", "[order]") {
  Rig rig;
  const runtime::Kernel* add = adder(*rig.context);
  const auto calls = rig.log->count("kernel_launch");
  backend::Launch launch;
  launch.dims = 2;
  launch.local[0] = launch.local[1] = 1;
  launch.global[0] = launch.global[1] = std::size_t{1} << 32;
  CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { rig->launch(*add, launch, {}, "work"); }),
                 "work: 4294967296 x 4294967296 x 1 work-items, expected at most 2^64 - 1 in all"));
  {
    runtime::Recording::Capture capture(*rig.context);
    failure(KILN_INVALID_ARGUMENT, [&] { rig->launch(*add, launch, {}, "work"); });
  }
  CHECK(rig.log->count("kernel_launch") == calls);
}
