// SPDX-License-Identifier: Apache-2.0
// The elementwise functions: operands, references, tolerances.
#pragma once

#include <span>

#include "operation.hpp"

namespace kiln::operations::elementwise {

__extension__ typedef __int128 Wide;

// What dtypes a function takes and gives; the rules of docs/reference/expressions.md.
enum class Kind {
  arithmetic,  // numbers; the same dtype
  bitwise,     // bool and integers
  integer,
  equality,      // anything; bool
  comparison,    // real; bool
  logical,       // anything; bool
  where,         // bool, T, T; T
  floating,      // bool and integers become the default float
  floats_only,   // float dtypes
  rounding,      // numbers; the same dtype
  part,          // numbers; of complex the real dtype
  classify,      // as floating, complex too; bool
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

bool takes(const Function& f, kiln_dtype d);
kiln_dtype operand_dtype(const Function& f, kiln_dtype d, int operand);
kiln_dtype result_dtype(const Function& f, kiln_dtype d);
Tolerance tolerance(const Function& f);
// The result for operands of shapes that broadcast; of the first `special` elements of complex results each
// part is judged apart.
Expected reference(const Function& f, kiln_dtype d, const std::vector<HostArray>& inputs, std::size_t special = 0);
HostArray ordinary_operand(Random& random, const Function& f, kiln_dtype d, int k, const Shape& shape);
// Special values of each operand in every pairing, a third goes along; none where the function is not defined
// on them.
std::vector<HostArray> special_operands(const Function& f, kiln_dtype d);

}  // namespace kiln::operations::elementwise
