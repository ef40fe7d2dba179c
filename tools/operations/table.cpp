// SPDX-License-Identifier: Apache-2.0
#include "operation.hpp"

namespace kiln::operations {

const std::vector<Operation>& operations() {
  static const std::vector<Operation> table = [] {
    std::vector<Operation> rows;
    add_arrays(rows);
    add_views(rows);
    add_elementwise(rows);
    add_fused(rows);
    add_reductions(rows);
    add_custom_reduction(rows);
    add_statistics(rows);
    add_random(rows);
    add_scans(rows);
    add_custom_scan(rows);
    add_by_key(rows);
    add_order(rows);
    add_order_by(rows);
    add_sets(rows);
    add_places(rows);
    add_places_at(rows);
    add_masks(rows);
    add_moving(rows);
    add_grids(rows);
    add_dots(rows);
    add_updates(rows);
    add_products(rows);
    add_norms(rows);
    add_convolutions(rows);
    add_pooling(rows);
    add_upsampling(rows);
    add_loops(rows);
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
