// SPDX-License-Identifier: Apache-2.0
// The library's scans along an outer axis with few columns beside it, on devices with many work-items; scan.cl comes
// before this file. A job is one chunk of the axis with all KILN_COLS columns. A group reads and writes a tile of a job
// as it lies in memory; in between, in local memory, each item joins a run of KILN_V elements of one column.
// scan_rows.cl would read each cache line once for every column. KILN_BANKS is the number of elements that one access
// of neighbouring items can reach in different banks.
#define KILN_LENGTH (KILN_LANES * KILN_V)  // elements of a tile along the axis
// Padding after the runs of all columns makes the elements of neighbouring items lie in neighbouring banks.
#define KILN_RUNS (KILN_V * KILN_COLS + KILN_COLS * (KILN_BANKS + 1 - KILN_V) % KILN_BANKS)
#define KILN_RUN(j) (lane * KILN_RUNS + (j) * KILN_COLS + col)  // element j of this item's run
// Element lane + j * KILN_LANES of the column.
#define KILN_ROUND(j) ((lane + (j) * KILN_LANES) / KILN_V * KILN_RUNS + (lane + (j) * KILN_LANES) % KILN_V * KILN_COLS + col)

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(KILN_TOTAL, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_LOCAL KILN_SUM tile[KILN_LANES * KILN_RUNS];
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_LOCAL KILN_SUM homes[KILN_HOMES * KILN_COLS];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(KILN_TOTAL, totals);
  const uint item = (uint)get_local_id(0), lane = item / KILN_COLS, col = item % KILN_COLS;
  const int active = lane < KILN_LANES;
  const KILN_INDEX jobs = rows * splits;
  for (KILN_INDEX next = (KILN_INDEX)get_group_id(0); next < jobs; next += (KILN_INDEX)get_num_groups(0)) {
    // Start with the last chunks: the launch that wrote `totals` has left them in the cache.
    const KILN_INDEX job = splits > 1 ? jobs - 1 - next : next;
    const KILN_INDEX row = job / splits, split = job % splits, first = split * chunk;
    const KILN_INDEX length = n - first < chunk ? n - first : chunk, upto = active ? length : 0;
    const KILN_STEP source_start = s + (KILN_STEP)row * s0 + (KILN_STEP)(first + lane) * s1 + (KILN_STEP)col * s2;
    const KILN_STEP result_start = r + (KILN_STEP)row * r0 + (KILN_STEP)(first + lane) * r1 + (KILN_STEP)col * r2;
    KILN_SUM carry = exclusive ? KILN_FIRST : KILN_IDENTITY;
    if (split > 0) {
      KILN_SUM own = KILN_IDENTITY;
      for (KILN_INDEX i = 0; i < split; i += KILN_LANES)
        if (active && i + lane < split) own = kiln_join(own, totals[(row * splits + i + lane) * KILN_COLS + col]);
      KILN_SUM before, all;
      KILN_JOIN_LANES(own, before, all)
      carry = kiln_join(carry, all);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (KILN_INDEX t = 0;; t += KILN_LENGTH) {
      // The elements of a tile are in flight while those of the tile before are joined.
      KILN_SUM ahead[KILN_V];
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) {
        ahead[j] = KILN_IDENTITY;
        if (t + lane + j * KILN_LANES < upto) {
          const KILN_FROM from = source[source_start + (KILN_STEP)(t + j * KILN_LANES) * s1];
          ahead[j] = KILN_LOAD(from);
        }
      }
      if (t > 0) {
        const KILN_INDEX begins = t - KILN_LENGTH;
        KILN_SUM own = KILN_IDENTITY;
        if (active) {
#pragma unroll
          for (int j = 0; j < KILN_V; ++j) own = kiln_join(own, tile[KILN_RUN(j)]);
        }
        KILN_SUM before, all;
        KILN_JOIN_LANES(own, before, all)
        KILN_SUM run = kiln_join(carry, before);
        carry = kiln_join(carry, all);
        if (active) {
#pragma unroll
          for (int j = 0; j < KILN_V; ++j) {
            const KILN_SUM upto = kiln_join(run, tile[KILN_RUN(j)]);
            tile[KILN_RUN(j)] = exclusive ? run : upto;
            run = upto;
          }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int j = 0; j < KILN_V; ++j)
          if (begins + lane + j * KILN_LANES < upto) {
            const KILN_SUM value = tile[KILN_ROUND(j)];
            result[result_start + (KILN_STEP)(begins + j * KILN_LANES) * r1] = KILN_STORE(value);
          }
      }
      if (t >= length) break;
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (int j = 0; j < KILN_V; ++j)
        if (active) tile[KILN_ROUND(j)] = ahead[j];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
