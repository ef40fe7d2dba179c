// SPDX-License-Identifier: Apache-2.0
// kiln_turn transposes 8 rows of 8 uint with vector shuffles. `held` is a private buffer whose rows are KILN_TILE words
// long; `to` receives the columns as rows, `step` words apart. KILN_TURNED is the address space of `to`; without it
// `to` is private.
#ifndef KILN_TILE
#define KILN_TILE 64
#endif
#ifndef KILN_TURNED
#define KILN_TURNED
#endif
// The first or the second half of the alternating elements of two vectors. Three rounds of both transpose 8 rows of 8.
#define KILN_FIRST_HALF(a, b) (uint8)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3)
#define KILN_SECOND_HALF(a, b) (uint8)(a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7)
#define KILN_ROUND(a, b)                                                                                   \
  const uint8 b##0 = KILN_FIRST_HALF(a##0, a##4), b##1 = KILN_SECOND_HALF(a##0, a##4);                     \
  const uint8 b##2 = KILN_FIRST_HALF(a##1, a##5), b##3 = KILN_SECOND_HALF(a##1, a##5);                     \
  const uint8 b##4 = KILN_FIRST_HALF(a##2, a##6), b##5 = KILN_SECOND_HALF(a##2, a##6);                     \
  const uint8 b##6 = KILN_FIRST_HALF(a##3, a##7), b##7 = KILN_SECOND_HALF(a##3, a##7);
KILN_FUNCTION void kiln_turn(const uint *held, KILN_TURNED uint *to, long step) {
#define KILN_ROW(k) const uint8 a##k = vload8(0, held + k * KILN_TILE);
  KILN_ROW(0) KILN_ROW(1) KILN_ROW(2) KILN_ROW(3) KILN_ROW(4) KILN_ROW(5) KILN_ROW(6) KILN_ROW(7)
  KILN_ROUND(a, b)
  KILN_ROUND(b, c)
  KILN_ROUND(c, d)
#define KILN_COLUMN(k) vstore8(d##k, 0, to + k * step);
  KILN_COLUMN(0) KILN_COLUMN(1) KILN_COLUMN(2) KILN_COLUMN(3) KILN_COLUMN(4) KILN_COLUMN(5) KILN_COLUMN(6) KILN_COLUMN(7)
}
