// SPDX-License-Identifier: Apache-2.0
// A program's values as statements of the kernel language, in scalar form (every dtype) or as vectors of
// float or double (what CPU devices need for fast mathematical functions).
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>

#include "expr/program.hpp"

namespace kiln::codegen {

using base::DType;

// The C type of a stored element ("ushort" for float16) and of a computed value.
const char* storage_type(DType dtype);
const char* compute_type(DType dtype);
// Expressions that turn a stored element into a value and back.
std::string widen(DType stored, const std::string& element);
std::string to_storage(DType stored, const std::string& value);
// A literal of the computed type, exact.
std::string literal(const base::Scalar& constant);

// Statements that define v0, v1, ... for every value; `input(i)` is the expression of input i as a computed
// value, `index` the expression of the element's flat index (used only if the program uses it).
std::string scalar_body(const expr::Program& program, const std::function<std::string(std::size_t)>& input,
                        const std::string& index, const std::string& indent);

// Whether the program can be written with vectors, and of how many elements: 16 for float, 8 for double, 0:
// not. `halves`: float16 and bfloat16 are loaded and stored by the functions of vector_half.cl.
int vector_width(const expr::Program& program, bool halves);
// The same statements on vectors; inputs are vectors already (bool inputs as comparison masks).
std::string vector_body(const expr::Program& program, int width,
                        const std::function<std::string(std::size_t)>& input, const std::string& indent);
// Whether the program calls a function that is expensive enough for vectors to pay.
bool has_costly_function(const expr::Program& program);
// The texts of kernels/ with the functions that the programs' bodies call.
std::string function_texts(std::span<const expr::Program* const> programs);
inline std::string function_texts(std::initializer_list<const expr::Program*> programs) {
  return function_texts(std::span(programs.begin(), programs.size()));
}

// The file of kernels/ that has a function of vectors of Kiln's own (16 floats or 8 doubles), kiln_sin_x16
// and its like; NULL: the built-in one serves.
const char* vector_file(expr::Fn fn, int width);
// The texts that a body of vectors calls.
std::string vector_texts(const expr::Program& program, int width);

}  // namespace kiln::codegen
