// SPDX-License-Identifier: Apache-2.0
// Long sums of a convolution's gradient by its filters, where a group has few filters of few taps (depthwise above all),
// on devices with many work-items. A group of KILN_ITEMS work-items has all taps of a filter, or of KILN_COLUMNS
// neighbouring groups, and part of the places along k. A work-item takes KILN_EACH places at a time that are neighbours
// along digit 2, reads each element that they share once, and adds the products to one sum for each tap. The items' sums
// are added in a fixed order. Elements in the padding count as 0, without a branch, so that an item's reads need not
// wait for each other. quotient.cl and conv_side.cl come before this file.
//
// Arguments: as in conv_tiles.cl; `places` along k, of KILN_EACH each, `runs` of which digit 2 is divided into, and the
// `chunk` of them that a group has; by_k3, by_runs, by_k1: what KILN_QUOTIENT divides by these numbers with; `b_row`,
// elements from position to position of digit 2. The line's digits 1 to 3 have KILN_T1, KILN_T2, KILN_T3 values.
//
// Macros: KILN_S2, KILN_D2: positions of digit 2 from place to place, and from tap to tap. KILN_TURNED: the taps of digit
// 2 come in the reverse order of their positions; the start and the origin are then those of the last one. KILN_K3: the
// stride ls3, as a number where the text is written for it.
#define KILN_PARTS (KILN_ITEMS / KILN_COLUMNS)
// The positions of digit 2 that are read: all that the places have, or those of the taps of one place.
#if KILN_EACH == 1
#define KILN_ROWS KILN_T2
#define KILN_NEXT KILN_D2
#else
#define KILN_ROWS ((KILN_EACH - 1) * KILN_S2 + (KILN_T2 - 1) * KILN_D2 + 1)
#define KILN_NEXT 1
#endif

KILN_KERNEL void conv_point_sums(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b),
                                 KILN_ARG(KILN_RESULT, c), KILN_INDEX m, KILN_INDEX places, KILN_INDEX chunk,
                                 KILN_INDEX splits, KILN_INDEX runs, KILN_INDEX b_row, ulong by_k3,
                                 ulong by_runs, ulong by_k1, KILN_INDEX inner, KILN_INDEX a_line, KILN_INDEX a_outer,
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
    KILN_INDEX rest = (KILN_INDEX)place;
    KILN_TAKE(i3, k3)
    KILN_TAKE(run, runs)
    KILN_TAKE(i1, k1)
    const int i0 = rest, i2 = run * KILN_EACH;
    KILN_GLOBAL const KILN_STORED *from = a + (i0 * ak0 + i1 * ak1 + i2 * ak2 + i3 * ak3);
    KILN_T left[KILN_EACH];
#pragma unroll
    for (int e = 0; e < KILN_EACH; ++e) {
      left[e] = (KILN_T)0;
      if (i2 + e < k2) left[e] = KILN_LOAD(*from);
      from += ak2;
    }
    KILN_GLOBAL const KILN_STORED *right = b + (i0 * ks0 + i1 * ks1 + i2 * ks2 + i3 * ks3);
    const int p1 = i1 * kt1 + o1, p2 = i2 * kt2 + o2, p3 = i3 * kt3 + o3;
    int inside3[KILN_T3];
#pragma unroll
    for (int t3 = 0; t3 < KILN_T3; ++t3) inside3[t3] = (uint)(p3 + t3 * lt3) < (uint)e3;
#pragma unroll
    for (int t1 = 0; t1 < KILN_T1; ++t1) {
      const int inside1 = (uint)(p1 + t1 * lt1) < (uint)e1;
      KILN_GLOBAL const KILN_STORED *row = right + t1 * ls1;
#pragma unroll
      for (int j = 0; j < KILN_ROWS; ++j) {
        const int inside = inside1 && (uint)(p2 + j * KILN_NEXT) < (uint)e2;
#pragma unroll
        for (int t3 = 0; t3 < KILN_T3; ++t3) {
          KILN_T x = (KILN_T)0;
          if (inside && inside3[t3]) x = KILN_LOAD(row[t3 * KILN_K3]);
#pragma unroll
          for (int e = 0; e < KILN_EACH; ++e) {
            // The tap for which place e has this element, if there is one.
            const int past = j * KILN_NEXT - e * KILN_S2;
            if (past < 0 || past % KILN_D2 != 0 || past / KILN_D2 >= KILN_T2) continue;
            sums[t1][KILN_TURNED ? KILN_T2 - 1 - past / KILN_D2 : past / KILN_D2][t3] += left[e] * x;
          }
        }
        row += KILN_NEXT * b_row;
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
