// SPDX-License-Identifier: Apache-2.0
// Convolution on devices with many work-items, as a product of matrices whose factor B is gathered while it is read
// (conv_side.cl; it and epilogue.cl come before this file). As in gemm_tiles.cl, a group computes a KILN_TM by KILN_TN tile of C
// from tiles of A and B in local memory, KILN_TK places along k at a time; each work-item has KILN_RM by KILN_RN
// elements of it. The places of a step lie in one row along k, so that an item finds out once a row which of its
// elements are in the padding. With splits > 1 each group sums `row_chunk` rows into a matrix of its own in `c`, and
// gemm_combine.cl adds these up.
//
// Arguments: A, the array of B, C; m, n: extents of C; `rows` along k; `inner`, the extent of the inner batch axis.
// A's element is at its row * a_line and the digits along k times akq; a_outer and a_inner are its batch strides. C's
// is at its row * c_row and the digits of the line times cq; c_outer, c_inner, c_split are strides of batches and parts.
//
// Macros: KILN_T, KILN_STORED, KILN_LOAD(x), KILN_STORE(x), KILN_RESULT, KILN_V, KILN_UNROLL, KILN_A_ALONG_K and
// KILN_B_ALONG_K as in gemm_tiles.cl.
#define KILN_ITEMS ((KILN_TM / KILN_RM) * (KILN_TN / KILN_RN))
#define KILN_ROWS_OF_ITEMS (KILN_TM / KILN_RM)
#define KILN_COLUMNS_OF_ITEMS (KILN_TN / KILN_RN)
#define KILN_A_LOADS (KILN_TM * KILN_TK / KILN_ITEMS)
#define KILN_B_LOADS (KILN_TN * KILN_TK / KILN_ITEMS)
// The line and the place along k of load u of an item. Loads of one item share lines or places.
#if KILN_A_ALONG_K
#define KILN_A_K(u) (item % KILN_TK)
#define KILN_A_LINE(u) (item / KILN_TK + (u) * (KILN_ITEMS / KILN_TK))
#else
#define KILN_A_K(u) (item / KILN_TM + (u) * (KILN_ITEMS / KILN_TM))
#define KILN_A_LINE(u) (item % KILN_TM)
#endif
#if KILN_B_ALONG_K
#define KILN_B_LINES KILN_B_LOADS
#define KILN_B_K(u) (item % KILN_TK)
#define KILN_B_LINE(u) (item / KILN_TK + (u) * (KILN_ITEMS / KILN_TK))
#define KILN_B_OF(u) (u)
#else
#define KILN_B_LINES 1
#define KILN_B_K(u) (item / KILN_TN + (u) * (KILN_ITEMS / KILN_TN))
#define KILN_B_LINE(u) (item % KILN_TN)
#define KILN_B_OF(u) 0
#endif

typedef union {
  uint4 wide;
  KILN_T item[KILN_V];
} kiln_vec;

KILN_KERNEL void conv_tiles(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_RESULT, c),
                            KILN_INDEX m, KILN_INDEX n, KILN_INDEX rows, KILN_INDEX row_chunk, KILN_INDEX splits,
                            KILN_INDEX inner, KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0,
                            KILN_INDEX ak1, KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0,
                            KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer, KILN_INDEX c_inner,
                            KILN_INDEX c_split, KILN_CONV_SIDE KILN_OPERANDS(KILN_OPERAND)) {
  KILN_LOCAL kiln_vec a_tile[2][KILN_TK][KILN_TM / KILN_V + 1];
  KILN_LOCAL kiln_vec b_tile[2][KILN_TK][KILN_TN / KILN_V + 1];
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_RESULT, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  const int item = (int)get_local_id(0), x = item % KILN_COLUMNS_OF_ITEMS, y = item / KILN_COLUMNS_OF_ITEMS;
  const KILN_INDEX tiles_m = (m - 1) / KILN_TM + 1, tiles_n = (n - 1) / KILN_TN + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX column = group % tiles_n * KILN_TN;
  group /= tiles_n;
  const KILN_INDEX first_row = group % tiles_m * KILN_TM;
  group /= tiles_m;
  const KILN_INDEX split = group % splits, batch = group / splits, at_inner = batch % inner, at_outer = batch / inner;
  const KILN_INDEX row_end = rows - split * row_chunk < row_chunk ? rows : (split + 1) * row_chunk;
  a += at_outer * a_outer + at_inner * a_inner;
  b += start + at_outer * outer_step + at_inner * inner_step;
  c += at_outer * c_outer + at_inner * c_inner + split * c_split;

  // The lines of B that this item reads. A line behind the last has no places.
  KILN_INDEX at[KILN_B_LINES], begin0[KILN_B_LINES], begin1[KILN_B_LINES], begin2[KILN_B_LINES], low[KILN_B_LINES],
      high[KILN_B_LINES], b_from[KILN_B_LINES], b_low[KILN_B_LINES], b_high[KILN_B_LINES];
#pragma unroll
  for (int u = 0; u < KILN_B_LINES; ++u) {
    const KILN_INDEX line = column + KILN_B_LINE(u);
    KILN_CONV_LINE(line < n ? line : n - 1, at[u], begin0[u], begin1[u], begin2[u], low[u], high[u])
    if (line >= n) high[u] = 0;
  }
  KILN_T sums[KILN_RM][KILN_RN], a_next[KILN_A_LOADS], b_next[KILN_B_LOADS];
#pragma unroll
  for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
    for (int j = 0; j < KILN_RN; ++j) sums[i][j] = (KILN_T)0;
  }
  int half_of = 0, begun = 0;
  KILN_INDEX row = split * row_chunk, place = 0, a_from = 0;
  int fresh = 1;  // the row is new
  for (;;) {
    const int more = row < row_end;
    if (more) {
      if (fresh) {
        KILN_CONV_ROW(row, offset, q0, q1, q2)
        a_from = kiln_i0 * ak0 + kiln_i1 * ak1 + kiln_i2 * ak2;
#pragma unroll
        for (int u = 0; u < KILN_B_LINES; ++u) {
          const int inside = KILN_CONV_INSIDE(begin0[u] + q0, begin1[u] + q1, begin2[u] + q2);
          b_from[u] = at[u] + offset;
          b_low[u] = low[u];
          b_high[u] = inside ? high[u] : 0;
        }
        fresh = 0;
      }
#pragma unroll
      for (int u = 0; u < KILN_A_LOADS; ++u) {
        const KILN_INDEX line = first_row + KILN_A_LINE(u), p = place + KILN_A_K(u);
        a_next[u] = (KILN_T)0;
        if (line < m && p < k3) a_next[u] = KILN_LOAD(a[line * a_line + a_from + p * ak3]);
      }
#pragma unroll
      for (int u = 0; u < KILN_B_LOADS; ++u) {
        const KILN_INDEX p = place + KILN_B_K(u);
        b_next[u] = (KILN_T)0;
        if (p >= b_low[KILN_B_OF(u)] && p < b_high[KILN_B_OF(u)]) b_next[u] = KILN_LOAD(b[b_from[KILN_B_OF(u)] + p * ks3]);
      }
    }
    if (begun) {
#pragma unroll KILN_UNROLL
      for (int t = 0; t < KILN_TK; ++t) {
        kiln_vec left[KILN_RM / KILN_V], right[KILN_RN / KILN_V];
#pragma unroll
        for (int q = 0; q < KILN_RM / KILN_V; ++q) left[q].wide = a_tile[half_of][t][q * KILN_ROWS_OF_ITEMS + y].wide;
#pragma unroll
        for (int q = 0; q < KILN_RN / KILN_V; ++q) right[q].wide = b_tile[half_of][t][q * KILN_COLUMNS_OF_ITEMS + x].wide;
#pragma unroll
        for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
          for (int j = 0; j < KILN_RN; ++j)
            sums[i][j] += left[i / KILN_V].item[i % KILN_V] * right[j / KILN_V].item[j % KILN_V];
        }
      }
      half_of ^= 1;
    }
    if (!more) break;
    begun = 1;
#pragma unroll
    for (int u = 0; u < KILN_A_LOADS; ++u)
      a_tile[half_of][KILN_A_K(u)][KILN_A_LINE(u) / KILN_V].item[KILN_A_LINE(u) % KILN_V] = a_next[u];
#pragma unroll
    for (int u = 0; u < KILN_B_LOADS; ++u)
      b_tile[half_of][KILN_B_K(u)][KILN_B_LINE(u) / KILN_V].item[KILN_B_LINE(u) % KILN_V] = b_next[u];
    barrier(CLK_LOCAL_MEM_FENCE);
    place += KILN_TK;
    if (place >= k3) {
      place = 0;
      ++row;
      fresh = 1;
    }
  }
#pragma unroll
  for (int j = 0; j < KILN_RN; ++j) {
    const KILN_INDEX line = column + (j / KILN_V * KILN_COLUMNS_OF_ITEMS + x) * KILN_V + j % KILN_V;
    if (line < n) {
      const KILN_INDEX to = line % l3 * c3 + line / l3 % l2 * c2 + line / l3 / l2 % l1 * c1 + line / l3 / l2 / l1 * c0;
#pragma unroll
      for (int i = 0; i < KILN_RM; ++i) {
        const KILN_INDEX at_row = first_row + (i / KILN_V * KILN_ROWS_OF_ITEMS + y) * KILN_V + i % KILN_V;
        if (at_row < m) KILN_LEAVE(c[at_row * c_row + to], sums[i][j], at_outer, at_inner, at_row, line)
      }
    }
  }
}
