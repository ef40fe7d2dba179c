// SPDX-License-Identifier: Apache-2.0
// Transforms Winograd's products to results. winograd.cl comes before this file.
//
// A work-item has KILN_LANES tiles of `run` filters. The product's element is at place * from_place + tile * from_tile +
// filter * from_filter; from_tile is 1 if KILN_LANES is not, and the products may be read up to the next multiple of
// KILN_LANES tiles. Neighbouring work-items have neighbouring filters if KILN_ACROSS is 1, and else neighbouring tiles.
// Tiles are numbered as in winograd_input.cl; n1 and n2 are the results' extents.
KILN_KERNEL void winograd_output(KILN_ARG(const KILN_T, from), KILN_ARG(KILN_T, to), int tiles, int first_tile,
                                 int filters, int run, int tiles1, int tiles2, int from_place, int from_tile,
                                 int from_filter, int outer, int to_filter, int step1, int step2, int n1, int n2) {
  KILN_PTR(const KILN_T, from);
  KILN_PTR(KILN_T, to);
  const int vectors = (tiles - 1) / KILN_LANES + 1, runs = (filters - 1) / run + 1;
  const int item = (int)get_global_id(0);
  if (item >= vectors * runs) return;
#if KILN_ACROSS
  const int first = item % runs * run, tile = item / runs * KILN_LANES;
#else
  const int first = item / vectors * run, tile = item % vectors * KILN_LANES;
#endif
  const int last = filters - first < run ? filters : first + run;
  const int lanes = tiles - tile < KILN_LANES ? tiles - tile : KILN_LANES;
  // Where the results of a tile go, and how many of them there are along an axis.
  int begin[KILN_LANES], left1[KILN_LANES], left2[KILN_LANES];
#pragma unroll
  for (int lane = 0; lane < KILN_LANES; ++lane) {
    const int number = first_tile + tile + lane;
    const int x2 = number % tiles2 * 4, above = number / tiles2, x1 = above % tiles1 * 4, image = above / tiles1;
    begin[lane] = image * outer + x1 * step1 + x2 * step2;
    left1[lane] = n1 - x1;
    left2[lane] = n2 - x2;
  }
  from += tile * from_tile;
  for (int filter = first; filter < last; ++filter) {
    KILN_GLOBAL const KILN_T *here = from + filter * from_filter;
    KILN_V middle[4][6];
#pragma unroll
    for (int j = 0; j < 6; ++j) {
#define KILN_PRODUCT(i) KILN_VLOAD(here + ((i) * 6 + j) * from_place)
      const KILN_V x0 = KILN_PRODUCT(0), x1 = KILN_PRODUCT(1), x2 = KILN_PRODUCT(2), x3 = KILN_PRODUCT(3),
                   x4 = KILN_PRODUCT(4), x5 = KILN_PRODUCT(5);
      KILN_POINTS_TO_RESULTS(middle[0][j], middle[1][j], middle[2][j], middle[3][j], x0, x1, x2, x3, x4, x5)
    }
    KILN_T results[16][KILN_LANES];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      KILN_V y0, y1, y2, y3;
      KILN_POINTS_TO_RESULTS(y0, y1, y2, y3, middle[i][0], middle[i][1], middle[i][2], middle[i][3], middle[i][4],
                             middle[i][5])
      KILN_VSTORE(y0, results[i * 4]);
      KILN_VSTORE(y1, results[i * 4 + 1]);
      KILN_VSTORE(y2, results[i * 4 + 2]);
      KILN_VSTORE(y3, results[i * 4 + 3]);
    }
#pragma unroll
    for (int lane = 0; lane < KILN_LANES; ++lane) {
      if (lane >= lanes) break;
      KILN_GLOBAL KILN_T *there = to + filter * to_filter + begin[lane];
      if (left1[lane] >= 4 && left2[lane] >= 4) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
          for (int j = 0; j < 4; ++j) there[i * step1 + j * step2] = results[i * 4 + j][lane];
        }
      } else {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
          for (int j = 0; j < 4; ++j)
            if (i < left1[lane] && j < left2[lane]) there[i * step1 + j * step2] = results[i * 4 + j][lane];
        }
      }
    }
  }
}
