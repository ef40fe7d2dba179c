// SPDX-License-Identifier: Apache-2.0
// The list of open contexts, and who looks through it when the process ends. Not covered: _exit, quick_exit
// and signals, which destroy nothing.
#include "runtime/live_contexts.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/error.hpp"
#include "base/fork_guard.hpp"

// Of the C++ ABI: this library or program.
extern "C" __attribute__((visibility("hidden"))) void* __dso_handle;

namespace kiln::runtime {
namespace {

struct Live {
  std::mutex mutex;
  std::vector<std::uintptr_t> contexts;  // the addresses inverted: for a leak checker nobody is held by this
  bool registered = false;
};
// Never destroyed: contexts close at any time.
Live& live() {
  static Live& all = *new Live;
  return all;
}

std::uintptr_t entry(const Context& context) { return ~reinterpret_cast<std::uintptr_t>(&context); }

// Any number of times. A forked child has no thread that could finish anything, and the list may be locked.
void leave_process() noexcept {
  if (base::forked()) return;
  Live& all = live();
  // Held to the end, so that no context goes meanwhile.
  const std::lock_guard lock(all.mutex);
  for (const std::uintptr_t inverted : all.contexts) reinterpret_cast<Context*>(~inverted)->leave_process();
}

// The objects of a thread are destroyed before whatever was registered with atexit, where the thread calls
// exit() or returns from main; so the main thread has one, from when the library is loaded.
struct MainThread {
  ~MainThread() { leave_process(); }
};
[[maybe_unused]] const bool main_thread_has_one = [] {
  if (gettid() != getpid()) return false;
  thread_local const MainThread main_thread;
  static_cast<void>(&main_thread);  // it comes to be when it is named
  return true;
}();

}  // namespace

bool renew_exit_handler() noexcept {
  // Drivers have objects of the main thread too (Oclgrind), from its first call of them on.
  if (gettid() == getpid() &&
      abi::__cxa_thread_atexit([](void*) { leave_process(); }, nullptr, &__dso_handle) != 0)
    return false;
  return std::atexit(leave_process) == 0;
}

void enlist(Context& context) {
  Live& all = live();
  const std::lock_guard lock(all.mutex);
  if (!all.registered) all.registered = renew_exit_handler();
  if (!all.registered)
    base::fail(KILN_OUT_OF_HOST_MEMORY, "open: no handler for the end of the process could be registered");
  all.contexts.push_back(entry(context));
}

void delist(Context& context) noexcept {
  Live& all = live();
  const std::lock_guard lock(all.mutex);
  std::erase(all.contexts, entry(context));
}

}  // namespace kiln::runtime
