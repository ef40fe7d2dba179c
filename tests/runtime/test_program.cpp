// SPDX-License-Identifier: Apache-2.0
// The program cache: one build a key, on disk and in memory, refused binaries, and kernels by name.
#include <filesystem>
#include <fstream>
#include <thread>

#include "rig.hpp"
#include "runtime/build_ahead.hpp"
#include "runtime/context/program_cache.hpp"
#include "runtime/disk/disk_cache.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

namespace fs = std::filesystem;

backend::Source source(const std::string& text) { return {text, {}, false, false}; }

fake::Options any_kernel() {
  fake::Options options;
  options.unknown_kernels = true;
  return options;
}

}  // namespace

TEST_CASE("equal sources are built once, from many threads", "[program]") {
  Rig rig(any_kernel());
  std::vector<std::thread> threads;
  std::vector<runtime::Program*> programs(16 * 8);
  for (unsigned id = 0; id < 16; ++id) {
    threads.emplace_back([&, id] {
      for (unsigned i = 0; i < 8; ++i)
        programs[id * 8 + i] = rig->program(source("kernel void k" + std::to_string((i + id) % 8) + "()"));
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(rig.log->counters().builds == 8);
  CHECK(rig->cache_statistics().compiled == 8);
  CHECK(rig->cache_statistics().memory_hits == 16 * 8 - 8);
  CHECK(std::count(programs.begin(), programs.end(), nullptr) == 0);
  rig.check_clean();
}

TEST_CASE("programs that are noted are built by several threads, and what fails is left to who asks", "[program]") {
  Rig rig(any_kernel());
  rig->program(source("kernel void known()"));
  {
    runtime::BuildAhead ahead(*rig.context);
    CHECK(rig->program(source("kernel void known()")) != nullptr);
    for (int i = 0; i < 6; ++i)
      CHECK_THROWS_AS(rig->program(source("kernel void k" + std::to_string(i) + "()")), runtime::BuildAhead::NotBuilt);
    CHECK_THROWS_AS(rig->program(source("kernel void k0()")), runtime::BuildAhead::NotBuilt);  // noted once
    CHECK_THROWS_AS(rig->program(source("#error no\n")), runtime::BuildAhead::NotBuilt);
    {
      runtime::BuildAhead inner(*rig.context);
      CHECK_THROWS_AS(rig->program(source("kernel void inner()")), runtime::BuildAhead::NotBuilt);
    }  // dropped: nobody built it
    CHECK(rig.log->counters().builds == 1);
    CHECK(ahead.build());
    CHECK(rig.log->counters().builds == 7);
    CHECK(rig->cache_statistics().memory_hits == 0);             // no thread asked for what another one built
    CHECK(rig->program(source("kernel void k0()")) != nullptr);  // notes no longer
  }
  const int built = int(rig.log->counters().builds);
  for (int i = 0; i < 6; ++i) CHECK(rig->program(source("kernel void k" + std::to_string(i) + "()")) != nullptr);
  CHECK(int(rig.log->counters().builds) == built);
  CHECK_THROWS_AS(rig->program(source("#error no\n")), backend::Error);
  {
    runtime::BuildAhead nothing(*rig.context);
    CHECK(!nothing.build());
  }
  rig.check_clean();
}

TEST_CASE("everything that matters is part of the key", "[program]") {
  Rig rig(any_kernel());
  const auto& properties = rig->properties();
  const auto key = [&](const backend::Source& of) { return runtime::program_key("fake", properties, of); };
  const std::vector<std::string> keys = {
      key({"kernel void a()", {}, false, false}),
      key({"kernel void a() ", {}, false, false}),
      key({"kernel void a()", {"A"}, false, false}),
      key({"kernel void a()", {"A", "B"}, false, false}),
      key({"kernel void a()", {"AB"}, false, false}),
      key({"kernel void a()", {"A\ndefine 1\nB"}, false, false}),
      key({"kernel void a()", {"B", "A"}, false, false}),
      key({"kernel void a()", {}, true, false}),
      key({"kernel void a()", {}, false, true}),
      runtime::program_key("fake2", properties, source("kernel void a()")),
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK(keys[i] != keys[j]);
  }
  backend::DeviceProperties other = properties;
  other.cache_identity += "!";
  CHECK(runtime::program_key("fake", other, source("kernel void a()")) != keys[0]);
}

TEST_CASE("a build that fails is reported to all who wait and not kept", "[program]") {
  Rig rig(any_kernel());
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int id = 0; id < 8; ++id) {
    threads.emplace_back([&] {
      try {
        rig->program(source("kernel void a()\n#error no"));
      } catch (const backend::Error& error) {
        if (error.status() == KILN_BUILD_ERROR && contains(error.log(), "#error no")) ++refused;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(refused == 8);
  const auto before = rig.log->counters().builds_refused;
  failure(KILN_BUILD_ERROR, [&] { rig->program(source("kernel void a()\n#error no")); });
  CHECK(rig.log->counters().builds_refused == before + 1);
  rig.check_clean();
}

TEST_CASE("a second context finds programs on disk", "[program]") {
  Folder folder;
  ContextOptions options;
  options.cache_path = folder.path;
  const auto text = source("kernel void a()");
  {
    Rig rig(any_kernel(), options);
    rig->program(text);
    CHECK(rig->cache_statistics().compiled == 1);
  }
  {
    Rig rig(any_kernel(), options);
    runtime::Program* program = rig->program(text);
    CHECK(program->kernel("a")->info.max_local_size == 1024);
    CHECK(rig->program(text) == program);
    CHECK(rig->cache_statistics().compiled == 0);
    CHECK(rig->cache_statistics().disk_hits == 1);
    CHECK(rig->cache_statistics().memory_hits == 1);
    CHECK(rig.log->counters().binaries_foreign == 0);
  }
  SECTION("a binary that the driver refuses is removed and built anew") {
    {
      Rig rig(any_kernel());
      runtime::DiskCache disk(folder.path);
      const std::string bad = "not a binary";
      disk.store(runtime::program_key("fake", rig->properties(), text), std::as_bytes(std::span(bad)));
    }
    {
      Rig rig(any_kernel(), options);
      rig->program(text);
      CHECK(rig.log->counters().binaries_refused == 1);
      CHECK(rig->cache_statistics().rejected == 1);
      CHECK(rig->cache_statistics().compiled == 1);
    }
    Rig rig(any_kernel(), options);
    rig->program(text);
    CHECK(rig->cache_statistics().disk_hits == 1);
  }
  SECTION("a damaged entry is never handed to the driver") {
    int entries = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path)) {
      if (!entry.is_regular_file()) continue;
      ++entries;
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(-1, std::ios::end);
      file.put('\x7f');
    }
    CHECK(entries == 1);
    Rig rig(any_kernel(), options);
    rig->program(text);
    CHECK(rig.log->counters().binaries_handed == 0);
    CHECK(rig->cache_statistics().rejected == 1);
    CHECK(rig->cache_statistics().compiled == 1);
  }
  SECTION("a device without binaries stores nothing") {
    fake::Options fake = any_kernel();
    fake.cacheable = false;
    const auto other = source("kernel void b()");
    for (int i = 0; i < 2; ++i) {
      Rig rig(fake, options);
      rig->program(other);
      CHECK(rig->cache_statistics().compiled == 1);
    }
  }
}

TEST_CASE("kernels by name", "[program]") {
  Rig rig(any_kernel());
  runtime::Program* program = rig->program(source("kernel void scale() kernel void shift()"));
  const runtime::Kernel* scale = program->kernel("scale");
  CHECK(program->kernel("shift") != scale);
  CHECK(program->kernel("scale") == scale);
  CHECK(rig.log->count("program_kernel") == 2);
  const std::string message = failure(KILN_INVALID_ARGUMENT, [&] { program->kernel("scal"); });
  CHECK(contains(message, "no kernel 'scal', did you mean 'scale'?"));
  CHECK(contains(message, "scale, shift"));
}
