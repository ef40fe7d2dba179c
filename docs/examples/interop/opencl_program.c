/* SPDX-License-Identifier: Apache-2.0
 * An OpenCL program that already has a context, a queue, buffers and a kernel, and lets Kiln do what it
 * lacks: standardise its data and sort them, on the same device, in the same memory, without a copy or a wait
 * in between.
 *
 *   opencl_program [platform]      the first platform is 0 */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <kiln/kiln.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1000

#define CL(call)                                                      \
  do {                                                                \
    const cl_int code_ = (call);                                      \
    if (code_ != CL_SUCCESS) {                                        \
      fprintf(stderr, "line %d: OpenCL error %d\n", __LINE__, code_); \
      return 1;                                                       \
    }                                                                 \
  } while (0)
#define KILN(call)                                                \
  do {                                                            \
    if ((call) != KILN_OK) {                                      \
      kiln_error_info error_;                                     \
      kiln_last_error(&error_);                                   \
      fprintf(stderr, "line %d: %s\n", __LINE__, error_.message); \
      return 1;                                                   \
    }                                                             \
  } while (0)

static const char* const source =
    "__kernel void squares(__global float* x) {"
    "  const size_t i = get_global_id(0);"
    "  x[i] = (float)((i * 37) % 1000) * (float)((i * 37) % 1000);"
    "}";

/* What Kiln adds: x = (x - mean) / deviation, then sorted. Everything goes to the program's queue, behind its
 * kernel. */
static int standardise_and_sort(cl_context context, cl_device_id device, cl_command_queue queue, cl_mem memory) {
  kiln_native_context native = KILN_NATIVE_CONTEXT_INIT;
  native.context = context;
  native.device = device;
  native.queue = queue;
  kiln_context kiln = NULL;
  KILN(kiln_context_adopt("opencl", &native, NULL, &kiln));

  kiln_buffer buffer = NULL;
  kiln_array x = NULL, sorted = NULL, mean = NULL, deviation = NULL;
  const int64_t shape[] = {COUNT};
  KILN(kiln_buffer_adopt(kiln, memory, 0, COUNT * sizeof(float), NULL, NULL, &buffer));
  KILN(kiln_array_from_buffer(buffer, KILN_FLOAT32, 1, shape, NULL, 0, &x));

  KILN(kiln_array_reduce(x, KILN_REDUCE_MEAN, NULL, NULL, &mean));
  KILN(kiln_array_reduce(x, KILN_REDUCE_STD, NULL, NULL, &deviation));
  kiln_elementwise standardise = NULL;
  KILN(kiln_elementwise_create(kiln, "x = (x - m) / s", "x, m, s", &standardise));
  kiln_argument arguments[3] = {{KILN_ARGUMENT_ARRAY, KILN_FLOAT32, {x}},
                                {KILN_ARGUMENT_ARRAY, KILN_FLOAT32, {mean}},
                                {KILN_ARGUMENT_ARRAY, KILN_FLOAT32, {deviation}}};
  KILN(kiln_elementwise_call(standardise, 3, arguments));
  KILN(kiln_array_sort(x, 0, 0, x, &sorted));

  kiln_array_release(sorted);
  kiln_array_release(deviation);
  kiln_array_release(mean);
  kiln_elementwise_release(standardise);
  kiln_array_release(x);
  kiln_buffer_release(buffer);
  kiln_context_release(kiln);
  return 0;
}

int main(int argc, char** argv) {
  const cl_uint wanted = argc > 1 ? (cl_uint)atoi(argv[1]) : 0;
  cl_platform_id platforms[16];
  cl_uint count = 0;
  CL(clGetPlatformIDs(16, platforms, &count));
  if (wanted >= count) return 2;
  cl_device_id device;
  CL(clGetDeviceIDs(platforms[wanted], CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_int code = 0;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  CL(code);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  CL(code);
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT * sizeof(float), NULL, &code);
  CL(code);
  cl_program program = clCreateProgramWithSource(context, 1, (const char**)&source, NULL, &code);
  CL(code);
  CL(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "squares", &code);
  CL(code);
  const size_t global = COUNT;
  CL(clSetKernelArg(kernel, 0, sizeof memory, &memory));
  CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));

  if (standardise_and_sort(context, device, queue, memory) != 0) return 1;

  static float x[COUNT];
  CL(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
  double sum = 0, squares = 0;
  int sorted = 1;
  for (int i = 0; i < COUNT; ++i) {
    sum += x[i];
    squares += (double)x[i] * x[i];
    if (i > 0 && x[i] < x[i - 1]) sorted = 0;
  }
  const double mean = sum / COUNT, deviation = sqrt(squares / COUNT);
  printf("mean %.3f, deviation %.3f, %s: %.3f ... %.3f\n", fabs(mean), deviation, sorted ? "sorted" : "NOT SORTED",
         x[0], x[COUNT - 1]);

  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(memory);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return sorted && fabs(mean) < 1e-4 && fabs(deviation - 1) < 1e-3 ? 0 : 1;
}
