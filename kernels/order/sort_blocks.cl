// SPDX-License-Identifier: Apache-2.0
// One pass of a stable radix sort of rows by 8 bits of the key, on devices with many work-items. A row is cut into
// `blocks` tiles of KILN_TILE elements. `histogram` counts the digits of each block into counts[row][digit][block]. The
// host launches an exclusive scan of them along each row, which gives the place of a block's first element of each
// digit. `scatter` sorts a tile by digit in local memory and writes runs of equal digits. The algorithm is that of
// Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs" (2009). No order depends on
// timing.
//
// Arguments: `source`, `result`: rows * n elements before and after the pass; `positions`, `moved`: the positions that
// move with them (indices in the row); `places`: the positions in 64 bits, which only the last pass writes; `counts`;
// `blocks` of a row; `chunk`, elements of a block on CPU devices; `share` blocks of a group of `histogram` (of an item
// on CPU devices); `shift`, the lowest bit of the digit; `mode` and the key arguments of sort_key.cl.
#define KILN_MOST_AHEAD 4
// elements of an item that are in flight; both numbers are powers of two
#define KILN_AHEAD (KILN_V < KILN_MOST_AHEAD ? KILN_V : KILN_MOST_AHEAD)
// Padding, so that items which walk neighbouring runs access different banks.
#define KILN_PAD(i) ((i) + (i) / (2 * KILN_V))
#define KILN_PAD_COUNT(i) ((i) + (i) / 64 * 2)
#define KILN_RUN (KILN_GROUP < 16 ? KILN_GROUP : 16)  // neighbouring items that are summed directly

// A group counts `share` blocks, at most KILN_COUNTED. Their counts of a digit are neighbours in memory.
KILN_KERNEL void histogram(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_INDEX, counts), KILN_INDEX rows, KILN_INDEX n,
                           KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL uint bins[KILN_COUNTED * 256];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_INDEX, counts);
  const uint item = (uint)get_local_id(0);
  const ulong jobs = (ulong)rows * blocks;
  for (ulong begin = get_group_id(0) * share; begin < jobs; begin += get_num_groups(0) * share) {
    const uint part = jobs - begin < share ? (uint)(jobs - begin) : (uint)share;
    for (uint i = item; i < part * 256; i += KILN_GROUP) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 0; s < part; ++s) {
      const uint job = (uint)begin + s;  // there are fewer than 2^32 blocks: no memory is that large
      const ulong row = job / (uint)blocks;
      const KILN_INDEX first = (KILN_INDEX)(job % (uint)blocks) * KILN_TILE;
      const int left = (int)(n - first < KILN_TILE ? n - first : KILN_TILE) - (int)item;
      KILN_GLOBAL const KILN_ELEMENT *const from = source + (row * n + first + item);
      // All loads come before the counting; otherwise each would wait for the count before it.
      KILN_ELEMENT elements[KILN_V];
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) elements[j] = j * KILN_GROUP < left ? from[j * KILN_GROUP] : 0;
#pragma unroll
      for (int j = 0; j < KILN_V; ++j)
        if (j * KILN_GROUP < left) atomic_inc(&bins[s * 256 + ((uint)(KILN_KEY_OF(elements[j]) >> shift) & 255u)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < part * 256; i += KILN_GROUP) {
      const uint d = i / part, s = i % part, job = (uint)begin + s;
      const ulong row = job / (uint)blocks;
      counts[(row * 256 + d) * blocks + job % (uint)blocks] = bins[s * 256 + d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

KILN_KERNEL void scatter(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_INDEX, positions), KILN_ARG(KILN_ELEMENT, result),
                         KILN_ARG(KILN_INDEX, moved), KILN_ARG(long, places), KILN_ARG(const KILN_INDEX, counts), KILN_INDEX rows,
                         KILN_INDEX n, KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, uint mode, KILN_KEY_ARGUMENTS) {
  // The less local memory a group takes, the more groups run at a time. So an element has one word: first its digit,
  // after round 0 the digit's high half and the element's index in the tile, after round 1 the index.
  KILN_LOCAL ushort words[KILN_TILE + KILN_GROUP / 2 + 1];
  KILN_LOCAL ushort bins[16 * KILN_GROUP + KILN_GROUP / 2 + 2];
  KILN_LOCAL uint sums[256];
  KILN_LOCAL uint homes[16];
  KILN_LOCAL KILN_INDEX bases[256];  // where a digit's elements go, minus where they start in the sorted tile
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
    KILN_GLOBAL const KILN_INDEX *const row_counts = counts + row * 256 * blocks;
    for (uint d = item; d < 256; d += KILN_GROUP) {
      const KILN_INDEX at = d * blocks + block, base = row_counts[at], end = at + 1 < 256 * blocks ? row_counts[at + 1] : n;
      bases[d] = base;
      sums[d] = (uint)(end - base);
    }
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
        // Elements past the end of the row come last and have the last digit, so they stay last.
        words[KILN_PAD(at)] = (ushort)(at < count ? (uint)(keys[u] >> shift) & 255u : 255u);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint h = item; h < 16; h += KILN_GROUP) {
      uint all = 0;
      for (uint i = 0; i < 16; ++i) all += sums[h * 16 + i];
      homes[h] = all;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < 256; d += KILN_GROUP) {
      uint before = 0;
      for (uint i = 0; i < 16; ++i) before += (i < d / 16 ? homes[i] : 0) + (i < d % 16 ? sums[d / 16 * 16 + i] : 0);
      bases[d] -= before;
    }
    // Two rounds of 4 bits each: an item counts and ranks its run of the tile. Unrolled, the loop would take more
    // registers.
#pragma unroll 1
    for (uint round = 0; round < 2; ++round) {
      for (uint d = 0; d < 16; ++d) bins[KILN_PAD_COUNT(d * KILN_GROUP + item)] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      uint own[KILN_V];  // the word, and how many elements before it in the run have its bits
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        const uint word = words[KILN_PAD(item * KILN_V + j)], bits = round ? word >> 12 : word & 15u;
        const uint bin = KILN_PAD_COUNT(bits * KILN_GROUP + item), earlier = bins[bin];
        bins[bin] = (ushort)(earlier + 1);
        own[j] = earlier << 16 | word;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      uint sum = 0;
      for (uint d = 0; d < 16; ++d) {
        const uint at = KILN_PAD_COUNT(item * 16 + d), value = bins[at];
        bins[at] = (ushort)sum;
        sum += value;
      }
      sums[item] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      // Adds up the sums of the items before this one: of its KILN_RUN neighbours, then of the neighbourhoods before.
      const uint home = item / KILN_RUN;
      uint before = 0, all = 0;
#pragma unroll
      for (uint i = 0; i < KILN_RUN; ++i) {
        if (home * KILN_RUN + i == item) before = all;
        all += sums[home * KILN_RUN + i];
      }
      if (item == home * KILN_RUN) homes[home] = all;
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint i = 0; i < KILN_GROUP / KILN_RUN; ++i) before += i < home ? homes[i] : 0;
      for (uint d = 0; d < 16; ++d) bins[KILN_PAD_COUNT(item * 16 + d)] += (ushort)before;
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        const uint word = own[j] & 0xffffu, bits = round ? word >> 12 : word & 15u;
        const uint rank = bins[KILN_PAD_COUNT(bits * KILN_GROUP + item)] + (own[j] >> 16);
        words[KILN_PAD(rank)] = (ushort)(round ? word & 0xfffu : word >> 4 << 12 | (item * KILN_V + j));
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint j = 0; j < KILN_V; j += KILN_AHEAD) {
      uint taken[KILN_AHEAD];
      KILN_INDEX to[KILN_AHEAD];
      KILN_ELEMENT moving[KILN_AHEAD];
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const uint at = (j + u) * KILN_GROUP + item;
        taken[u] = at < count ? words[KILN_PAD(at)] : 0;
        moving[u] = source[row * n + first + taken[u]];
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const uint at = (j + u) * KILN_GROUP + item;
        to[u] = bases[(uint)(KILN_KEY_OF(moving[u]) >> shift) & 255u] + at;
        if (mode & KILN_WRITE_ELEMENTS && at < count) result[row * n + to[u]] = moving[u];
      }
      if (mode & (KILN_WRITE_POSITIONS | KILN_WRITE_PLACES)) {
        KILN_INDEX position[KILN_AHEAD];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) {
          position[u] = first + taken[u];
          if (!(mode & KILN_POSITIONS_ARE_INDICES)) position[u] = positions[row * n + position[u]];
        }
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u)
          if ((j + u) * KILN_GROUP + item < count) {
            const ulong place = row * n + to[u];
            if (mode & KILN_WRITE_POSITIONS) moved[place] = position[u];
            if (mode & KILN_WRITE_PLACES) places[place] = (long)position[u];
          }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
