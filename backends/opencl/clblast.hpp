// SPDX-License-Identifier: Apache-2.0
// CLBlast of this process: opened by the first call that asks for it, absent where there is none, never
// closed.
#pragma once

#include <kiln/backend.hpp>

#include <string>

#include "opencl/cl.hpp"

namespace kiln::opencl {

// Path, size and time of the library; "" where there is none.
std::string clblast_identity();
// Would clblast_gemm ask CLBlast?
bool clblast_takes(const backend::Gemm& gemm);
// Queues the product; false: no CLBlast, or not for this.
bool clblast_gemm(cl_command_queue queue, const backend::Gemm& gemm);
// CLBlast keeps the programs it built, and they keep their OpenCL context: call when one that it saw closes.
void clear_clblast(bool lost) noexcept;

}  // namespace kiln::opencl
