// SPDX-License-Identifier: Apache-2.0
// The log callback. The callback and its user pointer change together. The callback runs without a lock.
#include "base/log.hpp"

#include <memory>
#include <mutex>

#include "base/callback.hpp"

namespace kiln::base {
namespace {

struct LogSink {
  kiln_log_callback callback = nullptr;
  void* user = nullptr;
};

// Constant-initialised and trivially destroyed, so that it can be used before main and after exit.
std::mutex sink_mutex;
LogSink sink;

}  // namespace

void set_log_callback(kiln_log_callback callback, void* user) noexcept {
  const std::lock_guard lock(sink_mutex);
  sink = {callback, user};
}

namespace {

LogSink current_sink() noexcept {
  const std::lock_guard lock(sink_mutex);
  return sink;
}

struct Line {
  kiln_log_level level;
  std::string text;
};

void deliver(void* user) {
  const std::unique_ptr<const Line> line(static_cast<Line*>(user));
  // The callback is read now, as the one at the time of the message may have been removed since.
  const LogSink now = current_sink();
  if (now.callback) now.callback(line->level, line->text.c_str(), now.user);
}

}  // namespace

void log(kiln_log_level level, const std::string& line) noexcept {
  if (!current_sink().callback) return;
  try {
    call_back({deliver, new Line{level, line}});
  } catch (...) {
    // A message for which there is no memory is dropped, as no operation should fail because of a message.
  }
}

}  // namespace kiln::base
