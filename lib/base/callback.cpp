// SPDX-License-Identifier: Apache-2.0
// Runs callbacks at once, or keeps them until their thread leaves its last entry.
#include "base/callback.hpp"

#include <memory>

namespace kiln::base {
namespace {

void call(const Callback& callback) noexcept {
  const CallbackScope scope;
  try {
    callback.function(callback.user);
  } catch (...) {
    // The callback of a C++ program may throw.
  }
}

}  // namespace

ThreadState& thread_state() noexcept {
  static constinit thread_local ThreadState state;
  return state;
}

void call_back(Callback callback) noexcept {
  ThreadState& state = thread_state();
  if (state.entries > 0) {
    try {
      if (!state.waiting) state.waiting = new std::vector<Callback>;
      state.waiting->push_back(callback);
      return;
    } catch (...) {
      // There is no memory to keep the callback for later, so it is called at once.
    }
  }
  call(callback);
}

void Entry::run_waiting() noexcept {
  const std::unique_ptr<std::vector<Callback>> list(std::exchange(thread_state().waiting, nullptr));
  for (const Callback& callback : *list) call(callback);
}

}  // namespace kiln::base
