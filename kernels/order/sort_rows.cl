// SPDX-License-Identifier: Apache-2.0
// Sorts rows, or parts of rows, that fit into local memory; sort_merge.cl comes before this file. Several short ones share
// a group. Of each part the first `keep` elements in order are written, `kept` of a row in all.
//
// Arguments: `source` has the rows of sort_parts.cl, and `positions` the places of their elements, unless
// KILN_POSITIONS_ARE_INDICES; `result` and `places` receive elements and their places; on CPU devices an item has
// `share` parts; `span`, the room of a part in local memory, is a power of two; only sort_select.cl reads `blocks`;
// `mode` and the key arguments are those of sort_key.cl.
KILN_KERNEL void sort_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                           KILN_ARG(long, places), KILN_PARTS, uint keep, KILN_INDEX kept, KILN_INDEX share, uint span, uint blocks,
                           uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  KILN_LOCAL ushort indices[KILN_TILE];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0), slots = KILN_TILE / span;
  const ulong jobs = (ulong)rows * parts;
  for (ulong base = (ulong)get_group_id(0) * slots; base < jobs; base += (ulong)get_num_groups(0) * slots) {
    const uint used = jobs - base < slots ? (uint)(jobs - base) * span : slots * span;
    for (uint e = item; e < KILN_TILE; e += KILN_GROUP) {
      const ulong job = base + e / span, at = job % parts * length + e % span;
      KILN_KEY key = KILN_ALL;
      ushort index = 0xffff;  // sorts behind everything
      if (e < used && e % span < length && at < n) {
        key = KILN_KEY_OF(source[job / parts * n + at]);
        index = (ushort)(e % span);
      }
      keys[e] = key;
      indices[e] = index;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_SORT_LOCAL(used, span)
    for (uint e = item; e < used; e += KILN_GROUP) {
      const ulong job = base + e / span, row = job / parts, part = job % parts;
      const uint rank = e % span, index = indices[e];
      if (rank < keep && index != 0xffffu) {
        const ulong from = row * n + part * length + index, to = row * kept + part * keep + rank;
        if (mode & KILN_WRITE_ELEMENTS) result[to] = source[from];
        if (mode & KILN_WRITE_PLACES)
          places[to] = mode & KILN_POSITIONS_ARE_INDICES ? (long)(part * length + index) : positions[from];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
