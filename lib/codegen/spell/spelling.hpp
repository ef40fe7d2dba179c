// SPDX-License-Identifier: Apache-2.0
// How types, literals and conversions are written in the kernel language, beside what body.hpp declares.
#pragma once

#include <span>
#include <string>

#include "codegen/spell/body.hpp"

namespace kiln::codegen {

// The text of a function. {0}, {1} and {2} stand for its operands; a table says what numbers from {3} on do.
struct Spelled {
  expr::Fn fn;
  const char* text;
};
// Null: the table has no text of the function.
const char* find_text(std::span<const Spelled> table, expr::Fn fn);

int bits_of(DType dtype);
// The unsigned integer type of as many bytes.
const char* unsigned_type(DType dtype);
// Exact, and of that type.
std::string real_literal(DType dtype, double value);
// From here on lgamma(x) is x (log x - 1) to the last digit; drivers overflow before it does.
inline double large_lgamma(DType dtype) { return dtype == KILN_FLOAT64 ? 1e300 : 1e30; }
// The ends of names in kernels/common/complex*.cl, and what makes a complex number of two parts.
const char* complex_suffix(DType dtype);
const char* complex_make(DType dtype);
// A value as one of another dtype (docs/expressions.md has the rules).
std::string cast_text(const std::string& x, DType from, DType to);
// To float32, on the way to a narrower dtype (odd.cl).
std::string odd_text(const std::string& x, DType from);

}  // namespace kiln::codegen
