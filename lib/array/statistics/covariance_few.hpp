// SPDX-License-Identifier: Apache-2.0
// Covariances of few observations in one launch. Private to array/.
#pragma once

#include "array/array.hpp"
#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

// The variables whose covariances are wanted. They are the rows of one array, or of two, of which the second may
// be null; the elements of a row are the observations.
struct Observed {
  const Array* arrays[2];
  Layout rows[2];
  std::int64_t variables, observations;
  DType result, computed;
};
// The covariances, divided by `divisor`; or, if `coefficients` is true, the correlation coefficients. Returns
// null, and does nothing, where this way does not suit the device or the sizes. `into` may be null.
Ref<Array> few_covariances(const Observed& observed, double divisor, bool coefficients, const Dims& shape, Array* into,
                           const char* operation, const codegen::Traits* traits);

}  // namespace kiln::array
