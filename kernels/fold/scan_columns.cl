// SPDX-License-Identifier: Apache-2.0
// The library's scans along an outer axis, on devices with many work-items. A work-item walks one chunk of one column;
// neighbouring items have neighbouring columns. The kernel `totals` first writes the join of each chunk and column, and
// `scan` starts with the join of the totals before its chunk. Arguments and macros are those of scan_rows.cl; `share`
// is not used.
#ifndef KILN_FROM
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_IDENTITY (-0.0f)
#define KILN_FIRST 0.0f
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#endif

#define KILN_PLACE                                                                               \
  const KILN_INDEX at = (KILN_INDEX)get_global_id(0);                                            \
  if (at >= rows * splits * cols) return;                                                        \
  const KILN_INDEX col = at % cols, split = at / cols % splits, row = at / cols / splits;        \
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;          \
  const KILN_STEP source_start = s + (KILN_STEP)row * s0 + (KILN_STEP)col * s2;

KILN_KERNEL void totals(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_SUM, totals), KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n,
                        KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1, KILN_STEP s2, KILN_STEP s) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_SUM, totals);
  KILN_PLACE
  KILN_SUM own = KILN_IDENTITY;
  for (KILN_INDEX t = first; t < last; ++t) {
    const KILN_FROM x = source[source_start + (KILN_STEP)t * s1];
    own = kiln_join(own, KILN_LOAD(x));
  }
  totals[at] = own;
}

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(const KILN_SUM, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(const KILN_SUM, totals);
  KILN_PLACE
  const KILN_STEP result_start = r + (KILN_STEP)row * r0 + (KILN_STEP)col * r2;
  KILN_SUM run = exclusive ? KILN_FIRST : KILN_IDENTITY;
  for (KILN_INDEX i = 0; i < split; ++i) run = kiln_join(run, totals[(row * splits + i) * cols + col]);
  // The result may be the source, so the loads that shall overlap come before the stores.
  KILN_INDEX t = first;
  for (; t + 8 <= last; t += 8) {
    KILN_FROM x[8];
#pragma unroll
    for (int u = 0; u < 8; ++u) x[u] = source[source_start + (KILN_STEP)(t + u) * s1];
#pragma unroll
    for (int u = 0; u < 8; ++u) {
      const KILN_SUM next = kiln_join(run, KILN_LOAD(x[u]));
      const KILN_SUM value = exclusive ? run : next;
      result[result_start + (KILN_STEP)(t + u) * r1] = KILN_STORE(value);
      run = next;
    }
  }
  if (t < last) {
    const int rest = (int)(last - t);
    KILN_FROM x[7];
#pragma unroll
    for (int u = 0; u < 7; ++u)
      if (u < rest) x[u] = source[source_start + (KILN_STEP)(t + u) * s1];
#pragma unroll
    for (int u = 0; u < 7; ++u)
      if (u < rest) {
        const KILN_SUM next = kiln_join(run, KILN_LOAD(x[u]));
        const KILN_SUM value = exclusive ? run : next;
        result[result_start + (KILN_STEP)(t + u) * r1] = KILN_STORE(value);
        run = next;
      }
  }
}
