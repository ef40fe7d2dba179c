// SPDX-License-Identifier: Apache-2.0
// Tuning of the graph's loops. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct LoopTuning {
  // many | steps of a loop with a condition that are queued before the host reads their conditions, at least | H100,
  // 2026-11-27: loop until step 20 1.35 1.07 1.21 1.52
  std::int64_t until_steps = 8;
  // cpu | the same: a step that runs in vain takes the cores | PoCL 2 cores, 2026-11-28, steps of 1000 elements: loop
  // until step 20 x x 0.61 0.26, until step 300 x x 0.92 0.82; long steps would rather not run in vain
  std::int64_t cpu_until_steps = 1;
  // all | steps that must have run for each that is queued beyond those; the same, at most | `until_share`: H100,
  // 2026-11-27: loop until step 20 1.29 1.05 1.03 1.05; PoCL 2 cores, 2026-11-28: loop until step 300 0.90 0.90 1.20
  // 2.21; `until_most`: bound
  std::int64_t until_share = 8;
  std::int64_t until_most = 64;
};

}  // namespace kiln::codegen
