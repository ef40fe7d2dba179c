// SPDX-License-Identifier: Apache-2.0
// An OpenCL driver for the ICD loader: one platform, and no device. One of these macros makes it a bad one:
// ICD_ABORTS, ICD_HANGS, ICD_EXITS when its devices are listed, ICD_ABORTS_ON_LOAD when it is loaded, ICD_CLASHES when
// its platform is listed beside that of another such driver.
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string_view>

struct _cl_platform_id {
  const cl_icd_dispatch* dispatch;  // first, as the loader wants it
};

namespace {

cl_int CL_API_CALL platform_info(cl_platform_id, cl_platform_info name, std::size_t room, void* value,
                                 std::size_t* size) {
  std::string_view text;
  switch (name) {
    case CL_PLATFORM_PROFILE:
      text = "FULL_PROFILE";
      break;
    case CL_PLATFORM_VERSION:
      text = "OpenCL 1.2 test";
      break;
    case CL_PLATFORM_NAME:
      text = "Platform without devices";
      break;
    case CL_PLATFORM_VENDOR:
      text = "Kiln tests";
      break;
    case CL_PLATFORM_EXTENSIONS:
      text = "cl_khr_icd";
      break;
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      text = "KILN";
      break;
    default:
      return CL_INVALID_VALUE;
  }
  if (value && room <= text.size()) return CL_INVALID_VALUE;
  if (value) {
    std::memcpy(value, text.data(), text.size());
    static_cast<char*>(value)[text.size()] = '\0';
  }
  if (size) *size = text.size() + 1;
  return CL_SUCCESS;
}

#ifdef ICD_ABORTS_ON_LOAD
[[maybe_unused]] const bool kLoaded = (std::abort(), true);
#endif

cl_int CL_API_CALL device_ids(cl_platform_id, cl_device_type, cl_uint, cl_device_id*, cl_uint* count) {
#ifdef ICD_ABORTS
  std::abort();
#endif
#ifdef ICD_EXITS
  _exit(0);
#endif
#ifdef ICD_HANGS
  for (;;) ::pause();
#endif
  if (count) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

const cl_icd_dispatch& dispatch() {
  static const cl_icd_dispatch table = [] {
    cl_icd_dispatch made = {};
    made.clGetPlatformInfo = platform_info;
    made.clGetDeviceIDs = device_ids;
    return made;
  }();
  return table;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room,
                                                                                 cl_platform_id* platforms,
                                                                                 cl_uint* count) {
  static _cl_platform_id platform = {&dispatch()};
#ifdef ICD_CLASHES
  static bool first = true;
  if (first && std::getenv("KILN_TEST_CLASH")) std::abort();
  first = false;
  setenv("KILN_TEST_CLASH", "1", 1);
#endif
  if (platforms && room > 0) platforms[0] = &platform;
  if (count) *count = 1;
  return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                            cl_platform_info name, std::size_t room,
                                                                            void* value, std::size_t* size) {
  return platform_info(platform, name, room, value, size);
}

__attribute__((visibility("default"))) void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  if (std::string_view(name) == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR);
  return nullptr;
}

}  // extern "C"
