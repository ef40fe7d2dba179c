// SPDX-License-Identifier: Apache-2.0
// Repeats rows of a small array in one launch of one group of KILN_ITEMS, or of one work-item (KILN_CPU). The source
// has (outer, n, inner) words; row r along n is repeated repeats[r] times. `sum` receives the total of the repeats. It
// receives -1, and nothing else is written, if a repeat is negative, if the total exceeds `room`, or if `exact` is set
// and the total is not `room`. KILN_ROWS bounds n and the total.
#define KILN_TOO_MANY (1u << 20)
#define KILN_MOST_EACH ((KILN_ROWS + KILN_ITEMS - 1) / KILN_ITEMS)  // repeats of a work-item

KILN_FUNCTION uint kiln_repeats(KILN_REPEATS given) { return given < 0 || given > KILN_ROWS ? KILN_TOO_MANY : (uint)given; }

KILN_KERNEL void index_repeat(KILN_ARG(const KILN_UNIT, source), KILN_ARG(const KILN_REPEATS, repeats), KILN_ARG(KILN_UNIT, out), KILN_ARG(long, sum),
                              uint outer, uint n, uint inner, uint room, uint exact) {
  KILN_PTR(const KILN_UNIT, source);
  KILN_PTR(const KILN_REPEATS, repeats);
  KILN_PTR(KILN_UNIT, out);
  KILN_PTR(long, sum);
#if KILN_CPU
  uint total = 0;
  for (uint row = 0; row < n; ++row) total += kiln_repeats(repeats[row]);
  const int fits = exact ? total == room : total <= room;
  *sum = fits ? (long)total : -1;
  if (!fits) return;
  for (uint o = 0, to = 0; o < outer; ++o)
    for (uint row = 0; row < n; ++row)
      for (uint k = 0; k < (uint)repeats[row]; ++k, to += inner)
        for (uint j = 0; j < inner; ++j) out[to + j] = source[(o * n + row) * inner + j];
#else
  KILN_LOCAL ushort ends[KILN_ROWS];
  KILN_LOCAL uint sums[KILN_ITEMS];
  const uint item = (uint)get_local_id(0), each = (n + KILN_ITEMS - 1) / KILN_ITEMS, first = item * each;
  const uint last = first + each < n ? first + each : n;
  uint counts[KILN_MOST_EACH], own = 0;
#pragma unroll
  for (uint i = 0; i < KILN_MOST_EACH; ++i) counts[i] = kiln_repeats(repeats[first + i < n ? first + i : n - 1]);
#pragma unroll
  for (uint i = 0; i < KILN_MOST_EACH; ++i) own += first + i < last ? counts[i] : 0;
  sums[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_GROUP_SUMS(uint, sums, KILN_ITEMS)
  const uint total = sums[KILN_ITEMS - 1];
  const int fits = exact ? total == room : total <= room;
  if (item == 0) *sum = fits ? (long)total : -1;
  if (!fits) return;
  uint before = sums[item] - own;
#pragma unroll
  for (uint i = 0; i < KILN_MOST_EACH; ++i) {
    before += counts[i];
    if (first + i < last) ends[first + i] = (ushort)before;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < outer * total * inner; i += KILN_ITEMS) {
    const uint place = i / inner, o = place / total, wanted = place - o * total;
    // Find the first row whose end lies behind the place.
    uint row = 0;
    for (uint length = n; length > 0;) {
      const uint half_of = length / 2;
      const bool behind = ends[row + half_of] <= wanted;
      row += behind ? half_of + 1 : 0;
      length = behind ? length - half_of - 1 : half_of;
    }
    out[i] = source[(o * n + row) * inner + (i - place * inner)];
  }
#endif
}
