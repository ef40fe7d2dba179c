// SPDX-License-Identifier: Apache-2.0
// KILN_GROUP_SUMS replaces each work-item's number by the sum of the numbers of all items up to it (an inclusive scan).
// `sums` is an array of T in local memory with one number for each of the group's `items`, and a variable `item` holds
// the work-item's local id. The caller puts a barrier before the macro; the macro ends with one. The algorithm is
// Hillis and Steele, "Data parallel algorithms", 1986.
#define KILN_GROUP_SUMS(T, sums, items)                    \
  for (uint step = 1; step < (items); step *= 2) {         \
    const T more = item >= step ? (sums)[item - step] : 0; \
    barrier(CLK_LOCAL_MEM_FENCE);                          \
    (sums)[item] += more;                                  \
    barrier(CLK_LOCAL_MEM_FENCE);                          \
  }
