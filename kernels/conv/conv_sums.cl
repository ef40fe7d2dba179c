// SPDX-License-Identifier: Apache-2.0
// Long sums of a convolution's gradient by its filters, where a group has few filters (depthwise above all). A group of
// KILN_ITEMS work-items computes one element: each item sums part of the places along k, and the parts are added in a
// fixed order. Items of CPU devices are alone in their group and keep KILN_LANES sums, which vectors hold.
// conv_side.cl comes before this file, and conv_tiles.cl says what the arguments are.
KILN_KERNEL void conv_sums(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c),
                           KILN_INDEX m, KILN_INDEX n, KILN_INDEX rows, KILN_INDEX inner, KILN_INDEX a_line,
                           KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0, KILN_INDEX ak1, KILN_INDEX ak2,
                           KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0, KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3,
                           KILN_INDEX c_outer, KILN_INDEX c_inner, KILN_CONV_SIDE) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX line = group % n;
  group /= n;
  const KILN_INDEX filter = group % m;
  group /= m;
  const KILN_INDEX at_inner = group % inner, at_outer = group / inner;
  KILN_INDEX at, p0, p1, p2, low, high;
  KILN_CONV_LINE(line, at, p0, p1, p2, low, high)
  a += at_outer * a_outer + at_inner * a_inner + filter * a_line;
  b += start + at_outer * outer_step + at_inner * inner_step + at;
  KILN_T sums[KILN_LANES];
  for (int i = 0; i < KILN_LANES; ++i) sums[i] = (KILN_T)0;
#if KILN_ITEMS > 1
  KILN_LOCAL KILN_T parts[KILN_ITEMS];
  const int item = (int)get_local_id(0);
  for (KILN_INDEX place = item; place < rows * k3; place += KILN_ITEMS) {
    const KILN_INDEX row = place / k3, p = place % k3;
    KILN_CONV_ROW(row, offset, q0, q1, q2)
    if (p < low || p >= high || !KILN_CONV_INSIDE(p0 + q0, p1 + q1, p2 + q2)) continue;
    sums[0] += KILN_LOAD(a[kiln_i0 * ak0 + kiln_i1 * ak1 + kiln_i2 * ak2 + p * ak3]) * KILN_LOAD(b[offset + p * ks3]);
  }
  parts[item] = sums[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_of = KILN_ITEMS / 2; half_of > 0; half_of /= 2) {
    if (item < half_of) parts[item] += parts[item + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item > 0) return;
  const KILN_T total = parts[0];
#else
  for (KILN_INDEX row = 0; row < rows; ++row) {
    KILN_CONV_ROW(row, offset, q0, q1, q2)
    if (!KILN_CONV_INSIDE(p0 + q0, p1 + q1, p2 + q2)) continue;
    KILN_GLOBAL const KILN_STORED *left = a + (kiln_i0 * ak0 + kiln_i1 * ak1 + kiln_i2 * ak2);
    KILN_GLOBAL const KILN_STORED *right = b + offset;
    KILN_INDEX p = low;
    if (ak3 == 1 && ks3 == 1) {
      for (; p + KILN_LANES <= high; p += KILN_LANES) {
        for (int i = 0; i < KILN_LANES; ++i) sums[i] += KILN_LOAD(left[p + i]) * KILN_LOAD(right[p + i]);
      }
    }
    for (; p < high; ++p) sums[0] += KILN_LOAD(left[p * ak3]) * KILN_LOAD(right[p * ks3]);
  }
  KILN_T total = (KILN_T)0;
  for (int i = 0; i < KILN_LANES; ++i) total += sums[i];
#endif
  const KILN_INDEX to = line % l3 * c3 + line / l3 % l2 * c2 + line / l3 / l2 % l1 * c1 + line / l3 / l2 / l1 * c0;
  c[at_outer * c_outer + at_inner * c_inner + filter * c_row + to] = KILN_STORE(total);
}
