// SPDX-License-Identifier: Apache-2.0
// C = alpha * A * B + beta * C on devices with many work-items. A group computes a KILN_TM by KILN_TN tile of C from
// tiles of A and B, KILN_TK places along k, in local memory; each work-item has KILN_RM by KILN_RN elements of it. The
// next tiles are in flight to registers while the present ones are multiplied. Local memory holds two sets of tiles, so
// that one barrier a tile is enough. With splits > 1 each group sums a part of k, `chunk` places, into a matrix of its
// own in `c`, and gemm_combine.cl adds these up.
//
// With KILN_TEAMS > 1 a group has that many teams of KILN_ITEMS work-items. Each team sums its own part of k in its own
// local memory; then the teams' sums are added in a fixed order. This is faster where a result has few tiles, because
// the teams wait for memory at the same time. Every team takes the same number of steps, as every work-item must reach
// each barrier; steps beyond k multiply zeros.
//
// If KILN_SHIFTED is 1, A is variables by observations and B is A transposed; their deviations are multiplied, as in
// gemm_thin.cl, and the tiles of C above the diagonal are left out. gemm.cl comes before this file.
//
// Macros of this file: KILN_V: elements in 16 bytes; KILN_A_ALONG_K, KILN_B_ALONG_K: 1: neighbouring items read a
// factor along k, else across it; KILN_A_WIDTH, KILN_B_WIDTH: elements that an item reads in one access, 1 or KILN_V;
// KILN_UNROLL: places along k that the multiplication loop unrolls.
// KILN_ITEMS is the number of work-items of a team.
#define KILN_ITEMS ((KILN_TM / KILN_RM) * (KILN_TN / KILN_RN))
#define KILN_A_LOADS (KILN_TM * KILN_TK / KILN_ITEMS / KILN_A_WIDTH)
#define KILN_B_LOADS (KILN_TN * KILN_TK / KILN_ITEMS / KILN_B_WIDTH)
#define KILN_ROWS_OF_ITEMS (KILN_TM / KILN_RM)
#define KILN_COLUMNS_OF_ITEMS (KILN_TN / KILN_RN)

typedef union {
  uint4 wide;
  KILN_T item[KILN_V];
} kiln_vec;

typedef struct {
  KILN_T item[1];
} kiln_one;

// The pieces of a tile that an item reads. Element w of piece e lies at KILN_A_K(e, w) along k and at KILN_A_ROW(e, w)
// across it. An item reads every KILN_ITEMS-th piece; KILN_A_STEP is the distance of two such pieces in memory.
#if KILN_A_WIDTH > 1
#define KILN_A_PIECE kiln_vec
#define KILN_A_READ(piece, p) (piece).wide = *(KILN_GLOBAL const uint4 *)(p)
#else
#define KILN_A_PIECE kiln_one
#define KILN_A_READ(piece, p) (piece).item[0] = KILN_LOAD(*(p))
#endif
#if KILN_A_ALONG_K
#define KILN_A_LINE (KILN_TK / KILN_A_WIDTH)
#define KILN_A_K(e, w) ((e) % KILN_A_LINE * KILN_A_WIDTH + (w))
#define KILN_A_ROW(e, w) ((e) / KILN_A_LINE)
#define KILN_A_STEP (KILN_ITEMS / KILN_A_LINE * a_row)
#else
#define KILN_A_LINE (KILN_TM / KILN_A_WIDTH)
#define KILN_A_K(e, w) ((e) / KILN_A_LINE)
#define KILN_A_ROW(e, w) ((e) % KILN_A_LINE * KILN_A_WIDTH + (w))
#define KILN_A_STEP (KILN_ITEMS / KILN_A_LINE * a_k)
#endif
#if KILN_B_WIDTH > 1
#define KILN_B_PIECE kiln_vec
#define KILN_B_READ(piece, p) (piece).wide = *(KILN_GLOBAL const uint4 *)(p)
#else
#define KILN_B_PIECE kiln_one
#define KILN_B_READ(piece, p) (piece).item[0] = KILN_LOAD(*(p))
#endif
#if KILN_B_ALONG_K
#define KILN_B_LINE (KILN_TK / KILN_B_WIDTH)
#define KILN_B_K(e, w) ((e) % KILN_B_LINE * KILN_B_WIDTH + (w))
#define KILN_B_COLUMN(e, w) ((e) / KILN_B_LINE)
#define KILN_B_STEP (KILN_ITEMS / KILN_B_LINE * b_column)
#else
#define KILN_B_LINE (KILN_TN / KILN_B_WIDTH)
#define KILN_B_K(e, w) ((e) / KILN_B_LINE)
#define KILN_B_COLUMN(e, w) ((e) % KILN_B_LINE * KILN_B_WIDTH + (w))
#define KILN_B_STEP (KILN_ITEMS / KILN_B_LINE * b_k)
#endif

#if KILN_SHIFTED
// Declares for each element that an item reads its variable's first element, the mean of the differences from that, and
// the scale.
#define KILN_VARIABLES(side, loads, width, line_of, begin, extent, from, step)                                   \
  KILN_T side##_first[loads][width], side##_mean[loads][width], side##_scale[loads][width];                     \
  _Pragma("unroll") for (int u = 0; u < loads; ++u) {                                                           \
    _Pragma("unroll") for (int w = 0; w < width; ++w) {                                                         \
      const KILN_INDEX line = begin + line_of(item + u * KILN_ITEMS, w), own = line < extent ? line : extent - 1; \
      side##_first[u][w] = KILN_LOAD((from)[own * (step)]);                                                     \
      side##_mean[u][w] = shifts[own];                                                                          \
      side##_scale[u][w] = shifts[extent + own];                                                                \
    }                                                                                                           \
  }
#define KILN_DEVIATION(side, x, inside, u, w) \
  x = (inside) ? ((x - side##_first[u][w]) - side##_mean[u][w]) * side##_scale[u][w] : zero;
#else
#define KILN_DEVIATION(side, x, inside, u, w)
#endif

KILN_PACKED_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_RESULT, c),
#if KILN_SHIFTED
                      KILN_ARG(const KILN_T, shifts),
#endif
                      KILN_INDEX m, KILN_INDEX n, KILN_INDEX k, KILN_INDEX chunk, KILN_INDEX splits, KILN_INDEX inner, KILN_INDEX a_row,
                      KILN_INDEX a_k, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column,
                      KILN_INDEX b_outer, KILN_INDEX b_inner, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer,
                      KILN_INDEX c_inner, KILN_INDEX c_split, int conjugate_a, int conjugate_b, int use_beta, KILN_T alpha,
                      KILN_T beta KILN_OPERANDS(KILN_OPERAND)) {
  KILN_LOCAL kiln_vec a_tile[2 * KILN_TEAMS][KILN_TK][KILN_TM / KILN_V + 1];
  KILN_LOCAL kiln_vec b_tile[2 * KILN_TEAMS][KILN_TK][KILN_TN / KILN_V + 1];
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_RESULT, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
#if KILN_SHIFTED
  KILN_PTR(const KILN_T, shifts);
#endif
  const int team = (int)get_local_id(0) / KILN_ITEMS, item = (int)get_local_id(0) % KILN_ITEMS;
  int x = item % KILN_COLUMNS_OF_ITEMS, y = item / KILN_COLUMNS_OF_ITEMS, active = 1;
  const KILN_INDEX tiles_m = (m - 1) / KILN_TM + 1, tiles_n = (n - 1) / KILN_TN + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
#if KILN_SHIFTED
  // Row i of the tiles has i + 1 of them.
  const KILN_INDEX tiles = tiles_m * (tiles_m + 1) / 2, at_tile = group % tiles;
  KILN_INDEX tile_row = 0;
  while ((tile_row + 1) * (tile_row + 2) / 2 <= at_tile) ++tile_row;
  const KILN_INDEX row = tile_row * KILN_TM, column = (at_tile - tile_row * (tile_row + 1) / 2) * KILN_TN;
  group /= tiles;
#if KILN_RM == KILN_V && KILN_RN == KILN_V && KILN_TM == KILN_TN
  // On a diagonal tile the first items compute what lies on and below the diagonal; the others compute nothing.
  if (row == column) {
    y = (int)((sqrt(8.0f * (float)item + 2) - 1) / 2);
    x = item - y * (y + 1) / 2;
    active = y < KILN_ROWS_OF_ITEMS;
    if (!active) x = y = 0;
  }
#endif
#else
  const KILN_INDEX column = group % tiles_n * KILN_TN;
  group /= tiles_n;
  const KILN_INDEX row = group % tiles_m * KILN_TM;
  group /= tiles_m;
#endif
  const KILN_INDEX split = group % splits, batch = group / splits, at_inner = batch % inner, at_outer = batch / inner;
#if KILN_TEAMS > 1
  const KILN_INDEX begin = split * chunk, end = k - begin < chunk ? k : begin + chunk;
  const KILN_INDEX share = ((end - begin - 1) / (KILN_TK * KILN_TEAMS) + 1) * KILN_TK;
  const KILN_INDEX first = begin + team * share, stop = first + share, last = end < stop ? end : stop;
#else
  const KILN_INDEX first = split * chunk, last = k - first < chunk ? k : first + chunk, stop = last;
#endif
  const KILN_INDEX a_at = at_outer * a_outer + at_inner * a_inner, b_at = at_outer * b_outer + at_inner * b_inner;
  const KILN_INDEX c_at = at_outer * c_outer + at_inner * c_inner + split * c_split;
  const KILN_T zero = KILN_ZERO;
  KILN_T sums[KILN_RM][KILN_RN];
  KILN_A_PIECE a_next[KILN_A_LOADS];
  KILN_B_PIECE b_next[KILN_B_LOADS];
#pragma unroll
  for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
    for (int j = 0; j < KILN_RN; ++j) sums[i][j] = zero;
  }
  const int inside = m - row >= KILN_TM && n - column >= KILN_TN;
  // tiles before this place lie wholly inside
  const KILN_INDEX whole = inside ? first + (last - first) / KILN_TK * KILN_TK : first;
  KILN_GLOBAL const KILN_STORED *a_from = a + (a_at + (row + KILN_A_ROW(item, 0)) * a_row + (first + KILN_A_K(item, 0)) * a_k);
  KILN_GLOBAL const KILN_STORED *b_from = b + (b_at + (column + KILN_B_COLUMN(item, 0)) * b_column + (first + KILN_B_K(item, 0)) * b_k);
#if KILN_SHIFTED
  KILN_VARIABLES(a, KILN_A_LOADS, KILN_A_WIDTH, KILN_A_ROW, row, m, a + a_at, a_row)
  KILN_VARIABLES(b, KILN_B_LOADS, KILN_B_WIDTH, KILN_B_COLUMN, column, n, b + b_at, b_column)
#endif
  int half_of = 2 * team;
  for (KILN_INDEX p = first;; p += KILN_TK, a_from += KILN_TK * a_k, b_from += KILN_TK * b_k) {
    // Read the tiles that begin at p, with zeros outside, then multiply the tiles before them.
    if (p < whole) {
#pragma unroll
      for (int u = 0; u < KILN_A_LOADS; ++u) KILN_A_READ(a_next[u], a_from + u * KILN_A_STEP);
#pragma unroll
      for (int u = 0; u < KILN_B_LOADS; ++u) KILN_B_READ(b_next[u], b_from + u * KILN_B_STEP);
    } else {
#pragma unroll
      for (int u = 0; u < KILN_A_LOADS; ++u) {
        const int e = item + u * KILN_ITEMS;
#pragma unroll
        for (int w = 0; w < KILN_A_WIDTH; ++w) {
          a_next[u].item[w] = zero;
          if (row + KILN_A_ROW(e, w) < m && p + KILN_A_K(e, w) < last)
            a_next[u].item[w] = KILN_LOAD(a_from[u * KILN_A_STEP + w]);
        }
      }
#pragma unroll
      for (int u = 0; u < KILN_B_LOADS; ++u) {
        const int e = item + u * KILN_ITEMS;
#pragma unroll
        for (int w = 0; w < KILN_B_WIDTH; ++w) {
          b_next[u].item[w] = zero;
          if (column + KILN_B_COLUMN(e, w) < n && p + KILN_B_K(e, w) < last)
            b_next[u].item[w] = KILN_LOAD(b_from[u * KILN_B_STEP + w]);
        }
      }
    }
    if (p > first && active) {
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
          for (int j = 0; j < KILN_RN; ++j) {
            KILN_MAD(sums[i][j], left[i / KILN_V].item[i % KILN_V], right[j / KILN_V].item[j % KILN_V])
          }
        }
      }
    }
    if (p > first) half_of ^= 1;
    if (p >= stop) break;
#pragma unroll
    for (int u = 0; u < KILN_A_LOADS; ++u) {
      const int e = item + u * KILN_ITEMS, i = KILN_A_ROW(e, 0);
#pragma unroll
      for (int w = 0; w < KILN_A_WIDTH; ++w) {
        a_next[u].item[w] = KILN_CONJUGATE(a_next[u].item[w], conjugate_a);
        KILN_DEVIATION(a, a_next[u].item[w], p < whole || (row + KILN_A_ROW(e, w) < m && p + KILN_A_K(e, w) < last), u, w)
      }
#if KILN_A_WIDTH > 1 && !KILN_A_ALONG_K
      a_tile[half_of][KILN_A_K(e, 0)][i / KILN_V].wide = a_next[u].wide;
#else
#pragma unroll
      for (int w = 0; w < KILN_A_WIDTH; ++w) a_tile[half_of][KILN_A_K(e, w)][i / KILN_V].item[i % KILN_V] = a_next[u].item[w];
#endif
    }
#pragma unroll
    for (int u = 0; u < KILN_B_LOADS; ++u) {
      const int e = item + u * KILN_ITEMS, j = KILN_B_COLUMN(e, 0);
#pragma unroll
      for (int w = 0; w < KILN_B_WIDTH; ++w) {
        b_next[u].item[w] = KILN_CONJUGATE(b_next[u].item[w], conjugate_b);
        KILN_DEVIATION(b, b_next[u].item[w], p < whole || (column + KILN_B_COLUMN(e, w) < n && p + KILN_B_K(e, w) < last), u, w)
      }
#if KILN_B_WIDTH > 1 && !KILN_B_ALONG_K
      b_tile[half_of][KILN_B_K(e, 0)][j / KILN_V].wide = b_next[u].wide;
#else
#pragma unroll
      for (int w = 0; w < KILN_B_WIDTH; ++w) b_tile[half_of][KILN_B_K(e, w)][j / KILN_V].item[j % KILN_V] = b_next[u].item[w];
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#if KILN_TEAMS > 1
  // In each round the upper half of the teams writes its sums to A's memory, and the lower half adds them. Team 0 has
  // the total.
#define KILN_LEFT(of, i, j) a_flat[(((of) * KILN_RM + (i)) * KILN_RN + (j)) * KILN_ITEMS + item]
  KILN_LOCAL_POINTER(KILN_T, a_flat, a_tile);
#pragma unroll
  for (int others = KILN_TEAMS / 2; others > 0; others /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (team >= others && team < 2 * others) {
#pragma unroll
      for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
        for (int j = 0; j < KILN_RN; ++j) KILN_LEFT(team - others, i, j) = sums[i][j];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (team < others) {
#pragma unroll
      for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
        for (int j = 0; j < KILN_RN; ++j) sums[i][j] = KILN_SUM(sums[i][j], KILN_LEFT(team, i, j));
      }
    }
  }
  active = team == 0;
#endif
#pragma unroll
  for (int i = 0; i < KILN_RM; ++i) {
    const KILN_INDEX at_row = row + (i / KILN_V * KILN_ROWS_OF_ITEMS + y) * KILN_V + i % KILN_V;
#pragma unroll
    for (int j = 0; j < KILN_RN; ++j) {
      const KILN_INDEX at_column = column + (j / KILN_V * KILN_COLUMNS_OF_ITEMS + x) * KILN_V + j % KILN_V;
      if (active && at_row < m && at_column < n) {
        const KILN_INDEX at = c_at + at_row * c_row + at_column * c_column;
        KILN_SCALED(value, sums[i][j], c[at])
        KILN_LEAVE(c[at], value, at_outer, at_inner, at_row, at_column)
      }
    }
  }
}
