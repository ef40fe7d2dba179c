// SPDX-License-Identifier: Apache-2.0
// Copies transposed matrices on CPU devices: to[i * to_step + j] = from[j * from_step + i] for each of `rows` i and
// `columns` j. Elements are moved as words of 1 to 16 bytes (KILN_WORD), and all steps count words.
//
// Arguments: `rows`, `columns` of a matrix in `to`; `to_step`, `from_step` from row to row in each memory; `down`,
// `across` tiles of a matrix; a batch of matrices has two axes: the inner one has `batch` matrices and steps
// `to_inner`, `from_inner`, the outer one steps `to_outer`, `from_outer`; `tiles` of all matrices; `chunk` tiles of a
// work-item.
//
// Macros: KILN_TILE is the side of a tile. KILN_VECTORS is 1 if words are uint and turn.cl precedes this file.
// KILN_STREAM comes from stream.cl, where results bypass the caches.

// A work-item copies tiles `begin` to `end` - 1. A tile passes through a buffer: where the steps are powers of two, a
// matrix column maps to one set of the cache, which holds few of its elements.
KILN_KERNEL void transpose(KILN_ARG(KILN_WORD, to), KILN_ARG(const KILN_WORD, from), long rows, long columns, long to_step,
                           long from_step, long down, long across, long batch, long to_outer, long from_outer, long to_inner,
                           long from_inner, long tiles, long chunk) {
  KILN_PTR_RESTRICT(KILN_WORD, to);
  KILN_PTR_RESTRICT(const KILN_WORD, from);
  const long begin = (long)get_group_id(0) * chunk, end = tiles - begin < chunk ? tiles : begin + chunk;
  for (long tile = begin; tile < end; ++tile) {
    const long matrix = tile / (down * across), at = tile % (down * across);
    const long i0 = at / across * KILN_TILE, j0 = at % across * KILN_TILE;
    const long m = rows - i0 < KILN_TILE ? rows - i0 : KILN_TILE, n = columns - j0 < KILN_TILE ? columns - j0 : KILN_TILE;
    KILN_GLOBAL KILN_WORD *restrict const p =
        to + (matrix / batch * to_outer + matrix % batch * to_inner + i0 * to_step + j0);
    KILN_GLOBAL const KILN_WORD *restrict const q =
        from + (matrix / batch * from_outer + matrix % batch * from_inner + j0 * from_step + i0);
    KILN_WORD held[KILN_TILE * KILN_TILE] __attribute__((aligned(64)));
    // Prefetch the next tile's rows while this tile is turned.
    const long ahead = at % across + 1 < across ? KILN_TILE * from_step : 0;
    for (long j = 0; j < n; ++j) {
      for (long i = 0; i < m; ++i) held[j * KILN_TILE + i] = q[j * from_step + i];
      for (int i = 0; i < KILN_TILE; i += 64 / (int)sizeof(KILN_WORD)) KILN_PREFETCH(q + ahead + j * from_step + i, 0, 3);
    }
#ifdef KILN_STREAM
    // Whole tiles are turned into rows in private memory, which bypass the caches if addresses are multiples of 32.
    if (m == KILN_TILE && n == KILN_TILE) {
      const int well = ((ulong)p | to_step * sizeof(KILN_WORD)) % 32 == 0;
      for (int i = 0; i < KILN_TILE; i += 8) {
        KILN_WORD turned[8 * KILN_TILE] __attribute__((aligned(64)));
#if KILN_VECTORS
        for (int j = 0; j < KILN_TILE; j += 8) kiln_turn(held + j * KILN_TILE + i, turned + j, KILN_TILE);
#else
        for (int j = 0; j < KILN_TILE; ++j)
          for (int k = 0; k < 8; ++k) turned[k * KILN_TILE + j] = held[j * KILN_TILE + i + k];
#endif
        for (int k = 0; k < 8; ++k) {
          KILN_GLOBAL KILN_WORD *const row = p + (i + k) * to_step;
          const KILN_WORD *const own = turned + k * KILN_TILE;
          if (well) {
            KILN_STREAM(row, own, KILN_TILE * sizeof(KILN_WORD), __private)
          } else {
            for (int j = 0; j < KILN_TILE; ++j) row[j] = own[j];
          }
        }
      }
      continue;
    }
#elif KILN_VECTORS
    if (m == KILN_TILE && n == KILN_TILE) {
      for (int i = 0; i < KILN_TILE; i += 8)
        for (int j = 0; j < KILN_TILE; j += 8) kiln_turn(held + j * KILN_TILE + i, p + i * to_step + j, to_step);
      continue;
    }
#endif
    for (long i = 0; i < m; ++i)
      for (long j = 0; j < n; ++j) p[i * to_step + j] = held[j * KILN_TILE + i];
  }
#ifdef KILN_STREAM
  KILN_STREAMED
#endif
}
