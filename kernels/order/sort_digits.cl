// SPDX-License-Identifier: Apache-2.0
// Quantiles of long rows without sorting them. The element at place `low` in sorted order is found digit by digit, from
// the highest digit of its key on. In each turn the kernel `count_digits` counts the next digit of all elements whose
// keys begin with what is known, and `choose_digit` picks the digit that the wanted element has. When the key is known,
// the next element in order either has the same key or the least key above it (`next_key`), and `finish_digits`
// interpolates between the two. No result depends on timing. count_digits and next_key stand in sort_digits_groups.cl
// and sort_digits_chunks.cl.
//
// A row is cut into `parts` of `length` elements, whose counts are added up in `counts`. A row has KILN_COUNTS words
// there: the low halves of KILN_DIGITS counts, as many high halves if rows are that long, and a word that is not 0 if
// the row has a NaN.
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
#define KILN_COUNTS (KILN_DIGITS * (1 + KILN_LONG) + 1)  // words of a row in `counts`
#define KILN_EACH (KILN_DIGITS / KILN_GROUP)

// KILN_FIRST tells whether the digit at `shift` is the first one; KILN_NEXT_WIDTH gives the bits of the digit after it.
// The last digit may have fewer bits: what is then counted past its digits comes later in order and is never reached.
#define KILN_FIRST(shift) ((shift) + KILN_DIGIT_BITS >= KILN_BITS)
#define KILN_NEXT_WIDTH(shift) ((shift) < KILN_DIGIT_BITS ? (shift) : KILN_DIGIT_BITS)

// Adds `count` to a row's count of digit d.
KILN_FUNCTION void kiln_add_count(KILN_GLOBAL uint *counts, uint d, uint count) {
  if (count == 0) return;
  const uint old = atomic_add(&counts[d], count);
  if (KILN_LONG && old + count < old) atomic_inc(&counts[KILN_DIGITS + d]);
}
KILN_FUNCTION KILN_INDEX kiln_count_of(KILN_GLOBAL const uint *counts, uint d) {
  return KILN_LONG ? (KILN_INDEX)((ulong)counts[KILN_DIGITS + d] << 32 | counts[d]) : counts[d];
}

// Finds the digit d of the element at place `wanted`. Each item sums the counts of its digits; the one item whose
// digits include d runs `then`, with `before` elements of lower digits and `number` elements of digit d. `count` is an
// expression for the count of d.
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
// Leaves the least key of all items in keys[0].
#define KILN_GROUP_LEAST(keys)                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);                                                       \
  for (uint step = KILN_GROUP / 2; step > 0; step /= 2) {                             \
    if (item < step && keys[item + step] < keys[item]) keys[item] = keys[item + step];\
    barrier(CLK_LOCAL_MEM_FENCE);                                                     \
  }

// Chooses the digit at `shift` and sets the counts to 0 again. bases[row]: how the wanted key begins, shifted to make
// room for the next digit; in the end the whole key. found[2 * row]: the place of the wanted element among those whose
// keys begin so; found[2 * row + 1]: their number.
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

// Writes the quantile of each row. `nexts` has the least key above bases[row] in each part; it is read only if `t`, the
// fraction of the way to the next element, is not 0. The counts are 0 afterwards.
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
