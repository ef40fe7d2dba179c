// SPDX-License-Identifier: Apache-2.0
// What kernel texts and launch geometries depend on of a device. Never the vendor.
#pragma once

#include <kiln/backend.hpp>

#include <cstdint>

namespace kiln::codegen {

struct Tuning;
extern const Tuning kTuning;

struct Traits {
  bool cpu = false;                         // few work-items, long loops in each, wide vectors
  bool vectors = false;                     // the compiler has vector arithmetic
  bool warps = false;                       // warps of 32 items, PTX, groups that run come to an end
  std::uint64_t vector_bytes = 0;           // of a vector register, 0: not known
  std::uint64_t stream_bytes = UINT64_MAX;  // results of so many go past the caches (stream.cl)
  std::uint64_t compute_units = 1;
  std::uint64_t max_local_size = 1;
  std::uint64_t local_memory = 0;  // bytes that a kernel's source may declare
  std::uint64_t max_local_sizes[3] = {1, 1, 1};
  std::uint64_t max_groups[3] = {1, 1, 1};
  const Tuning* tuning = &kTuning;  // outlives the traits
};
// `tuning` outlives the traits.
Traits traits_of(const backend::DeviceProperties& properties, const Tuning& tuning = kTuning);
// Work-items of a CPU device for so many elements: each worth its start, and no more than keep its cores
// busy.
std::uint64_t cpu_items(const Traits& traits, std::uint64_t elements);

}  // namespace kiln::codegen
