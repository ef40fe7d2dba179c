// SPDX-License-Identifier: Apache-2.0
// Contexts as a whole: ranges, copies between contexts, release in every order, threads, faults and fork.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <mutex>
#include <random>
#include <thread>

#include "base/plugin/fork_guard.hpp"
#include "fault/fault.hpp"
#include "rig.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("ranges, patterns and pointers are checked", "[context]") {
  Rig rig;
  auto a = rig->allocate(100), b = rig->allocate(100), empty = rig->allocate(0);
  unsigned char bytes[100] = {};
  CHECK(failure(KILN_INVALID_ARGUMENT, [&] { rig->write(*a, 50, bytes, 51, "write"); }) ==
        "write: 51 bytes at offset 50 do not fit in a buffer of 100 bytes");
  CHECK(!failure(KILN_INVALID_ARGUMENT, [&] { rig->read(*a, 101, bytes, 1, "read"); }).empty());
  CHECK(!failure(KILN_INVALID_ARGUMENT, [&] { rig->read(*a, SIZE_MAX, bytes, 2, "read"); }).empty());
  CHECK(!failure(KILN_INVALID_ARGUMENT, [&] { rig->read_async(*a, 1, bytes, 100, "read"); }).empty());
  CHECK(!failure(KILN_INVALID_ARGUMENT, [&] { rig->write_async(*a, 1, bytes, 100, "write"); }).empty());
  CHECK(!failure(KILN_INVALID_ARGUMENT, [&] { rig->write(*a, 0, nullptr, 1, "write"); }).empty());
  CHECK(!failure(KILN_INVALID_ARGUMENT, [&] { rig->copy(*a, 0, *b, 1, 100, "copy"); }).empty());
  CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { rig->copy(*a, 0, *a, 10, 11, "copy"); }), "overlap"));
  rig->copy(*a, 0, *a, 10, 10, "copy");
  rig->copy(*a, 50, *a, 40, 10, "copy");
  const std::uint32_t four = 0x04030201;
  CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { rig->fill(*a, 2, 8, &four, 4, "fill"); }), "multiples"));
  CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { rig->fill(*a, 0, 6, &four, 3, "fill"); }), "expected 1, 2"));
  rig->fill(*a, 4, 8, &four, 4, "fill");
  CHECK(read_all(*rig.context, *a)[5] == 2);
  CHECK(failure(KILN_UNSUPPORTED, [&] { rig->adopt_memory(4096, 0, SIZE_MAX, {}, "adopt"); }) ==
        "adopt: bytes is SIZE_MAX, but fake0 does not tell how large the memory is, expected a number of bytes");
  // Nothing to do is nothing done.
  rig.log->clear();
  rig->write(*empty, 0, nullptr, 0, "write");
  rig->read(*empty, 0, nullptr, 0, "read");
  rig->copy(*empty, 0, *empty, 0, 0, "copy");
  rig->fill(*empty, 0, 0, &four, 4, "fill");
  CHECK(rig.log->calls().empty());
  rig->write_async(*empty, 0, nullptr, 0, "write")->wait();
  rig->synchronize(*empty);
}

TEST_CASE("copies between contexts", "[context]") {
  fake::Options options = deferred_gpu();
  options.peer_copy = GENERATE(true, false);
  const std::size_t bytes = GENERATE(5u, 3000000u, 9000001u);
  const bool pinned_from = GENERATE(false, true), pinned_to = GENERATE(false, true);
  CAPTURE(options.peer_copy, bytes, pinned_from, pinned_to);
  Rig source(options), target(options);
  const auto kind = [](bool pinned) { return pinned ? backend::MemoryKind::pinned : backend::MemoryKind::device; };
  auto from = source->allocate(bytes, kind(pinned_from));
  auto to = target->allocate(bytes + 3, kind(pinned_to));
  const auto data = pattern(bytes, 4);
  source->write(*from, 0, data.data(), bytes, "write");
  Context::copy(*to, 3, *from, 0, bytes, "copy");
  // The source may change, or go, as soon as the copy returns.
  const unsigned char zero = 0;
  source->fill(*from, 0, bytes, &zero, 1, "fill");
  source->synchronize();
  from = nullptr;
  const auto result = read_all(*target.context, *to);
  CHECK(std::equal(data.begin(), data.end(), result.begin() + 3));
  to = nullptr;
  source.check_clean();
  target.check_clean();
}

TEST_CASE("references may be dropped in any order", "[context]") {
  std::vector<int> order = {0, 1, 2, 3, 4};
  do {
    Rig rig(deferred_gpu());
    const runtime::Kernel* add = adder(*rig.context);
    auto buffer = rig->allocate(1 << 17);
    auto pinned = rig->allocate(4096, backend::MemoryKind::pinned);
    auto queue = base::make_ref<runtime::Queue>(Ref<Context>(rig.context.get()), QueueId::transfer);
    launch_add(*rig.context, *add, *buffer);
    const auto data = pattern(1 << 17, 1);
    rig->write(*buffer, 0, data.data(), data.size(), "write");
    launch_add(*rig.context, *add, *pinned);
    auto event = rig->record(QueueId::compute);
    for (const int which : order) {
      if (which == 0) rig.context = nullptr;
      if (which == 1) queue = nullptr;
      if (which == 2) event = nullptr;
      if (which == 3) buffer = nullptr;
      if (which == 4) pinned = nullptr;
    }
    rig.check_clean();
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("threads share a context", "[context]") {
  fake::Options options = deferred_gpu();
  options.log_calls = false;
  ContextOptions context_options;
  if (GENERATE(false, true)) context_options.preallocate.mode = base::Preallocate::Mode::no_pool;
  Rig rig(options, context_options);
  const runtime::Kernel* add = adder(*rig.context);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (unsigned id = 0; id < 6; ++id) {
    threads.emplace_back([&, id] {
      for (unsigned i = 0; i < 40; ++i) {
        const std::size_t bytes = (i % 3 == 0 ? 3000 : 200000) + id;
        auto data = pattern(bytes, id * 100 + i);
        auto buffer = rig->allocate(bytes), twin = rig->allocate(bytes);
        rig->write(*buffer, 0, data.data(), bytes, "write");
        launch_add(*rig.context, *add, *buffer);
        rig->copy(*twin, 0, *buffer, 0, bytes, "copy");
        buffer = nullptr;
        for (auto& value : data) ++value;
        if (i % 8 == 0) rig->synchronize();
        if (i % 16 == 0) rig->trim();
        if (i % 5 == 0) rig->record(QueueId::transfer)->wait();
        if (read_all(*rig.context, *twin) != data) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(rig->memory_statistics().in_use == 0);
  rig.check_clean();
}

namespace {

// The bytes of a buffer as its owner marks them: a word in each granule of 512 bytes, as far as it fits. The host
// writes them itself, so that ThreadSanitizer sees two owners of one place.
bool marked(Context& context, const Buffer& buffer, std::uint64_t mark, bool write) {
  const std::uintptr_t start = buffer.pinned() ? reinterpret_cast<std::uintptr_t>(buffer.host_pointer())
                                               : context.memory_native(buffer) + buffer.offset();
  auto* const words = reinterpret_cast<std::uint64_t*>(start);
  for (std::size_t i = 0; i < buffer.size() / 8; i += 64) {
    if (write) words[i] = mark + i;
    if (words[i] != mark + i) return false;
  }
  return true;
}

struct Marked {
  Ref<Buffer> buffer;
  std::uint64_t mark = 0;
};
constexpr std::ptrdiff_t kAllocating = 4;
// What the threads share: places where one finds another's buffers, and counts of what they found.
struct Common {
  std::mutex mutex;
  std::array<Marked, 8> places;
  std::barrier<> start{kAllocating};
  std::atomic<int> wrong{0}, over{0}, refused{0};
};

// Makes buffers of random sizes, most of which share segments. This thread releases them, or the one that finds them
// in `common`.
void allocate_and_release(Context& context, std::uint64_t id, std::uint64_t budget, Common& common) {
  std::mt19937_64 random(id);
  std::vector<Marked> own;
  common.start.arrive_and_wait();
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto kind = random() % 4 == 0 ? backend::MemoryKind::pinned : backend::MemoryKind::device;
    Marked made{nullptr, id << 48 | i << 24};
    try {
      made.buffer = context.allocate(1 + (random() >> (44 + random() % 12)), kind);
      common.wrong += !marked(context, *made.buffer, made.mark, true);
      own.push_back(std::move(made));
    } catch (const backend::Error& error) {
      common.wrong += error.status() != KILN_OUT_OF_MEMORY;
      ++common.refused;
      own.clear();
    }
    if (!own.empty() && i % 2 == 0) {
      const std::lock_guard lock(common.mutex);
      std::swap(common.places[random() % common.places.size()], own[random() % own.size()]);
    }
    while (own.size() > i % 200 / 5 + 1 || (!own.empty() && !own.back().buffer)) {
      std::swap(own[random() % own.size()], own.back());
      if (own.back().buffer) common.wrong += !marked(context, *own.back().buffer, own.back().mark, false);
      own.pop_back();
    }
    if (i % 256 == id) context.trim();
    if (i % 8 == id % 8 && budget != 0) common.over += context.memory_statistics().reserved > budget;
  }
}

}  // namespace

TEST_CASE("threads that allocate and release at once never get the same memory", "[context][pool]") {
  fake::Options options = deferred_gpu();
  options.kind = backend::DeviceKind::cpu;
  options.log_calls = options.poison = false;
  ContextOptions context_options;
  const std::string pool = GENERATE("grows", "has a budget", "is preallocated", "none");
  CAPTURE(pool);
  if (pool == "has a budget") context_options.memory_budget = std::uint64_t{2} << 20;
  if (pool == "is preallocated") context_options.preallocate = {base::Preallocate::Mode::bytes, 0, 4 << 20};
  if (pool == "none") context_options.preallocate.mode = base::Preallocate::Mode::no_pool;
  Rig rig(options, context_options);
  Common common;
  std::vector<std::thread> threads;
  for (std::uint64_t id = 1; id <= kAllocating; ++id)
    threads.emplace_back([&, id] { allocate_and_release(*rig.context, id, context_options.memory_budget, common); });
  for (std::thread& thread : threads) thread.join();
  CHECK(common.wrong == 0);
  CHECK(common.over == 0);
  CHECK((common.refused > 0) == (pool == "has a budget"));
  for (Marked& left : common.places) {
    if (left.buffer) CHECK(marked(*rig.context, *left.buffer, left.mark, false));
    left.buffer = nullptr;
  }
  CHECK(rig->memory_statistics().in_use == 0);
  rig->trim();
  CHECK(rig->memory_statistics().reserved == context_options.preallocate.bytes);
  rig.check_clean();
}

TEST_CASE("every failing call leaves no leak, no hang and the right status", "[context][fault]") {
  const bool persistent = GENERATE(false, true);
  const bool single = GENERATE(false, true);
  CAPTURE(persistent, single);
  const auto run = [&](std::uint64_t call) {
    fake::Options options = deferred_gpu();
    auto log = std::make_shared<fake::Log>();
    options.log = log;
    fault::set_plan({call, persistent, "", KILN_BACKEND_ERROR, -5});
    kiln_status status = KILN_OK;
    std::vector<unsigned char> data = pattern(700000, 1);
    try {
      ContextOptions context_options;
      context_options.single_stream = single;
      auto context = Context::wrap(fault::wrap(fake::make_context(options)), "fault:fake0", context_options);
      const runtime::Kernel* add = adder(*context);
      auto buffer = context->allocate(700000);
      auto pinned = context->allocate(700000, backend::MemoryKind::pinned);
      context->write(*buffer, 0, data.data(), data.size(), "write");
      context->write(*buffer, 0, data.data(), 100, "write");
      launch_add(*context, *add, *buffer);
      auto event = context->read_async(*buffer, 0, pinned->host_pointer(), 700000, "read");
      event->wait();
      buffer = context->allocate(300000);
      context->fill(*buffer, 0, 300000, data.data(), 4, "fill");
      context->trim();
      context->read(*buffer, 0, data.data(), 300000, "read");
      context->memory_statistics();
      context->synchronize();
    } catch (const backend::Error& error) {
      status = error.status();
      CHECK(contains(error.message(), "fault:fake0"));
    }
    CHECK(log->live().total() == 0);
    CHECK(log->misuses() == 0);
    CHECK(fault::live().total() == 0);
    return status;
  };
  REQUIRE(run(0) == KILN_OK);
  const std::uint64_t calls = fault::calls();
  REQUIRE(calls > 20);
  int failed = 0;
  for (std::uint64_t call = 1; call <= calls; ++call) {
    CAPTURE(call);
    const kiln_status status = run(call);
    REQUIRE(fault::failures() >= 1);
    if (status != KILN_OK) {
      CHECK(status == KILN_BACKEND_ERROR);
      ++failed;
    }
  }
  // Polls, and the finish of a context that goes, may fail unnoticed.
  CHECK(failed + 12 >= static_cast<int>(calls));
  fault::set_plan({});
}

TEST_CASE("a forked child gets an error and touches nothing of the vendor's", "[context][fork]") {
  ContextOptions options;
  options.preallocate.mode = base::Preallocate::Mode::no_pool;  // releases of idle buffers call the vendor
  Rig rig(deferred_gpu(), options);
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = rig->allocate(4096), idle = rig->allocate(4096);
  launch_add(*rig.context, *add, *buffer);
  auto event = rig->record(QueueId::compute);
  const std::size_t calls = rig.log->calls().size();
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int failures = 0;
    const auto expect_forked = [&](auto&& call) {
      try {
        call();
        ++failures;
      } catch (const backend::Error& error) {
        if (error.status() != KILN_FORKED) ++failures;
      }
    };
    alarm(20);
    unsigned char byte = 0;
    expect_forked([&] { launch_add(*rig.context, *add, *buffer); });
    expect_forked([&] { rig->allocate(1); });
    expect_forked([&] { rig->read(*buffer, 0, &byte, 1, "read"); });
    expect_forked([&] { rig->write(*buffer, 0, &byte, 1, "write"); });
    expect_forked([&] { rig->read_async(*buffer, 0, &byte, 1, "read"); });
    expect_forked([&] { rig->fill(*buffer, 0, 4, &byte, 1, "fill"); });
    expect_forked([&] { rig->synchronize(); });
    expect_forked([&] { rig->synchronize(*buffer); });
    expect_forked([&] { rig->trim(); });
    expect_forked([&] { rig->memory_statistics(); });
    expect_forked([&] { rig->record(QueueId::transfer); });
    expect_forked([&] { rig->wait_event(QueueId::transfer, *event); });
    expect_forked([&] { event->wait(); });
    expect_forked([&] { event->done(); });
    expect_forked([&] { Event::elapsed(*event, *event); });
    expect_forked([&] { rig->program({"kernel void add()", {}, false, false}); });
    expect_forked([&] { Context::wrap(fake::make_context(), "fake0", {}); });
    event = nullptr;
    buffer = idle = nullptr;
    rig.context = nullptr;
    // The context that wrap refused was closed by its owner; nothing else was called.
    if (rig.log->calls().size() != calls) failures += 100;
    _exit(failures);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(read_all(*rig.context, *buffer).size() == 4096);  // the parent goes on
  event = nullptr;
  buffer = idle = nullptr;
  rig.check_clean();
}
