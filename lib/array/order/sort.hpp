// SPDX-License-Identifier: Apache-2.0
// Order along an axis, and what follows from it.
#pragma once

#include "array/array.hpp"
#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

// `axis` KILN_AXIS_NONE: of the flattened array. `traits`: of the kernels' shape; null: the device's. `into`
// null: a new array.
Ref<Array> sort(const Array& array, std::int64_t axis, bool descending, Array* into, const char* operation,
                const codegen::Traits* traits = nullptr);
Ref<Array> argsort(const Array& array, std::int64_t axis, bool descending, Array* into, const char* operation,
                   const codegen::Traits* traits = nullptr);
// `values` and `indices` null: not wanted; with an array in them: it is the destination.
void topk(const Array& array, std::int64_t k, std::int64_t axis, bool largest, Ref<Array>* values, Ref<Array>* indices,
          const char* operation, const codegen::Traits* traits = nullptr);

struct SortedByKey {
  Ref<Array> keys, values;
};
// The wanted ones. `into`: an entry for each, which may be null.
SortedByKey sort_by_key(const Array& keys, const Array& values, std::int64_t axis, bool descending, bool keys_wanted,
                        bool values_wanted, std::span<Array* const> into, const char* operation,
                        const codegen::Traits* traits = nullptr);

Ref<Array> quantile(const Array& array, double q, std::int64_t axis, bool keepdims, Array* into, const char* operation,
                    const codegen::Traits* traits = nullptr);

struct UniqueResults {
  Ref<Array> values, indices, inverse, counts;
};
// Waits for the device. `into`: empty, or an entry for each of the results, which may be null.
UniqueResults unique(const Array& array, bool indices, bool inverse, bool counts, std::span<Array* const> into,
                     const char* operation, const codegen::Traits* traits = nullptr);
// The elements of a packed 1-d array, not empty, that equal no other, in order. Waits for the device.
Ref<Array> unrepeated(const Array& array, const char* operation, const codegen::Traits* traits = nullptr);
Ref<Array> searchsorted(const Array& sorted, const Array& values, bool right, Array* into, const char* operation,
                        const codegen::Traits* traits = nullptr);

// Is each element among those of `values`? bool; waits for the device where they are complex.
Ref<Array> isin(const Array& array, const Array& values, bool invert, Array* into, const char* operation,
                const codegen::Traits* traits = nullptr);
// `op`: a kiln_set_op, checked here. Waits for the device.
Ref<Array> set_of(const Array& a, const Array& b, int op, Array* into, const char* operation,
                  const codegen::Traits* traits = nullptr);

}  // namespace kiln::array
