// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C on devices with many work-items. A group computes a tile of C from tiles of A and B in local memory; each item has
// KILN_RM by KILN_RN elements of it. The next tiles are on their way to registers while the present ones are multiplied; local memory holds
// both, so that one barrier a tile is enough. With splits > 1 each group sums a part of k into a matrix of its own, and gemm_combine.cl adds
// those up. Matrices lie on a grid of batches, outer by inner.
#ifndef KILN_TM
#define KILN_INDEX int
#define KILN_T float       // computed
#define KILN_STORED float  // elements of A and B
#define KILN_RESULT float  // elements of C
#define KILN_ZERO 0.0f
#define KILN_LOAD(x) (x)
#define KILN_LOAD_RESULT(x) (x)
#define KILN_STORE(x) (x)
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += a * b;
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 4
#define KILN_RN 4
#define KILN_V 4            // elements of 16 bytes
#define KILN_A_ALONG_K 1    // neighbouring items read A along k
#define KILN_B_ALONG_K 0
#define KILN_UNROLL KILN_TK  // places along k that are written out
#endif
#define KILN_ITEMS ((KILN_TM / KILN_RM) * (KILN_TN / KILN_RN))
#define KILN_A_LOADS (KILN_TM * KILN_TK / KILN_ITEMS)
#define KILN_B_LOADS (KILN_TN * KILN_TK / KILN_ITEMS)
#define KILN_ROWS_OF_ITEMS (KILN_TM / KILN_RM)
#define KILN_COLUMNS_OF_ITEMS (KILN_TN / KILN_RN)

typedef union {
  uint4 wide;
  KILN_T item[KILN_V];
} kiln_vec;

// Where element e of a tile lies: along k or across it; and how far in memory it is to the one KILN_ITEMS on.
#if KILN_A_ALONG_K
#define KILN_A_K(e) ((e) % KILN_TK)
#define KILN_A_ROW(e) ((e) / KILN_TK)
#define KILN_A_STEP (KILN_ITEMS / KILN_TK * a_row)
#else
#define KILN_A_K(e) ((e) / KILN_TM)
#define KILN_A_ROW(e) ((e) % KILN_TM)
#define KILN_A_STEP (KILN_ITEMS / KILN_TM * a_k)
#endif
#if KILN_B_ALONG_K
#define KILN_B_K(e) ((e) % KILN_TK)
#define KILN_B_COLUMN(e) ((e) / KILN_TK)
#define KILN_B_STEP (KILN_ITEMS / KILN_TK * b_column)
#else
#define KILN_B_K(e) ((e) / KILN_TN)
#define KILN_B_COLUMN(e) ((e) % KILN_TN)
#define KILN_B_STEP (KILN_ITEMS / KILN_TN * b_k)
#endif

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_RESULT, c), KILN_INDEX m,
                      KILN_INDEX n, KILN_INDEX k, KILN_INDEX chunk, KILN_INDEX splits, KILN_INDEX inner, KILN_INDEX a_row,
                      KILN_INDEX a_k, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column,
                      KILN_INDEX b_outer, KILN_INDEX b_inner, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer,
                      KILN_INDEX c_inner, KILN_INDEX c_split, int conjugate_a, int conjugate_b, int use_beta, KILN_T alpha,
                      KILN_T beta) {
  KILN_LOCAL kiln_vec a_tile[2][KILN_TK][KILN_TM / KILN_V + 1];
  KILN_LOCAL kiln_vec b_tile[2][KILN_TK][KILN_TN / KILN_V + 1];
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_RESULT, c);
  const int item = (int)get_local_id(0), x = item % KILN_COLUMNS_OF_ITEMS, y = item / KILN_COLUMNS_OF_ITEMS;
  const KILN_INDEX tiles_m = (m - 1) / KILN_TM + 1, tiles_n = (n - 1) / KILN_TN + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX column = group % tiles_n * KILN_TN;
  group /= tiles_n;
  const KILN_INDEX row = group % tiles_m * KILN_TM;
  group /= tiles_m;
  const KILN_INDEX split = group % splits, batch = group / splits, at_inner = batch % inner, at_outer = batch / inner;
  const KILN_INDEX first = split * chunk, last = k - first < chunk ? k : first + chunk;
  const KILN_INDEX a_at = at_outer * a_outer + at_inner * a_inner, b_at = at_outer * b_outer + at_inner * b_inner;
  const KILN_INDEX c_at = at_outer * c_outer + at_inner * c_inner + split * c_split;
  const KILN_T zero = KILN_ZERO;
  KILN_T sums[KILN_RM][KILN_RN], a_next[KILN_A_LOADS], b_next[KILN_B_LOADS];
#pragma unroll
  for (int i = 0; i < KILN_RM; ++i) {
#pragma unroll
    for (int j = 0; j < KILN_RN; ++j) sums[i][j] = zero;
  }
  const int inside = m - row >= KILN_TM && n - column >= KILN_TN;
  const KILN_INDEX a_from = a_at + (row + KILN_A_ROW(item)) * a_row + KILN_A_K(item) * a_k;
  const KILN_INDEX b_from = b_at + (column + KILN_B_COLUMN(item)) * b_column + KILN_B_K(item) * b_k;
  int half_of = 0;
  for (KILN_INDEX p = first;; p += KILN_TK) {
    // The tiles that begin at p, zeros outside; then what the tiles before them come to.
    if (inside && last - p >= KILN_TK) {
#pragma unroll
      for (int u = 0; u < KILN_A_LOADS; ++u) a_next[u] = KILN_LOAD(a[a_from + p * a_k + u * KILN_A_STEP]);
#pragma unroll
      for (int u = 0; u < KILN_B_LOADS; ++u) b_next[u] = KILN_LOAD(b[b_from + p * b_k + u * KILN_B_STEP]);
    } else {
#pragma unroll
      for (int u = 0; u < KILN_A_LOADS; ++u) {
        const int e = item + u * KILN_ITEMS;
        a_next[u] = zero;
        if (row + KILN_A_ROW(e) < m && p + KILN_A_K(e) < last) a_next[u] = KILN_LOAD(a[a_from + p * a_k + u * KILN_A_STEP]);
      }
#pragma unroll
      for (int u = 0; u < KILN_B_LOADS; ++u) {
        const int e = item + u * KILN_ITEMS;
        b_next[u] = zero;
        if (column + KILN_B_COLUMN(e) < n && p + KILN_B_K(e) < last)
          b_next[u] = KILN_LOAD(b[b_from + p * b_k + u * KILN_B_STEP]);
      }
    }
    if (p > first) {
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
      half_of ^= 1;
    }
    if (p >= last) break;
#pragma unroll
    for (int u = 0; u < KILN_A_LOADS; ++u) {
      const int e = item + u * KILN_ITEMS, i = KILN_A_ROW(e);
      a_tile[half_of][KILN_A_K(e)][i / KILN_V].item[i % KILN_V] = KILN_CONJUGATE(a_next[u], conjugate_a);
    }
#pragma unroll
    for (int u = 0; u < KILN_B_LOADS; ++u) {
      const int e = item + u * KILN_ITEMS, j = KILN_B_COLUMN(e);
      b_tile[half_of][KILN_B_K(e)][j / KILN_V].item[j % KILN_V] = KILN_CONJUGATE(b_next[u], conjugate_b);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int i = 0; i < KILN_RM; ++i) {
    const KILN_INDEX at_row = row + (i / KILN_V * KILN_ROWS_OF_ITEMS + y) * KILN_V + i % KILN_V;
#pragma unroll
    for (int j = 0; j < KILN_RN; ++j) {
      const KILN_INDEX at_column = column + (j / KILN_V * KILN_COLUMNS_OF_ITEMS + x) * KILN_V + j % KILN_V;
      if (at_row < m && at_column < n) {
        const KILN_INDEX at = c_at + at_row * c_row + at_column * c_column;
        KILN_T value = KILN_PRODUCT(alpha, sums[i][j]);
        if (use_beta) {
          const KILN_T old = KILN_LOAD_RESULT(c[at]);
          value = KILN_SUM(value, KILN_PRODUCT(beta, old));
        }
        c[at] = KILN_STORE(value);
      }
    }
  }
}
