// SPDX-License-Identifier: Apache-2.0
// The runtime on real devices: those of KILN_TEST_DEVICES, else PoCL.
#include <stdlib.h>

#include <filesystem>
#include <thread>

#include "device_list.hpp"
#include "rig.hpp"
#include "runtime/context/recording.hpp"
#include "runtime/context/registry.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// data[i] += 1, slowly enough for the host to get ahead.
const char* const kText =
    "KILN_KERNEL void add(KILN_ARG(uchar, data), ulong bytes) {\n"
    "  KILN_PTR(uchar, data);\n"
    "  for (ulong i = get_global_id(0); i < bytes; i += get_global_size(0)) data[i] = (uchar)(data[i] + 1);\n"
    "}\n";

void add(Context& context, Buffer& buffer) {
  const runtime::Kernel* kernel = context.program({kText, {}, false, false})->kernel("add");
  const std::uint64_t bytes = buffer.size(), offset = buffer.offset();
  backend::Argument arguments[3];
  arguments[0].kind = backend::Argument::Kind::memory;
  arguments[0].memory = buffer.memory();
  arguments[1] = {backend::Argument::Kind::value, nullptr, 0, &offset, sizeof(offset)};
  arguments[2] = {backend::Argument::Kind::value, nullptr, 0, &bytes, sizeof(bytes)};
  backend::Launch launch;
  launch.global[0] = 1024;
  launch.arguments = arguments;
  launch.argument_count = 3;
  const runtime::BufferUse uses[] = {{&buffer, true, true}};
  context.launch(*kernel, launch, uses, "add");
}

}  // namespace

TEST_CASE("transfers, kernels and reuse keep their order on devices", "[device]") {
  const std::string device = GENERATE(from_range(devices()));
  ContextOptions options;
  options.single_stream = GENERATE(false, true);
  if (GENERATE(false, true)) options.preallocate.mode = base::Preallocate::Mode::no_pool;
  CAPTURE(device, options.single_stream);
  auto context = Context::open(device, options);
  for (unsigned round = 0; round < 3; ++round) {
    for (const std::size_t bytes : {1u, 4096u, 65537u, 921600u, 5000003u}) {
      CAPTURE(bytes, round);
      auto expected = pattern(bytes, round + static_cast<unsigned>(bytes));
      auto buffer = context->allocate(bytes), twin = context->allocate(bytes);
      context->write(*buffer, 0, expected.data(), bytes, "write");
      add(*context, *buffer);
      context->copy(*twin, 0, *buffer, 0, bytes, "copy");
      add(*context, *twin);
      buffer = nullptr;
      // Takes the freed block while it is being copied from.
      auto next = context->allocate(bytes);
      context->write(*next, 0, expected.data(), bytes, "write");
      add(*context, *next);
      for (auto& value : expected) ++value;
      CHECK((read_all(*context, *next) == expected));
      for (auto& value : expected) ++value;
      CHECK((read_all(*context, *twin) == expected));
      auto host = context->allocate(bytes, backend::MemoryKind::pinned);
      auto event = context->read_async(*twin, 0, host->host_pointer(), bytes, "read");
      event->wait();
      CHECK(event->done());
      CHECK(std::equal(expected.begin(), expected.end(), static_cast<unsigned char*>(host->host_pointer())));
    }
  }
  CHECK(context->cache_statistics().compiled == 1);
  context->synchronize();
  const auto statistics = context->memory_statistics();
  CHECK(statistics.in_use == 0);
  CHECK(statistics.total > 0);
  CHECK(statistics.free > 0);
  context->trim();
  CHECK(context->memory_statistics().reserved == 0);
}

TEST_CASE("events have times on devices", "[device]") {
  const std::string device = GENERATE(from_range(devices()));
  auto context = Context::open(device, {});
  auto buffer = context->allocate(1 << 22);
  add(*context, *buffer);
  context->synchronize();
  auto start = context->record(QueueId::compute);
  for (int i = 0; i < 20; ++i) add(*context, *buffer);
  auto end = context->record(QueueId::compute);
  try {
    const double seconds = Event::elapsed(*start, *end);
    CAPTURE(device, seconds);
    CHECK(seconds > 1e-6);
    CHECK(seconds < 60);
  } catch (const backend::Error& error) {  // Mesa's llvmpipe
    CHECK(error.status() == KILN_UNSUPPORTED);
    CHECK(contains(error.what(), "the device's driver has no clock"));
  }
  CHECK(end->done());
}

TEST_CASE("programs come from disk the second time on devices", "[device]") {
  const std::string device = GENERATE(from_range(devices()));
  std::string folder = (std::filesystem::temp_directory_path() / "kiln-device-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  ContextOptions options;
  options.cache_path = folder + "/cache";
  options.store_costly = true;
  for (int i = 0; i < 2; ++i) {
    auto context = Context::open(device, options);
    auto buffer = context->allocate(100);
    const auto data = pattern(100, 3);
    context->write(*buffer, 0, data.data(), 100, "write");
    add(*context, *buffer);
    CHECK(read_all(*context, *buffer)[7] == static_cast<unsigned char>(data[7] + 1));
    CHECK(context->cache_statistics().compiled == (i == 0 ? 1 : 0));
    CHECK(context->cache_statistics().disk_hits == (i == 0 ? 0 : 1));
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("threads share a device", "[device]") {
  const std::string device = GENERATE(from_range(devices()));
  ContextOptions options;
  auto context = Context::open(device, options);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned id = 0; id < 4; ++id) {
    threads.emplace_back([&, id] {
      for (unsigned i = 0; i < 20; ++i) {
        const std::size_t bytes = (i % 2 == 0 ? 3000 : 200000) + id;
        auto data = pattern(bytes, id * 100 + i);
        auto buffer = context->allocate(bytes);
        context->write(*buffer, 0, data.data(), bytes, "write");
        add(*context, *buffer);
        for (auto& value : data) ++value;
        if (read_all(*context, *buffer) != data) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("memory that a device has not is refused with figures", "[device]") {
  const std::string device = GENERATE(from_range(devices()));
  auto context = Context::open(device, {});
  const std::size_t bytes = context->properties().total_memory + (std::size_t{1} << 30);
  const std::string message = failure(KILN_OUT_OF_MEMORY, [&] { context->allocate(bytes); });
  CHECK(contains(message, "asked " + std::to_string(bytes) + " bytes, in use 0"));
}

TEST_CASE("recordings replay on devices, between transfers and from several threads", "[device]") {
  const std::string device = GENERATE(from_range(devices()));
  const std::size_t bytes = GENERATE(4096u, test::small() ? 1u << 16 : 1u << 20);
  CAPTURE(device, bytes);
  auto context = Context::open(device, {});
  auto from = context->allocate(bytes), to = context->allocate(bytes);
  Buffer* const externals[] = {to.get(), from.get()};
  Ref<runtime::Recording> recording;
  {
    runtime::Recording::Capture capture(*context);
    auto temporary = context->allocate(bytes);
    Context::copy(*temporary, 0, *from, 0, bytes, "copy");
    for (int i = 0; i < 3; ++i) add(*context, *temporary);
    const unsigned char pattern[] = {1, 2, 3, 4, 5, 6, 7, 8};
    context->fill(*temporary, 0, 16, pattern, 8, "fill");
    Context::copy(*to, 0, *temporary, 0, bytes, "copy");
    add(*context, *from);
    temporary = nullptr;
    recording = capture.finish(externals);
  }
  CHECK(recording->commands() == 7);
  const auto check = [&](std::vector<unsigned char> expected, unsigned char more) {
    for (auto& value : expected) value = static_cast<unsigned char>(value + more);
    for (unsigned char i = 0; i < 16; ++i) expected[i] = static_cast<unsigned char>(1 + i % 8);
    CHECK((read_all(*context, *to) == expected));
  };
  for (unsigned round = 0; round < 3; ++round) {
    const auto data = pattern(bytes, round);
    for (const std::size_t times : {1, 2, 40}) {
      context->write(*from, 0, data.data(), bytes, "write");
      recording->replay(externals, times, "recorded");
      check(data, static_cast<unsigned char>(3 + times - 1));
    }
  }
  const auto data = pattern(bytes, 9);
  context->write(*from, 0, data.data(), bytes, "write");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) recording->replay(externals, 2, "recorded");
    });
  for (std::thread& thread : threads) thread.join();
  check(data, 3 + 39);
  // It may go while it is still to run.
  recording->replay(externals, 20, "recorded");
  recording = nullptr;
  context->trim();
  check(data, 3 + 59);
}
