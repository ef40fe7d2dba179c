// SPDX-License-Identifier: Apache-2.0
// Preloaded into a test program: where PoCL refuses one of Kiln's kernels behind kernels/builtins_opencl.cl,
// the backend does not get it behind all of OpenCL's declarations either. So a function that is missing in
// that file is found.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstring>

extern "C" __attribute__((visibility("default"))) cl_int clBuildProgram(
    cl_program program, cl_uint devices, const cl_device_id* list, const char* options,
    void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  // The loader comes with the backend, which is no library of the program's.
  static const auto build = reinterpret_cast<decltype(&clBuildProgram)>(
      ::dlsym(::dlopen("libOpenCL.so.1", RTLD_NOW), "clBuildProgram"));
  static thread_local cl_program refused = nullptr;
  const bool own_builtins = options && std::strstr(options, "_OPENCL_H_");
  if (!own_builtins && program == refused) return CL_BUILD_PROGRAM_FAILURE;
  const cl_int code = build(program, devices, list, options, notify, data);
  refused = own_builtins && code != CL_SUCCESS ? program : nullptr;
  return code;
}
