// SPDX-License-Identifier: Apache-2.0
// Finds the kernels of sorting by their class, and divides work among their work-items.
#include "array/order/sort_kernels.hpp"

#include <algorithm>

namespace kiln::array {

using base::ceil_div;
using codegen::SortPart;

SortKernels::SortKernels(runtime::Context& context, DType dtype, codegen::SortOrder order,
                         const codegen::Traits* traits, const char* operation)
    : context_(context),
      dtype_(dtype),
      kind_(codegen::sort_class(dtype)),
      key_(codegen::sort_key(dtype, order)),
      traits_(traits ? *traits : traits_of(context)),
      tuning_(array::tuning(context).sort),
      sizes_(codegen::sort_sizes(traits_, tuning_)),
      operation_(operation) {}

codegen::SortClass SortKernels::kind(std::int64_t elements) const noexcept {
  codegen::SortClass kind = kind_;
  kind.wide = elements >= kNarrowLimit;
  return kind;
}

const runtime::Kernel& SortKernels::kernel(const codegen::SortClass& kind, SortPart part, const char* name) const {
  // All members have a name here, so that a new one is not forgotten.
  const auto& [size, floating, truth, wide, small, moves] = kind;
  const KernelId id(KernelFamily::sort, name, part, traits_.cpu, size, floating, truth, wide, small, moves);
  return library_kernel(context_, id, operation_, [&] {
    backend::Source text;
    text.text = codegen::sort_text(kind, part, traits_, tuning_);
    if (part == SortPart::blocks) text.max_registers = tuning_.block_registers;
    if (part == SortPart::warps) text.max_registers = codegen::pass_sizes(kind, tuning_).registers;
    if (part == SortPart::select) text.max_registers = tuning_.select_registers;
    return text;
  });
}

kernels::KeyArguments SortKernels::key() const {
  const auto bits = [&](std::uint64_t value) {
    return kind_.size == 8 ? argument::Value(value) : argument::Value(std::uint32_t(value));
  };
  return {.flip = bits(key_.flip), .infinity = bits(key_.infinity), .nan = bits(key_.nan)};
}

Ref<Array> SortKernels::workspace(DType dtype, std::int64_t count) const {
  return empty(context_, dtype, std::span(&count, 1), operation_);
}

std::int64_t SortKernels::share(std::int64_t count) const {
  return traits_.cpu ? std::max(ceil_div(count, cpu_items()), tuning_.cpu_share) : 1;
}

}  // namespace kiln::array
