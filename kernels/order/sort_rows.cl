// SPDX-License-Identifier: Apache-2.0
// Sorts rows that fit into local memory; sort_merge.cl comes before this file. Several short rows share a group. A row
// may be cut into `parts` of `length` elements; then the first `keep` elements in order of each part are written,
// `kept` of a row in all.
//
// Arguments: `source`: `rows` rows of n elements; `positions`: their places, unless KILN_POSITIONS_ARE_INDICES;
// `result`, `places`: what is written; `padded`: a power of two that holds a part, its room in local memory; `share`:
// jobs of an item on CPU devices; `mode`, below; the key arguments of sort_key.cl. KILN_TILE is the number of elements
// of a group.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_TILE 2048
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_ALL 0xffffffffu
#define KILN_BITS 32
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#define KILN_SORT_LOCAL(used, padded)
#endif
// The bits of `mode` are those of sort_blocks.cl.
#define KILN_WRITE_ELEMENTS 1u
#define KILN_WRITE_POSITIONS 2u
#define KILN_WRITE_PLACES 4u
#define KILN_POSITIONS_ARE_INDICES 8u

KILN_KERNEL void sort_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                      KILN_ARG(long, places), KILN_INDEX rows, KILN_INDEX n, KILN_INDEX parts, uint length, uint keep, KILN_INDEX kept,
                      uint padded, KILN_INDEX share, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY keys[KILN_TILE];
  KILN_LOCAL ushort indices[KILN_TILE];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0), slots = KILN_TILE / padded;
  const ulong jobs = (ulong)rows * parts;
  for (ulong base = (ulong)get_group_id(0) * slots; base < jobs; base += (ulong)get_num_groups(0) * slots) {
    const uint used = jobs - base < slots ? (uint)(jobs - base) * padded : slots * padded;
    for (uint e = item; e < KILN_TILE; e += KILN_GROUP) {
      const ulong job = base + e / padded, at = job % parts * length + e % padded;
      KILN_KEY key = KILN_ALL;
      ushort index = 0xffff;  // sorts behind everything
      if (e < used && e % padded < length && at < n) {
        key = KILN_KEY_OF(source[job / parts * n + at]);
        index = (ushort)(e % padded);
      }
      keys[e] = key;
      indices[e] = index;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_SORT_LOCAL(used, padded)
    for (uint e = item; e < used; e += KILN_GROUP) {
      const ulong job = base + e / padded, row = job / parts, part = job % parts;
      const uint rank = e % padded, index = indices[e];
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
