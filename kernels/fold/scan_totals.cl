// SPDX-License-Identifier: Apache-2.0
// The joins of the chunks of the library's scans, on devices with many work-items; scan.cl comes before this file. A
// job is one chunk of KILN_COLS columns, which a group reads as it lies in memory.

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(KILN_TOTAL, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_LOCAL KILN_SUM homes[KILN_HOMES * KILN_COLS];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TOTAL, totals);
  const uint item = (uint)get_local_id(0), lane = item / KILN_COLS, col = item % KILN_COLS;
  const int active = lane < KILN_LANES;
  const KILN_INDEX jobs = rows * cols / KILN_COLS * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    const KILN_INDEX row = job / splits * KILN_COLS + col;
    const KILN_INDEX first = job % splits * chunk, last = n - first < chunk ? n : first + chunk;
    const KILN_STEP start = s + (KILN_STEP)(row / cols) * s0 + (KILN_STEP)(row % cols) * s2 + (KILN_STEP)lane * s1;
    KILN_SUM own = KILN_IDENTITY;
    KILN_INDEX t = first;
    for (; t + 8 * KILN_LANES <= last; t += 8 * KILN_LANES) {
#pragma unroll
      for (int u = 0; u < 8; ++u) {
        if (!active) continue;
        const KILN_FROM x = source[start + (KILN_STEP)(t + u * KILN_LANES) * s1];
        own = kiln_join(own, KILN_LOAD(x));
      }
    }
    for (; t < last; t += KILN_LANES) {
      if (!active || t + lane >= last) continue;
      const KILN_FROM x = source[start + (KILN_STEP)t * s1];
      own = kiln_join(own, KILN_LOAD(x));
    }
    KILN_SUM before, all;
    KILN_JOIN_LANES(own, before, all)
    if (item < KILN_COLS) totals[job * KILN_COLS + col] = all;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
