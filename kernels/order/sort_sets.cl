// SPDX-License-Identifier: Apache-2.0
// Distinct elements of one short array, or of two, in one launch of several groups. The kernel writes, in sorted order,
// the elements that `rule` keeps, and, as `mode` says, where the first of each is, how many equal it, and which
// distinct element each element is. Every NaN is distinct. Each group puts all elements into a hash table in local
// memory (linear probing), keeps the first of each kind, and computes the places of its own share among all that are
// kept. So no group waits for another.
//   KILN_BLOCK: elements of a group, which has as many work-items or a multiple of that

#define KILN_FREE 0xffffffffu
// Keys that no element has, so that comparing keys is enough. An element that is left out sorts behind all others. NaNs
// sort behind infinity in the order of their places.
#define KILN_LEFT_OUT (~(KILN_KEY)0)
#define KILN_LONE(e) (KILN_LEFT_OUT - 1 - KILN_TILE + (e))
#define KILN_IS_LONE(key) (KILN_FLOAT && (key) >= KILN_LONE(0))
// The loops are not unrolled: instructions that run once take longer to fetch than to execute.
#define KILN_EACH_OWN(e, count) _Pragma("unroll 1") for (uint e = item; e < (count); e += items)

// Arguments: `first` has n elements, `second` m. 2^bits is at least twice n + m and at most 2 * KILN_TILE. `found`
// receives the number of distinct elements. If `expected` is not negative, there are places for so many, and nothing
// else is written unless exactly so many are found.
KILN_KERNEL void sort_sets(KILN_ARG(const KILN_ELEMENT, first), KILN_ARG(const KILN_ELEMENT, second), KILN_ARG(KILN_ELEMENT, distinct),
                           KILN_ARG(long, places), KILN_ARG(long, inverse), KILN_ARG(long, counts), KILN_ARG(long, found), uint n, uint m,
                           uint bits, uint rule, uint mode, int expected, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  KILN_LOCAL uint table[2 * KILN_TILE];  // the first element of each kind; later the lanes' counts
  // for each kind, in 16 bits, the number of its elements; if there are two arrays, only those of the second count
  KILN_LOCAL uint members[KILN_TILE];
  KILN_LOCAL ushort slots[KILN_TILE];  // the elements' slots in the table
  // for each element of the group: in bit 0 whether it is kept, above it the number of members of its kind
  KILN_LOCAL uint own[KILN_BLOCK];
  KILN_LOCAL KILN_ELEMENT block[KILN_BLOCK];
  KILN_LOCAL uint kept[KILN_BLOCK];
  KILN_PTR(const KILN_ELEMENT, first);
  KILN_PTR(const KILN_ELEMENT, second);
  KILN_PTR(KILN_ELEMENT, distinct);
  KILN_PTR(long, places);
  KILN_PTR(long, inverse);
  KILN_PTR(long, counts);
  KILN_PTR(long, found);
  const uint item = (uint)get_local_id(0), items = (uint)get_local_size(0), lanes = items / KILN_BLOCK;
  const uint total = n + m, end = (uint)1 << bits, begin = (uint)get_group_id(0) * KILN_BLOCK;
  const uint set = item % KILN_BLOCK, lane = item / KILN_BLOCK;
  const int membership = m > 0 || (mode & KILN_WRITE_COUNTS);
  KILN_EACH_OWN(e, total) {
    const KILN_ELEMENT element = e < n ? first[e] : second[e - n];
    const KILN_KEY key = KILN_KEY_OF(element);
    keys[e] = KILN_FLOAT && key == nan ? KILN_LONE(e) : key;
    if (e - begin < KILN_BLOCK) block[e - begin] = element;
  }
  KILN_EACH_OWN(s, end) table[s] = KILN_FREE;
  if (membership) KILN_EACH_OWN(s, end / 2) members[s] = 0;
  if (item < KILN_BLOCK) kept[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const KILN_KEY ranked = keys[begin + set < total ? begin + set : 0];
  KILN_EACH_OWN(e, total) {
    const KILN_KEY key = keys[e];
    if (KILN_IS_LONE(key)) continue;
    // Knuth's multiplicative hashing.
    uint hash = (uint)key * 2654435769u;
#if KILN_BITS == 64
    hash += (uint)(key >> 32) * 2246822519u;
#endif
    uint slot = hash >> (32 - bits);
    _Pragma("unroll 1") for (uint probe = 0; probe < end; ++probe) {
      const uint known = atomic_cmpxchg(&table[slot], KILN_FREE, e);
      if (known == KILN_FREE) break;
      if (keys[known] == key) {
        if (known > e) atomic_min(&table[slot], e);
        break;
      }
      slot = (slot + 1) & (end - 1);
    }
    slots[e] = (ushort)slot;
    if (membership && (m == 0 || e >= n)) atomic_add(&members[slot / 2], 1u << (slot % 2 * 16));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  KILN_EACH_OWN(e, total) {
    const int lone = KILN_IS_LONE(keys[e]);
    const uint slot = lone ? 0 : slots[e], some = membership ? members[slot / 2] >> (slot % 2 * 16) & 0xffffu : 0;
    const uint kind = e >= n ? KILN_OF_SECOND : m > 0 && !lone && some > 0 ? KILN_OF_BOTH : KILN_OF_FIRST;
    const int keep = (lone || table[slot] == e) && (rule >> kind & 1u);
    if (!keep) keys[e] = KILN_LEFT_OUT;
    if (keep) atomic_inc(&kept[set]);
    if (e - begin < KILN_BLOCK) own[e - begin] = (lone ? 1 : some) << 1 | (uint)keep;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0;
  _Pragma("unroll 4") for (uint t = lane; t < total; t += lanes) before += keys[t] < ranked;
  table[lane * KILN_BLOCK + set] = before;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item >= KILN_BLOCK || begin + item >= total) return;
  uint all = 0, rank = 0;
  for (uint s = 0; s < KILN_BLOCK; ++s) all += kept[s];
  _Pragma("unroll 4") for (uint l = 0; l < lanes; ++l) rank += table[l * KILN_BLOCK + item];
  if (item == 0 && begin == 0) *found = (long)all;
  if (expected >= 0 && all != (uint)expected) return;
  if (mode & KILN_WRITE_INVERSE) inverse[begin + item] = (long)rank;
  if (!(own[item] & 1u)) return;
  distinct[rank] = block[item];
  if (mode & KILN_WRITE_INDICES) places[rank] = (long)(begin + item);
  if (mode & KILN_WRITE_COUNTS) counts[rank] = (long)(own[item] >> 1);
}
