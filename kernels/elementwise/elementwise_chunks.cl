// SPDX-License-Identifier: Apache-2.0
// Elementwise computation on CPU devices. One work-item is a group. It computes `chunk` elements of the innermost axis,
// from group_id(0) * chunk on, in `row_chunk` rows of all other axes together, from group_id(1) * row_chunk on.
//
// Arguments: the operands and scalars of KILN_PARAMETERS; `n` elements of a row; `rows`; the extents and strides of
// KILN_EXTENTS; `chunk` elements and `row_chunk` rows of a work-item.
//
// The generator (lib/codegen/elementwise) defines:
//   KILN_WIDTH             elements of a vector; 1: scalar code, which the compiler may vectorise
//   KILN_ROW_OFFSETS       declares the operands' offsets of the variable `row`
//   KILN_ONE(i)            computes element i
//   KILN_VECTOR(i)         computes KILN_WIDTH elements from i on; KILN_TAIL(i, m) the first m of them
//   KILN_IN_BLOCK(i, j)    computes element (or vector) i into element j of a block in private memory, which
//                          KILN_BLOCK_MEMORY declares
//   KILN_SEND(i)           writes the block to element i on, bypassing the caches (stream.cl)
//   KILN_FIRST(i)          the address of element i of the output with the smallest elements
//   KILN_ADDRESSES(i)      the addresses of all outputs' elements i, combined by OR
//   KILN_ASK_FOR(i)        prefetches the operands of a later block
//   KILN_GATHER            reads strided operands, elements `from` to `stop`, into private memory; KILN_SCATTER writes
//                          such results
//   KILN_TOUCH_FOR(i)      reads element i of the operands of `where` (KILN_TOUCH)
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
      // The number of elements before the first one whose address is a multiple of 32, in the output that
      // KILN_FIRST names. If another output is not aligned there too, nothing bypasses the caches.
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
