// SPDX-License-Identifier: Apache-2.0
// Adds up the columns of a convolution's gradient by its input, on devices with many work-items. A column has the
// products of a place of the output with each tap and channel of the filters, summed over the output's channels. An
// element of the input gets the sum of the taps that have it. A work-item has one element. Places outside of the output
// count as 0, without a branch, so that its reads need not wait for each other. quotient.cl comes before this file.
//
// Arguments: the columns; the result; `items` elements of it; `channels` of a group, and `groups`; x0, x1, x2: the
// result's extents; by_: what KILN_QUOTIENT divides by a number with; r: the result's strides; c: those of the columns
// along the batch, groups, channels, taps t0 to t2 and places p0 to p2; y0, y1, y2: the output's extents. The input's
// place i has tap t of the output's place p where i = p * KILN_S + t * KILN_D + o. All count elements.
//
// Macros: KILN_W0 to KILN_W2, KILN_S0 to KILN_S2, KILN_D0 to KILN_D2: taps, strides and steps from tap to tap.
// KILN_LAST: the channels are neighbours in memory, so work-items side by side have neighbouring ones.
KILN_KERNEL void conv_columns(KILN_ARG(const KILN_T, columns), KILN_ARG(KILN_T, result), KILN_INDEX items,
                              KILN_INDEX channels, KILN_INDEX groups, KILN_INDEX x0, KILN_INDEX x1, KILN_INDEX x2,
                              ulong by_channels, ulong by_groups, ulong by_x0, ulong by_x1, ulong by_x2,
                              KILN_INDEX r_batch, KILN_INDEX r_group, KILN_INDEX r_channel, KILN_INDEX r0,
                              KILN_INDEX r1, KILN_INDEX r2, KILN_INDEX c_batch, KILN_INDEX c_group,
                              KILN_INDEX c_channel, KILN_INDEX c_t0, KILN_INDEX c_t1, KILN_INDEX c_t2,
                              KILN_INDEX c_p0, KILN_INDEX c_p1, KILN_INDEX c_p2, KILN_INDEX y0, KILN_INDEX y1,
                              KILN_INDEX y2, KILN_INDEX o0, KILN_INDEX o1, KILN_INDEX o2) {
  KILN_PTR(const KILN_T, columns);
  KILN_PTR(KILN_T, result);
  KILN_INDEX rest = (KILN_INDEX)get_global_id(0);
  if (rest >= items) return;
#if KILN_LAST
  KILN_TAKE(channel, channels)
  KILN_TAKE(group, groups)
#endif
  KILN_TAKE(i2, x2)
  KILN_TAKE(i1, x1)
  KILN_TAKE(i0, x0)
#if !KILN_LAST
  KILN_TAKE(channel, channels)
  KILN_TAKE(group, groups)
#endif
  columns += rest * c_batch + group * c_group + channel * c_channel;
  // Where the taps along each axis read, and whether they do.
  int inside0[KILN_W0], place0[KILN_W0];
#pragma unroll
  for (int t = 0; t < KILN_W0; ++t) {
    const int from = i0 - o0 - t * KILN_D0, p = from / KILN_S0;
    inside0[t] = from >= 0 && p * KILN_S0 == from && p < y0;
    place0[t] = p * c_p0 + t * c_t0;
  }
  int inside1[KILN_W1], place1[KILN_W1];
#pragma unroll
  for (int t = 0; t < KILN_W1; ++t) {
    const int from = i1 - o1 - t * KILN_D1, p = from / KILN_S1;
    inside1[t] = from >= 0 && p * KILN_S1 == from && p < y1;
    place1[t] = p * c_p1 + t * c_t1;
  }
  int inside2[KILN_W2], place2[KILN_W2];
#pragma unroll
  for (int t = 0; t < KILN_W2; ++t) {
    const int from = i2 - o2 - t * KILN_D2, p = from / KILN_S2;
    inside2[t] = from >= 0 && p * KILN_S2 == from && p < y2;
    place2[t] = p * c_p2 + t * c_t2;
  }
  KILN_T sum = (KILN_T)0;
#pragma unroll
  for (int t0 = 0; t0 < KILN_W0; ++t0) {
#pragma unroll
    for (int t1 = 0; t1 < KILN_W1; ++t1) {
#pragma unroll
      for (int t2 = 0; t2 < KILN_W2; ++t2) {
        KILN_T value = (KILN_T)0;
        if (inside0[t0] && inside1[t1] && inside2[t2]) value = columns[place0[t0] + place1[t1] + place2[t2]];
        sum += value;
      }
    }
  }
  result[rest * r_batch + group * r_group + channel * r_channel + i0 * r0 + i1 * r1 + i2 * r2] = sum;
}
