// SPDX-License-Identifier: Apache-2.0
// Convolution with few filters of a group (depthwise above all): sums are computed where they are needed, without
// tiles. A work-item has KILN_LANES results that are neighbours along the last digit of the line, or along the groups
// if KILN_ACROSS is 1. epilogue.cl and conv_side.cl come before this file.
//
// Arguments: as in conv_tiles.cl; `items`, how many work-items have results; `rows` along k; `lanes`, the extent of the
// axis along which results are neighbours, and `line_count`, the lines that are left: n / l3, or n if KILN_ACROSS is 1.
KILN_KERNEL void conv_direct(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c),
                             KILN_INDEX items, KILN_INDEX m, KILN_INDEX line_count, KILN_INDEX lanes, KILN_INDEX rows,
                             KILN_INDEX inner, KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0,
                             KILN_INDEX ak1, KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0,
                             KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer, KILN_INDEX c_inner,
                             KILN_CONV_SIDE KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  KILN_INDEX group = (KILN_INDEX)get_global_id(0);
  if (group >= items) return;
  const KILN_INDEX chunks = (lanes - 1) / KILN_LANES + 1;
  const KILN_INDEX lane = group % chunks * KILN_LANES;
  const int width = (int)(lanes - lane < KILN_LANES ? lanes - lane : KILN_LANES);
  group /= chunks;
  const KILN_INDEX line = group % line_count;
  group /= line_count;
  const KILN_INDEX filter = group % m;
  group /= m;
#if KILN_ACROSS
  // Lanes are groups, the inner batch axis.
  const KILN_INDEX at_outer = group, at_inner = lane, b_lane = inner_step, a_lane = a_inner, c_lane = c_inner;
  const KILN_INDEX d3 = line % l3, d2 = line / l3 % l2, d1 = line / l3 / l2 % l1, d0 = line / l3 / l2 / l1;
#else
  const KILN_INDEX at_outer = group / inner, at_inner = group % inner, b_lane = ls3, a_lane = 0, c_lane = c3;
  const KILN_INDEX d3 = lane, d2 = line % l2, d1 = line / l2 % l1, d0 = line / l2 / l1;
#endif
  a += at_outer * a_outer + at_inner * a_inner + filter * a_line;
  b += start + at_outer * outer_step + at_inner * inner_step + d0 * ls0 + d1 * ls1 + d2 * ls2 + d3 * ls3;
  c += at_outer * c_outer + at_inner * c_inner + filter * c_row + d0 * c0 + d1 * c1 + d2 * c2 + d3 * c3;
  KILN_T sums[KILN_LANES];
  for (int i = 0; i < KILN_LANES; ++i) sums[i] = (KILN_T)0;
  for (KILN_INDEX p = 0; p < k3; ++p) {
    // The lanes, first to last - 1, whose position 3 is inside.
    const KILN_INDEX begin3 = d3 * lt3 + p * kt3 + o3;
#if KILN_ACROSS
    const int first = 0, last = begin3 >= 0 && begin3 < e3 ? width : 0;
#else
    int first = 0, last = width;
    if (lt3 == 0) {
      if (begin3 < 0 || begin3 >= e3) last = 0;
    } else {
      const KILN_INDEX low = begin3 >= 0 ? 0 : (lt3 - 1 - begin3) / lt3, high = begin3 >= e3 ? 0 : (e3 - 1 - begin3) / lt3 + 1;
      first = low < width ? (int)low : width;
      last = high < width ? (int)high : width;
    }
#endif
    for (KILN_INDEX row = 0; row < rows; ++row) {
      KILN_CONV_ROW(row, offset, q0, q1, q2)
      if (!KILN_CONV_INSIDE(d0 * lt0 + o0 + q0, d1 * lt1 + o1 + q1, d2 * lt2 + o2 + q2)) continue;
      KILN_GLOBAL const KILN_STORED *left = a + (kiln_i0 * ak0 + kiln_i1 * ak1 + kiln_i2 * ak2 + p * ak3);
      KILN_GLOBAL const KILN_STORED *right = b + (offset + p * ks3);
#if KILN_ACROSS
      if (a_lane == 1 && b_lane == 1) {
        for (int i = first; i < last; ++i) sums[i] += KILN_LOAD(left[i]) * KILN_LOAD(right[i]);
      } else {
        for (int i = first; i < last; ++i) sums[i] += KILN_LOAD(left[i * a_lane]) * KILN_LOAD(right[i * b_lane]);
      }
#else
      const KILN_T one = KILN_LOAD(left[0]);
      if (b_lane == 1) {
        for (int i = first; i < last; ++i) sums[i] += one * KILN_LOAD(right[i]);
      } else {
        for (int i = first; i < last; ++i) sums[i] += one * KILN_LOAD(right[i * b_lane]);
      }
#endif
    }
  }
  const KILN_INDEX first_line = ((d0 * l1 + d1) * l2 + d2) * l3 + d3;
  for (int i = 0; i < width; ++i)
    KILN_LEAVE(c[i * c_lane], sums[i], at_outer, at_inner + (KILN_ACROSS ? i : 0), filter, first_line + (KILN_ACROSS ? 0 : i))
}
