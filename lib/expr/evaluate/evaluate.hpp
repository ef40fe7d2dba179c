// SPDX-License-Identifier: Apache-2.0
// Evaluates one operation on the host. Operands have one common compute dtype (never float16 or bfloat16), except where
// the function's rule says otherwise. `result` is the dtype of the result. Only the files of lib/expr use this header.
#pragma once

#include <type_traits>

#include "expr/program.hpp"

namespace kiln::expr {

// The type in which transcendental functions are computed, before the result is rounded to T.
template <class T>
using Wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;

Scalar evaluate(Fn fn, DType result, const Scalar* args);

// evaluate() picks one of these by the dtype of the operands.
Scalar evaluate_integer(Fn fn, DType result, const Scalar* args);  // bool and integers
Scalar evaluate_real(Fn fn, DType result, const Scalar* args);
Scalar evaluate_complex(Fn fn, DType result, const Scalar* args);
[[noreturn]] void cannot_evaluate(Fn fn, DType operand);

}  // namespace kiln::expr
