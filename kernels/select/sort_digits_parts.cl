// SPDX-License-Identifier: Apache-2.0
// The kernels that sort_digits.cl explains.

KILN_KERNEL void count_digits(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(uint, counts), KILN_ARG(const KILN_KEY, bases), KILN_PARTS,
                              int shift, KILN_KEY_ARGUMENTS) {
  KILN_BINS;
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(uint, counts);
  KILN_PTR(const KILN_KEY, bases);
  const uint item = (uint)get_local_id(0);
  KILN_EACH_PART {
    KILN_PART(source)
    KILN_GLOBAL uint *const to = counts + row * KILN_COUNTS;
    const KILN_KEY base = KILN_FIRST(shift) ? 0 : bases[row];
    KILN_KEY greatest = 0;
    KILN_COUNT_DIGITS(from, count, shift, base)
    for (uint d = item; d < KILN_DIGITS; d += KILN_GROUP) kiln_add_count(to, d, KILN_BIN(d));
    if (KILN_FLOAT && KILN_FIRST(shift) && greatest == nan) atomic_or(&to[KILN_COUNTS - 1], 1u);
    KILN_MEET
  }
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

// nexts[job] = the least key of part `job` above bases[row].
KILN_KERNEL void next_key(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_KEY, nexts), KILN_ARG(const KILN_KEY, bases), KILN_PARTS,
                          KILN_KEY_ARGUMENTS) {
  KILN_LEAST;
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_KEY, nexts);
  KILN_PTR(const KILN_KEY, bases);
  const uint item = (uint)get_local_id(0);
  KILN_EACH_PART {
    KILN_PART(source)
    const KILN_KEY found = bases[row];
    KILN_LEAST_ABOVE(from, count, found)
    if (item == 0) nexts[job] = least[0];
    KILN_MEET
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
