// SPDX-License-Identifier: Apache-2.0
// Sums of few elements, or the greatest of few, on CPU devices: depthwise convolutions and pooling. A vector has
// KILN_LANES results that are neighbours along the last digit of the line, or along the groups if KILN_ACROSS is 1.
// KILN_WIDE vectors that are neighbours along the last digit are computed together where no element of theirs is in the
// padding. A work-item has `share` units. A unit is all results that have the digits of the line but the last in
// common, and one group, or, if KILN_ACROSS is 1, KILN_LANES of them. epilogue.cl and conv_side.cl come before this file.
//
// Arguments: as in conv_direct.cl; `items` units; `width`, the extent of the axis of lanes; `images`, the extent of the
// outer batch axis; l0 and k0, which conv_side.cl leaves out; safe_first, safe_last: elements of B, from its first one
// on, between which all may be read; z1, z2, z3: where the padding behind ends.
//
// Macros: KILN_OP 0: sums of products, 1: the greatest element, 2: sums; KILN_COUNT: as in pool.cl; KILN_STEP: elements
// of B from lane to lane where these are 1 or 2, else 0; KILN_PLAIN: elements are stored as they are computed;
// KILN_VEC, KILN_MASK, KILN_VLOAD, KILN_VSTORE: vectors; KILN_ORDER: 0, 1, ... as a mask; KILN_TAPS: places along k of a sum of products, at most.
#define KILN_WIDE 4

typedef union {
  KILN_VEC wide;
  KILN_T item[KILN_LANES];
} kiln_lanes;

#if KILN_OP == 1
#define KILN_TAKE(best, w, x) ((x) > (best) || (x) != (x) ? (x) : (best))
#define KILN_VTAKE(best, w, x) (((x) > (best)) | ((x) != (x)) ? (x) : (best))
#define KILN_START ((KILN_T)(-INFINITY))
#elif KILN_OP == 2
#define KILN_TAKE(sum, w, x) ((sum) + (x))
#define KILN_VTAKE KILN_TAKE
#define KILN_START ((KILN_T)0)
#else
#define KILN_TAKE(sum, w, x) ((sum) + (w) * (x))
#define KILN_VTAKE KILN_TAKE
#define KILN_START ((KILN_T)0)
#endif

// The elements from, from + step, ... of all lanes.
KILN_FUNCTION KILN_VEC lanes_from(KILN_GLOBAL const KILN_STORED *from, int step) {
#if KILN_STEP == 1 && KILN_PLAIN
  return KILN_VLOAD(from);
#elif KILN_STEP == 2 && KILN_PLAIN
  return (KILN_VEC)(KILN_VLOAD(from).even, KILN_VLOAD(from + (KILN_LANES - 1)).odd);
#else
  kiln_lanes out;
  for (int i = 0; i < KILN_LANES; ++i) out.item[i] = KILN_LOAD(from[i * (KILN_STEP ? KILN_STEP : step)]);
  return out.wide;
#endif
}

// Of the elements of lanes the first `width` ones.
KILN_FUNCTION KILN_VEC some_lanes(KILN_GLOBAL const KILN_STORED *from, int step, int width) {
  kiln_lanes out;
  for (int i = 0; i < KILN_LANES; ++i) out.item[i] = i < width ? KILN_LOAD(from[i * step]) : (KILN_T)0;
  return out.wide;
}

KILN_FUNCTION void lanes_to(KILN_VEC value, KILN_GLOBAL KILN_STORED *to, int step, int width) {
#if KILN_PLAIN
  if (step == 1 && width == KILN_LANES) {
    KILN_VSTORE(value, to);
    return;
  }
#endif
  kiln_lanes in;
  in.wide = value;
  for (int i = 0; i < width; ++i) to[i * step] = KILN_STORE(in.item[i]);
}

// Stores `width` results of one filter that are neighbours along the line from `line` on, or along the groups from
// at_inner on, or computes the epilogue of them. If the groups are neighbours, operands have the strides of the groups
// and of the line in each other's place.
#if KILN_EPILOGUE && KILN_ACROSS
#define KILN_LEAVE_ROW(z, line, width) KILN_AFTER(at_outer, line, filter, at_inner, width)
#elif KILN_EPILOGUE
#define KILN_LEAVE_ROW(z, line, width) KILN_AFTER(at_outer, at_inner, filter, line, width)
#endif
#if KILN_EPILOGUE && KILN_PLAIN
#define KILN_LEAVE_LANES(value, to, step, line, width) \
  {                                                    \
    KILN_T z[KILN_LANES];                              \
    KILN_VSTORE(value, z);                             \
    KILN_LEAVE_ROW(z, line, width)                     \
  }
#elif KILN_EPILOGUE
#define KILN_LEAVE_LANES(value, to, step, line, width)                             \
  {                                                                                \
    kiln_lanes kiln_done;                                                          \
    kiln_done.wide = value;                                                        \
    KILN_STORED z[KILN_LANES];                                                     \
    for (int i = 0; i < KILN_LANES; ++i) z[i] = KILN_STORE(kiln_done.item[i]);     \
    KILN_LEAVE_ROW(z, line, width)                                                 \
  }
#else
#define KILN_LEAVE_LANES(value, to, step, line, width) lanes_to(value, to, step, width);
#endif

#if KILN_COUNT
// By how much the sum of the window that begins at `begin` is divided along an extent.
KILN_FUNCTION int window_count(int begin, int w, int x, int z) {
  const int limit = KILN_COUNT == 2 ? z : x, end = begin + w < limit ? begin + w : limit;
  return end - (KILN_COUNT == 2 || begin > 0 ? begin : 0);
}
#endif

KILN_KERNEL void conv_lanes(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_STORED, c),
                            KILN_INDEX items, KILN_INDEX share, KILN_INDEX m, KILN_INDEX width, KILN_INDEX images,
                            KILN_INDEX inner, KILN_INDEX l0, KILN_INDEX k0, KILN_INDEX safe_first, KILN_INDEX safe_last,
                            KILN_INDEX z1, KILN_INDEX z2, KILN_INDEX z3, KILN_INDEX a_line, KILN_INDEX a_outer,
                            KILN_INDEX a_inner, KILN_INDEX ak0, KILN_INDEX ak1, KILN_INDEX ak2, KILN_INDEX ak3,
                            KILN_INDEX c_row, KILN_INDEX c0, KILN_INDEX c1, KILN_INDEX c2, KILN_INDEX c3,
                            KILN_INDEX c_outer, KILN_INDEX c_inner, KILN_CONV_SIDE KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_STORED, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  const int first = (int)get_global_id(0) * share, end = items - first < share ? items : first + share;
#if KILN_ACROSS
  const int b_lane = inner_step, c_lane = c_inner;
#if KILN_OP == 0
  KILN_VEC weights[KILN_TAPS];
  int weights_of = -1;
#endif
#else
  const KILN_MASK order = KILN_ORDER;
  const int b_lane = ls3, c_lane = c3;
#endif
  for (int unit = first; unit < end; ++unit) {
    int rest = unit;
    const int d2 = rest % l2;
    rest /= l2;
    const int d1 = rest % l1;
    rest /= l1;
    const int d0 = rest % l0;
    rest /= l0;
#if KILN_ACROSS
    // Units of the same weights are neighbours.
    const int at_outer = rest % images;
    rest /= images;
    const int filter = rest % m, at_inner = rest / m * KILN_LANES;
    const int lanes = width - at_inner < KILN_LANES ? width - at_inner : KILN_LANES;
#else
    const int filter = rest % m;
    rest /= m;
    const int at_inner = rest % inner, at_outer = rest / inner;
#endif
    const int row_line = ((d0 * l1 + d1) * l2 + d2) * l3;
    const int begin0 = d0 * lt0 + o0, begin1 = d1 * lt1 + o1, begin2 = d2 * lt2 + o2;
    const int from = start + at_outer * outer_step + at_inner * inner_step + d0 * ls0 + d1 * ls1 + d2 * ls2;
    KILN_GLOBAL KILN_STORED *to = c + at_outer * c_outer + at_inner * c_inner + filter * c_row + d0 * c0 + d1 * c1 + d2 * c2;
#if KILN_OP == 0
    KILN_GLOBAL const KILN_STORED *left = a + at_outer * a_outer + at_inner * a_inner + filter * a_line;
#if KILN_ACROSS
    if (weights_of != at_inner * m + filter) {
      weights_of = at_inner * m + filter;
      int place = 0;
      for (int i0 = 0; i0 < k0; ++i0) {
        for (int i1 = 0; i1 < k1; ++i1) {
          for (int i2 = 0; i2 < k2; ++i2) {
            for (int p = 0; p < k3; ++p)
              weights[place++] = some_lanes(left + i0 * ak0 + i1 * ak1 + i2 * ak2 + p * ak3, a_inner, lanes);
          }
        }
      }
    }
#endif
#endif
#if KILN_COUNT
    const int count = window_count(begin1, k1, e1, z1) * window_count(begin2, k2, e2, z2);
#endif
    int d3 = 0;
    while (d3 < l3) {
      const int begin3 = d3 * lt3 + o3, reach = (k3 - 1) * kt3;
      const int at = from + d3 * ls3;
#if KILN_ACROSS
      const int together = KILN_WIDE, step = ls3;
      const int whole = l3 - d3 >= KILN_WIDE && begin3 >= 0 && begin3 + (KILN_WIDE - 1) * lt3 + reach < e3 && lanes == KILN_LANES;
#else
      const int together = KILN_WIDE * KILN_LANES, step = KILN_LANES * ls3;
      const int whole = l3 - d3 >= together && begin3 >= 0 && begin3 + (together - 1) * lt3 + reach < e3;
#endif
      if (whole) {
        KILN_VEC sums[KILN_WIDE];
#pragma unroll
        for (int u = 0; u < KILN_WIDE; ++u) sums[u] = (KILN_VEC)(KILN_START);
        for (int i0 = 0; i0 < k0; ++i0) {
          for (int i1 = 0; i1 < k1; ++i1) {
            for (int i2 = 0; i2 < k2; ++i2) {
              if (!KILN_CONV_INSIDE(begin0 + i0 * kt0, begin1 + i1 * kt1, begin2 + i2 * kt2)) continue;
              KILN_GLOBAL const KILN_STORED *right = b + (at + i0 * ks0 + i1 * ks1 + i2 * ks2);
              for (int p = 0; p < k3; ++p, right += ks3) {
#if KILN_OP == 0 && KILN_ACROSS
                const KILN_VEC weight = weights[((i0 * k1 + i1) * k2 + i2) * k3 + p];
#elif KILN_OP == 0
                const KILN_VEC weight = (KILN_VEC)(KILN_LOAD(left[i0 * ak0 + i1 * ak1 + i2 * ak2 + p * ak3]));
#endif
#pragma unroll
                for (int u = 0; u < KILN_WIDE; ++u) {
                  const KILN_VEC x = lanes_from(right + u * step, b_lane);
                  sums[u] = KILN_VTAKE(sums[u], weight, x);
                }
              }
            }
          }
        }
#pragma unroll
        for (int u = 0; u < KILN_WIDE; ++u) {
#if KILN_COUNT && KILN_ACROSS
          sums[u] /= (KILN_VEC)((KILN_T)(count * window_count(begin3 + u * lt3, k3, e3, z3)));
#elif KILN_COUNT
          kiln_lanes some;
          some.wide = sums[u];
          for (int i = 0; i < KILN_LANES; ++i)
            some.item[i] /= (KILN_T)(count * window_count(begin3 + (u * KILN_LANES + i) * lt3, k3, e3, z3));
          sums[u] = some.wide;
#endif
#if KILN_ACROSS
          KILN_LEAVE_LANES(sums[u], to + (d3 + u) * c3, c_lane, row_line + d3 + u, KILN_LANES)
#else
          KILN_LEAVE_LANES(sums[u], to + (d3 + u * KILN_LANES) * c3, c_lane, row_line + d3 + u * KILN_LANES, KILN_LANES)
#endif
        }
        d3 += together;
        continue;
      }
      // One vector.
#if !KILN_ACROSS
      const int lanes = l3 - d3 < KILN_LANES ? l3 - d3 : KILN_LANES;
      const int inside = begin3 >= 0 && begin3 + (KILN_LANES - 1) * lt3 + reach < e3;
#endif
      kiln_lanes sum;
      sum.wide = (KILN_VEC)(KILN_START);
      for (int i0 = 0; i0 < k0; ++i0) {
        for (int i1 = 0; i1 < k1; ++i1) {
          for (int i2 = 0; i2 < k2; ++i2) {
            if (!KILN_CONV_INSIDE(begin0 + i0 * kt0, begin1 + i1 * kt1, begin2 + i2 * kt2)) continue;
            for (int p = 0; p < k3; ++p) {
              const int place = at + i0 * ks0 + i1 * ks1 + i2 * ks2 + p * ks3, position = begin3 + p * kt3;
#if KILN_STEP
              const int safe = place >= safe_first && place + (KILN_LANES - 1) * KILN_STEP <= safe_last;
#else
              const int safe = 0;
#endif
#if KILN_ACROSS
              if (position < 0 || position >= e3) continue;
#if KILN_OP == 0
              const KILN_VEC weight = weights[((i0 * k1 + i1) * k2 + i2) * k3 + p];
#endif
              const KILN_VEC x = safe ? lanes_from(b + place, b_lane) : some_lanes(b + place, b_lane, lanes);
              sum.wide = KILN_VTAKE(sum.wide, weight, x);
#else
#if KILN_OP == 0
              const KILN_T weight = KILN_LOAD(left[i0 * ak0 + i1 * ak1 + i2 * ak2 + p * ak3]);
#endif
              if (inside) {
                const KILN_VEC x = lanes_from(b + place, b_lane);
                sum.wide = KILN_VTAKE(sum.wide, (KILN_VEC)(weight), x);
              } else if (safe) {
                // Lanes whose elements are in the padding keep their sums.
                const KILN_VEC x = lanes_from(b + place, b_lane);
                const KILN_MASK positions = order * (KILN_MASK)(lt3) + (KILN_MASK)(position);
                const KILN_MASK counts = (positions >= (KILN_MASK)(0)) & (positions < (KILN_MASK)(e3));
                sum.wide = counts ? KILN_VTAKE(sum.wide, (KILN_VEC)(weight), x) : sum.wide;
              } else {
                for (int i = 0; i < lanes; ++i) {
                  const int lane_position = position + i * lt3;
                  if (lane_position < 0 || lane_position >= e3) continue;
                  const KILN_T x = KILN_LOAD(b[place + i * b_lane]);
                  sum.item[i] = KILN_TAKE(sum.item[i], weight, x);
                }
              }
#endif
            }
          }
        }
      }
#if KILN_COUNT
      for (int i = 0; i < lanes; ++i)
        sum.item[i] /= (KILN_T)(count * window_count(begin3 + (KILN_ACROSS ? 0 : i * lt3), k3, e3, z3));
#endif
      KILN_LEAVE_LANES(sum.wide, to + d3 * c3, c_lane, row_line + d3, lanes)
      d3 += KILN_ACROSS ? 1 : KILN_LANES;
    }
  }
}
