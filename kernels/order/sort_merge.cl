// SPDX-License-Identifier: Apache-2.0
// Sorts keys in local memory, stably: each `padded` keys (a power of two) by themselves, and `indices` with them. Runs
// of 1, 2, 4, ... keys are merged in pairs. The place of a key after a merge is its place in its run plus its place in
// the other run, which a binary search finds; all keys do so at once, `held` of them in each work-item. Between two
// barriers keys are either only read or only written. The caller puts a barrier before; the macro ends with one. All
// KILN_GROUP * held keys take part, even those past the last row, so that nothing branches and an item's reads do not
// wait for each other.
#define KILN_MERGE_SORT(held, padded)                                                                      \
  for (uint run = 1; run < (padded); run *= 2) {                                                           \
    KILN_KEY own[held];                                                                                    \
    uint index[held], other[held];                                                                         \
    _Pragma("unroll") for (uint u = 0; u < held; ++u) {                                                    \
      const uint e = u * KILN_GROUP + item;                                                                \
      own[u] = keys[e];                                                                                    \
      index[u] = indices[e];                                                                               \
      other[u] = (e ^ run) & ~(run - 1);                                                                   \
    }                                                                                                      \
    for (uint step = run; step > 0; step /= 2) {                                                           \
      const uint half_of = (step + 1) / 2;                                                                 \
      KILN_KEY met[held];                                                                                  \
      _Pragma("unroll") for (uint u = 0; u < held; ++u) met[u] = keys[other[u] + half_of - 1];             \
      _Pragma("unroll") for (uint u = 0; u < held; ++u) {                                                  \
        /* Equal keys of the first run come first. */                                                      \
        const uint second = (u * KILN_GROUP + item) & run;                                                 \
        other[u] += met[u] < own[u] || (second && met[u] == own[u]) ? half_of : 0;                         \
      }                                                                                                    \
    }                                                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
    _Pragma("unroll") for (uint u = 0; u < held; ++u) {                                                    \
      const uint e = u * KILN_GROUP + item;                                                                \
      const uint to = (e & (run - 1)) + other[u] - (e & run ? 0 : run);                                    \
      keys[to] = own[u];                                                                                   \
      indices[to] = (ushort)index[u];                                                                      \
    }                                                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
  }
// Sorts the first `used` keys. The keys past them must have been written too.
#define KILN_SORT_LOCAL(used, padded)                \
  if ((used) <= 4 * KILN_GROUP) {                    \
    KILN_MERGE_SORT(4, padded)                       \
  } else {                                           \
    KILN_MERGE_SORT(8, padded)                       \
  }
