// SPDX-License-Identifier: Apache-2.0
#include "operation.hpp"

namespace kiln::operations {

const std::vector<Operation>& operations() {
  static const std::vector<Operation> table = [] {
    std::vector<Operation> rows;
    add_elementwise(rows);
    add_reductions(rows);
    return rows;
  }();
  return table;
}

namespace {
std::vector<kiln_dtype> range(int first, int last) {
  std::vector<kiln_dtype> out;
  for (int d = first; d <= last; ++d) out.push_back(kiln_dtype(d));
  return out;
}
}  // namespace

std::vector<kiln_dtype> all_dtypes() { return range(KILN_BOOL, KILN_COMPLEX128); }
std::vector<kiln_dtype> number_dtypes() { return range(KILN_INT8, KILN_COMPLEX128); }
std::vector<kiln_dtype> real_dtypes() { return range(KILN_BOOL, KILN_FLOAT64); }
std::vector<kiln_dtype> float_dtypes() { return range(KILN_FLOAT16, KILN_FLOAT64); }
std::vector<kiln_dtype> integer_dtypes() { return range(KILN_INT8, KILN_UINT64); }

}  // namespace kiln::operations
