// SPDX-License-Identifier: Apache-2.0
// The gradient of max pooling by the input, on CPU devices, of arrays whose channels are not neighbours. plane_side.cl
// comes before this file: its results are the windows, and its taps are the elements of a window. A work-item has
// `share` units. A unit is a tile of one channel of an image: the elements of the gradient from the first element of the
// tile's first window to that of the next tile's, and `halod` windows before the tile, which have some of them too.
// Coordinate 0 is that of the first of these windows.
//
// A vector has neighbouring windows. It finds the tap of each window's first greatest element. Then each tap's elements
// of the gradient get the window's element of `output` where the tap is this one.
//
// Arguments: the input, the gradient by the pooling's output, and the result; `items` units; tiles1 to tiles3, how many
// tiles there are; `channels`; halo1 to halo3; gd, g_batch, g_channel: strides of `output`; g_first, g_last: as
// safe_first and safe_last; rd, r_batch, r_channel: strides of the result; the side.
//
// Macros: KILN_DISJOINT: no element is in two windows; KILN_G: as KILN_IN, of `output`.
#if KILN_G == 1
#define KILN_G_IN row_in_1
#else
#define KILN_G_IN row_in
#endif

typedef union {
  KILN_MASK wide;
  KILN_PLACE item[KILN_LANES];
} kiln_masks;

// The first tap of a window that begins at (b1, b2, b3) that is in the input.
KILN_FUNCTION int first_tap(int b1, int b2, int b3, int w2, int w3) {
  return ((b1 < 0 ? -b1 : 0) * w2 + (b2 < 0 ? -b2 : 0)) * w3 + (b3 < 0 ? -b3 : 0);
}

KILN_KERNEL void pool_planes(KILN_ARG(const KILN_STORED, input), KILN_ARG(const KILN_STORED, output),
                             KILN_ARG(KILN_STORED, result), KILN_INDEX items, KILN_INDEX share, KILN_INDEX tiles1,
                             KILN_INDEX tiles2, KILN_INDEX tiles3, KILN_INDEX channels, KILN_INDEX halo1,
                             KILN_INDEX halo2, KILN_INDEX halo3, KILN_INDEX g1, KILN_INDEX g2, KILN_INDEX g3,
                             KILN_INDEX g_batch, KILN_INDEX g_channel, KILN_INDEX g_first, KILN_INDEX g_last,
                             KILN_INDEX r1, KILN_INDEX r2, KILN_INDEX r3, KILN_INDEX r_batch, KILN_INDEX r_channel,
                             KILN_PLANE_SIDE) {
  KILN_PTR(const KILN_STORED, input);
  KILN_PTR(const KILN_STORED, output);
  KILN_PTR(KILN_STORED, result);
  KILN_T room[KILN_ROOM];
  int offsets[KILN_TAPS], places[KILN_TAPS], ends[KILN_TAPS];
  int kiln_low[KILN_MOST_PHASES], kiln_high[KILN_MOST_PHASES];
  const int first = (int)get_global_id(0) * share, last = items - first < share ? items : first + share;
  KILN_PLANE_TAPS(offsets, places, ends)
  const int phases = F1 * F2 * F3, taps = T1 * T2 * T3;
  KILN_T *sums = room + phases * pitch, *gradient = room + 2 * phases * pitch;
  fill_row(room, (2 * phases + 1) * pitch, (KILN_T)0);
  for (int unit = first; unit < last; ++unit) {
    int rest = unit;
    const int tile3 = rest % tiles3;
    rest /= tiles3;
    const int tile2 = rest % tiles2;
    rest /= tiles2;
    const int tile1 = rest % tiles1;
    rest /= tiles1;
    const int channel = rest % channels, image = rest / channels;
    // The first window, how many windows there are, and the position of the first one's first element.
    const int w1 = tile1 * n1 - halo1, w2 = tile2 * n2 - halo2, w3 = tile3 * n3 - halo3;
    const int count1 = KILN_PLANE_COUNT(tile1, 1) + halo1, count2 = KILN_PLANE_COUNT(tile2, 2) + halo2,
              count3 = KILN_PLANE_COUNT(tile3, 3) + halo3;
    const int at1 = w1 * F1 + O1, at2 = w2 * F2 + O2, at3 = w3 * F3 + O3;
    const int from = image * batch_step + channel * group_step, g_from = image * g_batch + channel * g_channel;
    KILN_PLANES_IN(KILN_ROW_IN, input + from, from, room, at1, at2, at3, C1, C2, C3, (KILN_T)(-INFINITY))
    {
      const int E1 = N1, E2 = N2, E3 = N3, F1 = 1, F2 = 1, F3 = 1, b1 = g1, b2 = g2, b3 = g3, safe_first = g_first,
                safe_last = g_last;
      KILN_PLANES_IN(KILN_G_IN, output + g_from, g_from, gradient, w1, w2, w3, C1, C2, C3, (KILN_T)0)
    }
    fill_row(sums, phases * pitch - KILN_LANES, (KILN_T)0);
    const int vectors = (((count1 - 1) * C2 + count2 - 1) * C3 + count3 - 1) / KILN_LANES + 1;
    KILN_MASK lost = (KILN_MASK)((KILN_PLACE)0);
    for (int v = 0; v < vectors; ++v) {
      const KILN_VEC g = KILN_VLOAD(gradient + v * KILN_LANES);
      KILN_VEC best = (KILN_VEC)((KILN_T)(-INFINITY));
      KILN_MASK tap = (KILN_MASK)((KILN_PLACE)(-1));
      for (int t = 0; t < taps; ++t) {
        const KILN_VEC x = KILN_VLOAD(room + (offsets[t] + v * KILN_LANES));
        const KILN_MASK more = ~(x <= best) & (best == best);
        best = more ? x : best;
        tap = more ? (KILN_MASK)((KILN_PLACE)t) : tap;
      }
      lost |= (tap < (KILN_MASK)((KILN_PLACE)0)) & (g != (KILN_VEC)((KILN_T)0));
      for (int t = 0; t < taps; ++t) {
        KILN_T *to = sums + (offsets[t] + v * KILN_LANES);
        const KILN_MASK here = tap == (KILN_MASK)((KILN_PLACE)t);
#if KILN_DISJOINT
        KILN_VSTORE(here ? g : (KILN_VEC)((KILN_T)0), to);
#else
        const KILN_VEC sum = KILN_VLOAD(to);
        KILN_VSTORE(here ? sum + g : sum, to);
#endif
      }
    }
    // Windows whose elements are all -infinity: the first one of them in the input gets the gradient.
    kiln_masks any_lost;
    any_lost.wide = lost;
    int some = 0;
    for (int i = 0; i < KILN_LANES; ++i) some |= any_lost.item[i] != 0;
    if (some) {
      for (int q = 0; q < count1 * count2 * count3; ++q) {
        const int q3 = q % count3, q2 = q / count3 % count2, q1 = q / count3 / count2, place = (q1 * C2 + q2) * C3 + q3;
        int greater = 0;
        for (int t = 0; t < taps; ++t) greater |= room[offsets[t] + place] != (KILN_T)(-INFINITY);
        const int t = first_tap(at1 + q1 * F1, at2 + q2 * F2, at3 + q3 * F3, T2, T3);
        if (!greater && gradient[place] != (KILN_T)0) sums[offsets[t] + place] += gradient[place];
      }
    }
    // The elements of the result, counted from the position of coordinate 0.
    const int begin1 = tile1 ? halo1 * F1 : -at1, begin2 = tile2 ? halo2 * F2 : -at2, begin3 = tile3 ? halo3 * F3 : -at3;
    const int end1 = tile1 + 1 < tiles1 ? (halo1 + n1) * F1 : E1 - at1,
              end2 = tile2 + 1 < tiles2 ? (halo2 + n2) * F2 : E2 - at2,
              end3 = tile3 + 1 < tiles3 ? (halo3 + n3) * F3 : E3 - at3;
    KILN_GLOBAL KILN_STORED *to = result + (image * r_batch + channel * r_channel + at1 * r1 + at2 * r2 + (at3 + begin3) * r3);
    const int joined = r3 == 1 && r2 == E3 && end3 - begin3 == E3;
    for (int i1 = begin1; i1 < end1; ++i1) {
      const KILN_T *plane = sums + (i1 % F1 * F2 * F3 * pitch + i1 / F1 * C2 * C3);
      for (int i2 = begin2; i2 < end2; ++i2)
        row_out(plane + (i2 % F2 * F3 * pitch + i2 / F2 * C3), pitch, F3, begin3, end3 - begin3,
                joined ? (end2 - i2) * E3 : end3 - begin3, to + (i1 * r1 + i2 * r2), r3);
    }
  }
}
