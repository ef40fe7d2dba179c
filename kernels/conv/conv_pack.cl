// SPDX-License-Identifier: Apache-2.0
// Packs a factor of a convolution for gemm_panels.cl, on CPU devices: panels of KILN_WIDTH lines, stored along k,
// converted to the type that is computed in, with zeros in the padding and behind the last line. conv_side.cl, which
// comes before this file, says where the elements are. A work-item packs one panel: rows of places along k that have
// all digits but the last in common, `row_chunk` of them, and of each row `run_chunk` places.
//
// Arguments: the factor and the panels; the lines and the rows to pack; `k`, the places along k of a panel;
// `place_first`, the number of the first one; kpq: by how many places a digit along k goes on; `inner`, the extent of
// the inner batch axis; safe_first, safe_last: elements from the factor's first one on, between which all may be read;
// the side.
//
// Macros: KILN_R, KILN_STORED, KILN_LOAD(x) as in gemm.cl; KILN_LANES: elements of a vector of KILN_R, of which a panel
// has two, or 0 where the panel is none of vectors; KILN_VLOAD(p), KILN_VSTORE(x, p): of such a vector; KILN_MASK: a
// vector of comparisons, which has elements of KILN_PLACE.
#define KILN_BLOCK 32  // places along k of a line that are copied before the next line's

#if KILN_LANES
typedef union {
  KILN_MASK wide[2];
  KILN_PLACE item[2 * KILN_LANES];
} kiln_masks;
#endif

KILN_KERNEL void conv_pack(KILN_ARG(const KILN_STORED, from), KILN_ARG(KILN_R, to), KILN_INDEX line_first,
                           KILN_INDEX line_last, KILN_INDEX row_first, KILN_INDEX row_last, KILN_INDEX row_chunk,
                           KILN_INDEX run_chunk, KILN_INDEX k, KILN_INDEX place_first, KILN_INDEX kp0, KILN_INDEX kp1,
                           KILN_INDEX kp2, KILN_INDEX kp3, KILN_INDEX inner, KILN_INDEX safe_first, KILN_INDEX safe_last,
                           KILN_CONV_SIDE) {
  KILN_PTR(const KILN_STORED, from);
  KILN_PTR(KILN_R, to);
  const KILN_INDEX panels = (line_last - line_first - 1) / KILN_WIDTH + 1;
  const KILN_INDEX row_chunks = (row_last - row_first - 1) / row_chunk + 1, run_chunks = (k3 - 1) / run_chunk + 1;
  KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX run = group % run_chunks * run_chunk, run_end = k3 - run < run_chunk ? k3 : run + run_chunk;
  group /= run_chunks;
  const KILN_INDEX rows = row_first + group % row_chunks * row_chunk;
  const KILN_INDEX rows_end = row_last - rows < row_chunk ? row_last : rows + row_chunk;
  group /= row_chunks;
  const KILN_INDEX panel = group % panels, batch = group / panels, first = line_first + panel * KILN_WIDTH;
  const int lines = (int)(line_last - first < KILN_WIDTH ? line_last - first : KILN_WIDTH);
  const KILN_INDEX base = start + batch / inner * outer_step + batch % inner * inner_step;
  from += base;
  to += (batch * panels + panel) * KILN_WIDTH * k;

  KILN_INDEX at[KILN_WIDTH], p0[KILN_WIDTH], p1[KILN_WIDTH], p2[KILN_WIDTH], low[KILN_WIDTH], high[KILN_WIDTH];
  int together = 1;  // the lines are neighbours in memory
  for (int i = 0; i < KILN_WIDTH; ++i) {
    at[i] = p0[i] = p1[i] = p2[i] = low[i] = high[i] = 0;
    if (i >= lines) continue;
    KILN_CONV_LINE(first + i, at[i], p0[i], p1[i], p2[i], low[i], high[i])
    if (low[i] < run) low[i] = run;
    if (high[i] > run_end) high[i] = run_end;
    if (at[i] != at[0] + i) together = 0;
  }
#if KILN_LANES
  kiln_masks lows;
  for (int i = 0; i < KILN_WIDTH; ++i) lows.item[i] = (KILN_PLACE)low[i];
#endif
  for (KILN_INDEX row = rows; row < rows_end; ++row) {
    KILN_CONV_ROW(row, offset, q0, q1, q2)
    KILN_GLOBAL KILN_R *out = to + (kiln_i0 * kp0 + kiln_i1 * kp1 + kiln_i2 * kp2 - place_first) * KILN_WIDTH;
    const KILN_INDEX step = kp3 * KILN_WIDTH;
    KILN_INDEX end[KILN_WIDTH];
    int full = 1;
    for (int i = 0; i < KILN_WIDTH; ++i) {
      end[i] = KILN_CONV_INSIDE(p0[i] + q0, p1[i] + q1, p2[i] + q2) ? high[i] : 0;
      if (low[i] > run || end[i] < run_end) full = 0;
    }
#if KILN_LANES
    const KILN_INDEX first_place = at[0] + offset + run * ks3, last_place = first_place + (run_end - 1 - run) * ks3;
    const KILN_INDEX least = base + (first_place < last_place ? first_place : last_place);
    const KILN_INDEX most = base + (first_place < last_place ? last_place : first_place) + KILN_WIDTH - 1;
    if (together && least >= safe_first && most <= safe_last) {
      KILN_GLOBAL const KILN_R *source = (KILN_GLOBAL const KILN_R *)from + first_place;
      if (full) {
        for (KILN_INDEX q = run; q < run_end; ++q, source += ks3) {
          KILN_VSTORE(KILN_VLOAD(source), out + q * step);
          KILN_VSTORE(KILN_VLOAD(source + KILN_LANES), out + q * step + KILN_LANES);
        }
        continue;
      }
      // Elements in the padding, and those of lines behind the last one, are read as others are, and then left out.
      kiln_masks ends;
      for (int i = 0; i < KILN_WIDTH; ++i) ends.item[i] = (KILN_PLACE)end[i];
      for (KILN_INDEX q = run; q < run_end; ++q, source += ks3) {
        const KILN_MASK place = (KILN_MASK)((KILN_PLACE)q);
        const KILN_MASK here = (lows.wide[0] <= place) & (place < ends.wide[0]);
        const KILN_MASK there = (lows.wide[1] <= place) & (place < ends.wide[1]);
        KILN_VSTORE(here ? KILN_VLOAD(source) : (KILN_VEC)((KILN_R)0), out + q * step);
        KILN_VSTORE(there ? KILN_VLOAD(source + KILN_LANES) : (KILN_VEC)((KILN_R)0), out + q * step + KILN_LANES);
      }
      continue;
    }
#endif
    if (!full) {
      for (KILN_INDEX q = run; q < run_end; ++q) {
        for (int i = 0; i < KILN_WIDTH; ++i) out[q * step + i] = (KILN_R)0;
      }
    }
    for (KILN_INDEX block = run; block < run_end; block += KILN_BLOCK) {
      const KILN_INDEX block_end = run_end - block < KILN_BLOCK ? run_end : block + KILN_BLOCK;
      for (int i = 0; i < lines; ++i) {
        KILN_GLOBAL const KILN_STORED *source = from + (at[i] + offset);
        const KILN_INDEX begin = low[i] > block ? low[i] : block, last = end[i] < block_end ? end[i] : block_end;
        for (KILN_INDEX q = begin; q < last; ++q) out[q * step + i] = KILN_LOAD(source[q * ks3]);
      }
    }
  }
}
