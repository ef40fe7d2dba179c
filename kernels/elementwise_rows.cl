// SPDX-License-Identifier: Apache-2.0
// Elementwise computation of strided operands on devices with many work-items: the first dimension of the range runs along the innermost
// axis, the second over all other axes together. The generated part defines the KILN_ macros.
#ifndef KILN_PARAMETERS
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_EXTENTS
#define KILN_POINTERS KILN_PTR(float, p0); KILN_PTR(const float, p1);
#define KILN_ROW_OFFSETS
#define KILN_ONE(i) p0[i] = p1[i];
#endif

KILN_KERNEL void elementwise(KILN_PARAMETERS, KILN_INDEX n, KILN_INDEX rows KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0);
  if (i >= n) return;
  for (KILN_INDEX row = (KILN_INDEX)get_global_id(1); row < rows; row += (KILN_INDEX)get_global_size(1)) {
    KILN_ROW_OFFSETS
    KILN_ONE(i)
  }
}
