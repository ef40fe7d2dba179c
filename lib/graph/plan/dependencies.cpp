// SPDX-License-Identifier: Apache-2.0
// Finds which steps must wait for which earlier ones: those that use the same memory, if one of them writes it.
#include <algorithm>
#include <bitset>
#include <functional>

#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

constexpr std::size_t kMostSteps = 512;

// A range of memory: bytes of an arena, or a whole array (as bytes 0 to 1).
struct Region {
  const void* owner;
  Storage storage;
  std::size_t index;
  std::uint64_t begin, end;
  bool overlaps(const Region& other) const noexcept {
    return owner == other.owner && storage == other.storage && index == other.index && begin < other.end &&
           other.begin < end;
  }
};

Region region_of(const Specialisation& s, std::size_t slot) {
  slot = root_of(s.slots, slot);
  const Slot& root = s.slots[slot];
  if (root.storage == Storage::planned)
    return {root.context, root.storage, root.arena, root.offset,
            root.offset + std::max<std::uint64_t>(root.type.bytes(), 1)};
  const bool alone = root.storage == Storage::fresh || root.storage == Storage::constant;
  return {nullptr, root.storage, alone ? slot : root.index, 0, 1};
}

struct Access {
  Region region;
  std::uint32_t step;
  bool write;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> dependencies(const Specialisation& s) {
  std::vector<std::vector<std::uint32_t>> after;
  if (s.steps.size() > kMostSteps) return after;
  std::vector<Access> accesses;
  // For each step, every step that it waits for, directly or through others.
  std::vector<std::bitset<kMostSteps>> before;
  for (std::uint32_t t = 0; t < s.steps.size(); ++t) {
    std::vector<Access> mine;
    for (const std::size_t slot : s.steps[t].inputs)
      if (slot != SIZE_MAX) mine.push_back({region_of(s, slot), t, false});
    for (const std::size_t slot : s.steps[t].outputs) mine.push_back({region_of(s, slot), t, true});
    std::vector<std::uint32_t> list;
    for (const Access& access : mine)
      for (const Access& other : accesses)
        if ((access.write || other.write) && access.region.overlaps(other.region)) list.push_back(other.step);
    // The latest step comes first, as the steps it waits for need no entry of their own.
    std::sort(list.begin(), list.end(), std::greater<>());
    std::bitset<kMostSteps> waits;
    std::vector<std::uint32_t> direct;
    for (const std::uint32_t step : list) {
      if (waits[step]) continue;
      direct.push_back(step);
      waits |= before[step];
      waits.set(step);
    }
    before.push_back(waits);
    after.push_back(std::move(direct));
    accesses.insert(accesses.end(), mine.begin(), mine.end());
  }
  return after;
}

}  // namespace kiln::graph
