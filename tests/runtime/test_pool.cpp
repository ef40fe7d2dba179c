// SPDX-License-Identifier: Apache-2.0
// The memory pool: sizes, overlap, statistics against a model, what it may reserve, and out of memory.
#include <algorithm>
#include <map>
#include <random>

#include "rig.hpp"
#include "runtime/memory/pool.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::uint64_t granules(std::uint64_t bytes) { return (bytes + 511) / 512 * 512; }

// Live buffers, for overlap and sums.
struct Model {
  std::vector<Ref<Buffer>> live;
  std::uint64_t in_use = 0, peak = 0;

  void add(Ref<Buffer> buffer) {
    in_use += granules(buffer->size());
    peak = std::max(peak, in_use);
    live.push_back(std::move(buffer));
  }
  void remove(std::size_t index) {
    in_use -= granules(live[index]->size());
    std::swap(live[index], live.back());
    live.pop_back();
  }
  bool disjoint() const {
    std::map<std::pair<backend::MemoryHandle, std::size_t>, std::size_t> ranges;
    for (const auto& buffer : live) {
      if (buffer->size() != 0) ranges[{buffer->memory(), buffer->offset()}] = buffer->size();
    }
    for (auto at = ranges.begin(), next = at; at != ranges.end() && ++next != ranges.end(); ++at) {
      if (at->first.first == next->first.first && at->first.second + at->second > next->first.second) return false;
    }
    return true;
  }
};

fake::Options quiet() {
  fake::Options options;
  options.log_calls = false;
  options.poison = false;
  options.memory = std::uint64_t{8} << 30;
  return options;
}

}  // namespace

TEST_CASE("size classes waste at most an eighth", "[pool]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const std::size_t bytes = granules(64 * 1024 + 1 + (random() >> (random() % 40 + 23)));
    const std::size_t size = runtime::size_class(bytes);
    REQUIRE(size >= bytes);
    REQUIRE(size - bytes <= bytes / 8);
    REQUIRE(size % 512 == 0);
  }
  CHECK(runtime::size_class(17 * kMiB) == 18 * kMiB);
  CHECK(runtime::size_class(2 * kMiB + 512) == 2 * kMiB + 256 * 1024);
}

TEST_CASE("live buffers never overlap and the statistics are right", "[pool]") {
  const unsigned seed = GENERATE(1u, 2u, 3u, 4u);
  const bool pooled = GENERATE(true, false);
  CAPTURE(seed, pooled);
  ContextOptions options;
  if (!pooled) options.preallocate.mode = base::Preallocate::Mode::no_pool;
  Rig rig(quiet(), options);
  Model model;
  std::mt19937_64 random(seed);
  for (int step = 0; step < 4000; ++step) {
    const bool grow = model.live.empty() || random() % 100 < (step % 1000 < 500 ? 65u : 35u);
    if (grow) {
      const std::size_t bytes = random() >> (44 + random() % 20);
      model.add(rig->allocate(bytes));
      REQUIRE(model.live.back()->size() == bytes);
      REQUIRE(model.live.back()->offset() % 512 == 0);
      REQUIRE((model.live.back()->memory() == nullptr) == (bytes == 0));
    } else {
      model.remove(random() % model.live.size());
    }
    if (step % 50 != 0 || model.live.empty()) continue;
    REQUIRE(model.disjoint());
    const auto statistics = rig->memory_statistics();
    REQUIRE(statistics.in_use == model.in_use);
    REQUIRE(statistics.peak == model.peak);
    REQUIRE(statistics.reserved >= statistics.in_use);
    REQUIRE(statistics.reserved == rig.log->counters().bytes_in_use);
    if (!pooled) REQUIRE(statistics.reserved == statistics.in_use);
  }
  model.live.clear();
  CHECK(rig->memory_statistics().in_use == 0);
  rig->trim();
  CHECK(rig->memory_statistics().reserved == 0);
  CHECK(rig.log->counters().bytes_in_use == 0);
  rig.check_clean();
}

TEST_CASE("a loop over random shapes reserves at most 1.125 of its largest moment", "[pool]") {
  const unsigned seed = GENERATE(range(1u, 41u));
  const std::size_t live = GENERATE(1u, 2u, 3u);
  const bool octaves = GENERATE(false, true);
  const bool pending = GENERATE(false, true);
  CAPTURE(seed, live, octaves, pending);
  fake::Options fake = quiet();
  fake.deferred = pending;
  Rig rig(fake);
  std::mt19937_64 random(seed);
  std::vector<Ref<Buffer>> arrays(live);
  for (std::size_t i = 0; i < 1000; ++i) {
    std::size_t rows = 1 + random() % 1000, columns = 1 + random() % 1000;
    if (octaves) rows = std::max<std::size_t>(1, rows >> random() % 8);
    arrays[i % live] = rig->allocate(rows * columns * 4);
    if (pending) rig->fill(*arrays[i % live], 0, 4, &rows, 4, "fill");
  }
  const auto statistics = rig->memory_statistics();
  CAPTURE(statistics.reserved, statistics.peak, statistics.allocations, statistics.reuses);
  CHECK(statistics.reserved * 8 <= statistics.peak * 9);
  arrays.clear();
  CHECK(rig->memory_statistics().reserved * 8 <= statistics.peak * 9);
}

TEST_CASE("small arrays made and released again and again grow nothing", "[pool]") {
  Rig rig(quiet());
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) rig->allocate(1 + random() % 4096);
  const auto statistics = rig->memory_statistics();
  CHECK(statistics.in_use == 0);
  CHECK(statistics.peak <= 4096);
  CHECK(statistics.reserved <= 64 * 1024);
  CHECK(statistics.allocations == 1);
  CHECK(statistics.reuses == 99999);
}

TEST_CASE("arrays of a net's parameters share few segments", "[pool]") {
  Rig rig(quiet());
  std::vector<Ref<Buffer>> arrays;
  for (std::size_t i = 0; i < 400; ++i) arrays.push_back(rig->allocate(std::size_t{16384} << i / 4 % 5));
  const auto grown = rig->memory_statistics();
  CHECK(grown.allocations <= 30);
  CHECK(grown.reserved * 4 <= grown.in_use * 5);
  // Segments are at most 8 MiB, so that a block that stays keeps little.
  const auto kept = arrays.back();
  arrays.clear();
  rig->trim();
  CHECK(rig->memory_statistics().reserved <= 8 * kMiB);
  // What is free serves again.
  for (std::size_t i = 0; i < 400; ++i) arrays.push_back(rig->allocate(std::size_t{16384} << i / 4 % 5));
  CHECK(rig->memory_statistics().reserved * 4 <= rig->memory_statistics().in_use * 5);
}

TEST_CASE("arrays that are made and released together again and again call the vendor only at first", "[pool]") {
  const std::size_t count = GENERATE(20u, 100u, 400u), largest = GENERATE(16u, 256u, 600u);
  CAPTURE(count, largest);
  Rig rig(quiet());
  std::mt19937_64 random(11);
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < count; ++i) sizes.push_back(1 + random() % (largest * 1024));
  std::uint64_t known = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<Ref<Buffer>> arrays;
    for (const std::size_t size : sizes) arrays.push_back(rig->allocate(size));
    if (round == 9) known = rig->memory_statistics().allocations;
  }
  CHECK(rig->memory_statistics().allocations == known);
}

TEST_CASE("small segments are no larger than the device's largest block", "[pool]") {
  fake::Options fake = quiet();
  fake.largest_block = 2 * kMiB;
  Rig rig(fake);
  std::vector<Ref<Buffer>> arrays;
  for (std::size_t i = 0; i < 400; ++i) arrays.push_back(rig->allocate(200 * 1024));
  CHECK(rig->memory_statistics().in_use == 400 * 200 * 1024);
}

TEST_CASE("a few small arrays reserve little", "[pool]") {
  Rig rig(quiet());
  const auto first = rig->allocate(1000);
  CHECK(rig->memory_statistics().reserved <= 64 * 1024);
  const auto second = rig->allocate(300000);
  CHECK(rig->memory_statistics().reserved <= 64 * 1024 + 300000 / 8 * 9);
}

TEST_CASE("a loop of alternating sizes calls the vendor only at first", "[pool]") {
  Rig rig(deferred_gpu());
  for (int i = 0; i < 100; ++i) {
    auto large = rig->allocate(64 * kMiB);
    large = nullptr;
    auto first = rig->allocate(20 * kMiB), second = rig->allocate(40 * kMiB);
  }
  CHECK(rig->memory_statistics().allocations == 1);
  CHECK(rig->memory_statistics().reserved == 64 * kMiB);
}

TEST_CASE("out of memory trims, waits and tries once more, then says what there is", "[pool]") {
  fake::Options fake = deferred_gpu();
  fake.memory = 64 * kMiB;
  const bool pooled = GENERATE(true, false);
  CAPTURE(pooled);
  ContextOptions options;
  if (!pooled) options.preallocate.mode = base::Preallocate::Mode::no_pool;
  Rig rig(fake, options);
  const runtime::Kernel* add = adder(*rig.context);
  auto kept = rig->allocate(8 * kMiB);
  {
    // Free, but with work pending on them.
    auto a = rig->allocate(12 * kMiB), b = rig->allocate(20 * kMiB);
    launch_add(*rig.context, *add, *a);
    launch_add(*rig.context, *add, *b);
  }
  auto large = rig->allocate(50 * kMiB);
  CHECK(rig.log->counters().launches == 2);
  const std::string message = failure(KILN_OUT_OF_MEMORY, [&] { rig->allocate(48 * kMiB); });
  CHECK(contains(message, "asked 50331648 bytes"));
  CHECK(contains(message, "in use 60817408"));
  CHECK(contains(message, "on fake0"));
  CHECK(contains(message, "reserved"));
  const std::string larger = failure(KILN_OUT_OF_MEMORY, [&] { rig->allocate(65 * kMiB); });
  CHECK(contains(larger, "largest block"));
  large = nullptr;
  CHECK(rig->allocate(48 * kMiB)->size() == 48 * kMiB);
  kept = nullptr;
  rig.check_clean();
}

TEST_CASE("memory that the limit would let the pool keep is given up when the vendor has no more", "[pool]") {
  fake::Options fake = deferred_gpu();
  fake.memory = 64 * kMiB;
  Rig rig(fake);
  const runtime::Kernel* add = adder(*rig.context);
  {
    auto a = rig->allocate(30 * kMiB), b = rig->allocate(30 * kMiB);
    launch_add(*rig.context, *add, *a);
    launch_add(*rig.context, *add, *b);
  }
  CHECK(rig->allocate(36 * kMiB)->size() == 36 * kMiB);
  CHECK(rig->memory_statistics().reserved == 36 * kMiB);
  rig.check_clean();
}

TEST_CASE("the budget bounds what the pool reserves", "[pool]") {
  ContextOptions options;
  options.memory_budget = 16 * kMiB;
  Rig rig(quiet(), options);
  auto a = rig->allocate(8 * kMiB);
  { auto b = rig->allocate(6 * kMiB); }
  auto c = rig->allocate(7 * kMiB + 512);  // b's segment has to go
  CHECK(rig->memory_statistics().reserved <= options.memory_budget);
  const std::string message = failure(KILN_OUT_OF_MEMORY, [&] { rig->allocate(2 * kMiB); });
  CHECK(contains(message, "budget of 16777216 bytes"));
  CHECK(rig->memory_statistics().largest_block == options.memory_budget);
  // Its size class would go beyond the budget, the request itself does not.
  c = nullptr;
  rig->trim();
  auto d = rig->allocate(7 * kMiB + 3 * kMiB / 4);
  CHECK(rig->memory_statistics().reserved <= options.memory_budget);
}

TEST_CASE("where the budget is used up, free blocks of either group serve", "[pool]") {
  ContextOptions options;
  options.memory_budget = 16 * kMiB;
  Rig rig(quiet(), options);
  auto a = rig->allocate(12 * kMiB), b = rig->allocate(2 * kMiB), c = rig->allocate(2 * kMiB);
  CHECK(rig->memory_statistics().reserved == options.memory_budget);
  b = nullptr;
  b = rig->allocate(kMiB);  // in a segment of 2 MiB or of its own
  auto small = rig->allocate(64), more = rig->allocate(8192);
  CHECK(rig->memory_statistics().reserved <= options.memory_budget);
  SECTION("small buffers in a large block") {
    a = nullptr;
    a = rig->allocate(8 * kMiB);
    std::vector<Ref<Buffer>> rest;
    for (int i = 0; i < 4 * 1024 * 1024 / 512; ++i) rest.push_back(rig->allocate(512));
    CHECK(rig->memory_statistics().reserved <= options.memory_budget);
    rest.clear();
    rest.push_back(rig->allocate(3 * kMiB));  // the pieces have merged
  }
  SECTION("a large buffer in a small segment") {
    std::vector<Ref<Buffer>> rest;
    c = nullptr;
    a = nullptr;
    for (int i = 0; i < 14 * 1024 * 1024 / 65536; ++i) rest.push_back(rig->allocate(65536));
    for (std::size_t i = 1; i < 9; ++i) rest[i] = nullptr;
    const auto large = rig->allocate(3 * 65536);
    CHECK(rig->memory_statistics().reserved <= options.memory_budget);
  }
  a = b = c = small = more = nullptr;
  rig.check_clean();
}

TEST_CASE("without a pool buffers are freed when their work has passed", "[pool]") {
  ContextOptions options;
  options.preallocate.mode = base::Preallocate::Mode::no_pool;
  Rig rig(deferred_gpu(), options);
  const runtime::Kernel* add = adder(*rig.context);
  auto a = rig->allocate(kMiB);
  launch_add(*rig.context, *add, *a);
  a = nullptr;
  CHECK(rig.log->count("memory_free") == 0);
  CHECK(rig.log->count("event_wait") == 0);
  CHECK(rig->memory_statistics().in_use == 0);
  rig->synchronize();
  auto b = rig->allocate(kMiB);
  CHECK(rig.log->count("memory_free") == 1);
  b = nullptr;  // no work: at once
  CHECK(rig.log->count("memory_free") == 2);
  CHECK(rig->memory_statistics().reserved == 0);
  // The host never waits for a few buffers, and does not let the device fall behind without end.
  for (int i = 0; i < 1000; ++i) {
    auto buffer = rig->allocate(kMiB);
    launch_add(*rig.context, *add, *buffer);
  }
  CHECK(rig.log->counters().bytes_peak <= 66 * kMiB);
  rig.check_clean();
}

TEST_CASE("preallocated memory is reserved at once, used first and kept", "[pool]") {
  ContextOptions options;
  fake::Options fake = quiet();
  fake.memory = 256 * kMiB;
  SECTION("a fraction") {
    options.preallocate = {base::Preallocate::Mode::fraction, 0.25, 0};
    Rig rig(fake, options);
    CHECK(rig->memory_statistics().reserved == 64 * kMiB);
    {
      auto small = rig->allocate(100), large = rig->allocate(40 * kMiB);
      CHECK(small->memory() == large->memory());
      auto more = rig->allocate(40 * kMiB);
      CHECK(more->memory() != large->memory());
    }
    rig->trim();
    CHECK(rig->memory_statistics().reserved == 64 * kMiB);
    rig.check_clean();
  }
  SECTION("at most 0.95 and the largest block") {
    options.preallocate = {base::Preallocate::Mode::fraction, 1.0, 0};
    Rig whole(fake, options);
    CHECK(whole->memory_statistics().reserved <= 256 * kMiB / 20 * 19);
    CHECK(whole->memory_statistics().reserved >= 256 * kMiB / 20 * 19 - 512 * 20);
    fake.largest_block = 32 * kMiB;
    Rig capped(fake, options);
    CHECK(capped->memory_statistics().reserved == 32 * kMiB);
  }
  SECTION("bytes") {
    options.preallocate = {base::Preallocate::Mode::bytes, 0, 10 * kMiB};
    Rig rig(fake, options);
    CHECK(rig->memory_statistics().reserved == 10 * kMiB);
    CHECK(rig->memory_statistics().allocations == 1);
  }
}

TEST_CASE("pinned blocks come back only when their work has passed", "[pool]") {
  Rig rig(deferred_gpu());
  const runtime::Kernel* add = adder(*rig.context);
  auto a = rig->allocate(4096, backend::MemoryKind::pinned);
  REQUIRE(a->host_pointer() != nullptr);
  void* const first = a->host_pointer();
  launch_add(*rig.context, *add, *a);
  a = nullptr;
  auto b = rig->allocate(4096, backend::MemoryKind::pinned);
  CHECK(b->host_pointer() != first);
  rig->synchronize();
  // The segment is used up before the vendor is asked again.
  std::vector<Ref<Buffer>> rest;
  bool again = false;
  while (rest.size() < 15) {
    rest.push_back(rig->allocate(4096, backend::MemoryKind::pinned));
    again = again || rest.back()->host_pointer() == first;
  }
  CHECK(again);
  CHECK(rig.log->count("memory_allocate") == 1);
  CHECK(rig->memory_statistics().in_use == 0);  // device memory only
}
