// SPDX-License-Identifier: Apache-2.0
// Numbers of groups and work-items for a loop over elements.
#pragma once

#include <cstddef>

#include "compat/objects.hpp"

namespace kiln::compat {

struct Limits {
  std::size_t most_local, preferred_local, processors;
};
Limits limits_of(const gpukernel& kernel) noexcept;

// Fills in what is 0: groups, work-items of a group. The kernel must loop, as they may be fewer than `count`,
// and check, as they may be more.
void schedule(const Limits& limits, std::size_t count, std::size_t* groups, std::size_t* local) noexcept;

// For CPU devices and kernels whose work-items take neighbouring elements each: groups of one.
void schedule_chunks(const Limits& limits, std::size_t count, std::size_t* groups,
                     std::size_t* local) noexcept;

}  // namespace kiln::compat
