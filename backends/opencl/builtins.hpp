// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kiln::opencl {

// What goes before a source for a compiler that does not read all of OpenCL's declarations: Kiln's own of
// the built-in functions, and definitions of those that the source names (kernels/common/builtins_inline.cl).
std::string builtins_for(std::string_view source);

}  // namespace kiln::opencl
