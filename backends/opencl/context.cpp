// SPDX-License-Identifier: Apache-2.0
// Opens and closes a device.
#include "opencl/context.hpp"

#include "opencl/libraries/clblast.hpp"

namespace kiln::opencl {

OpenclContext::OpenclContext(const Device& device, backend::DeviceInfo info, cl_context foreign)
    : health_(health_of(device.platform)),
      device_(device),
      properties_(read_properties(device, std::move(info))),
      standard_(standard_option(device)),
      declared_builtins_(standard_ == "-cl-std=CL1.2" && is_pocl(device.platform)),
      bounds_registers_(has_word(device_text(device.id, CL_DEVICE_EXTENSIONS), "cl_nv_compiler_options")),
      correctly_rounded_(device_value<cl_device_fp_config>(device.id, CL_DEVICE_SINGLE_FP_CONFIG) &
                         CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
      collects_(!begins_at_once(device.platform)) {
  const base::DriverScope scope(health_);
  cl_int code = CL_SUCCESS;
  if (foreign) {
    check(cl.clRetainContext(foreign), "clRetainContext");
    context_ = foreign;
  } else {
    const cl_context_properties wanted[] = {CL_CONTEXT_PLATFORM,
                                            reinterpret_cast<cl_context_properties>(device.platform), 0};
    context_ = cl.clCreateContext(wanted, 1, &device_.id, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) throw_allocation_error("clCreateContext", code, properties_.info.name);
  }
  service_ = cl.clCreateCommandQueue(context_, device_.id, 0, &code);
  if (code != CL_SUCCESS) {
    cl.clReleaseContext(context_);
    throw_allocation_error("clCreateCommandQueue", code, properties_.info.name);
  }
}

OpenclContext::~OpenclContext() {
  const base::DriverScope scope(health_);
  if (clblast_used_) clear_clblast(any_driver_lost());
  // A failure cannot be reported here, and nothing is left to do about it.
  static_cast<void>(cl.clFinish(service_));
  static_cast<void>(cl.clReleaseCommandQueue(service_));
  static_cast<void>(cl.clReleaseContext(context_));
}

bool OpenclContext::blas_gemm(backend::QueueHandle queue, const backend::Gemm& gemm) {
  const base::DriverScope scope(health_);
  if (health_.lost()) base::fail(health_.status(), "{}", health_.reason());
  clblast_used_ = true;  // CLBlast keeps programs even if it then refuses
  if (!clblast_gemm(unwrap(queue), gemm)) return false;
  begin(unwrap(queue));
  return true;
}

std::string OpenclContext::blas_identity() { return clblast_identity(); }

bool OpenclContext::blas_takes(const backend::Gemm& gemm) { return clblast_takes(gemm); }

backend::MemoryInfo OpenclContext::memory_info() {
  backend::MemoryInfo info;  // OpenCL does not tell how much is free
  info.total = properties_.total_memory;
  return info;
}

}  // namespace kiln::opencl
