// SPDX-License-Identifier: Apache-2.0
// Scans of the caller's expressions in which a work-item works by itself; scan_caller.cl comes before this file. An
// item has `each` blocks, one after the other: a block is a chunk of `share` neighbouring columns, at most KILN_W (1
// where the scan runs along rows). If an item would have to join many totals before it can start, the kernel `carries`
// joins them first: KILN_CARRIES is then the number of items of its groups, else 0.

#if KILN_CARRIES && !KILN_WRITES
// A group has one row and column. Each chunk's total is replaced by the join of the totals before it.
KILN_KERNEL void carries(KILN_TOTALS, KILN_INDEX cols, KILN_INDEX splits) {
  KILN_LOCALS(KILN_CARRIES)
  KILN_TOTAL_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX row = (KILN_INDEX)get_group_id(0) / cols, col = (KILN_INDEX)get_group_id(0) % cols;
  const KILN_INDEX some = (splits + KILN_CARRIES - 1) / KILN_CARRIES, from = item * some;
  KILN_DECLARE(own)
  KILN_START(own)
  for (KILN_INDEX i = 0; i < some; ++i)
    if (from + i < splits) {
      KILN_DECLARE(x)
      KILN_FROM_TOTALS(x, KILN_TOTAL(from + i))
      KILN_JOIN(own, own, x)
    }
  KILN_JOIN_BEFORE(own, KILN_CARRIES)
  KILN_DECLARE(before)
  KILN_START(before)
  if (item > 0) {
    KILN_FROM_LOCAL(before, item - 1)
  }
  for (KILN_INDEX i = 0; i < some; ++i)
    if (from + i < splits) {
      KILN_DECLARE(x)
      KILN_FROM_TOTALS(x, KILN_TOTAL(from + i))
      KILN_TO_TOTALS(KILN_TOTAL(from + i), before)
      KILN_JOIN(before, before, x)
    }
}
#endif

// Loops over the totals of the chunks before a chunk, or, after `carries`, over their join alone, in the chunk's place.
#define KILN_EACH_BEFORE for (KILN_INDEX i = carried ? split : 0; KILN_WRITES && i < split + carried; ++i)
#define KILN_EACH_BLOCK                                                                                                  \
  const KILN_INDEX across = (cols + share - 1) / share, blocks = across * splits * rows;                                 \
  const KILN_INDEX begin = (KILN_INDEX)get_global_id(0) * each, end = begin + each < blocks ? begin + each : blocks;     \
  for (KILN_INDEX block = begin; block < end; ++block)
#define KILN_BLOCK                                                                                                       \
  const KILN_INDEX col = block % across * share, split = block / across % splits, row = block / across / splits;         \
  const int width = (int)(cols - col < share ? cols - col : share);                                                      \
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;                                  \
  KILN_SOURCE_BASES(row, col)

// Both launches walk a chunk by the same code; the first one, which writes totals, writes no results.
#if KILN_WRITES
#define KILN_RESULT(x, t, j) KILN_FINISH(x, t, j)
#else
#define KILN_RESULT(x, t, j)
#endif

KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  KILN_RESULT_POINTERS
  KILN_EACH_BLOCK {
    KILN_BLOCK
    KILN_RESULT_BASES(row, col)
#if KILN_W > 1
    KILN_MANY(run, KILN_W)
    for (int j = 0; j < width; ++j) {
      KILN_DECLARE(x)
      KILN_START(x)
      KILN_EACH_BEFORE {
        KILN_DECLARE(y)
        KILN_FROM_TOTALS(y, KILN_TOTAL(i) + j)
        KILN_JOIN(x, x, y)
      }
      KILN_PUT(run, j, x)
    }
    for (KILN_INDEX t = first; t < last; ++t) {
      KILN_APART
      for (int j = 0; j < width; ++j) {
        KILN_DECLARE(x)
        KILN_DECLARE(y)
        KILN_TAKE(x, run, j)
        KILN_MAP(y, t, KILN_BESIDE(t), j)
        KILN_JOIN(y, x, y)
        KILN_PUT(run, j, y)
#if KILN_EXCLUSIVE
        KILN_RESULT(x, t, j)
#else
        KILN_RESULT(y, t, j)
#endif
      }
    }
    for (int j = 0; !KILN_WRITES && j < width; ++j) {
      KILN_DECLARE(x)
      KILN_TAKE(x, run, j)
      KILN_TO_TOTALS(KILN_TOTAL(split) + j, x)
    }
#else
    KILN_DECLARE(run)
    KILN_START(run)
    KILN_EACH_BEFORE {
      KILN_DECLARE(y)
      KILN_FROM_TOTALS(y, KILN_TOTAL(i))
      KILN_JOIN(run, run, y)
    }
    KILN_INDEX t = first;
#if KILN_RUNS
    // All four are read before the first is written, because a result may be a source.
    for (; t + 4 <= last; t += 4) {
      KILN_DECLARE(w)
      KILN_DECLARE(x)
      KILN_DECLARE(y)
      KILN_DECLARE(z)
      KILN_MAP_FOUR(w, x, y, z, t)
      KILN_JOIN(x, w, x)
      KILN_JOIN(z, y, z)
      KILN_JOIN(y, x, y)
      KILN_JOIN(z, x, z)
#if KILN_EXCLUSIVE
      KILN_RESULT(run, t, 0)
#endif
      KILN_JOIN(w, run, w)
      KILN_JOIN(x, run, x)
      KILN_JOIN(y, run, y)
      KILN_JOIN(run, run, z)
      KILN_RESULT(w, t + KILN_EXCLUSIVE, 0)
      KILN_RESULT(x, t + KILN_EXCLUSIVE + 1, 0)
      KILN_RESULT(y, t + KILN_EXCLUSIVE + 2, 0)
#if !KILN_EXCLUSIVE
      KILN_RESULT(run, t + 3, 0)
#endif
    }
#endif
    for (; t < last; ++t) {
      KILN_DECLARE(x)
      KILN_MAP(x, t, KILN_BESIDE(t), 0)
#if KILN_EXCLUSIVE
      KILN_RESULT(run, t, 0)
      KILN_JOIN(run, run, x)
#else
      KILN_JOIN(run, run, x)
      KILN_RESULT(run, t, 0)
#endif
    }
#if !KILN_WRITES
    KILN_TO_TOTALS(KILN_TOTAL(split), run)
#endif
#endif
  }
}
