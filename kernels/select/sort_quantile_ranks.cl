// SPDX-License-Identifier: Apache-2.0
// Quantiles of a few short rows by many groups; sort_count.cl comes before this file. A row has `blocks` groups, each
// of which ranks KILN_BLOCK elements. The group that has the element at place `low` in order also looks for the next
// one and for NaN, and writes the result, which lies a fraction `t` of the way between the two.

KILN_KERNEL void quantile_ranks(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_RESULT, result), uint n, uint low, uint blocks,
                                KILN_WIDE t, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_LOADED];
  KILN_LOCAL uint counts[KILN_LANES * KILN_BLOCK];
  KILN_LOCAL uint found;
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_RESULT, result);
  const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0), row = group / blocks, first = (group - row * blocks) * KILN_BLOCK;
  KILN_GLOBAL const KILN_ELEMENT *const from = source + (ulong)row * n;
  if (item == 0) found = n;
  KILN_COUNT_BEFORE(keys, counts, from, n, first)
  for (uint e = item; e < KILN_BLOCK && first + e < n; e += KILN_GROUP) {
    uint rank = 0;
    KILN_RANK(rank, counts, e)
    if (rank == low) found = first + e;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint at = found;
  if (at == n) return;
  const KILN_KEY own = KILN_KEY_OF(from[at]);
  KILN_KEY next = KILN_ALL, greatest = 0;
  for (uint i = item; i < n; i += KILN_GROUP) {
    const KILN_KEY key = KILN_KEY_OF(from[i]);
    if ((key > own || (key == own && i > at)) && key < next) next = key;
    if (key > greatest) greatest = key;
  }
  // The counted keys are no longer needed: keys[0] receives the least `next`, keys[KILN_GROUP] the greatest key.
  keys[item] = next;
  keys[KILN_GROUP + item] = greatest;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = KILN_GROUP / 2; step > 0; step /= 2) {
    if (item < step) {
      if (keys[item + step] < keys[item]) keys[item] = keys[item + step];
      if (keys[KILN_GROUP + item + step] > keys[KILN_GROUP + item]) keys[KILN_GROUP + item] = keys[KILN_GROUP + item + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) {
    const KILN_WIDE x = kiln_number(own, flip);
    result[row] = kiln_between(x, t == 0 ? x : kiln_number(keys[0], flip), KILN_FLOAT && keys[KILN_GROUP] == nan ? (KILN_WIDE)NAN : x, t);
  }
}
