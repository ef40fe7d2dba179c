// SPDX-License-Identifier: Apache-2.0
// Calls of the program's own functions. What a callback may do depends on what its thread is in the midst of,
// so log lines and releases wait until no lock of Kiln is held: for the end of the entry that the program
// called.
#pragma once

#include <utility>
#include <vector>

namespace kiln::base {

struct Callback {
  void (*function)(void* user);
  void* user;
};

// What a thread is in the midst of. A callback begins with none of it.
struct ThreadState {
  int entries = 0;                           // calls of the C ABI, one inside the other
  std::vector<Callback>* waiting = nullptr;  // for the end of the outermost; null: none
  void* capture = nullptr;                   // the innermost runtime::Recording::Capture
  void* index_hold = nullptr;                // the innermost runtime::Context::IndexHold
};
inline constinit thread_local ThreadState thread_state;

// Around a call of a function of the program's.
class CallbackScope {
 public:
  CallbackScope() noexcept : outer_(std::exchange(thread_state, {})) {}
  ~CallbackScope() { thread_state = outer_; }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  ThreadState outer_;
};

// Around the body of an entry of the C ABI.
class Entry {
 public:
  Entry() noexcept { ++thread_state.entries; }
  ~Entry() {
    ThreadState& state = thread_state;
    if (--state.entries == 0 && state.waiting) [[unlikely]]
      run_waiting();
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

 private:
  static void run_waiting() noexcept;
};

// Calls the function when this thread is in no entry: at once, or at the end of the outermost one. What it
// throws is dropped: nothing that calls back is worth failing for it.
void call_back(Callback callback) noexcept;

}  // namespace kiln::base
