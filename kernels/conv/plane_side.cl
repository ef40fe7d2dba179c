// SPDX-License-Identifier: Apache-2.0
// Planes: how kernels of CPU devices sum over windows of arrays whose channels are not neighbours. A work-item copies a
// part of one channel of one image to its own memory, with its padding, and cuts it into planes by the rests of the
// positions when they are divided by the strides. The elements that neighbouring results need for one tap are then
// neighbours, over the ends of rows too: vectors need no masks, and what they compute between the rows is left out.
//
// A tile has `n` of the `N` results along each of three axes. It has C coordinates along an axis, of each of F rests of
// the input's positions (`phases`), and the results have R rests. Coordinate 0 of rest 0 is position `begin` in the
// input for the first tile, and each tile goes on by `advance` positions. So
//   F is the stride and R is 1 where result p takes from p * stride + t * step + origin for each tap t;
//   F is 1 and R is the stride where the result at such a position takes from input p (`transposed`).
// `pitch` is the number of elements from plane to plane: a vector more than a plane has.
//
// Arguments, which the kernels share; d is 1 to 3:
//   Nd, nd, Cd, Fd, Rd, begind, advanced, pitch
//   Td, Dd, Od          taps, their steps, origins
//   Ed                  extents of the input
//   batch_step, group_step, bd
//                       the input's strides in elements
//   safe_first, safe_last
//                       elements from the input's first one on, between which all may be read
//
// Macros: KILN_IN: rests along the last axis where its elements are neighbours and are stored as they are computed,
// and these are 1 or 2; else 0. KILN_OUT: the same of the results. KILN_VEC, KILN_VLOAD, KILN_VSTORE, KILN_LANES:
// vectors. KILN_PLAIN: elements are stored as they are computed. KILN_ROOM: elements of memory that a work-item has for
// planes.
#define KILN_PLANE_SIDE                                                                                              \
  KILN_INDEX N1, KILN_INDEX N2, KILN_INDEX N3, KILN_INDEX n1, KILN_INDEX n2, KILN_INDEX n3, KILN_INDEX C1, KILN_INDEX C2, \
      KILN_INDEX C3, KILN_INDEX F1, KILN_INDEX F2, KILN_INDEX F3, KILN_INDEX R1, KILN_INDEX R2, KILN_INDEX R3,       \
      KILN_INDEX begin1, KILN_INDEX begin2, KILN_INDEX begin3, KILN_INDEX advance1, KILN_INDEX advance2,             \
      KILN_INDEX advance3, KILN_INDEX pitch, KILN_INDEX T1, KILN_INDEX T2, KILN_INDEX T3, KILN_INDEX D1, KILN_INDEX D2, \
      KILN_INDEX D3, KILN_INDEX O1, KILN_INDEX O2, KILN_INDEX O3, KILN_INDEX E1, KILN_INDEX E2, KILN_INDEX E3,       \
      KILN_INDEX batch_step, KILN_INDEX group_step, KILN_INDEX b1, KILN_INDEX b2, KILN_INDEX b3, KILN_INDEX safe_first, \
      KILN_INDEX safe_last

#define KILN_MOST_PHASES 8  // along an axis

// Results of tile `tile` along an axis, and rows of coordinates that these need.
#define KILN_PLANE_COUNT(tile, d) (N##d - (tile)*n##d < n##d ? N##d - (tile)*n##d : n##d)
#define KILN_PLANE_ROWS(count, d) (((count)-1) / R##d + 1 + C##d - ((n##d - 1) / R##d + 1))

// Sets `count` elements, and up to a vector behind them.
KILN_FUNCTION void fill_row(KILN_T *to, int count, KILN_T value) {
  for (int i = 0; i < count; i += KILN_LANES) KILN_VSTORE((KILN_VEC)(value), to + i);
}

// The coordinates, first to last - 1, of a rest whose positions are inside.
KILN_FUNCTION int first_inside(int begin, int phases, int rows) {
  const int first = begin >= 0 ? 0 : (phases - 1 - begin) / phases;
  return first < rows ? first : rows;
}
KILN_FUNCTION int last_inside(int begin, int phases, int extent, int rows) {
  const int last = begin >= extent ? 0 : (extent - 1 - begin) / phases + 1;
  return last < rows ? last : rows;
}

// The elements of a vector for coordinates c and behind that are from low to high - 1; `value` for the others.
KILN_FUNCTION KILN_VEC kept_inside(KILN_VEC elements, int c, int low, int high, KILN_T value) {
  if (c >= low && c + KILN_LANES <= high) return elements;
  const KILN_MASK at = KILN_ORDER + (KILN_MASK)((KILN_PLACE)c);
  return (at >= (KILN_MASK)((KILN_PLACE)low)) & (at < (KILN_MASK)((KILN_PLACE)high)) ? elements : (KILN_VEC)(value);
}

// Copies a row of `rows` coordinates of all rests, and `value` where a position is outside. `from` is position 0 of the
// row in the array, `begin` the position of coordinate 0 of rest 0; positions from safe_low to safe_high may be read. Up
// to a vector behind the row is overwritten.
KILN_FUNCTION void row_in(KILN_GLOBAL const KILN_STORED *from, KILN_T *to, int pitch, int begin, int rows, int phases,
                          int step, int safe_low, int safe_high, const int *low, const int *high, KILN_T value) {
  for (int f = 0; f < phases; ++f, to += pitch) {
    for (int i = 0; i < rows; ++i)
      to[i] = i < low[f] || i >= high[f] ? value : KILN_LOAD(from[(begin + i * phases + f) * step]);
  }
}

#if KILN_PLAIN
// The same where the elements of a row are neighbours and have one rest, or two.
KILN_FUNCTION void row_in_1(KILN_GLOBAL const KILN_STORED *from, KILN_T *to, int pitch, int begin, int rows, int phases,
                            int step, int safe_low, int safe_high, const int *low, const int *high, KILN_T value) {
  const int behind = (rows + KILN_LANES - 1) / KILN_LANES * KILN_LANES;
  if (begin < safe_low || begin + behind - 1 > safe_high) {
    row_in(from, to, pitch, begin, rows, phases, step, safe_low, safe_high, low, high, value);
    return;
  }
  for (int c = 0; c < rows; c += KILN_LANES)
    KILN_VSTORE(kept_inside(KILN_VLOAD(from + (begin + c)), c, low[0], high[0], value), to + c);
}

KILN_FUNCTION void row_in_2(KILN_GLOBAL const KILN_STORED *from, KILN_T *to, int pitch, int begin, int rows, int phases,
                            int step, int safe_low, int safe_high, const int *low, const int *high, KILN_T value) {
  const int behind = (rows + KILN_LANES - 1) / KILN_LANES * KILN_LANES * 2;
  if (begin < safe_low || begin + behind - 1 > safe_high) {
    row_in(from, to, pitch, begin, rows, phases, step, safe_low, safe_high, low, high, value);
    return;
  }
  from += begin;
  for (int c = 0; c < rows; c += KILN_LANES) {
    const KILN_VEC first = KILN_VLOAD(from + 2 * c), second = KILN_VLOAD(from + (2 * c + KILN_LANES));
    const KILN_VEC even = (KILN_VEC)(first.even, second.even), odd = (KILN_VEC)(first.odd, second.odd);
    KILN_VSTORE(kept_inside(even, c, low[0], high[0], value), to + c);
    KILN_VSTORE(kept_inside(odd, c, low[1], high[1], value), to + (pitch + c));
  }
}
#endif

#if KILN_IN == 1
#define KILN_ROW_IN row_in_1
#elif KILN_IN == 2
#define KILN_ROW_IN row_in_2
#else
#define KILN_ROW_IN row_in
#endif

// Copies `count` results of a row, whose rests are `pitch` apart, of which the first is `first`. `room` elements behind
// `to` may be overwritten.
KILN_FUNCTION void row_out(const KILN_T *from, int pitch, int phases, int first, int count, int room,
                           KILN_GLOBAL KILN_STORED *to, int step) {
  int i = 0;
#if KILN_OUT == 1
  from += first;
  for (; i < count && i + KILN_LANES <= room; i += KILN_LANES) KILN_VSTORE(KILN_VLOAD(from + i), to + i);
  if (i < count && count >= KILN_LANES) {
    KILN_VSTORE(KILN_VLOAD(from + (count - KILN_LANES)), to + (count - KILN_LANES));
    return;
  }
  for (; i < count; ++i) to[i] = KILN_STORE(from[i]);
#elif KILN_OUT == 2
  const KILN_T *even = from + ((first & 1) * pitch + first / 2);
  const KILN_T *odd = from + (((first + 1) & 1) * pitch + (first + 1) / 2);
  for (; i < count && i + KILN_LANES <= room; i += KILN_LANES) {
    KILN_VEC both;
    both.even = KILN_HALF_VLOAD(even + i / 2);
    both.odd = KILN_HALF_VLOAD(odd + i / 2);
    KILN_VSTORE(both, to + i);
  }
  for (; i < count; ++i) to[i] = KILN_STORE(((i & 1) ? odd : even)[i / 2]);
#else
  int phase = first % phases, place = first / phases;
  for (; i < count; ++i) {
    to[i * step] = KILN_STORE(from[phase * pitch + place]);
    if (++phase == phases) {
      phase = 0;
      ++place;
    }
  }
#endif
}

// Copies the tile whose planes begin at position (at1, at2, at3) of `from`, with rows1 by rows2 by rows3 coordinates.
// `place`: the element of the array at which `from` is; `row_in`: how to copy a row. Arguments of the kernel have the other numbers.
#define KILN_PLANES_IN(row_in, from, place, to, at1, at2, at3, rows1, rows2, rows3, value)                           \
  {                                                                                                                  \
    for (int f = 0; f < F3; ++f) {                                                                                   \
      kiln_low[f] = first_inside((at3) + f, F3, rows3);                                                              \
      kiln_high[f] = last_inside((at3) + f, F3, E3, rows3);                                                          \
    }                                                                                                                \
    for (int f1 = 0; f1 < F1; ++f1) {                                                                                \
      for (int f2 = 0; f2 < F2; ++f2) {                                                                              \
        for (int i1 = 0; i1 < (rows1); ++i1) {                                                                       \
          for (int i2 = 0; i2 < (rows2); ++i2) {                                                                     \
            const int p1 = (at1) + i1 * F1 + f1, p2 = (at2) + i2 * F2 + f2;                                          \
            KILN_T *row = (to) + ((f1 * F2 + f2) * F3 * pitch + (i1 * C2 + i2) * C3);                     \
            if (p1 >= 0 && p1 < E1 && p2 >= 0 && p2 < E2) {                                                          \
              const int before = p1 * b1 + p2 * b2;                                                                  \
              row_in((from) + before, row, pitch, at3, rows3, F3, b3, safe_first - (place)-before,                   \
                     safe_last - (place)-before, kiln_low, kiln_high, value);                                        \
            } else {                                                                                                 \
              for (int f3 = 0; f3 < F3; ++f3) fill_row(row + f3 * pitch, rows3, value);                              \
            }                                                                                                        \
          }                                                                                                          \
        }                                                                                                            \
      }                                                                                                              \
    }                                                                                                                \
  }

// Where the taps' elements are behind a result's coordinate, tap by tap: `offsets`. `places` says which tap of the
// filters it is, and ends[r] how many taps the rests of the results up to r have.
#define KILN_PLANE_TAPS(offsets, places, ends)                                                                       \
  {                                                                                                                  \
    const int l1 = D1 < 0 ? (T1 - 1) * D1 : 0, l2 = D2 < 0 ? (T2 - 1) * D2 : 0, l3 = D3 < 0 ? (T3 - 1) * D3 : 0;     \
    int kiln_tap = 0;                                                                                                \
    for (int r = 0; r < R1 * R2 * R3; ++r) {                                                                         \
      const int r3 = r % R3, r2 = r / R3 % R2, r1 = r / R3 / R2;                                                     \
      for (int t = 0; t < T1 * T2 * T3; ++t) {                                                                       \
        const int t3 = t % T3, t2 = t / T3 % T2, t1 = t / T3 / T2;                                                   \
        int e1, e2, e3, f1 = 0, f2 = 0, f3 = 0;                                                                      \
        if (KILN_TRANSPOSED) {                                                                                       \
          e1 = r1 - O1 - t1 * D1, e2 = r2 - O2 - t2 * D2, e3 = r3 - O3 - t3 * D3;                                    \
          if (e1 % R1 != 0 || e2 % R2 != 0 || e3 % R3 != 0) continue;                                                \
          e1 = e1 / R1 - begin1, e2 = e2 / R2 - begin2, e3 = e3 / R3 - begin3;                                       \
        } else {                                                                                                     \
          e1 = t1 * D1 - l1, e2 = t2 * D2 - l2, e3 = t3 * D3 - l3;                                                   \
          f1 = e1 % F1, f2 = e2 % F2, f3 = e3 % F3;                                                                  \
          e1 /= F1, e2 /= F2, e3 /= F3;                                                                              \
        }                                                                                                            \
        offsets[kiln_tap] = ((f1 * F2 + f2) * F3 + f3) * pitch + (e1 * C2 + e2) * C3 + e3;                           \
        places[kiln_tap++] = t;                                                                                      \
      }                                                                                                              \
      ends[r] = kiln_tap;                                                                                            \
    }                                                                                                                \
  }
