// SPDX-License-Identifier: Apache-2.0
// Gradients of pooling by the input, on CPU devices, of elements that are stored as they are computed. A work-item has
// `share` channels of an image, and `chunk` neighbouring extents of the outermost extent that is not 1. It sets them
// to 0 (not if `zeros` is 0: then each element is in a window, and windows do not overlap), and goes through the windows
// that have elements there, in C order: KILN_GREATEST 1: the first greatest element of a window gets the window's
// element of `output`; 0: each element gets it, divided as KILN_COUNT says in pool.cl. If KILN_DISJOINT is 1, no element
// is in two windows, and elements are not added. If KILN_LAST is 1, the channels are the last axis of the result, and if
// all of them are neighbours in the operands too, KILN_UNIT is 1, and vectors hold them, KILN_WIDE of which are computed
// together.
//
// Arguments: as in pool.cl; `chunks` of `chunk` along the outermost extent. KILN_VEC, KILN_MASK: vectors of elements and
// of comparisons; KILN_PLACE: an element of KILN_MASK.

#define KILN_WIDE 4

#if KILN_DISJOINT
#define KILN_GETS =
#else
#define KILN_GETS +=
#endif

#if KILN_COUNT
KILN_FUNCTION int spread_count(int begin, int w, int x, int z) {
  const int limit = KILN_COUNT == 2 ? z : x, end = begin + w < limit ? begin + w : limit;
  return end - (KILN_COUNT == 2 || begin > 0 ? begin : 0);
}
#endif

#if KILN_UNIT
// What a window gives to vectors of `wide` times KILN_LANES channels, a number that is known where this is called: from f
// to n - 1 are the window's elements, from h to m - 1 those that the work-item has.
KILN_FUNCTION void spread_vectors(const int wide, KILN_GLOBAL const KILN_T *x, KILN_GLOBAL const KILN_T *value,
                                  KILN_GLOBAL KILN_T *to, int step, KILN_T count, int in0, int in1, int in2, int x1,
                                  int x2, int f0, int f1, int f2, int n0, int n1, int n2, int h0, int h1, int m0,
                                  int m1) {
  KILN_VEC gradient[KILN_WIDE];
#pragma unroll
  for (int u = 0; u < wide; ++u) {
    gradient[u] = KILN_VLOAD(value + u * KILN_LANES);
#if KILN_COUNT
    gradient[u] /= (KILN_VEC)(count);
#endif
  }
#if KILN_GREATEST
  KILN_VEC best[KILN_WIDE];
  KILN_MASK place[KILN_WIDE];
#pragma unroll
  for (int u = 0; u < wide; ++u) {
    best[u] = (KILN_VEC)((KILN_T)(-INFINITY));
    place[u] = (KILN_MASK)((KILN_PLACE)((f0 * x1 + f1) * x2 + f2));
  }
  for (int q0 = f0; q0 < n0; ++q0) {
    for (int q1 = f1; q1 < n1; ++q1) {
      for (int q2 = f2; q2 < n2; ++q2) {
        KILN_GLOBAL const KILN_T *from = x + (q0 * in0 + q1 * in1 + q2 * in2);
        const KILN_MASK at = (KILN_MASK)((KILN_PLACE)((q0 * x1 + q1) * x2 + q2));
#pragma unroll
        for (int u = 0; u < wide; ++u) {
          const KILN_VEC here = KILN_VLOAD(from + u * KILN_LANES);
          const KILN_MASK more = ~(here <= best[u]) & (best[u] == best[u]);  // greater, or the first NaN
          best[u] = more ? here : best[u];
          place[u] = more ? at : place[u];
        }
      }
    }
  }
#endif
  for (int q0 = h0; q0 < m0; ++q0) {
    for (int q1 = h1; q1 < m1; ++q1) {
      for (int q2 = f2; q2 < n2; ++q2) {
        const int at = (q0 * x1 + q1) * x2 + q2;
        KILN_GLOBAL KILN_T *sums = to + at * step;
#pragma unroll
        for (int u = 0; u < wide; ++u) {
#if KILN_DISJOINT
          const KILN_VEC sum = (KILN_VEC)((KILN_T)0);
#else
          const KILN_VEC sum = KILN_VLOAD(sums + u * KILN_LANES);
#endif
#if KILN_GREATEST
          KILN_VSTORE(place[u] == (KILN_MASK)((KILN_PLACE)(at)) ? sum + gradient[u] : sum, sums + u * KILN_LANES);
#else
          KILN_VSTORE(sum + gradient[u], sums + u * KILN_LANES);
#endif
        }
      }
    }
  }
}
#endif

// Sets the rows of the result from `next` to `end` - 1 to 0, of one channel or of those that are in vectors. Rows are
// set just before the first window that has them, so that they are in the nearest cache then.
#define KILN_ZERO(place)                                                                        \
  if (vectors) {                                                                                \
    for (int q = 0; q < scalars; q += KILN_LANES) KILN_VSTORE((KILN_VEC)((KILN_T)0), to + ((place)*step + q)); \
  } else {                                                                                      \
    to[(place)*step] = (KILN_T)0;                                                               \
  }
#define KILN_ZEROS(end)                                                          \
  if (zeros) {                                                                   \
    for (int place = next * x2; place < (end)*x2; ++place) { KILN_ZERO(place) }  \
    if (next < (end)) next = (end);                                              \
  }

KILN_KERNEL void pool_spread(KILN_ARG(const KILN_T, input), KILN_ARG(const KILN_T, output), KILN_ARG(KILN_T, result),
                             KILN_INDEX channels, KILN_INDEX share, KILN_INDEX zeros, KILN_INDEX chunks, KILN_INDEX chunk, KILN_INDEX in_batch,
                             KILN_INDEX in_channel, KILN_INDEX in0, KILN_INDEX in1, KILN_INDEX in2, KILN_INDEX out_batch,
                             KILN_INDEX out_channel, KILN_INDEX out0, KILN_INDEX out1, KILN_INDEX out2, KILN_INDEX x0,
                             KILN_INDEX x1, KILN_INDEX x2, KILN_INDEX y0, KILN_INDEX y1, KILN_INDEX y2, KILN_INDEX w0,
                             KILN_INDEX w1, KILN_INDEX w2, KILN_INDEX s0, KILN_INDEX s1, KILN_INDEX s2, KILN_INDEX pad0,
                             KILN_INDEX pad1, KILN_INDEX pad2, KILN_INDEX z0, KILN_INDEX z1, KILN_INDEX z2) {
  KILN_PTR(const KILN_T, input);
  KILN_PTR(const KILN_T, output);
  KILN_PTR(KILN_T, result);
  const int blocks = (channels - 1) / share + 1;
  int item = (int)get_global_id(0);
  const int begin = item % chunks * chunk;
  item /= chunks;
  const int channel = item % blocks * share, image = item / blocks;
  const int lanes = channels - channel < share ? channels - channel : share;
  // The result's elements of this item: those from b to e - 1 of the first two extents.
  const int outermost = x0 > 1 ? x0 : x1, end = outermost - begin < chunk ? outermost : begin + chunk;
  const int b0 = x0 > 1 ? begin : 0, e0 = x0 > 1 ? end : 1, b1 = x0 > 1 ? 0 : begin, e1 = x0 > 1 ? x1 : end;
  const int plane = x0 * x1 * x2;
#if KILN_LAST
  const int step = channels, lane_step = 1;
  result += (image * plane) * channels + channel;
#else
  const int step = 1, lane_step = plane;
  result += (image * channels + channel) * plane;
#endif
  input += image * in_batch + channel * in_channel;
  output += image * out_batch + channel * out_channel;
  // The windows that have elements there.
  const int first0 = b0 + pad0 < w0 ? 0 : (b0 + pad0 - w0) / s0 + 1, first1 = b1 + pad1 < w1 ? 0 : (b1 + pad1 - w1) / s1 + 1;
  const int last0 = (e0 - 1 + pad0) / s0 < y0 ? (e0 - 1 + pad0) / s0 : y0 - 1;
  const int last1 = (e1 - 1 + pad1) / s1 < y1 ? (e1 - 1 + pad1) / s1 : y1 - 1;
  // The first channel that is in no vector. Vectors of all before it come first.
  const int scalars = KILN_UNIT ? lanes / KILN_LANES * KILN_LANES : 0;
  for (int lane = scalars ? scalars - 1 : 0; lane < lanes; ++lane) {
    const int vectors = lane < scalars, channel_of_lane = vectors ? 0 : lane;
    KILN_GLOBAL const KILN_T *x = input + channel_of_lane * in_channel;
    KILN_GLOBAL const KILN_T *y = output + channel_of_lane * out_channel;
    KILN_GLOBAL KILN_T *to = result + channel_of_lane * lane_step;
    int next = b0 * x1 + b1;  // the first row of the result that is not set to 0 yet
    const int behind = (e0 - 1) * x1 + e1;
    if (x0 > 1) KILN_ZEROS(behind)
    for (int p0 = first0; p0 <= last0; ++p0) {
      for (int p1 = first1; p1 <= last1; ++p1) {
        if (x0 == 1) {
          const int reached = p1 * s1 - pad1 + w1 < e1 ? p1 * s1 - pad1 + w1 : e1;
          KILN_ZEROS(reached)
        }
        for (int p2 = 0; p2 < y2; ++p2) {
          const int g0 = p0 * s0 - pad0, g1 = p1 * s1 - pad1, g2 = p2 * s2 - pad2;
          const int f0 = g0 > 0 ? g0 : 0, f1 = g1 > 0 ? g1 : 0, f2 = g2 > 0 ? g2 : 0;
          const int n0 = g0 + w0 < x0 ? g0 + w0 : x0, n1 = g1 + w1 < x1 ? g1 + w1 : x1, n2 = g2 + w2 < x2 ? g2 + w2 : x2;
          // The part of the window that this item has.
          const int h0 = f0 > b0 ? f0 : b0, h1 = f1 > b1 ? f1 : b1, m0 = n0 < e0 ? n0 : e0, m1 = n1 < e1 ? n1 : e1;
#if KILN_COUNT
          const KILN_T count = (KILN_T)(spread_count(g0, w0, x0, z0) * spread_count(g1, w1, x1, z1) *
                                        spread_count(g2, w2, x2, z2));
#else
          const KILN_T count = (KILN_T)1;
#endif
          KILN_GLOBAL const KILN_T *value = y + (p0 * out0 + p1 * out1 + p2 * out2);
#if KILN_UNIT
          if (vectors) {
            int q = 0;
            for (; q + KILN_WIDE * KILN_LANES <= scalars; q += KILN_WIDE * KILN_LANES)
              spread_vectors(KILN_WIDE, x + q, value + q, to + q, step, count, in0, in1, in2, x1, x2, f0, f1, f2, n0, n1,
                             n2, h0, h1, m0, m1);
            for (; q < scalars; q += KILN_LANES)
              spread_vectors(1, x + q, value + q, to + q, step, count, in0, in1, in2, x1, x2, f0, f1, f2, n0, n1, n2, h0,
                             h1, m0, m1);
            continue;
          }
#endif
#if KILN_GREATEST
          KILN_T best = (KILN_T)(-INFINITY);
          int place = (f0 * x1 + f1) * x2 + f2;
          for (int q0 = f0; q0 < n0; ++q0) {
            for (int q1 = f1; q1 < n1; ++q1) {
              for (int q2 = f2; q2 < n2; ++q2) {
                const KILN_T here = x[q0 * in0 + q1 * in1 + q2 * in2];
                const int more = here > best || (here != here && best == best);
                best = more ? here : best;
                place = more ? (q0 * x1 + q1) * x2 + q2 : place;
              }
            }
          }
#if KILN_DISJOINT
          for (int q0 = h0; q0 < m0; ++q0) {
            for (int q1 = h1; q1 < m1; ++q1) {
              for (int q2 = f2; q2 < n2; ++q2) to[((q0 * x1 + q1) * x2 + q2) * step] = (KILN_T)0;
            }
          }
#endif
          if (place >= (b0 * x1 + b1) * x2 && place < ((e0 - 1) * x1 + e1) * x2) to[place * step] += *value;
#else
#if KILN_COUNT
          const KILN_T gradient = *value / count;
#else
          const KILN_T gradient = *value;
#endif
          for (int q0 = h0; q0 < m0; ++q0) {
            for (int q1 = h1; q1 < m1; ++q1) {
              for (int q2 = f2; q2 < n2; ++q2) to[((q0 * x1 + q1) * x2 + q2) * step] KILN_GETS gradient;
            }
          }
#endif
        }
      }
    }
    KILN_ZEROS(behind)
  }
}
