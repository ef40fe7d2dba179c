// SPDX-License-Identifier: Apache-2.0
// Common part of the library's scans; a file for each shape follows it. A scan is cut into `splits` chunks. If there
// are several, a first launch writes the join of each chunk to a workspace (KILN_WRITES is 0 in its text), and a second
// one starts a chunk with the join of the totals before it. The order of combination depends on extents and geometry
// alone, so results do not vary.
//
// Arguments, which all kernels but that of scan_once.cl share (strides count elements):
//   source, result         the arrays; `totals` has one element for each chunk
//   rows, cols, n          there are rows * cols scans of n elements; row i lies at (i / cols) * s0 + (i % cols) * s2
//   splits, chunk          chunks of a row, and elements of a chunk
//   share                  as a shape says
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
//   KILN_COLS              columns that a group has side by side
//   KILN_NEAR              neighbouring items that join directly, before these neighbourhoods join
#if KILN_WRITES
#define KILN_TOTAL const KILN_SUM
#else
#define KILN_TOTAL KILN_SUM
#endif

// A lane is KILN_COLS items side by side, one for each column. KILN_JOIN_LANES joins `own` of all lanes of a column:
// `all` becomes the join of all, `before` that of those before this item's `lane`. KILN_NEAR neighbouring lanes join
// first, in local memory `ends`, then these neighbourhoods, in `homes`. A barrier must come before either is reused.
#define KILN_LANES (KILN_GROUP / KILN_COLS)
#define KILN_HOMES ((KILN_LANES + KILN_NEAR - 1) / KILN_NEAR)
#define KILN_JOIN_LANES(own, before, all)                                                          \
  ends[item] = own;                                                                                \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                    \
  before = all = KILN_IDENTITY;                                                                    \
  _Pragma("unroll") for (uint i = 0; i < KILN_NEAR; ++i) {                                         \
    const uint other = lane / KILN_NEAR * KILN_NEAR + i;                                           \
    if (other == lane) before = all;                                                               \
    if (KILN_LANES % KILN_NEAR == 0 || other < KILN_LANES) all = kiln_join(all, ends[other * KILN_COLS + col]); \
  }                                                                                                \
  if (KILN_HOMES > 1) {                                                                            \
    if (lane < KILN_LANES && lane % KILN_NEAR == 0) homes[lane / KILN_NEAR * KILN_COLS + col] = all; \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    all = KILN_IDENTITY;                                                                           \
    _Pragma("unroll") for (uint i = 0; i < KILN_HOMES; ++i) {                                      \
      if (i == lane / KILN_NEAR) before = kiln_join(all, before);                                  \
      all = kiln_join(all, homes[i * KILN_COLS + col]);                                            \
    }                                                                                              \
  }
