// SPDX-License-Identifier: Apache-2.0
// C = alpha * A * B + beta * C on CPU devices, from the panels of gemm_pack.cl. A work-item has block_m panels of A by
// block_n panels of B. Where two panels meet, KILN_ROWS rows by two vectors of columns are summed in registers. k is
// cut into steps of `depth`, so that a panel of B stays in the nearest cache. Between steps, and between launches for
// parts of k, the sums wait in the workspace `sums`: `begun` says that an earlier launch left sums there, and `more`
// that a later one follows. The scheme is that of Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (2008). `symmetric`: B is A transposed and beta is 0; only what lies on and below the diagonal is
// computed, and mirrored; it is 0 with an epilogue. gemm.cl and gemm_sums.cl come before this file.
#define KILN_TILE (KILN_TILE_ROWS * KILN_COLUMNS)

KILN_KERNEL void gemm(KILN_ARG(const KILN_R, a), KILN_ARG(const KILN_R, b), KILN_ARG(KILN_R, sums), KILN_ARG(KILN_STORED, c),
                      KILN_INDEX m, KILN_INDEX n, KILN_INDEX k, KILN_INDEX depth, KILN_INDEX block_m, KILN_INDEX block_n,
                      KILN_INDEX inner, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_outer, KILN_INDEX b_inner,
                      KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer, KILN_INDEX c_inner, int begun, int more,
                      int symmetric, int use_beta, KILN_T alpha, KILN_T beta KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_R, a);
  KILN_PTR(const KILN_R, b);
  KILN_PTR(KILN_R, sums);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
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
        if (symmetric && pn * KILN_COLUMNS >= (pm + 1) * KILN_ROWS) continue;
#if KILN_EPILOGUE
        if (!more && start + run >= k) {
          const int columns = (int)(n - pn * KILN_COLUMNS < KILN_COLUMNS ? n - pn * KILN_COLUMNS : KILN_COLUMNS);
          for (KILN_INDEX i = pm * KILN_ROWS; i < m && i < (pm + 1) * KILN_ROWS; ++i)
            KILN_BEFORE(at_outer, at_inner, i, pn * KILN_COLUMNS, columns)
        }
#endif
        KILN_SUMS
        if (begun || start > 0) KILN_SUMS_FROM(tile)
        for (KILN_INDEX p = 0; p < run; ++p) {
          KILN_RIGHT(right)
          KILN_RIGHT_IMAGINARY(right)
#pragma unroll
          for (int i = 0; i < KILN_ROWS; ++i) KILN_ADD(i, left[i], left[KILN_ROWS + i])
          left += KILN_ROWS * KILN_PARTS;
          right += KILN_COLUMNS * KILN_PARTS;
        }
        if (more || start + run < k) {
          KILN_SUMS_TO(tile)
          continue;
        }
        KILN_R done[KILN_TILE + KILN_BEYOND];
        KILN_SUMS_TO(done)
        const KILN_INDEX row = pm * KILN_ROWS, column = pn * KILN_COLUMNS;
        const int rows = (int)(m - row < KILN_ROWS ? m - row : KILN_ROWS);
        const int columns = (int)(n - column < KILN_COLUMNS ? n - column : KILN_COLUMNS);
        for (int i = 0; i < rows; ++i) {
#if KILN_EPILOGUE
          KILN_ROUNDED(z, done + i * KILN_COLUMNS, columns)
          KILN_AFTER(at_outer, at_inner, row + i, column, columns)
#else
          KILN_GLOBAL KILN_STORED *to = c_batch + (row + i) * c_row + column * c_column;
          const int below = row + i - column < columns ? (int)(row + i - column) + 1 : columns;
          for (int j = 0; j < (symmetric ? below : columns); ++j) {
            KILN_SCALED(value, KILN_SUM_OF(done, i, j), to[j * c_column])
            to[j * c_column] = KILN_STORE(value);
            if (symmetric && column + j < row + i) c_batch[(column + j) * c_row + (row + i) * c_column] = KILN_STORE(value);
          }
#endif
        }
      }
    }
  }
}
