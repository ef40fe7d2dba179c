// SPDX-License-Identifier: Apache-2.0
// Parts of C = A * B with few rows and columns and long sums along k, on devices with many work-items; gemm_combine.cl
// adds them up. A part of k has `chunk` places. A work-item has KILN_ROWS rows by KILN_COLUMNS columns of C and reads
// every `slices`-th four places of a part, from A and B where they lie, so that neighbouring items read neighbours in
// memory. The items of a group add up their sums at the end.
//
// If KILN_SHIFTED is 1, the rows of A and the columns of B are variables whose deviations are multiplied: an element
// minus the variable's first element, minus the mean of such differences, times a scale. left_shifts and right_shifts
// have the means of A's rows and of B's columns, and the scales `variables` places after them.
//
// Arguments: `parts` receives `splits` parts, each of `count` elements: the m by n elements of every product, packed.
// `block` rows and columns belong to a group, a multiple of an item's. gemm.cl comes before this file.
//
// Macros of this file: KILN_A_PIECES is 1 if four elements of A along k are read at once, 2 if KILN_ROWS elements
// across k are, and 0 if single elements are. Such a piece is read as KILN_A_WORDS words of the type KILN_A_WORD.
// KILN_B_PIECES and so on say the same of B. KILN_MOST is the most work-items of a group.
#define KILN_PLACES 4

typedef union {
  KILN_A_WORD word[KILN_A_WORDS];
  KILN_STORED item[KILN_A_PIECES == 2 ? KILN_ROWS : KILN_PLACES];
} kiln_a_piece;
typedef union {
  KILN_B_WORD word[KILN_B_WORDS];
  KILN_STORED item[KILN_B_PIECES == 2 ? KILN_COLUMNS : KILN_PLACES];
} kiln_b_piece;

#if KILN_SHIFTED
#define KILN_DEVIATION(side, x, i) (((x) - side##_first[i]) - side##_mean[i]) * side##_scale[i]
#define KILN_VARIABLES(side, most, from, line, lines, at)                  \
  KILN_T side##_first[most], side##_mean[most], side##_scale[most];        \
  _Pragma("unroll") for (int i = 0; i < most; ++i) {                       \
    const int own = i < (lines) ? i : (lines) - 1;                         \
    side##_first[i] = KILN_LOAD((from)[own * (line)]);                     \
    side##_mean[i] = side##_shifts[(at) + own];                            \
    side##_scale[i] = side##_shifts[variables + (at) + own];               \
  }
#else
#define KILN_DEVIATION(side, x, i) (x)
#define KILN_VARIABLES(side, most, from, line, lines, at)
#endif

// Reads `places` places of `lines` lines: rows of A, or columns of B. `step` is the stride along k and `line` that from
// line to line. Lines past the last repeat the last one; places past the last are zeros.
#define KILN_FETCH(side, most, from, line, step, lines, places, conjugate)                        \
  _Pragma("unroll") for (int i = 0; i < most; ++i) {                                              \
    KILN_GLOBAL const KILN_STORED *at = (from) + (i < (lines) ? i : (lines) - 1) * (line);        \
    _Pragma("unroll") for (int t = 0; t < KILN_PLACES; ++t) {                                     \
      side[i][t] = zero;                                                                          \
      if (t < (places)) {                                                                         \
        const KILN_T x = KILN_LOAD(at[t * (step)]);                                               \
        side[i][t] = KILN_DEVIATION(side, KILN_CONJUGATE(x, conjugate), i);                       \
      }                                                                                           \
    }                                                                                             \
  }
// The same where four elements along k are read at once.
#define KILN_FETCH_ALONG(side, type, words, WORD, most, from, line, lines, conjugate)             \
  _Pragma("unroll") for (int i = 0; i < most; ++i) {                                              \
    type piece;                                                                                   \
    KILN_GLOBAL const WORD *at =                                                                  \
        (KILN_GLOBAL const WORD *)((from) + (i < (lines) ? i : (lines) - 1) * (line));            \
    _Pragma("unroll") for (int w = 0; w < words; ++w) piece.word[w] = at[w];                      \
    _Pragma("unroll") for (int t = 0; t < KILN_PLACES; ++t) {                                     \
      const KILN_T x = KILN_LOAD(piece.item[t]);                                                  \
      side[i][t] = KILN_DEVIATION(side, KILN_CONJUGATE(x, conjugate), i);                         \
    }                                                                                             \
  }
// The same where the elements of all lines are read at once.
#define KILN_FETCH_ACROSS(side, type, words, WORD, most, from, step, conjugate)                   \
  _Pragma("unroll") for (int t = 0; t < KILN_PLACES; ++t) {                                       \
    type piece;                                                                                   \
    KILN_GLOBAL const WORD *at = (KILN_GLOBAL const WORD *)((from) + t * (step));                 \
    _Pragma("unroll") for (int w = 0; w < words; ++w) piece.word[w] = at[w];                      \
    _Pragma("unroll") for (int i = 0; i < most; ++i) {                                            \
      const KILN_T x = KILN_LOAD(piece.item[i]);                                                  \
      side[i][t] = KILN_DEVIATION(side, KILN_CONJUGATE(x, conjugate), i);                         \
    }                                                                                             \
  }

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_T, parts),
#if KILN_SHIFTED
                      KILN_ARG(const KILN_T, left_shifts), KILN_ARG(const KILN_T, right_shifts), KILN_INDEX variables,
#endif
                      KILN_INDEX m, KILN_INDEX n, KILN_INDEX k, KILN_INDEX chunk, KILN_INDEX splits, KILN_INDEX inner, KILN_INDEX count,
                      int block, int slices, KILN_INDEX a_row, KILN_INDEX a_k, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k,
                      KILN_INDEX b_column, KILN_INDEX b_outer, KILN_INDEX b_inner, int conjugate_a, int conjugate_b) {
  KILN_LOCAL KILN_T shared[KILN_COLUMNS][KILN_MOST];
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_T, parts);
#if KILN_SHIFTED
  KILN_PTR(const KILN_T, left_shifts);
  KILN_PTR(const KILN_T, right_shifts);
#endif
  const KILN_T zero = KILN_ZERO;
  const int item = (int)get_local_id(0), slice = item % slices, tile = item / slices;
  const KILN_INDEX blocks_m = (m - 1) / block + 1, blocks_n = (n - 1) / block + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  KILN_INDEX column = group % blocks_n * block;
  group /= blocks_n;
  KILN_INDEX row = group % blocks_m * block;
  group /= blocks_m;
  const KILN_INDEX split = group % splits, batch = group / splits, at_inner = batch % inner, at_outer = batch / inner;
  const KILN_INDEX first = split * chunk, last = k - first < chunk ? k : first + chunk;
  const int across = (int)((n < block ? n : block) - 1) / KILN_COLUMNS + 1;  // tiles of items side by side in a group
  row += tile / across * KILN_ROWS;
  column += tile % across * KILN_COLUMNS;
  // Tiles outside C compute with row 0 and column 0, and write nothing.
  const int present = row < m && column < n;
  if (!present) row = column = 0;
  const int rows = (int)(m - row < KILN_ROWS ? m - row : KILN_ROWS);
  const int columns = (int)(n - column < KILN_COLUMNS ? n - column : KILN_COLUMNS);
  a += at_outer * a_outer + at_inner * a_inner + row * a_row;
  b += at_outer * b_outer + at_inner * b_inner + column * b_column;
  KILN_VARIABLES(left, KILN_ROWS, a, a_row, rows, row)
  KILN_VARIABLES(right, KILN_COLUMNS, b, b_column, columns, column)
  KILN_T sums[KILN_ROWS][KILN_COLUMNS];
#pragma unroll
  for (int i = 0; i < KILN_ROWS; ++i) {
#pragma unroll
    for (int j = 0; j < KILN_COLUMNS; ++j) sums[i][j] = zero;
  }
  for (KILN_INDEX p = first + slice * KILN_PLACES; p < last; p += slices * KILN_PLACES) {
    KILN_T left[KILN_ROWS][KILN_PLACES], right[KILN_COLUMNS][KILN_PLACES];
    KILN_GLOBAL const KILN_STORED *a_from = a + p * a_k, *b_from = b + p * b_k;
    const int places = (int)(last - p < KILN_PLACES ? last - p : KILN_PLACES);
#if KILN_A_PIECES == 1
    if (places == KILN_PLACES) {
      KILN_FETCH_ALONG(left, kiln_a_piece, KILN_A_WORDS, KILN_A_WORD, KILN_ROWS, a_from, a_row, rows, conjugate_a)
    } else
#elif KILN_A_PIECES == 2
    if (places == KILN_PLACES && rows == KILN_ROWS) {
      KILN_FETCH_ACROSS(left, kiln_a_piece, KILN_A_WORDS, KILN_A_WORD, KILN_ROWS, a_from, a_k, conjugate_a)
    } else
#endif
    {
      KILN_FETCH(left, KILN_ROWS, a_from, a_row, a_k, rows, places, conjugate_a)
    }
#if KILN_B_PIECES == 1
    if (places == KILN_PLACES) {
      KILN_FETCH_ALONG(right, kiln_b_piece, KILN_B_WORDS, KILN_B_WORD, KILN_COLUMNS, b_from, b_column, columns, conjugate_b)
    } else
#elif KILN_B_PIECES == 2
    if (places == KILN_PLACES && columns == KILN_COLUMNS) {
      KILN_FETCH_ACROSS(right, kiln_b_piece, KILN_B_WORDS, KILN_B_WORD, KILN_COLUMNS, b_from, b_k, conjugate_b)
    } else
#endif
    {
      KILN_FETCH(right, KILN_COLUMNS, b_from, b_column, b_k, columns, places, conjugate_b)
    }
#pragma unroll
    for (int t = 0; t < KILN_PLACES; ++t) {
#pragma unroll
      for (int i = 0; i < KILN_ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < KILN_COLUMNS; ++j) {
          KILN_MAD(sums[i][j], left[i][t], right[j][t])
        }
      }
    }
  }
  KILN_GLOBAL KILN_T *to = parts + (split * count + (batch * m + row) * n + column);
#pragma unroll
  for (int i = 0; i < KILN_ROWS; ++i) {
#pragma unroll
    for (int j = 0; j < KILN_COLUMNS; ++j) shared[j][item] = sums[i][j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = slices / 2; step > 0; step /= 2) {
      if (slice < step) {
#pragma unroll
        for (int j = 0; j < KILN_COLUMNS; ++j) {
          const KILN_T x = shared[j][item], y = shared[j][item + step];
          shared[j][item] = KILN_SUM(x, y);
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    // The first items of a tile write a number each.
    if (present && i < rows && slice < columns) to[i * n + slice] = shared[slice][item - slice];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
