// SPDX-License-Identifier: Apache-2.0
// Checks that are made before anything is queued, shared by all calls that queue work.
#pragma once

#include "runtime/buffer.hpp"

namespace kiln::runtime {

// Throws KILN_READ_ONLY if work may not write the buffer. Kernels, products and collectives call it by
// Context::check_uses; host transfers, copies and fills call it directly.
void check_writable(const Buffer& buffer, const char* operation);

// Throws KILN_INVALID_ARGUMENT if the launch has more work-groups or work-items than the device can count.
// Drivers do not check this: some then run nothing, some abort the process.
void check_groups(const backend::DeviceProperties& device, const backend::Launch& launch, const char* operation);

}  // namespace kiln::runtime
