// SPDX-License-Identifier: Apache-2.0
// Parts of C = A * B with few rows and columns and long sums along k, on CPU devices; gemm_combine.cl adds them up. A
// work-item sums one part of k, `chunk` places. If KILN_ACROSS is 1, vectors lie along the rows of B, which are
// contiguous and no longer than a vector, and are multiplied by single elements of A. Otherwise vectors lie along k:
// `along_a` and `along_b` say whether the elements of a factor are contiguous along k; if not, they are gathered.
// KILN_SHIFTED is as in gemm_thin.cl, as are the other arguments. With KILN_ACROSS, KILN_COLUMNS counts places along k.
// KILN_MOST: rows, and columns, at most. gemm.cl comes before this file.
#define KILN_TILE (KILN_ROWS * KILN_COLUMNS)

// The deviation of x, a number or a vector.
#if KILN_SHIFTED
#define KILN_DEVIATION(x, side, at, first) (((x) - (first)) - side##_shifts[at]) * side##_shifts[variables + (at)]
#else
#define KILN_DEVIATION(x, side, at, first) (x)
#endif

#if !KILN_ACROSS
#define KILN_MOST_TILES ((KILN_MOST / KILN_ROWS) * (KILN_MOST / KILN_COLUMNS))
// Reads KILN_LANES places of a line (a row of A or a column of B); places past `places` are zeros.
#define KILN_LINE(to, side, from, step, along, places, at, first)                                 \
  if (KILN_PLAIN && (along) && (places) >= KILN_LANES) {                                        \
    to = KILN_DEVIATION(KILN_VLOAD((KILN_GLOBAL const KILN_T *)(from)), side, at, first);       \
  } else {                                                                                      \
    KILN_T held[KILN_LANES];                                                                    \
    if ((places) >= KILN_LANES) {                                                               \
      _Pragma("unroll") for (int q = 0; q < KILN_LANES; ++q) {                                  \
        const KILN_T x = KILN_LOAD((from)[q * (step)]);                                         \
        held[q] = KILN_DEVIATION(x, side, at, first);                                           \
      }                                                                                         \
    } else {                                                                                    \
      for (int q = 0; q < KILN_LANES; ++q) {                                                    \
        held[q] = 0;                                                                            \
        if (q < (places)) {                                                                     \
          const KILN_T x = KILN_LOAD((from)[q * (step)]);                                       \
          held[q] = KILN_DEVIATION(x, side, at, first);                                         \
        }                                                                                       \
      }                                                                                         \
    }                                                                                           \
    to = KILN_VLOAD(held);                                                                      \
  }
#endif

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_T, parts),
#if KILN_SHIFTED
                      KILN_ARG(const KILN_T, left_shifts), KILN_ARG(const KILN_T, right_shifts), KILN_INDEX variables,
#endif
                      KILN_INDEX m, KILN_INDEX n, KILN_INDEX k, KILN_INDEX chunk, KILN_INDEX splits, KILN_INDEX inner, KILN_INDEX count,
                      int along_a, int along_b, KILN_INDEX a_row, KILN_INDEX a_k, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k,
                      KILN_INDEX b_column, KILN_INDEX b_outer, KILN_INDEX b_inner) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_T, parts);
#if KILN_SHIFTED
  KILN_PTR(const KILN_T, left_shifts);
  KILN_PTR(const KILN_T, right_shifts);
#endif
  const KILN_INDEX group = (KILN_INDEX)get_group_id(0), split = group % splits, batch = group / splits;
  const KILN_INDEX first = split * chunk, last = k - first < chunk ? k : first + chunk;
  a += batch / inner * a_outer + batch % inner * a_inner;
  b += batch / inner * b_outer + batch % inner * b_inner;
  KILN_GLOBAL KILN_T *to = parts + (split * count + batch * m * n);
#if KILN_ACROSS
  KILN_VECTOR b_first = (KILN_VECTOR)(0), b_mean = b_first, b_scale = b_first;
#if KILN_SHIFTED
  {
    KILN_T held[3 * KILN_LANES];
    for (int j = 0; j < KILN_LANES; ++j) {
      held[j] = j < n ? KILN_LOAD(b[j]) : (KILN_T)0;
      held[KILN_LANES + j] = j < n ? right_shifts[j] : (KILN_T)0;
      held[2 * KILN_LANES + j] = j < n ? right_shifts[variables + j] : (KILN_T)0;
    }
    b_first = KILN_VLOAD(held);
    b_mean = KILN_VLOAD(held + KILN_LANES);
    b_scale = KILN_VLOAD(held + 2 * KILN_LANES);
  }
#define KILN_RIGHT(x) (((x) - b_first) - b_mean) * b_scale
#else
#define KILN_RIGHT(x) (x)
#endif
  for (KILN_INDEX row = 0; row < m; row += KILN_ROWS) {
    // Rows past the last repeat the last one.
    KILN_GLOBAL const KILN_STORED *left[KILN_ROWS];
    KILN_INDEX own[KILN_ROWS];
    KILN_VECTOR totals[KILN_ROWS];
#pragma unroll
    for (int i = 0; i < KILN_ROWS; ++i) {
      own[i] = row + i < m ? row + i : m - 1;
      left[i] = a + own[i] * a_row;
      totals[i] = (KILN_VECTOR)(0);
    }
    // Long sums are added in steps, so that less is lost to rounding.
    for (KILN_INDEX begin = first; begin < last; begin += 4096) {
      const KILN_INDEX end = last - begin < 4096 ? last : begin + 4096;
      KILN_VECTOR sums[KILN_TILE];
#pragma unroll
      for (int i = 0; i < KILN_TILE; ++i) sums[i] = (KILN_VECTOR)(0);
      KILN_INDEX p = begin;
      // A vector may extend past its row, but not past the end of B.
      for (; p + KILN_COLUMNS <= end && (p + KILN_COLUMNS - 1) * b_k + KILN_LANES <= (k - 1) * b_k + n; p += KILN_COLUMNS) {
#pragma unroll
        for (int t = 0; t < KILN_COLUMNS; ++t) {
          const KILN_VECTOR line = KILN_RIGHT(KILN_VLOAD((KILN_GLOBAL const KILN_T *)(b + (p + t) * b_k)));
#pragma unroll
          for (int i = 0; i < KILN_ROWS; ++i) {
            const KILN_T x = KILN_LOAD(left[i][(p + t) * a_k]);
            const KILN_VECTOR y = (KILN_VECTOR)(KILN_DEVIATION(x, left, own[i], KILN_LOAD(left[i][0])));
            KILN_VECTOR_MAD(sums[t * KILN_ROWS + i], y, line);
          }
        }
      }
      for (; p < end; ++p) {
        KILN_T held[KILN_LANES];
        for (int j = 0; j < KILN_LANES; ++j) held[j] = j < n ? KILN_LOAD(b[p * b_k + j]) : (KILN_T)0;
        const KILN_VECTOR line = KILN_RIGHT(KILN_VLOAD(held));
#pragma unroll
        for (int i = 0; i < KILN_ROWS; ++i) {
          const KILN_T x = KILN_LOAD(left[i][p * a_k]);
          const KILN_VECTOR y = (KILN_VECTOR)(KILN_DEVIATION(x, left, own[i], KILN_LOAD(left[i][0])));
          KILN_VECTOR_MAD(sums[i], y, line);
        }
      }
#pragma unroll
      for (int i = 0; i < KILN_TILE; ++i) totals[i % KILN_ROWS] = KILN_SUM(totals[i % KILN_ROWS], sums[i]);
    }
    for (int i = 0; i < KILN_ROWS && row + i < m; ++i) {
      KILN_T held[KILN_LANES];
      KILN_VSTORE(totals[i], held);
      for (int j = 0; j < n; ++j) to[(row + i) * n + j] = held[j];
    }
  }
#else
  const KILN_INDEX tiles_n = (n - 1) / KILN_COLUMNS + 1, tiles = ((m - 1) / KILN_ROWS + 1) * tiles_n;
  KILN_VECTOR totals[KILN_MOST_TILES * KILN_TILE];
  for (int i = 0; i < tiles * KILN_TILE; ++i) totals[i] = (KILN_VECTOR)(0);
  // A step has so few places that the nearest caches keep them for all tiles.
  const KILN_INDEX step = 64 * KILN_LANES;
  for (KILN_INDEX begin = first; begin < last; begin += step) {
    const KILN_INDEX end = last - begin < step ? last : begin + step;
    for (KILN_INDEX tile = 0; tile < tiles; ++tile) {
      const KILN_INDEX row = tile / tiles_n * KILN_ROWS, column = tile % tiles_n * KILN_COLUMNS;
      const int rows = (int)(m - row < KILN_ROWS ? m - row : KILN_ROWS);
      const int columns = (int)(n - column < KILN_COLUMNS ? n - column : KILN_COLUMNS);
      KILN_GLOBAL const KILN_STORED *left = a + row * a_row, *right = b + column * b_column;
      KILN_VECTOR sums[KILN_TILE];
#pragma unroll
      for (int i = 0; i < KILN_TILE; ++i) sums[i] = (KILN_VECTOR)(0);
      for (KILN_INDEX p = begin; p < end; p += KILN_LANES) {
        const int places = (int)(end - p < KILN_LANES ? end - p : KILN_LANES);
        KILN_VECTOR x[KILN_ROWS], y[KILN_COLUMNS];
#pragma unroll
        for (int i = 0; i < KILN_ROWS; ++i) {
          x[i] = (KILN_VECTOR)(0);
          if (i < rows) KILN_LINE(x[i], left, left + i * a_row + p * a_k, a_k, along_a, places, row + i, KILN_LOAD(left[i * a_row]))
        }
#pragma unroll
        for (int j = 0; j < KILN_COLUMNS; ++j) {
          y[j] = (KILN_VECTOR)(0);
          if (j < columns) KILN_LINE(y[j], right, right + j * b_column + p * b_k, b_k, along_b, places, column + j, KILN_LOAD(right[j * b_column]))
        }
#pragma unroll
        for (int i = 0; i < KILN_TILE; ++i) KILN_VECTOR_MAD(sums[i], x[i / KILN_COLUMNS], y[i % KILN_COLUMNS]);
      }
#pragma unroll
      for (int i = 0; i < KILN_TILE; ++i) totals[tile * KILN_TILE + i] = KILN_SUM(totals[tile * KILN_TILE + i], sums[i]);
    }
  }
  for (KILN_INDEX i = 0; i < m; ++i) {
    for (KILN_INDEX j = 0; j < n; ++j) {
      const KILN_INDEX tile = i / KILN_ROWS * tiles_n + j / KILN_COLUMNS;
      KILN_T held[KILN_LANES];
      KILN_VSTORE(totals[tile * KILN_TILE + i % KILN_ROWS * KILN_COLUMNS + j % KILN_COLUMNS], held);
      KILN_T sum = held[0];
      for (int q = 1; q < KILN_LANES; ++q) sum = KILN_SUM(sum, held[q]);
      to[i * n + j] = sum;
    }
  }
#endif
}
