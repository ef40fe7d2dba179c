// SPDX-License-Identifier: Apache-2.0
// How the kernels of convolutions find the elements of their gathered factor. A convolution is a product of matrices,
// C = A * B, of which B is not in memory: it repeats elements of an array as the filter passes over it. A line (a
// column of B, or a row of A) and a place along k are each numbered by four digits, the last one the fastest. Digit q
// of the line and digit q along k give the position q, line * step + k * step + origin; an element whose positions do
// not all lie from 0 to the extent is in the padding, and 0. The element is at start + the digits times their strides.
//
// Arguments, which the kernels share; q is 0 to 3:
//   start               the element at which all digits are 0, which may lie outside of the array
//   outer_step, inner_step
//                       strides of the two batch axes
//   l1, l2, l3; k1, k2, k3
//                       how many values the digits have
//   lsq, ksq            strides of the digits in elements
//   ltq, ktq            steps of the positions; kt3 is at least 0
//   oq, eq              origins and extents of the positions
#define KILN_CONV_SIDE                                                                                           \
  KILN_INDEX start, KILN_INDEX outer_step, KILN_INDEX inner_step, KILN_INDEX l1, KILN_INDEX l2, KILN_INDEX l3,   \
      KILN_INDEX ls0, KILN_INDEX ls1, KILN_INDEX ls2, KILN_INDEX ls3, KILN_INDEX lt0, KILN_INDEX lt1,            \
      KILN_INDEX lt2, KILN_INDEX lt3, KILN_INDEX k1, KILN_INDEX k2, KILN_INDEX k3, KILN_INDEX ks0, KILN_INDEX ks1, \
      KILN_INDEX ks2, KILN_INDEX ks3, KILN_INDEX kt0, KILN_INDEX kt1, KILN_INDEX kt2, KILN_INDEX kt3, KILN_INDEX o0, \
      KILN_INDEX o1, KILN_INDEX o2, KILN_INDEX o3, KILN_INDEX e0, KILN_INDEX e1, KILN_INDEX e2, KILN_INDEX e3

// Declares for a line: `at`, its elements' place in memory where k is 0; p0, p1, p2: its positions where k is 0, with
// the origins; low and high: the values of the last digit along k, first to last - 1, between which position 3 is
// inside. The variables must exist.
#define KILN_CONV_LINE(line, at, p0, p1, p2, low, high)                                             \
  {                                                                                                 \
    KILN_INDEX kiln_rest = (line);                                                                  \
    const KILN_INDEX kiln_d3 = kiln_rest % l3;                                                      \
    kiln_rest /= l3;                                                                                \
    const KILN_INDEX kiln_d2 = kiln_rest % l2;                                                      \
    kiln_rest /= l2;                                                                                \
    const KILN_INDEX kiln_d1 = kiln_rest % l1, kiln_d0 = kiln_rest / l1;                            \
    at = kiln_d0 * ls0 + kiln_d1 * ls1 + kiln_d2 * ls2 + kiln_d3 * ls3;                             \
    p0 = kiln_d0 * lt0 + o0;                                                                        \
    p1 = kiln_d1 * lt1 + o1;                                                                        \
    p2 = kiln_d2 * lt2 + o2;                                                                        \
    const KILN_INDEX kiln_p3 = kiln_d3 * lt3 + o3;                                                  \
    if (kt3 == 0) {                                                                                 \
      low = 0;                                                                                      \
      high = kiln_p3 >= 0 && kiln_p3 < e3 ? k3 : 0;                                                 \
    } else {                                                                                        \
      low = kiln_p3 >= 0 ? 0 : (kt3 - 1 - kiln_p3) / kt3;                                           \
      high = kiln_p3 >= e3 ? 0 : (e3 - 1 - kiln_p3) / kt3 + 1;                                      \
      if (high > k3) high = k3;                                                                     \
    }                                                                                               \
  }

// Declares for a row along k, which is all of its digits but the last: `offset`, its place in memory, and q0, q1, q2,
// its positions.
#define KILN_CONV_ROW(row, offset, q0, q1, q2)                                                      \
  const KILN_INDEX kiln_i2 = (row) % k2, kiln_i1 = (row) / k2 % k1, kiln_i0 = (row) / k2 / k1;      \
  const KILN_INDEX offset = kiln_i0 * ks0 + kiln_i1 * ks1 + kiln_i2 * ks2, q0 = kiln_i0 * kt0,      \
                   q1 = kiln_i1 * kt1, q2 = kiln_i2 * kt2;

#define KILN_CONV_INSIDE(p0, p1, p2) ((p0) >= 0 && (p0) < e0 && (p1) >= 0 && (p1) < e1 && (p2) >= 0 && (p2) < e2)
