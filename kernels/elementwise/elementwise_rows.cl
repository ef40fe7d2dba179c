// SPDX-License-Identifier: Apache-2.0
// Elementwise computation of strided operands on devices with many work-items. Dimension 0 of the range runs along the
// innermost axis, dimension 1 over the rows of all other axes together; work-items stride over the rows that the range
// does not reach. An item reads KILN_AHEAD elements before it writes the first: elements of as many rows, or, if
// KILN_ALONG is 1, of one row.
//
// Arguments: the operands and their offsets, the scalars, `n` elements of a row, `rows`, and the extents and strides of
// the axes.
//
// The generator (lib/codegen/elementwise) defines KILN_ROW_OFFSETS, which declares the operands' offsets of the
// variable `row`; KILN_ONE(i), which computes element i; KILN_TAKEN, which declares room for KILN_AHEAD elements of
// each input; KILN_TAKE(i, u), which reads the inputs' element i as number u; and KILN_GIVE(i, u), which computes
// element i from number u.

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX row_step = (KILN_INDEX)get_global_size(1);
  KILN_INDEX first = (KILN_INDEX)get_global_id(1);
#if KILN_ALONG
  const KILN_INDEX step = (KILN_INDEX)get_local_size(0);
  const KILN_INDEX start = (KILN_INDEX)get_group_id(0) * step * KILN_AHEAD + (KILN_INDEX)get_local_id(0);
  for (; first < rows; first += row_step) {
    const KILN_INDEX row = first;
    KILN_ROW_OFFSETS
    if (start + (KILN_AHEAD - 1) * step < n) {
      KILN_TAKEN
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX i = start + u * step;
        KILN_TAKE(i, u)
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX i = start + u * step;
        KILN_GIVE(i, u)
      }
    } else {
      for (KILN_INDEX i = start; i < n; i += step) {
        KILN_ONE(i)
      }
    }
  }
#else
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0);
  if (i >= n) return;
#if KILN_AHEAD > 1
  for (; first + (KILN_AHEAD - 1) * row_step < rows; first += KILN_AHEAD * row_step) {
    KILN_TAKEN
#pragma unroll
    for (int u = 0; u < KILN_AHEAD; ++u) {
      const KILN_INDEX row = first + u * row_step;
      KILN_ROW_OFFSETS
      KILN_TAKE(i, u)
    }
#pragma unroll
    for (int u = 0; u < KILN_AHEAD; ++u) {
      const KILN_INDEX row = first + u * row_step;
      KILN_ROW_OFFSETS
      KILN_GIVE(i, u)
    }
  }
#endif
  for (; first < rows; first += row_step) {
    const KILN_INDEX row = first;
    KILN_ROW_OFFSETS
    KILN_ONE(i)
  }
#endif
}
