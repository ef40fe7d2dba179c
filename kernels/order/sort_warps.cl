// SPDX-License-Identifier: Apache-2.0
// A stable radix sort of rows by 8 bits of the key a pass, with look-back. It needs warps of 32 work-items that vote
// together and groups that make progress independently (NVIDIA's devices). It follows Adinets and Merrill, "Onesweep: A
// Faster Least Significant Digit Radix Sort for GPUs" (2022).
//
// `count_digits` counts the digits of all passes over each row. Then `sort_pass` is launched once a pass. Groups take
// the tiles in order. A group publishes how many elements of each digit its tile has. To find how many come before its
// tile it looks back, tile by tile, until a tile has published the sum of all tiles up to itself. A warp keeps
// consecutive elements of the tile in registers, 32 at a time, and finds by one vote for each bit of the digit which of
// them have the same digit. No order depends on timing.
//
// `work` begins with a ticket (uint) for each pass. At KILN_WORD_COUNTS follow the counts of each row and pass. At
// KILN_WORD_STATES follow two sets, for this pass and the next one, of a word for each tile and digit: 0 is not known;
// x + 1 means that the tile has x elements; KILN_TILE + 2 + x means that all tiles up to this one have x. The other
// arguments are those of sort_blocks.cl; `passes` is the number of passes and `pass` the number of this one.
//
// Macros: KILN_PASSES is the number of passes a key needs; KILN_MOVES is 1 if positions (or other words) move with the
// elements; KILN_SLOT holds an element or a position; KILN_BACK words are in flight while a group looks back;
// KILN_VOTES is 1 where the compiler takes PTX.
#define KILN_WORD_COUNTS 8
#define KILN_WORD_STATES(rows, passes) (KILN_WORD_COUNTS + (ulong)(rows) * (passes) * 256)
#if KILN_VOTES
#define KILN_WARPS (KILN_GROUP / 32)

#define KILN_WARP_BARRIER asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")

// The work-items of the warp that have the same digit, as bits. match.any would take one turn for each distinct digit.
KILN_FUNCTION uint kiln_alike(uint digit) {
  uint votes[8];  // the items that have the same bit b as this one
#pragma unroll
  for (uint b = 0; b < 8; ++b)
    asm volatile("{ .reg .pred set; .reg .b32 bit; and.b32 bit, %1, %2; setp.ne.u32 set, bit, 0; vote.sync.ballot.b32 %0, set, 0xffffffff;"
                 "@!set not.b32 %0, %0; }"
                 : "=r"(votes[b])
                 : "r"(digit), "r"(1u << b));
  uint alike = votes[0] & votes[1];
#pragma unroll
  for (uint b = 2; b < 8; b += 2) asm("lop3.b32 %0, %0, %1, %2, 0x80;" : "+r"(alike) : "r"(votes[b]), "r"(votes[b + 1]));  // and
  return alike;
}

// The sum of x over the warp's work-items up to this one.
KILN_FUNCTION uint kiln_warp_sum(uint x) {
#pragma unroll
  for (uint step = 1; step < 32; step *= 2)
    asm volatile("{ .reg .u32 other; .reg .pred there; shfl.sync.up.b32 other|there, %0, %1, 0, 0xffffffff; @there add.u32 %0, %0, other; }"
                 : "+r"(x)
                 : "r"(step));
  return x;
}
#if KILN_WIDE
KILN_FUNCTION ulong kiln_warp_total(ulong x) {
#pragma unroll
  for (uint step = 1; step < 32; step *= 2)
    asm volatile("{ .reg .u32 low, high; .reg .u64 other; .reg .pred there; mov.b64 {low, high}, %0;"
                 "shfl.sync.up.b32 low|there, low, %1, 0, 0xffffffff; shfl.sync.up.b32 high|there, high, %1, 0, 0xffffffff;"
                 "mov.b64 other, {low, high}; @there add.u64 %0, %0, other; }"
                 : "+l"(x)
                 : "r"(step));
  return x;
}
#else
#define kiln_warp_total kiln_warp_sum
#endif

KILN_FUNCTION void kiln_add(KILN_GLOBAL KILN_INDEX *to, uint x) {
#if KILN_WIDE
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(to), "l"((ulong)x) : "memory");
#else
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(to), "r"(x) : "memory");
#endif
}

// Counts and tickets are 0 before the launch. A group counts `share` tiles of a row and clears the first pass's words
// of these tiles.
KILN_KERNEL void count_digits(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_INDEX, work), KILN_INDEX rows, KILN_INDEX n,
                              KILN_INDEX blocks, uint passes, uint share, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL uint bins[KILN_PASSES * 256];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_INDEX, work);
  const uint item = (uint)get_local_id(0);
  KILN_GLOBAL KILN_INDEX *const states = work + KILN_WORD_STATES(rows, passes);
  const ulong parts = (blocks + share - 1) / share, jobs = rows * parts;
  for (ulong job = get_group_id(0); job < jobs; job += get_num_groups(0)) {
    const ulong row = job / parts, begin = job % parts * share, end = blocks - begin < share ? blocks : begin + share;
    for (uint i = item; i < KILN_PASSES * 256; i += KILN_GROUP) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (ulong block = begin; block < end; ++block) {
      const ulong first = block * KILN_TILE;
      const int left = (int)(n - first < KILN_TILE ? n - first : KILN_TILE) - (int)item;
      KILN_GLOBAL const KILN_ELEMENT *const from = source + (row * n + first + item);
      if (item < 256) states[(row * blocks + block) * 256 + item] = 0;
      KILN_ELEMENT elements[KILN_V];
#pragma unroll
      for (int j = 0; j < KILN_V; ++j) elements[j] = j * KILN_GROUP < left ? from[j * KILN_GROUP] : 0;
#pragma unroll
      for (int j = 0; j < KILN_V; ++j)
        if (j * KILN_GROUP < left) {
          const KILN_KEY key = KILN_KEY_OF(elements[j]);
#pragma unroll
          for (uint p = 0; p < KILN_PASSES; ++p) atomic_inc(&bins[p * 256 + ((uint)(key >> (8 * p)) & 255u)]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < passes * 256; i += KILN_GROUP)
      if (bins[i]) kiln_add(work + KILN_WORD_COUNTS + row * passes * 256 + i, bins[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#define KILN_WRITE_ELEMENT(j)                                                                                 \
  {                                                                                                           \
    const KILN_ELEMENT element = tile[(j) * KILN_GROUP + item];                                               \
    to[bases[(uint)(KILN_KEY_OF(element) >> shift) & 255u] + (KILN_INDEX)((j) * KILN_GROUP + item)] = element; \
  }

// One pass. A group sorts one tile.
KILN_KERNEL void sort_pass(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_INDEX, positions), KILN_ARG(KILN_ELEMENT, result),
                       KILN_ARG(KILN_INDEX, moved), KILN_ARG(long, places), KILN_ARG(KILN_INDEX, work), KILN_INDEX rows, KILN_INDEX n,
                       KILN_INDEX blocks, uint passes, uint pass, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_SLOT tile[KILN_TILE];  // the elements in order, later their positions
  // for each warp and digit: the count so far, later where they start in the tile
  KILN_LOCAL ushort bins[KILN_WARPS * 256];
  KILN_LOCAL uint sums[8];
  KILN_LOCAL KILN_INDEX starts[8];
  KILN_LOCAL KILN_INDEX bases[256];  // where a digit's elements go, minus where they start in the sorted tile
  KILN_LOCAL uint ticket[1];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_INDEX, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(KILN_INDEX, moved);
  KILN_PTR(long, places);
  KILN_PTR(KILN_INDEX, work);
  const uint item = (uint)get_local_id(0), lane = item % 32, own = item / 32 * (32 * KILN_V) + lane, warp = item / 32 * 256;
  const uint shift = 8 * pass;
  // Rows of one tile need no ticket: they look back at no other tile.
  if (item == 0) ticket[0] = blocks == 1 ? (uint)get_group_id(0) : atomic_inc((KILN_GLOBAL uint *)work + pass);
  for (uint i = lane; i < 256; i += 32) bins[warp + i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint job = ticket[0], block = job % (uint)blocks;
  const ulong row = job / (uint)blocks, words = (ulong)rows * blocks * 256;
  const KILN_INDEX first = (KILN_INDEX)block * KILN_TILE;
  KILN_GLOBAL KILN_INDEX *const states_of_all = work + KILN_WORD_STATES(rows, passes);
  KILN_GLOBAL volatile KILN_INDEX *const states = states_of_all + pass % 2 * words + (row * blocks * 256 + item);
  const uint count = n - first < KILN_TILE ? (uint)(n - first) : KILN_TILE;
  KILN_GLOBAL const KILN_ELEMENT *const from = source + (row * n + first + own);
  const int left = (int)count - (int)own;
  KILN_ELEMENT elements[KILN_V];
  // Whole tiles need no bounds checks.
  const bool whole = count == KILN_TILE;
  if (whole) {
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) elements[j] = from[j * 32];
  } else {
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) elements[j] = j * 32 < left ? from[j * 32] : 0;
  }
  // Clear the tile's words of the next pass.
  if (item < 256 && blocks > 1 && pass + 1 < passes) states_of_all[(pass + 1) % 2 * words + (ulong)job * 256 + item] = 0;
  // the digit's bin of the warp, and how many of the warp's elements before this one have the digit
  uint ranks[KILN_V];
#pragma unroll
  for (int j = 0; j < KILN_V; ++j) ranks[j] = (uint)(KILN_KEY_OF(elements[j]) >> shift) & 255u;
  if (!whole) {
    // Elements past the end of the row come last and have the last digit, so they stay last.
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) ranks[j] = j * 32 < left ? ranks[j] : 255u;
  }
  const uint lower = (1u << lane) - 1;
#pragma unroll
  for (int j = 0; j < KILN_V; j += 4) {
    uint alike[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) alike[u] = kiln_alike(ranks[j + u]);
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const uint bin = warp + ranks[j + u], before = popcount(alike[u] & lower), earlier = bins[bin];
      KILN_WARP_BARRIER;
      if (before == 0) bins[bin] = (ushort)(earlier + popcount(alike[u]));
      KILN_WARP_BARRIER;
      ranks[j + u] = bin << 16 | (earlier + before);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // For digit `item`: `all` elements in the tile, `there` those of them in the row, `before` in all tiles before;
  // `start` is their place in the sorted tile.
  uint all = 0, there = 0, start = 0;
  KILN_INDEX before = 0;
  if (item < 256) {
#pragma unroll
    for (uint w = 0; w < KILN_WARPS; ++w) all += bins[w * 256 + item];
    there = item == 255 ? all - (KILN_TILE - count) : all;
    if (block > 0) states[(ulong)block * 256] = 1 + there;
    start = kiln_warp_sum(all);
    if (lane == 31) sums[item / 32] = start;
    if (blocks > 1 && block == 0) {
      const KILN_INDEX of_row = work[KILN_WORD_COUNTS + (row * passes + pass) * 256 + item];
      before = kiln_warp_total(of_row);
      if (lane == 31) starts[item / 32] = before;
      before -= of_row;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 256) {
    start -= all;
#pragma unroll
    for (uint w = 0; w < 8; ++w) start += w < item / 32 ? sums[w] : 0;
    if (blocks == 1) {
      before = start;
    } else if (block == 0) {
#pragma unroll
      for (uint w = 0; w < 8; ++w) before += w < item / 32 ? starts[w] : 0;
      states[0] = KILN_TILE + 2 + before + there;
    }
    uint next = start;
#pragma unroll
    for (uint w = 0; w < KILN_WARPS; ++w) {
      const uint of_warp = bins[w * 256 + item];
      bins[w * 256 + item] = (ushort)next;
      next += of_warp;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int j = 0; j < KILN_V; ++j) {
    ranks[j] = bins[ranks[j] >> 16] + (ranks[j] & 0xffffu);
    tile[ranks[j]] = elements[j];
  }
  if (item < 256) {
    if (block > 0) {
      // KILN_BACK words are in flight at a time. The row's first tile always has the sum, so the search stops there.
      for (uint at = block, found = 0; !found;) {
        KILN_INDEX back[KILN_BACK];
#pragma unroll
        for (uint u = 0; u < KILN_BACK; ++u) back[u] = states[(ulong)(at > u ? at - 1 - u : 0) * 256];
        uint known = 0;
#pragma unroll
        for (uint u = 0; u < KILN_BACK; ++u)
          if (known == u && !found && back[u] != 0) {
            ++known;
            found = back[u] > KILN_TILE + 1;
            before += back[u] - (found ? KILN_TILE + 2 : 1);
          }
        at -= known;
      }
      states[(ulong)block * 256] = KILN_TILE + 2 + before + there;
    }
    bases[item] = before - start;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_GLOBAL KILN_ELEMENT *const to = result + row * n;
#if !KILN_MOVES
  if (whole) {
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) KILN_WRITE_ELEMENT(j)
  } else {
#pragma unroll
    for (int j = 0; j < KILN_V; ++j)
      if (j * KILN_GROUP + item < count) KILN_WRITE_ELEMENT(j)
  }
#else
  uint digits[KILN_V / 4];  // digits of the elements in order, four in each word
#pragma unroll
  for (int j = 0; j < KILN_V; ++j) {
    const uint at = j * KILN_GROUP + item;
    const KILN_ELEMENT element = (KILN_ELEMENT)tile[at];
    const uint digit = (uint)(KILN_KEY_OF(element) >> shift) & 255u;
    digits[j / 4] = j % 4 ? digits[j / 4] | digit << 8 * (j % 4) : digit;
    if (mode & KILN_WRITE_ELEMENTS && at < count) to[bases[digit] + at] = element;
  }
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
#pragma unroll
  for (int j = 0; j < KILN_V; ++j) {
    const uint at = j * KILN_GROUP + item;
    const ulong place = row * n + (bases[digits[j / 4] >> 8 * (j % 4) & 255u] + at);
    if (mode & KILN_WRITE_POSITIONS && at < count) moved[place] = (KILN_INDEX)tile[at];
    if (mode & KILN_WRITE_PLACES && at < count) places[place] = (long)tile[at];
  }
#endif
}
#endif
