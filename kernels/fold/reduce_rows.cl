// SPDX-License-Identifier: Apache-2.0
// Reduction along the innermost axis on devices with many work-items; reduce.cl comes before this file. An (output,
// split) pair is a job. KILN_LANES work-items read the range of a job together and combine their accumulators in a tree
// in local memory; a group has KILN_GROUP / KILN_LANES jobs at a time. Outputs of few elements have one work-item each.
//
// Macros of this file: KILN_LANES, KILN_SPLITS: `lanes`, `splits`, or constants if the generator knows them;
// KILN_SINGLE: 1 if there is one row; KILN_REST: accesses in flight at the end of a range, where fewer than KILN_AHEAD
// are left.

KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint lanes,
                        long count KILN_EXTENTS) {
  KILN_LOCALS
  KILN_POINTERS
  const uint item = (uint)get_local_id(0), lane = item & (KILN_LANES - 1), slots = KILN_GROUP / KILN_LANES;
  const KILN_INDEX total = rows * KILN_SPLITS, step = (KILN_INDEX)KILN_LANES * KILN_V;
  for (KILN_INDEX base = (KILN_INDEX)get_group_id(0) * slots; base < total; base += (KILN_INDEX)get_num_groups(0) * slots) {
    const KILN_INDEX at = base + item / KILN_LANES;
    const int active = at < total;
    const KILN_INDEX row = active && !KILN_SINGLE ? at / KILN_SPLITS : 0, split = active ? at - row * KILN_SPLITS : 0;
    const KILN_INDEX first = split * chunk;
    const KILN_INDEX last = !active ? first : n - first < chunk ? n : first + chunk;
    KILN_KEPT(row)
    KILN_DECLARE(KILN_TREE ? 1 + 4 * KILN_V : KILN_V)
#pragma unroll
    for (int j = 0; j < (KILN_TREE ? 1 : KILN_V); ++j) {
      KILN_INIT(j)
    }
    KILN_INDEX t = first + lane * KILN_V;
    KILN_HOLD
    for (; t + (KILN_AHEAD - 1) * step + KILN_V <= last; t += KILN_AHEAD * step) {
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_REDUCED(t + u * step)
        KILN_FETCH(u)
      }
#if KILN_TREE
#pragma unroll
      for (int u = 0; u < 4; ++u) {
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          KILN_MAP_HELD(u, j, t + u * step + j)
          KILN_TO_LANE(1 + u * KILN_V + j)
        }
      }
#pragma unroll
      for (int span = 1; span < 4 * KILN_V; span *= 2) {
#pragma unroll
        for (int j = 1; j <= 4 * KILN_V; j += 2 * span) {
          KILN_FROM_LANE(j + span)
          KILN_FOLD(j)
        }
      }
      KILN_FROM_LANE(1)
      KILN_FOLD(0)
#else
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          KILN_MAP_HELD(u, j, t + u * step + j)
          KILN_NEXT(j)
        }
      }
#endif
    }
    // The rest, KILN_REST vectors on their way at a time, and the elements after the last whole vector.
    for (; t + KILN_V <= last; t += KILN_REST * step) {
#pragma unroll
      for (int u = 0; u < KILN_REST; ++u)
        if (u == 0 || t + u * step + KILN_V <= last) {
          KILN_REDUCED(t + u * step)
          KILN_FETCH(u)
        }
#pragma unroll
      for (int u = 0; u < KILN_REST; ++u)
        if (u == 0 || t + u * step + KILN_V <= last) {
#pragma unroll
          for (int j = 0; j < KILN_V; ++j) {
            KILN_MAP_HELD(u, j, t + u * step + j)
            KILN_NEXT(KILN_TREE ? 0 : j)
          }
        }
    }
#if KILN_REST > 1
    for (t = last - (last - first) % KILN_V + lane; t < last; t += KILN_LANES) {
#else
    for (; t < last; ++t) {
#endif
      KILN_REDUCED(t)
      const int i = 0;
      KILN_MAP(i)
      KILN_NEXT(0)
    }
#pragma unroll
    for (int j = 1; j < (KILN_TREE ? 1 : KILN_V); ++j) {
      KILN_FROM_LANE(j)
      KILN_FOLD(0)
    }
    if (KILN_LANES > 1) {
      KILN_TO_LOCAL(item, 0)
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint half_of = KILN_LANES / 2; half_of > 0; half_of /= 2) {
        if (lane < half_of) {
          KILN_FROM_LOCAL(item + half_of)
          KILN_FOLD(0)
          KILN_TO_LOCAL(item, 0)
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
    if (active && lane == 0) {
      KILN_REPAIR(0, 0, first, last)
      KILN_FINISH(0, 0)
    }
  }
}
