// SPDX-License-Identifier: Apache-2.0
// Numbers with which kernels at the sizes of tests are those for more work than a device has work-items, and
// for results too large for its caches.
#pragma once

#include "tuned.hpp"

namespace kiln::test {

inline void few_items(codegen::Tuning& tuning) { tuning.device.unit_items = 4; }

// Results of any size go past the caches.
inline void stream_all(codegen::Tuning& tuning) { tuning.device.stream_bytes = 0; }
inline void stream_large(codegen::Tuning&) {}

}  // namespace kiln::test
