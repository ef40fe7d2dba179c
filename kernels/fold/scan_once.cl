// SPDX-License-Identifier: Apache-2.0
// The library's scans along few long rows in one pass; scan.cl comes before this file. It needs groups that make
// progress independently (NVIDIA's devices). It follows Merrill and Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back" (2016), but combines in an order that does not depend on timing. Groups take the tiles in order.
// Each group publishes its tile's total; the group of the last of KILN_BLOCK tiles also publishes the total of the
// block. A tile starts with the join of all blocks before its own and of the tiles before it in its block.
//
// Arguments are those of scan.cl, except: `tiles` of a row, and `work`, which is 0 before the launch.
// work[0] is the ticket; then follow, for each row, the totals of its tiles and those of its blocks. A total takes
// KILN_WORDS words of 64 bits: the low half has 32 bits of the total, the high half is 1 once they are known.
#define KILN_TILE (KILN_GROUP * KILN_V)
#define KILN_BLOCK (KILN_GROUP / 2)

typedef union {
  KILN_SUM value;
  uint bits[KILN_WORDS];
} kiln_total;

KILN_FUNCTION void kiln_tell(KILN_GLOBAL volatile ulong *words, KILN_SUM value) {
  kiln_total total;
  total.bits[0] = 0;
  total.value = value;
#pragma unroll
  for (int k = 0; k < KILN_WORDS; ++k) words[k] = (ulong)1 << 32 | total.bits[k];
}

KILN_FUNCTION KILN_SUM kiln_wait(KILN_GLOBAL volatile ulong *words) {
  kiln_total total;
#pragma unroll
  for (int k = 0; k < KILN_WORDS; ++k) {
    ulong word = words[k];
    while (word >> 32 == 0) word = words[k];
    total.bits[k] = (uint)word;
  }
  return total.value;
}

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(ulong, work), KILN_INDEX cols, KILN_INDEX n,
                      uint tiles, KILN_STEP s0, KILN_STEP s1, KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2,
                      KILN_STEP r, uint exclusive) {
  KILN_LOCAL KILN_SUM tile[KILN_TILE];
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_LOCAL KILN_SUM homes[KILN_HOMES];
  KILN_LOCAL uint ticket[1];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(ulong, work);
  const uint item = (uint)get_local_id(0), lane = item, col = 0;
  if (item == 0) ticket[0] = atomic_inc((KILN_GLOBAL uint *)work);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint number = ticket[0] % tiles, block = number / KILN_BLOCK, in_block = number % KILN_BLOCK;
  const uint blocks = (tiles + KILN_BLOCK - 1) / KILN_BLOCK;
  const KILN_INDEX row = ticket[0] / tiles, first = (KILN_INDEX)number * KILN_TILE;
  const uint count = n - first < KILN_TILE ? (uint)(n - first) : KILN_TILE;
  KILN_GLOBAL volatile ulong *const of_tiles = work + 1 + (ulong)row * (tiles + blocks) * KILN_WORDS;
  KILN_GLOBAL volatile ulong *const of_blocks = of_tiles + (ulong)tiles * KILN_WORDS;
  KILN_GLOBAL const KILN_FROM *const from =
      source + (s + (KILN_STEP)(row / cols) * s0 + (KILN_STEP)(row % cols) * s2 + (KILN_STEP)(first + item) * s1);
  KILN_GLOBAL KILN_TO *const to =
      result + (r + (KILN_STEP)(row / cols) * r0 + (KILN_STEP)(row % cols) * r2 + (KILN_STEP)(first + item) * r1);
  if (count == KILN_TILE) {
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      const KILN_FROM x = from[(KILN_STEP)(j * KILN_GROUP) * KILN_SOURCE_STEP];
      tile[j * KILN_GROUP + item] = KILN_LOAD(x);
    }
  } else {
    for (uint e = item; e < KILN_TILE; e += KILN_GROUP) {
      tile[e] = KILN_IDENTITY;
      if (e < count) {
        const KILN_FROM x = from[(KILN_STEP)(e - item) * KILN_SOURCE_STEP];
        tile[e] = KILN_LOAD(x);
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_SUM own = KILN_IDENTITY, before, all;
#pragma unroll
  for (int j = 0; j < KILN_V; ++j) own = kiln_join(own, tile[item * KILN_V + j]);
  KILN_JOIN_LANES(own, before, all)
  if (item == 0) kiln_tell(of_tiles + (ulong)number * KILN_WORDS, all);
  const KILN_SUM of_tile = all, begins = before;
  barrier(CLK_LOCAL_MEM_FENCE);
  own = KILN_IDENTITY;
  if (item < in_block) own = kiln_wait(of_tiles + (ulong)(block * KILN_BLOCK + item) * KILN_WORDS);
  KILN_JOIN_LANES(own, before, all)
  const KILN_SUM earlier = all;
  if (item == 0 && in_block == KILN_BLOCK - 1) kiln_tell(of_blocks + (ulong)block * KILN_WORDS, kiln_join(earlier, of_tile));
  barrier(CLK_LOCAL_MEM_FENCE);
  own = KILN_IDENTITY;
  for (uint i = item; i < block; i += KILN_GROUP) own = kiln_join(own, kiln_wait(of_blocks + (ulong)i * KILN_WORDS));
  KILN_JOIN_LANES(own, before, all)
  KILN_SUM run = kiln_join(kiln_join(exclusive ? KILN_FIRST : KILN_IDENTITY, kiln_join(all, earlier)), begins);
#pragma unroll
  for (int j = 0; j < KILN_V; ++j) {
    const KILN_SUM next = kiln_join(run, tile[item * KILN_V + j]);
    tile[item * KILN_V + j] = exclusive ? run : next;
    run = next;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (count == KILN_TILE) {
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      const KILN_SUM value = tile[j * KILN_GROUP + item];
      to[(KILN_STEP)(j * KILN_GROUP) * KILN_RESULT_STEP] = KILN_STORE(value);
    }
  } else {
    for (uint e = item; e < count; e += KILN_GROUP) {
      const KILN_SUM value = tile[e];
      to[(KILN_STEP)(e - item) * KILN_RESULT_STEP] = KILN_STORE(value);
    }
  }
}
