// SPDX-License-Identifier: Apache-2.0
// Takes the traits from what a backend states about its device, and holds the built-in tuning.
#include "codegen/traits.hpp"

#include <algorithm>

#include "codegen/tuning/tuning.hpp"

namespace kiln::codegen {

const Tuning kTuning{};

Traits traits_of(const backend::DeviceProperties& p, const Tuning& tuning) {
  Traits t;
  t.tuning = &tuning;
  const DeviceTuning& device = tuning.device;
  t.cpu = (p.info.kind == backend::DeviceKind::cpu && !p.short_loops) || device.as_cpu;
  t.vectors = p.has_vectors;
  t.warps = p.groups_progress && p.has_ptx;
  t.packs_numbers = p.arguments_take_time;
  t.vector_bytes = p.vector_bytes;
  if (t.cpu && p.cache_bytes) t.stream_bytes = std::min(p.cache_bytes, p.compute_units * device.stream_core_bytes);
  if (t.cpu) t.stream_bytes = std::min(t.stream_bytes, device.stream_bytes);
  t.compute_units = p.short_loops ? std::max(p.compute_units, device.short_loop_units) : p.compute_units;
  t.max_local_size = p.max_local_size;
  t.local_memory = p.declared_local_memory;
  for (int d = 0; d < 3; ++d) {
    t.max_local_sizes[d] = p.max_local_sizes[d];
    t.max_groups[d] = p.max_groups[d];
  }
  return t;
}

std::uint64_t cpu_items(const Traits& traits, std::uint64_t elements) {
  const DeviceTuning& device = traits.tuning->device;
  return std::clamp<std::uint64_t>(elements / device.cpu_worth, 1, device.cpu_unit_items * traits.compute_units);
}

}  // namespace kiln::codegen
