// SPDX-License-Identifier: Apache-2.0
// Looks values up among others. Private to array/order.
#pragma once

#include "array/order/sort_kernels.hpp"

namespace kiln::array {

// Writes the place of each value among the elements of `sorted`, 1-d and not empty: behind the elements that equal it
// if `behind` is set, else before them. `values` and `places` (int64) are packed.
void search(const SortKernels& kernels, const Array& sorted, const Array& values, bool behind, Array& places);
// Writes whether each value is among the elements of `sorted`, or, with `invert`, whether it is not. All are packed.
void search_among(const SortKernels& kernels, const Array& sorted, const Array& values, bool invert, Array& flags);
// The same among elements that need not be sorted. Returns false, and does nothing, where comparing each value with
// each element costs more than sorting these.
bool among_few(const SortKernels& kernels, const Array& elements, const Array& values, bool invert, Array& flags);

}  // namespace kiln::array
