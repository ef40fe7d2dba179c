// SPDX-License-Identifier: Apache-2.0
// Recordings on the fake device: what is noted, order, memory, externals.
#include <thread>

#include "recording_support.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("a recording queues nothing when made and everything when replayed", "[recording]") {
  const bool deferred = GENERATE(false, true), backend = GENERATE(false, true);
  CAPTURE(deferred, backend);
  fake::Options options = deferred ? deferred_gpu() : fake::Options{};
  options.recordings = backend;
  Rig rig(options);
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, 1000, 7), to = filled(*rig.context, 1000, 0);
  rig->synchronize();
  rig.log->clear();
  CHECK(!rig->capturing());
  auto recording = record_step(*rig.context, *add, *to, *from);
  CHECK(!rig->capturing());
  for (const char* entry : {"kernel_launch", "memory_copy", "memory_fill", "event_record"})
    CHECK(rig.log->count(entry) == 0);
  CHECK(recording->commands() == 3);
  CHECK(recording->launches() == 1);
  CHECK(std::string(recording->operation(0)) == "copy");
  CHECK(std::string(recording->operation(1)) == "add");
  CHECK(recording->bytes() == 1024);
  Buffer* const externals[] = {to.get(), from.get()};
  CHECK(recording->matches(externals));
  CHECK(recording->valid());
  CHECK(all_are(*rig.context, *to, 0));
  recording->replay(externals, 1, "step");
  CHECK(rig.log->count("recording_replay") == (backend ? 1 : 0));
  CHECK(all_are(*rig.context, *to, 8));
  const std::vector<unsigned char> data(1000, 40);
  rig->write(*from, 0, data.data(), data.size(), "write");
  recording->replay(externals, 1, "step");
  CHECK(all_are(*rig.context, *to, 41));
  // Nothing of it at all.
  rig.log->clear();
  recording->replay(externals, 0, "step");
  CHECK(rig.log->count("memory_copy") == 0);
  recording = nullptr;
  from = to = nullptr;
  rig.check_clean();
}

TEST_CASE("a recording keeps values and repeats itself", "[recording]") {
  const bool backend = GENERATE(false, true);
  fake::Options options = deferred_gpu();
  options.recordings = backend;
  Rig rig(options);
  const runtime::Kernel* add = adder(*rig.context);
  auto buffer = filled(*rig.context, 64, 0), other = filled(*rig.context, 64, 0);
  Ref<Recording> recording;
  {
    Recording::Capture capture(*rig.context);
    launch_add(*rig.context, *add, *buffer, "first");  // its arguments are on a stack that is gone
    const unsigned char pattern[] = {5, 5};
    rig->fill(*other, 0, 32, pattern, 2, "fill");
    CHECK(rig->capturing());
    CHECK(failure(KILN_UNSUPPORTED, [&] { Recording::Capture again(*rig.context); }) != "");
    Buffer* const externals[] = {buffer.get(), other.get()};
    recording = capture.finish(externals);
    CHECK(!rig->capturing());
  }
  Buffer* const externals[] = {buffer.get(), other.get()};
  recording->replay(externals, 10, "ten");
  recording->replay(externals, 3, "three");
  CHECK(all_are(*rig.context, *buffer, 13));
  CHECK(read_all(*rig.context, *other)[31] == 5);
  CHECK(read_all(*rig.context, *other)[32] == 0);
  recording = nullptr;
  buffer = other = nullptr;
  rig.check_clean();
}

TEST_CASE("replays are ordered with transfers, both ways", "[recording]") {
  const bool backend = GENERATE(false, true);
  fake::Options options = deferred_gpu();
  options.recordings = backend;
  Rig rig(options);
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, kLarge, 1), to = filled(*rig.context, kLarge, 0);
  auto recording = record_step(*rig.context, *add, *to, *from);
  Buffer* const externals[] = {to.get(), from.get()};
  for (unsigned char value = 10; value < 20; ++value) {
    const std::vector<unsigned char> data(kLarge, value);
    rig->write(*from, 0, data.data(), kLarge, "write");  // on the transfer queue
    recording->replay(externals, 1, "step");
    const std::vector<unsigned char> later(kLarge, 99);
    rig->write(*from, 0, later.data(), kLarge, "write");  // not before the replay has read it
    CHECK(all_are(*rig.context, *to, value + 1));
    recording->replay(externals, 1, "step");
    rig->write(*to, 0, data.data(), kLarge, "write");  // not before the replay has written it
    CHECK(all_are(*rig.context, *to, value));
  }
  recording = nullptr;
  from = to = nullptr;
  rig.check_clean();
}

TEST_CASE("memory that a replay still uses is not given away too early", "[recording]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, kLarge, 1), to = filled(*rig.context, kLarge, 0);
  auto recording = record_step(*rig.context, *add, *to, *from);
  const std::uint64_t with = rig->memory_statistics().in_use;
  {
    Buffer* const externals[] = {to.get(), from.get()};
    recording->replay(externals, 1, "step");
  }
  from = nullptr;
  recording = nullptr;  // with its temporary
  CHECK(rig->memory_statistics().in_use == with - 2 * kLarge);
  rig->trim();
  CHECK(all_are(*rig.context, *to, 2));
  to = nullptr;
  rig.check_clean();
}

TEST_CASE("temporaries share memory, constants do not", "[recording]") {
  Rig rig;
  const runtime::Kernel* add = adder(*rig.context);
  auto to = filled(*rig.context, 4096, 0);
  Ref<Recording> recording;
  {
    auto constant = filled(*rig.context, 4096, 30);
    Recording::Capture capture(*rig.context);
    for (int i = 0; i < 100; ++i) {
      auto temporary = rig->allocate(4096);
      auto other = rig->allocate(4000);
      Context::copy(*temporary, 0, *constant, 0, 4096, "copy");
      Context::copy(*other, 0, *temporary, 0, 4000, "copy");
      launch_add(*rig.context, *add, *other);
      Context::copy(*to, 0, *other, 0, 4000, "copy");
    }
    constant = nullptr;
    for (int i = 0; i < 3; ++i) {
      auto temporary = rig->allocate(4096);
      const unsigned char zero = 0;
      rig->fill(*temporary, 0, 4096, &zero, 1, "fill");
    }
    Buffer* const externals[] = {to.get()};
    recording = capture.finish(externals);
  }
  CHECK(recording->commands() == 403);
  CHECK(recording->bytes() == 3 * 4096);
  Buffer* const externals[] = {to.get()};
  for (int i = 0; i < 2; ++i) {
    recording->replay(externals, 2, "steps");
    const auto data = read_all(*rig.context, *to);
    CHECK(data[0] == 31);
    CHECK(data[3999] == 31);
    CHECK(data[4000] == 0);
  }
  recording = nullptr;
  to = nullptr;
  CHECK(rig->memory_statistics().in_use == 0);
  rig.check_clean();
}

TEST_CASE("externals are looked at before every replay", "[recording]") {
  Rig rig;
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, kLarge, 1), to = filled(*rig.context, kLarge, 0);
  const auto memory = from->memory();
  auto recording = record_step(*rig.context, *add, *to, *from);
  Buffer* const swapped[] = {from.get(), to.get()};
  CHECK(!recording->matches(swapped));
  CHECK(contains(failure(KILN_INTERNAL, [&] { recording->replay(swapped, 1, "step"); }), "step"));
  Buffer* const one[] = {to.get()};
  CHECK(!recording->matches(one));
  // The same memory in another buffer will do.
  from = nullptr;
  from = filled(*rig.context, kLarge, 50);
  REQUIRE(from->memory() == memory);
  Buffer* const again[] = {to.get(), from.get()};
  CHECK(recording->matches(again));
  recording->replay(again, 1, "step");
  CHECK(all_are(*rig.context, *to, 51));
  // A read-only buffer is not to be written.
  const auto place = to->memory();
  to = nullptr;
  auto sealed = rig->allocate(kLarge);
  sealed->make_read_only();
  REQUIRE(sealed->memory() == place);
  Buffer* const readonly[] = {sealed.get(), from.get()};
  CHECK(!recording->matches(readonly));
  recording = nullptr;
  sealed = from = nullptr;
  rig.check_clean();
}

TEST_CASE("a recording is no longer valid when memory of its externals has gone", "[recording]") {
  Rig rig;
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, kLarge, 1), to = filled(*rig.context, kLarge, 0);
  auto recording = record_step(*rig.context, *add, *to, *from);
  { auto unrelated = rig->allocate(4 * kLarge); }
  rig->trim();  // that goes
  CHECK(recording->valid());
  CHECK(recording->valid());
  from = nullptr;
  CHECK(recording->valid());
  rig->trim();
  CHECK(!recording->valid());
  CHECK(!recording->valid());
  recording = nullptr;
  to = nullptr;
  rig.check_clean();
}

TEST_CASE("launch_blocking waits after a replay, not in a capture", "[recording]") {
  ContextOptions options;
  options.launch_blocking = true;
  Rig rig(deferred_gpu(), options);
  const runtime::Kernel* add = adder(*rig.context);
  auto from = filled(*rig.context, 64, 1), to = filled(*rig.context, 64, 0);
  auto recording = record_step(*rig.context, *add, *to, *from);
  rig.log->clear();
  Buffer* const externals[] = {to.get(), from.get()};
  recording->replay(externals, 1, "step");
  CHECK(rig.log->executed().size() >= 3);
  CHECK(all_are(*rig.context, *to, 2));
}

TEST_CASE("recordings are replayed and made by several threads", "[recording]") {
  const bool backend = GENERATE(false, true);
  fake::Options options;
  options.recordings = backend;
  Rig rig(options);
  const runtime::Kernel* add = adder(*rig.context);
  auto shared = filled(*rig.context, 64, 0);
  Ref<Recording> common;
  Buffer* const externals[] = {shared.get()};
  {
    Recording::Capture capture(*rig.context);
    launch_add(*rig.context, *add, *shared);
    common = capture.finish(externals);
  }
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      auto from = filled(*rig.context, 256, static_cast<unsigned char>(t)), to = filled(*rig.context, 256, 0);
      for (int i = 0; i < 10; ++i) {
        auto own = record_step(*rig.context, *add, *to, *from);
        Buffer* const mine[] = {to.get(), from.get()};
        common->replay(externals, 2, "common");
        own->replay(mine, 2, "own");
        if (!all_are(*rig.context, *to, static_cast<unsigned char>(t + 1))) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(all_are(*rig.context, *shared, 80));
  common = nullptr;
  shared = nullptr;
  rig.check_clean();
}
