// SPDX-License-Identifier: Apache-2.0
// Elementwise computation of operands that are contiguous and aligned, on devices with many work-items. Each work-item
// computes KILN_V neighbouring elements and accesses memory by up to 16 bytes.
//
// Arguments: the operands and their offsets, the scalars, and `n` elements in all.
//
// The generator (lib/codegen/elementwise) defines KILN_LOAD(i) and KILN_STORE(i), which move KILN_V elements from i on,
// KILN_BODY(j), which computes the j-th of them, and KILN_ONE(i), which computes element i alone.

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0) * KILN_V;
  if (i + KILN_V <= n) {
    KILN_LOAD(i)
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      KILN_BODY(j)
    }
    KILN_STORE(i)
  } else {
    for (KILN_INDEX k = i; k < n; ++k) {
      KILN_ONE(k)
    }
  }
}
