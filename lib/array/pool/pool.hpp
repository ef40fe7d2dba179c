// SPDX-License-Identifier: Apache-2.0
// Pooling and upsampling over one to three extents, their gradients, and the shapes of all of them. Extents that a
// graph does not know yet are -1, and so are those that depend on them.
#pragma once

#include "array/array.hpp"

namespace kiln::array {

enum class PoolOp { max, sum, average, average_padded };

struct PoolOptions {
  Dims window, strides, padding;  // empty: the whole input; the window; none. The padding comes in pairs
  bool ceil = false;              // windows that end behind the padded input count
  bool channels_last = false;
};
Dims pool_shape(const Dims& x, const PoolOptions& options, const char* operation);

// If `into` is null, the result is a new array.
Ref<Array> pool(const Array& x, PoolOp op, const PoolOptions& options, Array* into, const char* operation);
// The gradient of pool() by its input, if y is the gradient by its result.
Ref<Array> pool_gradient(const Array& x, const Array& y, PoolOp op, const PoolOptions& options, Array* into,
                         const char* operation);
// The elements of `values` where x has the first greatest element of each window.
Ref<Array> pool_take(const Array& x, const Array& values, const PoolOptions& options, Array* into,
                     const char* operation);

// The shape of x with other extents. It has as many of them as x has.
Dims upsample_shape(const Dims& x, const Dims& extents, bool channels_last, const char* operation);
Ref<Array> upsample(const Array& x, bool linear, const Dims& extents, bool channels_last, Array* into,
                    const char* operation);
// The gradient of upsample() by an input of these extents, if y is the gradient by its result.
Ref<Array> upsample_gradient(const Array& y, bool linear, const Dims& extents, bool channels_last, Array* into,
                             const char* operation);

}  // namespace kiln::array
