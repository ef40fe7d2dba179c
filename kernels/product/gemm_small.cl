// SPDX-License-Identifier: Apache-2.0
// Products of small matrices, which are read where they lie; gemm.cl comes before this file. KILN_EACH says what a
// work-item has: 0 a range of `share` of all `rows` of C (CPU devices), 1 an element of C, 2 a row of C where
// neighbouring rows are neighbours in memory. If B is KILN_K by KILN_N, the compiler knows these extents; KILN_N is 0
// if it does not, and then an item computes blocks of columns.
//
// Macros of this file: KILN_M: rows of a product; 0: `m` rows. KILN_UNIT: 1: columns of B and C, and places of A along
// k, are neighbours in memory. KILN_VECTORS: 1: KILN_VECTOR is the type of a row of B and C. KILN_PACKED: 1: rows of A
// and C too are neighbours, C is not read, and there is one product.
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
#define KILN_HEIGHT KILN_M
#else
#define KILN_HEIGHT m
#endif
// KILN_WIDTH is the number of columns of an item, and KILN_BLOCK how many of them are summed at a time.
#if KILN_N
#define KILN_ALL _Pragma("unroll")
#define KILN_WIDTH (KILN_EACH == 1 ? 1 : KILN_N)
#define KILN_BLOCK 1
#define KILN_LENGTH KILN_K
#else
#define KILN_ALL
#define KILN_WIDTH n
#define KILN_BLOCK 16
#define KILN_LENGTH k
#endif
#define KILN_LEFT(to, p)                                           \
  {                                                                \
    const KILN_T stored = KILN_LOAD(left[(p) * KILN_A_K]);         \
    to = KILN_CONJUGATE(stored, conjugate_a);                      \
  }
// Adds the product of `x` and an element of B to a sum.
#define KILN_STEP(j, x, element)                                   \
  {                                                                \
    const KILN_T stored = KILN_LOAD(element);                      \
    const KILN_T y = KILN_CONJUGATE(stored, conjugate_b);          \
    KILN_MAD(sums[j], x, y)                                        \
  }

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c), KILN_INDEX m,
                      KILN_INDEX n, KILN_INDEX k, KILN_INDEX rows, KILN_INDEX share, KILN_INDEX inner, KILN_INDEX a_row,
                      KILN_INDEX a_k, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column,
                      KILN_INDEX b_outer, KILN_INDEX b_inner, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer,
                      KILN_INDEX c_inner, int conjugate_a, int conjugate_b, int use_beta, KILN_T alpha, KILN_T beta
                      KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
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
#elif KILN_EACH == 1
  const KILN_INDEX at = (KILN_INDEX)get_global_id(0) / KILN_N, own = (KILN_INDEX)get_global_id(0) % KILN_N;
  if (at < rows)
#else
  const KILN_INDEX at = (KILN_INDEX)get_global_id(0);
  if (at < rows)
#endif
  {
#if KILN_EACH != 1
    const KILN_INDEX own = 0;
#endif
    const KILN_INDEX batch = rows == m ? 0 : at / KILN_HEIGHT, i = at - batch * KILN_HEIGHT;
    const KILN_INDEX at_outer = inner == 1 ? batch : batch / inner, at_inner = inner == 1 ? 0 : batch - at_outer * inner;
    KILN_GLOBAL const KILN_STORED *left = a + (at_outer * a_outer + at_inner * a_inner + i * a_row);
    KILN_GLOBAL const KILN_STORED *right = b + (at_outer * b_outer + at_inner * b_inner + own * KILN_B_COLUMN);
    KILN_GLOBAL KILN_STORED *to = c + (at_outer * c_outer + at_inner * c_inner + i * c_row + own * KILN_C_COLUMN);
#if KILN_VECTORS
    KILN_VECTOR sums = (KILN_VECTOR)(0);
    KILN_ALL
    for (int p = 0; p < KILN_K; ++p)
      KILN_VECTOR_MAD(sums, (KILN_VECTOR)(KILN_LOAD(left[p])), KILN_VLOAD((KILN_GLOBAL const KILN_T *)(right + p * b_k)));
    sums = KILN_PRODUCT((KILN_VECTOR)(alpha), sums);
    if (use_beta) {
      const KILN_VECTOR old = KILN_PRODUCT((KILN_VECTOR)(beta), KILN_VLOAD((KILN_GLOBAL const KILN_T *)to));
      sums = KILN_SUM(sums, old);
    }
    KILN_VSTORE(sums, (KILN_GLOBAL KILN_T *)to);
#else
#if KILN_N
    KILN_T row[KILN_K];
    KILN_ALL
    for (int p = 0; p < KILN_K; ++p) KILN_LEFT(row[p], p)
#endif
    KILN_ALL
    for (KILN_INDEX column = 0; column < KILN_WIDTH; column += KILN_BLOCK) {
      const int width = KILN_N || n - column > KILN_BLOCK ? KILN_BLOCK : (int)(n - column);
      KILN_T sums[KILN_BLOCK];
      for (int j = 0; j < KILN_BLOCK; ++j) sums[j] = KILN_ZERO;
      KILN_ALL
      for (KILN_INDEX p = 0; p < KILN_LENGTH; ++p) {
        KILN_GLOBAL const KILN_STORED *line = right + p * b_k + column * KILN_B_COLUMN;
#if KILN_N
        KILN_STEP(0, row[p], line[0])
#else
        KILN_T x;
        KILN_LEFT(x, p)
        if (width == KILN_BLOCK && b_column == 1) {
          for (int j = 0; j < KILN_BLOCK; ++j) KILN_STEP(j, x, line[j])
        } else {
          for (int j = 0; j < width; ++j) KILN_STEP(j, x, line[j * b_column])
        }
#endif
      }
#if KILN_EPILOGUE && KILN_EACH == 0
      KILN_STORED z[KILN_BLOCK];
      for (int j = 0; j < width; ++j) {
        KILN_SCALED(value, sums[j], to[(column + j) * KILN_C_COLUMN])
        z[j] = KILN_STORE(value);
      }
      KILN_AFTER(at_outer, at_inner, i, column, width)
#else
      for (int j = 0; j < width; ++j) {
        KILN_GLOBAL KILN_STORED *element = to + (column + j) * KILN_C_COLUMN;
        KILN_SCALED(value, sums[j], *element)
        KILN_LEAVE(*element, value, at_outer, at_inner, i, own + column + j)
      }
#endif
    }
#endif
  }
}
