// SPDX-License-Identifier: Apache-2.0
// Indices in stable order, for devices with many work-items: keys and their places, 4 bits a pass (Satish, Harris and Garland, "Designing
// efficient sorting algorithms for manycore GPUs", 2009). A group of KILN_ITEMS has KILN_EACH keys an item, consecutive ones.
#ifndef KILN_ITEMS
#define KILN_ITEMS 64
#define KILN_POSITION int
KILN_FUNCTION long kiln_place(KILN_POSITION index, long n) { return (long)index; }
#endif
#define KILN_EACH 8
#define KILN_BINS 16

// An index outside sorts behind all others.
KILN_KERNEL void index_sort_keys(KILN_ARG(const KILN_POSITION, index), KILN_ARG(uint, key), KILN_ARG(uint, order), long n, long count,
                                 long step) {
  KILN_PTR(const KILN_POSITION, index);
  KILN_PTR(uint, key);
  KILN_PTR(uint, order);
  const long p = (long)get_global_id(0);
  if (p >= count) return;
  const long place = kiln_place(index[p * step], n);
  key[p] = (uint)(place < 0 ? n : place);
  order[p] = (uint)p;
}

// counts[bin][group]
KILN_KERNEL void index_sort_count(KILN_ARG(const uint, key), KILN_ARG(long, counts), long count, uint shift) {
  KILN_PTR(const uint, key);
  KILN_PTR(long, counts);
  KILN_LOCAL int bins[KILN_BINS];
  const int item = (int)get_local_id(0);
  for (int bin = item; bin < KILN_BINS; bin += KILN_ITEMS) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const long first = (long)get_global_id(0) * KILN_EACH;
  for (int i = 0; i < KILN_EACH; ++i)
    if (first + i < count) atomic_inc(&bins[(key[first + i] >> shift) & (KILN_BINS - 1)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = item; bin < KILN_BINS; bin += KILN_ITEMS)
    counts[bin * (long)get_num_groups(0) + (long)get_group_id(0)] = bins[bin];
}

KILN_KERNEL void index_sort_move(KILN_ARG(const uint, key), KILN_ARG(const uint, order), KILN_ARG(const long, counts),
                                 KILN_ARG(uint, key_out), KILN_ARG(uint, order_out), long count, uint shift) {
  KILN_PTR(const uint, key);
  KILN_PTR(const uint, order);
  KILN_PTR(const long, counts);
  KILN_PTR(uint, key_out);
  KILN_PTR(uint, order_out);
  KILN_LOCAL ushort ranks[KILN_BINS * KILN_ITEMS];  // [bin][item]: keys of that bin before that item's
  KILN_LOCAL int sums[KILN_ITEMS];
  KILN_LOCAL int starts[KILN_BINS];
  const int item = (int)get_local_id(0);
  for (int bin = 0; bin < KILN_BINS; ++bin) ranks[bin * KILN_ITEMS + item] = 0;
  const long first = (long)get_global_id(0) * KILN_EACH;
  for (int i = 0; i < KILN_EACH; ++i)
    if (first + i < count) ranks[(int)((key[first + i] >> shift) & (KILN_BINS - 1)) * KILN_ITEMS + item] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  // A scan of all counts, bin by bin: each item sums KILN_BINS of them, then the sums are scanned.
  int own = 0;
  for (int i = 0; i < KILN_BINS; ++i) own += ranks[item * KILN_BINS + i];
  sums[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int reach = 1; reach < KILN_ITEMS; reach *= 2) {
    const int more = item >= reach ? sums[item - reach] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[item] += more;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int before = sums[item] - own;
  for (int i = 0; i < KILN_BINS; ++i) {
    const int here = ranks[item * KILN_BINS + i];
    ranks[item * KILN_BINS + i] = (ushort)before;
    before += here;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = item; bin < KILN_BINS; bin += KILN_ITEMS) starts[bin] = ranks[bin * KILN_ITEMS];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < KILN_EACH; ++i) {
    if (first + i >= count) break;
    const uint k = key[first + i];
    const int bin = (int)((k >> shift) & (KILN_BINS - 1));
    const int rank = ranks[bin * KILN_ITEMS + item];
    ranks[bin * KILN_ITEMS + item] = (ushort)(rank + 1);
    const long to = counts[bin * (long)get_num_groups(0) + (long)get_group_id(0)] + (rank - starts[bin]);
    key_out[to] = k;
    order_out[to] = order[first + i];
  }
}
