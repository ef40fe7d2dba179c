// SPDX-License-Identifier: Apache-2.0
// Keys of 16 elements at a time, equal to those of sort_key.cl, on CPU devices with vectors. sort_key.cl comes before
// this file.
#define KILN_JOIN(a, b) KILN_JOINED(a, b)
#define KILN_JOINED(a, b) a##b
#define KILN_KEYS KILN_JOIN(KILN_KEY, 16)

KILN_FUNCTION KILN_KEYS kiln_keys(KILN_GLOBAL const KILN_ELEMENT *from, KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan) {
  const KILN_KEYS bits = KILN_JOIN(convert_, KILN_KEYS)(vload16(0, from));
#if KILN_FLOAT
  const KILN_KEYS magnitude = bits & (KILN_SIGN - 1);
  const KILN_KEYS key = select(magnitude | KILN_SIGN, KILN_ALL & ~bits, ((bits & KILN_SIGN) != 0) & (magnitude != 0)) ^ flip;
  return select(key, (KILN_KEYS)nan, magnitude > infinity);
#elif KILN_TRUTH
  return select((KILN_KEYS)0, (KILN_KEYS)1, bits != 0) ^ flip;
#else
  return bits ^ flip;
#endif
}

// Counts the keys that do not exceed `limit`.
KILN_FUNCTION uint kiln_count(KILN_KEYS keys, KILN_KEY limit) {
  const KILN_KEYS sixteen = select((KILN_KEYS)0, (KILN_KEYS)1, keys <= limit);
  const KILN_JOIN(KILN_KEY, 8) eight = sixteen.lo + sixteen.hi;
  const KILN_JOIN(KILN_KEY, 4) four = eight.lo + eight.hi;
  const KILN_JOIN(KILN_KEY, 2) two = four.lo + four.hi;
  return (uint)(two.x + two.y);
}
