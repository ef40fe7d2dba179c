// SPDX-License-Identifier: Apache-2.0
#include "graph/function/turn.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace kiln::graph {
namespace {

// Of all turns: waits are rare, and who waits for whom is seen as a whole. Never destroyed: threads call
// while a process ends.
struct Waits {
  std::mutex mutex;
  std::condition_variable passed;
  std::vector<std::pair<const void*, const Turn*>> list;  // threads and what they wait for
  const Turn* of(const void* thread) const {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& wait) { return wait.first == thread; });
    return found == list.end() ? nullptr : found->second;
  }
};
Waits& waits() {
  static Waits& all = *new Waits;
  return all;
}

constinit thread_local char own = 0;

}  // namespace

bool Turn::take() {
  Thread nobody = nullptr;
  return owner_.compare_exchange_strong(nobody, &own) || take_behind(&own);
}

bool Turn::take_behind(Thread me) {
  Waits& all = waits();
  std::unique_lock lock(all.mutex);
  // The last thread of a circle closes it; the others wait already, so that what is seen of them stays.
  for (const Turn* turn = this; turn;) {
    const Thread owner = turn->owner_;
    if (owner == me) return false;
    turn = all.of(owner);
  }
  all.list.emplace_back(me, this);
  ++waiting_;
  Thread nobody = nullptr;
  while (!owner_.compare_exchange_strong(nobody, me)) {
    nobody = nullptr;
    all.passed.wait(lock);
  }
  --waiting_;
  std::erase_if(all.list, [&](const auto& wait) { return wait.first == me; });
  return true;
}

void Turn::pass() noexcept {
  owner_ = nullptr;
  // Who waits has counted himself before he looked at the owner for the last time.
  if (waiting_ == 0) return;
  Waits& all = waits();
  const std::lock_guard lock(all.mutex);
  all.passed.notify_all();
}

}  // namespace kiln::graph
