// SPDX-License-Identifier: Apache-2.0
// Functions for the kernels that move rows by index (index_move.cl, index_meet.cl), which follow this file.
// index_place.cl and, where rows bypass the caches, stream.cl come before. Elements are moved as words of 1 to 16 bytes
// (KILN_UNIT); KILN_OFFSET is the type of offsets, which count words.

// An offset that stands for "no element".
#define KILN_NOWHERE ((KILN_OFFSET)1 << (sizeof(KILN_OFFSET) * 8 - 1))
// The word that a read takes for an index that names no element. CUDA cannot cast a number to a vector.
#if KILN_CHECKED
#ifndef KILN_WIDE_UNIT
#define KILN_ZERO 0
#elif defined(KILN_CUDA)
#define KILN_ZERO make_uint4(0, 0, 0, 0)
#else
#define KILN_ZERO (uint4)(0)
#endif
#endif

// Prefetches words begin to end - 1 of a row.
KILN_FUNCTION void kiln_ask(KILN_GLOBAL const KILN_UNIT *row, KILN_OFFSET begin, KILN_OFFSET end) {
  for (KILN_OFFSET j = begin; j < end; j += 64 / sizeof(KILN_UNIT)) KILN_PREFETCH(row + j, 0, 0);
  KILN_PREFETCH(row + end - 1, 0, 0);
}

#ifdef KILN_STREAM
// Copies words from `begin` on, bypassing the caches, if their address is a multiple of 32. Returns the first word that
// was not copied.
KILN_FUNCTION KILN_OFFSET kiln_stream(KILN_GLOBAL KILN_UNIT *to, KILN_GLOBAL const KILN_UNIT *from, KILN_OFFSET begin, KILN_OFFSET end) {
  if ((ulong)(to + begin) % 32 != 0) return begin;
  const KILN_OFFSET line = (KILN_OFFSET)(32 / sizeof(KILN_UNIT)), whole = (end - begin) / line * line;
  KILN_STREAM(to + begin, from + begin, whole * sizeof(KILN_UNIT), KILN_GLOBAL)
  return begin + whole;
}
#endif
