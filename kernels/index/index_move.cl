// SPDX-License-Identifier: Apache-2.0
// Moves rows by index: b[o, p, j] = a[o, index[p], j] (take), or with KILN_PUT a[o, index[p], j] = b[o, p, j] (put).
// With KILN_ALONG the index is that of the element: index[o, p, j]. Elements are words of 1 to 16 bytes, and strides
// count words. index_place.cl and index_row.cl come before this file.
//
// Arguments: `a`, `b`, `index`; `winner`, see KILN_WINNER; `n`, the extent of the indexed axis; `rows` = outer extent *
// `count` indices; `inner` words of a row; a0, a1, a2 strides of a along o, the indexed axis and j, and so on; a row is
// shared by `splits` groups; on CPU devices an item has `row_chunk` rows (with KILN_WINNER 3: places of the axis) and
// `chunk` words of each.
//
// Work-items: on CPU devices one item is a group. On others a group of local_size(0) by local_size(1) items has words
// by rows and strides over both.
//
// Macros:
//   KILN_RUN               1: a and b are contiguous along j
//   KILN_SINGLE            1: there is one row with an index for each word; each word has a work-item
//   KILN_WINNER            of equal indices of put only the last writes: 1: `winner` names it for each place, 2: each
//                          index looks for equal ones behind it, 3: a CPU group writes all that go to its part of the
//                          axis, in order
//   KILN_KEEP              1: where an index names no element, the result stays as it was (checked takes)
//   KILN_AHEAD             rows of a large array are prefetched so many indices ahead, because a core by itself keeps
//                          few cache lines in flight; 0: not
#ifndef KILN_ALONG
#define KILN_ALONG 0
#define KILN_RUN 1
#define KILN_PUT 0
#define KILN_WINNER 0
#define KILN_SINGLE 0
#define KILN_CPU 0
#define KILN_AHEAD 0
#define KILN_KEEP 0
#define KILN_POSITION int
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif

#define KILN_BLOCK 256
#if KILN_PUT
#define KILN_A KILN_UNIT
#define KILN_B const KILN_UNIT
#define KILN_ONE(x, y) x = y
#else
#define KILN_A const KILN_UNIT
#define KILN_B KILN_UNIT
#define KILN_ONE(x, y) y = x
#endif
#if KILN_RUN
#define KILN_A2 1
#define KILN_B2 1
#else
#define KILN_A2 a2
#define KILN_B2 b2
#endif

// Writes a result whose index names no element.
#if KILN_KEEP
#define KILN_NONE(y)
#else
#define KILN_NONE(y) y = KILN_ZERO;
#endif

// Whether the index with number `id` is the one that writes.
#if KILN_WINNER == 1
#define KILN_WINS(place, id) (winner[place] == (int)(id))
#elif KILN_WINNER == 2
KILN_FUNCTION int kiln_last(KILN_GLOBAL const KILN_POSITION *index, KILN_OFFSET step, KILN_OFFSET id, KILN_OFFSET count, long place,
                            long n) {
  for (KILN_OFFSET q = id + 1; q < count; ++q)
    if (kiln_place(index[q * step], n) == place) return 0;
  return 1;
}
#if KILN_ALONG
#define KILN_WINS(place, id) kiln_last(index, i2, id, inner, place, n)
#else
#define KILN_WINS(place, id) kiln_last(index, i1, id, count, place, n)
#endif
#elif KILN_WINNER == 3
#define KILN_WINS(place, id) ((ulong)((place) - first_place) < (ulong)row_chunk)
#else
#define KILN_WINS(place, id) 1
#endif

KILN_KERNEL void index_move(KILN_ARG(KILN_A, a), KILN_ARG(KILN_B, b), KILN_ARG(const KILN_POSITION, index), KILN_ARG(const int, winner),
                            long n, KILN_OFFSET rows, KILN_OFFSET count, KILN_OFFSET inner, KILN_OFFSET a0, KILN_OFFSET a1,
                            KILN_OFFSET a2, KILN_OFFSET b0, KILN_OFFSET b1, KILN_OFFSET b2, KILN_OFFSET i0, KILN_OFFSET i1,
                            KILN_OFFSET i2, KILN_OFFSET splits, KILN_OFFSET row_chunk, KILN_OFFSET chunk) {
  KILN_PTR_RESTRICT(KILN_A, a);
  KILN_PTR_RESTRICT(KILN_B, b);
  KILN_PTR_RESTRICT(const KILN_POSITION, index);
#if KILN_WINNER == 1
  KILN_PTR_RESTRICT(const int, winner);
#endif
#if KILN_SINGLE
  const KILN_OFFSET j = (KILN_OFFSET)get_global_id(0);
  if (j >= inner) return;
  const long place = kiln_place(index[j * i2], n);
#if KILN_CHECKED
  if (place < 0) {
    KILN_NONE(b[j * b2])
    return;
  }
#endif
  b[j * b2] = a[(KILN_OFFSET)place * a1 + j * a2];
#else
  const KILN_OFFSET group = (KILN_OFFSET)get_group_id(0), split = group % splits, share = group / splits;
#if KILN_CPU
#if KILN_WINNER == 3
  const KILN_OFFSET first = 0, last = rows;
  const long first_place = (long)share * row_chunk;
#else
  const KILN_OFFSET first = share * row_chunk, last = rows - first < row_chunk ? rows : first + row_chunk;
#endif
  const KILN_OFFSET begin = split * chunk, end = inner - begin < chunk ? inner : begin + chunk;
  KILN_OFFSET o = first / count, p = first % count;
  for (KILN_OFFSET row = first; row < last; ++row) {
#define KILN_STEP 1
#else
  const KILN_OFFSET width = (KILN_OFFSET)get_local_size(0), height = (KILN_OFFSET)get_local_size(1), end = inner;
  const KILN_OFFSET begin = split * width + (KILN_OFFSET)get_local_id(0), step = splits * width;
  const KILN_OFFSET row_step = (KILN_OFFSET)get_num_groups(0) / splits * height;
  for (KILN_OFFSET row = share * height + (KILN_OFFSET)get_local_id(1); row < rows; row += row_step) {
    const KILN_OFFSET o = row / count, p = row - o * count;
#define KILN_STEP step
#endif
    KILN_GLOBAL KILN_A *const a_row = a + o * a0;
    KILN_GLOBAL KILN_B *const b_row = b + (o * b0 + p * b1);
#if KILN_ALONG
    KILN_GLOBAL const KILN_POSITION *const index_row = index + (o * i0 + p * i1);
#if KILN_CPU && !KILN_PUT
    for (KILN_OFFSET j = begin; j < end; j += KILN_BLOCK) {
      const KILN_OFFSET some = end - j < KILN_BLOCK ? end - j : KILN_BLOCK;
      KILN_OFFSET from[KILN_BLOCK];
      for (KILN_OFFSET q = 0; q < some; ++q) {
        const long place = kiln_place(index_row[(j + q) * i2], n);
        from[q] = place < 0 ? KILN_NOWHERE : (KILN_OFFSET)place * a1 + (j + q) * a2;
      }
      for (KILN_OFFSET q = 0; q < some; ++q) {
#if KILN_CHECKED
        if (from[q] == KILN_NOWHERE) {
          KILN_NONE(b_row[(j + q) * b2])
          continue;
        }
#endif
        b_row[(j + q) * b2] = a_row[from[q]];
      }
    }
#else
    for (KILN_OFFSET j = begin; j < end; j += KILN_STEP) {
      const long place = kiln_place(index_row[j * i2], n);
#if KILN_CHECKED
      if (place < 0) {
#if !KILN_PUT
        KILN_NONE(b_row[j * b2])
#endif
        continue;
      }
#endif
#if KILN_WINNER
      if (!KILN_WINS(place, j)) continue;
#endif
      KILN_ONE(a_row[(KILN_OFFSET)place * a1 + j * a2], b_row[j * b2]);
    }
#endif
#else
#if KILN_AHEAD
    if (p + KILN_AHEAD < count)
      kiln_ask(a_row + (KILN_OFFSET)kiln_place(index[o * i0 + (p + KILN_AHEAD) * i1], n) * a1, begin, end);
#endif
    const long place = kiln_place(index[o * i0 + p * i1], n);
#if KILN_CHECKED && !KILN_PUT && !KILN_KEEP
    if (place < 0)
      for (KILN_OFFSET j = begin; j < end; j += KILN_STEP) b_row[j * KILN_B2] = KILN_ZERO;
#endif
    if ((!KILN_CHECKED || place >= 0) && KILN_WINS(place, p)) {
      KILN_GLOBAL KILN_A *const a_line = a_row + (KILN_OFFSET)place * a1;
      KILN_OFFSET j = begin;
#if KILN_RUN && !KILN_PUT && defined(KILN_STREAM)
      j = kiln_stream(b_row, a_line, begin, end);
#endif
      for (; j < end; j += KILN_STEP) KILN_ONE(a_line[j * KILN_A2], b_row[j * KILN_B2]);
    }
#endif
#if KILN_CPU
    if (++p == count) {
      p = 0;
      ++o;
    }
#endif
  }
#ifdef KILN_STREAM
  KILN_STREAMED
#endif
#endif
}
