// SPDX-License-Identifier: Apache-2.0
// The Khronos headers, and a table of the ICD loader's functions. The functions are resolved at run time, so
// a loader that is missing, incomplete or without symbol versions is a reason why there is no device, not a
// failure to start. Constants go up to OpenCL 3.0, but only functions of OpenCL 1.2 are called, so that older
// loaders suffice. The functions throw no exceptions.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <string>

#include "base/plugin/driver_call.hpp"

namespace kiln::opencl {

struct Functions {
#define KILN_OPENCL_ENTRY(name) base::DriverFunction<decltype(::name)> name{#name, CL_OUT_OF_HOST_MEMORY};
#include "opencl/libraries/opencl.def"
#undef KILN_OPENCL_ENTRY
};

// The table. It is complete once load_functions() has returned ""; every entry of the driver calls that first.
extern Functions cl;

// Opens the loader and fills `cl` at the first call. Returns "" or the reason why that failed.
// KILN_OPENCL_LIBRARY names the only file to try, by an absolute path. Without it the system's libOpenCL.so.1 is
// tried, and then the one in this module's folder.
const std::string& load_functions();

}  // namespace kiln::opencl
