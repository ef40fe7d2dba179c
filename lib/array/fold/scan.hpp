// SPDX-License-Identifier: Apache-2.0
// Cumulative operations along an axis, and differences.
#pragma once

#include "array/array.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "kiln/scan.h"

namespace kiln::array {

struct ScanOptions {
  std::int64_t axis = -1;  // KILN_AXIS_NONE scans the flattened array
  bool exclusive = false;
  bool reverse = false;
  int dtype = KILN_DTYPE_AUTO;
  const codegen::Traits* traits = nullptr;  // the traits that kernels are made for; null: the device's
  // a further element, the identity, comes before all others (with `reverse` behind them)
  bool initial = false;
};

// Returns the dtype of the result. Refuses what scan() refuses for every shape.
DType check_scan(const Array& array, int op, const ScanOptions& options, const char* operation);
// If `into` is null, the result is a new array.
Ref<Array> scan(const Array& array, int op, const ScanOptions& options, Array* into, const char* operation);
// prepend and append may be null.
Ref<Array> diff(const Array& array, std::int64_t count, std::int64_t axis, const Array* prepend, const Array* append,
                Array* into, const char* operation);
// Scans along the last axis of arrays of one shape, without converting dtypes beforehand. The result may be the source.
void scan_into(Array& result, const Array& source, int op, bool exclusive, const codegen::Traits* traits,
               const char* operation);

}  // namespace kiln::array
