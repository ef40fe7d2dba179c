// SPDX-License-Identifier: Apache-2.0
// Positions of the elements of a mask that are not 0 (any other byte is true), in order, by a count for each chunk of the mask and a scan of the counts; of a small
// mask by index_mask_few alone. CPU shape: one work-item a chunk; else one group of KILN_ITEMS.
#ifndef KILN_ITEMS
#define KILN_CPU 0
#define KILN_ITEMS 64
#define KILN_POSITION int
#endif

#if KILN_CPU
KILN_KERNEL void index_mask_count(KILN_ARG(const uchar, mask), KILN_ARG(long, counts), long n, long chunk) {
  KILN_PTR_RESTRICT(const uchar, mask);
  KILN_PTR_RESTRICT(long, counts);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long count = 0;
  // Narrow sums, of which vectors hold more.
  for (long at = begin; at < end; at += 4096) {
    const int size = (int)(end - at < 4096 ? end - at : 4096);
    uint some = 0;
    for (int i = 0; i < size; ++i) some += mask[at + i] != 0;
    count += some;
  }
  counts[get_group_id(0)] = count;
}

// counts[chunks] becomes the sum.
KILN_KERNEL void index_mask_scan(KILN_ARG(long, counts), long chunks) {
  KILN_PTR(long, counts);
  long before = 0;
  for (long i = 0; i < chunks; ++i) {
    const long own = counts[i];
    counts[i] = before;
    before += own;
  }
  counts[chunks] = before;
}

// Positions of mask[begin] .. mask[end - 1] to out[to] and on; where the next one goes.
KILN_FUNCTION long kiln_write_positions(KILN_GLOBAL const uchar *mask, KILN_GLOBAL KILN_POSITION *out, long begin, long end, long to) {
  for (long at = begin; at < end; at += 64) {
    const int size = (int)(end - at < 64 ? end - at : 64);
    // Every position is stored, and overwritten by the next where its element is 0: no branch to mispredict.
    KILN_POSITION some[65];
    int count = 0;
    for (int i = 0; i < size; ++i) {
      some[count] = (KILN_POSITION)(at + i);
      count += mask[at + i] != 0;
    }
    for (int i = 0; i < count; ++i) out[to + i] = some[i];
    to += count;
  }
  return to;
}

KILN_KERNEL void index_mask_write(KILN_ARG(const uchar, mask), KILN_ARG(const long, counts), KILN_ARG(KILN_POSITION, out), long n,
                                  long chunk) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(const long, counts);
  KILN_PTR(KILN_POSITION, out);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  kiln_write_positions(mask, out, begin, end, counts[get_group_id(0)]);
}

// out has room for n; *count: how many there are.
KILN_KERNEL void index_mask_few(KILN_ARG(const uchar, mask), KILN_ARG(KILN_POSITION, out), KILN_ARG(long, count), long n) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(KILN_POSITION, out);
  KILN_PTR(long, count);
  *count = kiln_write_positions(mask, out, 0, n, 0);
}
#else
#define KILN_EACH 8
#ifdef KILN_CUDA
#define KILN_LOCAL_POINTER(T) T *
#else
#define KILN_LOCAL_POINTER(T) __local T *
#endif
// The sum of `own` of the items before this one; *sum: of all (Hillis and Steele, "Data parallel algorithms", 1986).
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

KILN_KERNEL void index_mask_count(KILN_ARG(const uchar, mask), KILN_ARG(long, counts), long n, long chunk) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(long, counts);
  KILN_LOCAL long shared[KILN_ITEMS];
  const int item = (int)get_local_id(0);
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  long own = 0;
  for (long at = begin + item; at < end; at += KILN_ITEMS) own += mask[at] != 0;
  shared[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_of = KILN_ITEMS / 2; half_of > 0; half_of /= 2) {
    if (item < half_of) shared[item] += shared[item + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) counts[get_group_id(0)] = shared[0];
}

KILN_KERNEL void index_mask_scan(KILN_ARG(long, counts), long chunks) {
  KILN_PTR(long, counts);
  KILN_LOCAL long shared[KILN_ITEMS];
  const int item = (int)get_local_id(0);
  long before = 0, sum = 0;
  for (long tile = 0; tile < chunks; tile += KILN_ITEMS) {
    const long i = tile + item, own = i < chunks ? counts[i] : 0;
    const long rank = kiln_before(shared, own, &sum);
    if (i < chunks) counts[i] = before + rank;
    before += sum;
  }
  if (item == 0) counts[chunks] = before;
}

// Positions of mask[begin] .. mask[end - 1] to out[before] and on; where the next one goes.
KILN_FUNCTION long kiln_write_positions(KILN_LOCAL_POINTER(long) shared, KILN_GLOBAL const uchar *mask, KILN_GLOBAL KILN_POSITION *out,
                                        long begin, long end, long before) {
  long sum = 0;
  for (long tile = begin; tile < end; tile += KILN_ITEMS * KILN_EACH) {
    const long first = tile + (long)get_local_id(0) * KILN_EACH;
    const long left = end - first, size = left < 0 ? 0 : left < KILN_EACH ? left : KILN_EACH;
    long own = 0;
    for (int i = 0; i < (int)size; ++i) own += mask[first + i] != 0;
    long to = before + kiln_before(shared, own, &sum);
    for (int i = 0; i < (int)size; ++i)
      if (mask[first + i]) out[to++] = (KILN_POSITION)(first + i);
    before += sum;
  }
  return before;
}

KILN_KERNEL void index_mask_write(KILN_ARG(const uchar, mask), KILN_ARG(const long, counts), KILN_ARG(KILN_POSITION, out), long n,
                                  long chunk) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(const long, counts);
  KILN_PTR(KILN_POSITION, out);
  KILN_LOCAL long shared[KILN_ITEMS];
  const long begin = (long)get_group_id(0) * chunk, end = n - begin < chunk ? n : begin + chunk;
  kiln_write_positions(shared, mask, out, begin, end, counts[get_group_id(0)]);
}

// out has room for n; *count: how many there are. One group.
KILN_KERNEL void index_mask_few(KILN_ARG(const uchar, mask), KILN_ARG(KILN_POSITION, out), KILN_ARG(long, count), long n) {
  KILN_PTR(const uchar, mask);
  KILN_PTR(KILN_POSITION, out);
  KILN_PTR(long, count);
  KILN_LOCAL long shared[KILN_ITEMS];
  const long found = kiln_write_positions(shared, mask, out, 0, n, 0);
  if (get_local_id(0) == 0) *count = found;
}
#endif
