// SPDX-License-Identifier: Apache-2.0
// The log callback. Callback and user pointer change together; the callback itself runs without the lock.
#include "base/log.hpp"

#include <mutex>

namespace kiln::base {
namespace {

struct Sink {
  kiln_log_callback callback = nullptr;
  void* user = nullptr;
};

// Constant-initialised and trivially destroyed: usable before main and after exit.
std::mutex sink_mutex;
Sink sink;

}  // namespace

void set_log_callback(kiln_log_callback callback, void* user) noexcept {
  const std::lock_guard lock(sink_mutex);
  sink = {callback, user};
}

void log(kiln_log_level level, const std::string& line) noexcept {
  Sink current;
  {
    const std::lock_guard lock(sink_mutex);
    current = sink;
  }
  if (!current.callback) return;
  try {
    current.callback(level, line.c_str(), current.user);
  } catch (...) {
    // A C++ program's callback may throw; a log line is never worth failing the operation for.
  }
}

}  // namespace kiln::base
