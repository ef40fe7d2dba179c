// SPDX-License-Identifier: Apache-2.0
// Quantiles of long rows without sorting them. The element at place `low` in sorted order is found digit by digit, from
// the highest digit of its key on. In each turn the kernel `count_digits` counts the next digit of all elements whose
// keys begin with what is known, and `choose_digit` picks the digit that the wanted element has. When the key is known,
// the next element in order either has the same key or the least key above it (`next_key`), and `finish_digits`
// interpolates between the two. No result depends on timing.
//
// Rows have the parts of sort_parts.cl, whose counts are added up in `counts`. A row has KILN_COUNTS words there: the
// low halves of KILN_DIGITS counts, as many high halves if rows are that long, and a word that is not 0 if the row has a
// NaN. This file has what the kernels share; how a part is looked at stands in sort_digits_groups.cl or
// sort_digits_chunks.cl, and the kernels in sort_digits_parts.cl.
#define KILN_DIGIT_BITS 11
#define KILN_DIGITS (1u << KILN_DIGIT_BITS)
#define KILN_LONG (sizeof(KILN_INDEX) == 8)
#define KILN_COUNTS (KILN_DIGITS * (1 + KILN_LONG) + 1)  // words of a row in `counts`
#define KILN_EACH (KILN_DIGITS / KILN_GROUP)

// KILN_FIRST tells whether the digit at `shift` is the first one; KILN_NEXT_WIDTH gives the bits of the digit after it.
// The last digit may have fewer bits. Counts past its greatest value are then of keys whose earlier digits are greater.
// Such keys come later in order, so the search ends before it reaches their counts.
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
