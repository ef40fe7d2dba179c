// SPDX-License-Identifier: Apache-2.0
// The kernels of sort_digits.cl on devices with many work-items. A group counts parts of rows, or, in `digits_row`,
// finds the quantile of a whole row by itself. sort_digits.cl comes before this file.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_FLOAT 1
#define KILN_ALL 0xffffffffu
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#define KILN_RESULT float
#define KILN_WIDE float
#define KILN_DIGIT_BITS 11
#define KILN_DIGITS (1u << KILN_DIGIT_BITS)
#define KILN_COUNTS (KILN_DIGITS + 1)
#define KILN_FIRST(shift) ((shift) + KILN_DIGIT_BITS >= KILN_BITS)
#define KILN_NEXT_WIDTH(shift) KILN_DIGIT_BITS
#define KILN_FIND_DIGIT(count, then)
#define KILN_GROUP_LEAST(keys)
#define kiln_add_count(counts, d, count)
#define kiln_between(x, y, z, t) (x)
#define kiln_number(key, flip) (key)
#endif
#define KILN_AHEAD 8  // elements of an item that are in flight

// Runs the statements `each` for the keys of `count` elements. All loads of a turn come before their uses.
#define KILN_EACH_KEY(from, count, each)                                                  \
  for (uint t = item; t < (count); t += KILN_AHEAD * KILN_GROUP) {                        \
    KILN_ELEMENT elements[KILN_AHEAD];                                                    \
    _Pragma("unroll") for (uint u = 0; u < KILN_AHEAD; ++u) {                             \
      const uint at = t + u * KILN_GROUP;                                                 \
      elements[u] = (from)[at < (count) ? at : t];                                        \
    }                                                                                     \
    _Pragma("unroll") for (uint u = 0; u < KILN_AHEAD; ++u) {                             \
      const KILN_KEY key = KILN_KEY_OF(elements[u]);                                      \
      if (t + u * KILN_GROUP < (count)) { each }                                          \
    }                                                                                     \
  }
#define KILN_COUNT_DIGITS(from, count, shift, base)                                       \
  for (uint d = item; d < KILN_DIGITS; d += KILN_GROUP) bins[d] = 0;                      \
  barrier(CLK_LOCAL_MEM_FENCE);                                                           \
  KILN_EACH_KEY(from, count, const KILN_KEY digit = (key >> (shift)) - (base);            \
                if (digit < KILN_DIGITS) atomic_inc(&bins[(uint)digit]);                  \
                greatest = key > greatest ? key : greatest;)                              \
  barrier(CLK_LOCAL_MEM_FENCE);
#define KILN_LEAST_ABOVE(from, count, found)                                              \
  least[item] = KILN_ALL;                                                                 \
  KILN_EACH_KEY(from, count, if (key > (found) && key < least[item]) least[item] = key;)  \
  KILN_GROUP_LEAST(least)

KILN_KERNEL void digits_row(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_RESULT, result), KILN_INDEX rows, uint n, uint low, KILN_WIDE way,
                            KILN_KEY_ARGUMENTS) {
  KILN_LOCAL uint bins[KILN_DIGITS];
  KILN_LOCAL KILN_INDEX sums[KILN_GROUP];
  KILN_LOCAL KILN_KEY least[KILN_GROUP];
  KILN_LOCAL KILN_KEY found;
  KILN_LOCAL uint found_at, found_count, nans;
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_RESULT, result);
  const uint item = (uint)get_local_id(0);
  for (ulong row = get_group_id(0); row < rows; row += get_num_groups(0)) {
    KILN_GLOBAL const KILN_ELEMENT *const from = source + row * n;
    KILN_KEY base = 0, greatest = 0;
    uint wanted = low;
    if (item == 0) nans = 0;
    for (int above = KILN_BITS; above > 0;) {
      const int shift = above > KILN_DIGIT_BITS ? above - KILN_DIGIT_BITS : 0;
      KILN_COUNT_DIGITS(from, n, shift, base)
      KILN_FIND_DIGIT(bins[d], found = (base + d) << KILN_NEXT_WIDTH(shift); found_at = wanted - before; found_count = number;)
      barrier(CLK_LOCAL_MEM_FENCE);
      base = found;
      wanted = found_at;
      above = shift;
    }
    if (KILN_FLOAT && greatest == nan) atomic_inc(&nans);
    const int apart = way != 0 && wanted + 1 == found_count;
    if (apart) {
      KILN_LEAST_ABOVE(from, n, base)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
      const KILN_WIDE x = kiln_number(base, flip);
      result[row] = kiln_between(x, apart ? kiln_number(least[0], flip) : x, nans ? (KILN_WIDE)NAN : x, way);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

KILN_KERNEL void count_digits(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(uint, counts), KILN_ARG(const KILN_KEY, bases), KILN_INDEX rows,
                              KILN_INDEX n, uint parts, uint length, int shift, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL uint bins[KILN_DIGITS];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(uint, counts);
  KILN_PTR(const KILN_KEY, bases);
  const uint item = (uint)get_local_id(0);
  for (ulong job = get_group_id(0); job < (ulong)rows * parts; job += get_num_groups(0)) {
    const ulong row = job / parts, start = job % parts * length;
    const uint count = n - start < length ? (uint)(n - start) : length;
    KILN_GLOBAL uint *const to = counts + row * KILN_COUNTS;
    const KILN_KEY base = KILN_FIRST(shift) ? 0 : bases[row];
    KILN_KEY greatest = 0;
    KILN_COUNT_DIGITS(source + row * n + start, count, shift, base)
    for (uint d = item; d < KILN_DIGITS; d += KILN_GROUP) kiln_add_count(to, d, bins[d]);
    if (KILN_FLOAT && KILN_FIRST(shift) && greatest == nan) atomic_or(&to[KILN_COUNTS - 1], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

KILN_KERNEL void next_key(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_KEY, nexts), KILN_ARG(const KILN_KEY, bases), KILN_INDEX rows,
                          KILN_INDEX n, uint parts, uint length, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY least[KILN_GROUP];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_KEY, nexts);
  KILN_PTR(const KILN_KEY, bases);
  const uint item = (uint)get_local_id(0);
  for (ulong job = get_group_id(0); job < (ulong)rows * parts; job += get_num_groups(0)) {
    const ulong row = job / parts, start = job % parts * length;
    const uint count = n - start < length ? (uint)(n - start) : length;
    const KILN_KEY found = bases[row];
    KILN_LEAST_ABOVE(source + row * n + start, count, found)
    if (item == 0) nexts[job] = least[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
