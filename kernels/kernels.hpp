// SPDX-License-Identifier: Apache-2.0
// The texts of kernels/, embedded at build time.
#pragma once

#include <string_view>

namespace kiln::kernels {

// The text of a file of this folder ("prelude_opencl.cl"); empty if there is none.
std::string_view find(std::string_view name) noexcept;

}  // namespace kiln::kernels
