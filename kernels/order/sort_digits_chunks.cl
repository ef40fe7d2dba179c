// SPDX-License-Identifier: Apache-2.0
// The kernels of sort_digits.cl on CPU devices, where one work-item is a group. `quantile_rows` computes quantiles of
// short rows by itself, in private memory. sort_digits.cl comes before this file; KILN_VECTORS is 1 where
// sort_key_vectors.cl does too.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_TILE 2048
#define KILN_VECTORS 1
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_KEYS uint16
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
#define kiln_add_count(counts, d, count)
#define kiln_between(x, y, z, t) (x)
#define kiln_number(key, flip) (key)
#define kiln_keys(from, flip, infinity, nan) vload16(0, from)
#define kiln_count(keys, limit) 0
#endif
#define KILN_FEW 24u  // elements that are sorted by insertion

// Quantiles of `rows` rows of n elements, at most KILN_TILE; an item has `share` rows. Digits of 8 bits, from the
// highest on, tell which elements to keep.
KILN_KERNEL void quantile_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_RESULT, result), KILN_INDEX rows, uint n, uint low,
                               KILN_INDEX share, KILN_WIDE t, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_RESULT, result);
  const ulong begin = get_group_id(0) * (ulong)share, end = rows - begin < share ? rows : begin + share;
  for (ulong row = begin; row < end; ++row) {
    KILN_GLOBAL const KILN_ELEMENT *const from = source + row * n;
    KILN_KEY keys[KILN_TILE];
    KILN_KEY next = KILN_ALL, greatest = 0;  // the least key above those that are kept
    for (uint i = 0; i < n; ++i) {
      keys[i] = KILN_KEY_OF(from[i]);
      greatest = keys[i] > greatest ? keys[i] : greatest;
    }
    uint count = n, wanted = low;
    for (int shift = KILN_BITS - 8; count > KILN_FEW && shift >= 0; shift -= 8) {
      uint bins[256];
      for (uint d = 0; d < 256; ++d) bins[d] = 0;
      for (uint i = 0; i < count; ++i) ++bins[(uint)(keys[i] >> shift) & 255u];
      uint d = 0, kept = 0;
      // The bound is for rusticl on llvmpipe, which compiles the loop wrongly without it.
      for (; d < 255 && wanted >= bins[d]; ++d) wanted -= bins[d];
      if (bins[d] == count) continue;
      for (uint i = 0; i < count; ++i) {
        const KILN_KEY key = keys[i];
        const uint digit = (uint)(key >> shift) & 255u;
        keys[kept] = key;
        kept += digit == d;
        next = digit > d && key < next ? key : next;
      }
      count = kept;
    }
    if (count <= KILN_FEW)  // otherwise all keys are equal
      for (uint i = 1; i < count; ++i) {
        const KILN_KEY key = keys[i];
        uint to = i;
        for (; to > 0 && keys[to - 1] > key; --to) keys[to] = keys[to - 1];
        keys[to] = key;
      }
    const KILN_WIDE x = kiln_number(keys[wanted], flip);
    const KILN_WIDE y = t == 0 ? x : kiln_number(wanted + 1 < count ? keys[wanted + 1] : next, flip);
    result[row] = kiln_between(x, y, KILN_FLOAT && greatest == nan ? (KILN_WIDE)NAN : x, t);
  }
}

KILN_KERNEL void count_digits(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(uint, counts), KILN_ARG(const KILN_KEY, bases), KILN_INDEX rows,
                              KILN_INDEX n, uint parts, uint length, int shift, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(uint, counts);
  KILN_PTR(const KILN_KEY, bases);
  for (ulong job = get_group_id(0); job < (ulong)rows * parts; job += get_num_groups(0)) {
    const ulong row = job / parts, start = job % parts * length;
    const uint count = n - start < length ? (uint)(n - start) : length;
    KILN_GLOBAL const KILN_ELEMENT *const from = source + row * n + start;
    KILN_GLOBAL uint *const to = counts + row * KILN_COUNTS;
    const int first = KILN_FIRST(shift);
    const KILN_KEY base = first ? 0 : bases[row];
    KILN_KEY greatest = 0;
    // Two sets of counters, so that neighbouring equal digits need not wait for each other.
    uint bins[2][KILN_DIGITS];
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
    for (uint d = 0; d < KILN_DIGITS; ++d) kiln_add_count(to, d, bins[0][d] + bins[1][d]);
    if (KILN_FLOAT && first && greatest == nan) atomic_or(&to[KILN_COUNTS - 1], 1u);
  }
}

KILN_KERNEL void next_key(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_KEY, nexts), KILN_ARG(const KILN_KEY, bases), KILN_INDEX rows,
                          KILN_INDEX n, uint parts, uint length, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_KEY, nexts);
  KILN_PTR(const KILN_KEY, bases);
  for (ulong job = get_group_id(0); job < (ulong)rows * parts; job += get_num_groups(0)) {
    const ulong row = job / parts, start = job % parts * length;
    const uint count = n - start < length ? (uint)(n - start) : length;
    KILN_GLOBAL const KILN_ELEMENT *const from = source + row * n + start;
    const KILN_KEY found = bases[row];
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
    nexts[job] = least;
  }
}
