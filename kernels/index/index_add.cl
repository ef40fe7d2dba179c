// SPDX-License-Identifier: Apache-2.0
// a[o, index[p], j] += b[o, p, j] (scatter_add). Equal indices add in the order of p, so results do not vary.
// index_place.cl comes before this file.
//
// The host chooses one of these kernels:
//   index_add_lines        very few indices: each group compares all of them; each element has a work-item, which adds
//                          at all its indices. On CPU devices an item has `chunk` outer rows.
//   index_add (KILN_CPU)   an item has `range` places of the axis and `chunk` words of each row; it looks at every
//                          index, and notes up to KILN_NOTED that name one of its places before it adds their rows
//   index_add_few          a group has KILN_ROWS indices, compares them with all others, and adds the rows of those
//                          that are the first of their kind
//   index_add              many indices, which are sorted: `key` has the sorted places and `order` the indices'
//                          numbers. A row of work-items adds a run of equal keys: each place has a row (`each_place`),
//                          or each key that begins a run has one. Runs longer than KILN_LONG are left to
//                          index_add_runs.cl.
//
// Arguments: n places of the axis; `outer`, `count` indices, `inner` words; a0, a1, a2 strides of a along o, the axis
// and j; b0, b1, b2 strides of b; `step` that of the indices, all in elements.
#ifndef KILN_NUMBER
#define KILN_NUMBER float
#define KILN_CPU 0
#define KILN_VECTORS 1
#define KILN_EACH 4  // elements of a work-item in each row
#define KILN_ROW uint  // type that holds the number of all rows plus the rows of a grid
#define KILN_POSITION int
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif

#define KILN_AHEAD 8    // rows that are in flight or prefetched
#define KILN_ROWS 8  // indices of a group of index_add_few
#define KILN_WORDS 128  // words, at most, whose bits tell which indices equal an index of the group
#define KILN_NOTED 64
#define KILN_LINES 16  // indices of index_add_lines, at most
#define KILN_LONG 1024  // keys of a run that is not left to index_add_runs.cl, at most

KILN_KERNEL void index_add_lines(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const KILN_POSITION, index), long n,
                                 long outer, long count, long inner, long a0, long a1, long a2, long b0, long b1, long b2, long step,
                                 long chunk, uint skip_o, uint skip_p, uint skip_j) {
  KILN_PTR_RESTRICT(KILN_NUMBER, a);
  KILN_PTR_RESTRICT(const KILN_NUMBER, b);
  KILN_PTR_RESTRICT(const KILN_POSITION, index);
#if KILN_CPU
  long places[KILN_LINES];
  for (int p = 0; p < (int)count; ++p) places[p] = kiln_place(index[p * step], n);
  const long begin = (long)get_group_id(0) * chunk, end = outer - begin < chunk ? outer : begin + chunk;
  for (long o = begin; o < end; ++o)
    for (int p = 0; p < (int)count; ++p)
      for (long j = 0; places[p] >= 0 && j < inner; ++j) a[o * a0 + places[p] * a1 + j * a2] += b[o * b0 + p * b1 + j * b2];
#else
  KILN_LOCAL long places[KILN_LINES];
  // next[p]: the next equal index, or `count`; starts[p]: whether p is the first of its kind
  KILN_LOCAL int next[KILN_LINES], starts[KILN_LINES];
  const int kinds = (int)count, item = (int)get_local_id(0), items = (int)get_local_size(0);
  for (int p = item; p < kinds; p += items) places[p] = kiln_place(index[p * step], n);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int p = item; p < kinds; p += items) {
    int q = p + 1, before = 0;
    while (q < kinds && places[q] != places[p]) ++q;
    while (places[before] != places[p]) ++before;
    next[p] = q;
    starts[p] = places[p] >= 0 && before == p;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // An item's elements lie a grid of work-items apart: skip_o, skip_p and skip_j along the three axes.
  const uint row = (uint)get_global_id(0) / (uint)inner;
  uint j = (uint)get_global_id(0) - row * (uint)inner;
  uint o = row / (uint)kinds, p = row - o * (uint)kinds;
  long to[KILN_EACH], from[KILN_EACH];
  int first[KILN_EACH];
  KILN_NUMBER x[KILN_EACH], y[KILN_EACH];
#pragma unroll
  for (int v = 0; v < KILN_EACH; ++v) {
    first[v] = o < (uint)outer && starts[p] ? (int)p : kinds;
    if (first[v] < kinds) {
      to[v] = o * a0 + places[p] * a1 + j * a2;
      from[v] = o * b0 + j * b2;
      x[v] = a[to[v]];
      y[v] = b[from[v] + p * b1];
    }
    o += skip_o;
    p += skip_p;
    j += skip_j;
    if (j >= (uint)inner) {
      j -= (uint)inner;
      ++p;
    }
    if (p >= (uint)kinds) {
      p -= (uint)kinds;
      ++o;
    }
  }
#pragma unroll
  for (int v = 0; v < KILN_EACH; ++v)
    if (first[v] < kinds) {
      KILN_NUMBER sum = x[v] + y[v];
      for (int q = next[first[v]]; q < kinds; q = next[q]) sum += b[from[v] + q * b1];
      a[to[v]] = sum;
    }
#endif
}

#if KILN_CPU

KILN_KERNEL void index_add(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const KILN_POSITION, index), long n,
                           long outer, long count, long inner, long a0, long a1, long a2, long b0, long b1, long b2, long step,
                           long splits, long range, long chunk) {
  KILN_PTR_RESTRICT(KILN_NUMBER, a);
  KILN_PTR_RESTRICT(const KILN_NUMBER, b);
  KILN_PTR_RESTRICT(const KILN_POSITION, index);
  const long group = (long)get_group_id(0), split = group % splits, share = group / splits;
  const long low = share * range, begin = split * chunk, end = inner - begin < chunk ? inner : begin + chunk;
  // Only the head of a long row is prefetched: the core prefetches the rest by itself.
  const long asked = end - begin < 512 / (long)sizeof(KILN_NUMBER) ? end : begin + 512 / (long)sizeof(KILN_NUMBER);
  for (long o = 0; o < outer; ++o) {
    for (long p = 0; p < count;) {
      long places[KILN_NOTED + 1], from_row[KILN_NOTED + 1];
      int noted = 0;
      for (; p < count && noted < KILN_NOTED; ++p) {
        const long place = kiln_place(index[p * step], n);
        places[noted] = place;
        from_row[noted] = p;
        noted += (ulong)(place - low) < (ulong)range && place >= 0;
      }
      for (int q = 0; q < noted; ++q) {
        if (q + KILN_AHEAD < noted)
          for (long j = begin; j < asked; j += 64 / (long)sizeof(KILN_NUMBER)) {
            KILN_PREFETCH(a + o * a0 + places[q + KILN_AHEAD] * a1 + j * a2, 1, 0);
            KILN_PREFETCH(b + o * b0 + from_row[q + KILN_AHEAD] * b1 + j * b2, 0, 0);
          }
        KILN_GLOBAL KILN_NUMBER *restrict const to = a + (o * a0 + places[q] * a1);
        KILN_GLOBAL const KILN_NUMBER *restrict const from = b + (o * b0 + from_row[q] * b1);
        if (a2 == 1 && b2 == 1) {
          for (long j = begin; j < end; ++j) to[j] += from[j];
        } else {
          for (long j = begin; j < end; ++j) to[j * a2] += from[j * b2];
        }
      }
    }
  }
}
#else
#define KILN_NONE 0xffffffffu

// key[p] = the place of index p; an index outside sorts behind all others. Also sets start[0] .. start[starts - 1] to
// "no run".
KILN_KERNEL void index_add_keys(KILN_ARG(const KILN_POSITION, index), KILN_ARG(uint, key), KILN_ARG(uint, start), long n, long count,
                                long step, long starts) {
  KILN_PTR(const KILN_POSITION, index);
  KILN_PTR(uint, key);
  KILN_PTR(uint, start);
  const long p = (long)get_global_id(0);
  if (p < starts) start[p] = KILN_NONE;
  if (p >= count) return;
  const long place = kiln_place(index[p * step], n);
  key[p] = (uint)(place < 0 ? n : place);
}

// start[place] = where the run of this place's keys begins.
KILN_KERNEL void index_add_starts(KILN_ARG(const uint, key), KILN_ARG(uint, start), long n, long count) {
  KILN_PTR(const uint, key);
  KILN_PTR(uint, start);
  const long q = (long)get_global_id(0);
  if (q >= count) return;
  const uint place = key[q];
  if ((long)place < n && (q == 0 || key[q - 1] != place)) start[place] = (uint)q;
}

// A kiln_some is what a work-item adds at a time: KILN_SOME neighbouring elements where rows are contiguous and
// aligned, else one element of each of KILN_EACH steps.
#if KILN_VECTORS
#define KILN_SOME (16 / (int)sizeof(KILN_NUMBER))
#define KILN_NEXT_ITEM KILN_SOME
typedef union {
  uint4 wide;
  KILN_NUMBER item[16 / sizeof(KILN_NUMBER)];
} kiln_some;
#define KILN_READ(some, at, stride) (some).wide = *(KILN_GLOBAL const uint4 *)(at);
#define KILN_WRITE(at, some, stride) *(KILN_GLOBAL uint4 *)(at) = (some).wide;
#else
#define KILN_SOME KILN_EACH
#define KILN_NEXT_ITEM 1
typedef struct {
  KILN_NUMBER item[KILN_EACH];
} kiln_some;
#define KILN_READ(some, at, stride)               \
  _Pragma("unroll") for (int v = 0; v < KILN_EACH; ++v) \
    (some).item[v] = (at)[j + v * step < inner ? v * step * stride : 0];
#define KILN_WRITE(at, some, stride)              \
  _Pragma("unroll") for (int v = 0; v < KILN_EACH; ++v) \
    if (j + v * step < inner) (at)[v * step * stride] = (some).item[v];
#endif

KILN_KERNEL void index_add(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const uint, key),
                           KILN_ARG(const uint, order), KILN_ARG(const uint, start), long n, long outer, long count, long inner,
                           long a0, long a1, long a2, long b0, long b1, long b2, uint each_place) {
  KILN_PTR(KILN_NUMBER, a);
  KILN_PTR(const KILN_NUMBER, b);
  KILN_PTR(const uint, key);
  KILN_PTR(const uint, order);
  KILN_PTR(const uint, start);
  const long step = (long)get_local_size(0);
  const KILN_ROW rows = (KILN_ROW)(each_place ? n : count), all = (KILN_ROW)outer * rows;
  const KILN_ROW row_step = (KILN_ROW)(get_num_groups(0) * get_local_size(1));
  for (KILN_ROW row = (KILN_ROW)(get_group_id(0) * get_local_size(1) + get_local_id(1)); row < all; row += row_step) {
    const long o = (long)(row / rows);
    long first = (long)(row % rows);
    uint place = (uint)first;
    if (each_place) {
      const uint run = start[place];
      if (run == KILN_NONE) continue;
      first = (long)run;
    } else {
      place = key[first];
      if ((long)place >= n || (first > 0 && key[first - (first > 0)] == place)) continue;
    }
    if (count - first > KILN_LONG && key[first + KILN_LONG] == place) continue;
    for (long j = (long)get_local_id(0) * KILN_NEXT_ITEM; j < inner; j += KILN_SOME * step) {
      KILN_GLOBAL KILN_NUMBER *const to = a + (o * a0 + (long)place * a1 + j * a2);
      KILN_GLOBAL const KILN_NUMBER *const from = b + (o * b0 + j * b2);
      kiln_some sums;
      KILN_READ(sums, to, a2)
      long q = first;
      if (first + 1 == count || key[first + 1] != place) {
        kiln_some x;
        KILN_READ(x, from + (long)order[first] * b1, b2)
#pragma unroll
        for (int v = 0; v < KILN_SOME; ++v) sums.item[v] += x.item[v];
        q = count;
      }
      // Several rows are on their way at a time; they add up one after the other.
      for (; q + KILN_AHEAD <= count && key[q + KILN_AHEAD - 1] == place; q += KILN_AHEAD) {
        kiln_some x[KILN_AHEAD];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) KILN_READ(x[u], from + (long)order[q + u] * b1, b2)
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) {
#pragma unroll
          for (int v = 0; v < KILN_SOME; ++v) sums.item[v] += x[u].item[v];
        }
      }
      if (q < count && key[q] == place) {
        kiln_some x[KILN_AHEAD];
        uint same[KILN_AHEAD];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) {
          same[u] = q + u < count && key[q + u < count ? q + u : first] == place;
          KILN_READ(x[u], from + (long)order[same[u] ? q + u : first] * b1, b2)
        }
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) {
#pragma unroll
          for (int v = 0; v < KILN_SOME; ++v)
            if (same[u]) sums.item[v] += x[u].item[v];
        }
      }
      KILN_WRITE(to, sums, a2)
    }
  }
}

KILN_KERNEL void index_add_few(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const KILN_POSITION, index), long n,
                               long outer, long count, long inner, long a0, long a1, long a2, long b0, long b1, long b2, long step,
                               long blocks, long splits, long chunk) {
  KILN_LOCAL uint equal[KILN_ROWS * KILN_WORDS];  // for each index of the group, bits that tell which indices equal it
  KILN_LOCAL long places[KILN_ROWS];
  KILN_PTR(KILN_NUMBER, a);
  KILN_PTR(const KILN_NUMBER, b);
  KILN_PTR(const KILN_POSITION, index);
  const uint item = (uint)get_local_id(0), size = (uint)get_local_size(0), width = size / KILN_ROWS, words = ((uint)count + 31) / 32;
  const long group = (long)get_group_id(0), split = group % splits, block = group / splits % blocks, o = group / splits / blocks;
  const long first = block * KILN_ROWS;
  for (uint w = item; w < KILN_ROWS * words; w += size) equal[w] = 0;
  if (item < KILN_ROWS) places[item] = first + item < count ? kiln_place(index[(first + item) * step], n) : -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint q = item; q < (uint)count; q += size) {
    const long place = kiln_place(index[(long)q * step], n);
    for (uint r = 0; r < KILN_ROWS; ++r)
      if (places[r] == place) atomic_or(&equal[r * words + q / 32], 1u << (q % 32));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint r = item / width, p = (uint)first + r;
  if (r >= KILN_ROWS || p >= (uint)count || places[r] < 0) return;
  for (uint w = 0; w < p / 32; ++w)
    if (equal[r * words + w]) return;
  if (equal[r * words + p / 32] & ((1u << (p % 32)) - 1)) return;
  const long begin = split * chunk, end = inner - begin < chunk ? inner : begin + chunk;
  for (long j = begin + item % width; j < end; j += KILN_EACH * width) {
    KILN_GLOBAL KILN_NUMBER *const to = a + (o * a0 + places[r] * a1 + j * a2);
    KILN_GLOBAL const KILN_NUMBER *const from = b + (o * b0 + j * b2);
    KILN_NUMBER sums[KILN_EACH];
#pragma unroll
    for (int v = 0; v < KILN_EACH; ++v)
      if (j + v * width < end) sums[v] = to[v * width * a2];
    uint word = p / 32, bits = equal[r * words + word];
    while (bits) {
      KILN_NUMBER x[KILN_AHEAD][KILN_EACH];
      uint same[KILN_AHEAD];
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        same[u] = bits != 0;
        const uint low = bits & (0u - bits);
        const long row_at = (long)(32 * word + 31 - clz(low)) * b1;
        bits ^= low;
        while (!bits && word + 1 < words) bits = equal[r * words + ++word];
#pragma unroll
        for (int v = 0; v < KILN_EACH; ++v)
          if (same[u] && j + v * width < end) x[u][v] = from[row_at + v * width * b2];
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
#pragma unroll
        for (int v = 0; v < KILN_EACH; ++v)
          if (same[u] && j + v * width < end) sums[v] += x[u][v];
      }
    }
#pragma unroll
    for (int v = 0; v < KILN_EACH; ++v)
      if (j + v * width < end) to[v * width * a2] = sums[v];
  }
}
#endif
