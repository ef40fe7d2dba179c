// SPDX-License-Identifier: Apache-2.0
// Recordings: what is refused, and errors found at once and late.
#include <thread>

#include "fault/fault.hpp"
#include "recording_support.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("what waits or moves host memory cannot be recorded", "[recording]") {
  Rig rig;
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = filled(*rig.context, 64, 1);
  auto event = rig->record(QueueId::compute);
  unsigned char data[64] = {};
  Rig second;
  auto foreign = second->allocate(64);
  {
    Recording::Capture capture(*rig.context);
    const auto refused = [&](auto&& call) {
      const std::string message = failure(KILN_UNSUPPORTED, call);
      CHECK(contains(message, "probe: cannot be recorded on fake0"));
    };
    refused([&] { rig->write(*buffer, 0, data, 64, "probe"); });
    refused([&] { rig->read(*buffer, 0, data, 64, "probe"); });
    refused([&] { rig->read_now(*buffer, 0, data, 64, "probe"); });
    refused([&] { rig->write_async(*buffer, 0, data, 64, "probe"); });
    refused([&] { rig->read_async(*buffer, 0, data, 64, "probe"); });
    refused([&] { rig->synchronize("probe"); });
    refused([&] { rig->synchronize(QueueId::compute, "probe"); });
    refused([&] { rig->synchronize(*buffer, "probe"); });
    refused([&] { rig->settle("probe"); });
    refused([&] { rig->record(QueueId::compute, "probe"); });
    refused([&] { rig->wait_event(QueueId::compute, *event, "probe"); });
    refused([&] { event->wait("probe"); });
    refused([&] { Context::copy(*buffer, 0, *foreign, 0, 64, "probe"); });
    // Another context, another thread, and suspended: as ever.
    foreign->context().fill(*foreign, 0, 64, data, 1, "fill");
    CHECK(all_are(*second.context, *foreign, 0));
    std::thread([&] { CHECK(all_are(*rig.context, *buffer, 1)); }).join();
    {
      const Recording::Suspend now;
      CHECK(!rig->capturing());
      launch_add(*rig.context, *add, *buffer);
      CHECK(all_are(*rig.context, *buffer, 2));
    }
    CHECK(rig->capturing());
    // Left without finish(), by an error for instance.
  }
  CHECK(!rig->capturing());
  CHECK(all_are(*rig.context, *buffer, 2));
  event = nullptr;
  buffer = foreign = nullptr;
  rig.check_clean();
  second.check_clean();
}

TEST_CASE("errors of a replay name it, at once and late", "[recording]") {
  Rig rig(deferred_gpu());
  fake::register_kernel("bad", [](const fake::KernelCall&) {
    throw backend::Error(KILN_BACKEND_ERROR, "vendorWait: ILLEGAL_ADDRESS (700)", 700);
  });
  const auto* bad = rig->program({"kernel void bad(global uchar* data, ulong bytes)", {}, false, false})->kernel("bad");
  auto buffer = filled(*rig.context, 64, 0);
  Ref<Recording> recording;
  {
    Recording::Capture capture(*rig.context);
    launch_add(*rig.context, *bad, *buffer, "inside");
    Buffer* const externals[] = {buffer.get()};
    recording = capture.finish(externals);
  }
  Buffer* const externals[] = {buffer.get()};
  recording->replay(externals, 2, "training step");
  const std::string message = failure(KILN_BACKEND_ERROR, [&] { rig->synchronize(); });
  CHECK(contains(message, "training step"));
  CHECK(contains(message, "ILLEGAL_ADDRESS"));
  // The context has failed: nothing can be recorded or replayed any more.
  CHECK(failure(KILN_BACKEND_ERROR, [&] { recording->replay(externals, 1, "step"); }) != "");
  CHECK(failure(KILN_BACKEND_ERROR, [&] { Recording::Capture capture(*rig.context); }) != "");
  CHECK(!rig->capturing());
  recording = nullptr;
  buffer = nullptr;
  rig.check_clean();
}

TEST_CASE("a replay that fails in its midst is told, and what it queued is not forgotten", "[recording]") {
  const bool backend = GENERATE(false, true);
  fake::Options options = deferred_gpu();
  options.recordings = backend;
  Rig rig;
  options.log = rig.log;
  rig.context = Context::wrap(fault::wrap(fake::make_context(options)), "fake0", {});
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, kLarge, 1), to = filled(*rig.context, kLarge, 0);
  rig->synchronize();
  const auto recording = record_step(*rig.context, *add, *to, *from);
  Buffer* const externals[] = {to.get(), from.get()};
  rig.log->clear();
  fault::set_plan({1, true, backend ? "recording_replay" : "kernel_launch"});
  const std::string message = failure(KILN_BACKEND_ERROR, [&] { recording->replay(externals, 1, "training step"); });
  fault::set_plan({});
  CHECK(contains(message, "training step on fake0"));
  // The copy before the kernel was queued, and reads `from` first.
  const std::vector<unsigned char> data(kLarge, 9);
  rig->write(*from, 0, data.data(), kLarge, "write");
  rig->synchronize(QueueId::transfer);
  const auto executed = rig.log->executed();
  const auto at = [&](std::string_view entry) {
    return std::find_if(executed.begin(), executed.end(), [&](const auto& call) { return call.entry == entry; });
  };
  if (!backend) {
    CHECK(at("memory_copy") != executed.end());
    CHECK(at("memory_copy") < at("memory_write"));
  }
  recording->replay(externals, 1, "training step");
  CHECK(all_are(*rig.context, *to, 10));
  // A recording that cannot be made is an error of finish().
  fault::set_plan({1, false, "recording_create"});
  CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { record_step(*rig.context, *add, *to, *from); }), "record on fake0"));
  fault::set_plan({});
  CHECK(!rig->capturing());
}

TEST_CASE("what a device refuses in the midst of a replay is queued again", "[recording]") {
  Rig rig;
  fake::Options options = deferred_gpu();
  options.recordings = false;
  options.log = rig.log;
  rig.context = Context::wrap(fault::wrap(fake::make_context(options)), "fake0", {});
  const runtime::Kernel* add = adder(*rig.context);
  auto to = filled(*rig.context, kLarge, 0);
  rig->synchronize();
  // Adds 1 twice; others see it from the first or the second time on.
  const bool first = GENERATE(false, true);
  Recording::Capture capture(*rig.context);
  if (first) capture.effects();
  launch_add(*rig.context, *add, *to);
  capture.effects();
  launch_add(*rig.context, *add, *to);
  Buffer* const externals[] = {to.get()};
  const auto recording = capture.finish(externals, "record", false);
  fault::set_plan({2, false, "kernel_launch"});
  recording->replay(externals, 3, "training step");
  fault::set_plan({4, false, "kernel_launch"});
  recording->replay(externals, 3, "training step");
  fault::set_plan({});
  CHECK(all_are(*rig.context, *to, 12));
  // Refused again: half a step is done where the first addition counts, and the context is lost.
  fault::set_plan({2, true, "kernel_launch"});
  CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { recording->replay(externals, 1, "training step"); }),
                 "training step on fake0"));
  fault::set_plan({});
  if (first)
    CHECK(contains(failure(KILN_BACKEND_ERROR, [&] { rig->synchronize(); }), "the context has failed"));
  else
    CHECK(all_are(*rig.context, *to, 13));
}

TEST_CASE("indices out of range that a replay notes are looked for", "[recording]") {
  Rig rig;
  fake::register_kernel("note", [](const fake::KernelCall& call) {
    auto* const record = call.pointer<std::int64_t>(0);
    record[1] = 1;
    record[2] = 3;
    record[3] = 12;
    record[4] = 10;
    record[5] = -10;
  });
  const auto* note = rig->program({"kernel void note(global long* record)", {}, false, false})->kernel("note");
  Ref<Recording> recording;
  {
    Recording::Capture capture(*rig.context);
    const auto where = rig->index_record("take");
    // One buffer for all checks of a capture: sections that look beside each other would spoil each other's
    // notes.
    CHECK(rig->index_record("put").buffer == where.buffer);
    backend::Argument argument;
    argument.kind = backend::Argument::Kind::memory;
    argument.memory = where.buffer->memory();
    argument.offset = where.buffer->offset();
    backend::Launch launch;
    launch.arguments = &argument;
    launch.argument_count = 1;
    const runtime::BufferUse uses[] = {{where.buffer.get(), true, true}};
    rig->launch(*note, launch, uses, "take");
    rig->expect_indices();
    rig->check_indices("take");  // nothing yet
    recording = capture.finish({});
  }
  rig->synchronize();
  for (int i = 0; i < 2; ++i) {
    recording->replay({}, 1, "step");
    CHECK(contains(failure(KILN_INDEX_ERROR, [&] { rig->synchronize("wait"); }),
                   "take: index 12 at position 3 is outside -10 .. 9"));
    // The look takes the record away in one piece with what it reads: a note that comes behind it stays.
    const auto executed = rig.log->executed();
    const auto copied = std::find_if(executed.rbegin(), executed.rend(),
                                     [](const auto& call) { return std::string_view(call.entry) == "memory_copy"; });
    REQUIRE(copied != executed.rend());
    REQUIRE(copied != executed.rbegin());
    CHECK(std::string_view(std::prev(copied)->entry) == "memory_fill");
    rig->synchronize();
  }
  recording = nullptr;
  rig.check_clean();
}
