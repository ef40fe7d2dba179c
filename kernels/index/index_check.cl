// SPDX-License-Identifier: Apache-2.0
// Looks for indices outside low .. n-1, for the flag check_index. `index_check` finds the smallest position of one;
// `index_record` then keeps it if it is the first of the context. `record` has six long: [0] the smallest position of
// the operation at hand, as an int; [1] the operation's number; [2] the position; [3] the index; [4] n; [5] low.

KILN_FUNCTION int kiln_outside(KILN_POSITION index, long low, long n) {
#if KILN_UNSIGNED
  return (ulong)index >= (ulong)n;
#else
  return (long)index < low || (long)index >= n;
#endif
}

// Looks at `limit` indices from number `base` on, which are `step` elements apart. A work-item has `chunk` of them.
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

// Runs with one work-item.
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
