// SPDX-License-Identifier: Apache-2.0
// The kernel of sort_quantile.cl on CPU devices. An item has `share` rows of at most KILN_TILE elements, one at a time
// in private memory. Digits of 8 bits, from the highest on, tell which elements to keep.
#define KILN_FEW 24u  // elements that are sorted by insertion

KILN_KERNEL void quantile_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_RESULT, result), KILN_INDEX rows, uint n, uint low,
                               KILN_INDEX share, uint padded, KILN_WIDE t, KILN_KEY_ARGUMENTS) {
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
