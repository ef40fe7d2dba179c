// SPDX-License-Identifier: Apache-2.0
// The list of open contexts, and the handlers that go through it when the process ends. _exit, quick_exit and
// signals destroy nothing, so there is no handler for them.
#include "runtime/context/live_contexts.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/plugin/fork_guard.hpp"

// The C++ ABI defines this symbol, which identifies this library or program.
extern "C" __attribute__((visibility("hidden"))) void* __dso_handle;

namespace kiln::runtime {
namespace {

struct Live {
  std::mutex mutex;
  // Addresses with all bits inverted, so that leak checkers do not take them for references.
  std::vector<std::uintptr_t> contexts;
  bool registered = false;
};
// Never destroyed, as contexts may close at any time.
Live& live() {
  static Live& all = *new Live;
  return all;
}

std::uintptr_t entry(const Context& context) { return ~reinterpret_cast<std::uintptr_t>(&context); }

// May run several times. In a forked child it does nothing: there is no thread that could finish the work,
// and the list may be locked.
void leave_process() noexcept {
  if (base::forked()) return;
  Live& all = live();
  // The lock is held to the end, so that no context is destroyed meanwhile.
  const std::lock_guard lock(all.mutex);
  for (const std::uintptr_t inverted : all.contexts) reinterpret_cast<Context*>(~inverted)->leave_process();
}

// Objects of a thread are destroyed before handlers of atexit run, if that thread calls exit() or returns
// from main. So the main thread has such an object from when the library is loaded.
struct MainThread {
  ~MainThread() { leave_process(); }
};
[[maybe_unused]] const bool main_thread_has_one = [] {
  if (gettid() != getpid()) return false;
  thread_local const MainThread main_thread;
  static_cast<void>(&main_thread);  // naming the object creates it
  return true;
}();

}  // namespace

bool renew_exit_handler() noexcept {
  // Some drivers (Oclgrind) create thread-local objects when the main thread first calls them. So the handler is
  // also registered among the destructors of that thread's objects.
  if (gettid() == getpid() && abi::__cxa_thread_atexit([](void*) { leave_process(); }, nullptr, &__dso_handle) != 0)
    return false;
  return std::atexit(leave_process) == 0;
}

void enlist(Context& context) {
  Live& all = live();
  const std::lock_guard lock(all.mutex);
  if (!all.registered) all.registered = renew_exit_handler();
  if (!all.registered) base::fail(KILN_OUT_OF_HOST_MEMORY, "no handler for the end of the process could be registered");
  all.contexts.push_back(entry(context));
}

void delist(Context& context) noexcept {
  Live& all = live();
  const std::lock_guard lock(all.mutex);
  std::erase(all.contexts, entry(context));
}

}  // namespace kiln::runtime
