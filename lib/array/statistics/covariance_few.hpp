// SPDX-License-Identifier: Apache-2.0
// Covariances of few observations in one launch. Private to array/.
#pragma once

#include "array/array.hpp"
#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

// The variables of one array or two (the second may be null): rows of observations.
struct Observed {
  const Array* arrays[2];
  Layout rows[2];
  std::int64_t variables, observations;
  DType result, computed;
};
// Divided by `divisor`; of `coefficients` by the square roots of both variances. Null where it does not suit,
// and nothing was done. `into` may be null.
Ref<Array> few_covariances(const Observed& observed, double divisor, bool coefficients, const Dims& shape, Array* into,
                           const char* operation, const codegen::Traits* traits);

}  // namespace kiln::array
