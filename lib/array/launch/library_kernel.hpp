// SPDX-License-Identifier: Apache-2.0
// Kernels of the library that are neither elementwise computations nor reductions: texts from kernels/ with
// definitions, built once a context for each identity; and launches of them that allocate no memory.
#pragma once

#include <concepts>
#include <span>

#include "array/array.hpp"
#include "array/kernel_id.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "runtime/program.hpp"

namespace kiln::array {

// The kernels' type for elements of 1, 2, 4, 8 or 16 bytes that only move.
const char* word_type(std::size_t bytes);

// The context's kernel of this identity, or null if it has not been built.
const runtime::Kernel* find_library_kernel(runtime::Context& context, const KernelId& id);
// Builds the kernel and keeps it.
const runtime::Kernel& add_library_kernel(runtime::Context& context, const KernelId& id,
                                          const backend::Source& source, const char* operation);
// The kernel of this identity. `source()` gives its program and is called if the kernel is not yet known.
template <std::invocable Make>
const runtime::Kernel& library_kernel(runtime::Context& context, const KernelId& id, const char* operation,
                                      Make&& source) {
  if (const auto* known = find_library_kernel(context, id)) return *known;
  return add_library_kernel(context, id, source(), operation);
}

// Whether the driver has the local memory that it says the kernel takes: Mesa's rusticl of 22.3 takes twice
// what was declared.
bool fits_local_memory(const runtime::Context& context, const runtime::Kernel& kernel);

// Arguments in the kernel's order, then launch. Arrays must outlive it.
class LibraryLaunch {
 public:
  static constexpr std::size_t kMaxArguments = 80, kMaxArrays = 32;
  explicit LibraryLaunch(runtime::Context& context) : context_(context) {}
  // KILN_ARG: a base pointer and a byte offset.
  LibraryLaunch& read(const Array& array) { return add(array.buffer(), array.memory_offset(), true, false); }
  LibraryLaunch& write(Array& array) { return add(array.buffer(), array.memory_offset(), false, true); }
  LibraryLaunch& update(Array& array) { return add(array.buffer(), array.memory_offset(), true, true); }
  // The same from `offset` bytes into the buffer's memory.
  LibraryLaunch& read(runtime::Buffer& buffer, std::int64_t offset) {
    return add(buffer, offset, true, false);
  }
  LibraryLaunch& write(runtime::Buffer& buffer, std::int64_t offset) {
    return add(buffer, offset, false, true);
  }
  LibraryLaunch& update(runtime::Buffer& buffer, std::int64_t offset) {
    return add(buffer, offset, true, true);
  }
  template <class T>
  LibraryLaunch& value(T v) {
    static_assert(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
    return bytes(&v, sizeof v);
  }
  // Of the kernel's index type: 64 bits where it is wide, else 32.
  LibraryLaunch& index(std::int64_t v, bool wide) { return wide ? value(v) : value(std::int32_t(v)); }
  LibraryLaunch& bytes(const void* value, std::size_t size);  // at most 16
  LibraryLaunch& local(std::size_t size);                     // KILN_LOCAL_ARG
  // Sizes in work-items, global a multiple of local; 1 to 3 of them. Nothing happens where one is 0.
  void launch(const runtime::Kernel& kernel, std::initializer_list<std::size_t> global,
              std::initializer_list<std::size_t> local, const char* operation);

 private:
  LibraryLaunch& add(runtime::Buffer& buffer, std::int64_t offset, bool read, bool write);
  backend::Argument& next();
  runtime::Context& context_;
  std::size_t count_ = 0, uses_count_ = 0;
  backend::Argument arguments_[kMaxArguments];
  alignas(16) unsigned char values_[kMaxArguments][16];
  runtime::BufferUse uses_[kMaxArrays];
};

}  // namespace kiln::array
