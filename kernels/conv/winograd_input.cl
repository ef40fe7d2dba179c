// SPDX-License-Identifier: Apache-2.0
// Transforms what tiles read: patches of the input, or, for the gradient by the filters, their 4 x 4 elements of the
// gradient by the results. winograd.cl comes before this file.
//
// Tile `number` has the results 4 * x1 to 4 * x1 + 3 of axis 1, and so on; tiles are numbered along axis 2, then axis
// 1, then the images. Its patch begins at position 4 * x1 + o1 of axis 1, and elements outside of 0 to e1 - 1 are 0.
// The patch of tile 0 begins at `start`, which may lie outside of the array.
//
// A transformed element is at place * to_place + tile * to_tile + channel * to_channel. If KILN_VECTORS is 1, a
// work-item transforms the patches of `run` channels of KILN_TILES tiles, a panel; to_tile is then the distance of
// panels, whose tiles are side by side. Otherwise it transforms one patch of one channel; neighbouring work-items have
// neighbouring channels if KILN_ACROSS is 1, and else neighbouring tiles.
//
// Macros: KILN_SIDE: 6 for patches, 4 for results.
#if KILN_SIDE == 6
#define KILN_TO_POINTS(x, y0, y1, y2, y3, y4, y5) \
  KILN_PATCH_TO_POINTS(y0, y1, y2, y3, y4, y5, x[0], x[1], x[2], x[3], x[4], x[5])
#else
#define KILN_TO_POINTS(x, y0, y1, y2, y3, y4, y5) \
  KILN_RESULTS_TO_POINTS(y0, y1, y2, y3, y4, y5, x[0], x[1], x[2], x[3])
#endif

#if KILN_VECTORS
// Takes a row of the patches of four tiles, and stores it with the tiles side by side.
#define KILN_FOUR_ROWS(row, place, t)                                                                          \
  {                                                                                                            \
    KILN_GLOBAL const KILN_T *r0 = (row) + begin[t], *r1 = (row) + begin[t + 1], *r2 = (row) + begin[t + 2],   \
                             *r3 = (row) + begin[t + 3];                                                       \
    const KILN_FOUR a = vload4(0, r0), b = vload4(0, r1), c = vload4(0, r2), d = vload4(0, r3);                \
    vstore4((KILN_FOUR)(a.x, b.x, c.x, d.x), 0, &patch[place][t]);                                             \
    vstore4((KILN_FOUR)(a.y, b.y, c.y, d.y), 0, &patch[(place) + 1][t]);                                       \
    vstore4((KILN_FOUR)(a.z, b.z, c.z, d.z), 0, &patch[(place) + 2][t]);                                       \
    vstore4((KILN_FOUR)(a.w, b.w, c.w, d.w), 0, &patch[(place) + 3][t]);                                       \
    KILN_REST_OF_ROWS(place, t)                                                                                \
  }
#if KILN_SIDE == 6
#define KILN_REST_OF_ROWS(place, t)                                                                            \
  const KILN_FOUR ab = (KILN_FOUR)(vload2(0, r0 + 4), vload2(0, r1 + 4)),                                      \
                  cd = (KILN_FOUR)(vload2(0, r2 + 4), vload2(0, r3 + 4));                                      \
  vstore4((KILN_FOUR)(ab.x, ab.z, cd.x, cd.z), 0, &patch[(place) + 4][t]);                                     \
  vstore4((KILN_FOUR)(ab.y, ab.w, cd.y, cd.w), 0, &patch[(place) + 5][t]);
#else
#define KILN_REST_OF_ROWS(place, t)
#endif
#endif

KILN_KERNEL void winograd_input(KILN_ARG(const KILN_T, from), KILN_ARG(KILN_T, to), int tiles, int first_tile,
                                int channels, int run, int tiles1, int tiles2, int start, int outer, int step1,
                                int step2, int from_channel, int o1, int o2, int e1, int e2, int to_place,
                                int to_tile, int to_channel) {
  KILN_PTR(const KILN_T, from);
  KILN_PTR(KILN_T, to);
#if KILN_VECTORS
  const int panels = (tiles - 1) / KILN_TILES + 1;
  const int group = (int)get_group_id(0), panel = group % panels, first = group / panels * run;
  const int last = channels - first < run ? channels : first + run;
  // Whether a patch is inside; whether those of four tiles are, and neighbours along axis 2 are neighbours in memory.
  int begin[KILN_TILES], at1[KILN_TILES], at2[KILN_TILES], inside[KILN_TILES], quick[KILN_TILES / 4];
  for (int t = 0; t < KILN_TILES / 4; ++t) quick[t] = step2 == 1;
  for (int t = 0; t < KILN_TILES; ++t) {
    const int number = first_tile + panel * KILN_TILES + t;
    const int x2 = number % tiles2, rest = number / tiles2, x1 = rest % tiles1, image = rest / tiles1;
    at1[t] = 4 * x1 + o1;
    at2[t] = 4 * x2 + o2;
    begin[t] = start + image * outer + 4 * x1 * step1 + 4 * x2 * step2;
    if (panel * KILN_TILES + t >= tiles) at1[t] = e1;
    inside[t] = at1[t] >= 0 && at1[t] + KILN_SIDE <= e1 && at2[t] >= 0 && at2[t] + KILN_SIDE <= e2;
    quick[t / 4] &= inside[t];
  }
  KILN_T patch[KILN_SIDE * KILN_SIDE][KILN_TILES];
  for (int channel = first; channel < last; ++channel) {
    for (int t = 0; t < KILN_TILES; t += 4) {
      if (quick[t / 4]) {
        for (int i = 0; i < KILN_SIDE; ++i)
          KILN_FOUR_ROWS(from + channel * from_channel + i * step1, i * KILN_SIDE, t)
        continue;
      }
      for (int s = t; s < t + 4; ++s) {
        KILN_GLOBAL const KILN_T *here = from + begin[s] + channel * from_channel;
        if (inside[s]) {
#pragma unroll
          for (int i = 0; i < KILN_SIDE * KILN_SIDE; ++i)
            patch[i][s] = here[i / KILN_SIDE * step1 + i % KILN_SIDE * step2];
          continue;
        }
        for (int i = 0; i < KILN_SIDE; ++i) {
          const int row = at1[s] + i >= 0 && at1[s] + i < e1;
          for (int j = 0; j < KILN_SIDE; ++j)
            patch[i * KILN_SIDE + j][s] =
                row && at2[s] + j >= 0 && at2[s] + j < e2 ? here[i * step1 + j * step2] : (KILN_T)0;
        }
      }
    }
    KILN_GLOBAL KILN_T *there = to + panel * to_tile + channel * to_channel;
    for (int t = 0; t < KILN_TILES; t += KILN_LANES) {
#define KILN_PATCH(i, j) KILN_VLOAD(&patch[(i) * KILN_SIDE + (j)][t])
#define KILN_PUT(i, j, value) KILN_VSTORE(value, there + ((i) * 6 + (j)) * to_place + t);
#else
  int rest = (int)get_global_id(0);
  if (rest >= tiles * channels) return;
  {
#if KILN_ACROSS
    const int channel = rest % channels, tile = rest / channels;
#else
    const int tile = rest % tiles, channel = rest / tiles;
#endif
    const int number = first_tile + tile;
    const int x2 = number % tiles2, above = number / tiles2, x1 = above % tiles1, image = above / tiles1;
    const int at1 = 4 * x1 + o1, at2 = 4 * x2 + o2;
    from += start + image * outer + 4 * x1 * step1 + 4 * x2 * step2 + channel * from_channel;
    to += tile * to_tile + channel * to_channel;
    {
#define KILN_PATCH(i, j) \
  (at1 + (i) >= 0 && at1 + (i) < e1 && at2 + (j) >= 0 && at2 + (j) < e2 ? from[(i) * step1 + (j) * step2] : (KILN_T)0)
#define KILN_PUT(i, j, value) to[((i) * 6 + (j)) * to_place] = value;
#endif
      KILN_V middle[6][KILN_SIDE];
#pragma unroll
      for (int j = 0; j < KILN_SIDE; ++j) {
        KILN_V x[KILN_SIDE];
#pragma unroll
        for (int i = 0; i < KILN_SIDE; ++i) x[i] = KILN_PATCH(i, j);
        KILN_TO_POINTS(x, middle[0][j], middle[1][j], middle[2][j], middle[3][j], middle[4][j], middle[5][j])
      }
#pragma unroll
      for (int i = 0; i < 6; ++i) {
        KILN_V y0, y1, y2, y3, y4, y5;
        KILN_TO_POINTS(middle[i], y0, y1, y2, y3, y4, y5)
        KILN_PUT(i, 0, y0)
        KILN_PUT(i, 1, y1)
        KILN_PUT(i, 2, y2)
        KILN_PUT(i, 3, y3)
        KILN_PUT(i, 4, y4)
        KILN_PUT(i, 5, y5)
      }
    }
  }
}
