// SPDX-License-Identifier: Apache-2.0
// Long sums of a convolution's gradient by its filters, where a group has few filters of few taps (depthwise above all),
// on devices with many work-items. A group of KILN_ITEMS work-items has all taps of a filter, or of KILN_COLUMNS
// neighbouring groups, and part of the places along k. Each of its items reads an element of A once, and adds its
// products to one sum for each tap. The items' sums are added in a fixed order. conv_side.cl comes before this file.
//
// Arguments: as in conv_tiles.cl; `places` along k, and the `chunk` of them that a group has. The line's digits 1 to 3
// have KILN_T1, KILN_T2, KILN_T3 values.
#define KILN_PARTS (KILN_ITEMS / KILN_COLUMNS)

KILN_KERNEL void conv_point_sums(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b),
                                 KILN_ARG(KILN_RESULT, c), KILN_INDEX m, KILN_INDEX places, KILN_INDEX chunk,
                                 KILN_INDEX splits, KILN_INDEX inner, KILN_INDEX a_line, KILN_INDEX a_outer,
                                 KILN_INDEX a_inner, KILN_INDEX ak0, KILN_INDEX ak1, KILN_INDEX ak2, KILN_INDEX ak3,
                                 KILN_INDEX c_row, KILN_INDEX c0, KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3,
                                 KILN_INDEX c_outer, KILN_INDEX c_inner, KILN_INDEX c_split, KILN_CONV_SIDE) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_RESULT, c);
  KILN_LOCAL KILN_T parts[KILN_ITEMS];
  const int item = (int)get_local_id(0), column = item % KILN_COLUMNS, part = item / KILN_COLUMNS;
  int group = (int)get_group_id(0);
  const int split = group % splits;
  group /= splits;
  const int filter = group % m;
  group /= m;
  const int blocks = (inner - 1) / KILN_COLUMNS + 1, at_inner = group % blocks * KILN_COLUMNS + column;
  const int at_outer = group / blocks;
  a += at_outer * a_outer + at_inner * a_inner + filter * a_line;
  b += start + at_outer * outer_step + at_inner * inner_step;
  KILN_T sums[KILN_T1][KILN_T2][KILN_T3];
#pragma unroll
  for (int t1 = 0; t1 < KILN_T1; ++t1) {
#pragma unroll
    for (int t2 = 0; t2 < KILN_T2; ++t2) {
#pragma unroll
      for (int t3 = 0; t3 < KILN_T3; ++t3) sums[t1][t2][t3] = (KILN_T)0;
    }
  }
  const uint first = (uint)split * (uint)chunk, all = (uint)places, last = all - first < (uint)chunk ? all : first + (uint)chunk;
  // Columns behind the last group have no places.
  for (uint place = at_inner < inner ? first + (uint)part : last; place < last; place += KILN_PARTS) {
    uint rest = place;
    const int i3 = (int)(rest % (uint)k3);
    rest /= (uint)k3;
    const int i2 = (int)(rest % (uint)k2);
    rest /= (uint)k2;
    const int i1 = (int)(rest % (uint)k1), i0 = (int)(rest / (uint)k1);
    const KILN_T left = KILN_LOAD(a[i0 * ak0 + i1 * ak1 + i2 * ak2 + i3 * ak3]);
    KILN_GLOBAL const KILN_STORED *right = b + (i0 * ks0 + i1 * ks1 + i2 * ks2 + i3 * ks3);
    const int p1 = i1 * kt1 + o1, p2 = i2 * kt2 + o2, p3 = i3 * kt3 + o3;
#pragma unroll
    for (int t1 = 0; t1 < KILN_T1; ++t1) {
      if (p1 + t1 * lt1 < 0 || p1 + t1 * lt1 >= e1) continue;
#pragma unroll
      for (int t2 = 0; t2 < KILN_T2; ++t2) {
        if (p2 + t2 * lt2 < 0 || p2 + t2 * lt2 >= e2) continue;
#pragma unroll
        for (int t3 = 0; t3 < KILN_T3; ++t3) {
          if (p3 + t3 * lt3 < 0 || p3 + t3 * lt3 >= e3) continue;
          sums[t1][t2][t3] += left * KILN_LOAD(right[t1 * ls1 + t2 * ls2 + t3 * ls3]);
        }
      }
    }
  }
  c += at_outer * c_outer + at_inner * c_inner + filter * c_row + split * c_split;
#pragma unroll
  for (int t1 = 0; t1 < KILN_T1; ++t1) {
#pragma unroll
    for (int t2 = 0; t2 < KILN_T2; ++t2) {
#pragma unroll
      for (int t3 = 0; t3 < KILN_T3; ++t3) {
        parts[item] = sums[t1][t2][t3];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int count = KILN_PARTS / 2; count > 0; count /= 2) {
          if (part < count) parts[item] += parts[item + count * KILN_COLUMNS];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (part == 0 && at_inner < inner) c[t1 * c1 + t2 * c2 + t3 * c3] = KILN_STORE(parts[item]);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
  }
}
