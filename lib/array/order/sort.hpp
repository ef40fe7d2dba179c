// SPDX-License-Identifier: Apache-2.0
// Sorting along an axis, and the operations that follow from order.
#pragma once

#include "array/array.hpp"
#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

// If `axis` is KILN_AXIS_NONE, the flattened array is sorted. `traits` are those that kernels are made for; null means
// the device's. If `into` is null, the result is a new array.
Ref<Array> sort(const Array& array, std::int64_t axis, bool descending, Array* into, const char* operation,
                const codegen::Traits* traits = nullptr);
Ref<Array> argsort(const Array& array, std::int64_t axis, bool descending, Array* into, const char* operation,
                   const codegen::Traits* traits = nullptr);
// If `values` or `indices` is null, that result is not wanted. If one holds an array, this is the destination.
void topk(const Array& array, std::int64_t k, std::int64_t axis, bool largest, Ref<Array>* values, Ref<Array>* indices,
          const char* operation, const codegen::Traits* traits = nullptr);

struct SortedByKey {
  Ref<Array> keys, values;
};
// Returns the results that are wanted. `into` has an entry for each, which may be null.
SortedByKey sort_by_key(const Array& keys, const Array& values, std::int64_t axis, bool descending, bool keys_wanted,
                        bool values_wanted, std::span<Array* const> into, const char* operation,
                        const codegen::Traits* traits = nullptr);

Ref<Array> quantile(const Array& array, double q, std::int64_t axis, bool keepdims, Array* into, const char* operation,
                    const codegen::Traits* traits = nullptr);

struct UniqueResults {
  Ref<Array> values, indices, inverse, counts;
};
// Waits for the device. `into` is empty or has an entry for each of the results, which may be null.
UniqueResults unique(const Array& array, bool indices, bool inverse, bool counts, std::span<Array* const> into,
                     const char* operation, const codegen::Traits* traits = nullptr);
// The elements of a packed 1-d array, which is not empty, that equal no other, in order. Waits for the device.
Ref<Array> unrepeated(const Array& array, const char* operation, const codegen::Traits* traits = nullptr);
Ref<Array> searchsorted(const Array& sorted, const Array& values, bool right, Array* into, const char* operation,
                        const codegen::Traits* traits = nullptr);

// Tells, as bool, whether each element is among those of `values`. Waits for the device if elements are complex.
Ref<Array> isin(const Array& array, const Array& values, bool invert, Array* into, const char* operation,
                const codegen::Traits* traits = nullptr);
// `op` is a kiln_set_op, which is checked here. Waits for the device.
Ref<Array> set_of(const Array& a, const Array& b, int op, Array* into, const char* operation,
                  const codegen::Traits* traits = nullptr);

}  // namespace kiln::array
