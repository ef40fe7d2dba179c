// SPDX-License-Identifier: Apache-2.0
// The tuning tables of a context. Private to array/ and graph/.
#pragma once

#include "array/array.hpp"
#include "codegen/traits.hpp"
#include "codegen/tuning/tuning.hpp"

namespace kiln::array {

// The traits of the context's device, on which kernels depend, with the context's tuning tables.
codegen::Traits traits_of(runtime::Context& context);
// The context's own tables, which are those of the library unless they have been replaced.
const codegen::Tuning& tuning(runtime::Context& context);
// Replaces the tables, and drops the kernels of library_kernel.hpp, which were built with the old ones; plans of
// elementwise computations and reductions stay. No other call of the context may run meanwhile.
void set_tuning(runtime::Context& context, const codegen::Tuning& numbers);

}  // namespace kiln::array
