// SPDX-License-Identifier: Apache-2.0
// Hands turns from thread to thread, and looks for a circle before a thread waits.
#include "graph/function/turn.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace kiln::graph {
namespace {

// The waits for all turns, under one lock, so that a circle of waits can be seen. Waits are rare. The object
// is never destroyed, as threads may wait while the process ends.
struct Waits {
  std::mutex mutex;
  std::condition_variable passed;
  // Pairs of a waiting thread and the turn it waits for.
  std::vector<std::pair<const void*, const Turn*>> list;
  const Turn* of(const void* thread) const {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& wait) { return wait.first == thread; });
    return found == list.end() ? nullptr : found->second;
  }
};
Waits& waits() {
  static Waits& all = *new Waits;
  return all;
}

constinit thread_local char this_thread = 0;

}  // namespace

bool Turn::take() {
  Thread nobody = nullptr;
  return owner_.compare_exchange_strong(nobody, &this_thread) || take_behind(&this_thread);
}

bool Turn::take_behind(Thread me) {
  Waits& all = waits();
  std::unique_lock lock(all.mutex);
  // If waiting would close a circle, this thread is the last one of it: the others wait already and cannot
  // change what is read here.
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
  // A waiting thread increments waiting_ before it looks at owner_ for the last time. So if waiting_ is 0 here,
  // no thread misses the notification.
  if (waiting_ == 0) return;
  Waits& all = waits();
  const std::lock_guard lock(all.mutex);
  all.passed.notify_all();
}

}  // namespace kiln::graph
