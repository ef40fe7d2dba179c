/* SPDX-License-Identifier: Apache-2.0
 * gpuarray/buffer_blas.h and blas.h: products against sums on the host, for all precisions,
 * both orders, offsets, increments and batches. */
#include <gpuarray/blas.h>

#include "array_test.h"

/* Small whole numbers: every product here is exact, also in half precision. */
static GpuArray numbers(int typecode, size_t n, unsigned seed) {
  GpuArray a;
  const size_t size = gpuarray_get_elsize(typecode);
  unsigned char* host = malloc(n * size);
  size_t k;
  for (k = 0; k < n; ++k) number_to(typecode, (double)((k * 7 + seed * 5) % 9) - 4, host + k * size);
  if (GpuArray_empty(&a, context, typecode, 1, &n, GA_C_ORDER) != GA_NO_ERROR) exit(2);
  OK(GpuArray_write(&a, host, n * size));
  free(host);
  return a;
}

static int close_to(const GpuArray* got, const double* expected) {
  double* found = numbers_of(got);
  const size_t n = count_of(got);
  size_t k, wrong = 0;
  for (k = 0; k < n && wrong < 3; ++k)
    if (!(fabs(found[k] - expected[k]) <= 1e-3 * fabs(expected[k]) + 1e-6)) {
      printf("  element %zu is %.9g, expected %.9g\n", k, found[k], expected[k]);
      ++wrong;
    }
  free(found);
  return wrong == 0;
}

/* Where the element (row, column) of a stored matrix is. */
static size_t place(cb_order order, size_t ld, size_t row, size_t column) {
  return order == cb_row ? row * ld + column : column * ld + row;
}

/* c = alpha op(a) op(b) + beta c on the host, elements at offsets. */
static void host_gemm(cb_order order, int ta, int tb, size_t m, size_t n, size_t k, double alpha, const double* a,
                      size_t lda, const double* b, size_t ldb, double beta, double* c, size_t ldc) {
  size_t i, j, l;
  for (i = 0; i < m; ++i)
    for (j = 0; j < n; ++j) {
      double sum = 0;
      for (l = 0; l < k; ++l)
        sum += a[ta ? place(order, lda, l, i) : place(order, lda, i, l)] *
               b[tb ? place(order, ldb, j, l) : place(order, ldb, l, j)];
      c[place(order, ldc, i, j)] = alpha * sum + (beta == 0 ? 0 : beta * c[place(order, ldc, i, j)]);
    }
}

#define PRECISION(typecode, call, ...)                     \
  ((typecode) == GA_HALF    ? gpublas_h##call(__VA_ARGS__) \
   : (typecode) == GA_FLOAT ? gpublas_s##call(__VA_ARGS__) \
                            : gpublas_d##call(__VA_ARGS__))

enum { M = 5, N = 4, K = 3, LD = 7, OFFSET = 6, SIZE = 80 };

static void test_gemm(int typecode) {
  int variant;
  for (variant = 0; variant < 8; ++variant) {
    const cb_order order = variant & 1 ? cb_row : cb_column;
    const int ta = variant >> 1 & 1, tb = variant >> 2 & 1;
    GpuArray a = numbers(typecode, SIZE, 1), b = numbers(typecode, SIZE, 2), c = numbers(typecode, SIZE, 3);
    double *ha = numbers_of(&a), *hb = numbers_of(&b), *hc = numbers_of(&c);
    host_gemm(order, ta, tb, M, N, K, 2, ha + OFFSET, LD, hb + 1, LD, -1, hc + 3, LD);
    OK(PRECISION(typecode, gemm, order, ta ? cb_trans : cb_no_trans, tb ? cb_conj_trans : cb_no_trans, M, N, K, 2,
                 a.data, OFFSET, LD, b.data, 1, LD, -1, c.data, 3, LD));
    CHECK(close_to(&c, hc));
    free(ha), free(hb), free(hc);
    GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c);
  }
}

static void test_vectors(int typecode) {
  int variant;
  for (variant = 0; variant < 4; ++variant) {
    const cb_order order = variant & 1 ? cb_row : cb_column;
    const int ta = variant >> 1;
    const size_t rows = ta ? N : M, columns = ta ? M : N;
    GpuArray a = numbers(typecode, SIZE, 1), x = numbers(typecode, SIZE, 2), y = numbers(typecode, SIZE, 3),
             z = numbers(typecode, 3, 4);
    double *ha = numbers_of(&a), *hx = numbers_of(&x), *hy = numbers_of(&y), *hz = numbers_of(&z), sum = 0;
    size_t i, j;
    for (i = 0; i < rows; ++i) {
      double* to = hy + 2 + 3 * i;
      *to *= 0.5;
      for (j = 0; j < columns; ++j)
        *to += 2 * ha[OFFSET + (ta ? place(order, LD, j, i) : place(order, LD, i, j))] * hx[1 + 2 * j];
    }
    OK(PRECISION(typecode, gemv, order, ta ? cb_trans : cb_no_trans, M, N, 2, a.data, OFFSET, LD, x.data, 1, 2, 0.5f,
                 y.data, 2, 3));
    CHECK(close_to(&y, hy));
    /* Backward: the first of the vector is the last in memory. */
    for (i = 0; i < M; ++i)
      for (j = 0; j < N; ++j) ha[place(order, LD, i, j)] += 3 * hx[4 + 2 * (M - 1 - i)] * hx[2 + j];
    OK(PRECISION(typecode, ger, order, M, N, 3, x.data, 4, -2, x.data, 2, 1, a.data, 0, LD));
    CHECK(close_to(&a, ha));
    for (i = 0; i < 9; ++i) sum += hx[3 + 2 * i] * hx[1 + i];
    hz[1] = sum;
    OK(PRECISION(typecode, dot, 9, x.data, 3, 2, x.data, 1, 1, z.data, 1));
    CHECK(close_to(&z, hz));
    free(ha), free(hx), free(hy), free(hz);
    GpuArray_clear(&a), GpuArray_clear(&x), GpuArray_clear(&y), GpuArray_clear(&z);
  }
}

static void test_batches(int typecode) {
  GpuArray a = numbers(typecode, 3 * SIZE, 1), b = numbers(typecode, 3 * SIZE, 2), c = numbers(typecode, 3 * SIZE, 3);
  double *ha = numbers_of(&a), *hb = numbers_of(&b), *hc = numbers_of(&c);
  gpudata *as[] = {a.data, a.data, a.data}, *bs[] = {b.data, b.data, b.data}, *cs[] = {c.data, c.data, c.data};
  size_t oa[] = {0, SIZE, 5}, ob[] = {SIZE, 2, 2 * SIZE}, oc[] = {2 * SIZE, 0, SIZE}, i, j, l;
  for (i = 0; i < 3; ++i) host_gemm(cb_row, 0, 1, M, N, K, 1, ha + oa[i], LD, hb + ob[i], LD, 1, hc + oc[i], LD);
  OK(PRECISION(typecode, gemmBatch, cb_row, cb_no_trans, cb_trans, M, N, K, 1, as, oa, LD, bs, ob, LD, 1, cs, oc, LD, 3,
               0));
  CHECK(close_to(&c, hc));
  for (i = 0; i < 3; ++i)
    host_gemm(cb_column, 1, 0, M, N, K, 1, ha + 2 + i * SIZE, LD, hb + 1 + i * 10, LD, 0, hc + i * SIZE, LD);
  OK(PRECISION(typecode, gemm3D, cb_column, cb_trans, cb_no_trans, M, N, K, 1, a.data, 2, LD, SIZE, b.data, 1, LD, 10,
               0, c.data, 0, LD, SIZE, 3, 0));
  CHECK(close_to(&c, hc));
  for (i = 0; i < 3; ++i)
    for (j = 0; j < M; ++j) {
      double* to = hc + oc[i] + 2 * j;
      *to = 0;
      for (l = 0; l < N; ++l) *to += ha[oa[i] + place(cb_row, LD, j, l)] * hb[ob[i] + l];
    }
  OK(PRECISION(typecode, gemvBatch, cb_row, cb_no_trans, M, N, 1, as, oa, LD, bs, ob, 1, 0, cs, oc, 2, 3, 0));
  CHECK(close_to(&c, hc));
  for (i = 0; i < 3; ++i)
    for (j = 0; j < M; ++j)
      for (l = 0; l < N; ++l) hc[oc[i] + place(cb_column, LD, j, l)] += ha[oa[i] + j] * hb[ob[i] + 2 * l];
  OK(PRECISION(typecode, gerBatch, cb_column, M, N, 1, as, oa, 1, bs, ob, 2, cs, oc, LD, 3, 0));
  CHECK(close_to(&c, hc));
  CODE(GA_INVALID_ERROR, PRECISION(typecode, gemmBatch, cb_row, cb_no_trans, cb_trans, M, N, K, 1, as, oa, LD, bs, ob,
                                   LD, 1, cs, oc, LD, 3, 1));
  CODE(GA_INVALID_ERROR, PRECISION(typecode, gemmBatch, cb_row, cb_no_trans, cb_trans, M, N, K, 1, as, NULL, LD, bs, ob,
                                   LD, 1, cs, oc, LD, 3, 0));
  free(ha), free(hb), free(hc);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c);
}

static void test_refusals(void) {
  GpuArray a = numbers(GA_FLOAT, SIZE, 1), b = numbers(GA_FLOAT, SIZE, 2), c = numbers(GA_FLOAT, SIZE, 3);
  double* const before = numbers_of(&c);
  OK(gpublas_setup(context));
  OK(gpublas_setup(context));
  CODE(GA_BLAS_ERROR,
       gpublas_sgemm(cb_c, cb_no_trans, cb_no_trans, M, N, K, 1, a.data, 0, K - 1, b.data, 0, LD, 0, c.data, 0, LD));
  CHECK(strstr(gpublas_error(context), "leading dimension of A") != NULL);
  CODE(GA_BLAS_ERROR, gpublas_sgemm(cb_c, cb_no_trans, cb_no_trans, M, N, K, 1, a.data, SIZE - 4, LD, b.data, 0, LD, 0,
                                    c.data, 0, LD));
  CODE(GA_BLAS_ERROR, gpublas_sgemv(cb_c, cb_no_trans, M, N, 1, a.data, 0, LD, b.data, 0, 0, 0, c.data, 0, 1));
  CODE(GA_BLAS_ERROR, gpublas_sgemv(cb_c, cb_no_trans, M, N, 1, a.data, 0, LD, b.data, 0, 1, 0, c.data, 0, 100));
  CODE(GA_INVALID_ERROR, gpublas_sgemv(cb_c, cb_no_trans, M, N, 1, a.data, 0, LD, NULL, 0, 1, 0, c.data, 0, 1));
  gpublas_teardown(context);
  CHECK(holds(&c, count_of(&c), before));
  free(before);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c);
}

/* Arrays: both orders, strides, and what is refused. */
static void test_arrays(int typecode) {
  const size_t d53[] = {5, 3}, d34[] = {3, 4}, d54[] = {5, 4}, d3[] = {3}, d5[] = {5};
  const ssize_t start[] = {4, 2}, stop[] = {-1, -1}, step[] = {-1, -1}, start1[] = {2}, stop1[] = {-1}, step1[] = {-1};
  GpuArray a = range(typecode, 2, d53, -4, 1), b = range(typecode, 2, d34, 3, -1), c = range(typecode, 2, d54, 0, 1),
           x = range(typecode, 1, d3, 1, 1), y = range(typecode, 1, d5, 1, 1), z = range(typecode, 0, NULL, 9, 0), v, f,
           g;
  double *ha = numbers_of(&a), *hb = numbers_of(&b), *hc = numbers_of(&c), expected[20], one;
  size_t i, j;
  memcpy(expected, hc, sizeof expected);
  host_gemm(cb_row, 0, 0, 5, 4, 3, 1, ha, 3, hb, 4, 2, expected, 4);
  OK(GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &b, 2, &c, 1));
  CHECK(close_to(&c, expected));
  /* F order and a transposed operand. */
  OK(GpuArray_copy(&f, &a, GA_F_ORDER));
  OK(GpuArray_transpose(&v, &b, NULL));
  OK(GpuArray_copy(&g, &c, GA_F_ORDER));
  host_gemm(cb_row, 0, 0, 5, 4, 3, 1, ha, 3, hb, 4, 0, expected, 4);
  OK(GpuArray_rgemm(cb_no_trans, cb_trans, 1, &f, &v, 0, &g, 1));
  CHECK(close_to(&g, expected));
  GpuArray_clear(&g), GpuArray_clear(&v), GpuArray_clear(&f);
  /* Strides that BLAS has not. */
  OK(GpuArray_index(&v, &a, start, stop, step));
  CODE(GA_COPY_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &v, &b, 0, &c, 1));
  OK(GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &v, &b, 0, &c, 0));
  for (i = 0; i < 15; ++i) expected[i] = ha[14 - i];
  host_gemm(cb_row, 0, 0, 5, 4, 3, 1, expected, 3, hb, 4, 0, hc, 4);
  CHECK(close_to(&c, hc));
  GpuArray_clear(&v);
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_trans, cb_no_trans, 1, &a, &b, 0, &c, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rgemm(cb_no_trans, cb_no_trans, 1, &a, &x, 0, &c, 1));

  /* y = a x, the place of x backwards. */
  OK(GpuArray_index(&v, &x, start1, stop1, step1));
  CODE(GA_COPY_ERROR, GpuArray_rgemv(cb_no_trans, 1, &a, &v, 1, &y, 1));
  OK(GpuArray_rgemv(cb_no_trans, 2, &a, &v, 1, &y, 0));
  for (i = 0; i < 5; ++i) {
    expected[i] = (double)(i + 1);
    for (j = 0; j < 3; ++j) expected[i] += 2 * ha[3 * i + j] * (double)(3 - j);
  }
  CHECK(close_to(&y, expected));
  OK(GpuArray_rgemv(cb_trans, 1, &a, &y, 0, &x, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rgemv(cb_no_trans, 1, &a, &y, 0, &x, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rgemv(cb_trans, 1, &a, &y, 0, &v, 1));
  GpuArray_clear(&v), GpuArray_clear(&x), GpuArray_clear(&y);

  x = range(typecode, 1, d3, 1, 1), y = range(typecode, 1, d5, 1, 1);
  OK(GpuArray_rger(2, &y, &x, &a, 1));
  for (i = 0; i < 5; ++i)
    for (j = 0; j < 3; ++j) ha[3 * i + j] += 2 * (double)((i + 1) * (j + 1));
  CHECK(close_to(&a, ha));
  CODE(GA_VALUE_ERROR, GpuArray_rger(2, &x, &y, &a, 1));

  one = 14;
  OK(GpuArray_rdot(&x, &x, &z, 1));
  CHECK(close_to(&z, &one));
  CODE(GA_VALUE_ERROR, GpuArray_rdot(&x, &x, &x, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rdot(&x, &y, &z, 1));
  x.flags &= ~GA_ALIGNED;
  CODE(GA_UNALIGNED_ERROR, GpuArray_rdot(&x, &x, &z, 1));
  GpuArray_clear(&x);
  x = range(GA_INT, 1, d3, 1, 1);
  CODE(GA_INVALID_ERROR, GpuArray_rdot(&x, &x, &z, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rger(2, &y, &x, &a, 1));
  free(ha), free(hb), free(hc);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c), GpuArray_clear(&x), GpuArray_clear(&y),
      GpuArray_clear(&z);
}

static void test_batch_3d(int typecode) {
  const size_t d253[] = {2, 5, 3}, d243[] = {2, 4, 3}, d254[] = {2, 5, 4}, d354[] = {3, 5, 4};
  GpuArray a = range(typecode, 3, d253, -4, 0.5), b = range(typecode, 3, d243, 3, -0.5),
           c = range(typecode, 3, d254, 0, 1), wrong = range(typecode, 3, d354, 0, 1);
  double *ha = numbers_of(&a), *hb = numbers_of(&b), *hc = numbers_of(&c);
  size_t i;
  for (i = 0; i < 2; ++i) host_gemm(cb_row, 0, 1, 5, 4, 3, 1, ha + 15 * i, 3, hb + 12 * i, 3, 1, hc + 20 * i, 4);
  OK(GpuArray_rgemmBatch_3d(cb_no_trans, cb_trans, 1, &a, &b, 1, &c, 1));
  CHECK(close_to(&c, hc));
  CODE(GA_VALUE_ERROR, GpuArray_rgemmBatch_3d(cb_no_trans, cb_trans, 1, &a, &b, 1, &wrong, 1));
  CODE(GA_VALUE_ERROR, GpuArray_rgemmBatch_3d(cb_trans, cb_trans, 1, &a, &b, 1, &c, 1));
  free(ha), free(hb), free(hc);
  GpuArray_clear(&a), GpuArray_clear(&b), GpuArray_clear(&c), GpuArray_clear(&wrong);
}

int main(void) {
  static const int types[] = {GA_HALF, GA_FLOAT, GA_DOUBLE};
  size_t i;
  open_context();
  for (i = 0; i < 3; ++i) {
    if (types[i] == GA_DOUBLE && !has_float64) continue;
    test_gemm(types[i]);
    test_vectors(types[i]);
    test_batches(types[i]);
    test_arrays(types[i]);
    test_batch_3d(types[i]);
  }
  test_refusals();
  return close_context();
}
