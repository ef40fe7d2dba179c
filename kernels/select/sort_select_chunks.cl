// SPDX-License-Identifier: Apache-2.0
// The kernel of sort_select.cl on CPU devices. One work-item is a group and has `share` parts. Elements that may be
// among the first `keep` are gathered in private memory. When it is full, it is sorted and cut to `keep` elements;
// later elements that do not come before the last of these are skipped. The first limit comes from the least keys of
// `span` lanes of the part's head; span is a power of two of at least 16 and at least 2 * keep.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_TILE 2048
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_KEYS uint16
#define KILN_ALL 0xffffffffu
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#define kiln_keys(from, flip, infinity, nan) vload16(0, from)
#define kiln_count(keys, limit) 0
#define kiln_sort_private(keys, indices, count)
#endif
// The bits of `mode` are those of sort_blocks.cl.
#define KILN_WRITE_ELEMENTS 1u
#define KILN_WRITE_PLACES 4u
#define KILN_POSITIONS_ARE_INDICES 8u
#define KILN_W 16
#define KILN_DEPTH 64u  // elements of each lane in the head

KILN_KERNEL void select_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                             KILN_ARG(long, places), KILN_INDEX rows, KILN_INDEX n, KILN_INDEX parts, KILN_INDEX length, uint keep,
                             KILN_INDEX kept, KILN_INDEX share, uint span, uint blocks, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  KILN_KEY keys[2][KILN_TILE];
  uint indices[2][KILN_TILE];
  const ulong jobs = (ulong)rows * parts, begin = get_group_id(0) * (ulong)share;
  const ulong end = jobs - begin < share ? jobs : begin + share;
  for (ulong job = begin; job < end; ++job) {
    const ulong row = job / parts, part = job - row * parts, start = row * n + part * length;
    const uint count = (uint)(n - part * length < length ? n - part * length : length);
    KILN_GLOBAL const KILN_ELEMENT *const from = source + start;
    KILN_KEY limit = KILN_ALL;  // keys above it are skipped
    uint head = count / span < KILN_DEPTH ? count / span * span : KILN_DEPTH * span;
    if (head >= 4 * span) {
      KILN_KEY *const least = keys[1];
      for (uint w = 0; w < span; w += KILN_W) {
        KILN_KEYS lanes = kiln_keys(from + w, flip, infinity, nan);
        for (uint t = w + span; t < head; t += span) lanes = min(lanes, kiln_keys(from + t, flip, infinity, nan));
        vstore16(lanes, w / KILN_W, least);
      }
      // The limit is the least of these keys that `keep` of them do not exceed: then so many elements do not exceed it
      // either.
      for (uint w = 0; w < span; ++w) {
        if (least[w] >= limit) continue;
        uint below = 0;
        for (uint v = 0; v < span; v += KILN_W) below += kiln_count(vload16(v / KILN_W, least), least[w]);
        if (below >= keep) limit = least[w];
      }
    } else {
      head = 0;
    }
    uint filled = 0;
    for (uint t = 0; t < count; t += KILN_W) {
      if (filled + KILN_W > KILN_TILE) {
        kiln_sort_private(keys, indices, filled);
        filled = keep;
        head = 0;
        // Later elements must be less: equal keys come behind.
        if (keys[0][keep - 1] == 0) break;
        limit = keys[0][keep - 1] - 1;
      }
      // The same holds behind the head.
      if (t == head && head > 0) {
        if (limit == 0) break;
        limit -= 1;
        head = 0;
      }
      if (count - t < KILN_W) {
        for (uint u = t; u < count; ++u) {
          const KILN_KEY key = KILN_KEY_OF(from[u]);
          keys[0][filled] = key;
          indices[0][filled] = u;
          filled += key <= limit;
        }
        break;
      }
      const KILN_KEYS x = kiln_keys(from + t, flip, infinity, nan);
      if (!kiln_count(x, limit)) continue;
      KILN_KEY each[KILN_W];
      vstore16(x, 0, each);
      for (uint u = 0; u < KILN_W; ++u) {
        keys[0][filled] = each[u];
        indices[0][filled] = t + u;
        filled += each[u] <= limit;
      }
    }
    kiln_sort_private(keys, indices, filled);
    const uint written = count < keep ? count : keep;
    const ulong to = row * kept + part * keep;
    if (mode & KILN_WRITE_ELEMENTS)
      for (uint t = 0; t < written; ++t) result[to + t] = from[indices[0][t]];
    if (mode & KILN_WRITE_PLACES)
      for (uint t = 0; t < written; ++t)
        places[to + t] =
            mode & KILN_POSITIONS_ARE_INDICES ? (long)(part * length + indices[0][t]) : positions[start + indices[0][t]];
  }
}
