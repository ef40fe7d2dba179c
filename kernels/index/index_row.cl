// SPDX-License-Identifier: Apache-2.0
// What kernels share that move units of rows by index: put before index_move.cl and index_meet.cl, behind index_place.cl and stream.cl.
#ifndef KILN_UNIT
#define KILN_UNIT uint
#define KILN_OFFSET int
#define KILN_CHECKED 0
#endif

// An offset where there is no element.
#define KILN_NOWHERE ((KILN_OFFSET)1 << (sizeof(KILN_OFFSET) * 8 - 1))
// What is taken for an index that names no element: no number may be cast to a vector in CUDA.
#if KILN_CHECKED
#ifndef KILN_WIDE_UNIT
#define KILN_ZERO 0
#elif defined(KILN_CUDA)
#define KILN_ZERO make_uint4(0, 0, 0, 0)
#else
#define KILN_ZERO (uint4)(0)
#endif
#endif

// Asks for the units begin .. end-1 of a row.
KILN_FUNCTION void kiln_ask(KILN_GLOBAL const KILN_UNIT *row, KILN_OFFSET begin, KILN_OFFSET end) {
  for (KILN_OFFSET j = begin; j < end; j += 64 / sizeof(KILN_UNIT)) KILN_PREFETCH(row + j, 0, 0);
  KILN_PREFETCH(row + end - 1, 0, 0);
}

#ifdef KILN_STREAM
// Writes units from `begin` on past the caches, if they lie well; where those begin that are left.
KILN_FUNCTION KILN_OFFSET kiln_stream(KILN_GLOBAL KILN_UNIT *to, KILN_GLOBAL const KILN_UNIT *from, KILN_OFFSET begin, KILN_OFFSET end) {
  if ((ulong)(to + begin) % 32 != 0) return begin;
  const KILN_OFFSET line = (KILN_OFFSET)(32 / sizeof(KILN_UNIT)), whole = (end - begin) / line * line;
  KILN_STREAM(to + begin, from + begin, whole * sizeof(KILN_UNIT), KILN_GLOBAL)
  return begin + whole;
}
#endif
