// SPDX-License-Identifier: Apache-2.0
// Compiled programs and their kernels. They belong to their context's program cache and live as long as it
// does.
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
  // The kernel of that name; throws KILN_INVALID_ARGUMENT listing the program's kernels. Thread-safe; the
  // address is stable.
  const Kernel* kernel(const std::string& name, const char* operation = "kernel");

 private:
  friend class ProgramCache;
  Program(Context* context, backend::ProgramHandle handle) : context_(context), handle_(handle) {}
  Context* context_;
  backend::ProgramHandle handle_;
  std::mutex mutex_;
  std::deque<Kernel> kernels_;
};

}  // namespace kiln::runtime
