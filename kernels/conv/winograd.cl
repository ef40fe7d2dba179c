// SPDX-License-Identifier: Apache-2.0
// Winograd's convolution F(4 x 4, 3 x 3): 4 x 4 neighbouring results of a filter of 3 x 3 taps are
//   A^T ((G g G^T) .* (B^T d B)) A,
// where g are the taps and d is the patch of 6 x 6 elements that the results read. Summed over the channels, the
// element-wise products at each of the 36 places of a transformed patch are a product of matrices, (filters, channels)
// by (channels, tiles). It takes 36 multiplications where the sums of products take 144. The matrices are those of
// Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks" (2015), for the points 0, 1, -1, 2, -2. The other
// winograd_*.cl come after this file.
//
// The gradient by the filters is G^T (sum over the tiles of (A e A^T) .* (B^T d B)) G, where e are the 4 x 4 elements of
// the gradient by the results: the sums are products of matrices, (filters, tiles) by (tiles, channels).
//
// Macros: KILN_T: the elements' type; KILN_V: a vector of KILN_LANES of them, or one; KILN_VLOAD and KILN_VSTORE.

// y = B^T x, of six elements each.
#define KILN_PATCH_TO_POINTS(y0, y1, y2, y3, y4, y5, x0, x1, x2, x3, x4, x5) \
  {                                                                          \
    const KILN_V even = x4 - (KILN_T)4 * x2, odd = x3 - (KILN_T)4 * x1;      \
    const KILN_V even2 = x4 - x2, odd2 = (KILN_T)2 * (x3 - x1);              \
    y0 = (KILN_T)4 * x0 - (KILN_T)5 * x2 + x4;                               \
    y5 = (KILN_T)4 * x1 - (KILN_T)5 * x3 + x5;                               \
    y1 = even + odd;                                                         \
    y2 = even - odd;                                                         \
    y3 = even2 + odd2;                                                       \
    y4 = even2 - odd2;                                                       \
  }

// y = G x, of three elements to six.
#define KILN_TAPS_TO_POINTS(y0, y1, y2, y3, y4, y5, x0, x1, x2)                                        \
  {                                                                                                    \
    const KILN_V even = ((KILN_T)-1 / (KILN_T)6) * (x0 + x2), odd = ((KILN_T)1 / (KILN_T)6) * x1;      \
    const KILN_V even2 = ((KILN_T)1 / (KILN_T)24) * x0 + ((KILN_T)1 / (KILN_T)6) * x2,                 \
                 odd2 = ((KILN_T)1 / (KILN_T)12) * x1;                                                 \
    y0 = (KILN_T)0.25f * x0;                                                                           \
    y1 = even - odd;                                                                                   \
    y2 = even + odd;                                                                                   \
    y3 = even2 + odd2;                                                                                 \
    y4 = even2 - odd2;                                                                                 \
    y5 = x2;                                                                                           \
  }

// y = A^T x, of six elements to four.
#define KILN_POINTS_TO_RESULTS(y0, y1, y2, y3, x0, x1, x2, x3, x4, x5)                               \
  {                                                                                                  \
    const KILN_V even = x1 + x2, odd = x1 - x2, even2 = x3 + x4, odd2 = (KILN_T)2 * (x3 - x4);       \
    y0 = x0 + even + even2;                                                                          \
    y1 = odd + odd2;                                                                                 \
    y2 = even + (KILN_T)4 * even2;                                                                   \
    y3 = odd + (KILN_T)4 * odd2 + x5;                                                                \
  }

// y = A x, of four elements to six.
#define KILN_RESULTS_TO_POINTS(y0, y1, y2, y3, y4, y5, x0, x1, x2, x3)                               \
  {                                                                                                  \
    const KILN_V even = x0 + x2, odd = x1 + x3;                                                      \
    const KILN_V even2 = x0 + (KILN_T)4 * x2, odd2 = (KILN_T)2 * x1 + (KILN_T)8 * x3;                \
    y0 = x0;                                                                                         \
    y1 = even + odd;                                                                                 \
    y2 = even - odd;                                                                                 \
    y3 = even2 + odd2;                                                                               \
    y4 = even2 - odd2;                                                                               \
    y5 = x3;                                                                                         \
  }

// y = G^T x, of six elements to three.
#define KILN_POINTS_TO_TAPS(y0, y1, y2, x0, x1, x2, x3, x4, x5)                                      \
  {                                                                                                  \
    const KILN_V even = ((KILN_T)1 / (KILN_T)6) * (x1 + x2), even2 = x3 + x4;                        \
    y0 = (KILN_T)0.25f * x0 - even + ((KILN_T)1 / (KILN_T)24) * even2;                               \
    y1 = ((KILN_T)1 / (KILN_T)6) * (x2 - x1) + ((KILN_T)1 / (KILN_T)12) * (x3 - x4);                 \
    y2 = ((KILN_T)1 / (KILN_T)6) * even2 - even + x5;                                                \
  }
