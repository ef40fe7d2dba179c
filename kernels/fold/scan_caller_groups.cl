// SPDX-License-Identifier: Apache-2.0
// Scans of the caller's expressions in which the items of a group share a chunk of a row; scan_caller.cl comes before
// this file. The group works by tiles, in which an item has KILN_V neighbouring elements.
//
// If KILN_GATHERS is 1, one group has one whole row, and the accumulator KILN_RUN(x) counts the runs of equal keys that
// have begun. The kernel writes a result only at the end of a run, to the place of the run. It also writes the run's
// last element of the first source to `kinds` (KILN_KEEP), and the number of runs to `found`.

#define KILN_JOB                                                                                                         \
  const KILN_INDEX split = job % splits, row = job / splits / cols, col = job / splits % cols;                           \
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;                                  \
  KILN_SOURCE_BASES(row, col)
// A place of the tile in local memory. It is padded, so that items which walk neighbouring runs access different banks.
#define KILN_PAD(i) ((i) + (i) / 32)
// Replaces `x` by the join over all items in their order. A barrier must come before the local memory is written again.
#define KILN_JOIN_GROUP(x)                                                                                               \
  KILN_TO_LOCAL(item, x)                                                                                                 \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                          \
  for (uint span = 1; span < KILN_GROUP; span *= 2) {                                                                    \
    const uint at = item * 2 * span;                                                                                     \
    if (at < KILN_GROUP) {                                                                                               \
      KILN_DECLARE(left)                                                                                                 \
      KILN_DECLARE(right)                                                                                                \
      KILN_FROM_LOCAL(left, at)                                                                                          \
      KILN_FROM_LOCAL(right, at + span)                                                                                  \
      KILN_JOIN(left, left, right)                                                                                       \
      KILN_TO_LOCAL(at, left)                                                                                            \
    }                                                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  }                                                                                                                      \
  KILN_FROM_LOCAL(x, 0)

#if !KILN_WRITES
KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS KILN_GATHERED, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_LOCALS(KILN_GROUP)
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX jobs = rows * cols * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    KILN_JOB
    KILN_DECLARE(run)
    KILN_START(run)
    for (KILN_INDEX tile = first; tile < last; tile += KILN_GROUP * KILN_V) {
      KILN_DECLARE(own)
      KILN_START(own)
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        const KILN_INDEX t = tile + item * KILN_V + v;
        if (t < last) {
          KILN_DECLARE(x)
          KILN_MAP(x, t, KILN_BESIDE(t), 0)
          KILN_JOIN(own, own, x)
        }
      }
      KILN_JOIN_GROUP(own)
      KILN_JOIN(run, run, own)
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) {
      KILN_TO_TOTALS(KILN_TOTAL(split), run)
    }
  }
}
#else
KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS KILN_GATHERED, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_LOCALS(KILN_PAD(KILN_GROUP * KILN_V))
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  KILN_RESULT_POINTERS
  KILN_GATHERED_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX jobs = rows * cols * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    KILN_JOB
    KILN_RESULT_BASES(row, col)
    KILN_DECLARE(carry)
    KILN_START(carry)
    if (split > 0) {
      // Each item joins neighbouring chunks' totals.
      const KILN_INDEX some = (split + KILN_GROUP - 1) / KILN_GROUP;
      const KILN_INDEX from = item * some < split ? item * some : split, to = split - from < some ? split : from + some;
      for (KILN_INDEX i = from; i < to; ++i) {
        KILN_DECLARE(x)
        KILN_FROM_TOTALS(x, KILN_TOTAL(i))
        KILN_JOIN(carry, carry, x)
      }
      KILN_JOIN_GROUP(carry)
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (KILN_INDEX tile = first; tile < last; tile += KILN_GROUP * KILN_V) {
      const KILN_INDEX start = tile + item * KILN_V;
      // Neighbouring items read and finally write neighbouring elements; in between each item has KILN_V neighbours.
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        const uint e = v * KILN_GROUP + item;
        if (tile + e < last) {
          KILN_DECLARE(x)
          KILN_MAP(x, tile + e, KILN_BESIDE(tile + e), 0)
          KILN_TO_LOCAL(KILN_PAD(e), x)
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      KILN_MANY(near, KILN_V)
      KILN_DECLARE(own)
      KILN_START(own)
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        if (start + v < last) {
          KILN_DECLARE(x)
          KILN_FROM_LOCAL(x, KILN_PAD(item * KILN_V + v))
          KILN_JOIN(own, own, x)
        }
        KILN_PUT(near, v, own)
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      KILN_JOIN_BEFORE(own, KILN_GROUP)
      KILN_DECLARE(before)
      KILN_DECLARE(all)
      KILN_COPY(before, carry)
      if (item > 0) {
        KILN_DECLARE(left)
        KILN_FROM_LOCAL(left, item - 1)
        KILN_JOIN(before, before, left)
      }
      KILN_FROM_LOCAL(all, KILN_GROUP - 1)
      KILN_JOIN(carry, carry, all)
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        KILN_DECLARE(x)
#if KILN_EXCLUSIVE
        KILN_COPY(x, before)
        if (v > 0) {
          KILN_TAKE(x, near, v - 1)
          KILN_JOIN(x, before, x)
        }
#else
        KILN_TAKE(x, near, v)
        KILN_JOIN(x, before, x)
#endif
        KILN_TO_LOCAL(KILN_PAD(item * KILN_V + v), x)
      }
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        const uint e = v * KILN_GROUP + item;
        if (tile + e < last) {
          KILN_DECLARE(x)
          KILN_FROM_LOCAL(x, KILN_PAD(e))
#if KILN_GATHERS
          const KILN_INDEX t = tile + e, beyond = t + (t + 1 < n);
          KILN_DECLARE(begin)
          KILN_DECLARE(next)
          KILN_MAP(begin, 0, 0, 0)  // counts run 0 if its key is NaN, which differs from itself
          KILN_MAP(next, beyond, t, 0)
          if (beyond == t || KILN_RUN(next)) {
            const KILN_INDEX to = (KILN_INDEX)(KILN_RUN(x) - KILN_RUN(begin));
            KILN_FINISH(x, to, 0)
            KILN_KEEP(to, t)
            if (beyond == t) *found = (long)to + 1;
          }
#else
          KILN_FINISH(x, tile + e, 0)
#endif
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
#endif
