// SPDX-License-Identifier: Apache-2.0
// The kernel of sort_select.cl on CPU devices. One work-item is a group and has `share` parts. Elements that may be
// among the first `keep` are gathered in private memory. When it is full, it is sorted and cut to `keep` elements;
// later elements that do not come before the last of these are skipped. The first limit comes from the least keys of
// `span` lanes of the part's head; span is a power of two of at least 16 and at least 2 * keep.
#define KILN_W 16
#define KILN_DEPTH 64u  // elements of each lane in the head

// Sorts the gathered elements and leaves the first `keep` in [0].
KILN_FUNCTION void kiln_cut(KILN_KEY keys[2][KILN_TILE], KILN_PLACE indices[2][KILN_TILE], uint filled, uint keep) {
  if (kiln_sort_private(keys, indices, filled) == 0) return;
  for (uint t = 0; t < keep && t < filled; ++t) {
    keys[0][t] = keys[1][t];
    indices[0][t] = indices[1][t];
  }
}

KILN_KERNEL void select_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                             KILN_ARG(long, places), KILN_PARTS, uint keep, KILN_INDEX kept, KILN_INDEX share, uint span, uint blocks,
                             uint mode, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  KILN_KEY keys[2][KILN_TILE];
  KILN_PLACE indices[2][KILN_TILE];
  KILN_EACH_JOB((ulong)rows * parts) {
    KILN_PART(source)
    KILN_KEY limit = KILN_ALL;  // keys above it are skipped
    uint head = count / span < KILN_DEPTH ? count / span * span : KILN_DEPTH * span;
    if (head >= 4 * span) {
      KILN_KEY *const least = keys[1];
      for (uint w = 0; w < span; w += KILN_W) {
        KILN_KEYS lanes = kiln_keys(from + w, flip, infinity, nan);
        for (uint t = w + span; t < head; t += span) lanes = min(lanes, kiln_keys(from + t, flip, infinity, nan));
        vstore16(lanes, w / KILN_W, least);
      }
      // The limit is the keep-th smallest of the lanes' least keys: at least `keep` elements of the head are within it.
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
        kiln_cut(keys, indices, filled, keep);
        filled = keep;
        head = 0;
        // Of equal keys the earlier ones come first. So a later element is wanted only if its key is less.
        if (keys[0][keep - 1] == 0) break;
        limit = keys[0][keep - 1] - 1;
      }
      // Elements behind the head are also wanted only if their keys are less than the limit.
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
    kiln_cut(keys, indices, filled, keep);
    KILN_WRITE_FIRST(indices[0], count)
  }
}
