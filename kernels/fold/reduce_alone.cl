// SPDX-License-Identifier: Apache-2.0
// Reduction to very many outputs of few elements each, on devices with many work-items. A work-item reads all elements
// of an output, KILN_AHEAD of them in flight, and strides over the outputs that the range does not reach.
//
// Arguments and macros are those of reduce_rows.cl; `splits`, `chunk` and `lanes` are not used.
#ifndef KILN_PARAMETERS
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_EXTENTS
#define KILN_POINTERS KILN_PTR(float, p0); KILN_PTR(const float, p1);
#define KILN_DECLARE(w) float x0[w], y0;
#define KILN_INIT(j) x0[j] = 0.0f;
#define KILN_KEPT(row)
#define KILN_REDUCED(t) const uint t1 = t;
#define KILN_AHEAD 4
#define KILN_HOLD float w1[KILN_AHEAD];
#define KILN_FETCH(u) w1[u] = p1[row * n + t1];
#define KILN_MAP_HELD(u, j, t) y0 = w1[u];
#define KILN_NEXT(j) x0[j] += y0;
#define KILN_FINISH(j, c) p0[row] = x0[j];
#endif
#ifndef KILN_REPAIR  // recomputes sums that overflowed: codegen/fold/deviation.hpp
#define KILN_REPAIR(j, column, begin, end)
#endif

KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint lanes,
                        long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX split = 0;
  for (KILN_INDEX row = (KILN_INDEX)get_global_id(0); row < rows; row += (KILN_INDEX)get_global_size(0)) {
    KILN_KEPT(row)
    KILN_DECLARE(1)
    KILN_INIT(0)
    KILN_HOLD
    KILN_INDEX t = 0;
    for (; t + KILN_AHEAD <= n; t += KILN_AHEAD) {
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_REDUCED(t + u)
        KILN_FETCH(u)
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_MAP_HELD(u, 0, t + u)
        KILN_NEXT(0)
      }
    }
    for (; t < n; ++t) {
      KILN_REDUCED(t)
      KILN_FETCH(0)
      KILN_MAP_HELD(0, 0, t)
      KILN_NEXT(0)
    }
    KILN_REPAIR(0, 0, 0, n)
    KILN_FINISH(0, 0)
  }
}
