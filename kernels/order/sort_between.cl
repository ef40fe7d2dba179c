// SPDX-License-Identifier: Apache-2.0
// What kernels of quantiles share: a number `t` of the way from x to y, which are neighbours in order. NaN where z is: whether the row has
// any. No product overflows, as y - x would, and none is of an infinity and 0. Roundings do not leave the neighbours.
#ifndef KILN_ELEMENT
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_SIGN 0x80000000u
#define KILN_ALL 0xffffffffu
#define KILN_FLOAT 1
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_WIDE float      // what is computed with
#define KILN_NUMBER(x) (x)   // an element
#define KILN_ROUNDED(x) (x)  // a result
#endif

KILN_FUNCTION KILN_RESULT kiln_between(KILN_WIDE x, KILN_WIDE y, KILN_WIDE z, KILN_WIDE t) {
  const KILN_WIDE between = x * (1 - t) + y * t;
  return KILN_ROUNDED(z != z ? z : t == 0 || x == y ? x : between < x ? x : between > y ? y : between);
}

// The number whose key in ascending order this is; of zeros +0.
KILN_FUNCTION KILN_WIDE kiln_number(KILN_KEY key, KILN_KEY flip) {
  union {
    KILN_ELEMENT bits;
    KILN_STORED value;
  } element;
#if KILN_FLOAT
  element.bits = (KILN_ELEMENT)(key & KILN_SIGN ? key ^ KILN_SIGN : KILN_ALL & ~key);
#else
  element.bits = (KILN_ELEMENT)(key ^ flip);
#endif
  return KILN_NUMBER(element.value);
}
