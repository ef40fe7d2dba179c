// SPDX-License-Identifier: Apache-2.0
// Repeats rows of a large array. The source has (outer, n, inner) words; `ends` has the running sums of the repeats, so
// that row r fills places ends[r - 1] .. ends[r] - 1 along n. `out` is (outer, total, inner). With KILN_PLACES the
// kernel writes the rows' numbers instead: `out` is (total).
//
// The result along n has `tiles` tiles. On CPU devices a work-item writes a tile, in `each` outer rows, row after row of
// the source. On others a group does, and a tile is KILN_TILE places: each row marks its first place in the tile, and a
// running maximum fills the places between; `starts` (index_repeat_starts) has the row of each tile's first place.
//   KILN_END: type that holds n and the sums
//   KILN_ONE: 1: inner is 1

// The first row in first .. last whose end lies behind `place`; n > 0 and `place` is before the last end.
KILN_FUNCTION KILN_END kiln_row_of(KILN_GLOBAL const KILN_END *ends, KILN_END first, KILN_END last, KILN_END place) {
  for (KILN_END length = last - first + 1; length > 0;) {
    const KILN_END half_of = length / 2;
    const int behind = ends[first + half_of] <= place;
    first += behind ? half_of + 1 : 0;
    length = behind ? length - half_of - 1 : half_of;
  }
  return first;
}

#if KILN_PLACES
#define KILN_WORD(row, word) ((KILN_UNIT)(row))
#elif KILN_ONE
#define KILN_WORD(row, word) from[row]
#else
#define KILN_WORD(row, word) from[(ulong)(row) * inner + (word)]
#endif

#if KILN_CPU
#define KILN_AT_ONCE 4  // words written for a row even if it is repeated less often: the next rows overwrite the rest
#else
#define KILN_EACH 8  // places of a work-item
#define KILN_TILE (KILN_ITEMS * KILN_EACH)
#define KILN_AHEAD 4  // words of an item that are in flight
// rows that mark in a tile; if there are more, each place searches for its row
#define KILN_MOST_MARKS ((KILN_END)8 * KILN_TILE)
#define KILN_PADDED(i) ((i) + (i) / 32)  // keeps neighbours in different banks of local memory

// starts[tile] = the row of the tile's first place; starts[tiles] = the row of the last place of all.
KILN_KERNEL void index_repeat_starts(KILN_ARG(const KILN_END, ends), KILN_ARG(KILN_END, starts), KILN_END n, KILN_END total, KILN_END tiles) {
  KILN_PTR(const KILN_END, ends);
  KILN_PTR(KILN_END, starts);
  const KILN_END tile = (KILN_END)get_global_id(0);
  if (tile > tiles) return;
  starts[tile] = kiln_row_of(ends, 0, n - 1, tile < tiles ? tile * KILN_TILE : total - 1);
}
#endif

KILN_KERNEL void index_repeat_many(KILN_ARG(const KILN_END, ends), KILN_ARG(const KILN_END, starts), KILN_ARG(const KILN_UNIT, source),
                                   KILN_ARG(KILN_UNIT, out), KILN_END n, KILN_END total, ulong outer, uint inner, KILN_END tiles,
                                   ulong each) {
  KILN_PTR_RESTRICT(const KILN_END, ends);
  KILN_PTR_RESTRICT(const KILN_UNIT, source);
  KILN_PTR_RESTRICT(KILN_UNIT, out);
  const KILN_END tile = (KILN_END)(get_group_id(0) % tiles);
  const ulong some = get_group_id(0) / tiles * each, upto = outer - some < each ? outer : some + each;
#if KILN_CPU
  const KILN_END size = (total + tiles - 1) / tiles, begin = tile * size, end = total - begin < size ? total : begin + size;
  if (begin >= total) return;
  const KILN_END first = kiln_row_of(ends, 0, n - 1, begin);
  for (ulong o = some; o < upto; ++o) {
    KILN_GLOBAL const KILN_UNIT *from = source + o * n * inner;
    KILN_GLOBAL KILN_UNIT *to = out + o * total * inner;
    KILN_END row = first, at = begin;
#if KILN_ONE || KILN_PLACES
    while (at + KILN_AT_ONCE <= end) {
      const KILN_UNIT x = KILN_WORD(row, 0);
      const KILN_END behind = ends[row++];
#pragma unroll
      for (int i = 0; i < KILN_AT_ONCE; ++i) to[at + i] = x;
      if (behind - at > KILN_AT_ONCE) {
        const KILN_END last = behind < end ? behind : end;
        for (KILN_END i = at + KILN_AT_ONCE; i < last; ++i) to[i] = x;
      }
      at = behind;
    }
#endif
    for (; at < end; ++row)
      for (const KILN_END last = ends[row] < end ? ends[row] : end; at < last; ++at)
        for (uint i = 0; i < inner; ++i) to[(ulong)at * inner + i] = KILN_WORD(row, i);
  }
#else
  KILN_PTR(const KILN_END, starts);
  KILN_LOCAL KILN_END rows[KILN_PADDED(KILN_TILE)];  // row numbers, minus `first`
  KILN_LOCAL KILN_END most[KILN_ITEMS];
  const uint item = (uint)get_local_id(0);
  const KILN_END begin = tile * KILN_TILE;
  const uint places = (uint)(total - begin < KILN_TILE ? total - begin : KILN_TILE);
  const KILN_END first = starts[tile], last = starts[tile + 1];
  if (last - first < KILN_MOST_MARKS) {
    for (uint i = item; i < KILN_TILE; i += KILN_ITEMS) rows[KILN_PADDED(i)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (KILN_END i = first; i <= last; i += KILN_ITEMS) {
      const KILN_END row = i + item <= last ? i + item : last, before = row > 0 ? ends[row - 1] : 0;
      const KILN_END from = before > begin ? before - begin : 0;
      if (ends[row] > before && from < places) rows[KILN_PADDED((uint)from)] = row - first;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_END own = 0;
#pragma unroll
    for (uint i = item * KILN_EACH; i < (item + 1) * KILN_EACH; ++i) own = own > rows[KILN_PADDED(i)] ? own : rows[KILN_PADDED(i)];
    most[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < KILN_ITEMS; step *= 2) {
      const KILN_END other = item >= step ? most[item - step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (other > most[item]) most[item] = other;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    own = item > 0 ? most[item - 1] : 0;
#pragma unroll
    for (uint i = item * KILN_EACH; i < (item + 1) * KILN_EACH; ++i) {
      own = own > rows[KILN_PADDED(i)] ? own : rows[KILN_PADDED(i)];
      rows[KILN_PADDED(i)] = own;
    }
  } else {
    for (uint i = item; i < KILN_TILE; i += KILN_ITEMS)
      rows[KILN_PADDED(i)] = kiln_row_of(ends, first, last, begin + (i < places ? i : places - 1)) - first;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint words = places * inner, all = words * (uint)(upto - some);
  for (uint i = item; i < all; i += KILN_ITEMS * KILN_AHEAD) {
    KILN_UNIT x[KILN_AHEAD];
    ulong to[KILN_AHEAD];
#pragma unroll
    for (uint u = 0; u < KILN_AHEAD; ++u) {
      const uint at = i + u * KILN_ITEMS, o = outer == 1 ? 0 : at / words, word = at - o * words;
#if KILN_ONE || KILN_PLACES
      const uint place = word;
#else
      const uint place = word / inner;
#endif
      if (at >= all) continue;
#if !KILN_PLACES
      KILN_GLOBAL const KILN_UNIT *from = source + (some + o) * n * inner;
#endif
      x[u] = KILN_WORD(first + rows[KILN_PADDED(place)], word - place * inner);
      to[u] = ((some + o) * total + begin) * inner + word;
    }
#pragma unroll
    for (uint u = 0; u < KILN_AHEAD; ++u)
      if (i + u * KILN_ITEMS < all) out[to[u]] = x[u];
  }
#endif
}
