// SPDX-License-Identifier: Apache-2.0
// Inside the expression layer: one operation on the host. Operands have one common compute dtype (never
// float16 or bfloat16), except where the rule of the function says otherwise; `result` is the dtype of the
// result.
#pragma once

#include "expr/program.hpp"

namespace kiln::expr {

Scalar evaluate(Fn fn, DType result, const Scalar* args);

// The families evaluate() picks from by the dtype of the operands.
Scalar evaluate_integer(Fn fn, DType result, const Scalar* args);  // bool too
Scalar evaluate_real(Fn fn, DType result, const Scalar* args);
Scalar evaluate_complex(Fn fn, DType result, const Scalar* args);
[[noreturn]] void cannot_evaluate(Fn fn, DType operand);

}  // namespace kiln::expr
