// SPDX-License-Identifier: Apache-2.0
// Writes the values of a program as statements of the kernel language: in scalar form (every dtype), or as
// vectors, which CPU devices need for fast mathematical functions.
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>

#include "expr/program.hpp"

namespace kiln::codegen {

using base::DType;

// The C type of a stored element ("ushort" for float16), and that of a computed value.
const char* storage_type(DType dtype);
const char* compute_type(DType dtype);
// The type by which kernels copy elements of 1, 2, 4, 8 or 16 bytes without computing.
const char* word_type(std::size_t bytes);
// The expressions that convert a stored element to a computed value, and a computed value to a stored element.
std::string widen(DType stored, const std::string& element);
std::string to_storage(DType stored, const std::string& value);
// An exact literal of the computed type.
std::string literal(const base::Scalar& constant);
// The unsigned type, scalar or vector of 32-bit words, by which so many bytes (1, 2, 4, 8 or 16) are read at once.
const char* wide_type(std::size_t bytes);
// Appends a macro of one or several lines.
void define(std::string& out, const std::string& name, const std::string& value);

// Statements that define v0, v1, ... for the values of the program. `input(i)` gives the expression of input i as a
// computed value; `index` is the expression of the element's flat index, which is used only if the program uses it.
std::string scalar_body(const expr::Program& program, const std::function<std::string(std::size_t)>& input,
                        const std::string& index, const std::string& indent);

// Statements that store each output k of the program in target(k), an expression of memory.
std::string stores(const expr::Program& program, const std::function<std::string(std::size_t)>& target);

// The number of elements of the vectors that vector_body() should use for the program: 16 for float, 8 for double, 0
// if scalar statements are better. Programs of several dtypes have vectors if they call functions that gain by them.
// `halves` says that vector_half.cl may load and store float16 and bfloat16, `indices` that vector_body() has the
// index.
int vector_width(const expr::Program& program, bool halves, bool indices = false);
// The same statements on vectors. Inputs are vectors already; bool inputs are comparison masks. `index` is the
// expression of the flat index of element kiln_u.
std::string vector_body(const expr::Program& program, int width, const std::function<std::string(std::size_t)>& input,
                        const std::string& indent, const std::string& index = "0");
// The type of a vector of computed values, or of a mask.
std::string vector_type(DType dtype, int width);
// Whether vector_body() computes a value one by one, for which kernels need function_texts() too.
bool has_single_values(const expr::Program& program, int width);
// The expressions that convert a vector of stored elements to computed values, and back. Those of float16 and bfloat16
// need vector_half.cl.
std::string widen_vector(DType stored, int width, const std::string& vector);
std::string to_stored_vector(DType stored, int width, const std::string& vector);
// Whether the program calls a function that is so expensive that vectors pay.
bool has_costly_function(const expr::Program& program);
// Whether one of them has no text of single elements in line (kernels/math/exp.cl, log.cl), which compilers vectorise.
bool calls_function(const expr::Program& program);
// The texts of kernels/ that define the functions which the programs call.
std::string function_texts(std::span<const expr::Program* const> programs);
inline std::string function_texts(std::initializer_list<const expr::Program*> programs) {
  return function_texts(std::span(programs.begin(), programs.size()));
}

// The file of kernels/ with Kiln's own vector form of a function; its name there is like kiln_sin_x16 (16 floats)
// or kiln_sin_x8 (8 doubles). Null if the built-in function is used.
const char* vector_file(expr::Fn fn, int width);
// The texts of kernels/ that define the functions which bodies of vectors call.
struct VectorProgram {
  const expr::Program* program;
  int width;
};
std::string vector_texts(std::span<const VectorProgram> programs);
inline std::string vector_texts(const expr::Program& program, int width) {
  const VectorProgram one{&program, width};
  return vector_texts(std::span(&one, 1));
}

}  // namespace kiln::codegen
