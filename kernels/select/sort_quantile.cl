// SPDX-License-Identifier: Apache-2.0
// Quantiles of rows that fit into local memory; several short rows share a group. A row is sorted (sort_merge.cl comes
// before this file), and the result lies a fraction `t` of the way from the element at place `low` to the next one
// (kiln_between of sort_between.cl). NaNs sort last, so the last element tells whether the row has one. There are
// `rows` rows of `n` elements; `padded` is a power of two that holds a row. On CPU devices an item has `share` rows
// (sort_quantile_chunks.cl).

KILN_KERNEL void quantile_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_RESULT, result), KILN_INDEX rows, uint n, uint low,
                               KILN_INDEX share, uint padded, KILN_WIDE t, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  KILN_LOCAL ushort indices[KILN_TILE];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_RESULT, result);
  const uint item = (uint)get_local_id(0), slots = KILN_TILE / padded;
  for (ulong base = (ulong)get_group_id(0) * slots; base < rows; base += (ulong)get_num_groups(0) * slots) {
    const uint some = rows - base < slots ? (uint)(rows - base) : slots, used = some * padded;
    for (uint e = item; e < KILN_TILE; e += KILN_GROUP) {
      const uint at = e % padded;
      const int there = e < used && at < n;
      keys[e] = there ? KILN_KEY_OF(source[(base + e / padded) * n + at]) : KILN_ALL;
      indices[e] = (ushort)at;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_SORT_LOCAL(used, padded)
    for (uint s = item; s < some; s += KILN_GROUP) {
      const ulong row = base + s;
      KILN_GLOBAL const KILN_STORED *const elements = (KILN_GLOBAL const KILN_STORED *)source + row * n;
      const uint own = s * padded, next = low + 1 < n ? low + 1 : low;
      const KILN_WIDE x = KILN_NUMBER(elements[indices[own + low]]), y = KILN_NUMBER(elements[indices[own + next]]);
      result[row] = kiln_between(x, y, KILN_NUMBER(elements[indices[own + n - 1]]), t);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
