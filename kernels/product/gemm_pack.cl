// SPDX-License-Identifier: Apache-2.0
// Packs the factors for gemm_panels.cl, on CPU devices: A in panels of KILN_ROWS rows, B in panels of KILN_COLUMNS
// columns. A panel is stored along k, converted to the computed type, conjugated if asked, and padded with zeros. For
// complex elements, each place along k has the real parts, then the imaginary parts. A work-item packs `chunk` places
// along k of one panel; the first `a_groups` work-items pack A. a_inner_count and b_inner_count are the extents of the
// batch's inner axis. gemm.cl comes before this file.

#if KILN_COMPLEX
#define KILN_PUT(p, i, value)                                               \
  {                                                                         \
    const KILN_STORED element = (value);                                          \
    to[(p) * 2 * width + (i)] = element.x;                                  \
    to[(p) * 2 * width + width + (i)] = conjugate ? -element.y : element.y; \
  }
#else
#define KILN_PUT(p, i, value) to[(p) * width + (i)] = KILN_LOAD(value);
#endif

// Packs places first to last - 1 along k of a panel of `width` rows (or columns), of which `extent` exist. `step` is
// the stride from row to row, `along` that along k.
KILN_FUNCTION void pack(KILN_GLOBAL const KILN_STORED *from, KILN_GLOBAL KILN_R *to, int width, int extent, KILN_INDEX first,
                        KILN_INDEX last, KILN_INDEX step, KILN_INDEX along, int conjugate) {
  if (along == 1) {
    // Whole cache lines of the source at a time.
    for (KILN_INDEX p = first; p < last; p += 16) {
      const int run = (int)(last - p < 16 ? last - p : 16);
      for (int i = 0; i < extent; ++i) {
        for (int q = 0; q < run; ++q) KILN_PUT(p + q, i, from[i * step + p + q])
      }
    }
  } else if (step == 1 && extent == width) {
    for (KILN_INDEX p = first; p < last; ++p) {
      for (int i = 0; i < width; ++i) KILN_PUT(p, i, from[p * along + i])
    }
  } else {
    for (KILN_INDEX p = first; p < last; ++p) {
      for (int i = 0; i < extent; ++i) KILN_PUT(p, i, from[p * along + i * step])
    }
  }
  if (extent < width) {
    for (KILN_INDEX p = first * KILN_PARTS; p < last * KILN_PARTS; ++p) {
      for (int i = extent; i < width; ++i) to[p * width + i] = (KILN_R)0;
    }
  }
}

KILN_KERNEL void gemm(KILN_ARG(const KILN_STORED, a), KILN_ARG(const KILN_STORED, b), KILN_ARG(KILN_R, a_panels),
                      KILN_ARG(KILN_R, b_panels), KILN_INDEX m, KILN_INDEX n, KILN_INDEX k, KILN_INDEX chunk, KILN_INDEX a_groups,
                      KILN_INDEX a_inner_count, KILN_INDEX b_inner_count, KILN_INDEX a_row, KILN_INDEX a_k, KILN_INDEX a_outer,
                      KILN_INDEX a_inner, KILN_INDEX b_k, KILN_INDEX b_column, KILN_INDEX b_outer, KILN_INDEX b_inner,
                      int conjugate_a, int conjugate_b) {
  KILN_PTR(const KILN_STORED, a);
  KILN_PTR(const KILN_STORED, b);
  KILN_PTR(KILN_R, a_panels);
  KILN_PTR(KILN_R, b_panels);
  const KILN_INDEX chunks = (k - 1) / chunk + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const int of_a = group < a_groups;
  if (!of_a) group -= a_groups;
  const KILN_INDEX first = group % chunks * chunk, last = k - first < chunk ? k : first + chunk;
  group /= chunks;
  if (of_a) {
    const KILN_INDEX panels = (m - 1) / KILN_ROWS + 1, panel = group % panels, batch = group / panels;
    const KILN_INDEX at = batch / a_inner_count * a_outer + batch % a_inner_count * a_inner;
    const KILN_INDEX left = m - panel * KILN_ROWS;
    pack(a + at + panel * KILN_ROWS * a_row, a_panels + group * KILN_ROWS * KILN_PARTS * k, KILN_ROWS,
         (int)(left < KILN_ROWS ? left : KILN_ROWS), first, last, a_row, a_k, conjugate_a);
  } else {
    const KILN_INDEX panels = (n - 1) / KILN_COLUMNS + 1, panel = group % panels, batch = group / panels;
    const KILN_INDEX at = batch / b_inner_count * b_outer + batch % b_inner_count * b_inner;
    const KILN_INDEX left = n - panel * KILN_COLUMNS;
    pack(b + at + panel * KILN_COLUMNS * b_column, b_panels + group * KILN_COLUMNS * KILN_PARTS * k, KILN_COLUMNS,
         (int)(left < KILN_COLUMNS ? left : KILN_COLUMNS), first, last, b_column, b_k, conjugate_b);
  }
}
