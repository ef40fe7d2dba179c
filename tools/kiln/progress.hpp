// SPDX-License-Identifier: Apache-2.0
// What a long command does just now, on standard error if that is a terminal.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace kiln_tool {

class Progress {
 public:
  Progress() {
    const char* const kind = std::getenv("TERM");
    terminal_ = isatty(2) == 1 && kind && std::string(kind) != "dumb";
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }
  void operator()(const std::string& what) const {
    if (terminal_) std::cerr << "\r\033[K" << what << std::flush;
  }
  void clear() const { (*this)(""); }

 private:
  bool terminal_;
};

}  // namespace kiln_tool
