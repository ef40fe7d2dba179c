// SPDX-License-Identifier: Apache-2.0
// The properties of a device on which kernel texts and launch geometries depend. They never name a vendor.
#pragma once

#include <kiln/backend.hpp>

#include <cstdint>

namespace kiln::codegen {

struct Tuning;
extern const Tuning kTuning;

struct Traits {
  bool cpu = false;                         // few work-items run at a time: each gets long loops and wide vectors
  bool vectors = false;                     // the compiler has vector arithmetic
  bool warps = false;                       // warps of 32 work-items, PTX, and groups that make progress independently
  bool packs_numbers = false;               // kernels get their numbers as one structure
  std::uint64_t vector_bytes = 0;           // bytes of a vector register; 0: not known
  std::uint64_t stream_bytes = UINT64_MAX;  // results of at least so many bytes bypass the caches (stream.cl)
  std::uint64_t compute_units = 1;
  std::uint64_t max_local_size = 1;
  std::uint64_t local_memory = 0;  // bytes of local memory that a kernel's source may declare
  std::uint64_t max_local_sizes[3] = {1, 1, 1};
  std::uint64_t max_groups[3] = {1, 1, 1};
  const Tuning* tuning = &kTuning;  // must outlive the traits
};
Traits traits_of(const backend::DeviceProperties& properties, const Tuning& tuning = kTuning);
// The number of work-items that a CPU device gets for so many elements. Each item is worth its start, and
// there are no more than keep the cores busy.
std::uint64_t cpu_items(const Traits& traits, std::uint64_t elements);

}  // namespace kiln::codegen
