// SPDX-License-Identifier: Apache-2.0
// C = alpha * A * B + beta * C on CPU devices in one launch, for matrices that fit the caches. A work-item has `block`
// rows by KILN_COLUMNS columns of C. It copies up to KILN_DEPTH places along k of these columns of B into private memory,
// converted to the computed type, and reads A where it lies. Between such steps the sums wait in C; if there is an
// epilogue, nothing else is stored there, and C is not read before. gemm.cl, gemm_sums.cl and, where vectors can
// transpose B, turn.cl come before this file.

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c), KILN_INDEX m,
                      KILN_INDEX n, KILN_INDEX k, KILN_INDEX block, KILN_INDEX inner, KILN_INDEX a_row, KILN_INDEX a_k,
                      KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column, KILN_INDEX b_outer,
                      KILN_INDEX b_inner, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer, KILN_INDEX c_inner,
                      int conjugate_a, int conjugate_b, int use_beta, KILN_T alpha,
                      KILN_T beta KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  const KILN_INDEX blocks = (m - 1) / block + 1, panels = (n - 1) / KILN_COLUMNS + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX column = group % panels * KILN_COLUMNS;
  group /= panels;
  const KILN_INDEX first = group % blocks * block, batch = group / blocks, last = m - first < block ? m : first + block;
  const KILN_INDEX at_inner = batch % inner, at_outer = batch / inner;
  const int columns = (int)(n - column < KILN_COLUMNS ? n - column : KILN_COLUMNS);
  a += at_outer * a_outer + at_inner * a_inner;
  b += at_outer * b_outer + at_inner * b_inner + column * b_column;
  c += at_outer * c_outer + at_inner * c_inner + column * c_column;
  KILN_R panel[(KILN_DEPTH + 8) * KILN_PARTS * KILN_COLUMNS];  // transposition writes 8 places at a time
  for (KILN_INDEX start = 0; start < k; start += KILN_DEPTH) {
    const int depth = (int)(k - start < KILN_DEPTH ? k - start : KILN_DEPTH);
    KILN_GLOBAL const KILN_STORED *from = b + start * b_k;
#if KILN_PLAIN && !KILN_COMPLEX
    if (b_column == 1 && columns < KILN_COLUMNS) {  // columns past the last are zeros
      for (int p = 0; p < depth; ++p, from += b_k) {
        KILN_GLOBAL const KILN_R *line = (KILN_GLOBAL const KILN_R *)from;
        KILN_VSTORE((KILN_VECTOR)(0), panel + p * KILN_COLUMNS);
        KILN_VSTORE((KILN_VECTOR)(0), panel + p * KILN_COLUMNS + KILN_LANES);
        for (int j = 0; j < columns; ++j) panel[p * KILN_COLUMNS + j] = line[j];
      }
    } else if (b_column == 1) {
      for (int p = 0; p < depth; ++p, from += b_k) {
        KILN_GLOBAL const KILN_R *line = (KILN_GLOBAL const KILN_R *)from;
        KILN_VSTORE(KILN_VLOAD(line), panel + p * KILN_COLUMNS);
        KILN_VSTORE(KILN_VLOAD(line + KILN_LANES), panel + p * KILN_COLUMNS + KILN_LANES);
      }
    } else
#ifdef KILN_TURNED
      if (b_k == 1) {
      // Columns past the last repeat the last one.
      uint held[8 * KILN_TILE];
      for (int q = 0; q < 8 * KILN_TILE; ++q) held[q] = 0;
      for (int j = 0; j < KILN_COLUMNS; j += 8) {
        for (int p = 0; p < depth; p += KILN_TILE) {
          const int run = depth - p < KILN_TILE ? depth - p : KILN_TILE;
          for (int i = 0; i < 8; ++i) {
            KILN_GLOBAL const uint *line =
                (KILN_GLOBAL const uint *)from + (j + i < columns ? j + i : columns - 1) * b_column + p;
            for (int q = 0; q < run; ++q) held[i * KILN_TILE + q] = line[q];
          }
          uint *to = (uint *)panel + p * KILN_COLUMNS + j;
          for (int q = 0; q < run; q += 8) kiln_turn(held + q, to + q * KILN_COLUMNS, KILN_COLUMNS);
        }
      }
    } else
#endif
#endif
    {
      // 16 places at a time, a cache line where elements lie along k.
      for (int p = 0; p < depth; p += 16) {
        const int run = depth - p < 16 ? depth - p : 16;
        for (int j = 0; j < KILN_COLUMNS; ++j) {
          for (int q = p; q < p + run; ++q) {
            KILN_R *to = panel + q * KILN_PARTS * KILN_COLUMNS + j;
            const KILN_STORED element = from[q * b_k + (j < columns ? j : columns - 1) * b_column];
#if KILN_COMPLEX
            to[0] = element.x;
            to[KILN_COLUMNS] = conjugate_b ? -element.y : element.y;
#else
            to[0] = KILN_LOAD(element);
#endif
          }
        }
      }
    }
    for (KILN_INDEX row = first; row < last; row += KILN_ROWS) {
      const int rows = (int)(last - row < KILN_ROWS ? last - row : KILN_ROWS);
      // Rows past the last repeat the last one.
      KILN_GLOBAL const KILN_STORED *left[KILN_ROWS];
#pragma unroll
      for (int i = 0; i < KILN_ROWS; ++i) left[i] = a + (row + (i < rows ? i : rows - 1)) * a_row + start * a_k;
#if KILN_EPILOGUE
      if (k - start <= KILN_DEPTH) {
        for (int i = 0; i < rows; ++i) KILN_BEFORE(at_outer, at_inner, row + i, column, columns)
      }
#endif
      KILN_SUMS
      const KILN_R *right = panel;
      for (int p = 0; p < depth; ++p) {
        KILN_RIGHT(right)
        KILN_RIGHT_IMAGINARY(right)
#pragma unroll
        for (int i = 0; i < KILN_ROWS; ++i) {
          const KILN_STORED one = left[i][p * a_k];
#if KILN_COMPLEX
          KILN_ADD(i, one.x, conjugate_a ? -one.y : one.y)
#else
          KILN_ADD(i, KILN_LOAD(one), 0)
#endif
        }
        right += KILN_PARTS * KILN_COLUMNS;
      }
      KILN_R done[KILN_TILE_ROWS * KILN_COLUMNS + KILN_BEYOND];
#if KILN_EPILOGUE
      if (k - start <= KILN_DEPTH) {
        int waiting = start > 0;
#if KILN_PLAIN
        if (waiting && c_column == 1 && columns == KILN_COLUMNS) {
#pragma unroll
          for (int i = 0; i < KILN_ROWS; ++i) {
            KILN_GLOBAL const KILN_R *from = (KILN_GLOBAL const KILN_R *)c + (row + (i < rows ? i : rows - 1)) * c_row;
            x[i] += KILN_VLOAD(from);
            y[i] += KILN_VLOAD(from + KILN_LANES);
          }
          waiting = 0;
        }
#endif
        KILN_SUMS_TO(done)
        for (int i = 0; i < rows; ++i) {
          if (waiting) {
            for (int j = 0; j < columns; ++j) done[i * KILN_COLUMNS + j] += KILN_LOAD(c[(row + i) * c_row + j * c_column]);
          }
          KILN_ROUNDED(z, done + i * KILN_COLUMNS, columns)
          KILN_AFTER(at_outer, at_inner, row + i, column, columns)
        }
        continue;
      }
#endif
      KILN_SUMS_TO(done)
      for (int i = 0; i < rows; ++i) {
        KILN_GLOBAL KILN_STORED *to = c + (row + i) * c_row;
        for (int j = 0; j < columns; ++j) {
          KILN_T value = KILN_PRODUCT(alpha, KILN_SUM_OF(done, i, j));
          if (start > 0 || use_beta) {
            const KILN_T old = KILN_LOAD(to[j * c_column]);
            value = KILN_SUM(value, start > 0 ? old : KILN_PRODUCT(beta, old));
          }
          to[j * c_column] = KILN_STORE(value);
        }
      }
    }
  }
}
