// SPDX-License-Identifier: Apache-2.0
// The library's scans along an outer axis; scan.cl comes before this file. An item walks one chunk of a block of
// neighbouring columns. On CPU devices a block has `share` columns, at most KILN_W. On others it has one, neighbouring
// items have neighbouring columns, and an item has KILN_AHEAD rows in flight.

// KILN_WALK joins and writes those of the `count` rows from t on for which `there` is true; row t + u has number u. The
// result may be the source, so the loads that are to overlap come before the stores.
#if KILN_W > 1
#define KILN_READ(count, there)
#define KILN_ELEMENT(u, j) from[j * KILN_SOURCE_STEP]
#else
#define KILN_READ(count, there)                             \
  KILN_FROM x[count];                                       \
  _Pragma("unroll") for (int u = 0; u < (count); ++u)       \
    if (there) x[u] = source[source_start + (KILN_STEP)(t + u) * s1];
#define KILN_ELEMENT(u, j) x[u]
#endif
#define KILN_WALK(count, there)                                                                 \
  {                                                                                             \
    KILN_READ(count, there)                                                                     \
    _Pragma("unroll") for (int u = 0; u < (count); ++u)                                         \
      if (there) {                                                                              \
        const KILN_GLOBAL KILN_FROM *from = source + (source_start + (KILN_STEP)(t + u) * s1);  \
        KILN_GLOBAL KILN_TO *to = result + (result_start + (KILN_STEP)(t + u) * r1);            \
        KILN_APART                                                                              \
        for (int j = 0; j < width; ++j) {                                                       \
          const KILN_SUM before = run[j];                                                       \
          run[j] = kiln_join(before, KILN_LOAD(KILN_ELEMENT(u, j)));                            \
          const KILN_SUM value = exclusive ? before : run[j];                                   \
          if (KILN_WRITES) to[j * KILN_RESULT_STEP] = KILN_STORE(value);                        \
        }                                                                                       \
      }                                                                                         \
  }

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(KILN_TOTAL, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(KILN_TOTAL, totals);
  const KILN_INDEX columns = KILN_W > 1 ? share : 1, blocks = (cols + columns - 1) / columns;
  const KILN_INDEX at = (KILN_INDEX)get_global_id(0);
  if (at >= rows * splits * blocks) return;
  const KILN_INDEX begin = at % blocks * columns, split = at / blocks % splits, row = at / blocks / splits;
  const int width = KILN_W > 1 ? (int)(cols - begin < columns ? cols - begin : columns) : 1;
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;
  const KILN_STEP source_start = s + (KILN_STEP)row * s0 + (KILN_STEP)begin * s2;
  const KILN_STEP result_start = r + (KILN_STEP)row * r0 + (KILN_STEP)begin * r2;
  KILN_SUM run[KILN_W];
  for (int j = 0; j < width; ++j) run[j] = KILN_WRITES && exclusive ? KILN_FIRST : KILN_IDENTITY;
  for (KILN_INDEX i = 0; KILN_WRITES && i < split; ++i)
    for (int j = 0; j < width; ++j) run[j] = kiln_join(run[j], totals[(row * splits + i) * cols + begin + j]);
  // Of `t < whole` compilers know how often it is true, and unroll; of `t + 1 <= last`, which may wrap, they do not.
  const KILN_INDEX whole = first + (last - first) / KILN_AHEAD * KILN_AHEAD;
  KILN_INDEX t = first;
  for (; t < whole; t += KILN_AHEAD) KILN_WALK(KILN_AHEAD, 1)
#if KILN_AHEAD > 1
  if (t < last) KILN_WALK(KILN_AHEAD - 1, u < (int)(last - t))
#endif
#if !KILN_WRITES
  for (int j = 0; j < width; ++j) totals[(row * splits + split) * cols + begin + j] = run[j];
#endif
}
