// SPDX-License-Identifier: Apache-2.0
// Elementwise computation on CPU devices: one work-item a group, each with a contiguous chunk of the innermost axis and a range of
// rows. KILN_WIDTH > 1: whole vectors, the tail through the same vector code. The generated part defines the KILN_ macros.
#ifndef KILN_PARAMETERS
#define KILN_INDEX uint
#define KILN_WIDTH 1
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_EXTENTS
#define KILN_POINTERS KILN_PTR(float, p0); KILN_PTR(const float, p1);
#define KILN_ROW_OFFSETS
#define KILN_ONE(i) p0[i] = p1[i];
#define KILN_VECTOR(i)
#define KILN_TAIL(i, m)
#endif

KILN_KERNEL void elementwise(KILN_PARAMETERS, KILN_INDEX n, KILN_INDEX rows KILN_EXTENTS, KILN_INDEX chunk,
                             KILN_INDEX row_chunk) {
  KILN_POINTERS
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * chunk;
  const KILN_INDEX end = n - begin < chunk ? n : begin + chunk;
  const KILN_INDEX first = (KILN_INDEX)get_group_id(1) * row_chunk;
  const KILN_INDEX last = rows - first < row_chunk ? rows : first + row_chunk;
  for (KILN_INDEX row = first; row < last; ++row) {
    KILN_ROW_OFFSETS
    KILN_INDEX i = begin;
#if KILN_WIDTH > 1
    for (; i + KILN_WIDTH <= end; i += KILN_WIDTH) {
      KILN_VECTOR(i)
    }
    if (i < end) {
      KILN_TAIL(i, end - i)
    }
#else
    for (; i < end; ++i) {
      KILN_ONE(i)
    }
#endif
  }
}
