// SPDX-License-Identifier: Apache-2.0
// Macros that rank elements of a row by counting: the place of an element is the number of elements before it in order.
// KILN_LANES work-items of a group count for KILN_EACH elements, each over its share of the row. This takes n^2
// comparisons, but only two barriers for each KILN_LOADED keys; merging within one group takes dozens. sort_key.cl
// comes before this file.
#define KILN_EACH 4
#define KILN_SETS (KILN_GROUP / KILN_LANES)
#define KILN_BLOCK (KILN_EACH * KILN_SETS)  // elements that a group ranks
#define KILN_LOADED (KILN_EACH * KILN_GROUP)  // keys that a group holds at a time

// Counts, for the KILN_BLOCK elements from place `first` on of the row `from`, how many of the row's n elements come
// before each. `counts` in local memory receives a count of each lane for each element. A barrier follows.
#define KILN_COUNT_BEFORE(keys, counts, from, n, first)                                                                \
  {                                                                                                                    \
    const uint set = item % KILN_SETS, lane = item / KILN_SETS;                                                        \
    KILN_KEY mine[KILN_EACH];                                                                                          \
    uint before[KILN_EACH];                                                                                            \
    _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u) {                                                            \
      const uint at = (first) + u * KILN_SETS + set;                                                                   \
      mine[u] = KILN_KEY_OF((from)[at < (n) ? at : (first)]);                                                          \
      before[u] = 0;                                                                                                   \
    }                                                                                                                  \
    for (uint begin = 0; begin < (n); begin += KILN_LOADED) {                                                          \
      const uint count = (n) - begin < KILN_LOADED ? (n) - begin : KILN_LOADED;                                        \
      KILN_KEY loaded[KILN_EACH];                                                                                      \
      _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u) {                                                          \
        const uint at = begin + u * KILN_GROUP + item;                                                                 \
        loaded[u] = KILN_KEY_OF((from)[at < (n) ? at : (first)]);                                                      \
      }                                                                                                                \
      _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u) keys[u * KILN_GROUP + item] = loaded[u];                   \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
      /* Keys equal to an element of the block count if they lie before it. */                                         \
      const uint front = (first) < begin ? 0 : (first) - begin < count ? (first) - begin : count;                      \
      const uint behind = (first) < begin ? 0 : count - front < KILN_BLOCK ? count : front + KILN_BLOCK;               \
      _Pragma("unroll 4") for (uint t = lane; t < front; t += KILN_LANES) {                                            \
        const KILN_KEY key = keys[t];                                                                                  \
        _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u) before[u] += key <= mine[u];                             \
      }                                                                                                                \
      for (uint t = front + lane; t < behind; t += KILN_LANES) {                                                       \
        const KILN_KEY key = keys[t];                                                                                  \
        _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u)                                                          \
          before[u] += key < mine[u] || (key == mine[u] && begin + t < (first) + u * KILN_SETS + set);                 \
      }                                                                                                                \
      _Pragma("unroll 4") for (uint t = behind + lane; t < count; t += KILN_LANES) {                                   \
        const KILN_KEY key = keys[t];                                                                                  \
        _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u) before[u] += key < mine[u];                              \
      }                                                                                                                \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    }                                                                                                                  \
    _Pragma("unroll") for (int u = 0; u < KILN_EACH; ++u) counts[lane * KILN_BLOCK + u * KILN_SETS + set] = before[u]; \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
  }

// Adds the lanes' counts of the block's element e to `rank`.
#define KILN_RANK(rank, counts, e)                            \
  _Pragma("unroll") for (int lane = 0; lane < KILN_LANES; ++lane) rank += counts[lane * KILN_BLOCK + (e)];
