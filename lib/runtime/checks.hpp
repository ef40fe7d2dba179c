// SPDX-License-Identifier: Apache-2.0
// What is refused before anything is queued, in one place for all that queue it.
#pragma once

#include "runtime/buffer.hpp"

namespace kiln::runtime {

// Whatever writes into a buffer asks this first: kernels, products and collectives (Context::check_uses), and
// host transfers, copies and fills. Throws KILN_READ_ONLY.
void check_writable(const Buffer& buffer, const char* operation);

// Drivers count groups and work-items in fewer bits than a launch has, and do not look: some run nothing,
// some abort. Throws KILN_INVALID_ARGUMENT for what the device cannot count.
void check_groups(const backend::DeviceProperties& device, const backend::Launch& launch,
                  const char* operation);

}  // namespace kiln::runtime
