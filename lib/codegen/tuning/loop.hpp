// SPDX-License-Identifier: Apache-2.0
// Tuning of the graph's loops. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct LoopTuning {
  // many | steps of a loop with a condition that are queued before the host reads their conditions | -
  std::int64_t until_steps = 8;
  // cpu | the same: a read costs little, and a step that runs in vain takes the cores | -
  std::int64_t cpu_until_steps = 1;
};

}  // namespace kiln::codegen
