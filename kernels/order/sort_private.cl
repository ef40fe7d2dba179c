// SPDX-License-Identifier: Apache-2.0
// kiln_sort_private sorts in private memory, for the kernels of CPU devices. KILN_PLACE holds an index there.

// Sorts `count` keys and their indices in [0], stably. Returns which of [0] and [1] has them then.
KILN_FUNCTION int kiln_sort_private(KILN_KEY keys[2][KILN_TILE], KILN_PLACE indices[2][KILN_TILE], uint count) {
  if (count <= 48) {
    for (uint t = 1; t < count; ++t) {
      const KILN_KEY key = keys[0][t];
      const KILN_PLACE index = indices[0][t];
      uint u = t;
      for (; u > 0 && keys[0][u - 1] > key; --u) {
        keys[0][u] = keys[0][u - 1];
        indices[0][u] = indices[0][u - 1];
      }
      keys[0][u] = key;
      indices[0][u] = index;
    }
    return 0;
  }
  int at = 0;
  for (uint shift = 0; shift < KILN_BITS; shift += 8) {
    uint bins[256];
    for (uint d = 0; d < 256; ++d) bins[d] = 0;
    for (uint t = 0; t < count; ++t) ++bins[(uint)(keys[at][t] >> shift) & 255u];
    if (bins[(uint)(keys[at][0] >> shift) & 255u] == count) continue;
    uint sum = 0;
    for (uint d = 0; d < 256; ++d) {
      const uint value = bins[d];
      bins[d] = sum;
      sum += value;
    }
    for (uint t = 0; t < count; ++t) {
      const uint rank = bins[(uint)(keys[at][t] >> shift) & 255u]++;
      keys[1 - at][rank] = keys[at][t];
      indices[1 - at][rank] = indices[at][t];
    }
    at = 1 - at;
  }
  return at;
}

// Writes the first `keep` of a part of `count` elements, as sort_rows.cl says. `order` has their indices in order.
#define KILN_WRITE_FIRST(order, count)                                                                               \
  {                                                                                                                  \
    const uint written = (count) < keep ? (count) : keep;                                                            \
    const ulong to = row * kept + job % parts * keep;                                                                \
    if (mode & KILN_WRITE_ELEMENTS)                                                                                  \
      for (uint t = 0; t < written; ++t) result[to + t] = from[(order)[t]];                                          \
    if (mode & KILN_WRITE_PLACES)                                                                                    \
      for (uint t = 0; t < written; ++t)                                                                             \
        places[to + t] = mode & KILN_POSITIONS_ARE_INDICES ? (long)(start + (order)[t])                              \
                                                           : positions[row * n + start + (order)[t]];                \
  }
