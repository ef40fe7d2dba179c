// SPDX-License-Identifier: Apache-2.0
// Compiled programs and their kernels. They belong to the program cache of their context and live as long as
// the context.
#pragma once

#include <kiln/backend.hpp>

#include <deque>
#include <mutex>
#include <string>

namespace kiln::runtime {

class Context;

struct Kernel {
  backend::KernelHandle handle = nullptr;
  backend::KernelInfo info;
  std::string name;
};

class Program {
 public:
  Context& context() const noexcept { return *context_; }
  backend::ProgramHandle handle() const noexcept { return handle_; }
  // The kernel with this name. Throws KILN_INVALID_ARGUMENT, with the names of the program's kernels, if
  // there is none. May be called from any thread. The pointer stays valid.
  const Kernel* kernel(const std::string& name, const char* operation = "kernel");

 private:
  friend class ProgramCache;
  explicit Program(Context* context) : context_(context) {}
  Context* context_;
  backend::ProgramHandle handle_ = nullptr;
  std::mutex mutex_;
  std::deque<Kernel> kernels_;
};

}  // namespace kiln::runtime
