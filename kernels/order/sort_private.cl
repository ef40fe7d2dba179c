// SPDX-License-Identifier: Apache-2.0
// kiln_sort_private sorts in private memory, for the kernels of CPU devices.
#ifndef KILN_TILE
#define KILN_TILE 2048
#define KILN_KEY uint
#define KILN_BITS 32
#endif

// Sorts `count` keys and their indices, stably. Input and output are in [0]; [1] is working memory.
KILN_FUNCTION void kiln_sort_private(KILN_KEY keys[2][KILN_TILE], uint indices[2][KILN_TILE], uint count) {
  if (count <= 48) {
    for (uint t = 1; t < count; ++t) {
      const KILN_KEY key = keys[0][t];
      const uint index = indices[0][t];
      uint u = t;
      for (; u > 0 && keys[0][u - 1] > key; --u) {
        keys[0][u] = keys[0][u - 1];
        indices[0][u] = indices[0][u - 1];
      }
      keys[0][u] = key;
      indices[0][u] = index;
    }
    return;
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
  if (at == 1)
    for (uint t = 0; t < count; ++t) {
      keys[0][t] = keys[1][t];
      indices[0][t] = indices[1][t];
    }
}
