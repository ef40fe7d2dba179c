// SPDX-License-Identifier: Apache-2.0
// Chooses the numbers of groups and work-items for a loop over elements.
#pragma once

#include <cstddef>

#include "compat/objects.hpp"

namespace kiln::compat {

struct Limits {
  std::size_t most_local, preferred_local, processors;
};
Limits limits_of(const gpukernel& kernel) noexcept;

// Chooses the number of groups and of work-items in a group where they are 0. There may be fewer work-items
// than `count`, so the kernel must loop, or more, so it must check.
void schedule(const Limits& limits, std::size_t count, std::size_t* groups, std::size_t* local) noexcept;

// The same for CPU devices and kernels whose work-items each take neighbouring elements: a group has one
// work-item.
void schedule_chunks(const Limits& limits, std::size_t count, std::size_t* groups, std::size_t* local) noexcept;

}  // namespace kiln::compat
