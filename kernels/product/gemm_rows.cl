// SPDX-License-Identifier: Apache-2.0
// C = alpha * A * B + beta * C of small matrices on CPU devices. A work-item has `share` of all `rows` of C and reads A
// and B where they lie. The other arguments are those of gemm_direct.cl.
#ifndef KILN_STORED
#define KILN_INDEX int
#define KILN_T float
#define KILN_STORED float
#define KILN_ZERO 0.0f
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += a * b;
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#endif
#define KILN_BLOCK 16

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c), KILN_INDEX m,
                      KILN_INDEX n, KILN_INDEX k, KILN_INDEX rows, KILN_INDEX share, KILN_INDEX inner, KILN_INDEX a_row,
                      KILN_INDEX a_k, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column,
                      KILN_INDEX b_outer, KILN_INDEX b_inner, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer,
                      KILN_INDEX c_inner, int conjugate_a, int conjugate_b, int use_beta, KILN_T alpha, KILN_T beta) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  const KILN_T zero = KILN_ZERO;
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * share, end = rows - begin < share ? rows : begin + share;
  for (KILN_INDEX at = begin; at < end; ++at) {
    const KILN_INDEX i = at % m, batch = at / m, at_inner = batch % inner, at_outer = batch / inner;
    const KILN_INDEX a_at = at_outer * a_outer + at_inner * a_inner + i * a_row;
    const KILN_INDEX b_at = at_outer * b_outer + at_inner * b_inner;
    const KILN_INDEX c_at = at_outer * c_outer + at_inner * c_inner + i * c_row;
    for (KILN_INDEX column = 0; column < n; column += KILN_BLOCK) {
      const int width = (int)(n - column < KILN_BLOCK ? n - column : KILN_BLOCK);
      KILN_T sums[KILN_BLOCK];
      for (int j = 0; j < KILN_BLOCK; ++j) sums[j] = zero;
      for (KILN_INDEX p = 0; p < k; ++p) {
        const KILN_T stored_left = KILN_LOAD(a[a_at + p * a_k]);
        const KILN_T left = KILN_CONJUGATE(stored_left, conjugate_a);
        const KILN_INDEX b_row = b_at + p * b_k + column * b_column;
        if (width == KILN_BLOCK && b_column == 1) {
          for (int j = 0; j < KILN_BLOCK; ++j) {
            const KILN_T stored = KILN_LOAD(b[b_row + j]);
            const KILN_T right = KILN_CONJUGATE(stored, conjugate_b);
            KILN_MAD(sums[j], left, right)
          }
        } else {
          for (int j = 0; j < width; ++j) {
            const KILN_T stored = KILN_LOAD(b[b_row + j * b_column]);
            const KILN_T right = KILN_CONJUGATE(stored, conjugate_b);
            KILN_MAD(sums[j], left, right)
          }
        }
      }
      for (int j = 0; j < width; ++j) {
        const KILN_INDEX to = c_at + (column + j) * c_column;
        KILN_T value = KILN_PRODUCT(alpha, sums[j]);
        if (use_beta) {
          const KILN_T old = KILN_LOAD(c[to]);
          value = KILN_SUM(value, KILN_PRODUCT(beta, old));
        }
        c[to] = KILN_STORE(value);
      }
    }
  }
}
