// SPDX-License-Identifier: Apache-2.0
// Indices outside low .. n-1, for the flag check_index: the first one's position, and then the record of the first operation that had any:
// record[0] the smallest position of the operation at hand as an int, [1] operation, [2] position, [3] index, [4] n, [5] low.
#ifndef KILN_POSITION
#define KILN_POSITION int
#define KILN_UNSIGNED 0
#endif

KILN_FUNCTION int kiln_outside(KILN_POSITION index, long low, long n) {
#if KILN_UNSIGNED
  return (ulong)index >= (ulong)n;
#else
  return (long)index < low || (long)index >= n;
#endif
}

// A work-item has `chunk` indices from `base` on.
KILN_KERNEL void index_check(KILN_ARG(const KILN_POSITION, index), KILN_ARG(int, record), long low, long n, long step, long base,
                             long limit, long chunk) {
  KILN_PTR(const KILN_POSITION, index);
  KILN_PTR(int, record);
  const long begin = (long)get_global_id(0) * chunk, end = limit - begin < chunk ? limit : begin + chunk;
  for (long p = begin; p < end; ++p) {
    if (!kiln_outside(index[(base + p) * step], low, n)) continue;
    atomic_min(record, (int)p);
    break;
  }
}

// One work-item.
KILN_KERNEL void index_record(KILN_ARG(const KILN_POSITION, index), KILN_ARG(long, record), long low, long n, long step, long base,
                              long operation) {
  KILN_PTR(const KILN_POSITION, index);
  KILN_PTR(long, record);
  KILN_GLOBAL int *const least = (KILN_GLOBAL int *)record;
  if (*least != 2147483647 && record[1] == 0) {
    record[1] = operation;
    record[2] = base + *least;
    record[3] = (long)index[(base + *least) * step];
    record[4] = n;
    record[5] = low;
  }
  *least = 2147483647;
}
