// SPDX-License-Identifier: Apache-2.0
// The same elementwise computation of several sets of contiguous arrays in one launch. A group computes `chunk` elements
// of one set. Groups are numbered set by set. On CPU devices elementwise_blocks.cl comes before this file, and a
// work-item is a group.
//
// Arguments: the memories in which the arrays lie, and `at`, which has the places of the arrays in them, and for each
// set the number of its elements and the first group of the next set (KILN_PARAMETERS); `chunk` elements of a group.
//
// The generator (lib/codegen/elementwise) defines KILN_ONE(i), which computes element i; KILN_AT(T, name, place), which
// declares the pointer of an array; KILN_CHOOSE, which declares `first`, `n` and the pointers of the operands, and sets
// them to those of the set that `group` belongs to.

KILN_KERNEL void elementwise_bundle(KILN_PARAMETERS, uint chunk) {
  const uint group = (uint)get_group_id(0);
  KILN_CHOOSE
  const uint begin = (group - first) * chunk;
  const uint end = n - begin < chunk ? n : begin + chunk;
#if KILN_CPU
  uint i = begin;
  KILN_EACH(i, end)
#else
  for (uint i = begin + (uint)get_local_id(0); i < end; i += (uint)get_local_size(0)) {
    KILN_ONE(i)
  }
#endif
}
