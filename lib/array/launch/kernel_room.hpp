// SPDX-License-Identifier: Apache-2.0
// Limits of one kernel on a device: how many arrays, values and accumulators it may have. The graph compiler asks
// before it fuses operations; the code that builds a kernel refuses by the same numbers.
#pragma once

#include <kiln/backend.hpp>

#include <string>

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

// The most arrays, outputs and inputs together, that one elementwise kernel may have on a device. The kernel loops over
// `axes` axes: those that are left when layout::collapse has joined neighbours (0 counts as 1). It also gets `scalars`
// values. `wide` says that its indices have 64 bits. A call with more arrays runs as several kernels.
std::size_t most_kernel_arrays(const backend::DeviceProperties& device, std::size_t axes, std::size_t scalars = 0,
                               bool wide = false) noexcept;

// The size of a planned kernel, for KernelRoom.
struct KernelLoad {
  std::size_t inputs = 0, outputs = 0;  // arrays
  std::size_t ends = 0;                 // further inputs, which only a reduction's finish reads
  // Axes of extents above 1: all axes of an elementwise kernel count as kept; a reduction has kept and reduced ones.
  std::size_t kept = 1, reduced = 1;
  bool wide = false;  // for elementwise kernels only: indices have 64 bits
  std::size_t accumulators = 0, accumulator_bytes = 0;
  // Upper bounds of the numbers of values in the programs: in `map` (an elementwise kernel's only one), in those that
  // combine accumulators (`fold`), and in `finish`.
  std::size_t map = 0, fold = 0, finish = 0;
};

class KernelRoom {
 public:
  // `device` must outlive this object.
  explicit KernelRoom(const backend::DeviceProperties& device);
  // The reason why a kernel of this size is too large, or an empty string if it is not.
  std::string elementwise_refusal(const KernelLoad& load) const;
  std::string reduce_refusal(const KernelLoad& load) const;

 private:
  const backend::DeviceProperties& device_;
  std::size_t accumulator_bytes_;
};

}  // namespace kiln::array
