// SPDX-License-Identifier: Apache-2.0
// Elementwise computation on CPU devices: one work-item a group, each with a contiguous chunk of the innermost axis and a range of
// rows. KILN_WIDTH > 1: whole vectors, the tail through the same vector code. KILN_IN_BLOCK: results go past the caches, by blocks that are
// computed into memory of the item's own; operands are asked for some blocks before. KILN_GATHER, KILN_SCATTER: strided operands pass
// through such memory too, a strip of elements `from` to `stop` at a time. The generated part defines the KILN_ macros.
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
#define KILN_BLOCK 64
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
      // Elements up to the first that lies well; with several results the others may lie worse.
      const KILN_INDEX lead = (KILN_INDEX)(-(ulong)KILN_FIRST(i) % 32 / sizeof(*KILN_FIRST(i)));
      if (lead < stop - i) {
        const KILN_INDEX well = i + lead;
#if KILN_WIDTH > 1
        while (i < well) {
          const KILN_INDEX some = well - i < KILN_WIDTH ? well - i : KILN_WIDTH;
          KILN_TAIL(i, some)
          i += some;
        }
#else
        for (; i < well; ++i) {
          KILN_ONE(i)
        }
#endif
        if ((KILN_ADDRESSES(i)) % 32 == 0) {
          for (; stop - i >= KILN_BLOCK; i += KILN_BLOCK) {
            KILN_BLOCK_MEMORY
            KILN_ASK_FOR(i)
#if KILN_WIDTH == 1
            KILN_VECTORIZE
#endif
            for (int j = 0; j < KILN_BLOCK; j += KILN_WIDTH) {
              KILN_IN_BLOCK((i + j), j)
            }
            KILN_SEND(i)
          }
        }
      }
#endif
#if KILN_WIDTH > 1
      for (; i + KILN_WIDTH <= stop; i += KILN_WIDTH) {
        KILN_VECTOR(i)
      }
      if (i < stop) {
        KILN_TAIL(i, stop - i)
      }
#else
#ifdef KILN_TOUCH_FOR
      while (stop - i > KILN_RUN) {
        KILN_TOUCH_FOR(i)
        const KILN_INDEX touched = i + KILN_RUN;
        KILN_APART
        for (; i < touched; ++i) {
          KILN_ONE(i)
        }
      }
      if (i < stop) {
        KILN_TOUCH_FOR(i)
      }
#endif
      KILN_APART
      for (; i < stop; ++i) {
        KILN_ONE(i)
      }
#endif
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
