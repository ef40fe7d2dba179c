// SPDX-License-Identifier: Apache-2.0
// The elementwise functions: operands, references, tolerances.
#pragma once

#include <span>

#include "host_array.hpp"

namespace kiln::operations::elementwise {

__extension__ typedef __int128 Wide;

// What dtypes a function takes and gives; the rules of docs/expressions.md.
enum class Kind {
  arithmetic,  // numbers; the same dtype
  bitwise,     // bool and integers
  integer,
  equality,      // anything; bool
  comparison,    // real; bool
  logical,       // anything; bool
  where,         // bool, T, T; T
  floating,      // bool and integers become the default float
  floats_only,   // float32 and float64
  rounding,      // numbers but complex; the same dtype
  part,          // numbers; of complex the real dtype
  classify,      // as floating; bool
  to_int32,      // as floating; int32
  second_int32,  // as floating, int32
  angle,         // as floating, and complex; of complex the real dtype
  make_complex   // two floats
};

struct Function {
  const char* name;
  int arity;
  Kind kind;
  double units;   // in the last place, float32 and float64
  bool gradient;  // differentiable where it is smooth
  Real (*real)(const Real*) = nullptr;
  Wide (*integer)(kiln_dtype, const Wide*) = nullptr;  // null: integers go through `real`
  Number (*complex)(const Number*) = nullptr;          // null: no complex numbers
  Real low[3] = {}, high[3] = {};                      // of ordinary operands; low == high: a few units
  bool at_operands = false;                            // the error is measured at the operands' size
  bool specials = true;                                // defined on special values
  bool refuses = true;                                 // the dtypes it does not take
};

std::span<const Function> functions();

}  // namespace kiln::operations::elementwise
