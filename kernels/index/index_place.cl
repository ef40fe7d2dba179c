// SPDX-License-Identifier: Apache-2.0
// kiln_place gives the place that an index means along an axis of n elements: negative indices count from the end. An
// index outside the axis gives the nearest place, or -1 if KILN_CHECKED is 1. Every kernel that takes index arrays
// follows this file. The generator defines KILN_POSITION, the type of the indices, and KILN_UNSIGNED.

KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) {
#if KILN_UNSIGNED
  if ((ulong)index < (ulong)n) return (long)index;
  return KILN_CHECKED ? -1 : n - 1;
#else
  // Arithmetic on the sign bit, because rusticl on llvmpipe compiles a conditional wrongly for negative indices.
  const long at = (long)index + (((long)index >> 63) & n);
  if ((ulong)at < (ulong)n) return at;
  return KILN_CHECKED ? -1 : (n - 1) & ~(at >> 63);
#endif
}
