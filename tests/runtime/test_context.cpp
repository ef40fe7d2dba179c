// SPDX-License-Identifier: Apache-2.0
// Contexts as a whole: ranges, copies between contexts, release in every order, threads, faults and fork.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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
