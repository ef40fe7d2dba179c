// SPDX-License-Identifier: Apache-2.0
// Detects fork() by a pthread_atfork handler in the child. The mark is never cleared, and further children inherit it.
#include "base/plugin/fork_guard.hpp"

#include <pthread.h>

#include <atomic>

#include "base/error.hpp"

namespace kiln::base {
namespace {

std::atomic<bool> armed{false};
std::atomic<bool> in_child{false};

}  // namespace

void arm_fork_guard() {
  if (armed.exchange(true)) return;
  const int code = pthread_atfork(nullptr, nullptr, [] { in_child.store(true, std::memory_order_relaxed); });
  if (code != 0) {
    armed.store(false);
    fail(KILN_OUT_OF_HOST_MEMORY, "fork guard: pthread_atfork failed with code {}", code);
  }
}

bool forked() noexcept { return in_child.load(std::memory_order_relaxed); }

void check_not_forked(const char* operation) {
  if (!forked()) return;
  fail(KILN_FORKED,
       "{}: this process was forked from one that had already used Kiln, and device drivers do not survive "
       "fork(); expected use from the parent, fork() before the first use, or exec() after it",
       operation);
}

}  // namespace kiln::base
