// SPDX-License-Identifier: Apache-2.0
// FewDistinct finds sets of few elements, and what is asked about them, in one launch each. Private to array/order.
#pragma once

#include "array/order/sort.hpp"
#include "array/order/sort_kernels.hpp"

namespace kiln::array {

// Bits of `rule` of sort_sets.cl: a set keeps elements that are in both arrays, in the first alone, in the second
// alone.
constexpr unsigned kOfBoth = 1, kOfFirst = 2, kOfSecond = 4;

class FewDistinct {
 public:
  explicit FewDistinct(const SortKernels& kernels) : kernels_(kernels) {}
  // Whether n elements are few enough.
  bool takes(std::int64_t n) const;
  // Returns the distinct elements of `source` and `other` that `kept` keeps, in order. Of one array alone it also
  // returns the indices, inverse and counts that are wanted. The arrays are packed, few and not both empty; `other` may
  // be null. The call waits for the device. It writes to `into`, which may be null, if that suits.
  UniqueResults find(const Array& source, const Array* other, unsigned kept, bool indices, bool inverse, bool counts,
                     Array* into) const;

 private:
  const runtime::Kernel& kernel() const { return kernels_.kernel(codegen::SortPart::sets, "sort_sets"); }
  const SortKernels& kernels_;
};

}  // namespace kiln::array
