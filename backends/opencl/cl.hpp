// SPDX-License-Identifier: Apache-2.0
// The Khronos headers. Constants up to OpenCL 3.0, but only functions of 1.2 are called, so that older ICD
// loaders do.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
