// SPDX-License-Identifier: Apache-2.0
// Writes the first `keep` elements in sorted order of each long row, in the order in which they lie in the row. The
// kernels of sort_digits.cl come before: they leave the key of the last wanted element in bases[row], and found[2 *
// row] + 1 of the elements with this key are wanted. So an element is wanted if its key is below bases[row], or if it
// is among the first elements with that key.
//
// `pick_count` counts the elements of each part (sort_parts.cl) that are below the key and those that have it, and
// writes both numbers to `counts`. `pick_write` sums the counts of all earlier parts of the row, which gives the place
// of its first element, and writes the part's wanted elements.

// Skips vectors of 16 elements of which none is wanted.
#if KILN_VECTORS
#define KILN_SKIP(t)                                                         \
  while ((t) + 16 <= count && kiln_count(kiln_keys(from + (t), flip, infinity, nan), base) == 0) (t) += 16; \
  if ((t) >= count) break;
#else
#define KILN_SKIP(t)
#endif
// Replaces `below` and `same` by their sums over the items of the group.
#if KILN_GROUP > 1
#define KILN_TOTALS KILN_LOCAL KILN_INDEX totals[2][KILN_GROUP]
#define KILN_ADD_UP                                                          \
  totals[0][item] = below;                                                   \
  totals[1][item] = same;                                                    \
  barrier(CLK_LOCAL_MEM_FENCE);                                              \
  for (uint step = KILN_GROUP / 2; step > 0; step /= 2) {                    \
    if (item < step) {                                                       \
      totals[0][item] += totals[0][item + step];                             \
      totals[1][item] += totals[1][item + step];                             \
    }                                                                        \
    barrier(CLK_LOCAL_MEM_FENCE);                                            \
  }                                                                          \
  below = totals[0][0];                                                      \
  same = totals[1][0];                                                       \
  barrier(CLK_LOCAL_MEM_FENCE);
#else
#define KILN_TOTALS
#define KILN_ADD_UP
#endif

KILN_KERNEL void pick_count(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_KEY, bases), KILN_ARG(KILN_INDEX, counts), KILN_PARTS,
                            KILN_KEY_ARGUMENTS) {
  KILN_TOTALS;
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_KEY, bases);
  KILN_PTR(KILN_INDEX, counts);
  const uint item = (uint)get_local_id(0);
  KILN_EACH_PART {
    KILN_PART(source)
    const KILN_KEY base = bases[row];
    KILN_INDEX below = 0, same = 0;
    for (uint t = 0; t < count; t += KILN_GROUP) {
      KILN_SKIP(t)
      const KILN_KEY key = KILN_KEY_OF(from[t + item < count ? t + item : 0]);
      below += t + item < count && key < base;
      same += t + item < count && key == base;
    }
    KILN_ADD_UP
    if (item == 0) {
      counts[2 * job] = below;
      counts[2 * job + 1] = same;
    }
  }
}

#define KILN_AHEAD 8  // neighbouring elements of an item
KILN_KERNEL void pick_write(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_KEY, bases), KILN_ARG(const KILN_INDEX, counts),
                            KILN_ARG(const KILN_INDEX, found), KILN_ARG(KILN_ELEMENT, picked), KILN_ARG(long, places), KILN_PARTS,
                            KILN_INDEX keep, KILN_KEY_ARGUMENTS) {
#if KILN_GROUP > 1
  KILN_LOCAL uint sums[KILN_GROUP];  // elements below the key in the low half, elements with the key in the high half
  KILN_LOCAL uint any;
#endif
  KILN_TOTALS;
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_KEY, bases);
  KILN_PTR(const KILN_INDEX, counts);
  KILN_PTR(const KILN_INDEX, found);
  KILN_PTR(KILN_ELEMENT, picked);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0);
  KILN_EACH_PART {
    KILN_PART(source)
    const KILN_KEY base = bases[row];
    const KILN_INDEX wanted = found[2 * row] + 1;  // wanted elements that have the key
    // How many elements are below the key, and have it, in the row's parts before this one; later also in this one.
    KILN_INDEX below = 0, same = 0;
    for (ulong before = row * parts + item; before < job; before += KILN_GROUP) {
      below += counts[2 * before];
      same += counts[2 * before + 1];
    }
    KILN_ADD_UP
#if KILN_GROUP > 1
    for (uint tile = 0; tile < count; tile += KILN_GROUP * KILN_AHEAD) {
      const uint first = tile + item * KILN_AHEAD;
      KILN_ELEMENT x[KILN_AHEAD];
      uint own = 0;
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u) x[u] = from[first + u < count ? first + u : 0];
#pragma unroll
      for (uint u = 0; u < KILN_AHEAD; ++u) {
        const KILN_KEY key = KILN_KEY_OF(x[u]);
        if (first + u < count) own += key < base ? 1u : key == base ? 0x10000u : 0u;
      }
      if (item == 0) any = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (own) any = 1;
      sums[item] = own;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (any) {
        KILN_GROUP_SUMS(uint, sums, KILN_GROUP)
        const uint before = sums[item] - own, all = sums[KILN_GROUP - 1];
        KILN_INDEX own_below = below + (before & 0xffffu), own_same = same + (before >> 16);
        if (own) {
#pragma unroll
          for (uint u = 0; u < KILN_AHEAD; ++u) {
            const KILN_KEY key = KILN_KEY_OF(x[u]);
            if (first + u >= count || key > base) continue;
            if (key < base || own_same < wanted) {
              const ulong to = (ulong)row * keep + own_below + (own_same < wanted ? own_same : wanted);
              picked[to] = x[u];
              places[to] = (long)(start + first + u);
            }
            own_below += key < base;
            own_same += key == base;
          }
        }
        below += all & 0xffffu;
        same += all >> 16;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
    for (uint t = 0; t < count; ++t) {
      KILN_SKIP(t)
      const KILN_ELEMENT x = from[t];
      const KILN_KEY key = KILN_KEY_OF(x);
      if (key > base) continue;
      if (key < base || same < wanted) {
        const ulong to = (ulong)row * keep + below + (same < wanted ? same : wanted);
        picked[to] = x;
        places[to] = (long)(start + t);
      }
      below += key < base;
      same += key == base;
    }
#endif
  }
}
