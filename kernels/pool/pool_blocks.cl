// SPDX-License-Identifier: Apache-2.0
// The gradient of max pooling by the input, on devices with many work-items, where no element is in two windows. A
// work-item has a block of the result: from the first element of a window to that of the next one. It finds the window's
// first greatest element, which gets the window's element of `output`; all others of the block get 0. Blocks behind the
// last window have none. quotient.cl comes before this file.
//
// Arguments: the input and the gradient by the pooling's output, with strides in elements; the result, which is packed:
// (batch, channels, extents), or, if KILN_LAST is 1, (batch, extents, channels); `items` blocks; n, how many blocks
// there are along an extent; by_: what KILN_QUOTIENT divides by a number with; x, y, pad as in pool.cl.
//
// Macros: KILN_W0 to KILN_W2, KILN_S0 to KILN_S2: windows and strides. Windows are not longer than strides.
KILN_KERNEL void pool_blocks(KILN_ARG(const KILN_STORED, input), KILN_ARG(const KILN_STORED, output),
                             KILN_ARG(KILN_STORED, result), KILN_INDEX items, KILN_INDEX channels, KILN_INDEX n0,
                             KILN_INDEX n1, KILN_INDEX n2, ulong by_channels, ulong by_n0, ulong by_n1, ulong by_n2,
                             KILN_INDEX in_batch, KILN_INDEX in_channel, KILN_INDEX in0, KILN_INDEX in1,
                             KILN_INDEX in2, KILN_INDEX out_batch, KILN_INDEX out_channel, KILN_INDEX out0,
                             KILN_INDEX out1, KILN_INDEX out2, KILN_INDEX x0, KILN_INDEX x1, KILN_INDEX x2,
                             KILN_INDEX y0, KILN_INDEX y1, KILN_INDEX y2, KILN_INDEX pad0, KILN_INDEX pad1,
                             KILN_INDEX pad2) {
  KILN_PTR(const KILN_STORED, input);
  KILN_PTR(const KILN_STORED, output);
  KILN_PTR(KILN_STORED, result);
  KILN_INDEX rest = (KILN_INDEX)get_global_id(0);
  if (rest >= items) return;
#if KILN_LAST
  KILN_TAKE(c, channels)
#endif
  KILN_TAKE(b2, n2)
  KILN_TAKE(b1, n1)
  KILN_TAKE(b0, n0)
#if !KILN_LAST
  KILN_TAKE(c, channels)
#endif
  const KILN_INDEX g0 = b0 * KILN_S0 - pad0, g1 = b1 * KILN_S1 - pad1, g2 = b2 * KILN_S2 - pad2;
  input += rest * in_batch + c * in_channel;
  KILN_STORED value = KILN_STORE((KILN_T)0);
  KILN_T best = (KILN_T)0;
  int place = -1;  // of the greatest element in the block
  if (b0 < y0 && b1 < y1 && b2 < y2) {
    value = output[rest * out_batch + c * out_channel + b0 * out0 + b1 * out1 + b2 * out2];
#pragma unroll
    for (int i0 = 0; i0 < KILN_W0; ++i0) {
      const KILN_INDEX q0 = g0 + i0;
#pragma unroll
      for (int i1 = 0; i1 < KILN_W1; ++i1) {
        const KILN_INDEX q1 = g1 + i1;
#pragma unroll
        for (int i2 = 0; i2 < KILN_W2; ++i2) {
          const KILN_INDEX q2 = g2 + i2;
          const int inside = q0 >= 0 && q0 < x0 && q1 >= 0 && q1 < x1 && q2 >= 0 && q2 < x2;
          KILN_T here = (KILN_T)0;
          if (inside) here = KILN_LOAD(input[q0 * in0 + q1 * in1 + q2 * in2]);
          if (inside && (place < 0 || here > best || (here != here && best == best))) {
            best = here;
            place = (i0 * KILN_S1 + i1) * KILN_S2 + i2;
          }
        }
      }
    }
  }
#if KILN_LAST
  result += rest * x0 * x1 * x2 * channels + c;
#define KILN_STEP channels
#else
  result += (rest * channels + c) * x0 * x1 * x2;
#define KILN_STEP 1
#endif
#pragma unroll
  for (int i0 = 0; i0 < KILN_S0; ++i0) {
    const KILN_INDEX q0 = g0 + i0;
#pragma unroll
    for (int i1 = 0; i1 < KILN_S1; ++i1) {
      const KILN_INDEX q1 = g1 + i1;
#pragma unroll
      for (int i2 = 0; i2 < KILN_S2; ++i2) {
        const KILN_INDEX q2 = g2 + i2;
        if (q0 >= 0 && q0 < x0 && q1 >= 0 && q1 < x1 && q2 >= 0 && q2 < x2)
          result[((q0 * x1 + q1) * x2 + q2) * KILN_STEP] =
              place == (i0 * KILN_S1 + i1) * KILN_S2 + i2 ? value : KILN_STORE((KILN_T)0);
      }
    }
  }
}
