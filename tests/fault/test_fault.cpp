// SPDX-License-Identifier: Apache-2.0
// The fault backend over the fake: the n-th call fails, once or from then on, without effect and without a
// leak.
#include <algorithm>
#include <array>
#include <thread>

#include "catch.hpp"
#include "fake/fake.hpp"
#include "fault/fault.hpp"

using namespace kiln::backend;
namespace fake = kiln::fake;
namespace fault = kiln::fault;

namespace {

struct QueueGuard {
  Context& context;
  QueueHandle handle;
  ~QueueGuard() { context.queue_destroy(handle); }
};
struct EventGuard {
  Context& context;
  EventHandle handle;
  ~EventGuard() { context.event_destroy(handle); }
};
struct MemoryGuard {
  Context& context;
  MemoryHandle handle;
  ~MemoryGuard() { context.memory_free(handle); }
};
struct ProgramGuard {
  Context& context;
  ProgramHandle handle;
  ~ProgramGuard() { context.program_destroy(handle); }
};

struct RecordingGuard {
  Context& context;
  RecordingHandle handle;
  ~RecordingGuard() { context.recording_destroy(handle); }
};

struct CommunicatorGuard {
  Context& context;
  CommunicatorHandle handle;
  ~CommunicatorGuard() { context.communicator_destroy(handle, false); }
};

// Uses every entry that can fail.
void use_everything(Context& context, Context& other) {
  static const float kOne = 1;
  const MemoryGuard a{context, context.memory_allocate(64, MemoryKind::device)};
  const MemoryGuard b{other, other.memory_allocate(64, MemoryKind::device)};
  const QueueGuard queue{context, context.queue_create(true)};  // gone before the memory it uses
  context.memory_info();
  std::array<float, 16> host{};
  const EventGuard start{context, context.event_record(queue.handle)};
  context.memory_write(queue.handle, a.handle, 0, host.data(), 64, true);
  context.memory_fill(queue.handle, a.handle, 0, 32, &kOne, 4);
  context.memory_copy(queue.handle, a.handle, 32, a.handle, 0, 32);
  context.memory_copy_peer(queue.handle, a.handle, 0, other, b.handle, 0, 4);
  const Source source{"kernel nothing", {}, false, false};
  const ProgramGuard built{context, context.program_build(source)};
  context.program_draft(built.handle);
  const ProgramGuard program{context, context.program_load(context.program_binary(built.handle), source)};
  context.program_kernels(program.handle);
  const KernelHandle kernel = context.program_kernel(program.handle, "nothing");
  context.kernel_info(kernel);
  context.kernel_launch(queue.handle, kernel, Launch{});
  const Copy copy{a.handle, 32, a.handle, 0, 32};
  const Command commands[] = {command("copy", copy)};
  const RecordingGuard recording{context, context.recording_create(commands)};
  context.recording_replay(queue.handle, recording.handle, 2);
  const EventGuard end{context, context.event_record(queue.handle)};
  context.event_enqueue_wait(queue.handle, end.handle);
  const QueueGuard again{context, context.queue_adopt(context.queue_native(queue.handle))};
  const MemoryGuard adopted{context, context.memory_adopt(context.memory_native(a.handle), 8, 8).handle};
  const MemoryGuard on_host{context, context.memory_adopt_host(host.data(), 64).handle};
  const MemoryGuard imported{context, context.memory_import(context.memory_export(a.handle), 64)};
  context.memory_host_view(a.handle);
  context.memory_part(a.handle, 8, 8);
  context.leave(context.enter());
  const CommunicatorGuard ranks{context, context.communicator_create(context.collective_id(), 1, 0)};
  Collective call;
  call.count = 8;
  call.source = {a.handle, 0};
  call.destination = {a.handle, 32};
  context.collective(queue.handle, ranks.handle, call);
  context.queue_flush(queue.handle);
  context.event_done(end.handle);
  context.event_wait(end.handle);
  context.event_wait_for(end.handle, 1);
  context.event_seconds(start.handle, end.handle);
  context.memory_read(queue.handle, a.handle, 0, host.data(), 64, true);
  context.queue_finish(queue.handle);
}

struct Pair {
  explicit Pair(bool deferred = false) {
    fake::register_kernel("nothing", [](const fake::KernelCall&) {});
    fake::Options options;
    options.deferred = deferred;
    options.log = log;
    options.recordings = true;
    context = fault::wrap(fake::make_context(options));
    other = fault::wrap(fake::make_context(options));
  }
  std::shared_ptr<fake::Log> log = std::make_shared<fake::Log>();
  std::unique_ptr<Context> context, other;
};

}  // namespace

TEST_CASE("fault: no plan, no faults; every entry is counted") {
  fault::set_plan({});
  {
    Pair pair;
    use_everything(*pair.context, *pair.other);
    CHECK(fault::failures() == 0);
    CHECK(fault::live().total() == 2);
    auto seen = fault::entries_seen();
    auto all = fault::entries();
    std::sort(seen.begin(), seen.end());
    std::sort(all.begin(), all.end());
    CHECK(seen == all);
    CHECK(fault::calls() == all.size() + 2);  // memory_allocate and event_record twice
  }
  CHECK(fault::live().total() == 0);
}

TEST_CASE("fault: each call in turn fails, leaks nothing and names the entry") {
  const bool persistent = GENERATE(false, true);
  const bool deferred = GENERATE(false, true);
  std::uint64_t call = 1;
  for (bool failed = true; failed; ++call) {
    Pair pair(deferred);
    fault::set_plan({call, persistent, "", KILN_BACKEND_ERROR, -7});
    failed = false;
    try {
      use_everything(*pair.context, *pair.other);
    } catch (const Error& error) {
      failed = true;
      CHECK(error.status() == KILN_BACKEND_ERROR);
      CHECK(error.vendor_code() == -7);
      CHECK(error.message().find("(-7)") != std::string::npos);
      const std::string entry = error.message().substr(0, error.message().find(':'));
      CHECK(std::count(fault::entries().begin(), fault::entries().end(), entry) == 1);
      CHECK(fault::entries_seen().size() <= call);
    }
    CHECK(fault::failures() == (failed ? 1 : 0));
    CHECK(fault::live().total() == 2);
    CHECK(pair.log->live().total() == 2);
    CHECK(pair.log->misuses() == 0);
    if (failed && !persistent) use_everything(*pair.context, *pair.other);
    if (failed && persistent) CHECK_THROWS_AS(use_everything(*pair.context, *pair.other), Error);
  }
  CHECK(call == fault::entries().size() + 2 + 2);
  fault::set_plan({});
}

TEST_CASE("fault: only calls of the named entry count, with the status asked for") {
  Pair pair;
  fault::set_plan({2, false, "memory_allocate", KILN_OUT_OF_MEMORY});
  const MemoryGuard a{*pair.context, pair.context->memory_allocate(8, MemoryKind::device)};
  pair.context->memory_info();
  try {
    pair.context->memory_allocate(8, MemoryKind::device);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.status() == KILN_OUT_OF_MEMORY);
  }
  const MemoryGuard b{*pair.context, pair.context->memory_allocate(8, MemoryKind::device)};
  CHECK(fault::calls() == 3);
  CHECK(fault::calls_of("memory_allocate") == 3);
  CHECK(fault::calls_of("memory_info") == 1);
  CHECK(fault::calls_of("queue_create") == 0);
  CHECK(pair.log->live().memories == 2);
  const std::string report = fault::report();
  for (const char* line : {"calls memory_allocate 3\n", "calls memory_info 1\n", "failures 1\n", "live memories 2\n",
                           "live contexts 2\n", "live programs 0\n"})
    CHECK(report.find(line) != std::string::npos);
  CHECK(fault::made().memories >= 2);
  fault::set_plan({});
}

TEST_CASE("fault: a failing finish has waited") {
  Pair pair(true);
  const QueueGuard queue{*pair.context, pair.context->queue_create(false)};
  const MemoryGuard a{*pair.context, pair.context->memory_allocate(8, MemoryKind::device)};
  const double value = 4;
  double out = 0;
  pair.context->memory_fill(queue.handle, a.handle, 0, 8, &value, 8);
  pair.context->memory_read(queue.handle, a.handle, 0, &out, 8, false);
  fault::set_plan({1, false, "queue_finish"});
  CHECK_THROWS_AS(pair.context->queue_finish(queue.handle), Error);
  CHECK(out == 4);
  fault::set_plan({});
}

TEST_CASE("fault: plans as text") {
  const fault::Plan plan = fault::parse_plan("call=3,persistent=1,entry=memory_allocate,status=6,code=-4");
  CHECK(plan.vendor_code == -4);
  CHECK(plan.fail_call == 3);
  CHECK(plan.persistent);
  CHECK(plan.entry == "memory_allocate");
  CHECK(plan.status == KILN_OUT_OF_MEMORY);
  CHECK(fault::parse_plan("").fail_call == 0);
  for (const char* wrong :
       {"call", "call=", "call=x", "call=-1", "entry=nonsense", "status=0", "status=99", "what=1", "code=", "code=-4x"})
    CHECK_THROWS_AS(fault::parse_plan(wrong), Error);
  CHECK_THROWS_AS(fault::set_plan({1, false, "nonsense"}), Error);
}

TEST_CASE("fault: counting from several threads") {
  Pair pair;
  fault::set_plan({500, false, ""});
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 250; ++i) {
        try {
          pair.context->memory_free(pair.context->memory_allocate(8, MemoryKind::device));
        } catch (const Error&) {
          ++failed;
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(failed == 1);
  CHECK(fault::calls() == 1000);
  CHECK(fault::live().memories == 0);
  fault::set_plan({});
}
