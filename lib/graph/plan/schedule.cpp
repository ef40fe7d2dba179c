// SPDX-License-Identifier: Apache-2.0
// Orders the steps of functions that use several contexts. A transfer between contexts becomes two steps. The
// first starts to copy into pinned memory as early as possible. The second waits for that copy and writes to
// the destination, when nothing else is left to queue. Functions on one context keep their order.
#include <algorithm>
#include <map>
#include <set>

#include "array/host/host_result.hpp"
#include "graph/node/host_values.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

constexpr const char* kTransferOperation = "transfer";

// Steps that are ready run in this order.
enum class Urgency { start, leads_to_start, other, finish, update };

bool broadcasts(const Specialisation& s, std::size_t slot) {
  for (; s.slots[slot].storage == Storage::view; slot = s.slots[slot].index)
    if (op_as<BroadcastTo>(s.slots[slot].value)) return true;
  return false;
}

// Whether the step is a transfer that can be divided into two steps. A value that repeats elements is not
// divided: a single step moves each element only once, but pinned memory would hold all repetitions.
bool moves(const Specialisation& s, const Step& step) {
  if (step.inputs.size() != 1 || step.outputs.size() != 1 || step.inputs[0] == SIZE_MAX) return false;
  const Slot &from = s.slots[step.inputs[0]], &to = s.slots[step.outputs[0]];
  return from.context != to.context && !from.host && !to.host && from.type == to.type && from.type.size() > 0 &&
         !broadcasts(s, step.inputs[0]) && runtime::Context::copies_through_host(*from.context, *to.context);
}

// The first of the two steps. It copies to a new slot in pinned memory.
Step start_of(Specialisation& s, const Step& step) {
  Slot pinned = slot_like(s.slots[step.inputs[0]], Storage::fresh);
  pinned.host = true;
  s.slots.push_back(std::move(pinned));
  return {.run = [](NodeArrays inputs,
                    NodeArrays outputs) { array::start_to_host(*inputs[0], *outputs[0], kTransferOperation); },
          .context = s.slots.back().context,
          .inputs = step.inputs,
          .outputs = {s.slots.size() - 1},
          .recordable = false,
          .label = "start of " + step.label};
}

// The memory a step uses: that of a slot, or of a variable or argument that several slots stand for.
using Touched = std::pair<Storage, std::size_t>;
Touched touched_by(const Specialisation& s, std::size_t slot) {
  slot = root_of(s.slots, slot);
  const Slot& root = s.slots[slot];
  const bool outside = root.storage == Storage::shared || root.storage == Storage::input;
  return {outside ? root.storage : Storage::planned, outside ? root.index : slot};
}

// Sorts steps: each runs after the steps it depends on, and of those that are ready the most urgent runs first.
class Schedule {
 public:
  Schedule(Specialisation& s, std::vector<Urgency> urgency) : s_(s), urgency_(std::move(urgency)) {
    const std::size_t count = s_.steps.size();
    after_.resize(count);
    waits_.resize(count);
    for (std::size_t i = 0; i < count; ++i) depend(i);
    for (std::size_t i = count; i-- > 0;)
      for (const std::size_t next : after_[i])
        if (urgency_[i] == Urgency::other &&
            (urgency_[next] == Urgency::start || urgency_[next] == Urgency::leads_to_start))
          urgency_[i] = Urgency::leads_to_start;
  }

  std::vector<Step> run() {
    std::vector<Step> ordered;
    for (std::size_t i = 0; i < s_.steps.size(); ++i)
      if (waits_[i] == 0) ready(i);
    const runtime::Context* last = nullptr;
    while (!ready_.empty()) {
      // Steps of one context follow each other where possible, so that they make one recording.
      auto& [urgency, contexts] = *ready_.begin();
      auto at = contexts.find(last);
      if (at == contexts.end()) at = first_of(contexts);
      last = at->first;
      const std::size_t step = *at->second.begin();
      at->second.erase(at->second.begin());
      if (at->second.empty()) contexts.erase(at);
      if (contexts.empty()) ready_.erase(ready_.begin());
      ordered.push_back(std::move(s_.steps[step]));
      for (const std::size_t next : after_[step])
        if (--waits_[next] == 0) ready(next);
    }
    return ordered;
  }

 private:
  using Contexts = std::map<const runtime::Context*, std::set<std::size_t>>;
  // The context of the ready step that came first in the original order.
  static Contexts::iterator first_of(Contexts& contexts) {
    return std::min_element(contexts.begin(), contexts.end(),
                            [](const auto& a, const auto& b) { return *a.second.begin() < *b.second.begin(); });
  }
  void ready(std::size_t step) { ready_[urgency_[step]][s_.steps[step].context].insert(step); }

  void wait(std::size_t step, std::size_t before) {
    if (before == step || !after_[before].insert(step).second) return;
    ++waits_[step];
  }
  // Makes step i wait for steps that write what it reads, and for steps that read or write what it writes.
  void depend(std::size_t i) {
    for (const std::size_t slot : s_.steps[i].inputs) {
      if (slot == SIZE_MAX) continue;
      Use& use = uses_[touched_by(s_, slot)];
      if (use.writer != SIZE_MAX) wait(i, use.writer);
      use.readers.push_back(i);
    }
    for (const std::size_t slot : s_.steps[i].outputs) {
      Use& use = uses_[touched_by(s_, slot)];
      if (use.writer != SIZE_MAX) wait(i, use.writer);
      for (const std::size_t reader : use.readers) wait(i, reader);
      use = {i, {}};
    }
  }

  struct Use {
    std::size_t writer = SIZE_MAX;
    std::vector<std::size_t> readers;  // since the last write
  };
  Specialisation& s_;
  std::vector<Urgency> urgency_;
  std::map<Touched, Use> uses_;
  std::vector<std::set<std::size_t>> after_;  // for each step, those that wait for it
  std::vector<std::size_t> waits_;            // for each step, how many steps it still waits for
  std::map<Urgency, Contexts> ready_;
};

}  // namespace

void schedule(Specialisation& s) {
  const bool any = std::any_of(s.steps.begin(), s.steps.end(), [&](const Step& step) { return moves(s, step); });
  if (!any) return;
  std::vector<Step> steps;
  std::vector<Urgency> urgency;
  for (Step& step : s.steps) {
    // Updates come last: if a step before them fails, no variable has changed.
    const bool update = std::any_of(step.outputs.begin(), step.outputs.end(),
                                    [&](std::size_t slot) { return s.slots[slot].storage == Storage::shared; });
    const bool crosses = moves(s, step);
    if (crosses) {
      steps.push_back(start_of(s, step));
      urgency.push_back(Urgency::start);
      step.inputs = steps.back().outputs;
      s.slots[step.outputs[0]].lands = true;
      step.recordable = false;
      step.run = [](NodeArrays inputs, NodeArrays outputs) {
        array::Array& from = *inputs[0];
        from.context().synchronize(from.buffer(), kTransferOperation);
        array::write(*outputs[0], host_elements(from), nullptr, kTransferOperation);
      };
    }
    steps.push_back(std::move(step));
    urgency.push_back(update ? Urgency::update : crosses ? Urgency::finish : Urgency::other);
  }
  s.steps = std::move(steps);
  s.steps = Schedule(s, std::move(urgency)).run();
  find_lifetimes(s);
}

}  // namespace kiln::graph
