// SPDX-License-Identifier: Apache-2.0
// CLBlast in this process. The first call that needs it opens the library; it is never closed. All functions
// work without a library too.
#pragma once

#include <kiln/backend.hpp>

#include <string>

#include "opencl/libraries/cl.hpp"

namespace kiln::opencl {

// The path, size and time of the library; "" if there is none.
std::string clblast_identity();
// Whether clblast_gemm would call CLBlast.
bool clblast_takes(const backend::Gemm& gemm);
// Queues the product. Returns false if there is no CLBlast or it does not suit.
bool clblast_gemm(cl_command_queue queue, const backend::Gemm& gemm);
// Clears CLBlast's programs. Call it when a context that CLBlast has used closes, because its programs keep
// the OpenCL context alive. `lost`: some platform's driver was lost.
void clear_clblast(bool lost) noexcept;

}  // namespace kiln::opencl
