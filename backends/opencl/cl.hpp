// SPDX-License-Identifier: Apache-2.0
// The Khronos headers, and the functions of the ICD loader, which are resolved at run time: a loader that is
// missing, incomplete or without versions of its symbols is then a reason why there is no device. Constants
// up to OpenCL 3.0, but only functions of 1.2 are called, so that older ICD loaders do.
// No exception comes out of them.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <string>

#include "base/driver_call.hpp"

namespace kiln::opencl {

struct Functions {
#define KILN_OPENCL_ENTRY(name) base::DriverFunction<decltype(::name)> name{#name, CL_OUT_OF_HOST_MEMORY};
#include "opencl/opencl.def"
#undef KILN_OPENCL_ENTRY
};

// Complete once load_functions() has given "", which comes before all else: in the driver's entries.
extern Functions cl;

// Opens the loader and fills `cl`, at the first call. The result says why that failed, or is "".
// KILN_OPENCL_LIBRARY names the one file to try, by an absolute path.
const std::string& load_functions();

}  // namespace kiln::opencl
