// SPDX-License-Identifier: Apache-2.0
// Transforms Winograd's products to a gradient by the filters. winograd.cl comes before this file.
//
// A work-item has KILN_LANES channels of one filter, which lie side by side in the products: an element is at place *
// from_place + filter * from_filter + channel, and may be read up to the next multiple of KILN_LANES channels.
KILN_KERNEL void winograd_taps(KILN_ARG(const KILN_T, from), KILN_ARG(KILN_T, to), int filters, int channels,
                               int from_place, int from_filter, int to_filter, int to_channel, int step1, int step2) {
  KILN_PTR(const KILN_T, from);
  KILN_PTR(KILN_T, to);
  const int vectors = (channels - 1) / KILN_LANES + 1;
  const int item = (int)get_global_id(0);
  if (item >= vectors * filters) return;
  const int filter = item / vectors, first = item % vectors * KILN_LANES;
  from += filter * from_filter + first;
  KILN_V middle[3][6];
#pragma unroll
  for (int j = 0; j < 6; ++j) {
#define KILN_PRODUCT(i) KILN_VLOAD(from + ((i) * 6 + j) * from_place)
    const KILN_V x0 = KILN_PRODUCT(0), x1 = KILN_PRODUCT(1), x2 = KILN_PRODUCT(2), x3 = KILN_PRODUCT(3),
                 x4 = KILN_PRODUCT(4), x5 = KILN_PRODUCT(5);
    KILN_POINTS_TO_TAPS(middle[0][j], middle[1][j], middle[2][j], x0, x1, x2, x3, x4, x5)
  }
  KILN_T taps[9][KILN_LANES];
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    KILN_V y0, y1, y2;
    KILN_POINTS_TO_TAPS(y0, y1, y2, middle[i][0], middle[i][1], middle[i][2], middle[i][3], middle[i][4], middle[i][5])
    KILN_VSTORE(y0, taps[i * 3]);
    KILN_VSTORE(y1, taps[i * 3 + 1]);
    KILN_VSTORE(y2, taps[i * 3 + 2]);
  }
#pragma unroll
  for (int lane = 0; lane < KILN_LANES; ++lane) {
    if (first + lane >= channels) break;
    KILN_GLOBAL KILN_T *there = to + filter * to_filter + (first + lane) * to_channel;
#pragma unroll
    for (int i = 0; i < 9; ++i) there[i / 3 * step1 + i % 3 * step2] = taps[i][lane];
  }
}
