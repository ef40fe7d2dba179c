// SPDX-License-Identifier: Apache-2.0
// Writes the first `keep` elements in sorted order of each long row, in the order in which they lie in the row. The
// kernels of sort_digits.cl come before: they leave the key of the last wanted element in bases[row], and found[2 *
// row] + 1 of the elements with this key are wanted. So an element is wanted if its key is below bases[row], or if it
// is among the first elements with that key.
//
// `pick_count` counts the elements of each part that are below the key and those that have it; `pick_scan` sums the
// counts of the parts before; `pick_write` writes. A row has `parts` of `length` elements. A group (on CPU devices an
// item) takes one part at a time. `counts` has the two numbers of each part.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#define KILN_GROUP_SUMS(T, sums, items)
#define KILN_VECTORS 0
#endif
#define KILN_PART                                                            \
  const ulong row = job / parts, at = job % parts * length;                  \
  const uint count = n - at < length ? (uint)(n - at) : length;              \
  KILN_GLOBAL const KILN_ELEMENT *const from = source + row * n + at;        \
  const KILN_KEY base = bases[row];
// Skips vectors of 16 elements of which none is wanted.
#if KILN_VECTORS
#define KILN_SKIP(t)                                                         \
  while ((t) + 16 <= count && kiln_count(kiln_keys(from + (t), flip, infinity, nan), base) == 0) (t) += 16; \
  if ((t) >= count) break;
#else
#define KILN_SKIP(t)
#endif
#define KILN_EACH_PART                                                       \
  for (ulong job = get_group_id(0); job < (ulong)rows * parts; job += get_num_groups(0))

KILN_KERNEL void pick_count(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_KEY, bases), KILN_ARG(KILN_INDEX, counts), KILN_INDEX rows,
                            KILN_INDEX n, uint parts, uint length, KILN_KEY_ARGUMENTS) {
#if KILN_GROUP > 1
  KILN_LOCAL uint sums[2][KILN_GROUP];
#endif
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_KEY, bases);
  KILN_PTR(KILN_INDEX, counts);
  const uint item = (uint)get_local_id(0);
  KILN_EACH_PART {
    KILN_PART
    uint below = 0, same = 0;
    for (uint t = 0; t < count; t += KILN_GROUP) {
      KILN_SKIP(t)
      const KILN_KEY key = KILN_KEY_OF(from[t + item < count ? t + item : 0]);
      below += t + item < count && key < base;
      same += t + item < count && key == base;
    }
#if KILN_GROUP > 1
    sums[0][item] = below;
    sums[1][item] = same;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = KILN_GROUP / 2; step > 0; step /= 2) {
      if (item < step) {
        sums[0][item] += sums[0][item + step];
        sums[1][item] += sums[1][item + step];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    below = sums[0][0];
    same = sums[1][0];
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (item == 0) {
      counts[2 * job] = below;
      counts[2 * job + 1] = same;
    }
  }
}

// Replaces the counts of each part by the sums over the parts before it. One work-item has a row, because there are
// only some hundred parts.
KILN_KERNEL void pick_scan(KILN_ARG(KILN_INDEX, counts), KILN_INDEX rows, uint parts) {
  KILN_PTR(KILN_INDEX, counts);
  const ulong row = get_global_id(0);
  if (row >= rows) return;
  KILN_INDEX below = 0, same = 0;
  for (ulong job = row * parts; job < (row + 1) * parts; ++job) {
    const KILN_INDEX own_below = counts[2 * job], own_same = counts[2 * job + 1];
    counts[2 * job] = below;
    counts[2 * job + 1] = same;
    below += own_below;
    same += own_same;
  }
}

#define KILN_AHEAD 8  // neighbouring elements of an item
KILN_KERNEL void pick_write(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_KEY, bases), KILN_ARG(const KILN_INDEX, counts),
                            KILN_ARG(const KILN_INDEX, found), KILN_ARG(KILN_ELEMENT, picked), KILN_ARG(long, places), KILN_INDEX rows,
                            KILN_INDEX n, uint parts, uint length, KILN_INDEX keep, KILN_KEY_ARGUMENTS) {
#if KILN_GROUP > 1
  KILN_LOCAL uint sums[KILN_GROUP];  // elements below the key in the low half, elements with the key in the high half
  KILN_LOCAL uint any;
#endif
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_KEY, bases);
  KILN_PTR(const KILN_INDEX, counts);
  KILN_PTR(const KILN_INDEX, found);
  KILN_PTR(KILN_ELEMENT, picked);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0);
  KILN_EACH_PART {
    KILN_PART
    const KILN_INDEX wanted = found[2 * row] + 1;  // wanted elements that have the key
    KILN_INDEX below = counts[2 * job], same = counts[2 * job + 1];
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
              places[to] = (long)(at + first + u);
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
        places[to] = (long)(at + t);
      }
      below += key < base;
      same += key == base;
    }
#endif
  }
}
