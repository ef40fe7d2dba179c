// SPDX-License-Identifier: Apache-2.0
// Reads elements where several index arrays meet: b[p, j] = a[i0[p], i1[p], ..., j]. Elements are words of 1 to 16
// bytes. index_place.cl and index_row.cl come before this file.
//
// Arguments: `count` places p; `inner` words of a row; `a_row`, `b_row`, strides along j, and `b_place`, of b along p,
// in words; on CPU devices an item has `share` places and `part` words of each row; for each index array k: nk, the
// extent of the axis of a that it indexes; ak, the stride of a along that axis, in words; sk, its stride, in elements.
//
// Macros: KILN_EACH(do) applies `do` to the numbers of all index arrays. KILN_SINGLE is 1 if inner is 1, KILN_RUN if a
// and b are contiguous along j. On devices with many work-items each word has an item. On CPU devices the offsets of
// KILN_BLOCK places are computed first, so that a core has many reads in flight. Rows of a large array are prefetched
// KILN_AHEAD places ahead, or not at all if it is 0. With KILN_STREAM (stream.cl) aligned rows bypass the caches.
#ifndef KILN_EACH
#define KILN_EACH(do) do(0) do(1)
#define KILN_SINGLE 0
#define KILN_RUN 1
#define KILN_CPU 1
#define KILN_AHEAD 0
#define KILN_POSITION int
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif

#define KILN_BLOCK 256
#if KILN_RUN
#define KILN_A_ROW 1
#define KILN_B_ROW 1
#else
#define KILN_A_ROW a_row
#define KILN_B_ROW b_row
#endif

#define KILN_INDEX(k) , KILN_ARG(const KILN_POSITION, i##k), long n##k, KILN_OFFSET a##k, KILN_OFFSET s##k
#define KILN_INDEX_POINTER(k) KILN_PTR_RESTRICT(const KILN_POSITION, i##k);
#define KILN_ADD(k) \
  const long place##k = kiln_place(i##k[p * s##k], n##k); \
  outside |= place##k; \
  from += (KILN_OFFSET)place##k * a##k;
// Declares `from`, the offset of place p in a; `outside` is negative if an index names no element.
#define KILN_FIND \
  KILN_OFFSET from = 0; \
  long outside = 0; \
  KILN_EACH(KILN_ADD)

KILN_KERNEL void index_meet(KILN_ARG(const KILN_UNIT, a), KILN_ARG(KILN_UNIT, b), KILN_OFFSET count, KILN_OFFSET inner, KILN_OFFSET a_row,
                            KILN_OFFSET b_place, KILN_OFFSET b_row, KILN_OFFSET share, KILN_OFFSET part KILN_EACH(KILN_INDEX)) {
  KILN_PTR_RESTRICT(const KILN_UNIT, a);
  KILN_PTR_RESTRICT(KILN_UNIT, b);
  KILN_EACH(KILN_INDEX_POINTER)
#if !KILN_CPU
  const KILN_OFFSET item = (KILN_OFFSET)get_global_id(0);
  if (item >= count * inner) return;
#if KILN_SINGLE
  const KILN_OFFSET p = item, j = 0;
#else
  const KILN_OFFSET p = item / inner, j = item - p * inner;
#endif
  KILN_FIND
#if KILN_CHECKED
  if (outside < 0) {
    b[p * b_place + j * KILN_B_ROW] = KILN_ZERO;
    return;
  }
#endif
  b[p * b_place + j * KILN_B_ROW] = a[from + j * KILN_A_ROW];
#else
  const KILN_OFFSET first = (KILN_OFFSET)get_group_id(0) * share, last = count - first < share ? count : first + share;
#if !KILN_SINGLE
  const KILN_OFFSET start = (KILN_OFFSET)get_group_id(1) * part, end = inner - start < part ? inner : start + part;
#endif
  for (KILN_OFFSET block = first; block < last; block += KILN_BLOCK) {
    const KILN_OFFSET some = last - block < KILN_BLOCK ? last - block : KILN_BLOCK;
    KILN_OFFSET found[KILN_BLOCK];
    for (KILN_OFFSET q = 0; q < some; ++q) {
      const KILN_OFFSET p = block + q;
      KILN_FIND
      found[q] = KILN_CHECKED && outside < 0 ? KILN_NOWHERE : from;
    }
    for (KILN_OFFSET q = 0; q < some; ++q) {
      KILN_GLOBAL KILN_UNIT *const to = b + (block + q) * b_place;
#if KILN_SINGLE
#if KILN_CHECKED
      if (found[q] == KILN_NOWHERE) {
        *to = KILN_ZERO;
        continue;
      }
#endif
      *to = a[found[q]];
#else
#if KILN_CHECKED
      if (found[q] == KILN_NOWHERE) {
        for (KILN_OFFSET j = start; j < end; ++j) to[j * KILN_B_ROW] = KILN_ZERO;
        continue;
      }
#endif
#if KILN_AHEAD
      if (q + KILN_AHEAD < some && found[q + KILN_AHEAD] != KILN_NOWHERE)
        kiln_ask(a + found[q + KILN_AHEAD], start, end);
#endif
      KILN_GLOBAL const KILN_UNIT *const row = a + found[q];
      KILN_OFFSET j = start;
#if KILN_RUN && defined(KILN_STREAM)
      j = kiln_stream(to, row, start, end);
#endif
      for (; j < end; ++j) to[j * KILN_B_ROW] = row[j * KILN_A_ROW];
#endif
    }
  }
#ifdef KILN_STREAM
  KILN_STREAMED
#endif
#endif
}
