// SPDX-License-Identifier: Apache-2.0
// The memory of planned slots. A result lies over an operand that no later step reads, if the operation
// allows it. Everything else gets a range of the arena of its context by best fit.
#include <algorithm>
#include <map>
#include <set>

#include "base/rounding.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

constexpr std::uint64_t kAlignment = 512;

std::uint64_t rounded(std::uint64_t bytes) { return base::round_up(bytes, kAlignment); }

// The free ranges of an arena, which grows as needed. take() gives the smallest range that fits.
class Fit {
 public:
  std::uint64_t take(std::uint64_t bytes) {
    auto best = free_.end();
    for (auto at = free_.begin(); at != free_.end(); ++at)
      if (at->second >= bytes && (best == free_.end() || at->second < best->second)) best = at;
    if (best == free_.end()) {
      // If the last range is free, it grows.
      std::uint64_t offset = end_;
      if (!free_.empty() && std::prev(free_.end())->first + std::prev(free_.end())->second == end_) {
        offset = std::prev(free_.end())->first;
        free_.erase(std::prev(free_.end()));
      }
      end_ = offset + bytes;
      return offset;
    }
    const auto [offset, size] = *best;
    free_.erase(best);
    if (size > bytes) free_[offset + bytes] = size - bytes;
    return offset;
  }
  void give(std::uint64_t offset, std::uint64_t bytes) {
    auto at = free_.emplace(offset, bytes).first;
    if (const auto next = std::next(at); next != free_.end() && at->first + at->second == next->first) {
      at->second += next->second;
      free_.erase(next);
    }
    if (at != free_.begin())
      if (const auto before = std::prev(at); before->first + before->second == at->first) {
        before->second += at->second;
        free_.erase(at);
      }
  }
  std::uint64_t size() const { return end_; }

 private:
  std::map<std::uint64_t, std::uint64_t> free_;
  std::uint64_t end_ = 0;
};

}  // namespace

std::size_t reusable(const std::vector<Slot>& slots, const Step& step, std::size_t i, std::size_t k) {
  if (!step.node || step.inputs[i] == SIZE_MAX || !step.node->op().in_place(*step.node, i, k)) return SIZE_MAX;
  std::size_t from = step.inputs[i];
  while (slots[from].storage == Storage::view) {
    // Only views that add and drop axes of extent 1 keep the order.
    const auto* shuffle = op_as<DimShuffle>(slots[from].value);
    if (!shuffle) return SIZE_MAX;
    std::int64_t last = -1;
    for (const std::int64_t axis : shuffle->order()) {
      if (axis < 0) continue;
      if (axis < last) return SIZE_MAX;
      last = axis;
    }
    from = slots[from].index;
  }
  if (slots[from].type.bytes() != slots[step.outputs[k]].type.bytes()) return SIZE_MAX;
  for (std::size_t j = 0; j < step.inputs.size(); ++j)
    if (j != i && step.inputs[j] != SIZE_MAX && root_of(slots, step.inputs[j]) == from) return SIZE_MAX;
  return from;
}

void find_lifetimes(Specialisation& s) {
  const auto root = [&](std::size_t slot) -> Slot& { return s.slots[root_of(s.slots, slot)]; };
  for (Slot& slot : s.slots) slot.first = slot.last = -1;
  for (std::size_t i = 0; i < s.steps.size(); ++i) {
    for (const std::size_t slot : s.steps[i].inputs)
      if (slot != SIZE_MAX) root(slot).last = int(i);
    for (const std::size_t slot : s.steps[i].outputs)
      if (root(slot).first < 0) root(slot).first = int(i);
  }
  const int end = int(s.steps.size());
  for (const Result& result : s.results) root(result.slot).last = end;
  for (const Update& update : s.updates)
    if (!update.in_place) root(update.slot).last = end;
}

void plan_memory(Specialisation& s) {
  std::map<std::size_t, Fit> fits;  // one for each arena
  const auto arena_of = [&](runtime::Context* context) {
    for (const auto& [arena, fit] : fits)
      if (s.arenas[arena].context == context) return arena;
    s.arenas.push_back({context, 0});
    fits[s.arenas.size() - 1];
    return s.arenas.size() - 1;
  };
  std::vector<std::vector<std::size_t>> ends(s.steps.size() + 1);
  for (const Slot& slot : s.slots)
    if (slot.storage == Storage::planned && slot.first >= 0) s.intermediate_bytes += slot.type.bytes();
  for (std::size_t t = 0; t < s.steps.size(); ++t) {
    const Step& step = s.steps[t];
    std::vector<std::size_t> taken;
    std::set<std::size_t> begun;
    for (std::size_t k = 0; k < step.outputs.size(); ++k) {
      const std::size_t at = root_of(s.slots, step.outputs[k]);
      Slot& out = s.slots[at];
      // The first step that writes a part of a joined array takes the memory of the whole.
      if (out.storage != Storage::planned || out.first != int(t)) continue;
      if (at != step.outputs[k] && !begun.insert(at).second) continue;
      const std::uint64_t bytes = rounded(out.type.bytes());
      bool placed = false;
      for (std::size_t i = 0; i < step.inputs.size() && !placed && at == step.outputs[k]; ++i) {
        const std::size_t from = reusable(s.slots, step, i, k);
        if (from == SIZE_MAX || s.slots[from].storage != Storage::planned || s.slots[from].last != int(t)) continue;
        if (std::find(taken.begin(), taken.end(), from) != taken.end()) continue;
        out.arena = s.slots[from].arena;
        out.offset = s.slots[from].offset;
        taken.push_back(from);
        placed = true;
      }
      if (!placed && out.lands) {
        out.arena = s.arenas.size();
        s.arenas.push_back({out.context, bytes});
      } else if (!placed) {
        out.arena = arena_of(out.context);
        out.offset = fits[out.arena].take(bytes);
      }
      ends[std::size_t(std::max(out.last, int(t)))].push_back(at);
    }
    for (const std::size_t ended : ends[t])
      if (const auto fit = fits.find(s.slots[ended].arena);
          fit != fits.end() && std::find(taken.begin(), taken.end(), ended) == taken.end())
        fit->second.give(s.slots[ended].offset, rounded(s.slots[ended].type.bytes()));
  }
  for (const auto& [arena, fit] : fits) s.arenas[arena].bytes = fit.size();
}

std::uint64_t peak_bytes(const Specialisation& s, const runtime::Context* context) {
  std::uint64_t bytes = 0;
  for (const auto* list : {&s.arenas, &s.temporaries})
    for (const Arena& arena : *list)
      if (!context || arena.context == context) bytes += arena.bytes;
  // Temporaries of recordings have those of bodies in them. Other bodies run one after the other.
  std::uint64_t most = 0;
  for (const Step& step : s.steps)
    if (step.bodies.bytes && !step.recordable && (!context || step.context == context))
      most = std::max(most, step.bodies.bytes());
  return bytes + most;
}

std::uint64_t body_memory(const Specialisation& s) {
  std::uint64_t bytes = 0, most = 0;
  for (const Arena& arena : s.arenas) bytes += arena.bytes;
  for (const Step& step : s.steps)
    if (step.bodies.bytes) most = std::max(most, step.bodies.bytes());
  return bytes + most;
}

}  // namespace kiln::graph
