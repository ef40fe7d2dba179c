/* SPDX-License-Identifier: Apache-2.0
 * Buffers: contents, ranges, flags, references. */
#include <gpuarray/buffer.h>

#include "compat_test.h"

static unsigned char bytes[64];
/* What a range beyond a buffer gives: refused by OpenCL's driver there, checked on CUDA. */
static int out_of_range;

static gpudata* filled(size_t size, int flags) {
  int code = 0;
  gpudata* made = gpudata_alloc(context, size, bytes, flags | GA_BUFFER_INIT, &code);
  if (!made) {
    printf("gpudata_alloc: %s\n", gpucontext_error(context, code));
    exit(2);
  }
  return made;
}

static int holds(gpudata* data, size_t size, const unsigned char* expected) {
  unsigned char got[512];
  memset(got, 0x5a, sizeof got);
  if (gpudata_read(got, data, 0, size) != GA_NO_ERROR) return 0;
  return memcmp(got, expected, size) == 0 && got[size] == 0x5a;
}

static void test_allocation(void) {
  static const int good[] = {
      0, GA_BUFFER_READ_ONLY, GA_BUFFER_WRITE_ONLY, GA_BUFFER_HOST, GA_BUFFER_HOST | GA_BUFFER_READ_ONLY, 0x100000};
  size_t i, size = 77;
  int code = 77;
  gpudata* data;
  for (i = 0; i < sizeof good / sizeof *good; ++i) {
    data = filled(64, good[i]);
    CHECK(holds(data, 64, bytes));
    gpudata_release(data);
  }
  data = gpudata_alloc(context, 64, bytes, 0, &code);
  CHECK(data != NULL);
  SAME(code, 77); /* success leaves it alone */
  OK(gpudata_property(data, GA_BUFFER_PROP_SIZE, &size));
  SAME(size, 64);
  gpudata_release(data);
  CHECK(gpudata_alloc(context, 8, bytes, GA_BUFFER_READ_ONLY | GA_BUFFER_WRITE_ONLY, &code) == NULL);
  SAME(code, GA_VALUE_ERROR);
  CHECK(gpudata_alloc(context, 8, NULL, GA_BUFFER_INIT, NULL) == NULL);
  CHECK(gpudata_alloc(NULL, 8, NULL, 0, &code) == NULL);
  SAME(code, GA_VALUE_ERROR);
  CHECK(gpudata_alloc(context, (size_t)1 << 60, NULL, 0, &code) == NULL);
  SAME(code, GA_MEMORY_ERROR);
  CHECK(gpudata_alloc(context, (size_t)-1, NULL, 0, &code) == NULL);
  CHECK(code == GA_MEMORY_ERROR || code == GA_XLARGE_ERROR);
}

static void test_nothing(void) {
  int code = 0;
  gpudata *empty = gpudata_alloc(context, 0, NULL, 0, &code), *other = filled(8, 0);
  CHECK(empty != NULL);
  OK(gpudata_read(NULL, empty, 0, 0));
  OK(gpudata_write(empty, 0, NULL, 0));
  OK(gpudata_move(empty, 0, other, 8, 0));
  OK(gpudata_memset(empty, 0, 3));
  OK(gpudata_sync(empty));
  CODE(out_of_range, gpudata_read(bytes, empty, 0, 1));
  gpudata_release(empty);
  gpudata_release(other);
}

static void test_copies(void) {
  gpudata *a = filled(64, 0), *b = filled(64, 0), *read_only = filled(64, GA_BUFFER_READ_ONLY);
  unsigned char expected[64];
  memcpy(expected, bytes, 64);
  OK(gpudata_move(a, 3, b, 11, 17));
  memcpy(expected + 3, bytes + 11, 17);
  CHECK(holds(a, 64, expected));
  OK(gpudata_move(a, 32, a, 0, 32)); /* two halves of one buffer */
  memcpy(expected + 32, expected, 32);
  CHECK(holds(a, 64, expected));
  OK(gpudata_write(a, 60, bytes, 4));
  memcpy(expected + 60, bytes, 4);
  CHECK(holds(a, 64, expected));
  OK(gpudata_write(read_only, 0, bytes, 64)); /* only kernels may not */
  OK(gpudata_move(read_only, 0, a, 0, 64));
  CHECK(holds(read_only, 64, expected));

  CODE(out_of_range, gpudata_read(expected, a, 60, 5));
  CODE(out_of_range, gpudata_read(expected, a, 65, 1));
  CODE(out_of_range, gpudata_read(expected, a, (size_t)-1, 2));
  CODE(out_of_range, gpudata_write(a, 1, bytes, 64));
  CODE(out_of_range, gpudata_move(a, 60, b, 0, 8));
  CODE(out_of_range, gpudata_move(a, 0, b, 60, 8));
  CODE(GA_IMPL_ERROR, gpudata_move(a, 0, a, 4, 8));
  CODE(GA_VALUE_ERROR, gpudata_read(NULL, a, 0, 1));
  CODE(GA_VALUE_ERROR, gpudata_write(a, 0, NULL, 1));
  CODE(GA_VALUE_ERROR, gpudata_move(a, 0, NULL, 0, 1));
  CODE_IN(NULL, GA_VALUE_ERROR, gpudata_move(NULL, 0, a, 0, 1));
  CODE_IN(NULL, GA_VALUE_ERROR, gpudata_sync(NULL));
  gpudata_release(a);
  gpudata_release(b);
  gpudata_release(read_only);
}

/* Every size and begin up to some: the widths of a fill all occur. */
static void test_memset(void) {
  static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 32, 48, 63, 64};
  static const int values[] = {0, 0xab, 0x1ff, -2};
  unsigned char expected[64];
  size_t i, from;
  unsigned v;
  gpudata* data;
  for (i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    for (from = 0; from <= sizes[i]; from += from < 5 ? 1 : 7)
      for (v = 0; v < 4; ++v) {
        data = filled(sizes[i], 0);
        memcpy(expected, bytes, sizes[i]);
        memset(expected + from, values[v], sizes[i] - from);
        OK(gpudata_memset(data, from, values[v]));
        CHECK(holds(data, sizes[i], expected));
        gpudata_release(data);
      }
  data = filled(64, GA_BUFFER_READ_ONLY);
  CODE(GA_READONLY_ERROR, gpudata_memset(data, 0, 1));
  CHECK(holds(data, 64, bytes));
  gpudata_release(data);
  data = filled(64, 0);
  OK(gpudata_memset(data, 65, 1)); /* as there: nothing is beyond the end */
  CHECK(holds(data, 64, bytes));
  gpudata_release(data);
  CODE_IN(NULL, GA_VALUE_ERROR, gpudata_memset(NULL, 0, 0));
}

static void test_two_contexts(void) {
  gpucontext* other = new_context();
  int code = 77;
  gpudata *here = filled(64, 0), *there = gpudata_alloc(other, 64, NULL, 0, &code);
  unsigned char expected[64];
  OK(gpudata_memset(there, 0, 0));
  CODE(GA_VALUE_ERROR, gpudata_move(here, 0, there, 0, 64));
  CODE_IN(other, GA_NO_ERROR, gpudata_transfer(there, 8, here, 16, 32));
  memset(expected, 0, 64);
  memcpy(expected + 8, bytes + 16, 32);
  CHECK(holds(there, 64, expected));
  OK(gpudata_transfer(here, 0, here, 32, 8)); /* one context is fine too */
  CODE_IN(other, out_of_range, gpudata_transfer(there, 60, here, 0, 8));
  SAME(gpudata_share(here, there, &code), 0);
  SAME(gpudata_share(here, here, &code), 1);
  SAME(code, 77);
  SAME(gpudata_share(here, NULL, &code), -1);
  SAME(code, GA_VALUE_ERROR);
  gpudata_release(here);
  gpudata_release(there);
  gpucontext_deref(other);
}

static void test_references(void) {
  gpudata* data = filled(64, 0);
  unsigned count = 0;
  gpucontext* owner = NULL;
  size_t size = 0;
  OK(gpudata_property(data, GA_BUFFER_PROP_REFCNT, &count));
  SAME(count, 1);
  gpudata_retain(data);
  OK(gpudata_property(data, GA_BUFFER_PROP_REFCNT, &count));
  SAME(count, 2);
  gpudata_release(data);
  CHECK(holds(data, 64, bytes));
  OK(gpudata_property(data, GA_BUFFER_PROP_CTX, &owner));
  CHECK(owner == context && gpudata_context(data) == context);
  OK(gpudata_property(data, GA_CTX_PROP_TOTAL_GMEM, &size));
  CHECK(size > 0);
  CODE(GA_INVALID_ERROR, gpudata_property(data, 515, &size));
  CODE(GA_INVALID_ERROR, gpudata_property(data, 21, &size));
  CODE(GA_VALUE_ERROR, gpudata_property(data, GA_KERNEL_PROP_NUMARGS, &size));
  CODE(GA_VALUE_ERROR, gpudata_property(data, GA_BUFFER_PROP_SIZE, NULL));
  CODE_IN(NULL, GA_VALUE_ERROR, gpudata_property(NULL, GA_BUFFER_PROP_SIZE, &size));
  gpudata_release(data);
  gpudata_retain(NULL);
  gpudata_release(NULL);
}

int main(void) {
  int i;
  for (i = 0; i < 64; ++i) bytes[i] = (unsigned char)(3 * i + 1);
  context = new_context();
  out_of_range = on_cuda() ? GA_VALUE_ERROR : GA_IMPL_ERROR;
  test_allocation();
  test_nothing();
  test_copies();
  test_memset();
  test_two_contexts();
  test_references();
  gpucontext_deref(context);
  return finish();
}
