#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_EXTENTS 
#define KILN_ROW_OFFSETS 
#define KILN_WIDTH 16
#define KILN_VECTOR(i) const float16 v0 = vload16(0, &p1[0 + (int)i]); \
const float16 v1 = exp(v0); \
vstore16(v1, 0, &p0[0 + (int)i]); \

#define KILN_TAIL(i, m) float g1[16]; for (int j = 0; j < 16; ++j) g1[j] = p1[0 + (int)(i + (j < (int)(m) ? j : 0))]; \
const float16 v0 = vload16(0, g1); \
const float16 v1 = exp(v0); \
float h0[16]; vstore16(v1, 0, h0); for (int j = 0; j < (int)(m); ++j) p0[0 + (int)(i + j)] = h0[j]; \

// SPDX-License-Identifier: Apache-2.0
// Elementwise computation on CPU devices: one work-item a group, each with a contiguous chunk of the innermost axis and a range of
// rows. KILN_WIDTH > 1: whole vectors, the tail through the same vector code. KILN_IN_BLOCK: results go past the caches, by blocks that are
// computed into memory of the item's own. The generated part defines the KILN_ macros.
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
#define KILN_BLOCK 256  // elements: in the first cache

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
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
    // Elements up to the first that lies well; with several results the others may lie worse.
    const KILN_INDEX lead = (KILN_INDEX)(-(ulong)KILN_FIRST(i) % 32 / sizeof(*KILN_FIRST(i)));
    if (lead < end - i) {
      const KILN_INDEX well = i + lead;
      for (; i < well; ++i) {
        KILN_ONE(i)
      }
      if ((KILN_ADDRESSES(i)) % 32 == 0) {
        for (; end - i >= KILN_BLOCK; i += KILN_BLOCK) {
          KILN_OWN
          for (int j = 0; j < KILN_BLOCK; ++j) {
            KILN_IN_BLOCK(i, j)
          }
          KILN_SEND(i)
        }
      }
    }
#endif
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
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
  KILN_STREAMED
#endif
}
