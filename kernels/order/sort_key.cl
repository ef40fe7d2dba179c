// SPDX-License-Identifier: Apache-2.0
// kiln_key turns the bits of an element into an unsigned key: elements are ordered as their keys are. The other sorting
// kernels follow this file; they move elements as bits and compare keys.
//
// Macros: KILN_ELEMENT is the unsigned type of an element's bits, KILN_KEY that of a key of KILN_BITS bits. KILN_FLOAT
// is 1 for floating dtypes, KILN_TRUTH for bool (any byte but 0 is true).
// Macros of the files that follow: KILN_INDEX is the type of positions. A group has KILN_GROUP work-items. A group, or
// an item of a CPU device, has KILN_TILE elements at a time, and a work-item of a group KILN_V of them.
#define KILN_SIGN ((KILN_KEY)1 << (KILN_BITS - 1))
#define KILN_ALL (KILN_SIGN - 1 + KILN_SIGN)
// Arguments that every kernel passes on: `flip` is XORed with the key; it inverts keys for descending order and, for
// signed integers, makes them unsigned. `infinity` has the bits of infinity. `nan` is the key of every NaN.
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) kiln_key((x), flip, infinity, nan)

KILN_FUNCTION KILN_KEY kiln_key(KILN_ELEMENT bits, KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan) {
  const KILN_KEY x = KILN_TRUTH ? (KILN_KEY)(bits != 0) : (KILN_KEY)bits;
#if KILN_FLOAT
  const KILN_KEY magnitude = x & (KILN_SIGN - 1);
  // The bits of negative numbers are inverted, because they grow downwards. Both zeros have one key.
  const KILN_KEY key = ((x & KILN_SIGN) && magnitude ? KILN_ALL & ~x : magnitude | KILN_SIGN) ^ flip;
  return magnitude > infinity ? nan : key;
#else
  return x ^ flip;
#endif
}

// `mode` of the kernels that move elements has a bit for each array that they write, and KILN_POSITIONS_ARE_INDICES if an
// element's position is its index in the row.
#define KILN_WRITE_ELEMENTS 1u
#define KILN_WRITE_POSITIONS 2u
#define KILN_WRITE_PLACES 4u
#define KILN_POSITIONS_ARE_INDICES 8u
