// SPDX-License-Identifier: Apache-2.0
// Hand-written OpenCL: 16-wide chunks on CPU devices, one float4 an item on others.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdexcept>

#include "floor.hpp"

namespace {

void check(cl_int code, const char* what) {
  if (code != CL_SUCCESS) throw std::runtime_error(std::string(what) + ": " + std::to_string(code));
}

const char* kOpenclSource = R"(
__kernel void chunks(__global float* o, __global const float* i, uint n, uint chunk) {
  uint b = get_group_id(0) * chunk, e = min(b + chunk, n), k = b;
  for (; k + 16 <= e; k += 16) vstore16(exp(vload16(0, i + k)), 0, o + k);
  for (; k < e; ++k) o[k] = exp(i[k]);
}
__kernel void quads(__global float4* o, __global const float4* i, uint n) {
  uint k = get_global_id(0);
  if (k < n) o[k] = exp(i[k]);
}
)";

class OpenclFloor final : public Floor {
 public:
  OpenclFloor(cl_platform_id platform, cl_device_id device, bool cpu) : cpu_(cpu) {
    cl_int e;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0};
    context_ = clCreateContext(properties, 1, &device, nullptr, nullptr, &e);
    check(e, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device, 0, &e);
    check(e, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context_, 1, &kOpenclSource, nullptr, &e);
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    kernel_ = clCreateKernel(program, cpu ? "chunks" : "quads", &e);
    check(e, "clCreateKernel");
    cl_uint units = 1;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    groups_ = 8 * units;
  }

  double loop(const std::vector<float>& values, int iterations) override {
    prepare(values);
    launch(values.size());
    clFinish(queue_);
    const double start = now();
    for (int i = 0; i < iterations; ++i) launch(values.size());
    clFinish(queue_);
    return now() - start;
  }

  double loop_host(const std::vector<float>& values, int iterations) override {
    prepare(values);
    const std::size_t bytes = values.size() * 4;
    cl_int e;
    cl_mem pinned = clCreateBuffer(context_, CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &e);
    check(e, "clCreateBuffer");
    void* host =
        clEnqueueMapBuffer(queue_, pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &e);
    check(e, "clEnqueueMapBuffer");
    const double start = now();
    for (int i = 0; i < iterations; ++i) {
      launch(values.size());
      check(clEnqueueReadBuffer(queue_, out_, CL_TRUE, 0, bytes, host, 0, nullptr, nullptr), "clEnqueueReadBuffer");
    }
    const double seconds = now() - start;
    clEnqueueUnmapMemObject(queue_, pinned, host, 0, nullptr, nullptr);
    clFinish(queue_);
    clReleaseMemObject(pinned);
    return seconds;
  }

  double copy(std::size_t n, int repeats) override {
    cl_int e;
    cl_mem a = clCreateBuffer(context_, CL_MEM_READ_WRITE, n * 4, nullptr, &e);
    check(e, "clCreateBuffer");
    cl_mem b = clCreateBuffer(context_, CL_MEM_READ_WRITE, n * 4, nullptr, &e);
    check(e, "clCreateBuffer");
    float pattern = 1.5f;
    check(clEnqueueFillBuffer(queue_, a, &pattern, 4, 0, n * 4, 0, nullptr, nullptr), "clEnqueueFillBuffer");
    check(clEnqueueCopyBuffer(queue_, a, b, 0, 0, n * 4, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
    clFinish(queue_);
    const double start = now();
    for (int i = 0; i < repeats; ++i) clEnqueueCopyBuffer(queue_, a, b, 0, 0, n * 4, 0, nullptr, nullptr);
    clFinish(queue_);
    const double seconds = (now() - start) / repeats;
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    return seconds;
  }

 private:
  void prepare(const std::vector<float>& values) {
    if (in_) return;
    cl_int e;
    const std::size_t bytes = values.size() * 4;
    in_ = clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, bytes, const_cast<float*>(values.data()), &e);
    check(e, "clCreateBuffer");
    out_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &e);
    check(e, "clCreateBuffer");
    const cl_uint n = cl_uint(cpu_ ? values.size() : values.size() / 4);
    const cl_uint chunk = cl_uint((n + groups_ - 1) / groups_ + 15) / 16 * 16;
    clSetKernelArg(kernel_, 0, sizeof out_, &out_);
    clSetKernelArg(kernel_, 1, sizeof in_, &in_);
    clSetKernelArg(kernel_, 2, sizeof n, &n);
    if (cpu_) clSetKernelArg(kernel_, 3, sizeof chunk, &chunk);
  }

  void launch(std::size_t n) {
    const std::size_t local = cpu_ ? 1 : 128;
    const std::size_t global = cpu_ ? groups_ : (n / 4 + local - 1) / local * local;
    check(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  bool cpu_;
  std::size_t groups_ = 1;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem in_ = nullptr, out_ = nullptr;
};

}  // namespace

std::unique_ptr<Floor> opencl_floor(const std::string& platform_name, bool cpu) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return nullptr;
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    cl_device_id device;
    if (platform_name.rfind(name, 0) == 0 &&
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS)
      return std::make_unique<OpenclFloor>(platforms[i], device, cpu);
  }
  return nullptr;
}
