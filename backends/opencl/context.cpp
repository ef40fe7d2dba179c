// SPDX-License-Identifier: Apache-2.0
// Opening and closing of a device.
#include "opencl/context.hpp"

namespace kiln::opencl {

OpenclContext::OpenclContext(const Device& device, backend::DeviceInfo info)
    : device_(device),
      properties_(read_properties(device, std::move(info))),
      standard_(standard_option(device)),
      bounds_registers_(has_word(device_text(device.id, CL_DEVICE_EXTENSIONS), "cl_nv_compiler_options")),
      correctly_rounded_(device_value<cl_device_fp_config>(device.id, CL_DEVICE_SINGLE_FP_CONFIG) &
                         CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
      collects_(!begins_at_once(device.platform)) {
  const cl_context_properties wanted[] = {CL_CONTEXT_PLATFORM,
                                          reinterpret_cast<cl_context_properties>(device.platform), 0};
  cl_int code = CL_SUCCESS;
  context_ = clCreateContext(wanted, 1, &device_.id, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) throw_allocation_error("clCreateContext", code, properties_.info.name);
  service_ = clCreateCommandQueue(context_, device_.id, 0, &code);
  if (code != CL_SUCCESS) {
    clReleaseContext(context_);
    throw_allocation_error("clCreateCommandQueue", code, properties_.info.name);
  }
}

OpenclContext::~OpenclContext() {
  // Failures cannot be reported here, and nothing is left to do about them.
  static_cast<void>(clFinish(service_));
  static_cast<void>(clReleaseCommandQueue(service_));
  static_cast<void>(clReleaseContext(context_));
}

backend::MemoryInfo OpenclContext::memory_info() {
  backend::MemoryInfo info;  // OpenCL does not tell what is free
  info.total = properties_.total_memory;
  return info;
}

}  // namespace kiln::opencl
