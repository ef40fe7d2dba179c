// SPDX-License-Identifier: Apache-2.0
// Convolution on devices with many work-items, as a product of matrices whose factor B is gathered while it is read
// (conv_side.cl; it and epilogue.cl come before this file). As in gemm_tiles.cl, a group computes a KILN_TM by KILN_TN tile of C
// from tiles of A and B in local memory, KILN_TK places along k at a time; each work-item has KILN_RM by KILN_RN
// elements of it. The places of a step lie in one row along k, so that where the lines of B begin, and which of their
// elements are in the padding, is found out once a row. With splits > 1 each group sums `row_chunk` rows into a matrix
// of its own in `c`, and gemm_combine.cl adds these up.
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
// The line and the place along k of an item's first load, and how far load u is from them.
#if KILN_A_ALONG_K
#define KILN_A_K (item % KILN_TK)
#define KILN_A_LINE (item / KILN_TK)
#define KILN_A_K_TO(u) 0
#define KILN_A_LINE_TO(u) ((u) * (KILN_ITEMS / KILN_TK))
#else
#define KILN_A_K (item / KILN_TM)
#define KILN_A_LINE (item % KILN_TM)
#define KILN_A_K_TO(u) ((u) * (KILN_ITEMS / KILN_TM))
#define KILN_A_LINE_TO(u) 0
#endif
#if KILN_B_ALONG_K
#define KILN_B_K (item % KILN_TK)
#define KILN_B_LINE (item / KILN_TK)
#define KILN_B_K_TO(u) 0
#define KILN_B_LINE_TO(u) ((u) * (KILN_ITEMS / KILN_TK))
// An item reads from several lines, so local memory keeps the kiln_line of each: registers for all of them would leave
// room for fewer groups. A group has at least as many items as its tile has lines.
#define KILN_OWN_LINE item
#define KILN_KEEP_LINE(row, line) \
  if (item < KILN_TN) lines[(row) % 2][item] = line;
#define KILN_LINE(row, u) lines[(row) % 2][KILN_B_LINE + KILN_B_LINE_TO(u)]
#else
#define KILN_B_K (item / KILN_TN)
#define KILN_B_LINE (item % KILN_TN)
#define KILN_B_K_TO(u) ((u) * (KILN_ITEMS / KILN_TN))
#define KILN_B_LINE_TO(u) 0
#define KILN_OWN_LINE KILN_B_LINE
#define KILN_KEEP_LINE(row, line) own = line;
#define KILN_LINE(row, u) own
#endif

typedef union {
  uint4 wide;
  KILN_T item[KILN_V];
} kiln_vec;

// A line of B in a row along k: its place in memory where the last digit along k is 0, and the values of this digit,
// low to high - 1, between which its elements are inside. `unused` makes it 16 bytes with 32-bit indices, so that one
// access reads it.
typedef struct __attribute__((aligned(16))) {
  KILN_INDEX from, low, high, unused;
} kiln_line;

// Finds out where A's row and the item's own line of B begin. Local memory keeps the latter until the row after the
// next one begins, so that no item reads a line that another one writes.
#define KILN_BEGIN_ROW(row)                                                     \
  {                                                                             \
    KILN_CONV_ROW(row, offset, q0, q1, q2)                                      \
    const int inside = KILN_CONV_INSIDE(begin0 + q0, begin1 + q1, begin2 + q2); \
    const kiln_line line = {at + offset, low, inside ? high : 0, 0};            \
    KILN_KEEP_LINE(row, line)                                                   \
    a_row = a_lines + (kiln_i0 * ak0 + kiln_i1 * ak1 + kiln_i2 * ak2);          \
  }

KILN_KERNEL void conv_tiles(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_RESULT, c),
                            KILN_INDEX m, KILN_INDEX n, KILN_INDEX rows, KILN_INDEX row_chunk, KILN_INDEX splits,
                            KILN_INDEX inner, KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0,
                            KILN_INDEX ak1, KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0,
                            KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer, KILN_INDEX c_inner,
                            KILN_INDEX c_split, KILN_CONV_SIDE KILN_OPERANDS(KILN_OPERAND)) {
  KILN_LOCAL kiln_vec a_tile[2][KILN_TK][KILN_TM / KILN_V + 1];
  KILN_LOCAL kiln_vec b_tile[2][KILN_TK][KILN_TN / KILN_V + 1];
#if KILN_B_ALONG_K
  KILN_LOCAL kiln_line lines[2][KILN_TN];  // of the present row and the next one
#else
  kiln_line own = {0, 0, 0, 0};
#endif
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

  // A line behind the last has no places.
  KILN_INDEX at = 0, begin0 = 0, begin1 = 0, begin2 = 0, low = 0, high = 0;
  if (column + KILN_OWN_LINE < n && KILN_OWN_LINE < KILN_TN)
    KILN_CONV_LINE(column + KILN_OWN_LINE, at, begin0, begin1, begin2, low, high)
  KILN_T sums[KILN_RM][KILN_RN], a_next[KILN_A_LOADS], b_next[KILN_B_LOADS];
#pragma unroll
  for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
    for (int j = 0; j < KILN_RN; ++j) sums[i][j] = (KILN_T)0;
  }
  // A from the item's first line on. `a_left` counts the lines from there to the last; it may be negative.
  KILN_GLOBAL const KILN_STORED *a_lines = a + ((first_row + KILN_A_LINE) * a_line + KILN_A_K * ak3), *a_row = a_lines;
  const KILN_INDEX a_left = m - first_row - KILN_A_LINE;
  int half_of = 0, begun = 0;
  KILN_INDEX row = split * row_chunk, place = 0;
  if (row < row_end) KILN_BEGIN_ROW(row)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (;;) {
    const int more = row < row_end;
    if (more) {
      KILN_GLOBAL const KILN_STORED *a_from = a_row + place * ak3;
#pragma unroll
      for (int u = 0; u < KILN_A_LOADS; ++u) {
        a_next[u] = (KILN_T)0;
        if (KILN_A_LINE_TO(u) < a_left && place + KILN_A_K + KILN_A_K_TO(u) < k3)
          a_next[u] = KILN_LOAD(a_from[KILN_A_LINE_TO(u) * a_line + KILN_A_K_TO(u) * ak3]);
      }
#pragma unroll
      for (int u = 0; u < KILN_B_LOADS; ++u) {
        const kiln_line line = KILN_LINE(row, u);
        const KILN_INDEX p = place + KILN_B_K + KILN_B_K_TO(u);
        b_next[u] = (KILN_T)0;
        if (p >= line.low && p < line.high) b_next[u] = KILN_LOAD(b[line.from + p * ks3]);
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
    for (int u = 0; u < KILN_A_LOADS; ++u) {
      const int line = KILN_A_LINE + KILN_A_LINE_TO(u);
      a_tile[half_of][KILN_A_K + KILN_A_K_TO(u)][line / KILN_V].item[line % KILN_V] = a_next[u];
    }
#pragma unroll
    for (int u = 0; u < KILN_B_LOADS; ++u) {
      const int line = KILN_B_LINE + KILN_B_LINE_TO(u);
      b_tile[half_of][KILN_B_K + KILN_B_K_TO(u)][line / KILN_V].item[line % KILN_V] = b_next[u];
    }
    place += KILN_TK;
    if (place >= k3) {
      place = 0;
      ++row;
      if (row < row_end) KILN_BEGIN_ROW(row)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
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
