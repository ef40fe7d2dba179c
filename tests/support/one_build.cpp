// SPDX-License-Identifier: Apache-2.0
// Preloaded into a test program: where PoCL refuses one of Kiln's kernels behind kernels/builtins_opencl.cl,
// the backend does not get it behind all of OpenCL's declarations either. So a function that is missing in
// that file is found.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstring>

namespace {

// The loader comes with the backend, which is no library of the program's.
void* find(const char* name) { return ::dlsym(::dlopen("libOpenCL.so.1", RTLD_NOW), name); }

template <class Build>
cl_int once(cl_program program, const char* options, cl_int failure, Build&& build) {
  static thread_local cl_program refused = nullptr;
  const bool own_builtins = options && std::strstr(options, "_OPENCL_H_");
  if (!own_builtins && program == refused) return failure;
  const cl_int code = build();
  refused = own_builtins && code != CL_SUCCESS ? program : nullptr;
  return code;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int clBuildProgram(
    cl_program program, cl_uint devices, const cl_device_id* list, const char* options,
    void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  static const auto build = reinterpret_cast<decltype(&clBuildProgram)>(find("clBuildProgram"));
  return once(program, options, CL_BUILD_PROGRAM_FAILURE,
              [&] { return build(program, devices, list, options, notify, data); });
}

extern "C" __attribute__((visibility("default"))) cl_int clCompileProgram(
    cl_program program, cl_uint devices, const cl_device_id* list, const char* options, cl_uint headers,
    const cl_program* texts, const char** names, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  static const auto compile = reinterpret_cast<decltype(&clCompileProgram)>(find("clCompileProgram"));
  return once(program, options, CL_COMPILE_PROGRAM_FAILURE,
              [&] { return compile(program, devices, list, options, headers, texts, names, notify, data); });
}
