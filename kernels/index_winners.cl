// SPDX-License-Identifier: Apache-2.0
// For each element the number of the last index that names it: winner[index(p)] = the largest p. A work-item has `chunk` indices.
#ifndef KILN_POSITION
#define KILN_POSITION int
#define KILN_CHECKED 0
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif

KILN_KERNEL void index_winners(KILN_ARG(int, winner), KILN_ARG(const KILN_POSITION, index), long n, long count, long step, long chunk) {
  KILN_PTR(int, winner);
  KILN_PTR(const KILN_POSITION, index);
  const long begin = (long)get_global_id(0) * chunk, end = count - begin < chunk ? count : begin + chunk;
  for (long p = begin; p < end; ++p) {
    const long place = kiln_place(index[p * step], n);
    if (place >= 0) atomic_max(winner + place, (int)p);
  }
}
