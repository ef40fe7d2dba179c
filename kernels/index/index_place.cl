// SPDX-License-Identifier: Apache-2.0
// What an index means, before every kernel that takes index arrays: negative ones count from the end, those outside 0 .. n-1 become the
// nearest inside, or -1 with KILN_CHECKED. The generated part defines the KILN_ macros.
#ifndef KILN_POSITION
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#define KILN_CHECKED 0
#endif

KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) {
#if KILN_UNSIGNED
  if ((ulong)index < (ulong)n) return (long)index;
  return KILN_CHECKED ? -1 : n - 1;
#else
  // By the sign's bits: rusticl on llvmpipe gets negative indices wrong with a conditional.
  const long at = (long)index + (((long)index >> 63) & n);
  if ((ulong)at < (ulong)n) return at;
  return KILN_CHECKED ? -1 : (n - 1) & ~(at >> 63);
#endif
}
