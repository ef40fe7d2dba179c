/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/array.h: flags, strides and the ends of what indexing, reshaping and splitting take. */
#include "array_test.h"

static const size_t d34[] = {3, 4}, d12[] = {12};

#define ONE_SEGMENT (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS)

static void test_flags(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), v, w;
  const ssize_t start[] = {1, 0}, stop[] = {2, 4}, step[] = {1, 1}, odd[] = {18, 4}, wide[] = {20, 4};
  const size_t d23[] = {2, 3};
  /* The stride of an axis of one element says nothing. */
  OK(GpuArray_index(&v, &a, start, stop, step));
  CHECK((v.flags & ONE_SEGMENT) == ONE_SEGMENT && v.offset == 16);
  GpuArray_clear(&v);
  OK(GpuArray_fromdata(&v, a.data, 0, GA_INT, 2, d23, odd, 1));
  CHECK(!GpuArray_ISALIGNED(&v));
  GpuArray_clear(&v);
  OK(GpuArray_fromdata(&v, a.data, 0, GA_INT, 2, d23, wide, 1));
  CHECK(GpuArray_ISALIGNED(&v) && GpuArray_ISWRITEABLE(&v));
  /* A view has the flags, not what would be found out. */
  v.flags &= ~GA_ALIGNED;
  OK(GpuArray_view(&w, &v));
  CHECK(w.flags == v.flags);
  GpuArray_clear(&w);
  GpuArray_clear(&v);
  GpuArray_clear(&a);
}

static void test_refusals(void) {
  GpuArray a = {0}, v;
  const size_t zero[] = {3, 0, 2}, huge[] = {(size_t)1 << 63, 0, 4};
  size_t bytes = 7;
  CODE(GA_VALUE_ERROR, GpuArray_empty(&a, context, GA_SSIZE, 2, d34, GA_C_ORDER));
  CHECK(GpuArray_sync(&a) != GA_NO_ERROR); /* has no buffer */
  CHECK(GpuArray_view(&v, &a) != GA_NO_ERROR);
  OK(GpuArray_empty(&a, context, GA_INT, 3, zero, GA_C_ORDER));
  OK(gpudata_property(a.data, GA_BUFFER_PROP_SIZE, &bytes));
  SAME(bytes, 0);
  CHECK(GpuArray_fromdata(&a, a.data, 0, GA_INT, 3, zero, NULL, 1) != GA_NO_ERROR);
  GpuArray_clear(&a);
  CODE(GA_XLARGE_ERROR, GpuArray_empty(&a, context, GA_INT, 3, huge, GA_C_ORDER));
}

static void test_index_ends(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), v;
  ssize_t start[2], stop[2], step[2];
#define SLICE(s0, e0, t0, s1, e1, t1) \
  (start[0] = s0, stop[0] = e0, step[0] = t0, start[1] = s1, stop[1] = e1, step[1] = t1, start)
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(2, -2, -1, 0, 4, 1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 3, 1, 5, 4, -1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 3, 1, 5, 4, 2), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 3, 1, 5, 4, 0), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 3, 1, 4, 0, -1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 3, 1, 0, 5, 1), stop, step));
  /* The wrong way, for less than a step. */
  OK(GpuArray_index(&v, &a, SLICE(0, 3, 1, 2, 1, 2), stop, step));
  CHECK(v.nd == 2 && v.dimensions[0] == 3 && v.dimensions[1] == 0);
  GpuArray_clear(&v);
  OK(GpuArray_index(&v, &a, SLICE(1, 2, -3, 0, 4, 1), stop, step));
  CHECK(v.nd == 2 && v.dimensions[0] == 0 && v.dimensions[1] == 4);
  GpuArray_clear(&v);
  /* A step that leads far beyond. */
  OK(GpuArray_index(&v, &a, SLICE(2, 3, PTRDIFF_MAX, 3, 0, -2), stop, step));
  HOLDS(v, 11, 9);
  GpuArray_clear(&v);
  /* No elements: the offset stays inside. */
  OK(GpuArray_index(&v, &a, SLICE(1, 3, 1, 4, 4, 1), stop, step));
  CHECK(v.dimensions[0] == 2 && v.dimensions[1] == 0 && v.offset <= 48);
  OK(GpuArray_index_inplace(&v, SLICE(1, 2, 1, 0, 0, 1), stop, step));
  CHECK(v.dimensions[0] == 1 && v.dimensions[1] == 0 && v.offset <= 48);
  GpuArray_clear(&v);
  GpuArray_clear(&a);
}

static void test_reshape_orders(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), t, v, s;
  const size_t d26[] = {2, 6}, d322[] = {3, 2, 2}, d2123[] = {2, 1, 2, 3},
               wraps[] = {3, (size_t)0xAAAAAAAAAAAAAAABu, 12}, d62[] = {6, 2}, d314[] = {3, 1, 4}, d222[] = {2, 2, 2},
               d81[] = {8, 1}, d8[] = {8};
  const ssize_t start[] = {0, 0, 0}, stop[] = {3, 1, 4}, step[] = {2, 1, 1};
  /* Any order is that of the array. */
  OK(GpuArray_transpose(&t, &a, NULL));
  OK(GpuArray_reshape(&v, &t, 1, d12, GA_ANY_ORDER, 1));
  CHECK(v.data == a.data);
  HOLDS(v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuArray_clear(&v);
  OK(GpuArray_reshape(&v, &a, 2, d62, GA_ANY_ORDER, 1));
  HOLDS(v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuArray_clear(&v);
  /* A copy in F order. */
  CODE(GA_COPY_ERROR, GpuArray_reshape(&v, &a, 1, d12, GA_F_ORDER, 1));
  OK(GpuArray_reshape(&v, &a, 1, d12, GA_F_ORDER, 0));
  CHECK(v.data != a.data);
  HOLDS(v, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11);
  GpuArray_clear(&v);
  CODE(GA_VALUE_ERROR, GpuArray_reshape(&v, &a, 1, d12, (ga_order)7, 1));
  CODE(GA_XLARGE_ERROR, GpuArray_reshape(&v, &a, 3, wraps, GA_C_ORDER, 1)); /* 12 modulo 2^64 */
  /* Axes of one element go in anywhere. */
  OK(GpuArray_reshape(&v, &t, 4, d2123, GA_C_ORDER, 1));
  CHECK(v.data == a.data && v.strides[0] == 8 && v.strides[1] == 8 && v.strides[2] == 4 && v.strides[3] == 16);
  HOLDS(v, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11);
  GpuArray_clear(&v);
  GpuArray_clear(&t);
  OK(GpuArray_reshape_inplace(&a, 3, d314, GA_C_ORDER));
  OK(GpuArray_index(&s, &a, start, stop, step)); /* (2, 1, 4): every other row */
  OK(GpuArray_reshape(&v, &s, 3, d222, GA_C_ORDER, 1));
  CHECK(v.data == a.data);
  HOLDS(v, 0, 1, 2, 3, 8, 9, 10, 11);
  GpuArray_clear(&v);
  CODE(GA_COPY_ERROR, GpuArray_reshape(&v, &s, 1, d8, GA_C_ORDER, 1));
  OK(GpuArray_reshape(&v, &s, 2, d81, GA_C_ORDER, 0));
  HOLDS(v, 0, 1, 2, 3, 8, 9, 10, 11);
  GpuArray_clear(&v);
  GpuArray_clear(&s);
  GpuArray_clear(&a);

  /* Two elements along an axis are two. */
  a = range(GA_INT, 2, d26, 0, 1);
  OK(GpuArray_transpose(&t, &a, NULL));
  OK(GpuArray_reshape(&v, &t, 3, d322, GA_C_ORDER, 1));
  CHECK(v.data == a.data);
  HOLDS(v, 0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11);
  GpuArray_clear(&v);
  GpuArray_clear(&t);
  GpuArray_clear(&a);
}

static void test_split_ends(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), parts[2];
  GpuArray* results[] = {&parts[0], NULL};
  size_t point[] = {2};
  CHECK(GpuArray_split(results, &a, 1, point, 1) != GA_NO_ERROR);
  results[1] = &parts[1];
  point[0] = SIZE_MAX;
  CODE(GA_VALUE_ERROR, GpuArray_split(results, &a, 1, point, 1));
  point[0] = 4;
  OK(GpuArray_split(results, &a, 1, point, 1));
  HOLDS(parts[0], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  CHECK(parts[1].dimensions[0] == 3 && parts[1].dimensions[1] == 0);
  GpuArray_clear(&parts[0]);
  GpuArray_clear(&parts[1]);
  GpuArray_clear(&a);
}

int main(void) {
  open_context();
  test_flags();
  test_refusals();
  test_index_ends();
  test_reshape_orders();
  test_split_ends();
  return close_context();
}
