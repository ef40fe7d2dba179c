// SPDX-License-Identifier: Apache-2.0
// Transposed convolution with strides, with few channels of a group in the result (depthwise above all) and few taps,
// on devices with many work-items. A work-item has a block of neighbouring results. Their positions leave every rest
// when they are divided by the strides, so they take different taps of the same elements, which they share.
// Work-items are neighbours along axis 3, or along the groups if KILN_ACROSS is 1. Elements outside of the array count
// as 0. quotient.cl comes before this file.
//
// Result i takes from element p with tap t where p * stride + t * step + origin = i, along each of three axes.
//
// Arguments: A, the filters, B and C with their strides, as in conv_direct.cl, with axes 1 to 3, where digit 0 along k
// is the channel of B; `items`, how many work-items have results; m channels of C in each of `inner` groups; `blocksd`,
// how many blocks there are along an axis; k0 channels of B in a group; by_inner and so on, what KILN_QUOTIENT divides
// by these numbers with; nd, ed: extents of C and B.
//
// Macros, for each axis d: KILN_Td: taps; KILN_Sd, KILN_Dd, KILN_Od: strides, steps, origins; KILN_Bd: results of a
// block, a multiple of the stride; KILN_Fd: the first element that block 0 takes from; KILN_Wd: how many elements a
// block takes from. KILN_K3, KILN_A2, KILN_A3: the strides bs3, ak2 and ak3, as numbers where the text is written for
// them.

// The tap by which result `result` of a block takes from its element `element`, if it does: then KILN_HAS_TAP is true.
#define KILN_PAST(d, result, element) ((result)-KILN_O##d - (KILN_F##d + (element)) * KILN_S##d)
#define KILN_TAP(d, result, element) (KILN_PAST(d, result, element) / KILN_D##d)
#define KILN_HAS_TAP(d, result, element)                                                                    \
  (KILN_PAST(d, result, element) % KILN_D##d == 0 && KILN_TAP(d, result, element) >= 0 &&                   \
   KILN_TAP(d, result, element) < KILN_T##d)

KILN_KERNEL void conv_point_blocks(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b),
                                   KILN_ARG(KILN_STORED, c), KILN_INDEX items, KILN_INDEX m, KILN_INDEX inner,
                                   KILN_INDEX blocks1, KILN_INDEX blocks2, KILN_INDEX blocks3, KILN_INDEX k0,
                                   ulong by_inner, ulong by_m, ulong by_blocks1, ulong by_blocks2, ulong by_blocks3,
                                   KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0,
                                   KILN_INDEX ak1, KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0,
                                   KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer,
                                   KILN_INDEX c_inner, KILN_INDEX b_outer, KILN_INDEX b_inner, KILN_INDEX b_channel,
                                   KILN_INDEX bs1, KILN_INDEX bs2, KILN_INDEX bs3, KILN_INDEX n1, KILN_INDEX n2,
                                   KILN_INDEX n3, KILN_INDEX e1, KILN_INDEX e2, KILN_INDEX e3) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_INDEX rest = (KILN_INDEX)get_global_id(0);
  if (rest >= items) return;
#if KILN_ACROSS
  KILN_TAKE(at_inner, inner)
#endif
  KILN_TAKE(block3, blocks3)
  KILN_TAKE(block2, blocks2)
  KILN_TAKE(block1, blocks1)
  KILN_TAKE(row, m)
#if !KILN_ACROSS
  KILN_TAKE(at_inner, inner)
#endif
  const int at_outer = (int)rest;
  const int first1 = block1 * (KILN_B1 / KILN_S1) + KILN_F1, first2 = block2 * (KILN_B2 / KILN_S2) + KILN_F2,
            first3 = block3 * (KILN_B3 / KILN_S3) + KILN_F3;
  a += at_inner * a_inner + row * a_line;
  b += at_outer * b_outer + at_inner * b_inner + first1 * bs1 + first2 * bs2 + first3 * KILN_K3;
  c += at_outer * c_outer + at_inner * c_inner + row * c_row + block1 * KILN_B1 * c1 + block2 * KILN_B2 * c2 +
       block3 * KILN_B3 * c3;
  KILN_T sums[KILN_B1][KILN_B2][KILN_B3];
#pragma unroll
  for (int r1 = 0; r1 < KILN_B1; ++r1) {
#pragma unroll
    for (int r2 = 0; r2 < KILN_B2; ++r2) {
#pragma unroll
      for (int r3 = 0; r3 < KILN_B3; ++r3) sums[r1][r2][r3] = (KILN_T)0;
    }
  }
  for (int i0 = 0; i0 < k0; ++i0) {
#pragma unroll
    for (int j1 = 0; j1 < KILN_W1; ++j1) {
      const int inside1 = (uint)(first1 + j1) < (uint)e1;
#pragma unroll
      for (int r1 = 0; r1 < KILN_B1; ++r1) {
        if (!KILN_HAS_TAP(1, r1, j1) || !inside1) continue;
        KILN_GLOBAL const KILN_STORED *left = a + i0 * ak0 + KILN_TAP(1, r1, j1) * ak1,
                                      *from = b + i0 * b_channel + j1 * bs1;
        KILN_T weights[KILN_T2][KILN_T3];
#pragma unroll
        for (int t2 = 0; t2 < KILN_T2; ++t2) {
#pragma unroll
          for (int t3 = 0; t3 < KILN_T3; ++t3) weights[t2][t3] = KILN_LOAD(left[t2 * KILN_A2 + t3 * KILN_A3]);
        }
#pragma unroll
        for (int j2 = 0; j2 < KILN_W2; ++j2) {
          const int inside2 = (uint)(first2 + j2) < (uint)e2;
#pragma unroll
          for (int j3 = 0; j3 < KILN_W3; ++j3) {
            KILN_T x = (KILN_T)0;
            if (inside2 && (uint)(first3 + j3) < (uint)e3) x = KILN_LOAD(from[j3 * KILN_K3]);
#pragma unroll
            for (int r2 = 0; r2 < KILN_B2; ++r2) {
              if (!KILN_HAS_TAP(2, r2, j2)) continue;
#pragma unroll
              for (int r3 = 0; r3 < KILN_B3; ++r3)
                if (KILN_HAS_TAP(3, r3, j3))
                  sums[r1][r2][r3] += weights[KILN_TAP(2, r2, j2)][KILN_TAP(3, r3, j3)] * x;
            }
          }
          from += bs2;
        }
      }
    }
  }
#pragma unroll
  for (int r1 = 0; r1 < KILN_B1; ++r1) {
#pragma unroll
    for (int r2 = 0; r2 < KILN_B2; ++r2) {
#pragma unroll
      for (int r3 = 0; r3 < KILN_B3; ++r3)
        if (block1 * KILN_B1 + r1 < n1 && block2 * KILN_B2 + r2 < n2 && block3 * KILN_B3 + r3 < n3)
          c[r1 * c1 + r2 * c2 + r3 * c3] = KILN_STORE(sums[r1][r2][r3]);
    }
  }
}
