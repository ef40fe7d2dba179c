// SPDX-License-Identifier: Apache-2.0
// One pass of a stable radix sort by 8 bits of the key, of rows on devices with many work-items. A block is the tile of a group.
// `histogram` counts the digits of each block, counts[row][digit][block]; their exclusive scan along a row is where each block's elements of
// each digit go; `scatter` sorts a tile by digit in local memory and writes runs of equal digits. After Satish, Harris and Garland,
// "Designing efficient sorting algorithms for manycore GPUs" (2009). No order depends on timing.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_ALL 0xffffffffu
#define KILN_BITS 32
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#endif
// mode: which of these a kernel writes, and whether an element's position is its index in the row.
#define KILN_WRITE_ELEMENTS 1u
#define KILN_WRITE_POSITIONS 2u
#define KILN_WRITE_PLACES 4u
#define KILN_POSITIONS_ARE_INDICES 8u
#define KILN_MOST_AHEAD 4
#define KILN_TILE (KILN_GROUP * KILN_V)
#define KILN_AHEAD (KILN_V < KILN_MOST_AHEAD ? KILN_V : KILN_MOST_AHEAD)  // both powers of two
// Padding, so that items that walk neighbouring runs meet no bank twice.
#define KILN_PAD(i) ((i) + (i) / (2 * KILN_V))
#define KILN_PAD_COUNT(i) ((i) + (i) / 64 * 2)

KILN_KERNEL void histogram(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_INDEX, counts), KILN_INDEX rows, KILN_INDEX n,
                           KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL uint bins[256];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_INDEX, counts);
  const uint item = (uint)get_local_id(0);
  for (ulong job = get_group_id(0); job < (ulong)rows * blocks; job += get_num_groups(0)) {
    const ulong row = job / blocks;
    const KILN_INDEX block = (KILN_INDEX)(job % blocks), first = block * KILN_TILE;
    for (uint d = item; d < 256; d += KILN_GROUP) bins[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    // Loads before the counting, which they would wait for one by one; below likewise.
    for (uint j = 0; j < KILN_V; j += KILN_AHEAD) {
      KILN_KEY keys[KILN_AHEAD];
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX at = first + (j + u) * KILN_GROUP + item;
        keys[u] = KILN_KEY_OF(source[row * n + (at < n ? at : first)]);
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u)
        if (first + (j + u) * KILN_GROUP + item < n) atomic_inc(&bins[(uint)(keys[u] >> shift) & 255u]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < 256; d += KILN_GROUP) counts[(row * 256 + d) * blocks + block] = bins[d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

KILN_KERNEL void scatter(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_INDEX, positions), KILN_ARG(KILN_ELEMENT, result),
                         KILN_ARG(KILN_INDEX, moved), KILN_ARG(long, places), KILN_ARG(const KILN_INDEX, counts), KILN_INDEX rows,
                         KILN_INDEX n, KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL uint words[KILN_TILE + KILN_GROUP / 2 + 1];  // digit << 16 | index in the tile
  KILN_LOCAL ushort bins[16 * KILN_GROUP + KILN_GROUP / 2 + 2];
  KILN_LOCAL uint ends[KILN_GROUP];
  KILN_LOCAL uint starts[256];
  KILN_LOCAL KILN_INDEX bases[256];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_INDEX, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(KILN_INDEX, moved);
  KILN_PTR(long, places);
  KILN_PTR(const KILN_INDEX, counts);
  const uint item = (uint)get_local_id(0);
  for (ulong job = get_group_id(0); job < (ulong)rows * blocks; job += get_num_groups(0)) {
    const ulong row = job / blocks;
    const KILN_INDEX block = (KILN_INDEX)(job % blocks), first = block * KILN_TILE;
    const uint count = n - first < KILN_TILE ? (uint)(n - first) : KILN_TILE;
    for (uint d = item; d < 256; d += KILN_GROUP) bases[d] = counts[(row * 256 + d) * blocks + block];
    for (uint j = 0; j < KILN_V; j += KILN_AHEAD) {
      KILN_KEY keys[KILN_AHEAD];
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const uint at = (j + u) * KILN_GROUP + item;
        keys[u] = KILN_KEY_OF(source[row * n + first + (at < count ? at : 0)]);
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const uint at = (j + u) * KILN_GROUP + item;
        // What lies behind the row stays last: it comes last and has the last digit.
        const uint digit = at < count ? (uint)(keys[u] >> shift) & 255u : 255u;
        words[KILN_PAD(at)] = digit << 16 | at;
      }
    }
    // Two rounds by 4 bits: each item counts and ranks its own run of the tile.
    for (uint round = 16; round < 24; round += 4) {
      for (uint d = 0; d < 16; ++d) bins[KILN_PAD_COUNT(d * KILN_GROUP + item)] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      uint own[KILN_V];
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        own[j] = words[KILN_PAD(item * KILN_V + j)];
        bins[KILN_PAD_COUNT((own[j] >> round & 15u) * KILN_GROUP + item)] += 1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      uint sum = 0;
      for (uint d = 0; d < 16; ++d) {
        const uint at = KILN_PAD_COUNT(item * 16 + d), value = bins[at];
        bins[at] = (ushort)sum;
        sum += value;
      }
      const uint mine = sum;
      ends[item] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint d = 1; d < KILN_GROUP; d *= 2) {
        const uint left = item >= d ? ends[item - (item >= d ? d : 0)] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += left;
        ends[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      for (uint d = 0; d < 16; ++d) bins[KILN_PAD_COUNT(item * 16 + d)] += (ushort)(sum - mine);
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        const uint bin = KILN_PAD_COUNT((own[j] >> round & 15u) * KILN_GROUP + item), rank = bins[bin];
        bins[bin] = (ushort)(rank + 1);
        words[KILN_PAD(rank)] = own[j];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint j = 0; j < KILN_V; ++j) {
      const uint at = j * KILN_GROUP + item, digit = words[KILN_PAD(at)] >> 16;
      if (at == 0 || words[KILN_PAD(at - (at > 0))] >> 16 != digit) starts[digit] = at;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < KILN_V; j += KILN_AHEAD) {
      uint taken[KILN_AHEAD], to[KILN_AHEAD];
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const uint at = (j + u) * KILN_GROUP + item, word = words[KILN_PAD(at)], digit = word >> 16;
        taken[u] = at < count ? word & 0xffffu : 0;
        to[u] = digit << 16 | (at - starts[digit]);
      }
      if (mode & KILN_WRITE_ELEMENTS) {
        KILN_ELEMENT moving[KILN_AHEAD];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) moving[u] = source[row * n + first + taken[u]];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u)
          if ((j + u) * KILN_GROUP + item < count) result[row * n + bases[to[u] >> 16] + (to[u] & 0xffffu)] = moving[u];
      }
      if (mode & (KILN_WRITE_POSITIONS | KILN_WRITE_PLACES)) {
        KILN_INDEX moving[KILN_AHEAD];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) {
          moving[u] = first + taken[u];
          if (!(mode & KILN_POSITIONS_ARE_INDICES)) moving[u] = positions[row * n + moving[u]];
        }
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u)
          if ((j + u) * KILN_GROUP + item < count) {
            const ulong place = row * n + bases[to[u] >> 16] + (to[u] & 0xffffu);
            if (mode & KILN_WRITE_POSITIONS) moved[place] = moving[u];
            if (mode & KILN_WRITE_PLACES) places[place] = (long)moving[u];
          }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
