// SPDX-License-Identifier: Apache-2.0
// Checks that are made before anything is queued.
#include "runtime/context/checks.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "runtime/context.hpp"

namespace kiln::runtime {

void check_writable(const Buffer& buffer, const char* operation) {
  if (!buffer.kernel_writable())
    base::fail(KILN_READ_ONLY, "{}: the buffer of {} bytes on {} is read-only", operation, buffer.size(),
               buffer.context().device());
}

void Context::check_uses(std::span<const BufferUse> uses, const char* operation) const {
  for (const BufferUse& use : uses) {
    const Buffer& buffer = *use.buffer;
    if (buffer.context_.get() != this) {
      base::fail(KILN_CONTEXT_MISMATCH, "{}: a buffer of {} in a call on {}", operation, buffer.context().device(),
                 device());
    }
    if (use.write) check_writable(buffer, operation);
    if (use.read && !buffer.readable_)
      base::fail(KILN_INVALID_ARGUMENT, "{}: the kernel reads a write-only buffer", operation);
  }
}

void check_groups(const backend::DeviceProperties& device, const backend::Launch& launch, const char* operation) {
  std::size_t items = 1, groups = 1;
  bool overflow = false;
  for (unsigned i = 0; i < launch.dims; ++i) overflow |= __builtin_mul_overflow(items, launch.global[i], &items);
  if (overflow)
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} x {} x {} work-items, expected at most 2^64 - 1 in all", operation,
               launch.global[0], launch.global[1], launch.global[2]);
  // A group has at least one item, so few items need no closer look. If local[0] is 0, the backend chooses the groups;
  // otherwise the caller has refused sizes of 0.
  const std::uint64_t least =
      std::min({device.max_groups[0], device.max_groups[1], device.max_groups[2], device.max_groups_in_all});
  if (items <= least || launch.local[0] == 0) return;
  for (unsigned i = 0; i < launch.dims; ++i) {
    const std::size_t along = launch.global[i] / launch.local[i];
    if (along > device.max_groups[i])
      base::fail(KILN_INVALID_ARGUMENT, "{}: {} groups in dimension {}, expected at most {}", operation, along, i,
                 device.max_groups[i]);
    groups *= along;
  }
  if (groups > device.max_groups_in_all)
    base::fail(KILN_INVALID_ARGUMENT, "{}: {} groups in all, expected at most {}", operation, groups,
               device.max_groups_in_all);
}

}  // namespace kiln::runtime
