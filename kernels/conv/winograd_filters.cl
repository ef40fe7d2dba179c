// SPDX-License-Identifier: Apache-2.0
// Transforms filters, the factor A of Winograd's products. winograd.cl comes before this file.
//
// If KILN_VECTORS is 1, A is packed in panels of KILN_ROWS filters, for gemm_panels.cl: its element is at place *
// to_place + (panel * channels + channel) * KILN_ROWS + the filter in the panel. A work-item transforms a panel's
// filters for up to `run` channels, KILN_RUN at a time: it writes longer pieces then, as all places together would not
// stay in the nearest cache. Otherwise a work-item transforms one filter's taps for one channel, the element is at place
// * to_place + filter * to_filter + channel * to_channel, and neighbouring work-items have neighbouring filters.
KILN_KERNEL void winograd_filters(KILN_ARG(const KILN_T, from), KILN_ARG(KILN_T, to), int filters, int channels,
                                  int run, int from_filter, int from_channel, int step1, int step2, int to_place,
                                  int to_filter, int to_channel) {
  KILN_PTR(const KILN_T, from);
  KILN_PTR(KILN_T, to);
  const int panels = (filters - 1) / KILN_ROWS + 1;
  const int item = (int)get_global_id(0), panel = item % panels, first = item / panels * run;
  if (first >= channels) return;
  from += panel * KILN_ROWS * from_filter;
#if KILN_VECTORS
  const int last = channels - first < run ? channels : first + run;
  const int rows = filters - panel * KILN_ROWS < KILN_ROWS ? filters - panel * KILN_ROWS : KILN_ROWS;
  // Vectors reach beyond the filters of a panel.
  KILN_T taps[9][KILN_WIDTH], done[36][KILN_RUN * KILN_ROWS + KILN_WIDTH];
  for (int i = 0; i < 9; ++i) {
    for (int row = 0; row < KILN_WIDTH; ++row) taps[i][row] = (KILN_T)0;
  }
  for (int begin = first; begin < last; begin += KILN_RUN) {
    const int some = last - begin < KILN_RUN ? last - begin : KILN_RUN;
    for (int channel = 0; channel < some; ++channel) {
      KILN_GLOBAL const KILN_T *here = from + (begin + channel) * from_channel;
      for (int row = 0; row < rows; ++row, here += from_filter) {
#pragma unroll
        for (int i = 0; i < 9; ++i) taps[i][row] = here[i / 3 * step1 + i % 3 * step2];
      }
      for (int row = 0; row < KILN_WIDTH; row += KILN_LANES) {
#define KILN_TAP(i, j) KILN_VLOAD(&taps[(i) * 3 + (j)][row])
#define KILN_PUT(i, j, value) KILN_VSTORE(value, &done[(i) * 6 + (j)][channel * KILN_ROWS + row])
#else
  {
    {
      from += first * from_channel;
      to += panel * to_filter + first * to_channel;
      {
#define KILN_TAP(i, j) from[(i) * step1 + (j) * step2]
#define KILN_PUT(i, j, value) to[((i) * 6 + (j)) * to_place] = value
#endif
        KILN_V middle[6][3];
#pragma unroll
        for (int j = 0; j < 3; ++j) {
          const KILN_V x0 = KILN_TAP(0, j), x1 = KILN_TAP(1, j), x2 = KILN_TAP(2, j);
          KILN_TAPS_TO_POINTS(middle[0][j], middle[1][j], middle[2][j], middle[3][j], middle[4][j], middle[5][j], x0,
                              x1, x2)
        }
#pragma unroll
        for (int i = 0; i < 6; ++i) {
          KILN_V y0, y1, y2, y3, y4, y5;
          KILN_TAPS_TO_POINTS(y0, y1, y2, y3, y4, y5, middle[i][0], middle[i][1], middle[i][2])
          KILN_PUT(i, 0, y0);
          KILN_PUT(i, 1, y1);
          KILN_PUT(i, 2, y2);
          KILN_PUT(i, 3, y3);
          KILN_PUT(i, 4, y4);
          KILN_PUT(i, 5, y5);
        }
      }
    }
#if KILN_VECTORS
    for (int place = 0; place < 36; ++place) {
      KILN_GLOBAL KILN_T *there = to + place * to_place + (panel * channels + begin) * KILN_ROWS;
      for (int i = 0; i < some * KILN_ROWS; ++i) there[i] = done[place][i];
    }
#endif
  }
}
