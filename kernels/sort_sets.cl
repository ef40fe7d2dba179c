// SPDX-License-Identifier: Apache-2.0
// Few elements of one array, or of two, sorted in one group, and what the runs of equal ones give: the distinct elements that `rule` keeps,
// in order, where the first of each and how many there are of it, and which of the distinct each element is. Every NaN is a run.
#ifndef KILN_ELEMENT
#define KILN_GROUP 256
#define KILN_TILE 2048  // elements at most
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_ALL 0xffffffffu
#define KILN_FLOAT 1
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#define KILN_SORT_LOCAL(used, padded)
#define KILN_GROUP_SUMS(T, sums, items)
#endif
// mode: what is written besides the distinct elements. Of elements from one array alone.
#define KILN_WRITE_INDICES 1u
#define KILN_WRITE_INVERSE 2u
#define KILN_WRITE_COUNTS 4u
// rule: a bit for each kind of run that is kept.
#define KILN_OF_BOTH 0
#define KILN_OF_FIRST 1
#define KILN_OF_SECOND 2

// `first` n elements, `second` m of them; padded: the next power of two of n + m. expected, where it is not negative: how many there are
// places for; nothing is written where others are found.
KILN_KERNEL void sort_sets(KILN_ARG(const KILN_ELEMENT, first), KILN_ARG(const KILN_ELEMENT, second), KILN_ARG(KILN_ELEMENT, distinct),
                           KILN_ARG(long, places), KILN_ARG(long, inverse), KILN_ARG(long, counts), KILN_ARG(long, found), uint n, uint m,
                           uint padded, uint rule, uint mode, int expected, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  KILN_LOCAL ushort indices[KILN_TILE], starts[KILN_TILE + 1];
  KILN_LOCAL uint sums[KILN_GROUP];
  KILN_PTR(const KILN_ELEMENT, first);
  KILN_PTR(const KILN_ELEMENT, second);
  KILN_PTR(KILN_ELEMENT, distinct);
  KILN_PTR(long, places);
  KILN_PTR(long, inverse);
  KILN_PTR(long, counts);
  KILN_PTR(long, found);
  const uint item = (uint)get_local_id(0), total = n + m;
  for (uint e = item; e < KILN_TILE; e += KILN_GROUP) {
    keys[e] = e < n ? KILN_KEY_OF(first[e]) : e < total ? KILN_KEY_OF(second[e - n]) : KILN_ALL;
    indices[e] = (ushort)e;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_SORT_LOCAL(padded, padded)
  const uint each = (total + KILN_GROUP - 1) / KILN_GROUP, begin = item * each < total ? item * each : total;
  const uint end = total - begin < each ? total : begin + each;
  uint kept = 0;  // a bit for each of the item's elements
  for (uint t = begin; t < end; ++t) {
    const KILN_KEY key = keys[t];
    const int alone = KILN_FLOAT && key == nan;
    if (!alone && t > 0 && keys[t - (t > 0)] == key) continue;
    // The run's last element, by halving: those of the second array lie behind those of the first.
    uint last = t;
    for (uint beyond = alone || m == 0 ? t + 1 : total; last + 1 < beyond;) {
      const uint middle = last + (beyond - last) / 2;
      if (keys[middle] == key)
        last = middle;
      else
        beyond = middle;
    }
    const int of_first = indices[t] < n, of_second = indices[last] >= n;
    kept |= (rule >> (of_first && of_second ? KILN_OF_BOTH : of_first ? KILN_OF_FIRST : KILN_OF_SECOND) & 1u) << (t - begin);
  }
  const uint own = (uint)popcount(kept);
  sums[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_GROUP_SUMS(uint, sums, KILN_GROUP)
  const uint all = sums[KILN_GROUP - 1];
  if (item == 0) *found = (long)all;
  if (expected >= 0 && all != (uint)expected) return;
  for (uint t = begin, rank = sums[item] - own; t < end; ++t) {
    if (kept >> (t - begin) & 1u) starts[rank++] = (ushort)t;
    if (mode & KILN_WRITE_INVERSE) inverse[indices[t]] = (long)rank - 1;
  }
  if (item == 0) starts[all] = (ushort)total;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < all; i += KILN_GROUP) {
    const uint start = starts[i], at = indices[start];
    distinct[i] = at < n ? first[at] : second[at - n];
    if (mode & KILN_WRITE_INDICES) places[i] = (long)at;
    if (mode & KILN_WRITE_COUNTS) counts[i] = (long)(starts[i + 1] - start);
  }
}
