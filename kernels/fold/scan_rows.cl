// SPDX-License-Identifier: Apache-2.0
// The library's scans along rows, on devices with many work-items; scan.cl comes before this file. A chunk is a job.
// `share` work-items of a group have a job, so that a group has several short rows side by side. The tile has an
// element of padding after every two runs of KILN_V, so that items which walk neighbouring runs access different banks.
#define KILN_RUNS (item * KILN_V + item / 2)  // element j of this item's run lies at KILN_RUNS + j
#define KILN_ROUNDS (item + item / (2 * KILN_V))  // element item + j * KILN_GROUP lies at KILN_ROUNDS + j * KILN_ROUND
#define KILN_ROUND (KILN_GROUP + KILN_GROUP / (2 * KILN_V))

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(KILN_TOTAL, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_LOCAL KILN_SUM tile[KILN_GROUP * KILN_V + KILN_GROUP / 2 + 1];
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_LOCAL KILN_SUM homes[KILN_HOMES];
  KILN_LOCAL KILN_STEP source_starts[KILN_GROUP];
  KILN_LOCAL KILN_STEP result_starts[KILN_GROUP];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(KILN_TOTAL, totals);
  const uint item = (uint)get_local_id(0), lanes = share, lane = item & (lanes - 1), width = lanes * KILN_V;
  const uint slots = KILN_GROUP / lanes, shift = 31 - clz(width);
  const uint runs = KILN_RUNS, rounds = KILN_ROUNDS;
  const KILN_INDEX jobs = rows * cols * splits;
  // A group has several jobs only if each row is one chunk; then all have the same length.
  for (KILN_INDEX next_base = (KILN_INDEX)get_group_id(0) * slots; next_base < jobs; next_base += (KILN_INDEX)get_num_groups(0) * slots) {
    // Start with the last chunks: the launch that wrote `totals` has left them in the cache.
    const KILN_INDEX base = splits > 1 ? jobs - 1 - next_base : next_base;
    const KILN_INDEX row = base / splits, split = base % splits, first = split * chunk;
    const KILN_INDEX length = n - first < chunk ? n - first : chunk;
    if (item < slots) {
      const KILN_INDEX own_row = slots > 1 ? base + item : row;
      source_starts[item] = s + (KILN_STEP)(own_row / cols) * s0 + (KILN_STEP)(own_row % cols) * s2 + (KILN_STEP)first * s1;
      result_starts[item] = r + (KILN_STEP)(own_row / cols) * r0 + (KILN_STEP)(own_row % cols) * r2 + (KILN_STEP)first * r1;
    }
    KILN_SUM carry = exclusive ? KILN_FIRST : KILN_IDENTITY;
    if (split > 0) {
      KILN_SUM own = KILN_IDENTITY;
      for (KILN_INDEX i = item; i < split; i += KILN_GROUP) own = kiln_join(own, totals[row * splits + i]);
      const uint lane = item, col = 0;
      KILN_SUM before, all;
      KILN_JOIN_LANES(own, before, all)
      carry = kiln_join(carry, all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const KILN_STEP source_start = source_starts[0] + (KILN_STEP)item * KILN_SOURCE_STEP;
    const KILN_STEP result_start = result_starts[0] + (KILN_STEP)item * KILN_RESULT_STEP;
    for (KILN_INDEX t = 0;; t += width) {
      // The elements of a tile are in flight while those of the tile before are joined. A whole tile of one row needs
      // no bounds check.
      KILN_SUM ahead[KILN_V];
      if (slots == 1 && t < length && length - t >= width) {
        const KILN_STEP at = source_start + (KILN_STEP)t * KILN_SOURCE_STEP;
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          const KILN_FROM from = source[at + j * KILN_GROUP * KILN_SOURCE_STEP];
          ahead[j] = KILN_LOAD(from);
        }
      } else {
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          const uint e = j * KILN_GROUP + item, slot = e >> shift;
          const KILN_INDEX place = t + (e & (width - 1));
          ahead[j] = KILN_IDENTITY;
          if (base + slot < jobs && place < length) {
            const KILN_FROM from = source[source_starts[slot] + (KILN_STEP)place * KILN_SOURCE_STEP];
            ahead[j] = KILN_LOAD(from);
          }
        }
      }
      if (t > 0) {
        const KILN_INDEX begins = t - width;
        KILN_SUM own = KILN_IDENTITY;
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) own = kiln_join(own, tile[runs + j]);
        ends[item] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        // `near` joins the row's items before this one in its neighbourhood of KILN_NEAR, and `all` all of the row's
        // items in it. Then `before` joins the row's neighbourhoods before this one, and `all` all of them.
        const uint home = item / KILN_NEAR * KILN_NEAR, begin = item - lane, end = begin + lanes;
        KILN_SUM near = KILN_IDENTITY, before = KILN_IDENTITY, all = KILN_IDENTITY;
#pragma unroll
        for (uint i = 0; i < KILN_NEAR; ++i) {
          const uint other = home + i;
          if (other == item) near = all;
          if (other >= begin && other < end) all = kiln_join(all, ends[other]);
        }
        if (lanes > KILN_NEAR) {
          if (item == home) homes[item / KILN_NEAR] = all;
          barrier(CLK_LOCAL_MEM_FENCE);
          all = KILN_IDENTITY;
#pragma unroll
          for (uint i = 0; i < KILN_HOMES; ++i) {
            if (i == item / KILN_NEAR) before = all;
            if (i >= begin / KILN_NEAR && i < end / KILN_NEAR) all = kiln_join(all, homes[i]);
          }
        }
        KILN_SUM run = kiln_join(carry, kiln_join(before, near));
        carry = kiln_join(carry, all);
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          const KILN_SUM next = kiln_join(run, tile[runs + j]);
          tile[runs + j] = exclusive ? run : next;
          run = next;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (slots == 1 && length - begins >= width) {
          const KILN_STEP at = result_start + (KILN_STEP)begins * KILN_RESULT_STEP;
#pragma unroll
          for (int j = 0; j < KILN_V; ++j) {
            const KILN_SUM value = tile[rounds + j * KILN_ROUND];
            result[at + j * KILN_GROUP * KILN_RESULT_STEP] = KILN_STORE(value);
          }
        } else {
#pragma unroll
          for (int j = 0; j < KILN_V; ++j) {
            const uint e = j * KILN_GROUP + item, slot = e >> shift;
            const KILN_INDEX place = begins + (e & (width - 1));
            const KILN_SUM value = tile[rounds + j * KILN_ROUND];
            if (base + slot < jobs && place < length)
              result[result_starts[slot] + (KILN_STEP)place * KILN_RESULT_STEP] = KILN_STORE(value);
          }
        }
      }
      if (t >= length) break;
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) tile[rounds + j * KILN_ROUND] = ahead[j];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
