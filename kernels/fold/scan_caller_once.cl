// SPDX-License-Identifier: Apache-2.0
// Scans of the caller's expressions along few long rows in one pass; scan_caller.cl comes before this file. As in
// scan_once.cl, groups must make progress independently (NVIDIA's devices), and the order of combination is that of the
// elements. `splits` is the number of tiles of a row. `work`, which is 0 before the launch, has a ticket; then, for
// each row, the accumulators of its tiles and those of its blocks of KILN_BLOCK tiles. KILN_TELL(words, x) publishes a
// set of accumulators in KILN_WORDS words of 64 bits, and KILN_WAIT(o, words) waits for one.

#define KILN_TILE_ELEMENTS (KILN_GROUP * KILN_V)
#define KILN_BLOCK (KILN_GROUP / 2)
#define KILN_NEAR 16
// Places in local memory after the tile: the accumulators of each item, and those of KILN_NEAR items together.
#define KILN_ENDS KILN_TILE_ELEMENTS
#define KILN_HOMES (KILN_ENDS + KILN_GROUP)
// Joins `own` over the group: `before` becomes the join of all items before this one, `all` that of all items.
#define KILN_JOIN_ALL(own)                                                 \
  KILN_TO_LOCAL(KILN_ENDS + item, own)                                     \
  barrier(CLK_LOCAL_MEM_FENCE);                                            \
  KILN_START(near)                                                         \
  for (uint i = item / KILN_NEAR * KILN_NEAR; i < item; ++i) {             \
    KILN_FROM_LOCAL(x, KILN_ENDS + i)                                      \
    KILN_JOIN(near, near, x)                                               \
  }                                                                        \
  if (item % KILN_NEAR == KILN_NEAR - 1) {                                 \
    KILN_JOIN(x, near, own)                                                \
    KILN_TO_LOCAL(KILN_HOMES + item / KILN_NEAR, x)                        \
  }                                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);                                            \
  KILN_START(all)                                                          \
  for (uint i = 0; i < KILN_GROUP / KILN_NEAR; ++i) {                      \
    if (i == item / KILN_NEAR) {                                           \
      KILN_COPY(before, all)                                               \
    }                                                                      \
    KILN_FROM_LOCAL(x, KILN_HOMES + i)                                     \
    KILN_JOIN(all, all, x)                                                 \
  }                                                                        \
  KILN_JOIN(before, before, near)                                          \
  barrier(CLK_LOCAL_MEM_FENCE);

KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_LOCALS(KILN_HOMES + KILN_GROUP / KILN_NEAR)
  KILN_LOCAL uint ticket[1];
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  KILN_RESULT_POINTERS
  const uint item = (uint)get_local_id(0);
  if (item == 0) ticket[0] = atomic_inc((KILN_GLOBAL uint *)work);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tiles = (uint)splits, blocks = (tiles + KILN_BLOCK - 1) / KILN_BLOCK;
  const uint number = ticket[0] % tiles, block = number / KILN_BLOCK, in_block = number % KILN_BLOCK;
  const KILN_INDEX row = ticket[0] / tiles / cols, col = ticket[0] / tiles % cols, first = (KILN_INDEX)number * KILN_TILE_ELEMENTS;
  const uint here = n - first < KILN_TILE_ELEMENTS ? (uint)(n - first) : KILN_TILE_ELEMENTS;
  KILN_GLOBAL volatile ulong *const of_tiles = work + 1 + (ulong)(ticket[0] / tiles) * (tiles + blocks) * KILN_WORDS;
  KILN_GLOBAL volatile ulong *const of_blocks = of_tiles + (ulong)tiles * KILN_WORDS;
  KILN_SOURCE_BASES(row, col)
  KILN_RESULT_BASES(row, col)
  KILN_DECLARE(x)
  // Neighbouring items read, and in the end write, neighbouring elements; in between each item has KILN_V neighbours.
  if (here == KILN_TILE_ELEMENTS) {
#pragma unroll
    for (uint v = 0; v < KILN_V; ++v) {
      const KILN_INDEX t = first + (v * KILN_GROUP + item);
      KILN_MAP(x, t, KILN_BESIDE(t), 0)
      KILN_TO_LOCAL(v * KILN_GROUP + item, x)
    }
  } else {
    for (uint e = item; e < KILN_TILE_ELEMENTS; e += KILN_GROUP) {
      KILN_START(x)
      if (e < here) {
        KILN_MAP(x, first + e, KILN_BESIDE(first + e), 0)
      }
      KILN_TO_LOCAL(e, x)
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_DECLARE(own)
  KILN_DECLARE(near)
  KILN_DECLARE(before)
  KILN_DECLARE(all)
  KILN_START(own)
  for (uint v = 0; v < KILN_V; ++v) {
    KILN_FROM_LOCAL(x, item * KILN_V + v)
    KILN_JOIN(own, own, x)
  }
  KILN_JOIN_ALL(own)
  if (item == 0) {
    KILN_TELL(of_tiles + (ulong)number * KILN_WORDS, all)
  }
  KILN_DECLARE(of_tile)
  KILN_DECLARE(within)
  KILN_COPY(of_tile, all)
  KILN_COPY(within, before)
  KILN_START(own)
  if (item < in_block) {
    KILN_WAIT(own, of_tiles + (ulong)(block * KILN_BLOCK + item) * KILN_WORDS)
  }
  KILN_JOIN_ALL(own)
  if (item == 0 && in_block == KILN_BLOCK - 1) {
    KILN_JOIN(x, all, of_tile)
    KILN_TELL(of_blocks + (ulong)block * KILN_WORDS, x)
  }
  KILN_DECLARE(run)
  KILN_JOIN(run, all, within)
  KILN_START(own)
  const uint some = (block + KILN_GROUP - 1) / KILN_GROUP;  // blocks of tiles that an item waits for
  for (uint i = item * some; i < block && i < (item + 1) * some; ++i) {
    KILN_WAIT(x, of_blocks + (ulong)i * KILN_WORDS)
    KILN_JOIN(own, own, x)
  }
  KILN_JOIN_ALL(own)
  KILN_JOIN(run, all, run)
  for (uint v = 0; v < KILN_V; ++v) {
    KILN_FROM_LOCAL(x, item * KILN_V + v)
#if KILN_EXCLUSIVE
    KILN_TO_LOCAL(item * KILN_V + v, run)
    KILN_JOIN(run, run, x)
#else
    KILN_JOIN(run, run, x)
    KILN_TO_LOCAL(item * KILN_V + v, run)
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (here == KILN_TILE_ELEMENTS) {
#pragma unroll
    for (uint v = 0; v < KILN_V; ++v) {
      KILN_FROM_LOCAL(x, v * KILN_GROUP + item)
      KILN_FINISH(x, first + (v * KILN_GROUP + item), 0)
    }
  } else {
    for (uint e = item; e < here; e += KILN_GROUP) {
      KILN_FROM_LOCAL(x, e)
      KILN_FINISH(x, first + e, 0)
    }
  }
}
