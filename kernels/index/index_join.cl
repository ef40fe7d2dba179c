// SPDX-License-Identifier: Apache-2.0
// Concatenates rows of up to KILN_COUNT arrays in one launch: row r of the result is row r of each array in turn, whose
// widths are w0, w1, ... All arrays are contiguous; elements are words of 1 to 16 bytes. `rows` and `width` are those of
// the result. KILN_EACH(do) applies `do` to the numbers of all arrays.
//
// On CPU devices an item has `share` rows; with KILN_COLUMNS each row has one element of each of exactly KILN_COUNT
// arrays. On others an item has KILN_AHEAD pieces of KILN_SOME words. On these, with KILN_SAME there is one array, and
// row r repeats its word r; words have 1 to 8 bytes, and the result begins at a multiple of 16 bytes.
#define KILN_SOURCE(k) , KILN_ARG(const KILN_UNIT, s##k), uint w##k
#define KILN_SOURCE_POINTER(k) KILN_PTR(const KILN_UNIT, s##k);
#if KILN_SAME
#define KILN_AHEAD 2
#define KILN_PIECE uint4
#else
#define KILN_AHEAD 4
#define KILN_PIECE KILN_UNIT
#endif
#define KILN_SOME ((uint)(sizeof(KILN_PIECE) / sizeof(KILN_UNIT)))

KILN_KERNEL void join(KILN_ARG(KILN_UNIT, result), long rows, uint width, long share KILN_EACH(KILN_SOURCE)) {
  KILN_PTR(KILN_UNIT, result);
  KILN_EACH(KILN_SOURCE_POINTER)
#if KILN_CPU
  const long first = (long)get_group_id(0) * share, last = rows - first < share ? rows : first + share;
#if KILN_COLUMNS
#define KILN_PART(k) result[row * KILN_COUNT + k] = s##k[row];
  KILN_APART
#else
#define KILN_PART(k) \
  for (uint i = 0; i < w##k; ++i) result[at + i] = s##k[row * w##k + i]; \
  at += w##k;
#endif
  for (long row = first; row < last; ++row) {
    long at = row * width;
    KILN_EACH(KILN_PART)
  }
#else
#if KILN_SAME
#define KILN_PART(k) \
  if (!found) x[u].each[i] = s##k[row];
#else
#define KILN_PART(k)                                             \
  if (!found && place < w##k) {                                  \
    x[u].each[i] = s##k[row * w##k + place];                     \
    found = 1;                                                   \
  }                                                              \
  place -= w##k;
#endif
  union {
    KILN_UNIT each[KILN_SOME];
    KILN_PIECE all;
  } x[KILN_AHEAD];
  const uint step = (uint)get_local_size(0) * KILN_SOME, words = (uint)rows * width;
  const uint first = (uint)get_group_id(0) * step * KILN_AHEAD + (uint)get_local_id(0) * KILN_SOME;
#pragma unroll
  for (uint u = 0; u < KILN_AHEAD; ++u) {
    const uint at = first + u * step;
    uint row = at / width, column = at - row * width;
#pragma unroll
    for (uint i = 0; i < KILN_SOME; ++i) {
      uint place = column;
      int found = row >= (uint)rows;
      KILN_EACH(KILN_PART)
      row += ++column == width;
      column = column == width ? 0 : column;
    }
  }
#pragma unroll
  for (uint u = 0; u < KILN_AHEAD; ++u) {
    const uint at = first + u * step;
    if (at + KILN_SOME <= words)
      *(KILN_GLOBAL KILN_PIECE *)(result + at) = x[u].all;
    else
      for (uint i = 0; i < KILN_SOME; ++i)
        if (at + i < words) result[at + i] = x[u].each[i];
  }
#endif
}
