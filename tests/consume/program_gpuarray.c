/* SPDX-License-Identifier: Apache-2.0
 * A program for libgpuarray, built against the installed tree: a buffer on the first device, where there is
 * one. */
#include <gpuarray/array.h>
#include <gpuarray/error.h>
#include <stdio.h>

int main(void) {
  unsigned platforms = 0;
  gpucontext_props* props = NULL;
  gpucontext* context = NULL;
  int code = gpu_get_platform_count("opencl", &platforms), value = 7, got = 0;
  if (code != GA_NO_ERROR || gpuarray_get_elsize(GA_FLOAT) != 4) return 1;
  if (platforms == 0) {
    puts("no OpenCL platform");
    return 0;
  }
  if (gpucontext_props_new(&props) != GA_NO_ERROR || gpucontext_props_opencl_dev(props, 0, 0) != GA_NO_ERROR) return 1;
  code = gpucontext_init(&context, "opencl", props);
  if (code != GA_NO_ERROR) {
    puts(gpucontext_error(NULL, code));
    return 1;
  }
  {
    gpudata* data = gpudata_alloc(context, sizeof value, &value, GA_BUFFER_INIT, &code);
    if (!data || gpudata_read(&got, data, 0, sizeof got) != GA_NO_ERROR) return 1;
    gpudata_release(data);
  }
  gpucontext_deref(context);
  return got == value ? 0 : 1;
}
