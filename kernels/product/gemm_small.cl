// SPDX-License-Identifier: Apache-2.0
// C = alpha * A * B + beta * C where B is small, KILN_K by KILN_N, and these extents are known to the compiler: one
// product of many rows, or many products. KILN_EACH says what a work-item has: 0 a range of `share` rows (CPU devices),
// 1 an element of C, 2 a row of C where neighbouring rows are neighbours in memory. `rows` counts the rows of all
// products. The other arguments are those of gemm_direct.cl.
#ifndef KILN_STORED
#define KILN_INDEX int
#define KILN_T float  // type that is computed in
#define KILN_STORED float  // type of the elements
#define KILN_ZERO 0.0f
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += a * b;
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_EACH 1
#define KILN_M 0  // rows of a product; 0: `m` rows
#define KILN_N 4
#define KILN_K 4
#define KILN_UNIT 1  // 1: columns of B and C, and places of A along k, are neighbours in memory
#define KILN_VECTOR float4  // type of a row of B and C, if KILN_VECTORS is 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
#define KILN_VLOAD(p) vload4(0, p)
#define KILN_VSTORE(x, p) vstore4(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#endif
#if KILN_UNIT
#define KILN_A_K 1
#define KILN_B_COLUMN 1
#define KILN_C_COLUMN 1
#else
#define KILN_A_K a_k
#define KILN_B_COLUMN b_column
#define KILN_C_COLUMN c_column
#endif
#if KILN_M
#define KILN_ROWS KILN_M
#else
#define KILN_ROWS m
#endif

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c), KILN_INDEX m,
                      KILN_INDEX rows, KILN_INDEX share, KILN_INDEX inner, KILN_INDEX a_row, KILN_INDEX a_k, KILN_INDEX a_outer,
                      KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column, KILN_INDEX b_outer, KILN_INDEX b_inner, KILN_INDEX c_row,
                      KILN_INDEX c_column, KILN_INDEX c_outer, KILN_INDEX c_inner, int conjugate_a, int conjugate_b, int use_beta,
                      KILN_T alpha, KILN_T beta) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
#if KILN_EACH == 0
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * share, end = rows - begin < share ? rows : begin + share;
#if KILN_PACKED
  // With known strides compilers read vectors of rows and permute their elements.
  KILN_T y[KILN_K * KILN_N];
  for (int p = 0; p < KILN_K * KILN_N; ++p) y[p] = KILN_LOAD(b[p / KILN_N * b_k + p % KILN_N]);
  KILN_GLOBAL const KILN_STORED *rows_of_a = a + (long)begin * KILN_K;
  KILN_GLOBAL KILN_STORED *rows_of_c = c + (long)begin * KILN_N;
  KILN_APART
  for (KILN_INDEX at = 0; at < end - begin; ++at) {
#pragma unroll
    for (int j = 0; j < KILN_N; ++j) {
      KILN_T sum = KILN_ZERO;
#pragma unroll
      for (int p = 0; p < KILN_K; ++p) KILN_MAD(sum, KILN_LOAD(rows_of_a[at * KILN_K + p]), y[p * KILN_N + j])
      rows_of_c[at * KILN_N + j] = KILN_STORE(KILN_PRODUCT(alpha, sum));
    }
  }
  return;
#endif
  for (KILN_INDEX at = begin; at < end; ++at)
#else
#if KILN_EACH == 1
  const KILN_INDEX element = (KILN_INDEX)get_global_id(0), at = element / KILN_N;
  const int first = (int)(element % KILN_N), last = first + 1;
#else
  const KILN_INDEX at = (KILN_INDEX)get_global_id(0);
#endif
  if (at < rows)
#endif
  {
#if KILN_EACH != 1
    const int first = 0, last = KILN_N;
#endif
    const KILN_INDEX batch = rows == m ? 0 : at / KILN_ROWS, i = at - batch * KILN_ROWS;
    const KILN_INDEX at_outer = inner == 1 ? batch : batch / inner, at_inner = inner == 1 ? 0 : batch - at_outer * inner;
    KILN_GLOBAL const KILN_STORED *left = a + (at_outer * a_outer + at_inner * a_inner + i * a_row);
    KILN_GLOBAL const KILN_STORED *right = b + (at_outer * b_outer + at_inner * b_inner);
    KILN_GLOBAL KILN_STORED *to = c + (at_outer * c_outer + at_inner * c_inner + i * c_row);
    KILN_T x[KILN_K];
#pragma unroll
    for (int p = 0; p < KILN_K; ++p) {
      const KILN_T stored = KILN_LOAD(left[p * KILN_A_K]);
      x[p] = KILN_CONJUGATE(stored, conjugate_a);
    }
#if KILN_VECTORS
    KILN_VECTOR sums = (KILN_VECTOR)(0);
#pragma unroll
    for (int p = 0; p < KILN_K; ++p) KILN_VECTOR_MAD(sums, (KILN_VECTOR)(x[p]), KILN_VLOAD((KILN_GLOBAL const KILN_T *)(right + p * b_k)));
    sums = KILN_PRODUCT((KILN_VECTOR)(alpha), sums);
    if (use_beta) {
      const KILN_VECTOR old = KILN_PRODUCT((KILN_VECTOR)(beta), KILN_VLOAD((KILN_GLOBAL const KILN_T *)to));
      sums = KILN_SUM(sums, old);
    }
    KILN_VSTORE(sums, (KILN_GLOBAL KILN_T *)to);
#else
#if KILN_EACH != 1
#pragma unroll
#endif
    for (int j = first; j < last; ++j) {
      KILN_T sum = KILN_ZERO;
#pragma unroll
      for (int p = 0; p < KILN_K; ++p) {
        const KILN_T stored = KILN_LOAD(right[p * b_k + j * KILN_B_COLUMN]);
        const KILN_T y = KILN_CONJUGATE(stored, conjugate_b);
        KILN_MAD(sum, x[p], y)
      }
      KILN_T value = KILN_PRODUCT(alpha, sum);
      if (use_beta) {
        const KILN_T old = KILN_LOAD(to[j * KILN_C_COLUMN]);
        value = KILN_SUM(value, KILN_PRODUCT(beta, old));
      }
      to[j * KILN_C_COLUMN] = KILN_STORE(value);
    }
#endif
  }
}
