// SPDX-License-Identifier: Apache-2.0
// `scatter` of sort_blocks.cl where 32 work-items vote together: elements wait in registers. A warp has consecutive elements of the tile,
// 32 at a time, and finds by a vote for each bit of the digit which of these are alike: the ranking of Adinets and Merrill, "Onesweep: A
// Faster Least Significant Digit Radix Sort for GPUs" (2022). No order depends on timing.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_BITS 32
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#define KILN_SLOT uint
#define KILN_VOTES 0
#endif
#if KILN_VOTES
#define KILN_WARPS (KILN_GROUP / 32)

#define KILN_WARP_BARRIER asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")

// The work-items of the warp that have the same digit, as bits. (match.any takes a turn for each digit that there is.)
KILN_FUNCTION uint kiln_alike(uint digit) {
  uint alike = 0xffffffffu;
#pragma unroll
  for (uint b = 0; b < 8; ++b) {
    uint votes;  // for this work-item's own bit
    asm volatile("{ .reg .pred set; .reg .b32 bit; and.b32 bit, %1, %2; setp.ne.u32 set, bit, 0; vote.sync.ballot.b32 %0, set, 0xffffffff;"
                 "@!set not.b32 %0, %0; }"
                 : "=r"(votes)
                 : "r"(digit), "r"(1u << b));
    alike &= votes;
  }
  return alike;
}

// The sum of x over the work-items of the warp up to this one.
KILN_FUNCTION uint kiln_warp_sum(uint x) {
#pragma unroll
  for (uint step = 1; step < 32; step *= 2)
    asm volatile("{ .reg .u32 other; .reg .pred there; shfl.sync.up.b32 other|there, %0, %1, 0, 0xffffffff; @there add.u32 %0, %0, other; }"
                 : "+r"(x)
                 : "r"(step));
  return x;
}

KILN_KERNEL void scatter(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_INDEX, positions), KILN_ARG(KILN_ELEMENT, result),
                         KILN_ARG(KILN_INDEX, moved), KILN_ARG(long, places), KILN_ARG(const KILN_INDEX, counts), KILN_INDEX rows,
                         KILN_INDEX n, KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_SLOT tile[KILN_GROUP * KILN_V];  // elements in order, then their positions
  KILN_LOCAL uint bins[KILN_WARPS * 256];          // of each warp and digit: how many so far, then where they start in the tile
  KILN_LOCAL uchar digits[KILN_GROUP * KILN_V];    // of the elements in order
  KILN_LOCAL uint sums[KILN_WARPS];
  KILN_LOCAL KILN_INDEX bases[256];  // where a digit's elements go, less where they start in the sorted tile
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_INDEX, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(KILN_INDEX, moved);
  KILN_PTR(long, places);
  KILN_PTR(const KILN_INDEX, counts);
  const uint item = (uint)get_local_id(0), lane = item % 32, own = item / 32 * (32 * KILN_V) + lane, warp = item / 32 * 256;
  for (ulong job = get_group_id(0); job < (ulong)rows * blocks; job += get_num_groups(0)) {
    const ulong row = (uint)job / (uint)blocks;
    const KILN_INDEX block = (uint)job % (uint)blocks, first = block * KILN_TILE;
    const uint count = n - first < KILN_TILE ? (uint)(n - first) : KILN_TILE;
    const KILN_INDEX base = counts[(row * 256 + item) * blocks + block];  // of digit `item`
    KILN_GLOBAL const KILN_ELEMENT *const from = source + (row * n + first + own);
    const int left = (int)count - (int)own;
    KILN_ELEMENT elements[KILN_V];
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) elements[j] = j * 32 < left ? from[j * 32] : 0;
#pragma unroll
    for (uint i = lane; i < 256; i += 32) bins[warp + i] = 0;
    KILN_WARP_BARRIER;
    uint ranks[KILN_V];  // the digit, and how many of the warp's elements before have it
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      const uint digit = (uint)(KILN_KEY_OF(elements[j]) >> shift) & 255u;
      ranks[j] = j * 32 < left ? digit : 255u;  // what lies behind the row comes last, has the last digit and stays last
    }
#pragma unroll
    for (int j = 0; j < KILN_V; j += 4) {
      uint alike[4];
#pragma unroll
      for (int u = 0; u < 4; ++u) alike[u] = kiln_alike(ranks[j + u]);
#pragma unroll
      for (int u = 0; u < 4; ++u) {
        const uint digit = ranks[j + u], before = popcount(alike[u] & ((1u << lane) - 1)), earlier = bins[warp + digit];
        KILN_WARP_BARRIER;
        if (before == 0) bins[warp + digit] = earlier + popcount(alike[u]);
        KILN_WARP_BARRIER;
        ranks[j + u] = digit << 16 | (earlier + before);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint all = 0;  // of digit `item`
#pragma unroll
    for (uint w = 0; w < KILN_WARPS; ++w) all += bins[w * 256 + item];
    uint start = kiln_warp_sum(all);
    if (lane == 31) sums[item / 32] = start;
    start -= all;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint w = 0; w < KILN_WARPS; ++w) start += w < item / 32 ? sums[w] : 0;
    bases[item] = base - start;
#pragma unroll
    for (uint w = 0; w < KILN_WARPS; ++w) {
      const uint of_warp = bins[w * 256 + item];
      bins[w * 256 + item] = start;
      start += of_warp;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      ranks[j] = bins[warp + (ranks[j] >> 16)] + (ranks[j] & 0xffffu);
      tile[ranks[j]] = elements[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_GLOBAL KILN_ELEMENT *const to = result + row * n;
    const uint placed = mode & (KILN_WRITE_POSITIONS | KILN_WRITE_PLACES);
#pragma unroll 4
    for (int j = 0; j < KILN_V; ++j) {
      const uint at = j * KILN_GROUP + item;
      const KILN_ELEMENT element = (KILN_ELEMENT)tile[at];
      const uint digit = (uint)(KILN_KEY_OF(element) >> shift) & 255u;
      if (placed) digits[at] = (uchar)digit;
      if (mode & KILN_WRITE_ELEMENTS && at < count) to[bases[digit] + at] = element;
    }
    if (placed) {
      KILN_INDEX wanted[KILN_V];
      KILN_GLOBAL const KILN_INDEX *const from_positions = positions + (row * n + first + own);
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) {
        wanted[j] = first + own + j * 32;
        if (!(mode & KILN_POSITIONS_ARE_INDICES) && j * 32 < left) wanted[j] = from_positions[j * 32];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) tile[ranks[j]] = wanted[j];
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
      for (int j = 0; j < KILN_V; ++j) {
        const uint at = j * KILN_GROUP + item;
        const ulong place = row * n + (bases[digits[at]] + at);
        if (mode & KILN_WRITE_POSITIONS && at < count) moved[place] = (KILN_INDEX)tile[at];
        if (mode & KILN_WRITE_PLACES && at < count) places[place] = (long)tile[at];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
#endif
