/* SPDX-License-Identifier: Apache-2.0
 * Functions found by name. On OpenCL a program's own context and memory meet Kiln's; those of CUDA are found,
 * and refuse contexts of another vendor. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <gpuarray/array.h>
#include <gpuarray/ext_cuda.h>
#include <gpuarray/types.h>

#include "compat_test.h"

static void test_names(void) {
  static const char* const names[] = {
      "cuda_enter",  "cuda_exit",     "cuda_make_ctx", "cuda_get_stream",     "cuda_make_buf",
      "cuda_get_sz", "cuda_wait",     "cuda_record",   "cuda_get_ipc_handle", "cuda_open_ipc_handle",
      "cl_make_ctx", "cl_get_stream", "cl_make_buf",   "cl_get_buf"};
  size_t i;
  for (i = 0; i < sizeof names / sizeof *names; ++i) CHECK(gpuarray_get_extension(names[i]) != NULL);
  CHECK(gpuarray_get_extension("cl_make") == NULL);
  CHECK(gpuarray_get_extension("") == NULL);
  CHECK(gpuarray_get_extension(NULL) == NULL);
  setup_ext_cuda();
  CHECK(cuda_enter && cuda_exit && cuda_make_ctx && cuda_get_stream && cuda_make_buf && cuda_get_sz && cuda_wait &&
        cuda_record && cuda_get_ipc_handle && cuda_open_ipc_handle);
}

static gpucontext* (*cl_make_ctx)(cl_context);
static cl_command_queue (*cl_get_stream)(void*);
static gpudata* (*cl_make_buf)(gpucontext*, cl_mem);
static cl_mem (*cl_get_buf)(gpudata*);

static void find_opencl(void) {
  cl_make_ctx = (gpucontext * (*)(cl_context)) gpuarray_get_extension("cl_make_ctx");
  cl_get_stream = (cl_command_queue(*)(void*))gpuarray_get_extension("cl_get_stream");
  cl_make_buf = (gpudata * (*)(gpucontext*, cl_mem)) gpuarray_get_extension("cl_make_buf");
  cl_get_buf = (cl_mem(*)(gpudata*))gpuarray_get_extension("cl_get_buf");
}

/* Kiln's memory in the program's hands: a cl_mem that begins where the buffer does, also where that is inside
 * larger memory. It is the buffer's first word, as pygpu reads it. */
static void test_memory_out(void) {
  const int numbers[4] = {1, 2, 3, 4}, others[4] = {5, 6, 7, 8};
  int got[4], code = 0;
  gpudata *before = gpudata_alloc(context, 100, NULL, 0, &code),
          *data = gpudata_alloc(context, sizeof numbers, (void*)numbers, GA_BUFFER_INIT, &code);
  const cl_mem memory = cl_get_buf(data);
  const cl_command_queue queue = cl_get_stream(context);
  size_t size = 0;
  CHECK(memory != NULL && memory == cl_get_buf(data) && memory != cl_get_buf(before));
  CHECK(*(void**)data == (void*)memory);
  SAME(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, NULL), CL_SUCCESS);
  CHECK(size >= sizeof numbers);
  OK(gpudata_sync(data));
  SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS);
  CHECK(memcmp(got, numbers, sizeof got) == 0);
  SAME(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, sizeof others, others, 0, NULL, NULL), CL_SUCCESS);
  OK(gpudata_read(got, data, 0, sizeof got));
  CHECK(memcmp(got, others, sizeof got) == 0);
  gpudata_release(before);
  gpudata_release(data);
  CHECK(cl_get_buf(NULL) == NULL);
}

/* The program's context, with its memory in it. */
static void test_foreign_context(void) {
  const char* source =
      "#include \"cluda.h\"\nKERNEL void twice(GLOBAL_MEM ga_int *a, ga_size n) {\n"
      "  ga_size i = GID_0 * LDIM_0 + LID_0;\n  if (i < n) a[i] *= 2;\n}\n";
  const int types[] = {GA_BUFFER, GA_SIZE};
  int numbers[6] = {1, 2, 3, 4, 5, 6}, got[6], i, status = 0, code = 0;
  const size_t groups = 2, items = 4;
  size_t n = 6, size = 0;
  gpucontext* other;
  gpudata* data;
  gpukernel* k;
  void* args[2];
  cl_context native = NULL;
  cl_device_id device = NULL;
  cl_command_queue queue;
  cl_mem memory;
  cl_uint references = 0;
  clGetCommandQueueInfo(cl_get_stream(context), CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  native = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  queue = clCreateCommandQueue(native, device, 0, &status);
  memory = clCreateBuffer(native, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &status);
  SAME(status, CL_SUCCESS);

  other = cl_make_ctx(native);
  CHECK(other != NULL);
  if (!other) printf("%s\n", gpucontext_error(NULL, GA_VALUE_ERROR));
  data = cl_make_buf(other, memory);
  CHECK(data != NULL);
  OK(gpudata_property(data, GA_BUFFER_PROP_SIZE, &size));
  SAME(size, sizeof numbers);
  CHECK(cl_get_buf(data) == memory);
  k = gpukernel_init(other, 1, &source, NULL, "twice", 2, types, 0, &code, NULL);
  CHECK(k != NULL);
  args[0] = data, args[1] = &n;
  CODE_IN(other, GA_NO_ERROR, gpukernel_call(k, 1, &groups, &items, 0, args));
  CODE_IN(other, GA_NO_ERROR, gpudata_sync(data));
  SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS);
  for (i = 0; i < 6; ++i) SAME(got[i], 2 * numbers[i]);

  /* Two buffers over one memory. */
  {
    gpudata* again = cl_make_buf(other, memory);
    const ssize_t strides[] = {4};
    GpuArray one, two;
    SAME(gpudata_share(data, again, NULL), 1);
    CODE_IN(other, GA_NO_ERROR, GpuArray_fromdata(&one, data, 0, GA_INT, 1, &n, strides, 1));
    CODE_IN(other, GA_NO_ERROR, GpuArray_fromdata(&two, again, 0, GA_INT, 1, &n, strides, 1));
    SAME(GpuArray_share(&one, &two), 1);
    GpuArray_clear(&one);
    GpuArray_clear(&two);
    gpudata_release(again);
  }
  /* Memory of another context. */
  CHECK(cl_make_buf(context, memory) == NULL);
  CHECK(strstr(gpucontext_error(context, GA_VALUE_ERROR), "another") != NULL);
  CHECK(cl_make_buf(other, NULL) == NULL);
  CHECK(cl_make_buf(NULL, memory) == NULL);
  CHECK(cl_make_ctx(NULL) == NULL);
  CHECK(cl_get_stream(NULL) == NULL);

  gpukernel_release(k);
  gpudata_release(data);
  gpucontext_deref(other);
  clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL);
  SAME(references, 1); /* all that was taken of it was given back */
  clReleaseMemObject(memory);
  clReleaseCommandQueue(queue);
  clReleaseContext(native);
}

/* Contexts of OpenCL are none for the functions of CUDA. */
static void test_wrong_backend(void) {
  int code = 0;
  GpuArrayIpcMemHandle handle;
  gpudata* data = gpudata_alloc(context, 64, NULL, 0, &code);
  CHECK(cuda_get_stream(context) == NULL);
  CHECK(cuda_make_buf(context, 4096, 64) == NULL);
  CHECK(strstr(gpucontext_error(context, GA_INVALID_ERROR), "opencl") != NULL);
  CODE(GA_INVALID_ERROR, cuda_wait(data, GPUARRAY_CUDA_WAIT_READ));
  CODE(GA_INVALID_ERROR, cuda_record(data, GPUARRAY_CUDA_WAIT_WRITE));
  memset(&handle, 7, sizeof handle);
  CODE(GA_DEVSUP_ERROR, cuda_get_ipc_handle(data, &handle));
  for (code = 0; code < (int)sizeof handle; ++code) CHECK(((const char*)&handle)[code] == 0);
  CHECK(cuda_open_ipc_handle(context, &handle, 64) == NULL);
  CHECK(cuda_make_ctx(NULL, NULL) == NULL);
  CHECK(cuda_open_ipc_handle(context, NULL, 64) == NULL);
  SAME(cuda_get_sz(data), 64);
  SAME(cuda_get_sz(NULL), 0);
  cuda_enter(context);
  cuda_exit(context);
  CODE_IN(NULL, GA_VALUE_ERROR, cuda_wait(NULL, 0));
  gpudata_release(data);
}

int main(void) {
  context = new_context();
  test_names();
  if (!on_cuda()) {
    find_opencl();
    test_memory_out();
    test_foreign_context();
    test_wrong_backend();
  }
  gpucontext_deref(context);
  return finish();
}
