// SPDX-License-Identifier: Apache-2.0
// Finds for each place of an axis the last index that names it: winner[place] = the largest p with index[p] = place.
// `count` indices are `step` elements apart; n is the extent of the axis. Each index has a work-item. With KILN_CPU
// an item instead has `share` places, which only it writes, and looks at all indices, because atomic operations cost
// much more on CPU devices. index_place.cl comes before this file.
#ifndef KILN_POSITION
#define KILN_POSITION int
#define KILN_CHECKED 0
#define KILN_CPU 0
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif

KILN_KERNEL void index_winners(KILN_ARG(int, winner), KILN_ARG(const KILN_POSITION, index), long n, long count, long step, long share) {
  KILN_PTR(int, winner);
  KILN_PTR(const KILN_POSITION, index);
#if KILN_CPU
  const long first = (long)get_group_id(0) * share;
  for (long p = 0; p < count; ++p) {
    const long place = kiln_place(index[p * step], n);
    if ((ulong)(place - first) < (ulong)share) winner[place] = (int)p;
  }
#else
  const long p = (long)get_global_id(0);
  const long place = p < count ? kiln_place(index[p * step], n) : -1;
  if (place >= 0) atomic_max(winner + place, (int)p);
#endif
}
