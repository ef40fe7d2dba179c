// SPDX-License-Identifier: Apache-2.0
// Calls of the caller's functions: log callbacks and release callbacks. A callback may call Kiln again, so it
// must not run while its thread holds a lock of Kiln. Callbacks therefore wait until the thread leaves the
// entry of the C ABI that it is in.
#pragma once

#include <utility>
#include <vector>

namespace kiln::base {

struct Callback {
  void (*function)(void* user);
  void* user;
};

// Says what the thread is doing in Kiln. A callback starts with a default ThreadState.
struct ThreadState {
  int entries = 0;                           // how many entries of the C ABI the thread is in, one inside the other
  std::vector<Callback>* waiting = nullptr;  // callbacks to run at the end of the outermost entry; null: none
  void* capture = nullptr;                   // the innermost runtime::Recording::Capture
  void* ahead = nullptr;                     // the innermost runtime::BuildAhead
  void* index_hold = nullptr;                // the innermost runtime::Context::IndexHold
};
ThreadState& thread_state() noexcept;

// Put a CallbackScope around each call of a function of the caller's.
class CallbackScope {
 public:
  CallbackScope() noexcept : outer_(std::exchange(thread_state(), {})) {}
  ~CallbackScope() { thread_state() = outer_; }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  ThreadState outer_;
};

// Every function of the C ABI has an Entry in its body while it runs.
class Entry {
 public:
  Entry() noexcept { ++thread_state().entries; }
  ~Entry() {
    ThreadState& state = thread_state();
    if (--state.entries == 0 && state.waiting) [[unlikely]]
      run_waiting();
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

 private:
  static void run_waiting() noexcept;
};

// Calls the function, at once if this thread is in no entry, otherwise at the end of the outermost one. What
// it throws is dropped, as no operation should fail because of a callback.
void call_back(Callback callback) noexcept;

}  // namespace kiln::base
