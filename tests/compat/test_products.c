/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/blas.h and buffer_blas.h: what products refuse, and the ends of what they take. */
#include <gpuarray/blas.h>

#include "array_test.h"

enum { SIZE = 80 };
static const size_t d53[] = {5, 3}, d34[] = {3, 4}, d54[] = {5, 4}, d43[] = {4, 3}, d3[] = {3}, d4[] = {4}, d5[] = {5};

static GpuArray columns_of(const GpuArray* a, ssize_t first, ssize_t stop, ssize_t pace) {
  const ssize_t start[] = {0, first}, end[] = {(ssize_t)a->dimensions[0], stop}, step[] = {1, pace};
  GpuArray v;
  OK(GpuArray_index(&v, a, start, end, step));
  return v;
}

static GpuArray backward(const GpuArray* x) {
  const ssize_t start[] = {(ssize_t)x->dimensions[0] - 1}, stop[] = {-1}, step[] = {-1};
  GpuArray v;
  OK(GpuArray_index(&v, x, start, stop, step));
  return v;
}

/* Strides that BLAS has not: copies of operands may be forbidden, results are refused in any case. */
static void test_strides(void) {
  const size_t d58[] = {5, 8}, d38[] = {3, 8};
  GpuArray a = range(GA_FLOAT, 2, d53, 0, 1), b = range(GA_FLOAT, 2, d34, 0, 1), c = range(GA_FLOAT, 2, d54, 0, 0),
           x = range(GA_FLOAT, 1, d3, 1, 1), y = range(GA_FLOAT, 1, d5, 0, 0), z = range(GA_FLOAT, 0, NULL, 0, 0),
           wide_c = range(GA_FLOAT, 2, d58, 0, 0), wide_b = range(GA_FLOAT, 2, d38, 0, 0.5), v, w;
  v = columns_of(&wide_c, 0, 8, 2);
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &b, 0, &v, 0));
  GpuArray_clear(&v);
  v = columns_of(&wide_c, 0, 6, 2);
  CODE(GA_VALUE_ERROR, GpuArray_rger(1, &y, &x, &v, 0));
  GpuArray_clear(&v);
  v = columns_of(&wide_b, 0, 8, 2);
  CODE(GA_COPY_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &v, 0, &c, 1));
  OK(GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &v, 0, &c, 0));
  HOLDS(c, 20, 23, 26, 29, 56, 68, 80, 92, 92, 113, 134, 155, 128, 158, 188, 218, 164, 203, 242, 281);
  GpuArray_clear(&v);
  v = columns_of(&wide_c, 1, 7, 2);
  CODE(GA_COPY_ERROR, GpuArray_rgemv(cb_no_trans, 1, &v, &x, 0, &y, 1));
  GpuArray_clear(&v);
  v = backward(&x);
  CODE(GA_COPY_ERROR, GpuArray_rdot(&x, &v, &z, 1));
  CODE(GA_COPY_ERROR, GpuArray_rdot(&v, &x, &z, 1));
  OK(GpuArray_rdot(&x, &v, &z, 0));
  HOLDS(z, 10);
  w = backward(&y);
  CODE(GA_COPY_ERROR, GpuArray_rger(1, &w, &x, &a, 1));
  CODE(GA_COPY_ERROR, GpuArray_rger(1, &y, &v, &a, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rgemv(cb_no_trans, 1, &a, &x, 0, &w, 0));
  GpuArray_clear(&v), GpuArray_clear(&w);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c), GpuArray_clear(&x), GpuArray_clear(&y);
  GpuArray_clear(&z), GpuArray_clear(&wide_b), GpuArray_clear(&wide_c);
}

static GpuArray strided(const GpuArray* a, size_t offset, const size_t* dims, ssize_t s0, ssize_t s1, ssize_t s2) {
  GpuArray v;
  int i;
  OK(GpuArray_view(&v, a));
  v.offset = offset;
  v.strides[0] = s0, v.strides[1] = s1, v.strides[2] = s2;
  for (i = 0; i < 3; ++i) v.dimensions[i] = dims[i];
  GpuArray_fix_flags(&v);
  return v;
}

/* Each matrix of a batch has a leading dimension, in either order, and lies where it likes: no copy is
 * needed. */
static void test_batch_strides(void) {
  static const struct {
    ssize_t a[3], b[3], c[3];
    size_t c_first;
    int code; /* without copies */
  } cases[] = {
      {{24, 12, 4}, {36, 12, 4}, {24, 12, 4}, 0, GA_NO_ERROR},
      {{8, 24, 4}, {36, 4, 12}, {24, 12, 4}, 0, GA_NO_ERROR},    /* rows far apart, the batch between them */
      {{24, 4, 8}, {36, 24, 4}, {36, 16, 4}, 0, GA_NO_ERROR},    /* gaps */
      {{24, 12, 4}, {36, 12, 4}, {12, 24, 4}, 0, GA_NO_ERROR},   /* a result's batch and rows exchanged */
      {{-24, 12, 4}, {0, 12, 4}, {-40, 4, 12}, 48, GA_NO_ERROR}, /* backwards, one for all, columns */
      {{24, 16, 8}, {36, 12, 4}, {24, 12, 4}, 0, GA_COPY_ERROR},
      {{24, -12, 4}, {36, 12, 4}, {24, 12, 4}, 0, GA_COPY_ERROR},
      {{24, 8, 4}, {36, 12, 4}, {24, 12, 4}, 0, GA_COPY_ERROR}, /* rows share elements */
      {{24, 12, 4}, {36, 12, 4}, {48, 24, 8}, 0, GA_VALUE_ERROR},
      {{24, 12, 4}, {36, 12, 4}, {24, 8, 4}, 0, GA_VALUE_ERROR},
  };
  const size_t n = SIZE, d_a[] = {2, 2, 3}, d_b[] = {2, 3, 3}, d_3[] = {1, 1, SIZE};
  GpuArray all_a = range(GA_FLOAT, 3, d_3, 0, 1), all_b = range(GA_FLOAT, 3, d_3, 1, 2);
  size_t t;
  for (t = 0; t < sizeof cases / sizeof *cases; ++t) {
    GpuArray all_c = range(GA_FLOAT, 3, d_3, 0, 1);
    const ssize_t *sa = cases[t].a, *sb = cases[t].b, *sc = cases[t].c;
    const size_t a0 = 24, b0 = 0, c0 = cases[t].c_first;
    GpuArray a = strided(&all_a, a0, d_a, sa[0], sa[1], sa[2]), b = strided(&all_b, b0, d_b, sb[0], sb[1], sb[2]),
             c = strided(&all_c, c0, d_a, sc[0], sc[1], sc[2]);
    const int code = GpuArray_rgemmBatch_3d(cb_no_trans, cb_no_trans, 1, &a, &b, 2, &c, 1);
    SAME(code, cases[t].code);
    if (code == GA_COPY_ERROR) OK(GpuArray_rgemmBatch_3d(cb_no_trans, cb_no_trans, 1, &a, &b, 2, &c, 0));
    double expected[SIZE], *got = numbers_of(&all_c);
    size_t i;
    int m, r, q, k;
    for (i = 0; i < n; ++i) expected[i] = (double)i;
    for (m = 0; m < 2 && code != GA_VALUE_ERROR; ++m)
      for (r = 0; r < 2; ++r)
        for (q = 0; q < 3; ++q) {
          double* const to = expected + ((ssize_t)c0 + m * sc[0] + r * sc[1] + q * sc[2]) / 4;
          *to *= 2;
          for (k = 0; k < 3; ++k)
            *to += (double)(((ssize_t)a0 + m * sa[0] + r * sa[1] + k * sa[2]) / 4) *
                   (double)(1 + 2 * (((ssize_t)b0 + m * sb[0] + k * sb[1] + q * sb[2]) / 4));
        }
    for (i = 0; i < n; ++i) SAME(got[i], expected[i]);
    free(got);
    GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c), GpuArray_clear(&all_c);
  }
  GpuArray_clear(&all_a), GpuArray_clear(&all_b);
}

static void test_extents(void) {
  const size_t d253[] = {2, 5, 3}, d134[] = {1, 3, 4}, d153[] = {1, 5, 3}, d234[] = {2, 3, 4}, d254[] = {2, 5, 4},
               d1[] = {1}, d14[] = {1, 4}, d51[] = {5, 1};
  GpuArray a = range(GA_FLOAT, 3, d253, 0, 1), a1 = range(GA_FLOAT, 3, d153, 0, 1), b = range(GA_FLOAT, 3, d234, 0, 1),
           b1 = range(GA_FLOAT, 3, d134, 0, 1), c = range(GA_FLOAT, 3, d254, 0, 0), m = range(GA_FLOAT, 2, d53, 0, 1),
           n = range(GA_FLOAT, 2, d34, 0, 1), row = range(GA_FLOAT, 2, d14, 0, 1),
           column = range(GA_FLOAT, 2, d51, 0, 1), wrong = range(GA_FLOAT, 2, d43, 0, 0),
           one = range(GA_FLOAT, 1, d1, 1, 1), x = range(GA_FLOAT, 1, d5, 1, 1), y = range(GA_FLOAT, 1, d4, 1, 1),
           z = range(GA_FLOAT, 0, NULL, 7, 0);
  /* Nothing is broadcast. */
  CODE(GA_VALUE_ERROR, GpuArray_rgemmBatch_3d(cb_no_trans, cb_no_trans, 1, &a, &b1, 0, &c, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemmBatch_3d(cb_no_trans, cb_no_trans, 1, &a1, &b, 0, &c, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemmBatch_3d(cb_no_trans, cb_no_trans, 1, &a1, &b1, 0, &c, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &m, &row, 0, &wrong, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &m, &n, 0, &wrong, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &m, &n, 0, &m, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &column, &row, 0, &n, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rgemv(cb_no_trans, 1, &m, &one, 0, &x, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rger(1, &x, &y, &m, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rger(1, &x, &one, &m, 0));
  CODE(GA_VALUE_ERROR, GpuArray_rdot(&x, &one, &z, 0));
  HOLDS(z, 7);
  HOLDS(m, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  GpuArray_clear(&a), GpuArray_clear(&a1), GpuArray_clear(&b), GpuArray_clear(&b1), GpuArray_clear(&c);
  GpuArray_clear(&m), GpuArray_clear(&n), GpuArray_clear(&row), GpuArray_clear(&column), GpuArray_clear(&wrong);
  GpuArray_clear(&one), GpuArray_clear(&x), GpuArray_clear(&y), GpuArray_clear(&z);
}

/* Every operand is looked at: its alignment and its context. */
static void test_each_operand(void) {
  gpucontext *here = context, *there = new_context();
  GpuArray a = range(GA_FLOAT, 2, d53, 0, 1), b = range(GA_FLOAT, 2, d34, 0, 1), c = range(GA_FLOAT, 2, d54, 0, 0),
           x = range(GA_FLOAT, 1, d3, 1, 1), y = range(GA_FLOAT, 1, d5, 0, 0), z = range(GA_FLOAT, 0, NULL, 3, 0),
           other;
  GpuArray* of_gemm[] = {&a, &b, &c};
  int i;
  for (i = 0; i < 3; ++i) {
    of_gemm[i]->flags &= ~GA_ALIGNED;
    CODE(GA_UNALIGNED_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &b, 0, &c, 0));
    of_gemm[i]->flags |= GA_ALIGNED;
  }
  x.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_rgemv(cb_no_trans, 1, &a, &x, 0, &y, 0));
  CODE(GA_UNALIGNED_ERROR, GpuArray_rger(1, &y, &x, &a, 0));
  x.flags |= GA_ALIGNED;
  z.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_rdot(&x, &x, &z, 0));
  z.flags |= GA_ALIGNED;
  context = there;
  other = range(GA_FLOAT, 2, d34, 0, 1);
  context = here;
  CHECK(GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &other, 0, &c, 0) != GA_NO_ERROR);
  CHECK(gpublas_sgemm(cb_c, cb_no_trans, cb_no_trans, 5, 4, 3, 1, a.data, 0, 3, other.data, 0, 4, 0, c.data, 0, 4) !=
        GA_NO_ERROR);
  HOLDS(c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  HOLDS(z, 3);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c), GpuArray_clear(&x), GpuArray_clear(&y);
  GpuArray_clear(&z), GpuArray_clear(&other);
  gpucontext_deref(there);
}

/* alpha and beta are doubles where the elements are. */
static void test_precision(void) {
  const size_t d11[] = {1, 1};
  GpuArray a = range(GA_DOUBLE, 2, d11, 1, 0), c = range(GA_DOUBLE, 2, d11, 1, 0);
  OK(GpuArray_rgemm(cb_no_trans, cb_no_trans, 0.1, &a, &a, 0, &c, 0));
  HOLDS(c, 0.1);
  OK(GpuArray_rgemm(cb_no_trans, cb_no_trans, 0, &a, &a, 0.1, &a, 0));
  HOLDS(a, 0.1);
  GpuArray_clear(&a), GpuArray_clear(&c);
}

static void test_leading(void) {
  GpuArray a = range(GA_FLOAT, 2, d54, 1, 0), x = range(GA_FLOAT, 1, d5, 1, 0), y = range(GA_FLOAT, 1, d5, 0, 0);
  /* At least a column's length in column order, a row's in row order, and never 0. */
  CODE(GA_BLAS_ERROR, gpublas_sgemv(cb_column, cb_no_trans, 5, 4, 1, a.data, 0, 4, x.data, 0, 1, 0, y.data, 0, 1));
  OK(gpublas_sgemv(cb_column, cb_no_trans, 5, 4, 1, a.data, 0, 5, x.data, 0, 1, 0, y.data, 0, 1));
  HOLDS(y, 4, 4, 4, 4, 4);
  OK(gpublas_sgemv(cb_row, cb_no_trans, 5, 4, 2, a.data, 0, 4, x.data, 0, 1, 0, y.data, 0, 1));
  HOLDS(y, 8, 8, 8, 8, 8);
  CODE(GA_BLAS_ERROR,
       gpublas_sgemm(cb_row, cb_no_trans, cb_no_trans, 5, 0, 1, 1, a.data, 0, 1, x.data, 0, 0, 0, y.data, 0, 1));
  CODE(GA_BLAS_ERROR, gpublas_sgemv(cb_row, cb_no_trans, 5, 4, 1, a.data, 0, SIZE_MAX / 4 + 5, x.data, 0, 1, 0, y.data,
                                    0, 1)); /* 4 elements a row modulo 2^64 bytes */
  CODE(GA_BLAS_ERROR,
       gpublas_sgemv(cb_row, cb_no_trans, 5, 4, 1, a.data, SIZE_MAX / 4 + 1, 4, x.data, 0, 1, 0, y.data, 0, 1));
  CHECK(gpublas_sdot(3, x.data, 2, SIZE_MAX, x.data, 0, 1, y.data, 0) != GA_NO_ERROR);
  HOLDS(y, 8, 8, 8, 8, 8);
  /* A matrix of no columns: backwards through nothing. */
  OK(gpublas_sgemv(cb_column, cb_no_trans, 5, 0, 1, a.data, 0, 5, x.data, 0, -1, 0.5f, y.data, 0, 1));
  HOLDS(y, 4, 4, 4, 4, 4);
  GpuArray_clear(&a), GpuArray_clear(&x), GpuArray_clear(&y);
}

static void test_enumerators(void) {
  const size_t n = SIZE;
  const cb_order order = (cb_order)7;
  const cb_transpose transpose = (cb_transpose)7;
  GpuArray a = range(GA_FLOAT, 1, &n, 0, 1), c = range(GA_FLOAT, 1, &n, 0, 0);
  gpudata *as[] = {a.data}, *cs[] = {c.data}, *as2[] = {a.data, a.data};
  size_t zero[] = {0, 0};
  double* got;
  CHECK(gpublas_sgemv(order, cb_no_trans, 2, 2, 1, a.data, 0, 2, a.data, 0, 1, 0, c.data, 0, 1) != GA_NO_ERROR);
  CHECK(gpublas_sger(order, 2, 2, 1, a.data, 0, 1, a.data, 0, 1, c.data, 0, 2) != GA_NO_ERROR);
  CHECK(gpublas_sgemm(order, cb_no_trans, cb_no_trans, 2, 2, 2, 1, a.data, 0, 2, a.data, 0, 2, 0, c.data, 0, 2) !=
        GA_NO_ERROR);
  CHECK(gpublas_sgemm3D(order, cb_no_trans, cb_no_trans, 2, 2, 2, 1, a.data, 0, 2, 4, a.data, 0, 2, 4, 0, c.data, 0, 2,
                        4, 2, 0) != GA_NO_ERROR);
  CHECK(gpublas_sgemmBatch(order, cb_no_trans, cb_no_trans, 2, 2, 2, 1, as, zero, 2, as, zero, 2, 0, cs, zero, 2, 1,
                           0) != GA_NO_ERROR);
  CHECK(gpublas_sgemv(cb_c, transpose, 2, 2, 1, a.data, 0, 2, a.data, 0, 1, 0, c.data, 0, 1) != GA_NO_ERROR);
  CHECK(gpublas_sgemm(cb_c, cb_no_trans, transpose, 2, 2, 2, 1, a.data, 0, 2, a.data, 0, 2, 0, c.data, 0, 2) !=
        GA_NO_ERROR);
  /* Flags are for later versions, lists are needed where there is something in them. */
  CODE(GA_INVALID_ERROR, gpublas_sgemm3D(cb_c, cb_no_trans, cb_no_trans, 2, 2, 2, 1, a.data, 0, 2, 4, a.data, 0, 2, 4,
                                         0, c.data, 0, 2, 4, 2, 1));
  CODE(GA_INVALID_ERROR,
       gpublas_sgemvBatch(cb_c, cb_no_trans, 2, 2, 1, as, zero, 2, as, zero, 1, 0, cs, zero, 1, 1, 1));
  CHECK(gpublas_sgerBatch(cb_c, 2, 2, 1, as, zero, 1, NULL, zero, 1, cs, zero, 2, 1, 0) != GA_NO_ERROR);
  CHECK(gpublas_setup(NULL) != GA_NO_ERROR);
  got = numbers_of(&c);
  CHECK(got[0] == 0 && memcmp(got, got + 1, (SIZE - 1) * sizeof *got) == 0);
  free(got);
  OK(gpublas_sgemmBatch(cb_c, cb_no_trans, cb_no_trans, 2, 2, 2, 1, NULL, NULL, 2, NULL, NULL, 2, 0, NULL, NULL, 2, 0,
                        0));
  /* Offsets of a list are its own. */
  zero[1] = 6;
  as2[1] = a.data;
  cs[0] = c.data;
  {
    gpudata* cs2[2];
    size_t to[] = {0, 4}, from[] = {0, 0};
    cs2[0] = cs2[1] = c.data;
    OK(gpublas_sgemmBatch(cb_c, cb_no_trans, cb_no_trans, 1, 2, 1, 1, as2, zero, 1, as2, from, 2, 0, cs2, to, 2, 2, 0));
    got = numbers_of(&c);
    CHECK(got[0] == 0 && got[1] == 0 && got[4] == 0 && got[5] == 6);
    free(got);
  }
  GpuArray_clear(&a), GpuArray_clear(&c);
}

/* Matrices apart by a negative number of elements, and factors as they are in both orders. */
static void test_apart(void) {
  static const double first[] = {0, 1, 2, 3, 4, 5}, second[] = {6, 7, 8, 9, 10, 11};
  const size_t n = 12;
  GpuArray a = range(GA_FLOAT, 1, &n, 0, 1), b = range(GA_FLOAT, 1, &n, 1, 1), c = range(GA_FLOAT, 1, &n, 0, 0);
  int order, i, j, k, m;
  for (order = 0; order < 2; ++order) {
    const double* stored[] = {second, first};
    double expected[12] = {0}, *got;
    /* c (2, 2) = a (2, 3) b (3, 2), a backwards. */
    OK(gpublas_sgemm3D(order ? cb_row : cb_column, cb_no_trans, cb_no_trans, 2, 2, 3, 1, a.data, 6, order ? 3 : 2, -6,
                       b.data, 0, order ? 2 : 3, 6, 0, c.data, 0, 2, 4, 2, 0));
    for (m = 0; m < 2; ++m)
      for (i = 0; i < 2; ++i)
        for (j = 0; j < 2; ++j)
          for (k = 0; k < 3; ++k)
            expected[4 * m + (order ? 2 * i + j : i + 2 * j)] +=
                stored[m][order ? 3 * i + k : i + 2 * k] * (double)(1 + 6 * m + (order ? 2 * k + j : k + 3 * j));
    got = numbers_of(&c);
    for (i = 0; i < 8; ++i) SAME(got[i], expected[i]);
    free(got);
  }
  /* The second factors transposed: (2, 3) stored for (3, 2). */
  {
    const double expected[] = {8, 17, 26, 62, 170, 233, 242, 332};
    OK(gpublas_sgemm3D(cb_row, cb_no_trans, cb_trans, 2, 2, 3, 1, a.data, 0, 3, 6, b.data, 0, 3, 6, 0, c.data, 0, 2, 4,
                       2, 0));
    double* const got = numbers_of(&c);
    for (i = 0; i < 8; ++i) SAME(got[i], expected[i]);
    free(got);
  }
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c);
}

int main(void) {
  open_context();
  test_strides();
  test_batch_strides();
  test_extents();
  test_each_operand();
  if (has_float64) test_precision();
  test_leading();
  test_enumerators();
  test_apart();
  return close_context();
}
