// SPDX-License-Identifier: Apache-2.0
// Programs that will soon be needed, built at the same time by several threads. Compilers take most of the time of a
// function's first call, and some of them may run in several threads (DeviceProperties::parallel_builds).
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "runtime/context.hpp"

namespace kiln::runtime {

// While it lives, Context::program() of this thread and this context builds nothing: it notes a program that is not in
// memory and throws NotBuilt. Of several objects the innermost counts.
class BuildAhead {
 public:
  struct NotBuilt {};

  explicit BuildAhead(Context& context) noexcept;
  ~BuildAhead();
  BuildAhead(const BuildAhead&) = delete;
  BuildAhead& operator=(const BuildAhead&) = delete;

  // This thread's object, if it is of the context, or null.
  static BuildAhead* of(const Context& context) noexcept;
  // Many steps may ask for one program. A thread that took it too would only wait for the first.
  void note(const backend::Source& source) {
    if (texts_.insert(source.text).second) sources_.push_back(source);
  }
  // Ends the noting, builds what was noted, and returns true when all is built. Returns false, and builds nothing, if
  // there are no two programs to build or no two cores. A program that cannot be built is left out: whoever asks for it
  // meets the error.
  bool build() noexcept;

 private:
  void end() noexcept;

  Context& context_;
  void* outer_;
  bool noting_ = true;
  std::vector<backend::Source> sources_;
  std::unordered_set<std::string> texts_;  // of the sources
};

}  // namespace kiln::runtime
