// SPDX-License-Identifier: Apache-2.0
// Binaries that cost the driver a compilation: stored in the background, or in the call.
#include <chrono>
#include <thread>

#include "rig.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/program_cache.hpp"

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

backend::Source source(int number) {
  return {"kernel void k" + std::to_string(number) + "()", {}, false, false};
}

// True once `condition` holds; gives up after a time that no machine needs.
template <class Condition>
bool comes_true(Condition&& condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("a binary that costs a compilation is stored after the calls", "[program]") {
  Cache folder;
  {
    Rig rig(compiling(), folder.options);
    for (int i = 0; i < 5; ++i) rig->program(source(i));
    failure(KILN_BUILD_ERROR, [&] { rig->program({"kernel void no()\n#error no", {}, false, false}); });
    CHECK(rig->cache_statistics().compiled == 5);
    CHECK(comes_true([&] { return folder.entries() == 5; }));
    // What comes later is stored later.
    rig->program(source(5));
    CHECK(comes_true([&] { return folder.entries() == 6; }));
    rig.check_clean();
  }
  Rig rig(compiling(), folder.options);
  for (int i = 0; i < 6; ++i) rig->program(source(i));
  CHECK(rig->cache_statistics().disk_hits == 6);
  CHECK(rig->cache_statistics().compiled == 0);
  rig.check_clean();
}

TEST_CASE("drafts serve until the binaries are stored", "[program]") {
  Cache folder;
  constexpr int kPrograms = 3 * runtime::BinaryStore::kCertain;
  fake::Options options = compiling();
  options.drafts = true;
  const auto use_all = [&](Rig& rig) {
    for (int i = 0; i < kPrograms; ++i) rig->program(source(i));
  };
  {
    Rig rig(options, folder.options);
    use_all(rig);
    CHECK(rig->cache_statistics().compiled == kPrograms);
    CHECK(folder.entries() == kPrograms);  // all at once; the end turns the first into binaries
    rig.check_clean();
  }
  CHECK(folder.entries() == kPrograms);
  {
    Rig rig(options, folder.options);
    use_all(rig);
    CHECK(rig->cache_statistics().compiled == 0);
    CHECK(rig->cache_statistics().disk_hits == kPrograms);
    const auto drafts = rig.log->counters().drafts_handed;
    CHECK(drafts > 0);
    CHECK(drafts <= kPrograms - runtime::BinaryStore::kCertain);
    // What came from a draft is stored like what was built.
    CHECK(comes_true([&] { return rig.log->count("program_binary") == drafts; }));
    rig.check_clean();
  }
  CHECK(folder.entries() == kPrograms);
  {
    Rig rig(options, folder.options);
    use_all(rig);
    CHECK(rig->cache_statistics().disk_hits == kPrograms);
    CHECK(rig.log->counters().drafts_handed == 0);
    rig.check_clean();
  }
  // A damaged draft is built anew.
  Cache other;
  {
    runtime::DiskCache disk(other.path);
    Rig rig(options);
    const std::string bad = "not a draft";
    const std::string key = runtime::program_key("fake", rig->properties(), source(0));
    disk.store(runtime::BinaryStore::draft_key(key), std::as_bytes(std::span(bad)));
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
  folder.options.store_in_background = !costly;
  Rig rig(compiling(costly), folder.options);
  for (int i = 0; i < 3; ++i) {
    rig->program(source(i));
    CHECK(folder.entries() == std::uint64_t(i + 1));
  }
  rig.check_clean();
}

TEST_CASE("a context may go before its binaries are stored", "[program]") {
  Cache folder;
  for (int round = 0; round < 20; ++round) {
    Rig rig(compiling(), folder.options);
    std::vector<std::thread> threads;
    for (int id = 0; id < 4; ++id)
      threads.emplace_back([&, id] {
        for (int i = 0; i < 10; ++i) rig->program(source(round * 100 + id * 5 + i));
      });
    for (auto& thread : threads) thread.join();
    const auto& statistics = rig->cache_statistics();
    CHECK(statistics.compiled + statistics.disk_hits == 25);
    rig.check_clean();
  }
  // A store that is stopped in the midst of its work has the first of it; what it is given after it leaves.
  fake::Options device = compiling();
  device.log = std::make_shared<fake::Log>();
  const auto context = fake::make_context(device);
  const backend::ProgramHandle program = context->program_build(source(1));
  runtime::DiskCache disk(folder.options.cache_path);
  const auto before = disk.statistics().entries;
  std::vector<std::string> keys;
  for (int i = 0; i < 3 * runtime::BinaryStore::kCertain; ++i) keys.push_back("key " + std::to_string(i));
  runtime::BinaryStore store(*context, disk);
  for (const std::string& key : keys) store.add(key, program);
  store.stop();
  const auto after = disk.statistics().entries;
  CHECK(after >= before + runtime::BinaryStore::kCertain);
  for (int i = 0; i < runtime::BinaryStore::kCertain; ++i) CHECK(disk.load(keys[std::size_t(i)]));
  const std::string late = "late";
  store.add(late, program);
  store.stop();
  CHECK(disk.statistics().entries == after);
  context->program_destroy(program);
}
