// SPDX-License-Identifier: Apache-2.0
// The kernels of sort_blocks.cl on CPU devices, with its arguments: a block is a chunk of `chunk` elements of a row, and a
// work-item has `share` blocks, one after the other.

KILN_KERNEL void histogram(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(KILN_INDEX, counts), KILN_INDEX rows, KILN_INDEX n,
                           KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(KILN_INDEX, counts);
  KILN_EACH_JOB((ulong)rows * blocks) {
    const ulong row = job / blocks, block = job % blocks, first = block * chunk;
    const ulong last = n - first < chunk ? n : first + chunk;
    // Two sets of counters, so that neighbouring equal digits need not wait for each other.
    KILN_INDEX bins[2][256];
    for (int d = 0; d < 256; ++d) bins[0][d] = bins[1][d] = 0;
    ulong t = first;
    for (; t + 2 <= last; t += 2)
      for (int u = 0; u < 2; ++u) ++bins[u][(uint)(KILN_KEY_OF(source[row * n + t + u]) >> shift) & 255u];
    if (t < last) ++bins[0][(uint)(KILN_KEY_OF(source[row * n + t]) >> shift) & 255u];
    for (uint d = 0; d < 256; ++d) counts[(row * 256 + d) * blocks + block] = bins[0][d] + bins[1][d];
  }
}

KILN_KERNEL void scatter(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const KILN_INDEX, positions), KILN_ARG(KILN_ELEMENT, result),
                         KILN_ARG(KILN_INDEX, moved), KILN_ARG(long, places), KILN_ARG(const KILN_INDEX, counts), KILN_INDEX rows,
                         KILN_INDEX n, KILN_INDEX blocks, KILN_INDEX chunk, KILN_INDEX share, uint shift, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const KILN_INDEX, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(KILN_INDEX, moved);
  KILN_PTR(long, places);
  KILN_PTR(const KILN_INDEX, counts);
  KILN_EACH_JOB((ulong)rows * blocks) {
    const ulong row = job / blocks, block = job % blocks, first = block * chunk;
    const ulong last = n - first < chunk ? n : first + chunk;
    KILN_INDEX next[256];
    for (uint d = 0; d < 256; ++d) next[d] = counts[(row * 256 + d) * blocks + block];
    const KILN_GLOBAL KILN_ELEMENT *from = source + row * n;
    KILN_GLOBAL KILN_ELEMENT *to = result + row * n;
    if (mode == KILN_WRITE_ELEMENTS) {
      for (ulong t = first; t < last; ++t) {
        const KILN_ELEMENT x = from[t];
        to[next[(uint)(KILN_KEY_OF(x) >> shift) & 255u]++] = x;
      }
      continue;
    }
    for (ulong t = first; t < last; ++t) {
      const KILN_ELEMENT x = from[t];
      const ulong at = next[(uint)(KILN_KEY_OF(x) >> shift) & 255u]++;
      const KILN_INDEX position = mode & KILN_POSITIONS_ARE_INDICES ? (KILN_INDEX)t : positions[row * n + t];
      if (mode & KILN_WRITE_ELEMENTS) to[at] = x;
      if (mode & KILN_WRITE_POSITIONS) moved[row * n + at] = position;
      if (mode & KILN_WRITE_PLACES) places[row * n + at] = (long)position;
    }
  }
}
