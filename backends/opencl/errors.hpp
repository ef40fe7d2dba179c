// SPDX-License-Identifier: Apache-2.0
// The names of OpenCL status codes, and the Kiln status of each. Every vendor call of this module goes
// through check(), so that an Error always names the call and the code.
#pragma once

#include <kiln/backend.hpp>

#include <span>
#include <string_view>

#include "base/error.hpp"
#include "opencl/libraries/cl.hpp"

namespace kiln::opencl {

struct ErrorCode {
  cl_int code;
  const char* name;
  kiln_status status;
};

std::span<const ErrorCode> error_codes() noexcept;
// The name of a code, as "CL_OUT_OF_RESOURCES", or "unknown OpenCL code".
const char* error_name(cl_int code) noexcept;
kiln_status error_status(cl_int code) noexcept;
// The text of an error, as "clFinish: CL_OUT_OF_RESOURCES (-5)", followed by ": detail" if there is one.
std::string error_text(std::string_view call, cl_int code, std::string_view detail = {});

[[noreturn]] void throw_error(std::string_view call, cl_int code, std::string_view detail = {});
// Throws the error of a call that allocates. CL_OUT_OF_RESOURCES then means that memory ran out. If `pinned` is
// true, it was the host's.
[[noreturn]] void throw_allocation_error(std::string_view call, cl_int code, std::string_view detail,
                                         bool pinned = false);

inline void check(cl_int code, const char* call) {
  if (code != CL_SUCCESS) [[unlikely]]
    throw_error(call, code);
}

}  // namespace kiln::opencl
