// SPDX-License-Identifier: Apache-2.0
// scatter_add by indices in order, on devices with many work-items. Private to array/.
#pragma once

#include "array/scatter/index_write.hpp"

namespace kiln::array {

struct Sorted {
  Ref<Array> keys, order, starts;
};

// Places in ascending order, of equal ones in the indices' order; `starts` is not filled yet, beside what no
// index names.
Sorted sort_places(const IndexWrite& write, bool each_place, const runtime::Kernel& kernel, std::size_t local,
                   const char* operation);

// The kernels' type for numbers of a dtype.
const char* number_type(DType dtype);

// The runs of more than kLongRun equal indices, which index_add leaves out: parts of them, then those. What
// may fail for want of memory comes before anything is added.
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
