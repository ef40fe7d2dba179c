// SPDX-License-Identifier: Apache-2.0
// Concatenates few elements, or short rows, of up to KILN_COUNT arrays in one launch: row r of the result is row r of
// each array in turn, whose widths are w0, w1, ... All arrays are contiguous; elements are words of 1 to 16 bytes.
// `rows` and `width` are those of the result. KILN_EACH(do) applies `do` to the numbers of all arrays.
//
// There are two more forms. KILN_SAME, on devices with many work-items: each word, of 1 to 8 bytes, of one array is
// repeated `width` times; the result begins at a multiple of 16 bytes. KILN_COLUMNS, on CPU devices: any number of
// rows, each of one element of each of exactly KILN_COUNT arrays; an item has `share` rows.
#ifndef KILN_UNIT
#define KILN_UNIT uint
#define KILN_CPU 0
#define KILN_COLUMNS 0
#define KILN_SAME 0
#define KILN_COUNT 4
#define KILN_EACH(do) do(0) do(1) do(2) do(3)
#endif
#define KILN_SOURCE(k) , KILN_ARG(const KILN_UNIT, s##k), uint w##k
#define KILN_SOURCE_POINTER(k) KILN_PTR(const KILN_UNIT, s##k);

#if KILN_COLUMNS
#define KILN_COLUMN(k) , KILN_ARG(const KILN_UNIT, s##k)
#define KILN_ELEMENT(k) result[row * KILN_COUNT + k] = s##k[row];

KILN_KERNEL void join(KILN_ARG(KILN_UNIT, result), long rows, long share KILN_EACH(KILN_COLUMN)) {
  KILN_PTR(KILN_UNIT, result);
  KILN_EACH(KILN_SOURCE_POINTER)
  const long first = (long)get_group_id(0) * share, last = rows - first < share ? rows : first + share;
  KILN_APART
  for (long row = first; row < last; ++row) {
    KILN_EACH(KILN_ELEMENT)
  }
}
#elif KILN_SAME
#define KILN_AHEAD 2  // pieces of 16 bytes that an item writes
#define KILN_SOME ((uint)(16 / sizeof(KILN_UNIT)))

KILN_KERNEL void join(KILN_ARG(KILN_UNIT, result), uint rows, uint width, KILN_ARG(const KILN_UNIT, source)) {
  KILN_PTR(KILN_UNIT, result);
  KILN_PTR(const KILN_UNIT, source);
  union {
    KILN_UNIT each[16 / sizeof(KILN_UNIT)];
    uint4 all;
  } x[KILN_AHEAD];
  const uint local_size = (uint)get_local_size(0), words = rows * width;
  const uint first = ((uint)get_group_id(0) * local_size * KILN_AHEAD + (uint)get_local_id(0)) * KILN_SOME;
#pragma unroll
  for (uint u = 0; u < KILN_AHEAD; ++u) {
    const uint at = first + u * local_size * KILN_SOME;
    uint row = at / width, left = width - (at - row * width);
#pragma unroll
    for (uint i = 0; i < KILN_SOME; ++i) {
      if (row < rows) x[u].each[i] = source[row];
      row += --left == 0;
      left = left == 0 ? width : left;
    }
  }
#pragma unroll
  for (uint u = 0; u < KILN_AHEAD; ++u) {
    const uint at = first + u * local_size * KILN_SOME;
    if (at + KILN_SOME <= words)
      *(KILN_GLOBAL uint4 *)(result + at) = x[u].all;
    else
      for (uint i = 0; i < KILN_SOME; ++i)
        if (at + i < words) result[at + i] = x[u].each[i];
  }
}
#else
KILN_KERNEL void join(KILN_ARG(KILN_UNIT, result), uint rows, uint width KILN_EACH(KILN_SOURCE)) {
  KILN_PTR(KILN_UNIT, result);
  KILN_EACH(KILN_SOURCE_POINTER)
#if KILN_CPU
#define KILN_PART(k) \
  for (uint i = 0; i < w##k; ++i) result[at + i] = s##k[row * w##k + i]; \
  at += w##k;
  for (uint row = 0; row < rows; ++row) {
    uint at = row * width;
    KILN_EACH(KILN_PART)
  }
#else
#define KILN_AHEAD 4  // words of an item that are in flight
#define KILN_PART(k)                                             \
  if (!found && column < w##k) {                                 \
    x[u] = s##k[row * w##k + column];                            \
    found = 1;                                                   \
  }                                                              \
  column -= w##k;
  KILN_UNIT x[KILN_AHEAD];
  const uint local_size = (uint)get_local_size(0), words = rows * width;
  const uint first = (uint)get_group_id(0) * local_size * KILN_AHEAD + (uint)get_local_id(0);
#pragma unroll
  for (uint u = 0; u < KILN_AHEAD; ++u) {
    const uint at = first + u * local_size, row = at / width;
    uint column = at - row * width;
    int found = at >= words;
    KILN_EACH(KILN_PART)
  }
#pragma unroll
  for (uint u = 0; u < KILN_AHEAD; ++u)
    if (first + u * local_size < words) result[first + u * local_size] = x[u];
#endif
}
#endif
