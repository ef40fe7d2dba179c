// SPDX-License-Identifier: Apache-2.0
// Long sums of a convolution's gradient by its filters on CPU devices, where a group has few filters (depthwise above
// all), of elements that are stored as they are computed. A work-item has all lines of a filter, and `row_chunk` of the
// `rows` along k. Its vectors have KILN_LANES neighbouring groups if KILN_ACROSS is 1; else they have neighbouring
// places along the last digit, and each line's vector is added up in the end. conv_side.cl comes before this file.
//
// Arguments: as in conv_tiles.cl; a_first, a_last, b_first, b_last: elements from the first one of A and of B on,
// between which all may be read. Macros: as in conv_lanes.cl.

KILN_FUNCTION KILN_VEC elements_from(KILN_GLOBAL const KILN_T *from) {
#if KILN_STEP == 2
  return (KILN_VEC)(KILN_VLOAD(from).even, KILN_VLOAD(from + (KILN_LANES - 1)).odd);
#else
  return KILN_VLOAD(from);
#endif
}

KILN_KERNEL void conv_lane_sums(KILN_ARG(const KILN_T, a), KILN_ARG(const KILN_T, b), KILN_ARG(KILN_T, c), KILN_INDEX m,
                                KILN_INDEX n, KILN_INDEX rows, KILN_INDEX row_chunk, KILN_INDEX splits, KILN_INDEX inner,
                                KILN_INDEX a_first, KILN_INDEX a_last, KILN_INDEX b_first, KILN_INDEX b_last,
                                KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0, KILN_INDEX ak1,
                                KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0, KILN_INDEX c1,
                                KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer, KILN_INDEX c_inner, KILN_INDEX c_split,
                                KILN_CONV_SIDE) {
  KILN_PTR(const KILN_T, a);
  KILN_PTR(const KILN_T, b);
  KILN_PTR(KILN_T, c);
  int item = (int)get_global_id(0);
  const int split = item % splits;
  item /= splits;
  const int filter = item % m;
  item /= m;
#if KILN_ACROSS
  const int blocks = (inner - 1) / KILN_LANES + 1, at_inner = item % blocks * KILN_LANES, at_outer = item / blocks;
  const int lanes = inner - at_inner < KILN_LANES ? inner - at_inner : KILN_LANES;
#else
  const int at_inner = item % inner, at_outer = item / inner;
  const KILN_MASK order = KILN_ORDER;
#endif
  const int a_from = at_outer * a_outer + at_inner * a_inner + filter * a_line;
  const int b_from = start + at_outer * outer_step + at_inner * inner_step;
  c += at_outer * c_outer + at_inner * c_inner + filter * c_row + split * c_split;
  int at[KILN_TAPS], p0[KILN_TAPS], p1[KILN_TAPS], p2[KILN_TAPS], low[KILN_TAPS], high[KILN_TAPS];
  KILN_VEC sums[KILN_TAPS];
  for (int line = 0; line < n; ++line) {
    KILN_CONV_LINE(line, at[line], p0[line], p1[line], p2[line], low[line], high[line])
    sums[line] = (KILN_VEC)((KILN_T)0);
  }
  const int last = rows - split * row_chunk < row_chunk ? rows : (split + 1) * row_chunk;
  for (int row = split * row_chunk; row < last; ++row) {
    KILN_CONV_ROW(row, offset, q0, q1, q2)
    const int left = a_from + kiln_i0 * ak0 + kiln_i1 * ak1 + kiln_i2 * ak2;
    for (int line = 0; line < n; ++line) {
      if (!KILN_CONV_INSIDE(p0[line] + q0, p1[line] + q1, p2[line] + q2)) continue;
      const int right = b_from + at[line] + offset, end = high[line];
      int p = low[line];
      KILN_VEC sum = sums[line], second = (KILN_VEC)((KILN_T)0), third = second, fourth = second;
#if KILN_ACROSS
      if (lanes < KILN_LANES) {
        for (; p < end; ++p) {
          for (int i = 0; i < lanes; ++i) ((KILN_T *)&sum)[i] += a[left + p * ak3 + i] * b[right + p * ks3 + i];
        }
      }
      for (; p + 3 < end; p += 4) {
        sum += KILN_VLOAD(a + (left + p * ak3)) * KILN_VLOAD(b + (right + p * ks3));
        second += KILN_VLOAD(a + (left + (p + 1) * ak3)) * KILN_VLOAD(b + (right + (p + 1) * ks3));
        third += KILN_VLOAD(a + (left + (p + 2) * ak3)) * KILN_VLOAD(b + (right + (p + 2) * ks3));
        fourth += KILN_VLOAD(a + (left + (p + 3) * ak3)) * KILN_VLOAD(b + (right + (p + 3) * ks3));
      }
      for (; p < end; ++p) sum += KILN_VLOAD(a + (left + p * ak3)) * KILN_VLOAD(b + (right + p * ks3));
#else
      const int first = p;
      for (; p + 2 * KILN_LANES <= end; p += 2 * KILN_LANES) {
        sum += KILN_VLOAD(a + (left + p)) * elements_from(b + (right + p * KILN_STEP));
        second += KILN_VLOAD(a + (left + p + KILN_LANES)) * elements_from(b + (right + (p + KILN_LANES) * KILN_STEP));
      }
      for (; p + KILN_LANES <= end; p += KILN_LANES)
        sum += KILN_VLOAD(a + (left + p)) * elements_from(b + (right + p * KILN_STEP));
      if (p < end) {
        // A vector that ends with the last place, of which the places that are left count. In short rows it begins with
        // the first place, if all that it has may be read.
        const int from = end - first >= KILN_LANES ? end - KILN_LANES : first;
        const int a_place = left + from, b_place = right + from * KILN_STEP;
        if (a_place >= a_first && a_place + KILN_LANES - 1 <= a_last && b_place >= b_first &&
            b_place + (KILN_LANES - 1) * KILN_STEP <= b_last) {
          const KILN_MASK places = order + (KILN_MASK)((KILN_PLACE)(from));
          const KILN_MASK counts = (places >= (KILN_MASK)((KILN_PLACE)(p))) & (places < (KILN_MASK)((KILN_PLACE)(end)));
          third = counts ? KILN_VLOAD(a + a_place) * elements_from(b + b_place) : third;
        } else {
          for (; p < end; ++p) ((KILN_T *)&fourth)[0] += a[left + p] * b[right + p * KILN_STEP];
        }
      }
#endif
      sums[line] = (sum + second) + (third + fourth);
    }
  }
  for (int line = 0; line < n; ++line) {
    const int to = line % l3 * c3 + line / l3 % l2 * c2 + line / l3 / l2 % l1 * c1 + line / l3 / l2 / l1 * c0;
    const KILN_T *sum = (const KILN_T *)&sums[line];
#if KILN_ACROSS
    for (int i = 0; i < lanes; ++i) c[to + i * c_inner] = sum[i];
#else
    KILN_T total = (KILN_T)0;
    for (int i = 0; i < KILN_LANES; ++i) total += sum[i];
    c[to] = total;
#endif
  }
}
