// SPDX-License-Identifier: Apache-2.0
// Positions of the true elements of a mask, in order, or the rows of `inner` words of another array at these positions.
// A byte that is not 0 is true. `index_mask_count` counts the true elements of each chunk of `chunk` elements;
// `index_mask_scan` replaces the counts by sums of the counts before and writes the total; `index_mask_write` writes
// positions, and `index_mask_gather` copies rows. A chunk has one work-item on CPU devices, else a group of KILN_ITEMS.
#ifndef KILN_ITEMS
#define KILN_CPU 0
#define KILN_ITEMS 64
#define KILN_POSITION int
#define KILN_UNIT uint
#endif

#if KILN_CPU
KILN_KERNEL void index_mask_count(KILN_ARG(const uchar, mask), KILN_ARG(long, counts), long n, long chunk) {
  KILN_PTR_RESTRICT(const uchar, mask);
  KILN_PTR_RESTRICT(long, counts);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long count = 0;
  // Partial sums of 32 bits, of which a vector holds more.
  for (long at = begin; at < end; at += 4096) {
    const int size = (int)(end - at < 4096 ? end - at : 4096);
    uint some = 0;
    for (int i = 0; i < size; ++i) some += mask[at + i] != 0;
    count += some;
  }
  counts[get_group_id(0)] = count;
}

// Writes the sum of all counts to *total.
KILN_KERNEL void index_mask_scan(KILN_ARG(long, counts), KILN_ARG(long, total), long chunks) {
  KILN_PTR(long, counts);
  KILN_PTR(long, total);
  long before = 0;
  for (long i = 0; i < chunks; ++i) {
    const long own = counts[i];
    counts[i] = before;
    before += own;
  }
  *total = before;
}

KILN_KERNEL void index_mask_write(KILN_ARG(const uchar, mask), KILN_ARG(const long, counts), KILN_ARG(KILN_POSITION, out), long n,
                                  long chunk) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(const long, counts);
  KILN_PTR(KILN_POSITION, out);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long to = counts[get_group_id(0)];
  for (long at = begin; at < end; at += 64) {
    const int size = (int)(end - at < 64 ? end - at : 64);
    // Every position is stored, and the next one overwrites it if its element is false: there is no branch to
    // mispredict.
    KILN_POSITION some[65];
    int count = 0;
    for (int i = 0; i < size; ++i) {
      some[count] = (KILN_POSITION)(at + i);
      count += mask[at + i] != 0;
    }
    for (int i = 0; i < count; ++i) out[to + i] = some[i];
    to += count;
  }
}
#else
#define KILN_EACH 16  // elements of a work-item
#ifdef KILN_CUDA
#define KILN_LOCAL_POINTER(T) T *
#else
#define KILN_LOCAL_POINTER(T) __local T *
#endif
// Returns the sum of `own` over the items before this one and writes the sum over all to *sum (Hillis and Steele, "Data
// parallel algorithms", 1986).
KILN_FUNCTION long kiln_before(KILN_LOCAL_POINTER(long) shared, long own, long *sum) {
  const int item = (int)get_local_id(0);
  shared[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < KILN_ITEMS; step *= 2) {
    const long more = item >= step ? shared[item - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[item] += more;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const long upto = shared[item];
  *sum = shared[KILN_ITEMS - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  return upto - own;
}

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

KILN_KERNEL void index_mask_count(KILN_ARG(const uchar, mask), KILN_ARG(long, counts), long n, long chunk) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(long, counts);
  KILN_LOCAL long shared[KILN_ITEMS];
  const int item = (int)get_local_id(0);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long own = 0;
  for (long at = begin + item * KILN_EACH; at < end; at += KILN_ITEMS * KILN_EACH) own += popcount(kiln_true(mask, at, end));
  shared[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_of = KILN_ITEMS / 2; half_of > 0; half_of /= 2) {
    if (item < half_of) shared[item] += shared[item + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) counts[get_group_id(0)] = shared[0];
}

// Each item sums a run of neighbouring chunks.
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

// Writes the true elements' places within the tile mask[begin] .. mask[end - 1] to places[0] and on, and returns their
// number. The tile has at most KILN_ITEMS * KILN_EACH elements.
KILN_FUNCTION int kiln_gather_places(KILN_LOCAL_POINTER(long) shared, KILN_LOCAL_POINTER(ushort) places,
                                     KILN_GLOBAL const uchar *mask, long begin, long end) {
  const int item = (int)get_local_id(0);
  long sum = 0;
  uint bits = kiln_true(mask, begin + item * KILN_EACH, end);
  int to = (int)kiln_before(shared, popcount(bits), &sum);
  for (; bits; bits &= bits - 1) places[to++] = (ushort)(item * KILN_EACH + 31 - clz(bits & (0u - bits)));
  barrier(CLK_LOCAL_MEM_FENCE);
  return (int)sum;
}

// Positions are first gathered in local memory, so that neighbouring items write neighbours.
KILN_KERNEL void index_mask_write(KILN_ARG(const uchar, mask), KILN_ARG(const long, counts), KILN_ARG(KILN_POSITION, out), long n,
                                  long chunk) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(const long, counts);
  KILN_PTR(KILN_POSITION, out);
  KILN_LOCAL long shared[KILN_ITEMS];
  KILN_LOCAL ushort places[KILN_ITEMS * KILN_EACH];
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long before = counts[get_group_id(0)];
  for (long tile = begin; tile < end; tile += KILN_ITEMS * KILN_EACH) {
    const int sum = kiln_gather_places(shared, places, mask, tile, end);
    for (int i = (int)get_local_id(0); i < sum; i += KILN_ITEMS) out[before + i] = (KILN_POSITION)(tile + places[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    before += sum;
  }
}

#define KILN_AHEAD 4  // words of an item that are in flight
KILN_KERNEL void index_mask_gather(KILN_ARG(const uchar, mask), KILN_ARG(const long, counts), KILN_ARG(const KILN_UNIT, source),
                                   KILN_ARG(KILN_UNIT, out), long n, long chunk, uint inner) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(const long, counts);
  KILN_PTR(const KILN_UNIT, source);
  KILN_PTR(KILN_UNIT, out);
  KILN_LOCAL long shared[KILN_ITEMS];
  KILN_LOCAL ushort places[KILN_ITEMS * KILN_EACH];
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long before = counts[get_group_id(0)];
  for (long tile = begin; tile < end; tile += KILN_ITEMS * KILN_EACH) {
    const uint sum = (uint)kiln_gather_places(shared, places, mask, tile, end), words = sum * inner;
    for (uint first = (uint)get_local_id(0); first < words; first += KILN_ITEMS * KILN_AHEAD) {
      KILN_UNIT x[KILN_AHEAD];
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u) {
        const uint i = first + u * KILN_ITEMS, row = inner == 1 ? i : i / inner;
        if (i < words) x[u] = source[(tile + places[row]) * inner + (i - row * inner)];
      }
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u)
        if (first + u * KILN_ITEMS < words) out[before * inner + first + u * KILN_ITEMS] = x[u];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    before += sum;
  }
}
#endif
