// SPDX-License-Identifier: Apache-2.0
// Inside the expression layer: one operation on the host. Operands have one common compute dtype (never
// float16 or bfloat16), except where the rule of the function says otherwise; `result` is the dtype of the
// result.
#pragma once

#include <type_traits>

#include "expr/program.hpp"

namespace kiln::expr {

// The type in which functions of floating-point numbers are done.
template <class T>
using Wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;

Scalar evaluate(Fn fn, DType result, const Scalar* args);

// The families evaluate() picks from by the dtype of the operands.
Scalar evaluate_integer(Fn fn, DType result, const Scalar* args);  // bool too
Scalar evaluate_real(Fn fn, DType result, const Scalar* args);
Scalar evaluate_complex(Fn fn, DType result, const Scalar* args);
[[noreturn]] void cannot_evaluate(Fn fn, DType operand);

}  // namespace kiln::expr
