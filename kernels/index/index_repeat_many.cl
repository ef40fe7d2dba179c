// SPDX-License-Identifier: Apache-2.0
// Rows of (outer, n, inner) words, row r along n as often as the running sums `ends` of the repeats say: out is (outer, total, inner). Or,
// with KILN_PLACES, the numbers of those rows: out is (total). CPU shape: a work-item has a part of the results of some outer rows.
// Else a group has a tile of KILN_TILE of them: each row marks where it begins there, and a running maximum fills what lies between.
#ifndef KILN_UNIT
#define KILN_CPU 0
#define KILN_ITEMS 64
#define KILN_UNIT uint
#define KILN_END uint  // holds n and the sums
#define KILN_PLACES 0
#define KILN_ONE 1  // inner is 1
#endif

// The first row that ends behind a place before the last end; n > 0.
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
#define KILN_AT_ONCE 4  // words that are written whether a row is repeated so often or not: the next rows write over them
KILN_KERNEL void index_repeat_many(KILN_ARG(const KILN_END, ends), KILN_ARG(const KILN_UNIT, source), KILN_ARG(KILN_UNIT, out), KILN_END n,
                                   KILN_END total, ulong outer, uint inner, ulong parts, ulong each) {
  KILN_PTR_RESTRICT(const KILN_END, ends);
  KILN_PTR_RESTRICT(const KILN_UNIT, source);
  KILN_PTR_RESTRICT(KILN_UNIT, out);
  const ulong part = get_group_id(0) % parts, share = (total + parts - 1) / parts, some = get_group_id(0) / parts * each;
  const KILN_END begin = (KILN_END)(part * share), end = (KILN_END)(total - begin < share ? total : begin + share);
  if (begin >= end) return;
  const KILN_END first = kiln_row_of(ends, 0, n - 1, begin);
  for (ulong o = some; o < some + each && o < outer; ++o) {
    KILN_GLOBAL const KILN_UNIT *from = source + o * n * inner;
    KILN_GLOBAL KILN_UNIT *to = out + o * total * inner;
    KILN_END row = first, at = begin;
#if KILN_ONE || KILN_PLACES
    while (at + KILN_AT_ONCE <= end) {
      const KILN_UNIT x = KILN_WORD(row, 0);
      const KILN_END upto = ends[row++];
#pragma unroll
      for (int i = 0; i < KILN_AT_ONCE; ++i) to[at + i] = x;
      if (upto - at > KILN_AT_ONCE) {
        const KILN_END last = upto < end ? upto : end;
        for (KILN_END i = at + KILN_AT_ONCE; i < last; ++i) to[i] = x;
      }
      at = upto;
    }
#endif
    for (; at < end; ++row)
      for (const KILN_END upto = ends[row] < end ? ends[row] : end; at < upto; ++at)
        for (uint i = 0; i < inner; ++i) to[(ulong)at * inner + i] = KILN_WORD(row, i);
  }
}
#else
#define KILN_EACH 8  // places of a work-item
#define KILN_TILE (KILN_ITEMS * KILN_EACH)
#define KILN_AHEAD 4                            // words of an item that are on their way at a time
#define KILN_MOST_MARKS ((KILN_END)8 * KILN_TILE)  // rows beside a tile; of more each place looks for its own
#define KILN_APART(i) ((i) + (i) / 32)          // for banks of local memory

// The row of each tile's first place, and that of the last place of all.
KILN_KERNEL void index_repeat_starts(KILN_ARG(const KILN_END, ends), KILN_ARG(KILN_END, starts), KILN_END n, KILN_END total, KILN_END tiles) {
  KILN_PTR(const KILN_END, ends);
  KILN_PTR(KILN_END, starts);
  const KILN_END tile = (KILN_END)get_global_id(0);
  if (tile > tiles) return;
  starts[tile] = kiln_row_of(ends, 0, n - 1, tile < tiles ? tile * KILN_TILE : total - 1);
}

KILN_KERNEL void index_repeat_many(KILN_ARG(const KILN_END, ends), KILN_ARG(const KILN_END, starts), KILN_ARG(const KILN_UNIT, source),
                                   KILN_ARG(KILN_UNIT, out), KILN_END n, KILN_END total, ulong outer, uint inner, KILN_END tiles,
                                   ulong each) {
  KILN_PTR(const KILN_END, ends);
  KILN_PTR(const KILN_END, starts);
  KILN_PTR(const KILN_UNIT, source);
  KILN_PTR(KILN_UNIT, out);
  KILN_LOCAL KILN_END rows[KILN_APART(KILN_TILE)];  // behind `first`
  KILN_LOCAL KILN_END most[KILN_ITEMS];
  const uint item = (uint)get_local_id(0);
  const KILN_END tile = (KILN_END)(get_group_id(0) % tiles), begin = tile * KILN_TILE;
  const ulong some = get_group_id(0) / tiles * each, upto = outer - some < each ? outer : some + each;
  const uint places = (uint)(total - begin < KILN_TILE ? total - begin : KILN_TILE);
  const KILN_END first = starts[tile], last = starts[tile + 1];
  if (last - first < KILN_MOST_MARKS) {
    for (uint i = item; i < KILN_TILE; i += KILN_ITEMS) rows[KILN_APART(i)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (KILN_END i = first; i <= last; i += KILN_ITEMS) {
      const KILN_END row = i + item <= last ? i + item : last, before = row > 0 ? ends[row - 1] : 0;
      const KILN_END from = before > begin ? before - begin : 0;
      if (ends[row] > before && from < places) rows[KILN_APART((uint)from)] = row - first;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_END own = 0;
#pragma unroll
    for (uint i = item * KILN_EACH; i < (item + 1) * KILN_EACH; ++i) own = own > rows[KILN_APART(i)] ? own : rows[KILN_APART(i)];
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
      own = own > rows[KILN_APART(i)] ? own : rows[KILN_APART(i)];
      rows[KILN_APART(i)] = own;
    }
  } else {
    for (uint i = item; i < KILN_TILE; i += KILN_ITEMS)
      rows[KILN_APART(i)] = kiln_row_of(ends, first, last, begin + (i < places ? i : places - 1)) - first;
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
      x[u] = KILN_WORD(first + rows[KILN_APART(place)], word - place * inner);
      to[u] = ((some + o) * total + begin) * inner + word;
    }
#pragma unroll
    for (uint u = 0; u < KILN_AHEAD; ++u)
      if (i + u * KILN_ITEMS < all) out[to[u]] = x[u];
  }
}
#endif
