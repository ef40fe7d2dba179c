// SPDX-License-Identifier: Apache-2.0
// Macros that gemm_panels.cl and gemm_direct.cl share, behind gemm.cl: the sums of KILN_ROWS rows by KILN_COLUMNS
// columns, which are two vectors, kept in registers. For complex elements the real and the imaginary parts are
// separate: KILN_ROWS rows of real parts, then as many of imaginary parts.
#define KILN_TILE_ROWS (KILN_PARTS * KILN_ROWS)

// Declares `z`, what would be stored of `count` sums in private memory.
#if KILN_PLAIN
#define KILN_ROUNDED(z, sums, count) const KILN_R *const z = sums;
#else
#define KILN_ROUNDED(z, sums, count)         \
  KILN_STORED z[KILN_COLUMNS + KILN_BEYOND];  \
  for (int j = 0; j < count; ++j) z[j] = KILN_STORE((sums)[j]);
#endif

// KILN_SUMS declares the sums, set to zero; KILN_SUMS_FROM reads them from memory, and KILN_SUMS_TO writes them.
#define KILN_SUMS                                                  \
  KILN_VECTOR x[KILN_TILE_ROWS], y[KILN_TILE_ROWS];                \
  _Pragma("unroll") for (int i = 0; i < KILN_TILE_ROWS; ++i) {     \
    x[i] = (KILN_VECTOR)(0);                                       \
    y[i] = (KILN_VECTOR)(0);                                       \
  }
#define KILN_SUMS_FROM(from)                                       \
  _Pragma("unroll") for (int i = 0; i < KILN_TILE_ROWS; ++i) {     \
    x[i] = KILN_VLOAD((from) + i * KILN_COLUMNS);                  \
    y[i] = KILN_VLOAD((from) + i * KILN_COLUMNS + KILN_LANES);     \
  }
#define KILN_SUMS_TO(to)                                           \
  _Pragma("unroll") for (int i = 0; i < KILN_TILE_ROWS; ++i) {     \
    KILN_VSTORE(x[i], (to) + i * KILN_COLUMNS);                    \
    KILN_VSTORE(y[i], (to) + i * KILN_COLUMNS + KILN_LANES);       \
  }
// One place along k: KILN_RIGHT reads the columns of B at `right`, and KILN_ADD multiplies them by row i of A.
#define KILN_RIGHT(right) const KILN_VECTOR u = KILN_VLOAD(right), v = KILN_VLOAD((right) + KILN_LANES);
#if KILN_COMPLEX
#define KILN_RIGHT_IMAGINARY(right) \
  const KILN_VECTOR ui = KILN_VLOAD((right) + KILN_COLUMNS), vi = KILN_VLOAD((right) + KILN_COLUMNS + KILN_LANES);
#define KILN_ADD(i, real, imaginary)                                               \
  {                                                                                \
    const KILN_VECTOR re = (KILN_VECTOR)(real), im = (KILN_VECTOR)(imaginary);     \
    KILN_VECTOR_MAD(x[i], re, u);                                                  \
    KILN_VECTOR_MAD(y[i], re, v);                                                  \
    KILN_VECTOR_MAD(x[i], -im, ui);                                                \
    KILN_VECTOR_MAD(y[i], -im, vi);                                                \
    KILN_VECTOR_MAD(x[KILN_ROWS + i], re, ui);                                     \
    KILN_VECTOR_MAD(y[KILN_ROWS + i], re, vi);                                     \
    KILN_VECTOR_MAD(x[KILN_ROWS + i], im, u);                                      \
    KILN_VECTOR_MAD(y[KILN_ROWS + i], im, v);                                      \
  }
#define KILN_SUM_OF(sums, i, j) ((KILN_T)(sums[(i) * KILN_COLUMNS + (j)], sums[(KILN_ROWS + (i)) * KILN_COLUMNS + (j)]))
#else
#define KILN_RIGHT_IMAGINARY(right)
#define KILN_ADD(i, real, imaginary)                 \
  {                                                  \
    const KILN_VECTOR re = (KILN_VECTOR)(real);      \
    KILN_VECTOR_MAD(x[i], re, u);                    \
    KILN_VECTOR_MAD(y[i], re, v);                    \
  }
#define KILN_SUM_OF(sums, i, j) (sums[(i) * KILN_COLUMNS + (j)])
#endif
