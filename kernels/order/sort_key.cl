// SPDX-License-Identifier: Apache-2.0
// Elements are moved as bits, and ordered by unsigned keys made of them: put before the other kernels of sorting.
#ifndef KILN_ELEMENT
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_TRUTH 0
#endif
#define KILN_SIGN ((KILN_KEY)1 << (KILN_BITS - 1))
#define KILN_ALL (KILN_SIGN - 1 + KILN_SIGN)
// flip: what inverts keys for descending order (of integers also what makes them unsigned). infinity: its bits. nan: the key of NaN.
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) kiln_key((x), flip, infinity, nan)

KILN_FUNCTION KILN_KEY kiln_key(KILN_ELEMENT bits, KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan) {
  const KILN_KEY x = KILN_TRUTH ? (KILN_KEY)(bits != 0) : (KILN_KEY)bits;
#if KILN_FLOAT
  const KILN_KEY magnitude = x & (KILN_SIGN - 1);
  // Negative numbers grow downwards; both zeros are one.
  const KILN_KEY key = ((x & KILN_SIGN) && magnitude ? KILN_ALL & ~x : magnitude | KILN_SIGN) ^ flip;
  return magnitude > infinity ? nan : key;
#else
  return x ^ flip;
#endif
}
