// SPDX-License-Identifier: Apache-2.0
// Reduction along outer axes on devices with many work-items; reduce.cl comes before this file. The innermost axis is
// kept: its elements are `cols` columns, whose outputs lie beside each other. A group has `lanes` work-items side by
// side, which read KILN_V neighbouring columns each, in KILN_GROUP / lanes rows of items; the rows of items meet in a
// tree in local memory. An item has KILN_AHEAD rows in flight (4 if KILN_TREE is 1).

KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk,
                        uint lanes, long count KILN_EXTENTS) {
  KILN_LOCALS
  KILN_POINTERS
  const uint item = (uint)get_local_id(0), x = item & (lanes - 1), y = item / lanes, ys = KILN_GROUP / lanes;
  const KILN_INDEX width = (KILN_INDEX)lanes * KILN_V, blocks = (cols + width - 1) / width, total = blocks * rows * splits;
  for (KILN_INDEX group = (KILN_INDEX)get_group_id(0); group < total; group += (KILN_INDEX)get_num_groups(0)) {
    const KILN_INDEX rest = group / blocks, split = rest % splits, row = rest / splits;
    const KILN_INDEX i = (group % blocks) * width + x * KILN_V;
    const int active = i < cols;
    const KILN_INDEX first = split * chunk;
    const KILN_INDEX last = !active ? first : n - first < chunk ? n : first + chunk;
    KILN_KEPT(row)
    KILN_DECLARE(KILN_TREE ? KILN_V + 4 : KILN_V)
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      KILN_INIT(j)
    }
    KILN_INDEX t = first + y;
    KILN_HOLD
    for (; t + (KILN_AHEAD - 1) * ys < last; t += KILN_AHEAD * ys) {
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_REDUCED(t + u * ys)
        KILN_FETCH(u)
      }
#if KILN_TREE
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
          KILN_MAP_HELD(u, j, t + u * ys)
          KILN_TO_LANE(KILN_V + u)
        }
#pragma unroll
        for (int u = 0; u < 4; u += 2) {
          KILN_FROM_LANE(KILN_V + u + 1)
          KILN_FOLD(KILN_V + u)
        }
        KILN_FROM_LANE(KILN_V + 2)
        KILN_FOLD(KILN_V)
        KILN_FROM_LANE(KILN_V)
        KILN_FOLD(j)
      }
#else
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          KILN_MAP_HELD(u, j, t + u * ys)
          KILN_NEXT(j)
        }
      }
#endif
    }
    for (; t < last; t += ys) {
      KILN_REDUCED(t)
      KILN_FETCH(0)
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) {
        KILN_MAP_HELD(0, j, t)
        KILN_NEXT(j)
      }
    }
    // KILN_SIDE columns of each item pass through local memory together: more of them need fewer barriers.
#pragma unroll
    for (int side = 0; side < KILN_V; side += KILN_SIDE) {
#pragma unroll
      for (int j = side; j < side + KILN_SIDE; ++j) {
        KILN_TO_LOCAL((j - side) * KILN_GROUP + item, j)
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint half_of = ys / 2; half_of > 0; half_of /= 2) {
        if (y < half_of) {
#pragma unroll
          for (int j = side; j < side + KILN_SIDE; ++j) {
            KILN_FROM_LOCAL((j - side) * KILN_GROUP + item + half_of * lanes)
            KILN_FOLD(j)
            KILN_TO_LOCAL((j - side) * KILN_GROUP + item, j)
          }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (active && y == 0) {
#pragma unroll
        for (int j = side; j < side + KILN_SIDE; ++j) {
          KILN_REPAIR(j, i + j, first, last)
          KILN_FINISH(j, i + j)
        }
      }
    }
  }
}
