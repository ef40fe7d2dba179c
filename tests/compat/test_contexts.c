/* SPDX-License-Identifier: Apache-2.0
 * Devices, properties of contexts, and texts of errors. */
#include <gpuarray/buffer.h>

#include "compat_test.h"

static void test_counts(void) {
  unsigned platforms = 77, devices = 77;
  OK(gpu_get_platform_count(backend_name(), &platforms));
  CHECK(platforms >= 1 && platforms < 77);
  OK(gpu_get_device_count(backend_name(), 0, &devices));
  CHECK(devices >= 1 && devices < 77);
  CODE(GA_INVALID_ERROR, gpu_get_platform_count("vulkan", &platforms));
  SAME(platforms, 0);
  CODE(GA_INVALID_ERROR, gpu_get_device_count("opencl0", 0, &devices));
  SAME(devices, 0);
  CODE(GA_VALUE_ERROR, gpu_get_platform_count("opencl", NULL));
  CODE(GA_VALUE_ERROR, gpu_get_platform_count(NULL, &platforms));
  if (!on_cuda()) {
    CODE(GA_VALUE_ERROR, gpu_get_device_count("opencl", 1000, &devices));
    SAME(devices, 0);
  }
}

static void refuse(int code, const char* name, gpucontext_props* props, const char* text) {
  gpucontext* made = (gpucontext*)&made;
  CODE_IN(NULL, code, gpucontext_init(&made, name, props));
  CHECK(made == NULL);
  CHECK(strstr(gpucontext_error(NULL, code), text) != NULL);
}

static void test_opening(void) {
  gpucontext_props* p;
  OK(gpucontext_props_new(&p));
  CODE_IN(NULL, GA_INVALID_ERROR, gpucontext_props_sched(p, 3));
  CODE_IN(NULL, GA_INVALID_ERROR, gpucontext_props_sched(p, -1));
  CODE_IN(NULL, GA_VALUE_ERROR, gpucontext_props_alloc_cache(p, 100, 10));
  CODE_IN(NULL, GA_VALUE_ERROR, gpucontext_props_alloc_cache(p, 100, 0));
  OK(gpucontext_props_alloc_cache(p, 100, 100));
  OK(gpucontext_props_opencl_dev(p, 0, 9999));
  refuse(GA_VALUE_ERROR, "opencl", p, "9999");
  OK(gpucontext_props_new(&p));
  OK(gpucontext_props_opencl_dev(p, 9999, 0));
  if (!on_cuda()) refuse(GA_VALUE_ERROR, "opencl", p, "9999");
  /* The backend's name is wrong, whatever else is right. */
  refuse(GA_INVALID_ERROR, "vulkan", device_props(), "vulkan");
  refuse(GA_INVALID_ERROR, "", NULL, "no backend");
  refuse(GA_VALUE_ERROR, NULL, NULL, "NULL");
  if (!on_cuda()) refuse(GA_VALUE_ERROR, "opencl", NULL, "platform");
  CODE_IN(NULL, GA_VALUE_ERROR, gpucontext_init(NULL, backend_name(), device_props()));
  CODE_IN(NULL, GA_VALUE_ERROR, gpucontext_props_new(NULL));
  CODE_IN(NULL, GA_VALUE_ERROR, gpucontext_props_sched(NULL, 0));
  gpucontext_props_del(NULL);
  OK(gpucontext_props_new(&p));
  gpucontext_props_del(p);
}

/* Every property that can be set, together. */
static void test_options(void) {
  gpucontext* made = NULL;
  gpucontext_props* p = device_props();
  gpudata* data;
  int code = 0;
  OK(gpucontext_props_sched(p, GA_CTX_SCHED_MULTI));
  OK(gpucontext_props_set_single_stream(p));
  OK(gpucontext_props_kernel_cache(p, getenv("XDG_CACHE_HOME")));
  OK(gpucontext_props_alloc_cache(p, 1000000, 8 << 20));
  OK(gpucontext_init(&made, backend_name(), p));
  data = gpudata_alloc(made, 1 << 20, NULL, 0, &code);
  CHECK(data != NULL);
  CHECK(gpudata_alloc(made, 64 << 20, NULL, 0, &code) == NULL);
  SAME(code, GA_MEMORY_ERROR);
  gpudata_release(data);
  gpucontext_deref(made);
  p = device_props(); /* no cache, no limit */
  OK(gpucontext_props_alloc_cache(p, 0, 0));
  OK(gpucontext_init(&made, backend_name(), p));
  data = gpudata_alloc(made, 32 << 20, NULL, 0, &code);
  CHECK(data != NULL);
  gpudata_release(data);
  gpucontext_deref(made);
}

static void test_properties(void) {
  char name[256], id[16];
  size_t size = 0, total = 0, block = 0;
  unsigned units = 0, count = 0;
  int half = 7, i;
  const char* binary = NULL;
  gpudata *errors = NULL, *again = NULL;
  unsigned char bytes[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  memset(name, 'x', sizeof name);
  OK(gpucontext_property(context, GA_CTX_PROP_DEVNAME, name));
  CHECK(memchr(name, 0, sizeof name) != NULL && name[0] != 0);
  OK(gpucontext_property(context, GA_CTX_PROP_LMEMSIZE, &size));
  CHECK(size >= 1024);
  OK(gpucontext_property(context, GA_CTX_PROP_NUMPROCS, &units));
  CHECK(units >= 1);
  OK(gpucontext_property(context, GA_CTX_PROP_BIN_ID, &binary));
  CHECK(binary && *binary);
  OK(gpucontext_property(context, GA_CTX_PROP_TOTAL_GMEM, &total));
  OK(gpucontext_property(context, GA_CTX_PROP_FREE_GMEM, &size));
  CHECK(size > 0 && size <= total);
  OK(gpucontext_property(context, GA_CTX_PROP_LARGEST_MEMBLOCK, &block));
  CHECK(block > 0 && block <= total);
  OK(gpucontext_property(context, GA_CTX_PROP_NATIVE_FLOAT16, &half));
  CHECK(half == 0 || half == 1);
  for (i = 0; i < 3; ++i) {
    OK(gpucontext_property(context, GA_CTX_PROP_MAXGSIZE0 + i, &size));
    CHECK(size >= 65535 && size <= 0x7fffffff);
    OK(gpucontext_property(context, GA_CTX_PROP_MAXLSIZE0 + i, &size));
    CHECK(size >= 1 && size <= 65536);
  }
  memset(id, 'x', sizeof id);
  if (gpucontext_property(context, GA_CTX_PROP_UNIQUE_ID, id) == GA_NO_ERROR)
    CHECK(memchr(id, 0, sizeof id) != NULL && id[0] != 0);
  else
    CODE(GA_DEVSUP_ERROR, gpucontext_property(context, GA_CTX_PROP_UNIQUE_ID, id));

  OK(gpucontext_property(context, GA_CTX_PROP_ERRBUF, &errors));
  OK(gpucontext_property(context, GA_CTX_PROP_ERRBUF, &again));
  CHECK(errors == again);
  OK(gpudata_property(errors, GA_BUFFER_PROP_SIZE, &size));
  SAME(size, 8);
  OK(gpudata_read(bytes, errors, 0, 8));
  for (i = 0; i < 8; ++i) SAME(bytes[i], 0);
  OK(gpudata_property(errors, GA_BUFFER_PROP_REFCNT, &count));
  SAME(count, 1);

  for (i = -1; i < 22; ++i)
    if (i == -1 || i == 0 || i == 2 || i == 5 || i == 6 || i == 18 || i == 21)
      CODE(GA_INVALID_ERROR, gpucontext_property(context, i, name));
  CODE(GA_VALUE_ERROR, gpucontext_property(context, GA_BUFFER_PROP_SIZE, &size));
  CODE(GA_VALUE_ERROR, gpucontext_property(context, GA_KERNEL_PROP_NUMARGS, &size));
  CODE(GA_VALUE_ERROR, gpucontext_property(context, GA_CTX_PROP_NUMPROCS, NULL));
  CODE_IN(NULL, GA_VALUE_ERROR, gpucontext_property(NULL, GA_CTX_PROP_NUMPROCS, &units));
}

static void test_errors(void) {
  gpucontext* other = new_context();
  int code = 0;
  CHECK(gpudata_alloc(context, 4, NULL, GA_BUFFER_INIT, &code) == NULL);
  SAME(code, GA_VALUE_ERROR);
  CHECK(strstr(gpucontext_error(context, code), "GA_BUFFER_INIT") != NULL);
  /* Another code than that of the last failure, another context, any failure, no failure. */
  CHECK(strcmp(gpucontext_error(context, GA_BLAS_ERROR), gpuarray_error_str(GA_BLAS_ERROR)) == 0);
  CHECK(strcmp(gpucontext_error(other, GA_VALUE_ERROR), gpuarray_error_str(GA_VALUE_ERROR)) == 0);
  CHECK(strstr(gpucontext_error(context, GA_NO_ERROR), "GA_BUFFER_INIT") != NULL);
  CHECK(strcmp(gpucontext_error(other, GA_NO_ERROR), "No error") == 0);
  gpucontext_deref(other);
}

/* Objects keep their context, whatever goes first. */
static void test_lifetime(void) {
  gpucontext* other = new_context();
  int code = 0, value = 42, got = 0;
  gpudata* data = gpudata_alloc(other, sizeof value, &value, GA_BUFFER_INIT, &code);
  CHECK(data != NULL);
  gpucontext_deref(other);
  CODE_IN(NULL, GA_NO_ERROR, gpudata_read(&got, data, 0, sizeof got));
  SAME(got, 42);
  CHECK(gpudata_context(data) == other);
  gpudata_release(data);
  gpucontext_deref(NULL);
  CHECK(gpudata_context(NULL) == NULL);
}

int main(void) {
  context = new_context();
  test_counts();
  test_opening();
  test_options();
  test_properties();
  test_errors();
  test_lifetime();
  gpucontext_deref(context);
  return finish();
}
