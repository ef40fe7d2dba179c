// SPDX-License-Identifier: Apache-2.0
// Convolution with few filters of a group (depthwise above all) and few taps, on devices with many work-items. A
// work-item has KILN_EACH results that are neighbours along digit 2 of the line. It reads each element that they share
// once. Work-items are neighbours along digit 3, or along the groups if KILN_ACROSS is 1. Elements in the padding count
// as 0, without a branch, so that a work-item's reads need not wait for each other. quotient.cl, epilogue.cl and
// conv_side.cl come before this file.
//
// Arguments: as in conv_tiles.cl; `items`, how many work-items have results; `chunks`, how many work-items the values of
// digit 2 are divided among; `b_row`, elements from position to position of digit 2; k0, which conv_side.cl leaves out;
// by_inner, by_l3, by_chunks, by_l1, by_m: what KILN_QUOTIENT divides by these numbers with.
//
// Macros: KILN_T1, KILN_T2, KILN_T3: how many values the digits along k have; KILN_S2, KILN_D2: positions of digit 2 from
// line to line, and from tap to tap; KILN_K3, KILN_A2, KILN_A3: the strides ks3, ak2 and ak3, as numbers where the text
// is written for them, which saves most of the arithmetic for addresses.
#define KILN_SPAN ((KILN_EACH - 1) * KILN_S2 + (KILN_T2 - 1) * KILN_D2 + 1)

KILN_KERNEL void conv_points(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c),
                             KILN_INDEX items, KILN_INDEX m, KILN_INDEX chunks, KILN_INDEX b_row, KILN_INDEX k0,
                             ulong by_inner, ulong by_l3, ulong by_chunks, ulong by_l1, ulong by_m, KILN_INDEX inner,
                             KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0, KILN_INDEX ak1,
                             KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0, KILN_INDEX c1,
                             KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer, KILN_INDEX c_inner, KILN_CONV_SIDE KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  KILN_INDEX rest = (KILN_INDEX)get_global_id(0);
  if (rest >= items) return;
#if KILN_ACROSS
  KILN_TAKE(at_inner, inner)
#endif
  KILN_TAKE(d3, l3)
  KILN_TAKE(chunk, chunks)
  KILN_TAKE(d1, l1)
  KILN_TAKE(filter, m)
#if !KILN_ACROSS
  KILN_TAKE(at_inner, inner)
#endif
  const int at_outer = (int)rest, d2 = chunk * KILN_EACH;
  a += at_outer * a_outer + at_inner * a_inner + filter * a_line;
  b += start + at_outer * outer_step + at_inner * inner_step + d1 * ls1 + d2 * ls2 + d3 * ls3;
  c += at_outer * c_outer + at_inner * c_inner + filter * c_row + d1 * c1 + d2 * c2 + d3 * c3;
  const int begin1 = d1 * lt1 + o1, begin2 = d2 * KILN_S2 + o2, begin3 = d3 * lt3 + o3;
  int inside3[KILN_T3];
#pragma unroll
  for (int i3 = 0; i3 < KILN_T3; ++i3) inside3[i3] = (uint)(begin3 + i3 * kt3) < (uint)e3;
  KILN_T sums[KILN_EACH];
#pragma unroll
  for (int e = 0; e < KILN_EACH; ++e) sums[e] = (KILN_T)0;
  for (int i0 = 0; i0 < k0; ++i0) {
#pragma unroll
    for (int i1 = 0; i1 < KILN_T1; ++i1) {
      const int q1 = begin1 + i1 * kt1;
      if (q1 < 0 || q1 >= e1) continue;
      KILN_GLOBAL const KILN_STORED *left = a + i0 * ak0 + i1 * ak1, *row = b + i0 * ks0 + i1 * ks1;
      KILN_T weights[KILN_T2][KILN_T3];
#pragma unroll
      for (int i2 = 0; i2 < KILN_T2; ++i2) {
#pragma unroll
        for (int i3 = 0; i3 < KILN_T3; ++i3) weights[i2][i3] = KILN_LOAD(left[i2 * KILN_A2 + i3 * KILN_A3]);
      }
#pragma unroll
      for (int j = 0; j < KILN_SPAN; ++j) {
        const int inside = (uint)(begin2 + j) < (uint)e2;
#pragma unroll
        for (int i3 = 0; i3 < KILN_T3; ++i3) {
          KILN_T x = (KILN_T)0;
          if (inside && inside3[i3]) x = KILN_LOAD(row[i3 * KILN_K3]);
#pragma unroll
          for (int e = 0; e < KILN_EACH; ++e) {
            // The tap of result e that has this element, if there is one.
            const int past = j - e * KILN_S2;
            if (past < 0 || past % KILN_D2 != 0 || past / KILN_D2 >= KILN_T2) continue;
            sums[e] += weights[past / KILN_D2][i3] * x;
          }
        }
        row += b_row;
      }
    }
  }
#pragma unroll
  for (int e = 0; e < KILN_EACH; ++e)
    if (d2 + e < l2) KILN_LEAVE(c[e * c2], sums[e], at_outer, at_inner, filter, (d1 * l2 + d2 + e) * l3 + d3)
}
