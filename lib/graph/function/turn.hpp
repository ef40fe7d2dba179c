// SPDX-License-Identifier: Apache-2.0
// Whose turn it is to work with a function: one thread's at a time. Functions on the host may call other
// functions of the graph, so a wait may be one that cannot end: it is refused.
#pragma once

#include <atomic>

namespace kiln::graph {

class Turn {
 public:
  // Waits for the turn. False: this thread has it, or would wait, by way of other threads, for itself.
  bool take();
  void pass() noexcept;

 private:
  using Thread = const void*;  // an address of the thread's own
  bool take_behind(Thread me);
  std::atomic<Thread> owner_{nullptr};
  std::atomic<int> waiting_{0};
};

}  // namespace kiln::graph
