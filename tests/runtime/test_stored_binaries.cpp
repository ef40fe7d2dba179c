// SPDX-License-Identifier: Apache-2.0
// Binaries that cost the driver a compilation: left to its own cache, or stored in the call.
#include "rig.hpp"
#include "runtime/context/program_cache.hpp"
#include "runtime/disk/disk_cache.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

struct Cache : Folder {
  Cache() { options.cache_path = path; }
  std::uint64_t entries() const { return runtime::DiskCache(path).statistics().entries; }
  ContextOptions options;
};

fake::Options compiling(bool compiles = true) {
  fake::Options options;
  options.unknown_kernels = true;
  options.binary_compiles = compiles;
  return options;
}

backend::Source source(int number) { return {"kernel void k" + std::to_string(number) + "()", {}, false, false}; }

}  // namespace

TEST_CASE("a binary that costs a compilation is not made unless the flag says so", "[program]") {
  Cache folder;
  // Uses five programs; how many binaries that made, the end of the context included.
  const auto binaries = [&](std::uint64_t compiled) {
    std::shared_ptr<fake::Log> log;
    {
      Rig rig(compiling(), folder.options);
      log = rig.log;
      for (int i = 0; i < 5; ++i) rig->program(source(i));
      CHECK(rig->cache_statistics().compiled == compiled);
      CHECK(rig->cache_statistics().disk_hits == 5 - compiled);
      rig.check_clean();
    }
    return log->count("program_binary");
  };
  CHECK(binaries(5) == 0);
  CHECK(binaries(5) == 0);
  CHECK(folder.entries() == 0);
  folder.options.store_costly = true;
  CHECK(binaries(5) == 5);
  CHECK(folder.entries() == 5);
  CHECK(binaries(0) == 0);
  // What is there serves whatever the flag says.
  folder.options.store_costly = false;
  CHECK(binaries(0) == 0);
}

TEST_CASE("drafts are stored, and serve who builds many programs", "[program]") {
  Cache folder;
  constexpr int kPrograms = 12, kBefore = 4;
  fake::Options options = compiling();
  options.drafts = true;
  options.builds_before_drafts = kBefore;
  const auto use_all = [&](Rig& rig) {
    for (int i = 0; i < kPrograms; ++i) rig->program(source(i));
  };
  {
    Rig rig(options, folder.options);
    use_all(rig);
    CHECK(rig->cache_statistics().compiled == kPrograms);
    CHECK(folder.entries() == kPrograms);
    rig.check_clean();
  }
  {
    Rig rig(options, folder.options);
    for (int i = 0; i < kBefore; ++i) rig->program(source(i));
    CHECK(rig.log->counters().drafts_handed == 0);
    use_all(rig);
    CHECK(rig->cache_statistics().compiled == kBefore);
    CHECK(rig.log->counters().drafts_handed == kPrograms - kBefore);
    CHECK(rig.log->count("program_binary") == 0);
    rig.check_clean();
  }
  // A binary takes its draft's place.
  folder.options.store_costly = true;
  {
    Rig rig(options, folder.options);
    use_all(rig);
    CHECK(rig->cache_statistics().compiled == kPrograms);
    CHECK(rig.log->counters().drafts_handed == 0);
    CHECK(folder.entries() == kPrograms);
    rig.check_clean();
  }
  folder.options.store_costly = false;
  {
    Rig rig(options, folder.options);
    use_all(rig);
    CHECK(rig->cache_statistics().disk_hits == kPrograms);
    CHECK(rig.log->counters().drafts_handed == 0);
    rig.check_clean();
  }
  // A damaged draft is built anew.
  Cache other;
  options.builds_before_drafts = 0;
  {
    runtime::DiskCache disk(other.path);
    Rig rig(options);
    const std::string bad = "not a draft";
    const std::string key = runtime::program_key("fake", rig->properties(), source(0));
    disk.store(runtime::draft_key(key), std::as_bytes(std::span(bad)));
  }
  Rig rig(options, other.options);
  rig->program(source(0));
  CHECK(rig->cache_statistics().rejected == 1);
  CHECK(rig->cache_statistics().compiled == 1);
  rig.check_clean();
}

TEST_CASE("binaries are stored in the call where they cost nothing or the flag says so", "[program]") {
  Cache folder;
  const bool costly = GENERATE(false, true);
  folder.options.store_costly = costly;
  Rig rig(compiling(costly), folder.options);
  for (int i = 0; i < 3; ++i) {
    rig->program(source(i));
    CHECK(folder.entries() == std::uint64_t(i + 1));
  }
  rig.check_clean();
}
