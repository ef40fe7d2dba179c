// SPDX-License-Identifier: Apache-2.0
// Gradients of pooling by the input, on CPU devices, of elements that are stored as they are computed. A work-item has
// KILN_LANES channels of an image, and `chunk` neighbouring extents of the outermost extent that is not 1. It sets them
// to 0, and goes through the windows that have elements there, in C order: KILN_GREATEST 1: the first greatest element
// of a window gets the window's element of `output`; 0: each element gets it, divided as KILN_COUNT says in pool.cl. If
// KILN_LAST is 1, the channels are the last axis of the result, and if all of them are neighbours in the operands too,
// KILN_UNIT is 1, and vectors hold them.
//
// Arguments: as in pool.cl; `chunks` of `chunk` along the outermost extent. KILN_VEC, KILN_MASK: vectors of elements and
// of comparisons; KILN_PLACE: an element of KILN_MASK.

#if KILN_COUNT
KILN_FUNCTION int spread_count(int begin, int w, int x, int z) {
  const int limit = KILN_COUNT == 2 ? z : x, end = begin + w < limit ? begin + w : limit;
  return end - (KILN_COUNT == 2 || begin > 0 ? begin : 0);
}
#endif

// Sets the rows of the result from `next` to `end` - 1 to 0, of one lane or of all of them. Rows are set just before the
// first window that has them, so that they are in the nearest cache then.
#if KILN_UNIT
#define KILN_ZERO(place)                                                     \
  if (vectors)                                                               \
    KILN_VSTORE((KILN_VEC)((KILN_T)0), to + (place)*step);                   \
  else                                                                       \
    to[(place)*step] = (KILN_T)0;
#else
#define KILN_ZERO(place) to[(place)*step] = (KILN_T)0;
#endif
#define KILN_ZEROS(end)                                                          \
  {                                                                              \
    for (int place = next * x2; place < (end)*x2; ++place) { KILN_ZERO(place) }  \
    if (next < (end)) next = (end);                                              \
  }

KILN_KERNEL void pool_spread(KILN_ARG(const KILN_T, input), KILN_ARG(const KILN_T, output), KILN_ARG(KILN_T, result),
                             KILN_INDEX channels, KILN_INDEX chunks, KILN_INDEX chunk, KILN_INDEX in_batch,
                             KILN_INDEX in_channel, KILN_INDEX in0, KILN_INDEX in1, KILN_INDEX in2, KILN_INDEX out_batch,
                             KILN_INDEX out_channel, KILN_INDEX out0, KILN_INDEX out1, KILN_INDEX out2, KILN_INDEX x0,
                             KILN_INDEX x1, KILN_INDEX x2, KILN_INDEX y0, KILN_INDEX y1, KILN_INDEX y2, KILN_INDEX w0,
                             KILN_INDEX w1, KILN_INDEX w2, KILN_INDEX s0, KILN_INDEX s1, KILN_INDEX s2, KILN_INDEX pad0,
                             KILN_INDEX pad1, KILN_INDEX pad2, KILN_INDEX z0, KILN_INDEX z1, KILN_INDEX z2) {
  KILN_PTR(const KILN_T, input);
  KILN_PTR(const KILN_T, output);
  KILN_PTR(KILN_T, result);
  const int blocks = (channels - 1) / KILN_LANES + 1;
  int item = (int)get_global_id(0);
  const int begin = item % chunks * chunk;
  item /= chunks;
  const int channel = item % blocks * KILN_LANES, image = item / blocks;
  const int lanes = channels - channel < KILN_LANES ? channels - channel : KILN_LANES;
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
#if KILN_UNIT
  const int vectors = lanes == KILN_LANES;
#else
  const int vectors = 0;
#endif
  for (int lane = 0; lane < (vectors ? 1 : lanes); ++lane) {
    KILN_GLOBAL const KILN_T *x = input + lane * in_channel;
    KILN_GLOBAL const KILN_T *y = output + lane * out_channel;
    KILN_GLOBAL KILN_T *to = result + lane * lane_step;
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
#endif
          KILN_GLOBAL const KILN_T *value = y + (p0 * out0 + p1 * out1 + p2 * out2);
#if KILN_UNIT
          if (vectors) {
            KILN_VEC gradient = KILN_VLOAD(value);
#if KILN_COUNT
            gradient /= (KILN_VEC)(count);
#endif
#if KILN_GREATEST
            KILN_VEC best = (KILN_VEC)((KILN_T)(-INFINITY));
            KILN_MASK place = (KILN_MASK)((KILN_PLACE)((f0 * x1 + f1) * x2 + f2));
            for (int q0 = f0; q0 < n0; ++q0) {
              for (int q1 = f1; q1 < n1; ++q1) {
                for (int q2 = f2; q2 < n2; ++q2) {
                  const KILN_VEC here = KILN_VLOAD(x + (q0 * in0 + q1 * in1 + q2 * in2));
                  const KILN_MASK more = (here > best) | ((here != here) & (best == best));
                  best = more ? here : best;
                  place = more ? (KILN_MASK)((KILN_PLACE)((q0 * x1 + q1) * x2 + q2)) : place;
                }
              }
            }
#endif
            for (int q0 = h0; q0 < m0; ++q0) {
              for (int q1 = h1; q1 < m1; ++q1) {
                for (int q2 = f2; q2 < n2; ++q2) {
                  const int at = (q0 * x1 + q1) * x2 + q2;
                  const KILN_VEC sum = KILN_VLOAD(to + at * step);
#if KILN_GREATEST
                  KILN_VSTORE(place == (KILN_MASK)((KILN_PLACE)(at)) ? sum + gradient : sum, to + at * step);
#else
                  KILN_VSTORE(sum + gradient, to + at * step);
#endif
                }
              }
            }
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
          if (place >= (b0 * x1 + b1) * x2 && place < ((e0 - 1) * x1 + e1) * x2) to[place * step] += *value;
#else
#if KILN_COUNT
          const KILN_T gradient = *value / count;
#else
          const KILN_T gradient = *value;
#endif
          for (int q0 = h0; q0 < m0; ++q0) {
            for (int q1 = h1; q1 < m1; ++q1) {
              for (int q2 = f2; q2 < n2; ++q2) to[((q0 * x1 + q1) * x2 + q2) * step] += gradient;
            }
          }
#endif
        }
      }
    }
    KILN_ZEROS(behind)
  }
}
