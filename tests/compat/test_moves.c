/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/array.h: moves between parts of buffers, between contexts and of unaligned elements; which arrays
 * share memory; numbers as text. */
#include "array_test.h"

static const size_t d34[] = {3, 4}, d4[] = {4}, d12[] = {12};

static GpuArray rows_of(const GpuArray* a, ssize_t first, ssize_t stop) {
  const ssize_t start[] = {first, 0}, end[] = {stop, (ssize_t)a->dimensions[1]}, step[] = {1, 1};
  GpuArray v;
  OK(GpuArray_index(&v, a, start, end, step));
  return v;
}

/* Contiguous parts: their own bytes, at their own places. */
static void test_parts(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), b = range(GA_INT, 2, d34, 100, 1), f = range(GA_FLOAT, 1, d4, 7, 1),
           to = rows_of(&a, 1, 2), from = rows_of(&b, 2, 3), line;
  int host[4] = {21, 22, 23, 24}, i;
  OK(GpuArray_move(&to, &from));
  HOLDS(a, 0, 1, 2, 3, 108, 109, 110, 111, 8, 9, 10, 11);
  OK(GpuArray_write(&to, host, sizeof host));
  HOLDS(a, 0, 1, 2, 3, 21, 22, 23, 24, 8, 9, 10, 11);
  memset(host, 0, sizeof host);
  OK(GpuArray_read(host, sizeof host, &from));
  for (i = 0; i < 4; ++i) SAME(host[i], 108 + i);
  /* One shape into another: bytes, as many as there are. */
  OK(GpuArray_reshape(&line, &from, 1, d4, GA_C_ORDER, 1));
  OK(GpuArray_transfer(&to, &line));
  HOLDS(a, 0, 1, 2, 3, 108, 109, 110, 111, 8, 9, 10, 11);
  OK(GpuArray_transfer(&a, &from));
  HOLDS(a, 108, 109, 110, 111, 108, 109, 110, 111, 8, 9, 10, 11);
  CHECK(GpuArray_transfer(&line, &a) != GA_NO_ERROR);
  HOLDS(b, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111);
  GpuArray_clear(&line);
  /* More than is left of the buffer. */
  to.dimensions[0] = 3;
  CODE(GA_VALUE_ERROR, GpuArray_memset(&to, 0));
  HOLDS(a, 108, 109, 110, 111, 108, 109, 110, 111, 8, 9, 10, 11);
  GpuArray_clear(&to);
  GpuArray_clear(&from);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
  GpuArray_clear(&f);
}

/* Arrays that say that they are not aligned. */
static void test_unaligned(void) {
  const GpuArray* list[2];
  GpuArray a = range(GA_INT, 2, d34, 0, 1), b = range(GA_INT, 2, d34, 0, 0), r;
  list[0] = &b, list[1] = &a;
  a.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_move(&b, &a));
  CODE(GA_UNALIGNED_ERROR, GpuArray_setarray(&b, &a));
  CODE(GA_UNALIGNED_ERROR, GpuArray_copy(&r, &a, GA_C_ORDER));
  CODE(GA_UNALIGNED_ERROR, GpuArray_concatenate(&r, list, 2, 0, GA_INT));
  CODE(GA_UNALIGNED_ERROR, GpuArray_move(&a, &b));
  HOLDS(b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
}

/* Elements of a type of its own that needs no alignment, at odd places and with odd strides. */
static void test_odd_places(void) {
  static gpuarray_type type = {"four_bytes", 4, 1, 0};
  const size_t n = 40, dims[] = {3};
  static const ssize_t apart[] = {8, 5};
  static const size_t offsets[] = {1, 0};
  unsigned char host[40], got[12];
  GpuArray bytes, v, copy;
  int typecode = gpuarray_register_type(&type, NULL), i, k;
  for (i = 0; i < 40; ++i) host[i] = (unsigned char)(i + 1);
  OK(GpuArray_empty(&bytes, context, GA_UBYTE, 1, &n, GA_C_ORDER));
  OK(GpuArray_write(&bytes, host, sizeof host));
  for (k = 0; k < 2; ++k) {
    OK(GpuArray_fromdata(&v, bytes.data, offsets[k], typecode, 1, dims, &apart[k], 1));
    CHECK(GpuArray_ISALIGNED(&v) && !GpuArray_ISONESEGMENT(&v));
    OK(GpuArray_copy(&copy, &v, GA_C_ORDER));
    OK(GpuArray_read(got, sizeof got, &copy));
    for (i = 0; i < 12; ++i) SAME(got[i], host[offsets[k] + (size_t)(i / 4) * (size_t)apart[k] + (size_t)(i % 4)]);
    GpuArray_clear(&copy);
    GpuArray_clear(&v);
  }
  GpuArray_clear(&bytes);
}

/* What libgpuarray answers for two contexts depends on whether bytes would have moved or elements. */
static void test_two_contexts(void) {
  gpucontext *here = context, *there = new_context();
  GpuArray a = range(GA_INT, 2, d34, 0, 1), f = range(GA_FLOAT, 2, d34, 0, 1), b, r;
  const GpuArray* list[2];
  context = there;
  b = range(GA_INT, 2, d34, 5, 0);
  context = here;
  list[0] = &a, list[1] = &b;
  CODE(GA_VALUE_ERROR, GpuArray_move(&a, &b));
  CODE(GA_VALUE_ERROR, GpuArray_setarray(&a, &b));
  CODE(GA_INVALID_ERROR, GpuArray_move(&f, &b));
  CODE(GA_INVALID_ERROR, GpuArray_setarray(&f, &b));
  CODE(GA_INVALID_ERROR, GpuArray_concatenate(&r, list, 2, 0, GA_INT));
  HOLDS(a, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  CHECK(GpuArray_share(&a, &b) == 0);
  /* Bytes go through the host. */
  OK(GpuArray_transfer(&a, &b));
  HOLDS(a, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
  GpuArray_clear(&a);
  GpuArray_clear(&f);
  GpuArray_clear(&b);
  gpucontext_deref(there);
}

static void test_shapes_that_do_not_fit(void) {
  const size_t d04[] = {0, 4}, d44[] = {4, 4};
  GpuArray a = range(GA_INT, 2, d34, 0, 1), b = range(GA_INT, 2, d44, 0, 1), line = range(GA_INT, 1, d12, 0, 1), none,
           r;
  const GpuArray *list[] = {&a, &line}, *twice[] = {&b, &b};
  OK(GpuArray_empty(&none, context, GA_INT, 2, d04, GA_C_ORDER));
  CODE(GA_VALUE_ERROR, GpuArray_setarray(&a, &none));
  HOLDS(a, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  CODE(GA_VALUE_ERROR, GpuArray_concatenate(&r, list, 2, 0, GA_INT));
  CODE(GA_VALUE_ERROR, GpuArray_concatenate(&r, twice, 2, 2, GA_INT));
  GpuArray_clear(&a);
  GpuArray_clear(&b);
  GpuArray_clear(&line);
  GpuArray_clear(&none);
}

static GpuArray part_of(const GpuArray* a, size_t offset, unsigned nd, size_t extent, ssize_t stride) {
  GpuArray v;
  OK(GpuArray_fromdata(&v, a->data, offset, GA_INT, nd, &extent, &stride, 1));
  return v;
}

static void test_share(void) {
  GpuArray a = range(GA_INT, 1, d12, 0, 1), b = range(GA_INT, 1, d12, 0, 1);
  GpuArray front = part_of(&a, 0, 1, 4, 4), behind = part_of(&a, 16, 1, 4, 4), across = part_of(&a, 12, 1, 2, 4),
           back = part_of(&a, 28, 1, 4, -4), one = part_of(&a, 20, 0, 1, 4), none = part_of(&a, 16, 1, 0, 4);
  CHECK(GpuArray_share(&front, &across) == 1 && GpuArray_share(&across, &behind) == 1);
  CHECK(GpuArray_share(&back, &behind) == 1 && GpuArray_share(&behind, &back) == 1);
  CHECK(GpuArray_share(&one, &one) == 1 && GpuArray_share(&one, &behind) == 1 && GpuArray_share(&back, &one) == 1);
  CHECK(GpuArray_share(&a, &b) == 0);
  CHECK(GpuArray_share(&front, &behind) == 0 && GpuArray_share(&behind, &front) == 0);
  CHECK(GpuArray_share(&front, &back) == 0 && GpuArray_share(&one, &front) == 0);
  CHECK(GpuArray_share(&none, &behind) == 0 && GpuArray_share(&a, &none) == 0);
  GpuArray_clear(&front);
  GpuArray_clear(&behind);
  GpuArray_clear(&across);
  GpuArray_clear(&back);
  GpuArray_clear(&one);
  GpuArray_clear(&none);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
}

/* What GpuArray_fdump() writes of the one-dimensional array. */
static int dumps(int typecode, double first, double step, const char* expected) {
  const size_t n = 2;
  char text[128] = {0};
  GpuArray a = range(typecode, 1, &n, first, step);
  FILE* file = tmpfile();
  if (!file) return 0;
  OK(GpuArray_fdump(file, &a));
  rewind(file);
  if (fread(text, 1, sizeof text - 1, file) == 0) text[0] = 0;
  fclose(file);
  GpuArray_clear(&a);
  if (strcmp(text, expected) != 0) printf("  got %s  expected %s", text, expected);
  return strcmp(text, expected) == 0;
}

static void test_text(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), v = rows_of(&a, 2, 3), column;
  const ssize_t start[] = {0, 1}, stop[] = {3, 2}, step[] = {1, 1};
  char text[512] = {0};
  FILE* file = tmpfile();
  CHECK(dumps(GA_BYTE, -3, 1, "[0] = -3\n[1] = -2\n"));
  CHECK(dumps(GA_UBYTE, 254, 1, "[0] = 254\n[1] = 255\n"));
  CHECK(dumps(GA_SHORT, -300, 1, "[0] = -300\n[1] = -299\n"));
  CHECK(dumps(GA_USHORT, 65534, 1, "[0] = 65534\n[1] = 65535\n"));
  CHECK(dumps(GA_UINT, 4294967294.0, 1, "[0] = 4294967294\n[1] = 4294967295\n"));
  CHECK(dumps(GA_LONG, -5000000000.0, 1, "[0] = -5000000000\n[1] = -4999999999\n"));
  CHECK(dumps(GA_ULONG, 5000000000.0, 1, "[0] = 5000000000\n[1] = 5000000001\n"));
  CHECK(dumps(GA_HALF, 1.5, -2, "[0] = 1.5\n[1] = -0.5\n"));
  CHECK(dumps(GA_FLOAT, 0.1, 1, "[0] = 0.100000001\n[1] = 1.10000002\n"));
  if (has_float64) CHECK(dumps(GA_DOUBLE, 0.1, 1, "[0] = 0.10000000000000001\n[1] = 1.1000000000000001\n"));
  CHECK(file != NULL);
  if (file) {
    OK(GpuArray_fdump(file, &v));
    OK(GpuArray_index(&column, &a, start, stop, step));
    CODE(GA_UNSUPPORTED_ERROR, GpuArray_fdump(file, &column));
    GpuArray_clear(&column);
    GpuArray_fprintf(file, &a);
    rewind(file);
    CHECK(fread(text, 1, sizeof text - 1, file) > 0);
    CHECK(strstr(text, "[0] = 8\n[1] = 9\n[2] = 10\n[3] = 11\nGpuNdArray <") == text);
    CHECK(strstr(text, "GA_C_CONTIGUOUS, GA_ALIGNED, GA_WRITEABLE\n") != NULL);
    fclose(file);
  }
  GpuArray_clear(&v);
  GpuArray_clear(&a);
}

int main(void) {
  open_context();
  test_parts();
  test_unaligned();
  test_odd_places();
  test_two_contexts();
  test_shapes_that_do_not_fit();
  test_share();
  test_text();
  return close_context();
}
