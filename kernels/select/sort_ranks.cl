// SPDX-License-Identifier: Apache-2.0
// Sorts a few rows in one launch of many groups; sort_count.cl comes before this file. A row of `n` elements has
// `blocks` groups, each of which ranks KILN_BLOCK elements and writes those among the first `keep` in order. `moved`
// receives indices as uint, or words that move with the elements; the other arguments are those of sort_rows.cl.
// With KILN_WRITE_POSITIONS, words of `positions` move with the elements. KILN_WORD_BYTES is their size; if it is 0,
// indices move instead.
#define KILN_WORD_BYTES(mode) ((mode) >> 8)
#define KILN_MOVE_WORD(T) ((KILN_GLOBAL T *)moved)[to] = ((KILN_GLOBAL const T *)positions)[(ulong)row * n + first + e]

KILN_KERNEL void sort_ranks(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                            KILN_ARG(uint, moved), KILN_ARG(long, places), uint n, uint keep, uint blocks, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_LOADED];
  KILN_LOCAL uint counts[KILN_LANES * KILN_BLOCK];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(uint, moved);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0), row = group / blocks, first = (group - row * blocks) * KILN_BLOCK;
  KILN_GLOBAL const KILN_ELEMENT *const from = source + (ulong)row * n;
  KILN_COUNT_BEFORE(keys, counts, from, n, first)
  for (uint e = item; e < KILN_BLOCK && first + e < n; e += KILN_GROUP) {
    uint rank = 0;
    KILN_RANK(rank, counts, e)
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
