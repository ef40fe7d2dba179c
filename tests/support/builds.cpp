// SPDX-License-Identifier: Apache-2.0
// Preloaded into a test program. Where PoCL refuses one of Kiln's kernels behind
// kernels/common/builtins_opencl.cl, the backend does not get it behind all of OpenCL's declarations either:
// so a function that is missing in that file is found. CPU devices build without optimisation while tests
// say so (plain_build.hpp). With KILN_TEST_OPTIMISED=n they optimise one of n programs: a kernel has many variants,
// which take PoCL most of a test's time. A program's source and options alone choose, so every run has the same.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

thread_local bool plain = false;

// The loader comes with the backend, which is no library of the program's.
void* find(const char* name) { return ::dlsym(::dlopen("libOpenCL.so.1", RTLD_NOW), name); }

bool is_cpu(cl_device_id device) {
  static const auto info = reinterpret_cast<decltype(&clGetDeviceInfo)>(find("clGetDeviceInfo"));
  cl_device_type type = 0;
  return info(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS && type & CL_DEVICE_TYPE_CPU;
}

// Is this one of those programs that KILN_TEST_OPTIMISED leaves out?
bool left_out(cl_program program, std::string_view options) {
  static const char* const among = std::getenv("KILN_TEST_OPTIMISED");
  const int n = among ? std::atoi(among) : 1;
  if (n <= 1) return false;
  static const auto info = reinterpret_cast<decltype(&clGetProgramInfo)>(find("clGetProgramInfo"));
  std::size_t size = 0;
  if (info(program, CL_PROGRAM_SOURCE, 0, nullptr, &size) != CL_SUCCESS) return false;
  std::string source(size, '\0');
  if (info(program, CL_PROGRAM_SOURCE, size, source.data(), nullptr) != CL_SUCCESS) return false;
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const std::string_view text : {std::string_view(source), options})
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return (hash >> 32) % std::uint64_t(n) != 0;
}

template <class Build>
cl_int once(cl_program program, cl_uint devices, const cl_device_id* list, const char* given, cl_int failure,
            Build&& build) {
  static thread_local cl_program refused = nullptr;
  std::string options = given ? given : "";
  const bool declared_builtins = options.find("_OPENCL_H_") != std::string::npos;
  if (!declared_builtins && program == refused) return failure;
  if (devices == 1 && is_cpu(list[0]) && (plain || left_out(program, options))) options += " -cl-opt-disable";
  const cl_int code = build(options.c_str());
  refused = declared_builtins && code != CL_SUCCESS ? program : nullptr;
  return code;
}

}  // namespace

#define KILN_EXPORT extern "C" __attribute__((visibility("default")))

// Returns what held before.
KILN_EXPORT bool kiln_test_plain_builds(bool now) {
  const bool before = plain;
  plain = now;
  return before;
}

KILN_EXPORT cl_int clBuildProgram(cl_program program, cl_uint devices, const cl_device_id* list, const char* given,
                                  void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  static const auto build = reinterpret_cast<decltype(&clBuildProgram)>(find("clBuildProgram"));
  return once(program, devices, list, given, CL_BUILD_PROGRAM_FAILURE,
              [&](const char* options) { return build(program, devices, list, options, notify, data); });
}

KILN_EXPORT cl_int clCompileProgram(cl_program program, cl_uint devices, const cl_device_id* list, const char* given,
                                    cl_uint headers, const cl_program* texts, const char** names,
                                    void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  static const auto compile = reinterpret_cast<decltype(&clCompileProgram)>(find("clCompileProgram"));
  return once(program, devices, list, given, CL_COMPILE_PROGRAM_FAILURE, [&](const char* options) {
    return compile(program, devices, list, options, headers, texts, names, notify, data);
  });
}
