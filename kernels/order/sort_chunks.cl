// SPDX-License-Identifier: Apache-2.0
// Sorting on CPU devices. One work-item is a group and has `share` jobs, one after the other. `histogram` and `scatter`
// are the kernels of sort_blocks.cl, where a block is a chunk of `chunk` elements of a row. `sort_rows` is the kernel
// of sort_rows.cl as an insertion sort, or a radix sort in private memory. Arguments and macros are those of the two
// files.
#ifndef KILN_INDEX
#define KILN_INDEX uint
#define KILN_TILE 2048
#define KILN_ELEMENT uint
#define KILN_KEY uint
#define KILN_ALL 0xffffffffu
#define KILN_BITS 32
#define KILN_KEY_ARGUMENTS KILN_KEY flip, KILN_KEY infinity, KILN_KEY nan
#define KILN_KEY_OF(x) ((x) ^ flip)
#endif
// The bits of `mode` are those of sort_blocks.cl.
#define KILN_WRITE_ELEMENTS 1u
#define KILN_WRITE_POSITIONS 2u
#define KILN_WRITE_PLACES 4u
#define KILN_POSITIONS_ARE_INDICES 8u
#define KILN_EACH_JOB(count)                                                                 \
  const ulong jobs = (count), begin = get_group_id(0) * (ulong)share;                      \
  const ulong end = jobs - begin < share ? jobs : begin + share;                           \
  for (ulong job = begin; job < end; ++job)

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

KILN_KERNEL void sort_rows(KILN_ARG(const KILN_ELEMENT, source), KILN_ARG(const long, positions), KILN_ARG(KILN_ELEMENT, result),
                      KILN_ARG(long, places), KILN_INDEX rows, KILN_INDEX n, KILN_INDEX parts, uint length, uint keep, KILN_INDEX kept,
                      uint padded, KILN_INDEX share, uint mode, KILN_KEY_ARGUMENTS) {
  KILN_PTR(const KILN_ELEMENT, source);
  KILN_PTR(const long, positions);
  KILN_PTR(KILN_ELEMENT, result);
  KILN_PTR(long, places);
  KILN_KEY keys[2][KILN_TILE];
  ushort indices[2][KILN_TILE];
  KILN_EACH_JOB((ulong)rows * parts) {
    const ulong row = job / parts, part = job % parts, start = row * n + part * length;
    const uint count = n - part * length < length ? (uint)(n - part * length) : length;
    int at = 0;
    if (count <= 32) {
      for (uint t = 0; t < count; ++t) {
        const KILN_KEY key = KILN_KEY_OF(source[start + t]);
        uint u = t;
        for (; u > 0 && keys[0][u - 1] > key; --u) {
          keys[0][u] = keys[0][u - 1];
          indices[0][u] = indices[0][u - 1];
        }
        keys[0][u] = key;
        indices[0][u] = (ushort)t;
      }
    } else {
      for (uint t = 0; t < count; ++t) {
        keys[0][t] = KILN_KEY_OF(source[start + t]);
        indices[0][t] = (ushort)t;
      }
      for (uint shift = 0; shift < KILN_BITS; shift += 8) {
        uint bins[256];
        for (uint d = 0; d < 256; ++d) bins[d] = 0;
        for (uint t = 0; t < count; ++t) ++bins[(uint)(keys[at][t] >> shift) & 255u];
        if (bins[(uint)(keys[at][0] >> shift) & 255u] == count) continue;
        uint sum = 0;
        for (uint d = 0; d < 256; ++d) {
          const uint value = bins[d];
          bins[d] = sum;
          sum += value;
        }
        for (uint t = 0; t < count; ++t) {
          const uint rank = bins[(uint)(keys[at][t] >> shift) & 255u]++;
          keys[1 - at][rank] = keys[at][t];
          indices[1 - at][rank] = indices[at][t];
        }
        at = 1 - at;
      }
    }
    const uint written = count < keep ? count : keep;
    const ulong to = row * kept + part * keep;
    if (mode & KILN_WRITE_ELEMENTS)
      for (uint t = 0; t < written; ++t) result[to + t] = source[start + indices[at][t]];
    if (mode & KILN_WRITE_PLACES)
      for (uint t = 0; t < written; ++t)
        places[to + t] =
            mode & KILN_POSITIONS_ARE_INDICES ? (long)(part * length + indices[at][t]) : positions[start + indices[at][t]];
  }
}
