// SPDX-License-Identifier: Apache-2.0
// How far a long loop is, on standard error: a bar drawn over itself on a terminal, a line now and then
// elsewhere.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <utility>

class Progress {
 public:
  // `what` is counted: "epoch". Files and pipes get about ten lines in all.
  Progress(std::string what, std::size_t total, std::ostream& out = std::cerr, bool terminal = isatty(2) == 1)
      : what_(std::move(what)), total_(std::max<std::size_t>(total, 1)), out_(out), terminal_(terminal) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (drawn_) out_ << "\n" << std::flush;
  }

  // Call it as often as you like: most calls only look at the clock. `note`: "loss 0.31".
  void operator()(std::size_t done, const std::string& note = "") {
    done = std::min(done, total_);
    const std::string count = what_ + " " + std::to_string(done) + "/" + std::to_string(total_) + " " + note;
    if (!terminal_) {
      if (done * 10 / total_ != tenths_) out_ << count << "\n" << std::flush;
      tenths_ = done * 10 / total_;
      return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (drawn_ && done < total_ && now < last_ + std::chrono::milliseconds(50)) return;
    const std::size_t width = 30, full = width * done / total_;
    out_ << "\r[" << std::string(full, '#') << std::string(width - full, '.') << "] " << count << "\033[K"
         << std::flush;
    drawn_ = true;
    last_ = now;
  }

 private:
  std::string what_;
  std::size_t total_, tenths_ = 0;
  std::ostream& out_;
  bool terminal_, drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};
