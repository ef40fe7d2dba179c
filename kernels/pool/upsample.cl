// SPDX-License-Identifier: Apache-2.0
// An array at other extents (KILN_GRADIENT 0), or the gradient of that by its input (KILN_GRADIENT 1), over three extents,
// of which missing ones are 1. A work-item computes `share` neighbouring elements of the result, which is packed as that
// of pool.cl is. Place i of y takes from elements of x by weights: KILN_LINEAR 0: i * x / y alone; 1: both neighbours of
// (i + 1/2) * x / y - 1/2. Places and weights come from integers, so that the gradient has the same ones.
//
// Arguments: the operand with the strides in_batch, in_channel, in0, in1, in2 in elements; the result; `items` elements of it; the extents
// x0, x1, x2 of the smaller or larger array that is sampled, and y0, y1, y2 of what is made of it.

// The elements of x that place i takes from, and the weight of the second one.
KILN_FUNCTION void sources(long i, long x, long y, long *low, long *high, KILN_T *weight) {
#if KILN_LINEAR
  const long twice = (2 * i + 1) * x - y, place = twice < 0 ? 0 : twice / (2 * y);
  *low = place;
  *high = place + 1 < x ? place + 1 : x - 1;
  *weight = twice < 0 ? (KILN_T)0 : (KILN_T)(twice - place * 2 * y) / (KILN_T)(2 * y);
#else
  *low = *high = i * x / y;
  *weight = (KILN_T)0;
#endif
}

// How much place i of y takes from element e of x.
KILN_FUNCTION KILN_T share_of(long i, long e, long x, long y) {
  long low, high;
  KILN_T weight;
  sources(i, x, y, &low, &high, &weight);
  return (low == e ? (KILN_T)1 - weight : (KILN_T)0) + (high == e ? weight : (KILN_T)0);
}

// The places of y, first to last - 1, outside of which none takes from element e of x.
KILN_FUNCTION void takers(long e, long x, long y, long *first, long *last) {
#if KILN_LINEAR
  const long begin = e == 0 ? 0 : (2 * y * (e - 1) + y) / (2 * x) - 1;
  const long end = e + 1 == x ? y : (2 * y * (e + 1) + y) / (2 * x) + 1;
  *first = begin < 0 ? 0 : begin;
  *last = end < y ? end : y;
#else
  *first = (e * y + x - 1) / x;
  *last = ((e + 1) * y + x - 1) / x;
#endif
}

KILN_KERNEL void resample(KILN_ARG(const KILN_STORED, operand), KILN_ARG(KILN_STORED, result), KILN_INDEX items,
                          KILN_INDEX share, KILN_INDEX channels, KILN_INDEX in_batch, KILN_INDEX in_channel, KILN_INDEX in0,
                          KILN_INDEX in1, KILN_INDEX in2, KILN_INDEX x0, KILN_INDEX x1, KILN_INDEX x2, KILN_INDEX y0,
                          KILN_INDEX y1, KILN_INDEX y2) {
  KILN_PTR(const KILN_STORED, operand);
  KILN_PTR(KILN_STORED, result);
#if KILN_GRADIENT
  const KILN_INDEX r0 = x0, r1 = x1, r2 = x2;
#else
  const KILN_INDEX r0 = y0, r1 = y1, r2 = y2;
#endif
  const KILN_INDEX begin = (KILN_INDEX)get_global_id(0) * share, end = items - begin < share ? items : begin + share;
  for (KILN_INDEX at = begin; at < end; ++at) {
    KILN_INDEX rest = at;
#if KILN_LAST
    const KILN_INDEX c = rest % channels;
    rest /= channels;
#endif
    const KILN_INDEX d2 = rest % r2;
    rest /= r2;
    const KILN_INDEX d1 = rest % r1;
    rest /= r1;
    const KILN_INDEX d0 = rest % r0;
    rest /= r0;
#if !KILN_LAST
    const KILN_INDEX c = rest % channels;
    rest /= channels;
#endif
    KILN_GLOBAL const KILN_STORED *from = operand + (rest * in_batch + c * in_channel);
    KILN_T sum = (KILN_T)0;
#if KILN_GRADIENT
    long f0, f1, f2, l0, l1, l2;
    takers(d0, x0, y0, &f0, &l0);
    takers(d1, x1, y1, &f1, &l1);
    takers(d2, x2, y2, &f2, &l2);
    for (long p0 = f0; p0 < l0; ++p0) {
      const KILN_T q0 = share_of(p0, d0, x0, y0);
      for (long p1 = f1; p1 < l1; ++p1) {
        const KILN_T q1 = q0 * share_of(p1, d1, x1, y1);
        for (long p2 = f2; p2 < l2; ++p2) {
          const KILN_T q2 = q1 * share_of(p2, d2, x2, y2);
          if (q2 != (KILN_T)0) sum += q2 * KILN_LOAD(from[p0 * in0 + p1 * in1 + p2 * in2]);
        }
      }
    }
#else
    long low[3], high[3];
    KILN_T weight[3];
    sources(d0, x0, y0, &low[0], &high[0], &weight[0]);
    sources(d1, x1, y1, &low[1], &high[1], &weight[1]);
    sources(d2, x2, y2, &low[2], &high[2], &weight[2]);
    for (int corner = 0; corner < (KILN_LINEAR ? 8 : 1); ++corner) {
      const int t0 = corner & 1, t1 = corner >> 1 & 1, t2 = corner >> 2;
      const KILN_T q = (t0 ? weight[0] : (KILN_T)1 - weight[0]) * (t1 ? weight[1] : (KILN_T)1 - weight[1]) *
                       (t2 ? weight[2] : (KILN_T)1 - weight[2]);
      const long p0 = t0 ? high[0] : low[0], p1 = t1 ? high[1] : low[1], p2 = t2 ? high[2] : low[2];
      if (q != (KILN_T)0) sum += q * KILN_LOAD(from[p0 * in0 + p1 * in1 + p2 * in2]);
    }
#endif
    result[at] = KILN_STORE(sum);
  }
}
