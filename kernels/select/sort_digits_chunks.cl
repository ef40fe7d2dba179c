// SPDX-License-Identifier: Apache-2.0
// Defines how an item of a CPU device looks at the elements of a part; sort_digits_groups.cl says what the macros do.
// KILN_VECTORS is 1 where sort_key_vectors.cl comes before this file.

// Counts digits in `bins`. If the digit at `shift` is the first one, returns the greatest key.
KILN_FUNCTION KILN_KEY kiln_count_digits(uint bins[2][KILN_DIGITS], KILN_GLOBAL const KILN_ELEMENT *from, uint count, int shift, KILN_KEY base,
                                         KILN_KEY_ARGUMENTS) {
  const int first = KILN_FIRST(shift);
  KILN_KEY greatest = 0;
  for (uint d = 0; d < KILN_DIGITS; ++d) bins[0][d] = bins[1][d] = 0;
  uint i = 0;
#if KILN_VECTORS
  KILN_KEYS greatest_of = 0;
  for (; i + 16 <= count; i += 16) {
    const KILN_KEYS key = kiln_keys(from + i, flip, infinity, nan), digit = (key >> (KILN_KEY)shift) - base;
    KILN_KEY each[16];
    if (first) {
      greatest_of = max(greatest_of, key);
      vstore16(digit, 0, each);
      for (uint u = 0; u < 16; ++u) ++bins[u % 2][(uint)each[u]];
    } else if (kiln_count(digit, KILN_DIGITS - 1)) {
      vstore16(digit, 0, each);
      for (uint u = 0; u < 16; ++u)
        if (each[u] < KILN_DIGITS) ++bins[0][(uint)each[u]];
    }
  }
  KILN_KEY each[16];
  vstore16(greatest_of, 0, each);
  for (uint u = 0; u < 16; ++u) greatest = each[u] > greatest ? each[u] : greatest;
#endif
  for (; i < count; ++i) {
    const KILN_KEY key = KILN_KEY_OF(from[i]), digit = (key >> shift) - base;
    greatest = key > greatest ? key : greatest;
    if (digit < KILN_DIGITS) ++bins[0][(uint)digit];
  }
  return greatest;
}

KILN_FUNCTION KILN_KEY kiln_least_above(KILN_GLOBAL const KILN_ELEMENT *from, uint count, KILN_KEY found, KILN_KEY_ARGUMENTS) {
  KILN_KEY least = KILN_ALL;
  uint i = 0;
#if KILN_VECTORS
  KILN_KEYS least_of = KILN_ALL;
  for (; i + 16 <= count; i += 16) {
    const KILN_KEYS key = kiln_keys(from + i, flip, infinity, nan);
    least_of = min(least_of, select(key, (KILN_KEYS)KILN_ALL, key <= found));
  }
  KILN_KEY each[16];
  vstore16(least_of, 0, each);
  for (uint u = 0; u < 16; ++u) least = each[u] < least ? each[u] : least;
#endif
  for (; i < count; ++i) {
    const KILN_KEY key = KILN_KEY_OF(from[i]);
    least = key > found && key < least ? key : least;
  }
  return least;
}

// Two sets of counters, so that neighbouring equal digits need not wait for each other.
#define KILN_BINS uint bins[2][KILN_DIGITS]
#define KILN_BIN(d) (bins[0][d] + bins[1][d])
#define KILN_COUNT_DIGITS(from, count, shift, base) greatest = kiln_count_digits(bins, from, count, shift, base, flip, infinity, nan);
#define KILN_LEAST KILN_KEY least[1]
#define KILN_LEAST_ABOVE(from, count, found) least[0] = kiln_least_above(from, count, found, flip, infinity, nan);
