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
// has two, or 0 where the panel is none of vectors or indices have 64 bits; KILN_VLOAD(p), KILN_VSTORE(x, p): of such a
// vector; KILN_MASK: a vector of comparisons, which has elements of KILN_PLACE; KILN_ORDER: 0, 1, ... as such a vector.
#define KILN_BLOCK 32  // places along k of a line that are copied before the next line's

#if KILN_LANES
typedef union {
  KILN_MASK wide[2];
  KILN_PLACE item[2 * KILN_LANES];
} kiln_masks;

// KILN_LANES elements that are `step` elements apart, 1 or 2.
KILN_FUNCTION KILN_VEC spaced(KILN_GLOBAL const KILN_R *from, int step) {
  if (step == 1) return KILN_VLOAD(from);
  return (KILN_VEC)(KILN_VLOAD(from).even, KILN_VLOAD(from + (KILN_LANES - 1)).odd);
}
// Elements of KILN_LANES lines, of which the first is at `first`. From line `cut` on they are where they would be if the
// first one were at `second`: another row begins there.
KILN_FUNCTION KILN_VEC lines_from(KILN_GLOBAL const KILN_R *from, int step, int first, int second, int cut) {
  const KILN_VEC before = spaced(from + first, step);
  if (cut >= KILN_LANES) return before;
  return KILN_ORDER < (KILN_MASK)((KILN_PLACE)cut) ? before : spaced(from + second, step);
}
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
  // The digits of the lines, one line after the other.
  KILN_INDEX d3 = first % l3, d2 = first / l3 % l2, d1 = first / l3 / l2 % l1, d0 = first / l3 / l2 / l1;
  for (int i = 0; i < KILN_WIDTH; ++i) {
    at[i] = p0[i] = p1[i] = p2[i] = low[i] = high[i] = 0;
    if (i >= lines) continue;
    at[i] = d0 * ls0 + d1 * ls1 + d2 * ls2 + d3 * ls3;
    p0[i] = d0 * lt0 + o0;
    p1[i] = d1 * lt1 + o1;
    p2[i] = d2 * lt2 + o2;
    // Where position 3 is inside, in the part of the row that is packed.
    const KILN_INDEX p3 = d3 * lt3 + o3;
    if (kt3 == 0) {
      high[i] = p3 >= 0 && p3 < e3 ? k3 : 0;
    } else if (kt3 == 1) {
      low[i] = p3 >= 0 ? 0 : -p3;
      high[i] = e3 - p3;
    } else {
      low[i] = p3 >= 0 ? 0 : (kt3 - 1 - p3) / kt3;
      high[i] = p3 >= e3 ? 0 : (e3 - 1 - p3) / kt3 + 1;
    }
    if (low[i] < run) low[i] = run;
    if (high[i] > run_end) high[i] = run_end;
    if (++d3 < l3) continue;
    d3 = 0;
    if (++d2 < l2) continue;
    d2 = 0;
    if (++d1 < l1) continue;
    d1 = 0;
    ++d0;
  }
#if KILN_LANES
  kiln_masks lows, highs, q0s, q1s, q2s;
  for (int i = 0; i < KILN_WIDTH; ++i) {
    lows.item[i] = (KILN_PLACE)low[i];
    highs.item[i] = (KILN_PLACE)high[i];
    q0s.item[i] = (KILN_PLACE)p0[i];
    q1s.item[i] = (KILN_PLACE)p1[i];
    q2s.item[i] = (KILN_PLACE)p2[i];
  }
  // For lines_from(), if each vector has lines of two rows at most. Lines behind the last one continue its row.
  const int apart = (int)(lines > 1 ? at[1] - at[0] : 1);
  int vectors = apart == 1 || apart == 2, cuts[2] = {KILN_LANES, KILN_LANES}, firsts[2], seconds[2];
  KILN_INDEX least_at = at[0], most_at = at[0];
  // Some compilers for CPUs crash when they unroll both loops (docs/explanation/drivers.md).
#pragma unroll 1
  for (int h = 0; h < 2; ++h) {
    int part = 0;
#pragma unroll 1
    for (int i = h * KILN_LANES; i < (h + 1) * KILN_LANES; ++i) {
      if (i >= lines) {
        at[i] = i ? at[i - 1] + apart : 0;
      } else if (i > h * KILN_LANES && at[i] != at[i - 1] + apart) {
        cuts[h] = i - h * KILN_LANES;
        ++part;
      }
      if (at[i] < least_at) least_at = at[i];
      if (at[i] > most_at) most_at = at[i];
    }
    if (part > 1) vectors = 0;
    firsts[h] = (int)at[h * KILN_LANES];
    seconds[h] = cuts[h] < KILN_LANES ? (int)at[h * KILN_LANES + cuts[h]] - cuts[h] * apart : firsts[h];
    // Vectors read elements before and behind those of their lines.
    if (seconds[h] < least_at) least_at = seconds[h];
    if (firsts[h] + (KILN_LANES - 1) * apart > most_at) most_at = firsts[h] + (KILN_LANES - 1) * apart;
  }
#endif
  for (KILN_INDEX row = rows; row < rows_end; ++row) {
    KILN_CONV_ROW(row, offset, q0, q1, q2)
    KILN_GLOBAL KILN_R *out = to + (kiln_i0 * kp0 + kiln_i1 * kp1 + kiln_i2 * kp2 - place_first) * KILN_WIDTH;
    const KILN_INDEX step = kp3 * KILN_WIDTH;
#if KILN_LANES
    const KILN_INDEX first_place = offset + run * ks3, last_place = offset + (run_end - 1) * ks3;
    const KILN_INDEX least = base + least_at + (first_place < last_place ? first_place : last_place);
    const KILN_INDEX most = base + most_at + (first_place < last_place ? last_place : first_place);
    if (vectors && least >= safe_first && most <= safe_last) {
      KILN_GLOBAL const KILN_R *source = (KILN_GLOBAL const KILN_R *)from + first_place;
      // Elements in the padding, and those of lines behind the last one, are read as others are, and then left out.
      KILN_MASK inside[2];
      for (int h = 0; h < 2; ++h) {
        const KILN_MASK at0 = q0s.wide[h] + (KILN_MASK)((KILN_PLACE)q0), at1 = q1s.wide[h] + (KILN_MASK)((KILN_PLACE)q1),
                        at2 = q2s.wide[h] + (KILN_MASK)((KILN_PLACE)q2), none = (KILN_MASK)((KILN_PLACE)0);
        inside[h] = (at0 >= none) & (at0 < (KILN_MASK)((KILN_PLACE)e0)) & (at1 >= none) &
                    (at1 < (KILN_MASK)((KILN_PLACE)e1)) & (at2 >= none) & (at2 < (KILN_MASK)((KILN_PLACE)e2));
      }
      const KILN_VEC zero = (KILN_VEC)((KILN_R)0);
      if (kt3 == 0) {
        const KILN_MASK here = inside[0] & (highs.wide[0] > lows.wide[0]), there = inside[1] & (highs.wide[1] > lows.wide[1]);
        for (KILN_INDEX q = run; q < run_end; ++q, source += ks3) {
          KILN_VSTORE(here ? lines_from(source, apart, firsts[0], seconds[0], cuts[0]) : zero, out + q * step);
          KILN_VSTORE(there ? lines_from(source, apart, firsts[1], seconds[1], cuts[1]) : zero, out + q * step + KILN_LANES);
        }
        continue;
      }
      for (KILN_INDEX q = run; q < run_end; ++q, source += ks3) {
        const KILN_MASK place = (KILN_MASK)((KILN_PLACE)q);
        const KILN_MASK here = inside[0] & (lows.wide[0] <= place) & (place < highs.wide[0]);
        const KILN_MASK there = inside[1] & (lows.wide[1] <= place) & (place < highs.wide[1]);
        KILN_VSTORE(here ? lines_from(source, apart, firsts[0], seconds[0], cuts[0]) : zero, out + q * step);
        KILN_VSTORE(there ? lines_from(source, apart, firsts[1], seconds[1], cuts[1]) : zero, out + q * step + KILN_LANES);
      }
      continue;
    }
#endif
    KILN_INDEX end[KILN_WIDTH];
    int full = 1;
    for (int i = 0; i < KILN_WIDTH; ++i) {
      end[i] = KILN_CONV_INSIDE(p0[i] + q0, p1[i] + q1, p2[i] + q2) ? high[i] : 0;
      if (low[i] > run || end[i] < run_end) full = 0;
    }
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
