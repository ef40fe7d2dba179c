// SPDX-License-Identifier: Apache-2.0
// Transforms Winograd's products to results. epilogue.cl and winograd.cl come before this file.
//
// A work-item has KILN_LANES tiles of `run` filters. The product's element is at place * from_place + tile * from_tile +
// filter * from_filter; from_tile is 1 if KILN_LANES is not, and the products may be read up to the next multiple of
// KILN_LANES tiles. Neighbouring work-items have neighbouring filters if KILN_ACROSS is 1, and else neighbouring tiles.
// Tiles are numbered as in winograd_input.cl; n1 and n2 are the results' extents.
KILN_KERNEL void winograd_output(KILN_ARG(const KILN_T, from), KILN_ARG(KILN_T, to), int tiles, int first_tile,
                                 int filters, int run, int tiles1, int tiles2, int from_place, int from_tile,
                                 int from_filter, int outer, int to_filter, int step1, int step2, int n1,
                                 int n2 KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_T, from);
  KILN_PTR(KILN_T, to);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
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
#if KILN_EPILOGUE
  int images[KILN_LANES], lines[KILN_LANES];
#endif
#pragma unroll
  for (int lane = 0; lane < KILN_LANES; ++lane) {
    const int number = first_tile + tile + lane;
    const int x2 = number % tiles2 * 4, above = number / tiles2, x1 = above % tiles1 * 4, image = above / tiles1;
    begin[lane] = image * outer + x1 * step1 + x2 * step2;
    left1[lane] = n1 - x1;
    left2[lane] = n2 - x2;
#if KILN_EPILOGUE
    images[lane] = image;
    lines[lane] = x1 * n2 + x2;
#endif
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
    // Rows of all tiles, one beside the other.
    KILN_T results[4][4 * KILN_LANES + KILN_BEYOND];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      KILN_V y0, y1, y2, y3;
      KILN_POINTS_TO_RESULTS(y0, y1, y2, y3, middle[i][0], middle[i][1], middle[i][2], middle[i][3], middle[i][4],
                             middle[i][5])
#if KILN_LANES > 1
      KILN_V even_low, odd_low, even_high, odd_high, beside;
      even_low.even = y0.lo, even_low.odd = y2.lo, odd_low.even = y1.lo, odd_low.odd = y3.lo;
      even_high.even = y0.hi, even_high.odd = y2.hi, odd_high.even = y1.hi, odd_high.odd = y3.hi;
      beside.even = even_low.lo, beside.odd = odd_low.lo;
      KILN_VSTORE(beside, results[i]);
      beside.even = even_low.hi, beside.odd = odd_low.hi;
      KILN_VSTORE(beside, results[i] + KILN_LANES);
      beside.even = even_high.lo, beside.odd = odd_high.lo;
      KILN_VSTORE(beside, results[i] + 2 * KILN_LANES);
      beside.even = even_high.hi, beside.odd = odd_high.hi;
      KILN_VSTORE(beside, results[i] + 3 * KILN_LANES);
#else
      results[i][0] = y0, results[i][1] = y1, results[i][2] = y2, results[i][3] = y3;
#endif
    }
#if KILN_EPILOGUE && KILN_LANES > 1
    // Tiles that lie side by side in an image make four rows of results.
    int run = 1;
    for (int lane = 0; lane < lanes; lane += run) {
      const int others = tiles2 - 1 - (first_tile + tile + lane) % tiles2;
      run = lanes - lane <= others ? lanes - lane : others + 1;
      const int width = 4 * run < left2[lane] ? 4 * run : left2[lane];
      for (int i = 0; i < 4 && i < left1[lane]; ++i) {
        const KILN_T *const z = results[i] + 4 * lane;
        KILN_AFTER(images[lane], 0, filter, lines[lane] + i * n2, width)
      }
    }
#else
#define KILN_LEAVE_RESULT(i, j)                                                                                        \
  KILN_LEAVE(there[(i) * step1 + (j) * step2], results[i][4 * lane + (j)], images[lane], 0, filter, lines[lane] + (i) * n2 + (j))
#pragma unroll
    for (int lane = 0; lane < KILN_LANES; ++lane) {
      if (lane >= lanes) break;
      KILN_GLOBAL KILN_T *there = to + filter * to_filter + begin[lane];
      if (left1[lane] >= 4 && left2[lane] >= 4) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
          for (int j = 0; j < 4; ++j) KILN_LEAVE_RESULT(i, j)
        }
      } else {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
          for (int j = 0; j < 4; ++j)
            if (i < left1[lane] && j < left2[lane])
              KILN_LEAVE_RESULT(i, j)
        }
      }
    }
#endif
  }
}
