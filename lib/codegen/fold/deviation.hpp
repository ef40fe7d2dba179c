// SPDX-License-Identifier: Apache-2.0
// How kernels mend sums of squared deviations that overflow. Private to codegen/ and array/.
//
// Accumulators c, u, q, p (array/deviation.hpp) are wrong where q is not finite. The work-item that finishes
// them then reads their elements once more, multiplied by a power of two with which no square overflows; what
// the smallest lose by that is none of the sum's digits. Such a set has a count below 0. A second pass that
// takes one finds its own sum infinite at first, and reads the sets again with the same scale for all.
#pragma once

#include <string>

#include "codegen/fold/reduce.hpp"

namespace kiln::codegen {

// What the root of q of a set with a count below 0 is to be multiplied by.
double deviation_unscale(base::DType dtype);

// Statements behind a map of sets that another kernel left, for their first reading; none of elements.
std::string deviation_taken(const ReducePrograms& programs);
// Macros `prefix`OVERFLOWN(j) and `prefix`REPAIR(j, column, begin, end) for accumulators [j] of elements
// begin to end; none for other reductions. `read` brings element `e` of `column` to accumulators y.
std::string deviation_macros(const ReducePrograms& programs, const std::string& prefix,
                             const std::string& read);

}  // namespace kiln::codegen
