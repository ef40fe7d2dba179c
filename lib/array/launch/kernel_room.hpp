// SPDX-License-Identifier: Apache-2.0
// What one kernel may hold on a device. Who plans kernels asks here before, and what builds them refuses by
// the same numbers.
#pragma once

#include <kiln/backend.hpp>

#include <string>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

// Arrays, outputs and inputs together, that one elementwise kernel may have on a device: visited over `axes`
// axes, after neighbours that all arrays step through alike are joined (layout::collapse; 0 counts as 1),
// beside `scalars` values. wide: some array spans 2^31 elements or more. A call of more arrays runs as
// several kernels, with temporaries between them.
std::size_t most_kernel_arrays(const backend::DeviceProperties& device, std::size_t axes, std::size_t scalars = 0,
                               bool wide = false) noexcept;

// What is asked of a kernel.
struct KernelLoad {
  std::size_t inputs = 0, outputs = 0;  // arrays
  std::size_t ends = 0;                 // arrays that a reduction's finish reads
  // Axes of extents above 1; of a reduction those that stay, and those that go.
  std::size_t kept = 1, reduced = 1;
  bool wide = false;  // of elementwise kernels: 2^31 elements or more
  std::size_t accumulators = 0, accumulator_bytes = 0;
  // Values of each program, at most: of the elements', of those that combine accumulators, and of finish.
  std::size_t map = 0, fold = 0, finish = 0;
};

class KernelRoom {
 public:
  // `device` outlives it.
  explicit KernelRoom(const backend::DeviceProperties& device);
  // Why there is no room for such a kernel; empty: there is.
  std::string elementwise_refusal(const KernelLoad& load) const;
  std::string reduce_refusal(const KernelLoad& load) const;

 private:
  const backend::DeviceProperties& device_;
  std::size_t accumulator_bytes_;
};

}  // namespace kiln::array
