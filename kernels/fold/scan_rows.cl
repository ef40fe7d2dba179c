// SPDX-License-Identifier: Apache-2.0
// The library's scans along rows, on devices with many work-items. A row is cut into `splits` chunks; a chunk is a job.
// `share` work-items of a group have a job, so that a group has several short rows side by side. If rows have several
// chunks, the kernel `totals` first writes the join of each chunk to a workspace, and `scan` starts a chunk with the
// join of the totals before it. The order of combination depends on extents and geometry alone, so results do not vary.
//
// Arguments, which all kernels of the library's scans share (strides count elements):
//   source, result         the arrays; `totals` has one element for each job
//   rows, cols, n          there are rows * cols scans of n elements; row i lies at (i / cols) * s0 + (i % cols) * s2
//   splits, chunk          chunks of a row, and elements of a chunk
//   share                  work-items of a job (in other files: see there)
//   s0, s1, s2, s          strides of the source: of i / cols, along the scan, of i % cols; the offset of its first
//                          element
//   r0, r1, r2, r          the same of the result
//   exclusive              1: element i of the result is the join of the elements before i
//
// Macros, which the generator (lib/codegen/fold/scan.cpp) defines for all of them:
//   KILN_FROM, KILN_TO     types of the elements of source and result; KILN_SUM: the type that is computed in
//   KILN_LOAD(x)           an element as a KILN_SUM; KILN_STORE(x): a KILN_SUM as an element of the result
//   kiln_join(a, b)        joins two KILN_SUM, of which b comes later; KILN_IDENTITY changes nothing when joined
//   KILN_FIRST             the first element of an exclusive scan
//   KILN_SOURCE_STEP       stride along the elements that neighbouring items have (s1, or 1); KILN_RESULT_STEP likewise
//   KILN_GROUP, KILN_V     work-items of a group, elements of an item in a tile
//   KILN_RUN               neighbouring items that join directly, before these neighbourhoods join
#ifndef KILN_FROM
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_RUN 16
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_IDENTITY (-0.0f)
#define KILN_FIRST 0.0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#endif
// The tile has an element of padding after every two runs of KILN_V, so that items which walk neighbouring runs access
// different banks.
#define KILN_RUNS (item * KILN_V + item / 2)  // element j of this item's run lies at KILN_RUNS + j
#define KILN_ROUNDS (item + item / (2 * KILN_V))  // element item + j * KILN_GROUP lies at KILN_ROUNDS + j * KILN_ROUND
#define KILN_ROUND (KILN_GROUP + KILN_GROUP / (2 * KILN_V))

// Replaces `own` by the join over all items of the group. A barrier must come before `ends` is written again.
#define KILN_JOIN_GROUP(own)                                                                 \
  ends[item] = own;                                                                          \
  barrier(CLK_LOCAL_MEM_FENCE);                                                              \
  for (uint half_of = KILN_GROUP / 2; half_of > 0; half_of /= 2) {                           \
    if (item < half_of) ends[item] = kiln_join(ends[item], ends[item + half_of]);            \
    barrier(CLK_LOCAL_MEM_FENCE);                                                            \
  }                                                                                          \
  own = ends[0];

KILN_KERNEL void totals(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_SUM, totals), KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n,
                        KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1, KILN_STEP s2, KILN_STEP s) {
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_SUM, totals);
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX jobs = rows * cols * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    const KILN_INDEX row = job / splits, first = job % splits * chunk;
    const KILN_INDEX last = n - first < chunk ? n : first + chunk;
    const KILN_STEP start = s + (KILN_STEP)(row / cols) * s0 + (KILN_STEP)(row % cols) * s2;
    KILN_SUM own = KILN_IDENTITY;
    KILN_INDEX t = first + item;
    for (; t + 7 * KILN_GROUP < last; t += 8 * KILN_GROUP) {
#pragma unroll
      for (int u = 0; u < 8; ++u) {
        const KILN_FROM x = source[start + (KILN_STEP)(t + u * KILN_GROUP) * KILN_SOURCE_STEP];
        own = kiln_join(own, KILN_LOAD(x));
      }
    }
    for (; t < last; t += KILN_GROUP) {
      const KILN_FROM x = source[start + (KILN_STEP)t * KILN_SOURCE_STEP];
      own = kiln_join(own, KILN_LOAD(x));
    }
    KILN_JOIN_GROUP(own)
    if (item == 0) totals[job] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(const KILN_SUM, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_LOCAL KILN_SUM tile[KILN_GROUP * KILN_V + KILN_GROUP / 2 + 1];
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_LOCAL KILN_SUM homes[KILN_GROUP / KILN_RUN];
  KILN_LOCAL KILN_STEP source_starts[KILN_GROUP];
  KILN_LOCAL KILN_STEP result_starts[KILN_GROUP];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(const KILN_SUM, totals);
  const uint item = (uint)get_local_id(0), lanes = share, lane = item & (lanes - 1), width = lanes * KILN_V;
  const uint slots = KILN_GROUP / lanes, shift = 31 - clz(width);
  const uint runs = KILN_RUNS, rounds = KILN_ROUNDS;
  const KILN_INDEX jobs = rows * cols * splits;
  // A group has several jobs only if each row is one chunk; then all have the same length.
  for (KILN_INDEX next_base = (KILN_INDEX)get_group_id(0) * slots; next_base < jobs; next_base += (KILN_INDEX)get_num_groups(0) * slots) {
    // Start with the last chunks: `totals` has left them in the cache.
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
      KILN_JOIN_GROUP(own)
      carry = kiln_join(carry, own);
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
        // Join the row's items: `near` those before this one among its KILN_RUN neighbours, `all` all of these; then
        // `before` and `all` across the neighbourhoods.
        const uint home = item / KILN_RUN * KILN_RUN, begin = item - lane, end = begin + lanes;
        KILN_SUM near = KILN_IDENTITY, before = KILN_IDENTITY, all = KILN_IDENTITY;
#pragma unroll
        for (uint i = 0; i < KILN_RUN; ++i) {
          const uint other = home + i;
          if (other == item) near = all;
          if (other >= begin && other < end) all = kiln_join(all, ends[other]);
        }
        if (lanes > KILN_RUN) {
          if (item == home) homes[item / KILN_RUN] = all;
          barrier(CLK_LOCAL_MEM_FENCE);
          all = KILN_IDENTITY;
#pragma unroll
          for (uint i = 0; i < KILN_GROUP / KILN_RUN; ++i) {
            if (i == item / KILN_RUN) before = all;
            if (i >= begin / KILN_RUN && i < end / KILN_RUN) all = kiln_join(all, homes[i]);
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
