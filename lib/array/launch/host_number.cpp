// SPDX-License-Identifier: Apache-2.0
// Allocates memory for one number that a kernel computes, and reads it on the host.
#include "array/launch/host_number.hpp"

namespace kiln::array {

// The number is in pinned memory if kernels can write that: no transfer follows then.
HostNumber::HostNumber(runtime::Context& context, const char* operation) : operation_(operation) {
  const bool reached = context.properties().kernels_reach_pinned;
  const Dims one{1};
  const std::size_t size = sizeof(std::int64_t);
  array_ = base::make_ref<Array>(
      allocate(context, size, operation, reached ? backend::MemoryKind::pinned : backend::MemoryKind::device),
      KILN_INT64, layout::c_layout(one, size, operation), true);
}

std::int64_t HostNumber::wait() const {
  std::int64_t value = 0;
  array_->context().read(array_->buffer(), 0, &value, sizeof value, operation_);
  return value;
}

}  // namespace kiln::array
