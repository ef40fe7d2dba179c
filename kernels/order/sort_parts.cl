// SPDX-License-Identifier: Apache-2.0
// Rows in parts: each of `rows` rows of n elements is cut into `parts` of `length` elements.
#define KILN_PARTS KILN_INDEX rows, KILN_INDEX n, KILN_INDEX parts, KILN_INDEX length
// Each part is the job of one group, which is one item on CPU devices. `from` has its `count` elements, which begin at
// element `start` of the row.
#define KILN_EACH_PART for (ulong job = get_group_id(0); job < (ulong)rows * parts; job += get_num_groups(0))
#define KILN_PART(source)                                                      \
  const ulong row = job / parts, start = job % parts * length;                 \
  const uint count = n - start < length ? (uint)(n - start) : (uint)length;    \
  KILN_GLOBAL const KILN_ELEMENT *const from = (source) + row * n + start;
#if KILN_GROUP > 1
#define KILN_MEET barrier(CLK_LOCAL_MEM_FENCE);
#else
#define KILN_MEET
#endif
// On CPU devices a work-item may have `share` neighbouring jobs of `all` instead.
#define KILN_EACH_JOB(all)                                                     \
  const ulong jobs = (all), begin = get_group_id(0) * (ulong)share;            \
  const ulong end = jobs - begin < share ? jobs : begin + share;               \
  for (ulong job = begin; job < end; ++job)
