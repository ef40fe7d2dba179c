/* SPDX-License-Identifier: Apache-2.0
 * A CUDA program (driver API) with a context, a stream and memory of its own that lets Kiln compute in the
 * midst of its stream: no copy, and no wait of the host in between. */
#include <cuda.h>
#include <kiln/kiln.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT 1000

#define CU(call)                                                         \
  do {                                                                   \
    const CUresult code_ = (call);                                       \
    if (code_ != CUDA_SUCCESS) {                                         \
      fprintf(stderr, "line %d: CUDA error %d\n", __LINE__, (int)code_); \
      return 1;                                                          \
    }                                                                    \
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

/* x = x + 0, 1, 2, ...; total = the sum of x. Kiln has queues of its own here; the block between after and
 * before is in the stream's order all the same. */
static int add_and_sum(CUcontext context, CUstream stream, CUdeviceptr memory, CUdeviceptr total) {
  kiln_native_context native = KILN_NATIVE_CONTEXT_INIT;
  native.context = context;
  kiln_context kiln = NULL;
  KILN(kiln_context_adopt("cuda", &native, NULL, &kiln));
  KILN(kiln_context_after_queue(kiln, stream));

  const int64_t shape[] = {COUNT};
  kiln_buffer buffer = NULL, total_buffer = NULL;
  kiln_array x = NULL, steps = NULL, sum = NULL;
  KILN(kiln_buffer_adopt(kiln, (void*)(uintptr_t)memory, 0, COUNT * sizeof(float), NULL, NULL, &buffer));
  KILN(kiln_buffer_adopt(kiln, (void*)(uintptr_t)total, 0, sizeof(float), NULL, NULL, &total_buffer));
  KILN(kiln_array_from_buffer(buffer, KILN_FLOAT32, 1, shape, NULL, 0, &x));
  KILN(kiln_array_from_buffer(total_buffer, KILN_FLOAT32, 0, NULL, NULL, 0, &sum));
  KILN(kiln_array_arange(kiln, KILN_FLOAT32, 0, COUNT, 1, NULL, &steps));
  kiln_elementwise add = NULL;
  KILN(kiln_elementwise_create(kiln, "x = x + i", "x, i", &add));
  kiln_argument arguments[2] = {{KILN_ARGUMENT_ARRAY, KILN_FLOAT32, {x}}, {KILN_ARGUMENT_ARRAY, KILN_FLOAT32, {steps}}};
  KILN(kiln_elementwise_call(add, 2, arguments));
  KILN(kiln_array_reduce(x, KILN_REDUCE_SUM, NULL, sum, NULL));

  KILN(kiln_context_before_queue(kiln, stream));
  kiln_elementwise_release(add);
  kiln_array_release(steps);
  kiln_array_release(sum);
  kiln_array_release(x);
  kiln_buffer_release(total_buffer);
  kiln_buffer_release(buffer);
  kiln_context_release(kiln);
  return 0;
}

int main(void) {
  CUdevice device;
  CUcontext context;
  CUstream stream;
  CUdeviceptr memory, total;
  CU(cuInit(0));
  CU(cuDeviceGet(&device, 0));
  CU(cuDevicePrimaryCtxRetain(&context, device));
  CU(cuCtxSetCurrent(context));
  CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CU(cuMemAlloc(&memory, COUNT * sizeof(float)));
  CU(cuMemAlloc(&total, sizeof(float)));

  const float one = 1;
  unsigned pattern;
  memcpy(&pattern, &one, sizeof pattern);
  CU(cuMemsetD32Async(memory, pattern, COUNT, stream));
  if (add_and_sum(context, stream, memory, total) != 0) return 1;
  float x[COUNT], sum = 0;
  CU(cuMemcpyDtoHAsync(x, memory, sizeof x, stream));
  CU(cuMemcpyDtoHAsync(&sum, total, sizeof sum, stream));
  CU(cuStreamSynchronize(stream));
  printf("x = %g, %g, ... %g; sum %g\n", x[0], x[1], x[COUNT - 1], sum);

  CU(cuMemFree(total));
  CU(cuMemFree(memory));
  CU(cuStreamDestroy(stream));
  CU(cuDevicePrimaryCtxRelease(device));
  return x[0] == 1 && x[COUNT - 1] == COUNT && sum == COUNT * (COUNT + 1) / 2.0f ? 0 : 1;
}
