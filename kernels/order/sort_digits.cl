// SPDX-License-Identifier: Apache-2.0
// Quantiles of long rows without sorting them, by digits of their elements' keys from the highest on: counts of the digits tell which one
// the element at `low` in order has, and what to count next: elements whose keys begin as its key does. In the end that key is known, and
// the next in order is the same or the least of those above it. No result depends on timing. Rows have `parts` of `length` elements, whose
// counts are added up in `counts`: of each row KILN_DIGITS low halves, as many high ones where rows are that long, and whether there is a
// NaN. sort_digits_groups.cl and sort_digits_chunks.cl count.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_ALL 0xffffffffu
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_RESULT float
#define KILN_WIDE float
#define kiln_between(x, y, z, t) (x)
#define kiln_number(key, flip) (key)
#define KILN_GROUP_SUMS(T, sums, items)
#endif
#define KILN_DIGIT_BITS 11
#define KILN_DIGITS (1u << KILN_DIGIT_BITS)
#define KILN_LONG (sizeof(KILN_INDEX) == 8)
#define KILN_COUNTS (KILN_DIGITS * (1 + KILN_LONG) + 1)  // of a row
#define KILN_EACH (KILN_DIGITS / KILN_GROUP)

// Whether the digit at `shift` is the first, and the bits of the next, of which the last may have fewer: what then is counted behind its
// digits comes later in order and is never reached.
#define KILN_FIRST(shift) ((shift) + KILN_DIGIT_BITS >= KILN_BITS)
#define KILN_NEXT_WIDTH(shift) ((shift) < KILN_DIGIT_BITS ? (shift) : KILN_DIGIT_BITS)

// Adds `count`, which is of the digit d, to a row's counts.
KILN_FUNCTION void kiln_add_count(KILN_GLOBAL uint *counts, uint d, uint count) {
  if (count == 0) return;
  const uint old = atomic_add(&counts[d], count);
  if (KILN_LONG && old + count < old) atomic_inc(&counts[KILN_DIGITS + d]);
}
KILN_FUNCTION KILN_INDEX kiln_count_of(KILN_GLOBAL const uint *counts, uint d) {
  return KILN_LONG ? (KILN_INDEX)((ulong)counts[KILN_DIGITS + d] << 32 | counts[d]) : counts[d];
}

// The digit d of the element at `wanted`: the one item whose digits it is among finds it and does `then`, where `before` elements have lower
// digits and `number` have d. `count` is the count of d.
#define KILN_FIND_DIGIT(count, then)                                                  \
  {                                                                                   \
    KILN_INDEX own = 0;                                                               \
    for (uint d = item * KILN_EACH; d < (item + 1) * KILN_EACH; ++d) own += (count);  \
    sums[item] = own;                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                     \
    KILN_GROUP_SUMS(KILN_INDEX, sums, KILN_GROUP)                                     \
    KILN_INDEX before = sums[item] - own;                                             \
    if (before <= wanted && wanted - before < own) {                                  \
      uint d = item * KILN_EACH;                                                      \
      KILN_INDEX number = (count);                                                    \
      for (; d + 1 < KILN_DIGITS && wanted - before >= number; number = (count)) {    \
        before += number;                                                             \
        ++d;                                                                          \
      }                                                                               \
      then                                                                            \
    }                                                                                 \
  }
// The least of the items' keys, in keys[0].
#define KILN_GROUP_LEAST(keys)                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);                                                       \
  for (uint step = KILN_GROUP / 2; step > 0; step /= 2) {                             \
    if (item < step && keys[item + step] < keys[item]) keys[item] = keys[item + step];\
    barrier(CLK_LOCAL_MEM_FENCE);                                                     \
  }

// The digit at `shift` from the counts, which are 0 again after that. bases: how keys begin, followed by zeros for the next digit; in the end
// the key. wanted: where in order the element is among those, and how many there are.
KILN_KERNEL void choose_digit(KILN_ARG(uint, counts), KILN_ARG(KILN_KEY, bases), KILN_ARG(KILN_INDEX, found), KILN_INDEX rows, KILN_INDEX low,
                              int shift) {
  KILN_LOCAL KILN_INDEX sums[KILN_GROUP];
  KILN_PTR(uint, counts);
  KILN_PTR(KILN_KEY, bases);
  KILN_PTR(KILN_INDEX, found);
  const uint item = (uint)get_local_id(0);
  for (ulong row = get_group_id(0); row < rows; row += get_num_groups(0)) {
    KILN_GLOBAL uint *const of_row = counts + row * KILN_COUNTS;
    const KILN_INDEX wanted = KILN_FIRST(shift) ? low : found[2 * row];
    const KILN_KEY base = KILN_FIRST(shift) ? 0 : bases[row];
    KILN_FIND_DIGIT(kiln_count_of(of_row, d), bases[row] = (base + d) << KILN_NEXT_WIDTH(shift); found[2 * row] = wanted - before;
                    found[2 * row + 1] = number;)
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < KILN_COUNTS - 1; d += KILN_GROUP) of_row[d] = 0;
  }
}

// `nexts`: the least key above the row's in each part, where t is not 0. The counts are as they were at first.
KILN_KERNEL void finish_digits(KILN_ARG(uint, counts), KILN_ARG(const KILN_KEY, bases), KILN_ARG(const KILN_INDEX, found),
                               KILN_ARG(const KILN_KEY, nexts), KILN_ARG(KILN_RESULT, result), KILN_INDEX rows, uint parts, KILN_WIDE t,
                               KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY least[KILN_GROUP];
  KILN_PTR(uint, counts);
  KILN_PTR(const KILN_KEY, bases);
  KILN_PTR(const KILN_INDEX, found);
  KILN_PTR(const KILN_KEY, nexts);
  KILN_PTR(KILN_RESULT, result);
  const uint item = (uint)get_local_id(0);
  for (ulong row = get_group_id(0); row < rows; row += get_num_groups(0)) {
    const int apart = t != 0 && found[2 * row] + 1 == found[2 * row + 1];
    least[item] = KILN_ALL;
    if (apart)
      for (uint p = item; p < parts; p += KILN_GROUP)
        if (nexts[row * parts + p] < least[item]) least[item] = nexts[row * parts + p];
    KILN_GROUP_LEAST(least)
    if (item == 0) {
      const KILN_WIDE x = kiln_number(bases[row], flip);
      const int any_nan = counts[(row + 1) * KILN_COUNTS - 1] != 0;
      counts[(row + 1) * KILN_COUNTS - 1] = 0;
      result[row] = kiln_between(x, apart ? kiln_number(least[0], flip) : x, any_nan ? (KILN_WIDE)NAN : x, t);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
