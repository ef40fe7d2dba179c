// SPDX-License-Identifier: Apache-2.0
// a[o, index(p), j] += b[o, p, j], equal indices in the order of p. CPU shape: a work-item has a range of places and a part of j, and
// looks at every index. Else indices are sorted (index_sort.cl): a row of work-items for the first of each run of equal ones.
#ifndef KILN_NUMBER
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_POSITION int
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif

#if KILN_CPU
KILN_KERNEL void index_add(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const KILN_POSITION, index), long n,
                           long outer, long count, long inner, long a0, long a1, long a2, long b0, long b1, long b2, long step,
                           long splits, long range, long chunk) {
  KILN_PTR_RESTRICT(KILN_NUMBER, a);
  KILN_PTR_RESTRICT(const KILN_NUMBER, b);
  KILN_PTR_RESTRICT(const KILN_POSITION, index);
  const long group = (long)get_group_id(0), split = group % splits, share = group / splits;
  const long low = share * range, begin = split * chunk, end = inner - begin < chunk ? inner : begin + chunk;
  for (long o = 0; o < outer; ++o) {
    for (long p = 0; p < count; ++p) {
      const long place = kiln_place(index[p * step], n);
      if ((ulong)(place - low) >= (ulong)range || place < 0) continue;
      KILN_GLOBAL KILN_NUMBER *restrict const to = a + (o * a0 + place * a1);
      KILN_GLOBAL const KILN_NUMBER *restrict const from = b + (o * b0 + p * b1);
      if (a2 == 1 && b2 == 1) {
        for (long j = begin; j < end; ++j) to[j] += from[j];
      } else {
        for (long j = begin; j < end; ++j) to[j * a2] += from[j * b2];
      }
    }
  }
}
#else
KILN_KERNEL void index_add(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const uint, key),
                           KILN_ARG(const uint, order), long n, long outer, long count, long inner, long a0, long a1, long a2, long b0,
                           long b1, long b2) {
  KILN_PTR(KILN_NUMBER, a);
  KILN_PTR(const KILN_NUMBER, b);
  KILN_PTR(const uint, key);
  KILN_PTR(const uint, order);
  const long row_step = (long)get_num_groups(0) * (long)get_local_size(1), step = (long)get_local_size(0);
  for (long row = (long)(get_group_id(0) * get_local_size(1) + get_local_id(1)); row < outer * count; row += row_step) {
    const long o = row / count, first = row - o * count;
    const uint place = key[first];
    if ((long)place >= n || (first > 0 && key[first - 1] == place)) continue;
    for (long j = (long)get_local_id(0); j < inner; j += step) {
      KILN_GLOBAL KILN_NUMBER *const to = a + (o * a0 + (long)place * a1 + j * a2);
      KILN_GLOBAL const KILN_NUMBER *const from = b + (o * b0 + j * b2);
      KILN_NUMBER sum = *to;
      for (long q = first; q < count && key[q] == place; ++q) sum += from[(long)order[q] * b1];
      *to = sum;
    }
  }
}
#endif
