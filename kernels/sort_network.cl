// SPDX-License-Identifier: Apache-2.0
// A bitonic sort (Batcher, "Sorting networks and their applications", 1968) of local memory: of each `padded` of `used` keys, a power of
// two, with `indices` beside them, which make it stable. Barriers come before and after.
#define KILN_NETWORK(used, padded)                                                                              \
  for (uint k = 2; k <= (padded); k *= 2)                                                                       \
    for (uint j = k / 2; j > 0; j /= 2) {                                                                       \
      for (uint u = (uint)get_local_id(0); u < (used) / 2; u += KILN_GROUP) {                                   \
        const uint a = 2 * u - (u & (j - 1)), b = a + j;                                                        \
        const KILN_KEY x = keys[a], y = keys[b];                                                                \
        const ushort p = indices[a], q = indices[b];                                                            \
        const int behind = x > y || (x == y && p > q), upwards = (a & k) == 0 || k == (padded);                 \
        if (behind == upwards) {                                                                                \
          keys[a] = y;                                                                                          \
          keys[b] = x;                                                                                          \
          indices[a] = q;                                                                                       \
          indices[b] = p;                                                                                       \
        }                                                                                                       \
      }                                                                                                         \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                             \
    }
