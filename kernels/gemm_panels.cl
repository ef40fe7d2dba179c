// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C on CPU devices, from the panels of gemm_pack.cl. An item has a block of panels of A by panels of B; where two meet,
// KILN_ROWS rows by two vectors of columns are summed in registers. k goes in steps of `depth`, so that a panel of B stays in the nearest
// cache; between steps, and between launches for parts of k (some `begun`, some `more`), sums wait in a workspace (after Goto and van de Geijn,
// Anatomy of High-Performance Matrix Multiplication, 2008).
#ifndef KILN_STORED
#define KILN_INDEX int
#define KILN_T float       // computed
#define KILN_STORED float  // elements of C
#define KILN_R float       // what panels are of
#define KILN_VECTOR float16
#define KILN_LANES 16
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_COMPLEX 0
#define KILN_ROWS 12
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#endif
#define KILN_COLUMNS (2 * KILN_LANES)
#if KILN_COMPLEX
#define KILN_PARTS 2
#else
#define KILN_PARTS 1
#endif
#define KILN_TILE (KILN_ROWS * KILN_COLUMNS * KILN_PARTS)

KILN_KERNEL void gemm(KILN_ARG(const KILN_R, a), KILN_ARG(const KILN_R, b), KILN_ARG(KILN_R, sums), KILN_ARG(KILN_STORED, c),
                      KILN_INDEX m, KILN_INDEX n, KILN_INDEX k, KILN_INDEX depth, KILN_INDEX block_m, KILN_INDEX block_n,
                      KILN_INDEX inner, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_outer, KILN_INDEX b_inner,
                      KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer, KILN_INDEX c_inner, int begun, int more, int use_beta,
                      KILN_T alpha, KILN_T beta) {
  KILN_PTR(const KILN_R, a);
  KILN_PTR(const KILN_R, b);
  KILN_PTR(KILN_R, sums);
  KILN_PTR(KILN_STORED, c);
  const KILN_INDEX panels_m = (m - 1) / KILN_ROWS + 1, panels_n = (n - 1) / KILN_COLUMNS + 1;
  const KILN_INDEX blocks_m = (panels_m - 1) / block_m + 1, blocks_n = (panels_n - 1) / block_n + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX first_n = group % blocks_n * block_n;
  group /= blocks_n;
  const KILN_INDEX first_m = group % blocks_m * block_m, batch = group / blocks_m;
  const KILN_INDEX last_m = panels_m - first_m < block_m ? panels_m : first_m + block_m;
  const KILN_INDEX last_n = panels_n - first_n < block_n ? panels_n : first_n + block_n;
  const KILN_INDEX at_inner = batch % inner, at_outer = batch / inner;
  KILN_GLOBAL const KILN_R *a_batch = a + at_outer * a_outer + at_inner * a_inner;
  KILN_GLOBAL const KILN_R *b_batch = b + at_outer * b_outer + at_inner * b_inner;
  KILN_GLOBAL KILN_STORED *c_batch = c + at_outer * c_outer + at_inner * c_inner;
  for (KILN_INDEX start = 0; start < k; start += depth) {
    const KILN_INDEX run = k - start < depth ? k - start : depth;
    for (KILN_INDEX pn = first_n; pn < last_n; ++pn) {
      for (KILN_INDEX pm = first_m; pm < last_m; ++pm) {
        KILN_GLOBAL const KILN_R *left = a_batch + (pm * k + start) * (KILN_ROWS * KILN_PARTS);
        KILN_GLOBAL const KILN_R *right = b_batch + (pn * k + start) * (KILN_COLUMNS * KILN_PARTS);
        KILN_GLOBAL KILN_R *tile = sums + ((batch * panels_m + pm) * panels_n + pn) * KILN_TILE;
        KILN_VECTOR x[KILN_PARTS * KILN_ROWS], y[KILN_PARTS * KILN_ROWS];
#pragma unroll
        for (int i = 0; i < KILN_PARTS * KILN_ROWS; ++i) {
          x[i] = (KILN_VECTOR)(0);
          y[i] = (KILN_VECTOR)(0);
        }
        if (begun || start > 0) {
#pragma unroll
          for (int i = 0; i < KILN_PARTS * KILN_ROWS; ++i) {
            x[i] = KILN_VLOAD(tile + i * KILN_COLUMNS);
            y[i] = KILN_VLOAD(tile + i * KILN_COLUMNS + KILN_LANES);
          }
        }
        for (KILN_INDEX p = 0; p < run; ++p) {
          const KILN_VECTOR u = KILN_VLOAD(right), v = KILN_VLOAD(right + KILN_LANES);
#if KILN_COMPLEX
          const KILN_VECTOR ui = KILN_VLOAD(right + KILN_COLUMNS), vi = KILN_VLOAD(right + KILN_COLUMNS + KILN_LANES);
#pragma unroll
          for (int i = 0; i < KILN_ROWS; ++i) {
            const KILN_VECTOR re = (KILN_VECTOR)(left[i]), im = (KILN_VECTOR)(left[KILN_ROWS + i]);
            KILN_VECTOR_MAD(x[i], re, u);
            KILN_VECTOR_MAD(y[i], re, v);
            KILN_VECTOR_MAD(x[i], -im, ui);
            KILN_VECTOR_MAD(y[i], -im, vi);
            KILN_VECTOR_MAD(x[KILN_ROWS + i], re, ui);
            KILN_VECTOR_MAD(y[KILN_ROWS + i], re, vi);
            KILN_VECTOR_MAD(x[KILN_ROWS + i], im, u);
            KILN_VECTOR_MAD(y[KILN_ROWS + i], im, v);
          }
#else
#pragma unroll
          for (int i = 0; i < KILN_ROWS; ++i) {
            const KILN_VECTOR one = (KILN_VECTOR)(left[i]);
            KILN_VECTOR_MAD(x[i], one, u);
            KILN_VECTOR_MAD(y[i], one, v);
          }
#endif
          left += KILN_ROWS * KILN_PARTS;
          right += KILN_COLUMNS * KILN_PARTS;
        }
        if (more || start + run < k) {
#pragma unroll
          for (int i = 0; i < KILN_PARTS * KILN_ROWS; ++i) {
            KILN_VSTORE(x[i], tile + i * KILN_COLUMNS);
            KILN_VSTORE(y[i], tile + i * KILN_COLUMNS + KILN_LANES);
          }
          continue;
        }
        KILN_R done[KILN_TILE];
#pragma unroll
        for (int i = 0; i < KILN_PARTS * KILN_ROWS; ++i) {
          KILN_VSTORE(x[i], done + i * KILN_COLUMNS);
          KILN_VSTORE(y[i], done + i * KILN_COLUMNS + KILN_LANES);
        }
        const KILN_INDEX row = pm * KILN_ROWS, column = pn * KILN_COLUMNS;
        const int rows = (int)(m - row < KILN_ROWS ? m - row : KILN_ROWS);
        const int columns = (int)(n - column < KILN_COLUMNS ? n - column : KILN_COLUMNS);
        for (int i = 0; i < rows; ++i) {
          KILN_GLOBAL KILN_STORED *to = c_batch + (row + i) * c_row + column * c_column;
          for (int j = 0; j < columns; ++j) {
#if KILN_COMPLEX
            const KILN_T sum = (KILN_T)(done[i * KILN_COLUMNS + j], done[(KILN_ROWS + i) * KILN_COLUMNS + j]);
#else
            const KILN_T sum = done[i * KILN_COLUMNS + j];
#endif
            KILN_T value = KILN_PRODUCT(alpha, sum);
            if (use_beta) {
              const KILN_T old = KILN_LOAD(to[j * c_column]);
              value = KILN_SUM(value, KILN_PRODUCT(beta, old));
            }
            to[j * c_column] = KILN_STORE(value);
          }
        }
      }
    }
  }
}
