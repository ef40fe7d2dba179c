// SPDX-License-Identifier: Apache-2.0
// Sorts local memory, stably: of each `padded` keys, a power of two, with `indices` beside them. Runs of 1, 2, 4 ... are merged in pairs: an
// element's place is its own in its run and that in the other run, found by halving, which all elements do at once, each item `held` of them.
// Between two barriers keys are only read, or only written. Barriers come before and after. All KILN_GROUP * held keys take part, also those
// behind the last row: so nothing branches, and an item's reads do not wait for each other.
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
        /* Of equal keys those of the first run come first. */                                             \
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
// The keys in use are the first `used`; those behind them have been written too.
#define KILN_SORT_LOCAL(used, padded)                \
  if ((used) <= 4 * KILN_GROUP) {                    \
    KILN_MERGE_SORT(4, padded)                       \
  } else {                                           \
    KILN_MERGE_SORT(8, padded)                       \
  }
