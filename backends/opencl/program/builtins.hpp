// SPDX-License-Identifier: Apache-2.0
// Declarations of OpenCL C's built-in functions, for a compiler that would read its whole header before each program.
#pragma once

#include <string>
#include <string_view>

namespace kiln::opencl {

// The text that precedes a source if the compiler does not read OpenCL's whole header: declarations of the
// built-in functions that Kiln's kernels call, and definitions of those that the source names
// (kernels/common/builtins_inline.cl).
std::string builtins_for(std::string_view source);

}  // namespace kiln::opencl
