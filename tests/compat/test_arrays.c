/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/array.h: making arrays and views of them, and moving elements. */
#include "array_test.h"

static const size_t d34[] = {3, 4}, d4[] = {4}, d12[] = {12};

static void test_making(void) {
  GpuArray a, v;
  const size_t zero[] = {3, 0, 2}, huge[] = {(size_t)1 << 40, (size_t)1 << 40};
  const unsigned char byte = 0;
  OK(GpuArray_empty(&a, context, GA_INT, 2, d34, GA_F_ORDER));
  CHECK(a.nd == 2 && a.offset == 0 && a.typecode == GA_INT);
  CHECK(a.strides[0] == 4 && a.strides[1] == 12);
  CHECK(a.flags == (GA_F_CONTIGUOUS | GA_BEHAVED));
  CHECK(GpuArray_context(&a) == context);
  GpuArray_clear(&a);
  CHECK(!a.data && !a.dimensions && !a.strides && a.nd == 0);
  GpuArray_clear(&a);

  OK(GpuArray_zeros(&a, context, GA_SHORT, 2, d34, GA_C_ORDER));
  CHECK(a.flags == (GA_C_CONTIGUOUS | GA_BEHAVED));
  HOLDS(a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  GpuArray_clear(&a);

  OK(GpuArray_zeros(&a, context, GA_FLOAT, 0, NULL, GA_ANY_ORDER));
  CHECK(a.nd == 0 && (a.flags & (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS)) == (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS));
  HOLDS(a, 0);
  GpuArray_clear(&a);

  OK(GpuArray_zeros(&a, context, GA_FLOAT, 3, zero, GA_C_ORDER));
  CHECK(count_of(&a) == 0);
  OK(GpuArray_write(&a, &byte, 0));
  OK(GpuArray_sync(&a));
  GpuArray_clear(&a);

  CODE(GA_VALUE_ERROR, GpuArray_empty(&a, context, GA_FLOAT, 2, d34, (ga_order)7));
  CODE(GA_XLARGE_ERROR, GpuArray_empty(&a, context, GA_FLOAT, 2, huge, GA_C_ORDER));
  CODE(GA_VALUE_ERROR, GpuArray_empty(&a, context, GA_SIZE, 2, d34, GA_C_ORDER));

  a = range(GA_FLOAT, 2, d34, 0, 1);
  OK(GpuArray_view(&v, &a));
  CHECK(v.data == a.data && v.flags == a.flags && v.dimensions != a.dimensions && v.strides != a.strides);
  CHECK(GpuArray_share(&a, &v) == 1);
  GpuArray_clear(&a);
  HOLDS(v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);

  /* The struct is the caller's to edit. */
  v.strides[0] = 4;
  v.strides[1] = 12;
  v.dimensions[0] = 3;
  v.dimensions[1] = 4;
  GpuArray_fix_flags(&v);
  CHECK((v.flags & (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS)) == GA_F_CONTIGUOUS && GpuArray_ISALIGNED(&v));
  v.offset = 2;
  GpuArray_fix_flags(&v);
  CHECK(!GpuArray_ISALIGNED(&v));
  v.offset = 0;
  v.strides[0] = 8;
  GpuArray_fix_flags(&v);
  CHECK(!(v.flags & (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS)) && GpuArray_ISALIGNED(&v));
  GpuArray_clear(&v);
}

static void test_fromdata(void) {
  GpuArray a, b;
  const ssize_t strides[] = {-16, 4};
  unsigned references = 0;
  a = range(GA_FLOAT, 2, d34, 0, 1);
  OK(GpuArray_fromdata(&b, a.data, 32, GA_FLOAT, 2, d34, strides, 0));
  CHECK(!(b.flags & GA_WRITEABLE) && (b.flags & GA_ALIGNED) && !GpuArray_ISONESEGMENT(&b));
  OK(gpudata_property(a.data, GA_BUFFER_PROP_REFCNT, &references));
  CHECK(references == 2);
  HOLDS(b, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  CODE(GA_VALUE_ERROR, GpuArray_write(&b, d34, 4));
  GpuArray_clear(&b);
  CODE(GA_VALUE_ERROR, GpuArray_fromdata(&b, a.data, 0, 4711, 2, d34, strides, 1));
  OK(gpudata_property(a.data, GA_BUFFER_PROP_REFCNT, &references));
  CHECK(references == 1);
  GpuArray_clear(&a);
}

static void test_index(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), v;
  ssize_t start[2], stop[2], step[2];
#define SLICE(s0, e0, t0, s1, e1, t1) \
  (start[0] = s0, stop[0] = e0, step[0] = t0, start[1] = s1, stop[1] = e1, step[1] = t1, start)
  OK(GpuArray_index(&v, &a, SLICE(0, 3, 2, 1, 4, 1), stop, step));
  CHECK(v.nd == 2 && v.dimensions[0] == 2 && v.dimensions[1] == 3 && v.strides[0] == 32 && v.offset == 4);
  HOLDS(v, 1, 2, 3, 9, 10, 11);
  GpuArray_clear(&v);
  OK(GpuArray_index(&v, &a, SLICE(2, -1, -1, 3, -1, -2), stop, step));
  HOLDS(v, 11, 9, 7, 5, 3, 1);
  GpuArray_clear(&v);
  OK(GpuArray_index(&v, &a, SLICE(1, 0, 0, 0, 4, 3), stop, step));
  CHECK(v.nd == 1);
  HOLDS(v, 4, 7);
  GpuArray_clear(&v);
  OK(GpuArray_index(&v, &a, SLICE(2, 0, 0, 3, 0, 0), stop, step));
  CHECK(v.nd == 0);
  HOLDS(v, 11);
  GpuArray_clear(&v);
  OK(GpuArray_index(&v, &a, SLICE(0, 3, 1, 4, 4, 1), stop, step));
  CHECK(v.nd == 2 && v.dimensions[1] == 0);
  GpuArray_clear(&v);
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 4, 1, 0, 4, 1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(3, 0, 0, 0, 4, 1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(-1, 0, 0, 0, 4, 1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(2, 1, 1, 0, 4, 1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, SLICE(0, 3, 1, -2, 4, 1), stop, step));
  CODE(GA_VALUE_ERROR, GpuArray_index(&v, &a, NULL, stop, step));
  OK(GpuArray_index_inplace(&a, SLICE(0, 3, 1, 3, -1, -1), stop, step));
  HOLDS(a, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8);
  GpuArray_clear(&a);
}

static void test_reshape(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), t, v;
  const size_t d26[] = {2, 6}, d25[] = {2, 5}, d1[] = {1, 12, 1}, d223[] = {2, 2, 3}, none[] = {0}, zero[] = {3, 0},
               zero2[] = {0, 7, 2};
  const unsigned axes[] = {1, 0}, twice[] = {1, 1}, beyond[] = {0, 2};
  OK(GpuArray_reshape(&v, &a, 2, d26, GA_C_ORDER, 1));
  CHECK(v.data == a.data);
  HOLDS(v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuArray_clear(&v);
  OK(GpuArray_reshape(&v, &a, 3, d1, GA_C_ORDER, 1));
  CHECK(v.nd == 3 && (v.flags & GA_C_CONTIGUOUS));
  GpuArray_clear(&v);
  CODE(GA_INVALID_ERROR, GpuArray_reshape(&v, &a, 2, d25, GA_C_ORDER, 1));
  CODE(GA_INVALID_ERROR, GpuArray_reshape(&v, &a, 1, none, GA_C_ORDER, 1));

  OK(GpuArray_transpose(&t, &a, NULL));
  CHECK(t.dimensions[0] == 4 && t.dimensions[1] == 3 && (t.flags & GA_F_CONTIGUOUS));
  HOLDS(t, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11);
  CODE(GA_COPY_ERROR, GpuArray_reshape(&v, &t, 1, d12, GA_C_ORDER, 1));
  OK(GpuArray_reshape(&v, &t, 1, d12, GA_F_ORDER, 1));
  HOLDS(v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuArray_clear(&v);
  OK(GpuArray_reshape(&v, &t, 1, d12, GA_C_ORDER, 0));
  CHECK(v.data != t.data);
  HOLDS(v, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11);
  GpuArray_clear(&v);
  /* The outer axis divides without a copy. */
  OK(GpuArray_reshape(&v, &t, 3, d223, GA_C_ORDER, 1));
  CHECK(v.data == t.data);
  HOLDS(v, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11);
  GpuArray_clear(&v);
  CODE(GA_COPY_ERROR, GpuArray_reshape_inplace(&t, 1, d12, GA_C_ORDER));
  OK(GpuArray_transpose_inplace(&t, axes));
  CHECK(t.flags & GA_C_CONTIGUOUS);
  OK(GpuArray_reshape_inplace(&t, 1, d12, GA_C_ORDER));
  HOLDS(t, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuArray_clear(&t);
  CODE(GA_VALUE_ERROR, GpuArray_transpose(&t, &a, twice));
  CODE(GA_VALUE_ERROR, GpuArray_transpose(&t, &a, beyond));
  GpuArray_clear(&a);

  OK(GpuArray_empty(&a, context, GA_INT, 2, zero, GA_C_ORDER));
  OK(GpuArray_reshape(&v, &a, 3, zero2, GA_C_ORDER, 1));
  CHECK(v.nd == 3 && v.dimensions[1] == 7);
  GpuArray_clear(&v);
  GpuArray_clear(&a);
}

static void test_move(void) {
  static const int types[] = {GA_BOOL, GA_BYTE, GA_UBYTE, GA_SHORT, GA_USHORT, GA_INT,
                              GA_UINT, GA_LONG, GA_ULONG, GA_HALF,  GA_FLOAT,  GA_DOUBLE};
  const size_t kinds = sizeof types / sizeof *types;
  size_t i, j;
  /* Each from and to another one: a kernel each, which takes its time to compile. */
  for (i = 0; i < kinds; ++i)
    for (j = (i + 1) % kinds; j != (i + 2) % kinds; j = (j + 1) % kinds) {
      GpuArray from, to, back;
      if (!has_float64 && (types[i] == GA_DOUBLE || types[j] == GA_DOUBLE)) continue;
      from = range(types[i], 2, d34, 0, types[i] == GA_BOOL ? 0 : 1);
      OK(GpuArray_empty(&to, context, types[j], 2, d34, GA_F_ORDER));
      OK(GpuArray_move(&to, &from));
      if (types[i] == GA_BOOL)
        HOLDS(to, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
      else if (types[j] == GA_BOOL)
        HOLDS(to, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
      else
        HOLDS(to, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
      OK(GpuArray_copy(&back, &to, GA_C_ORDER));
      CHECK(back.flags & GA_C_CONTIGUOUS);
      CHECK(back.typecode == types[j]);
      GpuArray_clear(&from);
      GpuArray_clear(&to);
      GpuArray_clear(&back);
    }
}

static void test_setarray(void) {
  GpuArray a = range(GA_FLOAT, 2, d34, 0, 0), row = range(GA_INT, 1, d4, 1, 1), v, one;
  const size_t d31[] = {3, 1};
  const ssize_t start[] = {2, 3}, stop[] = {-1, -1}, step[] = {-1, -1};
  GpuArray column = range(GA_FLOAT, 2, d31, 10, 10);
  OK(GpuArray_setarray(&a, &row));
  HOLDS(a, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4);
  OK(GpuArray_setarray(&a, &column));
  HOLDS(a, 10, 10, 10, 10, 20, 20, 20, 20, 30, 30, 30, 30);
  one = range(GA_SHORT, 0, NULL, 7, 0);
  OK(GpuArray_setarray(&a, &one));
  HOLDS(a, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
  GpuArray_clear(&one);
  CODE(GA_VALUE_ERROR, GpuArray_setarray(&row, &a));
  CODE(GA_VALUE_ERROR, GpuArray_setarray(&column, &a));
  CODE(GA_VALUE_ERROR, GpuArray_move(&a, &column));
  a.flags &= ~GA_WRITEABLE;
  CODE(GA_VALUE_ERROR, GpuArray_setarray(&a, &row));
  CODE(GA_VALUE_ERROR, GpuArray_move(&a, &a));
  a.flags |= GA_WRITEABLE;
  a.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_setarray(&a, &row));
  a.flags |= GA_ALIGNED;
  GpuArray_clear(&a);

  /* Backwards over itself. */
  a = range(GA_FLOAT, 2, d34, 0, 1);
  OK(GpuArray_index(&v, &a, start, stop, step));
  OK(GpuArray_setarray(&a, &v));
  HOLDS(a, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  GpuArray_clear(&v);
  GpuArray_clear(&a);
  GpuArray_clear(&row);
  GpuArray_clear(&column);
}

static void test_host(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), v;
  const ssize_t start[] = {0, 1}, stop[] = {3, 3}, step[] = {1, 1}, rows[] = {1, 0}, end[] = {2, 4};
  int host[12];
  size_t i;
  char text[256] = {0};
  FILE* file = tmpfile();
  for (i = 0; i < 12; ++i) host[i] = 100 + (int)i;
  OK(GpuArray_write(&a, host, sizeof host));
  memset(host, 0, sizeof host);
  OK(GpuArray_read(host, sizeof host, &a));
  for (i = 0; i < 12; ++i) CHECK(host[i] == 100 + (int)i);
  OK(GpuArray_index(&v, &a, start, stop, step));
  CODE(GA_UNSUPPORTED_ERROR, GpuArray_write(&v, host, 24));
  CODE(GA_UNSUPPORTED_ERROR, GpuArray_read(host, 24, &v));
  CODE(GA_UNSUPPORTED_ERROR, GpuArray_memset(&v, 1));
  GpuArray_clear(&v);
  /* The array's bytes and no others. */
  OK(GpuArray_index(&v, &a, rows, end, step));
  OK(GpuArray_memset(&v, 0x81));
  HOLDS(a, 100, 101, 102, 103, (int)0x81818181, (int)0x81818181, (int)0x81818181, (int)0x81818181, 108, 109, 110, 111);
  GpuArray_clear(&v);
  CHECK(file != NULL);
  if (file) {
    a.dimensions[0] = 1;
    OK(GpuArray_fdump(file, &a));
    GpuArray_fprintf(file, &a);
    rewind(file);
    CHECK(fread(text, 1, sizeof text - 1, file) > 0);
    CHECK(strncmp(text, "[0] = 100\n[1] = 101\n[2] = 102\n[3] = 103\nGpuNdArray <", 52) == 0);
    fclose(file);
  }
  GpuArray_clear(&a);
}

static void test_transfer(void) {
  GpuArray a = range(GA_INT, 2, d34, 0, 1), b = range(GA_INT, 2, d34, 0, 0), f = range(GA_FLOAT, 2, d34, 0, 0);
  const ssize_t start[] = {0, 1}, stop[] = {3, 3}, step[] = {1, 1};
  GpuArray v;
  OK(GpuArray_transfer(&b, &a));
  HOLDS(b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  CODE(GA_UNSUPPORTED_ERROR, GpuArray_transfer(&f, &a));
  OK(GpuArray_index(&v, &a, start, stop, step));
  CODE(GA_UNSUPPORTED_ERROR, GpuArray_transfer(&v, &a));
  CODE(GA_UNSUPPORTED_ERROR, GpuArray_transfer(&a, &v));
  GpuArray_clear(&v);
  GpuArray_clear(&a);
  GpuArray_clear(&b);
  GpuArray_clear(&f);
}

static void test_join(void) {
  const size_t d32[] = {3, 2}, d24[] = {2, 4};
  GpuArray a = range(GA_INT, 2, d34, 0, 1), b = range(GA_FLOAT, 2, d32, 100, 1), r, parts[3];
  const GpuArray *list[] = {&a, &b}, *one[] = {&a};
  GpuArray* results[] = {&parts[0], &parts[1], &parts[2]};
  size_t points[] = {1, 3};
  OK(GpuArray_concatenate(&r, list, 2, 1, GA_FLOAT));
  CHECK(r.nd == 2 && r.dimensions[1] == 6 && r.typecode == GA_FLOAT && (r.flags & GA_C_CONTIGUOUS));
  HOLDS(r, 0, 1, 2, 3, 100, 101, 4, 5, 6, 7, 102, 103, 8, 9, 10, 11, 104, 105);
  GpuArray_clear(&r);
  OK(GpuArray_concatenate(&r, one, 1, 0, GA_SHORT));
  HOLDS(r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  GpuArray_clear(&r);
  CODE(GA_VALUE_ERROR, GpuArray_concatenate(&r, list, 2, 0, GA_FLOAT));
  CODE(GA_VALUE_ERROR, GpuArray_concatenate(&r, list, 2, 2, GA_FLOAT));
  CODE(GA_VALUE_ERROR, GpuArray_concatenate(&r, list, 0, 0, GA_FLOAT));
  GpuArray_clear(&b);
  b = range(GA_INT, 2, d24, 12, 1);
  OK(GpuArray_concatenate(&r, list, 2, 0, GA_INT));
  CHECK(r.dimensions[0] == 5);
  GpuArray_clear(&r);

  OK(GpuArray_split(results, &a, 2, points, 1));
  HOLDS(parts[0], 0, 4, 8);
  HOLDS(parts[1], 1, 2, 5, 6, 9, 10);
  HOLDS(parts[2], 3, 7, 11);
  CHECK(GpuArray_share(&parts[0], &a) && parts[2].data == a.data);
  GpuArray_clear(&parts[0]);
  GpuArray_clear(&parts[1]);
  GpuArray_clear(&parts[2]);
  points[1] = 5;
  CODE(GA_VALUE_ERROR, GpuArray_split(results, &a, 2, points, 1));
  CODE(GA_VALUE_ERROR, GpuArray_split(results, &a, 2, points, 2));
  GpuArray_clear(&a);
  GpuArray_clear(&b);
}

int main(void) {
  open_context();
  test_making();
  test_fromdata();
  test_index();
  test_reshape();
  test_move();
  test_setarray();
  test_host();
  test_transfer();
  test_join();
  return close_context();
}
