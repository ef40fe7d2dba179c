// SPDX-License-Identifier: Apache-2.0
// The kernel of sort_rows.cl on CPU devices, which sorts in private memory (sort_private.cl).

KILN_KERNEL void sort_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                           KILN_ARG(long, places), KILN_PARTS, uint keep, KILN_INDEX kept, KILN_INDEX share, uint span, uint blocks,
                           uint mode, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  KILN_KEY keys[2][KILN_TILE];
  KILN_PLACE indices[2][KILN_TILE];
  KILN_EACH_JOB((ulong)rows * parts) {
    KILN_PART(source)
    for (uint t = 0; t < count; ++t) {
      keys[0][t] = KILN_KEY_OF(from[t]);
      indices[0][t] = (KILN_PLACE)t;
    }
    const int at = kiln_sort_private(keys, indices, count);
    KILN_WRITE_FIRST(indices[at], count)
  }
}
