// SPDX-License-Identifier: Apache-2.0
// Elementwise computation on CPU devices; elementwise_blocks.cl comes before this file. One work-item is a group. It
// computes `chunk` elements of the innermost axis, from group_id(0) * chunk on, in `row_chunk` rows of all other axes
// together, from group_id(1) * row_chunk on.
//
// Arguments: those of elementwise_rows.cl; `chunk` elements and `row_chunk` rows of a work-item.
//
// The generator (lib/codegen/elementwise) defines, besides KILN_ROW_OFFSETS and KILN_ONE of elementwise_rows.cl:
// KILN_GATHER reads strided operands, elements `from` to `stop`, into private memory; KILN_SCATTER writes such results.
// KILN_FIRST(i) is the address of element i of the output with the smallest elements. KILN_ASK_FOR(i) prefetches the
// operands of a later block.

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * chunk;
  const KILN_INDEX end = n - begin < chunk ? n : begin + chunk;
  const KILN_INDEX first = (KILN_INDEX)get_group_id(1) * row_chunk;
  const KILN_INDEX last = rows - first < row_chunk ? rows : first + row_chunk;
  for (KILN_INDEX row = first; row < last; ++row) {
    KILN_ROW_OFFSETS
    KILN_INDEX i = begin;
#ifdef KILN_GATHER
    while (i < end) {
      const KILN_INDEX from = i;
      int some = end - from < KILN_STRIP ? (int)(end - from) : KILN_STRIP;
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
      const int before = (int)(-(ulong)KILN_FIRST(i) % 32 / sizeof(*KILN_FIRST(i)));
      if (before > 0 && before < some) some = before;
#endif
      const KILN_INDEX stop = from + some;
      KILN_GATHER
#else
    {
      const KILN_INDEX stop = end;
#endif
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
      // The number of elements before the first one whose address is a multiple of 32, in the output that
      // KILN_FIRST names. If another output is not aligned there too, nothing bypasses the caches.
      const KILN_INDEX lead = (KILN_INDEX)(-(ulong)KILN_FIRST(i) % 32 / sizeof(*KILN_FIRST(i)));
      if (lead < stop - i) {
        const KILN_INDEX well = i + lead;
#if KILN_WIDTH > 1
        KILN_EACH(i, well)
#else
        for (; i < well; ++i) {
          KILN_ONE(i)
        }
#endif
        if ((KILN_ADDRESSES(i)) % 32 == 0) {
          KILN_EACH_BLOCK(i, stop, KILN_ASK_FOR(i))
        }
      }
#endif
#if KILN_WIDTH == 1 && defined(KILN_TOUCH_FOR)
      while (stop - i > KILN_RUN) {
        const KILN_INDEX touched = i + KILN_RUN;
        KILN_EACH(i, touched)
      }
#endif
      KILN_EACH(i, stop)
#ifdef KILN_GATHER
      KILN_SCATTER
      i = stop;
#endif
    }
  }
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
  KILN_STREAMED
#endif
}
