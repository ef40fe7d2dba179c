// SPDX-License-Identifier: Apache-2.0
// What the kernels of scans of the caller's own share: before a file for each shape, scan_caller_*.cl. What is joined always lies in order, the
// left side first: joining need not be commutative. The order of combination depends on extents and geometry alone. The generated part
// defines the KILN_ macros: names with ## are sets of accumulators. Where rows have several chunks, `totals` leaves the accumulators of each
// in a workspace, and `scan` begins with those before its own; where one pass does, tiles wait for those before them (scan_caller_once.cl).
#ifndef KILN_SOURCES
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1       // four elements are joined with each other first: a chain of one join for four
#define KILN_EXCLUSIVE 0
#define KILN_GATHERS 0
#define KILN_CARRIES 64
#define KILN_TILE 1024
#define KILN_GATHERED
#define KILN_GATHERED_POINTERS
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_TOTALS KILN_ARG(float, q0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1);
#define KILN_RESULT_POINTERS KILN_PTR(float, p0);
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0);
#define KILN_SOURCE_BASES(row, col) const int b1 = (int)(row) * k1_0 + (int)(col) * k1_2;
#define KILN_RESULT_BASES(row, col) const int b0 = (int)(row) * k0_0 + (int)(col) * k0_2;
#define KILN_LOCALS(size) KILN_LOCAL float l0[size];
#define KILN_DECLARE(o) float o##0;
#define KILN_MANY(o, w) float o##0[w];
#define KILN_START(o) o##0 = 0.0f;
#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(o, t, u, j) o##0 = p1[b1 + (int)(t) * k1_1 + (j) * k1_2];
#define KILN_JOIN(o, x, y) o##0 = x##0 + y##0;
#define KILN_FINISH(x, t, j) p0[b0 + (int)(t) * k0_1 + (j) * k0_2] = x##0;
#endif

#define KILN_ARGUMENTS                                                                                                \
  KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX each, uint share,   \
      uint reverse, uint carried
// The place beside an element that `map` may read too: the one before, of exclusive scans the one behind, at the end of a row its own.
#if KILN_EXCLUSIVE
#define KILN_BESIDE(t) ((t) + ((t) + 1 < n))
#else
#define KILN_BESIDE(t) ((t) - ((t) > 0))
#endif
// Four in a row: but for one of them what is beside is another of them, which is read once.
#define KILN_MAP_FOUR(w, x, y, z, t)                                   \
  KILN_MAP(w, t, KILN_EXCLUSIVE ? t + 1 : KILN_BESIDE(t), 0)           \
  KILN_MAP(x, t + 1, KILN_EXCLUSIVE ? t + 2 : t, 0)                    \
  KILN_MAP(y, t + 2, KILN_EXCLUSIVE ? t + 3 : t + 1, 0)                \
  KILN_MAP(z, t + 3, KILN_EXCLUSIVE ? KILN_BESIDE(t + 3) : t + 2, 0)
// The place of a chunk's accumulators.
#define KILN_TOTAL(i) ((row * splits + (i)) * cols + col)
// `own` of each of so many items becomes its join with those before it, in steps of 1, 2, 4 ... of them (Hillis and Steele, "Data parallel
// algorithms", 1986). It is left in local memory too.
#define KILN_JOIN_BEFORE(own, size)                                                                                      \
  KILN_TO_LOCAL(item, own)                                                                                               \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                          \
  for (uint span = 1; span < (size); span *= 2) {                                                                        \
    if (item >= span) {                                                                                                  \
      KILN_DECLARE(left)                                                                                                 \
      KILN_FROM_LOCAL(left, item - span)                                                                                 \
      KILN_JOIN(own, left, own)                                                                                          \
    }                                                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
    KILN_TO_LOCAL(item, own)                                                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  }
