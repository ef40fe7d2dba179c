// SPDX-License-Identifier: Apache-2.0
// Common part of the scans of the caller's expressions; a file for each shape follows it (scan_caller_*.cl). Operands
// of a join are always in the order of their elements, the left one first, so joining need not be commutative. The
// order of combination depends on extents and geometry alone, so results do not vary. If rows have several chunks, a
// first launch, in whose text KILN_WRITES is 0, writes the accumulators of each chunk to a workspace, and a second one
// starts with those before its chunk; in scan_caller_once.cl tiles wait for those before them instead.
//
// Arguments: (pointer, offset) of the sources (KILN_SOURCES), of the workspace of each accumulator (KILN_TOTALS) and of
// the results; then KILN_ARGUMENTS: `rows` * `cols` scans of `n` elements, `splits` chunks of `chunk` elements in each;
// `each` and `share` as a shape says; `reverse` (the scan runs from the end: strides are negative, and places count
// from the end), `carried` (the totals have been joined by the kernel `carries`); `count`, the n that the finishing
// program may use; for each source and result three strides in elements: of rows, along the scan, of cols.
//
// Macros, which the generator (lib/codegen/fold/caller_scan.cpp) defines. A set of accumulators has a name, as `own`;
// o##0 is its first accumulator.
//   KILN_DECLARE(o)        declares a set; KILN_MANY(o, w): w sets; KILN_START(o) sets it to the identity
//   KILN_COPY(o, x)        o = x; KILN_TAKE(o, x, j): o = x[j]; KILN_PUT(o, j, x): o[j] = x
//   KILN_TO_LOCAL, KILN_FROM_LOCAL, KILN_TO_TOTALS, KILN_FROM_TOTALS
//                          move a set to and from local memory (KILN_LOCALS) and the workspace
//   KILN_MAP(o, t, u, j)   o = the mapped element at place t along the scan, j columns further; u is the place beside
//                          it
//   KILN_JOIN(o, x, y)     o = x joined with y, which comes later
//   KILN_FINISH(x, t, j)   writes the results of x at place t, j columns further
//   KILN_EXCLUSIVE         1: a result is that of the elements before its own
//   KILN_GROUP, KILN_V     work-items of a group, elements of an item in a tile; KILN_W: columns of an item on CPU
//                          devices
//   KILN_RUNS              1: four elements are joined with each other first, which leaves a dependent chain of one
//                          join for four
//   KILN_GATHERS           1: results are written at the ends of runs alone (scan_caller_groups.cl)

#define KILN_ARGUMENTS                                                                                                \
  KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX each, uint share,   \
      uint reverse, uint carried
// The place of the neighbour that `map` may read besides its element: the one before it, or for exclusive scans the one
// after it. At the end of a row it is the element itself.
#if KILN_EXCLUSIVE
#define KILN_BESIDE(t) ((t) + ((t) + 1 < n))
#else
#define KILN_BESIDE(t) ((t) - ((t) > 0))
#endif
// Maps four neighbouring elements. The neighbours of three of them are among the four, so that compilers read those
// once.
#define KILN_MAP_FOUR(w, x, y, z, t)                                   \
  KILN_MAP(w, t, KILN_EXCLUSIVE ? t + 1 : KILN_BESIDE(t), 0)           \
  KILN_MAP(x, t + 1, KILN_EXCLUSIVE ? t + 2 : t, 0)                    \
  KILN_MAP(y, t + 2, KILN_EXCLUSIVE ? t + 3 : t + 1, 0)                \
  KILN_MAP(z, t + 3, KILN_EXCLUSIVE ? KILN_BESIDE(t + 3) : t + 2, 0)
// The place of the accumulators of chunk i in the workspace.
#define KILN_TOTAL(i) ((row * splits + (i)) * cols + col)
// Replaces `own` of each of `size` items by its join with all items before it, in steps of 1, 2, 4, ... items (Hillis
// and Steele, "Data parallel algorithms", 1986). Local memory holds the result too.
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
