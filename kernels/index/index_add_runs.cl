// SPDX-License-Identifier: Apache-2.0
// Adds the long runs of equal keys that index_add of index_add.cl leaves out. The sorted keys are cut into blocks of
// KILN_PIECE. `index_add_parts` sums what a long run has in a block, in order. `index_add_runs` adds these parts: those
// KILN_SLICES apart in order, then the slices in a tree. A block has two parts, for the runs of its first and of its
// last key; either may be empty.
#define KILN_PIECE 256
#define KILN_LONG 1024  // the most keys of runs that index_add adds (as in index_add.cl and index_add.cpp)
#define KILN_SLICES (KILN_ITEMS < 64 ? KILN_ITEMS : 64)
#define KILN_AHEAD 8  // rows that are in flight at a time

// The first place in first .. last - 1 whose key is `key` or more; `last` if there is none.
KILN_FUNCTION uint kiln_lower(KILN_GLOBAL const uint *keys, uint first, uint last, uint key) {
  while (first < last) {
    const uint middle = first + (last - first) / 2;
    const int below = keys[middle] < key;
    first = below ? middle + 1 : first;
    last = below ? last : middle;
  }
  return first;
}

// Returns whether part `part` belongs to a long run. Gives its range, and in *starts whether the run begins there.
KILN_FUNCTION int kiln_part(KILN_GLOBAL const uint *keys, uint n, uint count, uint part, uint *begin, uint *end, int *starts) {
  const uint low = part / 2 * KILN_PIECE, high = count - low < KILN_PIECE ? count : low + KILN_PIECE;
  const uint key = keys[part % 2 == 0 ? low : high - 1];
  *begin = low;
  *end = high;
  *starts = 1;
  if (key >= n) return 0;
  if (part % 2 == 0) {
    *starts = low == 0 || keys[low - 1] != key;
    uint first = low;
    if (!*starts) first = kiln_lower(keys, low > KILN_LONG ? low - KILN_LONG : 0, low, key);
    if (low - first < KILN_LONG && !(count - first > KILN_LONG && keys[first + KILN_LONG] == key)) return 0;
    *end = kiln_lower(keys, low, high, key + 1);
    return 1;
  }
  // A run that ends with the block is short, and one that fills the whole block belongs to the first part.
  if (high == count || keys[high] != key || keys[low] == key) return 0;
  *begin = kiln_lower(keys, low, high, key);
  return count - *begin > KILN_LONG && keys[*begin + KILN_LONG] == key;
}

// Writes parts[o, part, j], the sums of the parts of long runs.
KILN_KERNEL void index_add_parts(KILN_ARG(const KILN_NUMBER, b), KILN_ARG(const uint, keys), KILN_ARG(const uint, order),
                                 KILN_ARG(KILN_NUMBER, parts), uint n, uint count, ulong rows, uint of_outer, long inner, long b0, long b1,
                                 long b2) {
  KILN_PTR(const KILN_NUMBER, b);
  KILN_PTR(const uint, keys);
  KILN_PTR(const uint, order);
  KILN_PTR(KILN_NUMBER, parts);
  const ulong step = (ulong)get_num_groups(0) * get_local_size(1);
  for (ulong row = (ulong)get_group_id(0) * get_local_size(1) + get_local_id(1); row < rows; row += step) {
    uint begin, end;
    int starts;
    if (!kiln_part(keys, n, count, (uint)(row % of_outer), &begin, &end, &starts)) continue;
    for (long j = (long)get_local_id(0); j < inner; j += (long)get_local_size(0)) {
      KILN_GLOBAL const KILN_NUMBER *const from = b + ((long)(row / of_outer) * b0 + j * b2);
      KILN_NUMBER sum = from[(long)order[begin] * b1];
      uint q = begin + 1;
      for (; q + KILN_AHEAD <= end; q += KILN_AHEAD) {
        KILN_NUMBER x[KILN_AHEAD];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) x[u] = from[(long)order[q + u] * b1];
#pragma unroll
        for (int u = 0; u < KILN_AHEAD; ++u) sum += x[u];
      }
      for (; q < end; ++q) sum += from[(long)order[q] * b1];
      parts[row * inner + j] = sum;
    }
  }
}

// a[o, key, j] += the parts of the key's run. A group looks at KILN_ITEMS blocks at one o and adds the runs that begin
// there, one at a time.
KILN_KERNEL void index_add_runs(KILN_ARG(KILN_NUMBER, a), KILN_ARG(const uint, keys), KILN_ARG(const KILN_NUMBER, parts), uint n, uint count,
                                uint blocks, long inner, long a0, long a1, long a2) {
  KILN_PTR(KILN_NUMBER, a);
  KILN_PTR(const uint, keys);
  KILN_PTR(const KILN_NUMBER, parts);
  KILN_LOCAL uint found[KILN_ITEMS];  // 1 + the part that a run begins with; 0: no run begins
  KILN_LOCAL KILN_NUMBER sums[KILN_ITEMS];
  const uint item = (uint)get_local_id(0), groups = (blocks + KILN_ITEMS - 1) / KILN_ITEMS;
  const uint lanes = KILN_ITEMS / KILN_SLICES, lane = item % lanes, slice = item / lanes;
  const ulong o = get_group_id(0) / groups;
  const uint block = (uint)(get_group_id(0) % groups) * KILN_ITEMS + item;
  uint begin, end, own = 0;
  int starts;
  for (uint k = 0; k < 2; ++k) {
    const uint part = 2 * (block < blocks ? block : blocks - 1) + k;
    if (kiln_part(keys, n, count, part, &begin, &end, &starts) && starts && block < blocks) own = part + 1;
  }
  found[item] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < KILN_ITEMS; ++i) {
    const uint run = found[i];
    if (run == 0) continue;
    const uint at = (run - 1) / 2;
    const uint key = keys[run % 2 == 1 ? at * KILN_PIECE : (at + 1) * KILN_PIECE - 1];
    // Find how many blocks after it begin with the same key.
    uint upto = at + 1;
    for (uint length = blocks - upto; length > 0;) {
      const uint half_of = length / 2;
      const int same = keys[(upto + half_of) * KILN_PIECE] == key;
      upto += same ? half_of + 1 : 0;
      length = same ? length - half_of - 1 : half_of;
    }
    const uint some = upto - at;
    for (long first = 0; first < inner; first += lanes) {
      const long j = first + lane < inner ? first + lane : inner - 1;
      KILN_GLOBAL const KILN_NUMBER *const from = parts + (o * 2 * blocks * inner + j);
      KILN_NUMBER sum = (KILN_NUMBER)-0.0f;
      for (uint t = 0; t < some; t += KILN_SLICES * KILN_AHEAD) {
        KILN_NUMBER x[KILN_AHEAD];
#pragma unroll
        for (uint u = 0; u < KILN_AHEAD; ++u) {
          const uint place = t + u * KILN_SLICES + slice;
          x[u] = (KILN_NUMBER)-0.0f;
          if (place < some) x[u] = from[(ulong)(place == 0 ? run - 1 : 2 * (at + place)) * inner];
        }
#pragma unroll
        for (uint u = 0; u < KILN_AHEAD; ++u) sum += x[u];
      }
      sums[slice * lanes + lane] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint half_of = KILN_SLICES / 2; half_of > 0; half_of /= 2) {
        if (slice < half_of) sums[item] += sums[item + half_of * lanes];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (slice == 0 && first + lane < inner) a[o * a0 + key * a1 + j * a2] += sums[lane];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
