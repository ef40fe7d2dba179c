// SPDX-License-Identifier: Apache-2.0
// The library's own kernels that are neither elementwise computations nor reductions. They are texts from kernels/
// behind generated macros. Each identity (KernelId) is compiled once for each context. Launches allocate no memory.
#pragma once

#include <concepts>

#include "array/arguments.hpp"
#include "array/array.hpp"
#include "array/kernel_id.hpp"
#include "array/kernel_launches.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "codegen/spell/body.hpp"
#include "runtime/program.hpp"

namespace kiln::array {

using codegen::word_type;

// The context's kernel of this identity, or null if it has not been built.
const runtime::Kernel* find_library_kernel(runtime::Context& context, const KernelId& id);
const runtime::Kernel& add_library_kernel(runtime::Context& context, const KernelId& id, const backend::Source& source,
                                          const char* operation);
// The kernel of this identity. If it is not yet known, it is built from what `make()` returns: a Source, or a text that
// needs no options.
template <std::invocable Make>
const runtime::Kernel& library_kernel(runtime::Context& context, const KernelId& id, const char* operation,
                                      Make&& make) {
  if (const auto* known = find_library_kernel(context, id)) return *known;
  backend::Source source;
  if constexpr (std::same_as<std::invoke_result_t<Make>, std::string>)
    source.text = make();
  else
    source = make();
  return add_library_kernel(context, id, source, operation);
}

// Whether a launch of the kernel has enough local memory. Only the built kernel can tell: a driver may reserve more
// than the kernel declares (Mesa's rusticl of 22.3 reserves twice as much).
bool fits_local_memory(const runtime::Context& context, const runtime::Kernel& kernel);

// Collects a kernel's arguments and launches it, without allocating memory. If the kernel has a fixed signature,
// launch_kernel() below takes the arguments from a struct of array/kernel_launches.hpp. Otherwise they are added
// one by one, in the kernel's order. Buffers must outlive this object.
class LibraryLaunch {
 public:
  static constexpr std::size_t kMaxArguments = 136, kMaxArrays = 40;
  // With `packs` the kernel gets all numbers as one structure.
  explicit LibraryLaunch(runtime::Context& context, bool packs = false) : context_(context), packs_(packs) {}
  LibraryLaunch& add(const argument::Memory& memory);
  LibraryLaunch& add(const argument::Value& value) { return bytes(value.data, value.size); }
  template <class T>
  LibraryLaunch& add(argument::Number<T> number) {
    return bytes(&number.value, sizeof number.value);
  }
  LibraryLaunch& add(argument::Index index, bool wide) {
    const auto narrow = std::int32_t(index.value);
    return wide ? bytes(&index.value, sizeof index.value) : bytes(&narrow, sizeof narrow);
  }
  // Queues the kernel. Both lists have 1 to 3 sizes in work-items; each global size is a multiple of the local
  // one. If a size is 0, nothing is queued.
  void launch(const runtime::Kernel& kernel, std::initializer_list<std::size_t> global,
              std::initializer_list<std::size_t> local, const char* operation);

 private:
  LibraryLaunch& bytes(const void* value, std::size_t size);  // at most 16
  backend::Argument& next();
  runtime::Context& context_;
  const bool packs_;
  std::size_t count_ = 0, uses_count_ = 0;
  std::size_t end_ = 0, most_ = 8;  // of the structure, which lies in values_: its end, and its largest number's size
  alignas(backend::Argument) std::byte arguments_[kMaxArguments * sizeof(backend::Argument)];  // next() makes each
  alignas(16) unsigned char values_[kMaxArguments][16];
  runtime::BufferUse uses_[kMaxArrays];
};

// Launches a kernel with `arguments`, the struct of array/kernel_launches.hpp that belongs to that kernel. `may_pack`
// is false if the kernel's text says that its numbers are no structure, though they could be.
template <class Arguments>
void launch_kernel(runtime::Context& context, const runtime::Kernel& kernel, const Arguments& arguments,
                   std::initializer_list<std::size_t> global, std::initializer_list<std::size_t> local,
                   const char* operation, bool may_pack = true) {
  constexpr bool kCanPack = requires { Arguments::kPacked; };
  const bool packs = kCanPack && may_pack && context.properties().arguments_take_time;
  LibraryLaunch launch(context, packs);
  arguments.put(launch);
  launch.launch(kernel, global, local, operation);
}

}  // namespace kiln::array
