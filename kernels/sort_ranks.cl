// SPDX-License-Identifier: Apache-2.0
// Sorts a few rows in one launch of many groups: an element's place is the number of elements before it, which KILN_LANES work-items of a
// group count together, each a share of the row, for KILN_EACH elements at a time. n^2 comparisons, but two barriers where merging
// in one group has dozens. Of each row the first `keep` in order are written.
#ifndef KILN_ELEMENT
#define KILN_GROUP 256
#define KILN_LANES 32
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#endif
// mode: which of these a kernel writes, and whether an element's position is its index in the row.
#define KILN_WRITE_ELEMENTS 1u
#define KILN_WRITE_POSITIONS 2u
#define KILN_WRITE_PLACES 4u
#define KILN_POSITIONS_ARE_INDICES 8u
// With KILN_WRITE_POSITIONS: words of so many bytes, which lie where positions do, are moved instead of indices; 0: none.
#define KILN_WORD_BYTES(mode) ((mode) >> 8)
#define KILN_MOVE_WORD(T) ((KILN_GLOBAL T *)moved)[to] = ((KILN_GLOBAL const T *)positions)[(ulong)row * n + first + e]
#define KILN_EACH 4
#define KILN_SETS (KILN_GROUP / KILN_LANES)
#define KILN_BLOCK (KILN_EACH * KILN_SETS)   // elements that a group ranks
#define KILN_LOADED (KILN_EACH * KILN_GROUP)  // keys that it holds at a time

KILN_KERNEL void sort_ranks(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                            KILN_ARG(uint, moved), KILN_ARG(long, places), uint n, uint keep, uint blocks, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_LOADED];
  KILN_LOCAL uint counts[KILN_LANES * KILN_BLOCK];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(uint, moved);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0), row = group / blocks;
  const uint set = item % KILN_SETS, lane = item / KILN_SETS, first = (group - row * blocks) * KILN_BLOCK;
  KILN_GLOBAL const KILN_ELEMENT *const from = source + (ulong)row * n;
  KILN_KEY mine[KILN_EACH];
  uint before[KILN_EACH];
#pragma unroll
  for (int u = 0; u < KILN_EACH; ++u) {
    const uint at = first + u * KILN_SETS + set;
    mine[u] = KILN_KEY_OF(from[at < n ? at : first]);
    before[u] = 0;
  }
  for (uint begin = 0; begin < n; begin += KILN_LOADED) {
    const uint count = n - begin < KILN_LOADED ? n - begin : KILN_LOADED;
    KILN_KEY loaded[KILN_EACH];
#pragma unroll
    for (int u = 0; u < KILN_EACH; ++u) {
      const uint at = begin + u * KILN_GROUP + item;
      loaded[u] = KILN_KEY_OF(from[at < n ? at : first]);
    }
#pragma unroll
    for (int u = 0; u < KILN_EACH; ++u) keys[u * KILN_GROUP + item] = loaded[u];
    barrier(CLK_LOCAL_MEM_FENCE);
    // Equal keys come before the block's elements in front of it, after them behind it.
    const uint low = first < begin ? 0 : first - begin < count ? first - begin : count;
    const uint high = first < begin ? 0 : count - low < KILN_BLOCK ? count : low + KILN_BLOCK;
#pragma unroll 4
    for (uint t = lane; t < low; t += KILN_LANES) {
      const KILN_KEY key = keys[t];
#pragma unroll
      for (int u = 0; u < KILN_EACH; ++u) before[u] += key <= mine[u];
    }
    for (uint t = low + lane; t < high; t += KILN_LANES) {
      const KILN_KEY key = keys[t];
#pragma unroll
      for (int u = 0; u < KILN_EACH; ++u)
        before[u] += key < mine[u] || (key == mine[u] && begin + t < first + u * KILN_SETS + set);
    }
#pragma unroll 4
    for (uint t = high + lane; t < count; t += KILN_LANES) {
      const KILN_KEY key = keys[t];
#pragma unroll
      for (int u = 0; u < KILN_EACH; ++u) before[u] += key < mine[u];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int u = 0; u < KILN_EACH; ++u) counts[lane * KILN_BLOCK + u * KILN_SETS + set] = before[u];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint e = item; e < KILN_BLOCK && first + e < n; e += KILN_GROUP) {
    uint rank = 0;
#pragma unroll
    for (int l = 0; l < KILN_LANES; ++l) rank += counts[l * KILN_BLOCK + e];
    if (rank < keep) {
      const ulong to = (ulong)row * keep + rank;
      if (mode & KILN_WRITE_ELEMENTS) result[to] = from[first + e];
      if (mode & KILN_WRITE_POSITIONS) switch (KILN_WORD_BYTES(mode)) {
        case 0: moved[to] = first + e; break;
        case 1: KILN_MOVE_WORD(uchar); break;
        case 2: KILN_MOVE_WORD(ushort); break;
        case 4: KILN_MOVE_WORD(uint); break;
        default: KILN_MOVE_WORD(ulong);
      }
      if (mode & KILN_WRITE_PLACES)
        places[to] = mode & KILN_POSITIONS_ARE_INDICES ? (long)(first + e) : positions[(ulong)row * n + first + e];
    }
  }
}
