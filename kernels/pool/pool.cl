// SPDX-License-Identifier: Apache-2.0
// Pooling over windows of one to three extents (missing ones come first and are 1), and its gradient by the input. A
// work-item computes `share` neighbouring elements of the result, which is packed: (batch, channels, extents), or, if
// KILN_LAST is 1, (batch, extents, channels).
//
// KILN_MODE: 0: the greatest element of each window; 1: sums, divided as KILN_COUNT says; 2: the place of the first
// greatest element, counted over the input's extents; 3: the element of `other` at that place; 4: the gradient by the
// input, whose elements add up what the windows that they are in have in `input`, divided as KILN_COUNT says; 5: the
// same of those windows alone whose place in `other` is the element's.
//
// KILN_S0, KILN_S1, KILN_S2: the strides, as numbers where the text is written for them. KILN_W0, KILN_W1, KILN_W2: the
// windows' extents, where the text is written for them and the strides, or KILN_W0 is 0. Then all elements are read
// without a branch, so that reads need not wait for each other. quotient.cl comes before this file.
//
// KILN_COUNT: sums are divided by 0: nothing, 1: the number of elements in the window, 2: the same with the padding.
//
// Arguments: `input` with strides in elements; `other`, which modes 3 and 5 read, with its strides; the result; `items`
// elements of it; r0, r1, r2: its extents; by_: what KILN_QUOTIENT divides by a number with; x0, x1, x2 and y0, y1, y2:
// the extents that windows pass over, and how many windows there are; w, s, pad, z: windows, strides, padding before,
// and where the padding behind ends.
#if KILN_MODE == 5
#define KILN_OTHER KILN_PLACE
#else
#define KILN_OTHER KILN_STORED
#endif
#if KILN_MODE == 2
#define KILN_RESULT KILN_PLACE
#else
#define KILN_RESULT KILN_STORED
#endif

// By how much the sum of window p along an extent is divided.
KILN_FUNCTION KILN_INDEX pool_count(KILN_INDEX p, KILN_INDEX x, KILN_INDEX w, KILN_INDEX s, KILN_INDEX b, KILN_INDEX z) {
  const KILN_INDEX begin = p * s - b, limit = KILN_COUNT == 2 ? z : x;
  const KILN_INDEX end = begin + w < limit ? begin + w : limit;
  return end - (KILN_COUNT == 2 || begin > 0 ? begin : 0);
}

KILN_KERNEL void pool(KILN_ARG(const KILN_STORED, input), KILN_ARG(const KILN_OTHER, other), KILN_ARG(KILN_RESULT, result),
                      KILN_INDEX items, KILN_INDEX share, KILN_INDEX channels, KILN_INDEX r0, KILN_INDEX r1, KILN_INDEX r2,
                      ulong by_channels, ulong by_r0, ulong by_r1, ulong by_r2,
                      KILN_INDEX in_batch, KILN_INDEX in_channel, KILN_INDEX in0, KILN_INDEX in1, KILN_INDEX in2, KILN_INDEX other_batch,
                      KILN_INDEX other_channel, KILN_INDEX other0, KILN_INDEX other1, KILN_INDEX other2, KILN_INDEX x0, KILN_INDEX x1,
                      KILN_INDEX x2, KILN_INDEX y0, KILN_INDEX y1, KILN_INDEX y2, KILN_INDEX w0, KILN_INDEX w1,
                      KILN_INDEX w2, KILN_INDEX s0, KILN_INDEX s1, KILN_INDEX s2, KILN_INDEX pad0, KILN_INDEX pad1,
                      KILN_INDEX pad2, KILN_INDEX z0, KILN_INDEX z1, KILN_INDEX z2) {
  KILN_PTR(const KILN_STORED, input);
  KILN_PTR(const KILN_OTHER, other);
  KILN_PTR(KILN_RESULT, result);
  const KILN_INDEX first = (KILN_INDEX)get_global_id(0) * share, last = items - first < share ? items : first + share;
  for (KILN_INDEX at = first; at < last; ++at) {
    KILN_INDEX rest = at;
#if KILN_LAST
    KILN_TAKE(c, channels)
#endif
    KILN_TAKE(d2, r2)
    KILN_TAKE(d1, r1)
    KILN_TAKE(d0, r0)
#if !KILN_LAST
    KILN_TAKE(c, channels)
#endif
    KILN_GLOBAL const KILN_STORED *from = input + (rest * in_batch + c * in_channel);
#if KILN_MODE == 3 || KILN_MODE == 5
    KILN_GLOBAL const KILN_OTHER *beside = other + (rest * other_batch + c * other_channel);
#endif
#if KILN_MODE >= 4
    // The windows that have this element.
    const KILN_INDEX n0 = (d0 + pad0) / KILN_S0 < y0 ? (d0 + pad0) / KILN_S0 : y0 - 1;
    const KILN_INDEX n1 = (d1 + pad1) / KILN_S1 < y1 ? (d1 + pad1) / KILN_S1 : y1 - 1;
    const KILN_INDEX n2 = (d2 + pad2) / KILN_S2 < y2 ? (d2 + pad2) / KILN_S2 : y2 - 1;
    const KILN_INDEX f0 = d0 + pad0 < w0 ? 0 : (d0 + pad0 - w0) / KILN_S0 + 1;
    const KILN_INDEX f1 = d1 + pad1 < w1 ? 0 : (d1 + pad1 - w1) / KILN_S1 + 1;
    const KILN_INDEX f2 = d2 + pad2 < w2 ? 0 : (d2 + pad2 - w2) / KILN_S2 + 1;
    KILN_T sum = (KILN_T)0;
#if KILN_COUNT
#define KILN_SHARE                                                                                                  \
  / (KILN_T)(pool_count(p0, x0, w0, s0, pad0, z0) * pool_count(p1, x1, w1, s1, pad1, z1) *                          \
             pool_count(p2, x2, w2, s2, pad2, z2))
#else
#define KILN_SHARE
#endif
#if KILN_MODE == 5
#define KILN_HAS beside[p0 * other0 + p1 * other1 + p2 * other2] == (KILN_PLACE)((d0 * x1 + d1) * x2 + d2)
#else
#define KILN_HAS 1
#endif
#if KILN_W0
    // Of windows that do not have the element, the last one that may have it is read instead.
#pragma unroll
    for (int i0 = 0; i0 <= (KILN_W0 - 1) / KILN_S0; ++i0) {
      const KILN_INDEX p0 = f0 + i0 < n0 ? f0 + i0 : n0;
#pragma unroll
      for (int i1 = 0; i1 <= (KILN_W1 - 1) / KILN_S1; ++i1) {
        const KILN_INDEX p1 = f1 + i1 < n1 ? f1 + i1 : n1;
#pragma unroll
        for (int i2 = 0; i2 <= (KILN_W2 - 1) / KILN_S2; ++i2) {
          const KILN_INDEX p2 = f2 + i2 < n2 ? f2 + i2 : n2;
          const int has = p0 == f0 + i0 && p1 == f1 + i1 && p2 == f2 + i2 && KILN_HAS;
          const KILN_T value = KILN_LOAD(from[p0 * in0 + p1 * in1 + p2 * in2])KILN_SHARE;
          sum += has ? value : (KILN_T)0;
        }
      }
    }
#else
    for (KILN_INDEX p0 = f0; p0 <= n0; ++p0) {
      for (KILN_INDEX p1 = f1; p1 <= n1; ++p1) {
        for (KILN_INDEX p2 = f2; p2 <= n2; ++p2) {
          if (KILN_HAS) sum += KILN_LOAD(from[p0 * in0 + p1 * in1 + p2 * in2])KILN_SHARE;
        }
      }
    }
#endif
    result[at] = KILN_STORE(sum);
#else
    const KILN_INDEX g0 = d0 * s0 - pad0, g1 = d1 * s1 - pad1, g2 = d2 * s2 - pad2;
    // What an element at (p0, p1, p2) adds, or that it is greater than those before, or the first NaN.
#if KILN_MODE == 1
    KILN_T sum = (KILN_T)0;
#define KILN_MEET(inside) sum += (inside) ? value : (KILN_T)0;
#else
    KILN_INDEX h0 = g0 > 0 ? g0 : 0, h1 = g1 > 0 ? g1 : 0, h2 = g2 > 0 ? g2 : 0;
    KILN_T best = KILN_LOAD(from[h0 * in0 + h1 * in1 + h2 * in2]);
#define KILN_MEET(inside)                                  \
  if (value > best || (value != value && best == best)) {  \
    best = value;                                          \
    h0 = p0;                                               \
    h1 = p1;                                               \
    h2 = p2;                                               \
  }
#endif
#if KILN_W0
    // Instead of an element in the padding, the nearest one of the input is read, which is in the window too.
#define KILN_NEAREST(q, x) ((q) < 0 ? 0 : (q) < x ? (q) : x - 1)
#pragma unroll
    for (int i0 = 0; i0 < KILN_W0; ++i0) {
      const KILN_INDEX p0 = KILN_NEAREST(g0 + i0, x0);
#pragma unroll
      for (int i1 = 0; i1 < KILN_W1; ++i1) {
        const KILN_INDEX p1 = KILN_NEAREST(g1 + i1, x1);
#pragma unroll
        for (int i2 = 0; i2 < KILN_W2; ++i2) {
          const KILN_INDEX p2 = KILN_NEAREST(g2 + i2, x2);
          const KILN_T value = KILN_LOAD(from[p0 * in0 + p1 * in1 + p2 * in2]);
          KILN_MEET(p0 == g0 + i0 && p1 == g1 + i1 && p2 == g2 + i2)
        }
      }
    }
#else
    const KILN_INDEX f0 = g0 > 0 ? g0 : 0, f1 = g1 > 0 ? g1 : 0, f2 = g2 > 0 ? g2 : 0;
    const KILN_INDEX n0 = g0 + w0 < x0 ? g0 + w0 : x0, n1 = g1 + w1 < x1 ? g1 + w1 : x1, n2 = g2 + w2 < x2 ? g2 + w2 : x2;
    for (KILN_INDEX p0 = f0; p0 < n0; ++p0) {
      for (KILN_INDEX p1 = f1; p1 < n1; ++p1) {
        for (KILN_INDEX p2 = f2; p2 < n2; ++p2) {
          const KILN_T value = KILN_LOAD(from[p0 * in0 + p1 * in1 + p2 * in2]);
          KILN_MEET(1)
        }
      }
    }
#endif
#if KILN_MODE == 1
#if KILN_COUNT
    sum /= (KILN_T)(pool_count(d0, x0, w0, s0, pad0, z0) * pool_count(d1, x1, w1, s1, pad1, z1) *
                    pool_count(d2, x2, w2, s2, pad2, z2));
#endif
    result[at] = KILN_STORE(sum);
#else
#if KILN_MODE == 0
    result[at] = KILN_STORE(best);
#elif KILN_MODE == 2
    result[at] = (KILN_PLACE)((h0 * x1 + h1) * x2 + h2);
#else
    result[at] = beside[h0 * other0 + h1 * other1 + h2 * other2];
#endif
#endif
#endif
  }
}
