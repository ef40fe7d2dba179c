// SPDX-License-Identifier: Apache-2.0
// Statistics of two arrays: weighted means and variances, covariances of variables.
#pragma once

#include "array/fold/reduce.hpp"

namespace kiln::array {

// `dtype` is the dtype of the computation, -1 the operands' own. If `into` is null, the result is a new array.
Ref<Array> average(const Array& array, const Array& weights, const ReduceAxes& axes, int dtype, Array* into,
                   const char* operation);
Ref<Array> weighted_var(const Array& array, const Array& weights, const ReduceAxes& axes, int dtype, double correction,
                        Array* into, const char* operation);
// The covariance matrix of variables: the rows of `array`, followed by those of `other`, which may be null.
// `traits` null means the device's.
Ref<Array> covariance(const Array& array, const Array* other, double correction, Array* into, const char* operation,
                      const codegen::Traits* traits = nullptr);
Ref<Array> correlation(const Array& array, const Array* other, Array* into, const char* operation,
                       const codegen::Traits* traits = nullptr);

}  // namespace kiln::array
