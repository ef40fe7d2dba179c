// SPDX-License-Identifier: Apache-2.0
// Elements of a few rows ranked by many groups: an element's place is the number of elements before it, which KILN_LANES work-items of a
// group count together, each a share of the row, for KILN_EACH elements at a time. n^2 comparisons, but two barriers where merging
// in one group has dozens.
#ifndef KILN_ELEMENT
#define KILN_GROUP 256
#define KILN_LANES 32
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_KEY_OF(x) ((x) ^ flip)
#endif
#define KILN_EACH 4
#define KILN_SETS (KILN_GROUP / KILN_LANES)
#define KILN_BLOCK (KILN_EACH * KILN_SETS)    // elements that a group ranks
#define KILN_LOADED (KILN_EACH * KILN_GROUP)  // keys that it holds at a time

// Of the KILN_BLOCK elements from `first` on of the group's row `from`: how many of n come before each, a count of each lane, in `counts`.
// A barrier follows.
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
      /* Equal keys come before the block's elements in front of it, after them behind it. */                          \
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

// Adds up the place of the block's element e in `rank`.
#define KILN_RANK(rank, counts, e)                            \
  _Pragma("unroll") for (int lane = 0; lane < KILN_LANES; ++lane) rank += counts[lane * KILN_BLOCK + (e)];
