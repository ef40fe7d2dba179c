// SPDX-License-Identifier: Apache-2.0
// Scans of the caller's expressions along short rows; scan_caller.cl comes before this file. A group has `each` rows of
// one chunk, at most as many as it has work-items. It reads and writes them as they lie in memory; in between, an item
// walks along each row in local memory, which has room for KILN_TILE elements.
#define KILN_AHEAD 4  // elements of an item that are in flight
// the place of element t of the group's row `row_of`; the odd pitch keeps items that walk along rows in different banks
#define KILN_PLACE (row_of * (n | 1) + t)

// Neighbouring items have neighbouring elements. KILN_ROW divides by `cols` only if it is more than 1, which is rare.
#define KILN_EACH_ELEMENT                               \
  KILN_INDEX t = item % n, row_of = item / n;           \
  for (KILN_INDEX at = item; at < elements; at += KILN_GROUP * KILN_AHEAD)
#define KILN_ROW                                        \
  KILN_INDEX row = first + row_of, col = 0;             \
  if (cols > 1) {                                       \
    col = row % cols;                                   \
    row /= cols;                                        \
  }
#define KILN_NEXT                                       \
  t += step;                                            \
  row_of += step_rows + (KILN_INDEX)(t >= n);           \
  t -= t >= n ? n : 0;

KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_LOCALS(KILN_TILE)
  KILN_SOURCE_POINTERS
  KILN_RESULT_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX first = (KILN_INDEX)get_group_id(0) * each, left = rows * cols - first, some = left < each ? left : each;
  const KILN_INDEX elements = some * n, step_rows = KILN_GROUP / n, step = KILN_GROUP % n;
  {
    KILN_EACH_ELEMENT {
      KILN_MANY(near, KILN_AHEAD)
      KILN_INDEX places[KILN_AHEAD];
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u) {
        places[u] = KILN_PLACE;
        if (at + u * KILN_GROUP < elements) {
          KILN_ROW
          KILN_SOURCE_BASES(row, col)
          KILN_DECLARE(x)
          KILN_MAP(x, t, KILN_BESIDE(t), 0)
          KILN_PUT(near, u, x)
        }
        KILN_NEXT
      }
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u)
        if (at + u * KILN_GROUP < elements) {
          KILN_DECLARE(x)
          KILN_TAKE(x, near, u)
          KILN_TO_LOCAL(places[u], x)
        }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < some) {
    const KILN_INDEX row_of = item;
    KILN_DECLARE(run)
    KILN_START(run)
    for (KILN_INDEX t = 0; t < n; ++t) {
      KILN_DECLARE(x)
      KILN_FROM_LOCAL(x, KILN_PLACE)
#if KILN_EXCLUSIVE
      KILN_TO_LOCAL(KILN_PLACE, run)
      KILN_JOIN(run, run, x)
#else
      KILN_JOIN(run, run, x)
      KILN_TO_LOCAL(KILN_PLACE, run)
#endif
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_EACH_ELEMENT {
#pragma unroll
    for (uint u = 0; u < KILN_AHEAD; ++u) {
      if (at + u * KILN_GROUP < elements) {
        KILN_ROW
        KILN_RESULT_BASES(row, col)
        KILN_DECLARE(x)
        KILN_FROM_LOCAL(x, KILN_PLACE)
        KILN_FINISH(x, t, 0)
      }
      KILN_NEXT
    }
  }
}
