// SPDX-License-Identifier: Apache-2.0
// Looks `count` values up among n > 0 sorted elements, which are `step` apart, by binary search. An item searches
// KILN_QUERIES values at a time. All of them take the same number of steps, so nothing branches on the data.
//
// KILN_AMONG is 0: result[i] is the place of values[i], with `other_way` behind the elements that equal it, else before
// them. KILN_AMONG is 1: result[i] tells whether values[i] is among the elements, with `other_way` whether it is not; a
// NaN never is, and the elements are contiguous.
//
// KILN_NEAR is 1 for few elements and many values on devices with many work-items: a group keeps the keys of all
// elements in local memory, and groups stride over the values. Otherwise an item has `share` neighbouring values.
//   KILN_FOUND: the type of a result
#if KILN_NEAR
#define KILN_COUNT uint  // holds the number of elements
#define KILN_SORTED(i) keys[i]
#define KILN_VALUE_STEP KILN_GROUP  // between an item's values
#define KILN_UNROLL _Pragma("unroll")
#define KILN_TOGETHER KILN_UNROLL
#else
#define KILN_COUNT long
#define KILN_SORTED(i) KILN_KEY_OF(sorted[KILN_AMONG ? (i) : (i) * step])
#define KILN_VALUE_STEP 1
#define KILN_UNROLL
#define KILN_TOGETHER KILN_VECTORIZE
#endif

KILN_KERNEL void search(KILN_ARG(const KILN_ELEMENT, sorted), KILN_ARG(const KILN_ELEMENT, values), KILN_ARG(KILN_FOUND, result), long n,
                        long step, long count, long share, uint other_way, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, sorted);
  KILN_PTR(const KILN_ELEMENT, values);
  KILN_PTR(KILN_FOUND, result);
#if KILN_NEAR
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  const uint item = (uint)get_local_id(0);
  for (uint t = item; t < (uint)n; t += KILN_GROUP) keys[t] = KILN_KEY_OF(sorted[t * step]);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong begin = get_group_id(0) * (ulong)(KILN_QUERIES * KILN_GROUP) + item, end = (ulong)count;
  const ulong stride = get_num_groups(0) * (ulong)(KILN_QUERIES * KILN_GROUP);
#else
  const ulong begin = get_global_id(0) * (ulong)share, stride = KILN_QUERIES;
  const ulong end = (ulong)count < begin + share ? (ulong)count : begin + share;
#endif
  for (ulong first = begin; first < end; first += stride) {
    KILN_KEY key[KILN_QUERIES];
    KILN_COUNT low[KILN_QUERIES];
    KILN_UNROLL for (int q = 0; q < KILN_QUERIES; ++q) {
      const ulong at = first + q * KILN_VALUE_STEP;
      key[q] = KILN_KEY_OF(values[at < end ? at : first]);
      low[q] = 0;
    }
    for (KILN_COUNT length = (KILN_COUNT)n; length > 0;) {
      const KILN_COUNT half_of = length - length / 2;
      KILN_TOGETHER for (int q = 0; q < KILN_QUERIES; ++q) {
        const KILN_KEY other = KILN_SORTED(low[q] + half_of - 1);
        const int before = !KILN_AMONG && other_way ? other <= key[q] : other < key[q];
        low[q] += before ? half_of : 0;
      }
      length -= half_of;
    }
    KILN_UNROLL for (int q = 0; q < KILN_QUERIES; ++q) {
      const ulong at = first + q * KILN_VALUE_STEP;
#if KILN_AMONG
      const int equal = KILN_SORTED(low[q] < n ? low[q] : n - 1) == key[q] && !(KILN_FLOAT && key[q] == nan);
      if (at < end) result[at] = equal != (other_way != 0);
#else
      if (at < end) result[at] = (long)low[q];
#endif
    }
  }
}
