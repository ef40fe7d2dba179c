// SPDX-License-Identifier: Apache-2.0
// Positions of the true elements of a mask, in order, or the rows of `inner` words of another array at these positions.
// A byte that is not 0 is true. `index_mask_count` counts the true elements of each chunk of `chunk` elements;
// `index_mask_scan` replaces the counts by sums of the counts before and writes the total; `index_mask_write` writes
// positions, or with KILN_ROWS rows. A chunk has a group of KILN_ITEMS work-items, which is one on CPU devices.
// group_sums.cl comes before this file.
//   KILN_UNIT: type of positions, or with KILN_ROWS of words
#ifdef KILN_CUDA
#define KILN_LOCAL_POINTER(T) T *
#else
#define KILN_LOCAL_POINTER(T) __local T *
#endif

// Returns the sum of `own` over the items before this one and writes the sum over all to *sum.
KILN_FUNCTION long kiln_before(KILN_LOCAL_POINTER(long) shared, long own, long *sum) {
  const uint item = (uint)get_local_id(0);
  shared[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_GROUP_SUMS(long, shared, KILN_ITEMS)
  const long upto = shared[item];
  *sum = shared[KILN_ITEMS - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  return upto - own;
}

#if KILN_CPU
#define KILN_TILE 64  // elements whose places are gathered at a time

// Returns how many of mask[begin] .. mask[end - 1] are true.
KILN_FUNCTION long kiln_count(KILN_GLOBAL const uchar *restrict mask, long begin, long end) {
  long count = 0;
  // Partial sums have 32 bits, because a vector holds more of these than of 64 bits.
  for (long at = begin; at < end; at += 4096) {
    const int size = (int)(end - at < 4096 ? end - at : 4096);
    uint some = 0;
    for (int i = 0; i < size; ++i) some += mask[at + i] != 0;
    count += some;
  }
  return count;
}

// Writes the true elements' places within the tile that begins at mask[begin] to places[0] and on, and returns their
// number. Elements from mask[end] on are no part of the tile.
KILN_FUNCTION uint kiln_gather_places(int *places, KILN_GLOBAL const uchar *mask, long begin, long end) {
  const int size = (int)(end - begin < KILN_TILE ? end - begin : KILN_TILE);
  // Every place is stored, and the next one overwrites it if its element is false: there is no branch to mispredict.
  uint count = 0;
  for (int i = 0; i < size; ++i) {
    places[count] = i;
    count += mask[begin + i] != 0;
  }
  return count;
}
#else
#define KILN_EACH 16  // elements of a work-item
#define KILN_TILE (KILN_ITEMS * KILN_EACH)

// Sets a bit for each byte of x that is not 0.
KILN_FUNCTION uint kiln_true_of_four(uint x) {
  x |= (x & 0x7f7f7f7fu) + 0x7f7f7f7fu;
  return ((x >> 7) & 0x01010101u) * 0x01020408u >> 24;
}

// Sets a bit for each true element of mask[first] .. mask[first + KILN_EACH - 1]; elements from mask[end] on count as
// false.
KILN_FUNCTION uint kiln_true(KILN_GLOBAL const uchar *mask, long first, long end) {
  if (first + KILN_EACH <= end && (ulong)(mask + first) % KILN_EACH == 0) {
    const uint4 x = *(KILN_GLOBAL const uint4 *)(mask + first);
    return kiln_true_of_four(x.x) | kiln_true_of_four(x.y) << 4 | kiln_true_of_four(x.z) << 8 | kiln_true_of_four(x.w) << 12;
  }
  uint bits = 0;
  for (int i = 0; i < KILN_EACH && first + i < end; ++i) bits |= (uint)(mask[first + i] != 0) << i;
  return bits;
}

// Returns how many of mask[begin] .. mask[end - 1] are true among those that this item looks at.
KILN_FUNCTION long kiln_count(KILN_GLOBAL const uchar *mask, long begin, long end) {
  long own = 0;
  for (long at = begin + (long)get_local_id(0) * KILN_EACH; at < end; at += KILN_TILE) own += popcount(kiln_true(mask, at, end));
  return own;
}

// The same as on CPU devices, by the items of a group together.
KILN_FUNCTION uint kiln_gather_places(KILN_LOCAL_POINTER(long) shared, KILN_LOCAL_POINTER(ushort) places,
                                      KILN_GLOBAL const uchar *mask, long begin, long end) {
  const int item = (int)get_local_id(0);
  long sum = 0;
  uint bits = kiln_true(mask, begin + item * KILN_EACH, end);
  int to = (int)kiln_before(shared, popcount(bits), &sum);
  for (; bits; bits &= bits - 1) places[to++] = (ushort)(item * KILN_EACH + 31 - clz(bits & (0u - bits)));
  barrier(CLK_LOCAL_MEM_FENCE);
  return (uint)sum;
}
#endif

KILN_KERNEL void index_mask_count(KILN_ARG(const uchar, mask), KILN_ARG(long, counts), long n, long chunk) {
  KILN_PTR_RESTRICT(const uchar, mask);
  KILN_PTR_RESTRICT(long, counts);
  KILN_LOCAL long shared[KILN_ITEMS];
  const int item = (int)get_local_id(0);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  shared[item] = kiln_count(mask, begin, end);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_of = KILN_ITEMS / 2; half_of > 0; half_of /= 2) {
    if (item < half_of) shared[item] += shared[item + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) counts[get_group_id(0)] = shared[0];
}

// Writes the sum of all counts to *total. Each item of the only group sums a run of neighbouring chunks.
KILN_KERNEL void index_mask_scan(KILN_ARG(long, counts), KILN_ARG(long, total), long chunks) {
  KILN_PTR(long, counts);
  KILN_PTR(long, total);
  KILN_LOCAL long shared[KILN_ITEMS];
  const long each = (chunks + KILN_ITEMS - 1) / KILN_ITEMS, begin = (long)get_local_id(0) * each;
  const long end = chunks - begin < each ? chunks : begin + each;
  long own = 0, sum = 0;
  for (long i = begin; i < end; ++i) own += counts[i];
  long before = kiln_before(shared, own, &sum);
  for (long i = begin; i < end; ++i) {
    const long count = counts[i];
    counts[i] = before;
    before += count;
  }
  if (get_local_id(0) == 0) *total = sum;
}

#if KILN_ROWS
#define KILN_AHEAD 4  // words of an item that are in flight
#define KILN_ROW(i) (inner == 1 ? (i) : (i) / inner)
#define KILN_WORD(place, word) source[(tile + (place)) * inner + (word)]
#else
#define KILN_AHEAD 1
#define KILN_ROW(i) (i)
#define KILN_WORD(place, word) (KILN_UNIT)(tile + (place))
#endif

// Places are first gathered in local memory, so that neighbouring items write neighbours. A position is a row of one
// word, for which `source` is not read.
KILN_KERNEL void index_mask_write(KILN_ARG(const uchar, mask), KILN_ARG(const long, counts), KILN_ARG(const KILN_UNIT, source),
                                  KILN_ARG(KILN_UNIT, out), long n, long chunk, uint inner) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(const long, counts);
  KILN_PTR(const KILN_UNIT, source);
  KILN_PTR(KILN_UNIT, out);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long before = counts[get_group_id(0)];
#if KILN_CPU
  int places[KILN_TILE + 1];
#else
  KILN_LOCAL long shared[KILN_ITEMS];
  KILN_LOCAL ushort places[KILN_TILE];
#endif
  for (long tile = begin; tile < end; tile += KILN_TILE) {
#if KILN_CPU
    const uint sum = kiln_gather_places(places, mask, tile, end), words = sum * inner;
#else
    const uint sum = kiln_gather_places(shared, places, mask, tile, end), words = sum * inner;
#endif
    for (uint first = (uint)get_local_id(0); first < words; first += KILN_ITEMS * KILN_AHEAD) {
      KILN_UNIT x[KILN_AHEAD];
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u) {
        const uint i = first + u * KILN_ITEMS, row = KILN_ROW(i);
        if (i < words) x[u] = KILN_WORD(places[row], i - row * inner);
      }
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u)
        if (first + u * KILN_ITEMS < words) out[before * inner + first + u * KILN_ITEMS] = x[u];
    }
#if !KILN_CPU
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    before += sum;
  }
}
