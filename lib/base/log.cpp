// SPDX-License-Identifier: Apache-2.0
// The log callback. Callback and user pointer change together; the callback itself runs without a lock.
#include "base/log.hpp"

#include <memory>
#include <mutex>

#include "base/callback.hpp"

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

namespace {

Sink current_sink() noexcept {
  const std::lock_guard lock(sink_mutex);
  return sink;
}

struct Line {
  kiln_log_level level;
  std::string text;
};

void deliver(void* user) {
  const std::unique_ptr<const Line> line(static_cast<Line*>(user));
  // As it is now: what it was when the line was written may be gone.
  const Sink now = current_sink();
  if (now.callback) now.callback(line->level, line->text.c_str(), now.user);
}

}  // namespace

void log(kiln_log_level level, const std::string& line) noexcept {
  if (!current_sink().callback) return;
  try {
    call_back({deliver, new Line{level, line}});
  } catch (...) {
    // No memory for the line, which is never worth failing the operation for.
  }
}

}  // namespace kiln::base
