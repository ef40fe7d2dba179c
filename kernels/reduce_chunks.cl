// SPDX-License-Identifier: Apache-2.0
// Reduction on CPU devices, one work-item a group. KILN_COLUMNS 0: each item has a range of (output, split) pairs and keeps KILN_W
// accumulators that the compiler turns into vectors. KILN_COLUMNS 1: each item has a block of at most KILN_W columns and a range of rows.
// The generated part defines the KILN_ macros (see reduce_rows.cl).
#ifndef KILN_PARAMETERS
#define KILN_INDEX uint
#define KILN_W 64
#define KILN_COLUMNS 0
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_EXTENTS
#define KILN_POINTERS KILN_PTR(float, p0); KILN_PTR(const float, p1);
#define KILN_DECLARE(w) float x0[w], y0;
#define KILN_INIT(j) x0[j] = 0.0f;
#define KILN_KEPT(row)
#define KILN_REDUCED(t) const uint t1 = t;
#define KILN_INNER n
#define KILN_MAP(i) y0 = p1[row * n + t1 + i];
#define KILN_FOLD(j) x0[j] += y0;
#define KILN_NEXT(j) KILN_FOLD(j)
#define KILN_FROM_LANE(j) y0 = x0[j];
#define KILN_FINISH(j, c) p0[row] = x0[j];
#endif
#define KILN_ROWS 4

#if KILN_COLUMNS
KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk,
                        uint block, long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX blocks = (cols + block - 1) / block, group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX rest = group / blocks, split = rest % splits, row = rest / splits;
  const KILN_INDEX begin = (group % blocks) * block;
  const int width = (int)(cols - begin < block ? cols - begin : block);
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;
  KILN_KEPT(row)
  KILN_DECLARE(KILN_W)
  for (int j = 0; j < width; ++j) {
    KILN_INIT(j)
  }
  // Several rows at once: accumulators are read and written once for all, and memory is read in several streams.
  KILN_INDEX from = first;
  for (; from + KILN_ROWS <= last; from += KILN_ROWS) {
    for (int j = 0; j < width; ++j) {
      const KILN_INDEX i = begin + j;
#pragma unroll
      for (int u = 0; u < KILN_ROWS; ++u) {
        const KILN_INDEX t = from + u;
        KILN_REDUCED(t)
        KILN_MAP(i)
        KILN_NEXT(j)
      }
    }
  }
  for (KILN_INDEX t = from; t < last; ++t) {
    KILN_REDUCED(t)
    for (int j = 0; j < width; ++j) {
      const KILN_INDEX i = begin + j;
      KILN_MAP(i)
      KILN_NEXT(j)
    }
  }
  for (int j = 0; j < width; ++j) {
    KILN_FINISH(j, begin + j)
  }
}
#else
KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX share,
                        long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX total = rows * splits, begin = (KILN_INDEX)get_group_id(0) * share;
  const KILN_INDEX end = total - begin < share ? total : begin + share;
  for (KILN_INDEX at = begin; at < end; ++at) {
    const KILN_INDEX row = at / splits, split = at % splits;
    const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;
    KILN_KEPT(row)
    KILN_DECLARE(KILN_W)
    for (int j = 0; j < KILN_W; ++j) {
      KILN_INIT(j)
    }
    // Runs along the innermost axis.
    for (KILN_INDEX t = first; t < last;) {
      const KILN_INDEX left = KILN_INNER - t % KILN_INNER, run = last - t < left ? last - t : left;
      KILN_REDUCED(t)
      KILN_INDEX start = 0;
      for (; start + KILN_W <= run; start += KILN_W) {
// Straight-line code for all accumulators, which then lie in registers.
#pragma clang loop vectorize(enable) interleave_count(8)
        for (int j = 0; j < KILN_W; ++j) {
          const KILN_INDEX i = start + j;
          KILN_MAP(i)
          KILN_NEXT(j)
        }
      }
      for (int j = 0; start + j < run; ++j) {
        const KILN_INDEX i = start + j;
        KILN_MAP(i)
        KILN_NEXT(j)
      }
      t += run;
    }
    for (int half_of = KILN_W / 2; half_of > 0; half_of /= 2) {
      for (int j = 0; j < half_of; ++j) {
        KILN_FROM_LANE(j + half_of)
        KILN_FOLD(j)
      }
    }
    KILN_FINISH(0, 0)
  }
}
#endif
