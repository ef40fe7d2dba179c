// SPDX-License-Identifier: Apache-2.0
// Running sums of one number, a T, of each of a group's `items`, in local memory (Hillis and Steele, "Data parallel algorithms", 1986).
// A barrier comes before and after.
#define KILN_GROUP_SUMS(T, sums, items)                    \
  for (uint step = 1; step < (items); step *= 2) {         \
    const T more = item >= step ? (sums)[item - step] : 0; \
    barrier(CLK_LOCAL_MEM_FENCE);                          \
    (sums)[item] += more;                                  \
    barrier(CLK_LOCAL_MEM_FENCE);                          \
  }
