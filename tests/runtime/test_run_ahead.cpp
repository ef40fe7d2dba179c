// SPDX-License-Identifier: Apache-2.0
// The bound on how far the host runs ahead of the device: what counts, on every lane, and what a wait for
// room says.
#include <thread>

#include "recording_support.hpp"
#include "runtime/queues/queues.hpp"

using namespace kiln;
using namespace kiln::test;
using runtime::RunAhead;

namespace {

// A GPU on which nothing runs before somebody waits for it.
fake::Options idle_gpu() {
  fake::Options options = deferred_gpu();
  options.poll_progress = false;
  return options;
}

ContextOptions bounded(std::uint64_t commands, std::uint64_t bytes = 0, bool single_stream = true) {
  ContextOptions options;
  options.single_stream = single_stream;
  options.run_ahead = commands;
  options.run_ahead_bytes = bytes;
  return options;
}

// Pieces of work of that entry that were queued and have not run.
std::size_t queued(const Rig& rig, const char* entry) {
  const auto ran = rig.log->executed();
  return rig.log->count(entry) - std::size_t(std::count_if(ran.begin(), ran.end(), [&](const auto& call) {
           return call.entry == std::string(entry);
         }));
}

template <class Work>
std::size_t most_queued(const Rig& rig, const char* entry, int times, Work&& work) {
  rig.log->clear();
  std::size_t most = 0;
  for (int i = 0; i < times; ++i) {
    work();
    most = std::max(most, queued(rig, entry));
  }
  return most;
}

}  // namespace

TEST_CASE("no more commands are queued than allowed, and nearly as many are", "[run ahead]") {
  for (const std::uint64_t most : {1, 2, 7, 8, 64, 100}) {
    CAPTURE(most);
    Rig rig(idle_gpu(), bounded(most));
    const runtime::Kernel* add = adder(*rig.context);
    auto buffer = filled(*rig.context, 64, 0);
    const std::size_t found = most_queued(rig, "kernel_launch", 500, [&] { launch_add(*rig.context, *add, *buffer); });
    CHECK(found <= most);
    CHECK(found * 8 >= most * 7);
    CHECK(rig.log->count("event_record") <= 500 * 8 / most + 8);
    CHECK(all_are(*rig.context, *buffer, static_cast<unsigned char>(500)));
    buffer = nullptr;
    rig.check_clean();
  }
}

TEST_CASE("without a bound nothing waits", "[run ahead]") {
  Rig rig(idle_gpu(), bounded(0));
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = filled(*rig.context, 64, 0);
  CHECK(most_queued(rig, "kernel_launch", 3000, [&] { launch_add(*rig.context, *add, *buffer); }) == 3000);
  CHECK(rig.log->count("event_record") == 0);
}

TEST_CASE("the memory that commands touch bounds them too, but for 64", "[run ahead]") {
  Rig rig(idle_gpu(), bounded(0, 100 * kLarge));
  const runtime::Kernel* add = adder(*rig.context);
  auto small = filled(*rig.context, 64, 0), large = filled(*rig.context, kLarge, 0),
       huge = filled(*rig.context, 8 * kLarge, 0);
  const auto most = [&](Buffer& buffer) {
    rig->synchronize();
    return most_queued(rig, "kernel_launch", 400, [&] { launch_add(*rig.context, *add, buffer); });
  };
  CHECK(most(*small) == 400);
  const std::size_t found = most(*large);
  CHECK((found <= 104 && found >= 90));
  CHECK(most(*huge) == 64);
}

TEST_CASE("transfers, copies and fills count, on every lane", "[run ahead]") {
  const bool single_stream = GENERATE(false, true);
  Rig rig(idle_gpu(), bounded(16, 0, single_stream));
  auto from = filled(*rig.context, kLarge, 1), to = filled(*rig.context, kLarge, 2);
  auto host = rig->allocate(kLarge, backend::MemoryKind::pinned);
  rig->synchronize();
  const auto bound = [&](const char* entry, auto&& work) {
    CAPTURE(entry);
    const std::size_t found = most_queued(rig, entry, 100, work);
    CHECK(found <= 16);
    CHECK(found >= 6);  // with an event of the caller's beside each
  };
  bound("memory_copy", [&] { Context::copy(*to, 0, *from, 0, kLarge, "copy"); });
  bound("memory_fill", [&] { rig->fill(*to, 0, kLarge, "x", 1, "fill"); });
  bound("memory_write", [&] { rig->write_async(*to, 0, host->host_pointer(), kLarge, "write"); });
  bound("memory_read", [&] { rig->read_async(*from, 0, host->host_pointer(), kLarge, "read"); });
  from = to = host = nullptr;
  rig.check_clean();
}

TEST_CASE("events and waits alone are bounded", "[run ahead]") {
  Rig rig(idle_gpu(), bounded(16, 0, false));
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = filled(*rig.context, 64, 0);
  const std::uintptr_t transfer = rig->queue_native(QueueId::transfer);
  const auto waits = [&](auto&& work) {
    rig->synchronize();
    rig.log->clear();
    launch_add(*rig.context, *add, *buffer);
    for (int i = 0; i < 100; ++i) work();
    CHECK(rig.log->count("event_wait") > 0);
  };
  waits([&] { rig->record(QueueId::compute); });
  waits([&] {
    auto event = rig->record(QueueId::compute);
    rig->wait_event(QueueId::transfer, *event);
  });
  waits([&] {
    rig->after_queue(transfer, "after");
    rig->before_queue(transfer, "before");
  });
  buffer = nullptr;
  rig.check_clean();
}

TEST_CASE("the commands of recordings count, and their repetitions", "[run ahead]") {
  const bool backend = GENERATE(false, true);
  fake::Options options = idle_gpu();
  options.recordings = backend;
  Rig rig(options, bounded(32));
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, 64, 0), to = filled(*rig.context, 64, 0);
  auto recording = record_step(*rig.context, *add, *to, *from);
  Buffer* const externals[] = {to.get(), from.get()};
  CHECK(most_queued(rig, "kernel_launch", 100, [&] { recording->replay(externals, 1, "step"); }) <= 11);
  rig->synchronize();
  // One call that repeats them: the pieces of it are waited for inside.
  rig.log->clear();
  recording->replay(externals, 1000, "step");
  CHECK(rig.log->count("event_wait") > 30);
  CHECK(queued(rig, "kernel_launch") <= 2 * 32 / 3);
  CHECK(all_are(*rig.context, *to, 1));
  recording = nullptr;
  from = to = nullptr;
  rig.check_clean();
}

TEST_CASE("an error that is found while waiting for room is the call's", "[run ahead]") {
  Rig rig(idle_gpu(), bounded(16));
  fake::register_kernel("add_fails",
                        [](const fake::KernelCall&) { base::fail(KILN_BACKEND_ERROR, "add_fails: broken"); });
  const auto* kernel = rig->program({"kernel void add_fails()", {}, false, false})->kernel("add_fails");
  auto buffer = filled(*rig.context, 64, 0);
  const auto loop = [&] {
    for (int i = 0; i < 100; ++i) rig->launch(*kernel, {}, {}, "broken step");
  };
  const std::string found = failure(KILN_BACKEND_ERROR, loop);
  CHECK(contains(found, "broken step on fake0: add_fails: broken; queued since the last wait: "));
  CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { rig->fill(*buffer, 0, 64, "x", 1, "fill"); }),
                 "the context has failed"));
  buffer = nullptr;
  rig.check_clean();
}

TEST_CASE("several threads wait for room of one queue", "[run ahead]") {
  fake::Options options = idle_gpu();
  Rig rig(options, bounded(32));
  const runtime::Kernel* add = adder(*rig.context);
  constexpr int kThreads = 4, kTimes = 300;
  std::vector<Ref<Buffer>> buffers;
  for (int t = 0; t < kThreads; ++t) buffers.push_back(filled(*rig.context, 64, 0));
  std::atomic<std::size_t> most{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kTimes; ++i) launch_add(*rig.context, *add, *buffers[std::size_t(t)]);
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(queued(rig, "kernel_launch") <= 32 + kThreads);
  for (auto& buffer : buffers) CHECK(all_are(*rig.context, *buffer, static_cast<unsigned char>(kTimes)));
}

TEST_CASE("a share shrinks where waits are long and grows where they are short", "[run ahead]") {
  RunAhead ahead;
  ahead.limit(1024, 0);
  const auto due = [&] {
    std::uint64_t commands = 1;
    while (!ahead.add({})) ++commands;
    ahead.marked(commands);
    return commands;
  };
  CHECK(due() == 128);
  ahead.waited(1);
  CHECK(due() == 64);
  for (int i = 0; i < 10; ++i) ahead.waited(1);
  CHECK(due() == 1);
  ahead.waited(0.1);
  CHECK(due() == 1);
  for (int i = 0; i < 10; ++i) ahead.waited(0);
  CHECK(due() == 128);
}

TEST_CASE("a wait for some time ends without what it waits for", "[run ahead]") {
  Rig rig(idle_gpu(), bounded(0, 0, false));
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = filled(*rig.context, kLarge, 1), other = filled(*rig.context, 64, 1);
  rig->synchronize();
  CHECK(rig->wait_for(0, "wait"));
  launch_add(*rig.context, *add, *buffer);
  CHECK(!rig->wait_for(0.01, "wait"));
  CHECK(!rig->wait_for(*buffer, 0, "wait"));
  CHECK(rig->wait_for(*other, 0, "wait"));
  for (const double seconds : {-1.0, std::nan("")})
    CHECK(contains(failure(KILN_INVALID_ARGUMENT, [&] { rig->wait_for(seconds, "wait"); }), "wait: seconds is "));
  rig->synchronize();
  CHECK(rig->wait_for(std::numeric_limits<double>::infinity(), "wait"));
  CHECK(rig->wait_for(*buffer, 1, "wait"));
  buffer = other = nullptr;
  rig.check_clean();
}
