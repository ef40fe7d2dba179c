// SPDX-License-Identifier: Apache-2.0
// Tuning with which kernels at the sizes of tests are those for more work than a device has work-items, and
// for results too large for its caches.
#pragma once

#include "array/builtins.hpp"

namespace kiln::test {

// The context has these tables while it lives.
class TuningScope {
 public:
  TuningScope(runtime::Context& context, const codegen::Tuning& tuning) : context_(context) {
    array::set_tuning(context, tuning);
  }
  ~TuningScope() { array::set_tuning(context_, codegen::kTuning); }
  TuningScope(const TuningScope&) = delete;
  TuningScope& operator=(const TuningScope&) = delete;

 private:
  runtime::Context& context_;
};

inline codegen::Tuning few_items() {
  codegen::Tuning tuning;
  tuning.device.unit_items = 4;
  return tuning;
}

// Results of any size go past the caches, or only large ones.
inline codegen::Tuning stream_all(bool all) {
  codegen::Tuning tuning;
  if (all) tuning.device.stream_bytes = 0;
  return tuning;
}

}  // namespace kiln::test
