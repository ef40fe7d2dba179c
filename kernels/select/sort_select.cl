// SPDX-License-Identifier: Apache-2.0
// Writes the first `keep` elements in order of each part of a row without sorting the rest. The best element of each of
// `blocks` disjoint blocks of a part is found first; all wanted elements come at or before the keep-th best of them.
// The few elements that do are gathered and ranked. A part has `span` work-items with KILN_V elements each; several
// parts share a group. blocks >= 2 * keep ensures that the gathered elements fit. The other arguments are those of
// sort_rows.cl.
#define KILN_RANKED (KILN_GROUP * KILN_V / 2)
// Whether element p with key x comes before element q with key y.
#define KILN_BEFORE(x, p, y, q) ((x) < (y) || ((x) == (y) && (p) < (q)))

KILN_KERNEL void select_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                             KILN_ARG(long, places), KILN_PARTS, uint keep, KILN_INDEX kept, KILN_INDEX share, uint span, uint blocks,
                             uint mode, KILN_KEY_ARGUMENTS) {
  KILN_LOCAL KILN_KEY best[KILN_GROUP];
  KILN_LOCAL KILN_KEY limits[KILN_GROUP];
  KILN_LOCAL KILN_KEY keys[KILN_RANKED];
  KILN_LOCAL uint counts[KILN_GROUP];
  KILN_LOCAL ushort best_at[KILN_GROUP];
  KILN_LOCAL ushort limits_at[KILN_GROUP];
  KILN_LOCAL ushort indices[KILN_RANKED];
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  const uint item = (uint)get_local_id(0), slots = KILN_GROUP / span, slot = item / span, lane = item % span;
  const uint own_best = slot * span, own_ranked = slot * (KILN_RANKED / slots);
  const ulong jobs = (ulong)rows * parts;
  for (ulong base = (ulong)get_group_id(0) * slots; base < jobs; base += (ulong)get_num_groups(0) * slots) {
    const ulong job = base + slot, row = job / parts, part = job - row * parts, start = row * n + part * length;
    const ulong rest = n - part * length;
    const uint count = job >= jobs ? 0 : rest < length ? (uint)rest : (uint)length;
    KILN_GLOBAL const KILN_ELEMENT *const from = source + (job < jobs ? start : 0);
    KILN_KEY own[KILN_V];
#pragma unroll
    for (int u = 0; u < KILN_V; ++u) {
      const uint at = u * span + lane;
      own[u] = KILN_ALL;  // sorts behind everything
      if (at < count) own[u] = KILN_KEY_OF(from[at]);
    }
    KILN_KEY key = own[0];
    uint index = lane;
#pragma unroll
    for (int u = 1; u < KILN_V; ++u)
      if (own[u] < key) {
        key = own[u];
        index = u * span + lane;
      }
    best[item] = key;
    best_at[item] = (ushort)index;
    if (lane == 0) counts[slot] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (blocks < span) {
      if (lane < blocks) {
        for (uint b = lane + blocks; b < span; b += blocks) {
          const KILN_KEY other = best[own_best + b];
          const uint other_at = best_at[own_best + b];
          if (KILN_BEFORE(other, other_at, key, index)) {
            key = other;
            index = other_at;
          }
        }
        best[item] = key;
        best_at[item] = (ushort)index;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane < blocks) {
      uint rank = 0;
#pragma unroll 4
      for (uint b = 0; b < blocks; ++b) rank += KILN_BEFORE(best[own_best + b], best_at[own_best + b], key, index);
      if (rank == keep - 1) {
        limits[slot] = key;
        limits_at[slot] = (ushort)index;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const KILN_KEY limit = limits[slot];
    const uint limit_at = limits_at[slot];
#pragma unroll
    for (int u = 0; u < KILN_V; ++u) {
      const uint at = u * span + lane;
      if (own[u] < limit || (own[u] == limit && at <= limit_at)) {
        // The order of gathering does not matter: ranks do not depend on it.
        const uint to = own_ranked + atomic_inc(&counts[slot]);
        keys[to] = own[u];
        indices[to] = (ushort)at;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint ranked = counts[slot];
    for (uint c = lane; c < ranked; c += span) {
      const KILN_KEY mine = keys[own_ranked + c];
      const uint at = indices[own_ranked + c];
      uint rank = 0;
#pragma unroll 4
      for (uint d = 0; d < ranked; ++d) rank += KILN_BEFORE(keys[own_ranked + d], indices[own_ranked + d], mine, at);
      if (rank < keep && at < count) {
        const ulong to = row * kept + part * keep + rank;
        if (mode & KILN_WRITE_ELEMENTS) result[to] = from[at];
        if (mode & KILN_WRITE_PLACES)
          places[to] = mode & KILN_POSITIONS_ARE_INDICES ? (long)(part * length + at) : positions[start + at];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
