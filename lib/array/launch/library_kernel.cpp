// SPDX-License-Identifier: Apache-2.0
// Finds, builds and launches the library's own kernels.
#include "array/launch/library_kernel.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "array/builtins.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

const runtime::Kernel* find_library_kernel(runtime::Context& context, const KernelId& id) {
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  const auto at = own.kernels.find(id);
  return at == own.kernels.end() ? nullptr : at->second;
}

const runtime::Kernel& add_library_kernel(runtime::Context& context, const KernelId& id, const backend::Source& source,
                                          const char* operation) {
  // Two threads may both come here for one kernel. The program cache then gives both the same one.
  const runtime::Kernel* kernel = context.program(source, operation)->kernel(id.name(), operation);
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  own.kernels.emplace(id, kernel);
  return *kernel;
}

bool fits_local_memory(const runtime::Context& context, const runtime::Kernel& kernel) {
  return kernel.info.local_memory <= context.properties().local_memory;
}

backend::Argument& LibraryLaunch::next() {
  if (count_ == kMaxArguments) fail(KILN_INTERNAL, "a kernel of the library with over {} arguments", count_);
  return *new (arguments_ + sizeof(backend::Argument) * count_++) backend::Argument;
}

LibraryLaunch& LibraryLaunch::bytes(const void* value, std::size_t size) {
  if (packs_) {
    const std::size_t at = base::round_up(end_, size);
    if (at + size > sizeof values_) fail(KILN_INTERNAL, "a kernel of the library with {} bytes of numbers", at + size);
    std::memset(values_[0] + end_, 0, at - end_);
    std::memcpy(values_[0] + at, value, size);
    end_ = at + size;
    most_ = std::max(most_, size);
    return *this;
  }
  unsigned char* const slot = values_[count_];
  backend::Argument& argument = next();
  std::memcpy(slot, value, size);
  argument = {backend::Argument::Kind::value, nullptr, 0, slot, size};
  return *this;
}

LibraryLaunch& LibraryLaunch::add(const argument::Memory& memory) {
  if (uses_count_ == kMaxArrays) fail(KILN_INTERNAL, "a kernel of the library with over {} arrays", kMaxArrays);
  if (!memory.buffer.memory()) fail(KILN_INTERNAL, "a kernel of the library on an array without memory");
  uses_[uses_count_++] = {&memory.buffer, memory.read, memory.written};
  next() = {backend::Argument::Kind::memory, memory.buffer.memory(), 0, nullptr, 0};
  return bytes(&memory.offset, sizeof memory.offset);
}

void LibraryLaunch::launch(const runtime::Kernel& kernel, std::initializer_list<std::size_t> global,
                           std::initializer_list<std::size_t> local, const char* operation) {
  if (std::find(global.begin(), global.end(), std::size_t(0)) != global.end()) return;
  if (packs_) {
    const unsigned char rest[16] = {};  // the structure's last member, as large as its largest
    bytes(rest, most_);
    next() = {backend::Argument::Kind::value, nullptr, 0, values_[0], end_};
  }
  backend::Launch launch;
  launch.dims = unsigned(global.size());
  std::copy(global.begin(), global.end(), launch.global);
  std::fill_n(launch.local, 3, std::size_t(1));
  std::copy(local.begin(), local.end(), launch.local);
  launch.arguments = std::launder(reinterpret_cast<const backend::Argument*>(arguments_));
  launch.argument_count = count_;
  context_.launch(kernel, launch, {uses_, uses_count_}, operation);
}

}  // namespace kiln::array
