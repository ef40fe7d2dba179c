// SPDX-License-Identifier: Apache-2.0
// Sums of few elements, or the greatest of few, on CPU devices, of arrays whose channels are not neighbours: depthwise
// convolutions, their gradients by the input, pooling, and the gradients of average pooling. epilogue.cl and
// plane_side.cl come before this file. A work-item has `share` units. A unit is a tile of the results of one filter in one image.
//
// Arguments: A, the filters, B, the input, and C with their strides, as in conv_direct.cl, with axes 1 to 3; `items`
// units; tiles1 to tiles3, how many tiles there are; m filters of each of `inner` groups; the side; for KILN_COUNT,
// what pool.cl says: windows x, with y the extents of what they pass over, and z, where the padding behind ends.
//
// Macros: KILN_OP 0: sums of products, 1: the greatest element, 2: sums; KILN_COUNT: as in pool.cl; KILN_TRANSPOSED:
// results take from the input as said in plane_side.cl, and sums are divided before they are added; KILN_TAPS: taps at
// most.
#if KILN_OP == 1
#define KILN_TAKE(best, w, x) (((x) > (best)) | ((x) != (x)) ? (x) : (best))
#define KILN_START ((KILN_T)(-INFINITY))
#elif KILN_OP == 2
#define KILN_TAKE(sum, w, x) ((sum) + (x))
#define KILN_START ((KILN_T)0)
#else
#define KILN_TAKE(sum, w, x) ((sum) + (w) * (x))
#define KILN_START ((KILN_T)0)
#endif

// Does `what` with some results of a row at a time: `z` has them as they would be stored, kiln_some of them from
// kiln_first on.
#if KILN_PLAIN
#define KILN_ROUNDED_ROW(row, count, what)       \
  {                                              \
    const KILN_T *const z = row;                 \
    const int kiln_first = 0, kiln_some = count; \
    what                                         \
  }
#else
#define KILN_ROUNDED_ROW(row, count, what)                                                                 \
  for (int kiln_first = 0; kiln_first < count; kiln_first += KILN_LANES) {                                 \
    const int kiln_some = count - kiln_first < KILN_LANES ? count - kiln_first : KILN_LANES;               \
    KILN_STORED z[KILN_LANES];                                                                             \
    for (int kiln_e = 0; kiln_e < kiln_some; ++kiln_e) z[kiln_e] = KILN_STORE((row)[kiln_first + kiln_e]); \
    what                                                                                                   \
  }
#endif

#if KILN_COUNT
// By how much the sum of window p along an axis is divided; 1 for windows that are not there.
KILN_FUNCTION int plane_count(int p, int windows, int stride, int origin, int w, int extent, int z) {
  if (p < 0 || p >= windows) return 1;
  const int begin = p * stride + origin, limit = KILN_COUNT == 2 ? z : extent, end = begin + w < limit ? begin + w : limit;
  return end - (KILN_COUNT == 2 || begin > 0 ? begin : 0);
}

KILN_FUNCTION void divide_row(KILN_T *row, int count, int of_row, const KILN_T *counts) {
  for (int i = 0; i < count; ++i) row[i] /= (KILN_T)of_row * counts[i];
}
#endif

KILN_KERNEL void conv_planes(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c),
                             KILN_INDEX items, KILN_INDEX share, KILN_INDEX tiles1, KILN_INDEX tiles2, KILN_INDEX tiles3,
                             KILN_INDEX m, KILN_INDEX inner, KILN_INDEX z1, KILN_INDEX z2, KILN_INDEX z3,
                             KILN_INDEX a_line, KILN_INDEX a_outer, KILN_INDEX a_inner, KILN_INDEX ak0, KILN_INDEX ak1,
                             KILN_INDEX ak2, KILN_INDEX ak3, KILN_INDEX c_row, KILN_INDEX c0, KILN_INDEX c1,
                             KILN_INDEX c2, KILN_INDEX c3, KILN_INDEX c_outer, KILN_INDEX c_inner, KILN_PLANE_SIDE KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  KILN_T room[KILN_ROOM];
  KILN_T weights[KILN_TAPS];
  int offsets[KILN_TAPS], places[KILN_TAPS], ends[KILN_TAPS];
  int kiln_low[KILN_MOST_PHASES], kiln_high[KILN_MOST_PHASES];
  const int first = (int)get_global_id(0) * share, last = items - first < share ? items : first + share;
  KILN_PLANE_TAPS(offsets, places, ends)
  const int inputs = F1 * F2 * F3, results = R1 * R2 * R3;
  fill_row(room, (inputs + (results > 1 ? results : 0)) * pitch, KILN_START);
  KILN_T *out = room + (results > 1 ? inputs * pitch : 0);
#if KILN_COUNT
  KILN_T *counts = room + (KILN_ROOM - (KILN_TRANSPOSED ? C3 : n3));
#endif
  for (int unit = first; unit < last; ++unit) {
    int rest = unit;
    const int tile3 = rest % tiles3;
    rest /= tiles3;
    const int tile2 = rest % tiles2;
    rest /= tiles2;
    const int tile1 = rest % tiles1;
    rest /= tiles1;
    const int filter = rest % m;
    rest /= m;
    const int group = rest % inner, image = rest / inner;
    const int count1 = KILN_PLANE_COUNT(tile1, 1), count2 = KILN_PLANE_COUNT(tile2, 2), count3 = KILN_PLANE_COUNT(tile3, 3);
    const int rows1 = KILN_PLANE_ROWS(count1, 1), rows2 = KILN_PLANE_ROWS(count2, 2), rows3 = KILN_PLANE_ROWS(count3, 3);
    const int at1 = begin1 + tile1 * advance1, at2 = begin2 + tile2 * advance2, at3 = begin3 + tile3 * advance3;
    const int from = image * batch_step + group * group_step;
    KILN_PLANES_IN(KILN_ROW_IN, b + from, from, room, at1, at2, at3, rows1, rows2, rows3, KILN_START)
#if KILN_COUNT && KILN_TRANSPOSED
    for (int i = 0; i < rows3; ++i) counts[i] = (KILN_T)plane_count(at3 + i, E3, R3, O3, T3, N3, z3);
    for (int i1 = 0; i1 < rows1; ++i1) {
      for (int i2 = 0; i2 < rows2; ++i2)
        divide_row(room + (i1 * C2 + i2) * C3, rows3,
                   plane_count(at1 + i1, E1, R1, O1, T1, N1, z1) * plane_count(at2 + i2, E2, R2, O2, T2, N2, z2), counts);
    }
#elif KILN_COUNT
    for (int i = 0; i < count3; ++i) counts[i] = (KILN_T)plane_count(tile3 * n3 + i, N3, F3, O3, T3, E3, z3);
#endif
#if KILN_OP == 0
    KILN_GLOBAL const KILN_STORED *left = a + (group * a_inner + filter * a_line);
    for (int tap = 0; tap < T1 * T2 * T3; ++tap) {
      const int t = places[tap];
      weights[tap] = KILN_LOAD(left[t % T3 * ak3 + t / T3 % T2 * ak2 + t / T3 / T2 * ak1]);
    }
#endif
    const int q1 = (count1 - 1) / R1, q2 = (count2 - 1) / R2, q3 = (count3 - 1) / R3;
    const int vectors = ((q1 * C2 + q2) * C3 + q3) / KILN_LANES + 1;
    for (int r = 0; r < results; ++r) {
      const int tap_first = r ? ends[r - 1] : 0, tap_last = ends[r];
      KILN_T *to = out + r * pitch;
      int v = 0;
      // Results overwrite elements that none behind them takes from.
      for (; v + 4 <= vectors; v += 4) {
        KILN_VEC s0 = (KILN_VEC)(KILN_START), s1 = s0, s2 = s0, s3 = s0;
        for (int tap = tap_first; tap < tap_last; ++tap) {
          const KILN_T *x = room + (offsets[tap] + v * KILN_LANES);
#if KILN_OP == 0
          const KILN_VEC w = (KILN_VEC)(weights[tap]);
#endif
          const KILN_VEC x0 = KILN_VLOAD(x), x1 = KILN_VLOAD(x + KILN_LANES), x2 = KILN_VLOAD(x + 2 * KILN_LANES),
                         x3 = KILN_VLOAD(x + 3 * KILN_LANES);
          s0 = KILN_TAKE(s0, w, x0);
          s1 = KILN_TAKE(s1, w, x1);
          s2 = KILN_TAKE(s2, w, x2);
          s3 = KILN_TAKE(s3, w, x3);
        }
        KILN_VSTORE(s0, to + v * KILN_LANES);
        KILN_VSTORE(s1, to + (v + 1) * KILN_LANES);
        KILN_VSTORE(s2, to + (v + 2) * KILN_LANES);
        KILN_VSTORE(s3, to + (v + 3) * KILN_LANES);
      }
      for (; v < vectors; ++v) {
        KILN_VEC sum = (KILN_VEC)(KILN_START);
        for (int tap = tap_first; tap < tap_last; ++tap) {
#if KILN_OP == 0
          const KILN_VEC w = (KILN_VEC)(weights[tap]);
#endif
          const KILN_VEC x = KILN_VLOAD(room + (offsets[tap] + v * KILN_LANES));
          sum = KILN_TAKE(sum, w, x);
        }
        KILN_VSTORE(sum, to + v * KILN_LANES);
      }
    }
    KILN_GLOBAL KILN_STORED *result = c + (image * c_outer + group * c_inner + filter * c_row + tile1 * n1 * c1 +
                                           tile2 * n2 * c2 + tile3 * n3 * c3);
    const int joined = c3 == 1 && c2 == count3 && count3 == N3;
    for (int i1 = 0; i1 < count1; ++i1) {
      for (int i2 = 0; i2 < count2; ++i2) {
#if KILN_TRANSPOSED
        KILN_T *row = out + ((i1 % R1 * R2 + i2 % R2) * R3 * pitch + (i1 / R1 * C2 + i2 / R2) * C3);
#else
        KILN_T *row = out + (i1 * C2 + i2) * C3;
#endif
#if KILN_COUNT && !KILN_TRANSPOSED
        divide_row(row, count3,
                   plane_count(tile1 * n1 + i1, N1, F1, O1, T1, E1, z1) * plane_count(tile2 * n2 + i2, N2, F2, O2, T2, E2, z2),
                   counts);
#endif
#if KILN_EPILOGUE
        // Vectors are whole where what they write behind the row is that of rows behind it, which write it anew.
        const int line = ((tile1 * n1 + i1) * N2 + tile2 * n2 + i2) * N3 + tile3 * n3;
        const int space = count3 == N3 ? (count2 - i2) * count3 : count3;
        const int whole = (count3 - 1) / KILN_WHOLE * KILN_WHOLE + KILN_WHOLE, ended = whole < space ? whole : space;
        KILN_ROUNDED_ROW(row, ended, KILN_AFTER(image, group, filter, line + kiln_first, kiln_some))
#else
        row_out(row, pitch, R3, 0, count3, joined ? (count2 - i2) * count3 : count3, result + (i1 * c1 + i2 * c2), c3);
#endif
      }
    }
  }
}
