// SPDX-License-Identifier: Apache-2.0
// Quantiles of whole rows, each found by one group in one launch, with the macros of sort_digits.cl and
// sort_digits_groups.cl, which come before this file.
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
