// SPDX-License-Identifier: Apache-2.0
// Few results: (outer, n, inner) units, each row along n as often as `repeats` says, `total` in all. One group of KILN_ITEMS, or one
// work-item.
#ifndef KILN_ITEMS
#define KILN_CPU 0
#define KILN_ITEMS 64
#define KILN_ROWS 1024  // the most rows and repeats
#define KILN_UNIT uint
#endif

KILN_KERNEL void index_repeat(KILN_ARG(const KILN_UNIT, source), KILN_ARG(const long, repeats), KILN_ARG(KILN_UNIT, out), uint outer, uint n,
                              uint inner, uint total) {
  KILN_PTR(const KILN_UNIT, source);
  KILN_PTR(const long, repeats);
  KILN_PTR(KILN_UNIT, out);
#if KILN_CPU
  for (uint o = 0, to = 0; o < outer; ++o)
    for (uint row = 0; row < n; ++row)
      for (uint k = 0; k < (uint)repeats[row]; ++k, to += inner)
        for (uint j = 0; j < inner; ++j) out[to + j] = source[(o * n + row) * inner + j];
#else
  KILN_LOCAL ushort ends[KILN_ROWS], sums[KILN_ITEMS];
  const uint item = (uint)get_local_id(0), each = (n + KILN_ITEMS - 1) / KILN_ITEMS, first = item * each;
  const uint last = first + each < n ? first + each : n;
  uint own = 0;
  for (uint row = first; row < last; ++row) own += (uint)repeats[row];
  sums[item] = (ushort)own;
  barrier(CLK_LOCAL_MEM_FENCE);
  // Hillis and Steele, "Data parallel algorithms", 1986.
  for (uint step = 1; step < KILN_ITEMS; step *= 2) {
    const uint more = item >= step ? sums[item - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[item] += (ushort)more;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint row = first, before = sums[item] - own; row < last; ++row) ends[row] = (ushort)(before += (uint)repeats[row]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < outer * total * inner; i += KILN_ITEMS) {
    const uint place = i / inner, o = place / total, wanted = place - o * total;
    // The first row that ends behind the place.
    uint row = 0;
    for (uint length = n; length > 0;) {
      const uint half_of = length / 2;
      const bool before = ends[row + half_of] <= wanted;
      row += before ? half_of + 1 : 0;
      length = before ? length - half_of - 1 : half_of;
    }
    out[i] = source[(o * n + row) * inner + (i - place * inner)];
  }
#endif
}
