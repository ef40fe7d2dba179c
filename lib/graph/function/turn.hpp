// SPDX-License-Identifier: Apache-2.0
// A turn is a mutex that one thread at a time has, to work with a function. Functions on the host may call
// other functions of the graph, so that threads could wait for each other in a circle. Such a wait is refused
// instead of blocking for ever.
#pragma once

#include <atomic>

namespace kiln::graph {

class Turn {
 public:
  // Waits until this thread has the turn. Returns false if it has it already, or if waiting would close a
  // circle of waiting threads.
  bool take();
  void pass() noexcept;

 private:
  using Thread = const void*;  // an address that is unique to a thread
  bool take_behind(Thread me);
  std::atomic<Thread> owner_{nullptr};
  std::atomic<int> waiting_{0};
};

}  // namespace kiln::graph
