// SPDX-License-Identifier: Apache-2.0
// The clGet*Info functions with checked return codes and strings of any length.
#pragma once

#include <string>
#include <string_view>

#include "opencl/errors.hpp"

namespace kiln::opencl {

// Calls `query`(size, value, size_out) twice: for the size, then for the bytes.
template <class Query>
std::string info_bytes(const char* call, Query query) {
  std::size_t size = 0;
  check(query(0, nullptr, &size), call);
  std::string bytes(size, '\0');
  if (size != 0) check(query(size, bytes.data(), nullptr), call);
  return bytes;
}

// Removes the terminating zero and the surrounding blanks that some drivers add.
std::string clean_text(std::string bytes);

std::string platform_text(cl_platform_id platform, cl_platform_info what);
std::string device_text(cl_device_id device, cl_device_info what);
std::string build_log(cl_program program, cl_device_id device);

template <class T>
T device_value(cl_device_id device, cl_device_info what) {
  T value{};
  check(cl.clGetDeviceInfo(device, what, sizeof(T), &value, nullptr), "clGetDeviceInfo");
  return value;
}

template <class T>
T kernel_value(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what) {
  T value{};
  check(cl.clGetKernelWorkGroupInfo(kernel, device, what, sizeof(T), &value, nullptr), "clGetKernelWorkGroupInfo");
  return value;
}

// Whether the list, separated by blanks, contains the word.
bool has_word(std::string_view list, std::string_view word) noexcept;

struct Version {
  int major = 0, minor = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};
// Parses "OpenCL 1.2 vendor text" or "OpenCL C 1.2 vendor text"; gives 0.0 for anything else.
Version parse_version(std::string_view text) noexcept;

template <class T>
T memory_value(cl_mem memory, cl_mem_info what) {
  T value{};
  check(cl.clGetMemObjectInfo(memory, what, sizeof value, &value, nullptr), "clGetMemObjectInfo");
  return value;
}

// Makes a sub-buffer. If `whole` is a sub-buffer itself, its parent is used, because OpenCL allows no part of a part.
inline cl_mem part_of(cl_mem whole, std::size_t offset, std::size_t bytes) {
  if (const auto parent = memory_value<cl_mem>(whole, CL_MEM_ASSOCIATED_MEMOBJECT)) {
    offset += memory_value<std::size_t>(whole, CL_MEM_OFFSET);
    whole = parent;
  }
  const cl_buffer_region region = {offset, bytes};
  cl_int code = CL_SUCCESS;
  const cl_mem part = cl.clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  check(code, "clCreateSubBuffer");
  return part;
}

}  // namespace kiln::opencl
