// SPDX-License-Identifier: Apache-2.0
// Functions of the quantile kernels. kiln_between interpolates between x and y, which are neighbours in sorted order:
// the result is a fraction t of the way. It is NaN if z is; z is a NaN if the row has any. No product overflows, as y -
// x could, and none multiplies an infinity by 0. Rounding does not leave the interval.
//   KILN_WIDE: the type that is computed in
//   KILN_NUMBER(x): an element as a KILN_WIDE
//   KILN_ROUNDED(x): a KILN_WIDE as a result

KILN_FUNCTION KILN_RESULT kiln_between(KILN_WIDE x, KILN_WIDE y, KILN_WIDE z, KILN_WIDE t) {
  const KILN_WIDE between = x * (1 - t) + y * t;
  return KILN_ROUNDED(z != z ? z : t == 0 || x == y ? x : between < x ? x : between > y ? y : between);
}

// The number that has this key in ascending order; +0 for the key of zeros.
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
