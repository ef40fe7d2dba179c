/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/array.h: rows by index, maxima with their places, registered types. */
#include "array_test.h"

static const size_t d34[] = {3, 4};

static void write_longs(GpuArray* a, size_t n, const int64_t* values) {
  OK(GpuArray_empty(a, context, GA_LONG, 1, &n, GA_C_ORDER));
  OK(GpuArray_write(a, values, n * sizeof *values));
}

static void test_take1(void) {
  const size_t d4[] = {4}, d54[] = {5, 4}, d53[] = {5, 3}, d5[] = {5}, none4[] = {0, 4};
  const int64_t good[] = {2, 0, -1, -3, 1}, bad[] = {0, 1, 2, 3, 0}, low[] = {0, -4, 0, 0, 0};
  GpuArray v = range(GA_FLOAT, 2, d34, 0, 1), a = range(GA_FLOAT, 2, d54, -1, 0), i, j, t, w, e;
  const ssize_t start[] = {2, 3}, stop[] = {-1, -1}, step[] = {-1, -1};
  const uint8_t truths[] = {1, 0, 1, 1, 0};
  int times;
  write_longs(&i, 5, good);
  for (times = 0; times < 2; ++times) {
    OK(GpuArray_take1(&a, &v, &i, times));
    HOLDS(a, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  /* From a view with negative strides. */
  OK(GpuArray_index(&t, &v, start, stop, step));
  OK(GpuArray_take1(&a, &t, &i, 1));
  HOLDS(a, 3, 2, 1, 0, 11, 10, 9, 8, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 5, 4);
  GpuArray_clear(&t);
  /* Converted; indices of another integer type. */
  w = range(GA_INT, 2, d54, 0, 0);
  j = range(GA_INT, 1, d5, -1, 0);
  OK(GpuArray_take1(&w, &v, &j, 1));
  HOLDS(w, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11);
  GpuArray_clear(&j);
  OK(GpuArray_empty(&j, context, GA_BOOL, 1, d5, GA_C_ORDER));
  OK(GpuArray_write(&j, truths, sizeof truths));
  OK(GpuArray_take1(&w, &v, &j, 1));
  HOLDS(w, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 0, 1, 2, 3);
  OK(GpuArray_take1(&w, &v, &i, 1));
  GpuArray_clear(&j);
  j = range(GA_INT, 1, d5, -1, 0);
  OK(GpuArray_take1(&w, &v, &j, 1));
  GpuArray_clear(&j);
  /* Out of range, either way: the result stays. */
  write_longs(&j, 5, bad);
  CODE(GA_VALUE_ERROR, GpuArray_take1(&w, &v, &j, 1));
  GpuArray_clear(&j);
  write_longs(&j, 5, low);
  CODE(GA_VALUE_ERROR, GpuArray_take1(&w, &v, &j, 1));
  HOLDS(w, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11);
  GpuArray_clear(&j);
  OK(GpuArray_take1(&w, &v, &i, 1));
  /* Rows are 1-d, and of no rows at all. */
  t = range(GA_FLOAT, 1, d4, 10, 1);
  j = range(GA_FLOAT, 1, d5, 0, 0);
  CODE(GA_INVALID_ERROR, GpuArray_take1(&j, &t, &j, 1));
  OK(GpuArray_take1(&j, &t, &i, 1));
  HOLDS(j, 12, 10, 13, 11, 11);
  GpuArray_clear(&j);
  GpuArray_clear(&t);
  OK(GpuArray_empty(&e, context, GA_FLOAT, 2, none4, GA_C_ORDER));
  CODE(GA_VALUE_ERROR, GpuArray_take1(&a, &e, &i, 1));
  GpuArray_clear(&e);

  t = range(GA_FLOAT, 2, d53, 0, 0);
  CODE(GA_INVALID_ERROR, GpuArray_take1(&t, &v, &i, 1));
  GpuArray_clear(&t);
  CODE(GA_INVALID_ERROR, GpuArray_take1(&a, &v, &v, 1));
  OK(GpuArray_transpose(&t, &a, NULL));
  CODE(GA_INVALID_ERROR, GpuArray_take1(&t, &v, &i, 1));
  GpuArray_clear(&t);
  a.flags &= ~GA_WRITEABLE;
  CODE(GA_VALUE_ERROR, GpuArray_take1(&a, &v, &i, 1));
  a.flags |= GA_WRITEABLE;
  a.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_take1(&a, &v, &i, 1));
  GpuArray_clear(&a);
  GpuArray_clear(&v);
  GpuArray_clear(&w);
  GpuArray_clear(&i);
}

static void test_take1_refusals(void) {
  const size_t d5[] = {5}, d10[] = {10}, d54[] = {5, 4}, d543[] = {5, 4, 3}, d64[] = {6, 4}, none4[] = {0, 4},
               none[] = {0};
  const ssize_t start[] = {0}, stop[] = {10}, step[] = {2};
  GpuArray v = range(GA_FLOAT, 2, d34, 0, 1), a = range(GA_FLOAT, 2, d54, -1, 0), i = range(GA_LONG, 1, d5, 1, 0), e, w,
           t;
  v.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_take1(&a, &v, &i, 1));
  v.flags |= GA_ALIGNED;
  i.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_take1(&a, &v, &i, 1));
  i.flags |= GA_ALIGNED;
  w = range(GA_LONG, 1, d10, 0, 0);
  OK(GpuArray_index(&t, &w, start, stop, step));
  CODE(GA_INVALID_ERROR, GpuArray_take1(&a, &v, &t, 1));
  GpuArray_clear(&w);
  GpuArray_clear(&t);
  w = range(GA_FLOAT, 3, d543, 0, 0);
  CODE(GA_INVALID_ERROR, GpuArray_take1(&w, &v, &i, 1));
  CODE(GA_INVALID_ERROR, GpuArray_take1(&a, &w, &i, 1));
  GpuArray_clear(&w);
  w = range(GA_FLOAT, 2, d64, -1, 0);
  CODE(GA_INVALID_ERROR, GpuArray_take1(&w, &v, &i, 1));
  GpuArray_clear(&w);
  HOLDS(a, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  /* No rows to take from, unchecked: nothing is taken. No indices: nothing to do. */
  OK(GpuArray_empty(&e, context, GA_FLOAT, 2, none4, GA_C_ORDER));
  OK(GpuArray_take1(&a, &e, &i, 0));
  HOLDS(a, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  OK(GpuArray_empty(&w, context, GA_LONG, 1, none, GA_C_ORDER));
  OK(GpuArray_take1(&e, &v, &w, 1));
  GpuArray_clear(&w);
  GpuArray_clear(&e);
  GpuArray_clear(&v);
  GpuArray_clear(&a);
  GpuArray_clear(&i);
}

static void test_maxima(void) {
  static const float values[] = {5, -1, 7, 7, 0, 9, -3, 2, 9, 1, 1, 8, 3, 3, 3, 3, 2, 4, 6, 5, -9, -8, -7, -6};
  static const int types[] = {GA_FLOAT, GA_INT};
  const size_t d234[] = {2, 3, 4}, d24[] = {2, 4}, d2[] = {2};
  const unsigned middle[] = {1}, inner[] = {1, 2}, swapped[] = {2, 1}, all[] = {0, 1, 2}, beyond[] = {3},
                 twice[] = {1, 1};
  size_t k, n;
  for (k = 0; k < sizeof types / sizeof *types; ++k) {
    GpuArray a = range(types[k], 3, d234, 0, 1), m, p;
    unsigned char host[24 * 8];
    for (n = 0; n < 24; ++n) number_to(types[k], values[n], host + n * gpuarray_get_elsize(types[k]));
    OK(GpuArray_write(&a, host, 24 * gpuarray_get_elsize(types[k])));
    m = range(types[k], 2, d24, 0, 0);
    p = range(GA_LONG, 2, d24, 0, 0);
    OK(GpuArray_maxandargmax(&m, &p, &a, 1, middle));
    HOLDS(m, 9, 9, 7, 8, 3, 4, 6, 5);
    HOLDS(p, 2, 1, 0, 2, 0, 1, 1, 1);
    CODE(GA_INVALID_ERROR, GpuArray_maxandargmax(&m, &p, &a, 2, inner));
    CODE(GA_INVALID_ERROR, GpuArray_maxandargmax(&m, &p, &a, 1, beyond));
    CODE(GA_INVALID_ERROR, GpuArray_maxandargmax(&m, &p, &a, 2, twice));
    CODE(GA_INVALID_ERROR, GpuArray_maxandargmax(&m, &p, &a, 0, middle));
    CODE(GA_INVALID_ERROR, GpuArray_maxandargmax(NULL, &p, &a, 1, middle));
    m.flags &= ~GA_WRITEABLE;
    CODE(GA_VALUE_ERROR, GpuArray_maxandargmax(&m, &p, &a, 1, middle));
    m.flags |= GA_WRITEABLE;
    p.flags &= ~GA_WRITEABLE;
    CODE(GA_VALUE_ERROR, GpuArray_maxandargmax(&m, &p, &a, 1, middle));
    p.flags |= GA_WRITEABLE;
    GpuArray_clear(&m);
    GpuArray_clear(&p);
    /* The place counts in the order of the list of axes; results may have any strides. */
    m = range(types[k], 1, d2, 0, 0);
    p = range(GA_ULONG, 1, d2, 0, 0);
    OK(GpuArray_maxandargmax(&m, &p, &a, 2, inner));
    HOLDS(m, 9, 6);
    HOLDS(p, 5, 6);
    OK(GpuArray_maxandargmax(&m, &p, &a, 2, swapped));
    HOLDS(m, 9, 6);
    HOLDS(p, 2, 7);
    GpuArray_clear(&m);
    GpuArray_clear(&p);
    m = range(types[k], 0, NULL, 0, 0);
    p = range(GA_LONG, 0, NULL, 0, 0);
    OK(GpuArray_maxandargmax(&m, &p, &a, 3, all));
    HOLDS(m, 9);
    HOLDS(p, 5);
    GpuArray_clear(&m);
    GpuArray_clear(&p);
    GpuArray_clear(&a);
  }
}

typedef struct triple {
  float x, y, z;
} triple;

static void test_registered(void) {
  static gpuarray_type type = {"triple", sizeof(triple), sizeof(float), 0};
  triple host[12], got[12];
  const int64_t rows[] = {2, 0, 2};
  const size_t d44[] = {4, 3};
  GpuArray a, b, t, i, f;
  int code = -7, typecode, k;
  typecode = gpuarray_register_type(&type, &code);
  CHECK(typecode >= GA_ENDVEC && code == -7);
  for (k = 0; k < 12; ++k) host[k].x = (float)k, host[k].y = (float)-k, host[k].z = 0.5f * (float)k;
  OK(GpuArray_empty(&a, context, typecode, 2, d34, GA_C_ORDER));
  CHECK(a.strides[1] == 12 && a.strides[0] == 48);
  OK(GpuArray_write(&a, host, sizeof host));
  /* Another order, then back. */
  OK(GpuArray_copy(&b, &a, GA_F_ORDER));
  OK(GpuArray_read(got, sizeof got, &b));
  CHECK(got[1].x == 4 && got[1].y == -4 && got[1].z == 2);
  OK(GpuArray_transpose(&t, &b, NULL));
  CHECK(t.dimensions[0] == d44[0] && (t.flags & GA_C_CONTIGUOUS));
  OK(GpuArray_move(&b, &a));
  GpuArray_clear(&t);
  write_longs(&i, 3, rows);
  OK(GpuArray_take1(&a, &a, &i, 1));
  OK(GpuArray_read(got, sizeof got, &a));
  CHECK(memcmp(got, host + 8, 4 * sizeof *got) == 0 && memcmp(got + 4, host, 4 * sizeof *got) == 0);
  CHECK(memcmp(got + 8, host + 8, 4 * sizeof *got) == 0);
  f = range(GA_FLOAT, 2, d34, 0, 0);
  CODE(GA_MISC_ERROR, GpuArray_move(&f, &a));
  GpuArray_clear(&f);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
  GpuArray_clear(&i);
}

/* Rows of two bytes each. */
static void test_pairs(void) {
  static gpuarray_type type = {"pair", 2, 1, 0};
  static const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8}, swapped[] = {7, 8, 1, 2, 5, 6, 5, 6};
  const size_t d4[] = {4};
  const int64_t rows[] = {3, 0, 2, 2};
  unsigned char got[8];
  GpuArray a, v, i, other = range(GA_SHORT, 1, d4, 0, 0);
  const int typecode = gpuarray_register_type(&type, NULL);
  OK(GpuArray_empty(&v, context, typecode, 1, d4, GA_C_ORDER));
  OK(GpuArray_empty(&a, context, typecode, 1, d4, GA_C_ORDER));
  OK(GpuArray_write(&v, bytes, sizeof bytes));
  write_longs(&i, 4, rows);
  OK(GpuArray_take1(&a, &v, &i, 1));
  OK(GpuArray_read(got, sizeof got, &a));
  CHECK(memcmp(got, swapped, sizeof got) == 0);
  CODE(GA_MISC_ERROR, GpuArray_take1(&other, &v, &i, 1));
  CODE(GA_MISC_ERROR, GpuArray_take1(&a, &other, &i, 1));
  HOLDS(other, 0, 0, 0, 0);
  GpuArray_clear(&a);
  GpuArray_clear(&v);
  GpuArray_clear(&i);
  GpuArray_clear(&other);
}

static void test_vectors(void) {
  GpuArray a, b;
  float host[48], got[48];
  int k;
  for (k = 0; k < 48; ++k) host[k] = (float)k;
  OK(GpuArray_empty(&a, context, GA_FLOAT4, 2, d34, GA_C_ORDER));
  OK(GpuArray_write(&a, host, sizeof host));
  OK(GpuArray_copy(&b, &a, GA_F_ORDER));
  OK(GpuArray_read(got, sizeof got, &b));
  CHECK(got[4] == 16 && got[5] == 17 && got[12] == 4);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
}

int main(void) {
  open_context();
  test_take1();
  test_take1_refusals();
  test_maxima();
  test_registered();
  test_pairs();
  test_vectors();
  return close_context();
}
