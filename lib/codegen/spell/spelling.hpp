// SPDX-License-Identifier: Apache-2.0
// Writes types, literals and conversions in the kernel language, besides those that body.hpp declares.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>

#include "codegen/spell/body.hpp"

namespace kiln::codegen {

// How a function is written. {0}, {1} and {2} stand for its operands; the comment of each table says what {3} and
// higher numbers stand for.
struct Spelled {
  expr::Fn fn;
  const char* text;
};
// The text of a function in the table, or null.
const char* find_text(std::span<const Spelled> table, expr::Fn fn);

inline bool one_of(expr::Fn fn, std::initializer_list<expr::Fn> some) {
  return std::find(some.begin(), some.end(), fn) != some.end();
}

int bits_of(DType dtype);
// The unsigned integer type of the same size.
const char* unsigned_type(DType dtype);
// An exact literal of the dtype's computed type.
std::string real_literal(DType dtype, double value);
// From this number on, lgamma(x) is x (log x - 1) to the last digit. Drivers overflow before it does.
inline double large_lgamma(DType dtype) { return dtype == KILN_FLOAT64 ? 1e300 : 1e30; }
// The expression of a value that is no input, of variables v0, v1, ...; `index` is that of the element's flat index.
std::string value_text(const expr::Program& program, const expr::Value& value, const std::string& index);
// Whether vectors of 16 or 8 elements have a form of the value, which means the same as its scalar form.
bool is_in_vectors(const expr::Program& program, const expr::Value& value, int width);
// Whether a function's vector form is a plain call.
bool is_called(expr::Fn fn);
// complex_suffix() is the end of function names in kernels/common/complex*.cl. complex_make() is the macro that
// makes a complex number of two parts.
const char* complex_suffix(DType dtype);
const char* complex_make(DType dtype);
// A value converted to another dtype (docs/reference/expressions.md has the rules).
std::string cast_text(const std::string& x, DType from, DType to);
// Converts a value to float32, with round-to-odd, so that a second rounding to a narrower dtype gives the right
// result (odd.cl).
std::string odd_text(const std::string& x, DType from);

}  // namespace kiln::codegen
