// SPDX-License-Identifier: Apache-2.0
// Texts by which kernels of var and std repair sums of squares that overflow. Only codegen/ and array/ use this file.
//
// The accumulators c, u, q, p (array/fold/deviation.hpp) are wrong if q is not finite. The work-item that finishes such
// accumulators reads their elements again, multiplied by a power of two with which no square overflows; the digits that
// the smallest elements lose do not reach the sum. A set that was scaled so is marked by a count below 0. If a second
// pass reads such a set, its own sum is infinite at first, and it reads all sets again with the same scale.
#pragma once

#include <string>

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// If the count of a set is below 0, its q was computed from scaled elements. The root of such a q must be
// multiplied by this number.
double deviation_unscale(base::DType dtype);

// Returns the statements that follow a map if its elements are sets that another kernel left. They make a scaled set's
// sum infinite at the first reading, so that a repair follows. Returns "" if the map reads elements.
std::string deviation_taken(const ReducePrograms& programs);
// Defines the macros `prefix`OVERFLOWN(j) and `prefix`REPAIR(j, column, begin, end) for accumulators [j] of
// elements begin to end - 1. It defines nothing for reductions without deviations. `read` brings element `e`
// of `column` to the accumulators y.
std::string deviation_macros(const ReducePrograms& programs, const std::string& prefix, const std::string& read);

}  // namespace kiln::codegen
