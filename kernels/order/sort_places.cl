// SPDX-License-Identifier: Apache-2.0
// `firsts`, `back` and `lengths` find the distinct elements of a sorted array, which of them each element equals, and
// how many equal each. `among_few` tests membership among few unsorted elements. A work-item has `share` elements, one
// after the other. KILN_CPU is 1 on CPU devices.
#define KILN_EACH(t, count)                                                                   \
  const ulong begin = get_global_id(0) * (ulong)share;                                    \
  for (ulong t = begin; t < (count) && t < begin + share; ++t)

#if KILN_GROUP >= 8
// flags[i] = whether wanted[i] is among n unsorted values, at most KILN_TILE. A group keeps all values in local memory;
// KILN_LANES work-items share the comparisons for an element.
#define KILN_LANES 8
#define KILN_SETS (KILN_GROUP / KILN_LANES)  // elements of a group
KILN_KERNEL void among_few(KILN_ARG(const KILN_ELEMENT, values), KILN_ARG(const KILN_ELEMENT, wanted), KILN_ARG(uchar, flags), uint n,
                           uint count, uint invert, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  KILN_LOCAL uint found[KILN_GROUP];
  KILN_PTR(const KILN_ELEMENT, values);
  KILN_PTR(const KILN_ELEMENT, wanted);
  KILN_PTR(uchar, flags);
  const uint item = (uint)get_local_id(0), set = item / KILN_LANES, lane = item % KILN_LANES;
  const uint at = (uint)get_group_id(0) * KILN_SETS + set;
  const KILN_KEY key = KILN_KEY_OF(wanted[at < count ? at : count - 1]);
  for (uint t = item; t < n; t += KILN_GROUP) keys[t] = KILN_KEY_OF(values[t]);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint equal = 0;
#pragma unroll 4
  for (uint t = lane; t < n; t += KILN_LANES) equal |= keys[t] == key;
  found[item] = equal;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane > 0 || at >= count) return;
  for (uint l = 1; l < KILN_LANES; ++l) equal |= found[item + l];
  flags[at] = (equal && !(KILN_FLOAT && key == nan)) != (invert != 0);
}
#endif

// flags[t] = whether sorted element t is the first of its kind. Every NaN is.
KILN_KERNEL void firsts(KILN_ARG(const KILN_ELEMENT, sorted), KILN_ARG(uchar, flags), long count, long share, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, sorted);
  KILN_PTR(uchar, flags);
#if !KILN_CPU
  // A work-item has four elements, whose flags are one word.
  const ulong first = get_global_id(0) * 4;
  if (first >= (ulong)count) return;
  KILN_KEY before = KILN_KEY_OF(sorted[first - (first > 0)]);
  uint all = 0;
#pragma unroll
  for (uint u = 0; u < 4; ++u) {
    const ulong t = first + u < (ulong)count ? first + u : first;
    const KILN_KEY key = KILN_KEY_OF(sorted[t]);
    all |= (uint)(t == 0 || key != before || (KILN_FLOAT && key == nan)) << 8 * u;
    before = key;
  }
  if (first + 4 <= (ulong)count) {
    *(KILN_GLOBAL uint *)(flags + first) = all;
  } else {
    for (uint u = 0; first + u < (ulong)count; ++u) flags[first + u] = (uchar)(all >> 8 * u & 1u);
  }
#else
  KILN_EACH(t, (ulong)count) {
    const KILN_KEY key = KILN_KEY_OF(sorted[t]);
    flags[t] = t == 0 || key != KILN_KEY_OF(sorted[t - (t > 0)]) || (KILN_FLOAT && key == nan);
  }
#endif
}

// inverse[i] = the number of the distinct element that element i equals. `ranks` is the inclusive scan of the flags of
// `firsts`, and `positions` are the original places of the sorted elements.
KILN_KERNEL void back(KILN_ARG(const long, ranks), KILN_ARG(const long, positions), KILN_ARG(long, inverse), long count, long share) {
  KILN_PTR(const long, ranks);
  KILN_PTR(const long, positions);
  KILN_PTR(long, inverse);
  KILN_EACH(t, (ulong)count) {
    inverse[positions[t]] = ranks[t] - 1;
  }
}

// counts[k] = how many of the `total` sorted elements are of kind k, whose first is element starts[k].
KILN_KERNEL void lengths(KILN_ARG(const long, starts), KILN_ARG(long, counts), long count, long total, long share) {
  KILN_PTR(const long, starts);
  KILN_PTR(long, counts);
  KILN_EACH(t, (ulong)count) {
    counts[t] = ((long)t + 1 < count ? starts[t + ((long)t + 1 < count)] : total) - starts[t];
  }
}
