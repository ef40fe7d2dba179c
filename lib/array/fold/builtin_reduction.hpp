// SPDX-License-Identifier: Apache-2.0
// Reductions that statistics make from texts of their own. Private to array/.
#pragma once

#include "array/builtins.hpp"
#include "array/fold/reduce.hpp"
#include "base/flags/flags.hpp"

namespace kiln::array {

// Numbers of further reductions. Those that reduce_builtin.cpp derives from operations are greater than -100.
enum BuiltinReduction : int {
  kAverage = -105,
  kWeightedVar = -104,
  kShiftedMean = -103,
  kMagnitude = -102,
  kShiftedMeanAndScale = -101
};

inline DType floating_of(DType dtype) {
  return base::is_float(dtype) || base::is_complex(dtype) ? dtype : base::flag_floatX();
}

// The reduction `which`. It is made from texts() once for each context.
template <class Texts>
Ref<Reduction> builtin_reduction(runtime::Context& context, BuiltinReduction which, DType dtype, double correction,
                                 std::vector<std::string> inputs, const char* operation, Texts&& texts) {
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  Ref<Reduction>& known = own.reductions[{int(which), int(dtype), correction}];
  if (!known) known = Reduction::create(context, texts(), std::move(inputs), true, operation, false);
  return known;
}

}  // namespace kiln::array
