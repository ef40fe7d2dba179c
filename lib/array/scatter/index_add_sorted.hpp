// SPDX-License-Identifier: Apache-2.0
// scatter_add with sorted indices, on devices with many work-items. Private to array/.
#pragma once

#include "array/scatter/index_write.hpp"

namespace kiln::array {

struct Sorted {
  Ref<Array> keys, order, starts;
};

// Sorts the places that indices name; equal ones stay in the order of the indices. `starts` says "no run" for all
// places (index_add_keys) until index_add_starts writes where the runs begin.
Sorted sort_places(const IndexWrite& write, bool each_place, const runtime::Kernel& kernel, std::size_t local,
                   const char* operation);

// The kernels' type for numbers of a dtype.
const char* number_type(DType dtype);

// Adds the runs of more than kLongRun equal indices, which index_add leaves out: first parts of a run, then the sums of
// the parts. The constructor does what may fail for want of memory, before anything is added.
class LongRuns {
 public:
  LongRuns(const Move& move, const Sorted& sorted, DType dtype, const IndexDevice& device, const char* operation);
  void add();

 private:
  runtime::Context& context_;
  const Move& move_;
  const Sorted& sorted_;
  std::size_t local_;
  const char* operation_;
  std::int64_t blocks_ = 0;
  Ref<Array> parts_;
  const runtime::Kernel *add_parts_ = nullptr, *add_runs_ = nullptr;
};

}  // namespace kiln::array
