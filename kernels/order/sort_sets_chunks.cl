// SPDX-License-Identifier: Apache-2.0
// The kernel of sort_sets.cl on CPU devices: one work-item does all of it, which takes less time than several launches
// with waits between them. Arguments and macros are those of sort_sets.cl.

KILN_KERNEL void sort_sets(KILN_ARG(const KILN_ELEMENT, first), KILN_ARG(const KILN_ELEMENT, second), KILN_ARG(KILN_ELEMENT, distinct),
                           KILN_ARG(long, places), KILN_ARG(long, inverse), KILN_ARG(long, counts), KILN_ARG(long, found), uint n, uint m,
                           uint bits, uint rule, uint mode, int expected, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, first);
  KILN_PTR(const KILN_ELEMENT, second);
  KILN_PTR(KILN_ELEMENT, distinct);
  KILN_PTR(long, places);
  KILN_PTR(long, inverse);
  KILN_PTR(long, counts);
  KILN_PTR(long, found);
  KILN_KEY keys[2][KILN_TILE];
  KILN_PLACE indices[2][KILN_TILE];
  const uint total = n + m;
  for (uint e = 0; e < total; ++e) {
    keys[0][e] = e < n ? KILN_KEY_OF(first[e]) : KILN_KEY_OF(second[e - n]);
    indices[0][e] = (KILN_PLACE)e;
  }
  const int sorted = kiln_sort_private(keys, indices, total);
  const KILN_KEY *const ordered = keys[sorted];
  const KILN_PLACE *const order = indices[sorted];
  KILN_PLACE *const starts = indices[1 - sorted];  // where the kept runs start
  uint all = 0;
  for (uint start = 0, end; start < total; start = end) {
    const KILN_KEY key = ordered[start];
    const int alone = KILN_FLOAT && key == nan;
    for (end = start + 1; end < total && ordered[end] == key && !alone;) ++end;
    // In a run, elements of the second array lie behind those of the first.
    const int of_first = order[start] < n, of_second = order[end - 1] >= n;
    if (rule >> (of_first && of_second ? KILN_OF_BOTH : of_first ? KILN_OF_FIRST : KILN_OF_SECOND) & 1u) starts[all++] = (KILN_PLACE)start;
  }
  *found = (long)all;
  if (expected >= 0 && all != (uint)expected) return;
  for (uint i = 0; i < all; ++i) {
    const uint start = starts[i], end = i + 1 < all ? starts[i + 1] : total, at = order[start];
    distinct[i] = at < n ? first[at] : second[at - n];
    if (mode & KILN_WRITE_INDICES) places[i] = (long)at;
    if (mode & KILN_WRITE_COUNTS) counts[i] = (long)(end - start);
    if (mode & KILN_WRITE_INVERSE)
      for (uint t = start; t < end; ++t) inverse[order[t]] = (long)i;
  }
}
