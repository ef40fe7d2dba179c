// SPDX-License-Identifier: Apache-2.0
// Reduction on CPU devices, one work-item a group. KILN_COLUMNS 0: each item has some ranges of elements, each of an (output, split)
// pair, and reads KILN_STREAMS of them at once; each has KILN_W accumulators that the compiler turns into vectors. KILN_COLUMNS 1: each item
// has a block of at most KILN_W columns and a range of rows; where columns are but KILN_FEW, KILN_JOINED rows that follow each other are
// one of KILN_W, whose accumulators are combined in the end. KILN_SHORT: each item has some whole outputs of few elements, with KILN_W
// accumulators each, and reads KILN_STREAMS at once. The generated part defines the KILN_ macros (see reduce_rows.cl).
#ifndef KILN_PARAMETERS
#define KILN_INDEX uint
#define KILN_PLACE int
#define KILN_STREAMS 4
#define KILN_FAR 1
#define KILN_INTERLEAVE 2
#define KILN_W 16
#define KILN_COLUMNS 0
#define KILN_SHORT 0
#define KILN_FEW 0
#define KILN_JOINED 1
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_EXTENTS
#define KILN_POINTERS KILN_PTR(float, p0); KILN_PTR(const float, p1);
#define KILN_DECLARE(w) float x0[w], y0;
#define KILN_INIT(j) x0[j] = 0.0f;
#define KILN_KEPT(row)
#define KILN_REDUCED(t) const uint t1 = t;
#define KILN_INNER n
#define KILN_MAP(i) y0 = p1[row * n + t1 + i];
#define KILN_FOLD(j) x0[j] += y0;
#define KILN_NEXT(j) KILN_FOLD(j)
#define KILN_FROM_LANE(j) y0 = x0[j];
#define KILN_FINISH(j, c) p0[row] = x0[j];
#endif
#ifndef KILN_REPAIR  // sums that overflow: codegen/deviation.hpp
#define KILN_REPAIR(j, column, begin, end)
#endif
#define KILN_ROWS 4

#if KILN_COLUMNS
KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk,
                        uint block, long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX group = (KILN_INDEX)get_group_id(0);
#if KILN_FEW
  const KILN_INDEX rest = group, begin = 0;
  const int width = KILN_W, part = (int)(count % KILN_JOINED) * KILN_FEW;
#else
  const KILN_INDEX blocks = (cols + block - 1) / block, rest = group / blocks, begin = (group % blocks) * block;
  const int width = (int)(cols - begin < block ? cols - begin : block), part = 0;
#endif
  const KILN_INDEX split = rest % splits, row = rest / splits;
  const KILN_INDEX first = split * chunk, end = n - first < chunk ? n : first + chunk;
  const KILN_INDEX last = end == n && part > 0 ? end - 1 : end;
  KILN_KEPT(row)
  KILN_DECLARE(KILN_W)
  for (int j = 0; j < width; ++j) {
    KILN_INIT(j)
  }
  // Several rows at once: accumulators are read and written once for all, and memory is read in several streams, which are long where
  // the rows are far apart.
  const KILN_INDEX steps = (last - first) / KILN_ROWS, apart = KILN_FAR ? steps : 1;
  for (KILN_INDEX k = 0; k < steps; ++k) {
    const KILN_INDEX from = first + (KILN_FAR ? k : k * KILN_ROWS);
    KILN_VECTORIZE
    for (int j = 0; j < width; ++j) {
      const long i = (long)begin + j;
#pragma unroll
      for (int u = 0; u < KILN_ROWS; ++u) {
        const KILN_INDEX t = from + u * apart;
        KILN_REDUCED(t)
        KILN_MAP(i)
        KILN_NEXT(j)
      }
    }
  }
  for (KILN_INDEX t = first + steps * KILN_ROWS; t < last; ++t) {
    KILN_REDUCED(t)
    KILN_VECTORIZE
    for (int j = 0; j < width; ++j) {
      const long i = (long)begin + j;
      KILN_MAP(i)
      KILN_NEXT(j)
    }
  }
#if KILN_FEW
  for (KILN_INDEX t = last; t < end; ++t) {
    KILN_REDUCED(t)
    for (int j = 0; j < part; ++j) {
      const long i = j;
      KILN_MAP(i)
      KILN_NEXT(j)
    }
  }
  for (int half_of = KILN_W / 2; half_of >= KILN_FEW; half_of /= 2) {
    for (int j = 0; j < half_of; ++j) {
      KILN_FROM_LANE(j + half_of)
      KILN_FOLD(j)
    }
  }
#endif
#ifdef KILN_OVERFLOWN
  int overflown = 0;
  KILN_VECTORIZE
  for (int j = 0; j < (KILN_FEW ? KILN_FEW : width); ++j) overflown |= KILN_OVERFLOWN(j);
  for (int j = 0; overflown && j < (KILN_FEW ? KILN_FEW : width); ++j) {
    KILN_REPAIR(j, begin + j, first * KILN_JOINED, KILN_FEW && end == n ? (KILN_INDEX)count : end * KILN_JOINED)
  }
#endif
  KILN_VECTORIZE
  for (int j = 0; j < (KILN_FEW ? KILN_FEW : width); ++j) {
    KILN_FINISH(j, begin + j)
  }
}
#elif KILN_SHORT
KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX share,
                        long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * share, end = rows - begin < share ? rows : begin + share;
  for (KILN_INDEX at = begin; at < end; at += KILN_STREAMS) {
    KILN_DECLARE(KILN_STREAMS * KILN_W)
    for (int j = 0; j < KILN_STREAMS * KILN_W; ++j) {
      KILN_INIT(j)
    }
// What is past the last output is the last one again.
#define KILN_ROW_OF(u)                                                      \
  const KILN_INDEX row = at + u < end ? at + u : end - 1, split = 0, t = 0; \
  KILN_KEPT(row)                                                            \
  KILN_REDUCED(t)
    long start = 0;
    for (; start + KILN_W <= (long)n; start += KILN_W) {
#pragma unroll
      for (int u = 0; u < KILN_STREAMS; ++u) {
        KILN_ROW_OF(u)
#pragma clang loop vectorize(enable)
        for (int j = 0; j < KILN_W; ++j) {
          const long i = start + j;
          KILN_MAP(i)
          KILN_NEXT(u * KILN_W + j)
        }
      }
    }
#pragma unroll
    for (int u = 0; u < KILN_STREAMS; ++u) {
      KILN_ROW_OF(u)
      for (int j = 0; start + j < (long)n; ++j) {
        const long i = start + j;
        KILN_MAP(i)
        KILN_NEXT(u * KILN_W + j)
      }
    }
#pragma unroll
    for (int u = 0; u < KILN_STREAMS; ++u) {
      KILN_ROW_OF(u)
      const int own = u * KILN_W;
#pragma unroll
      for (int half_of = KILN_W / 2; half_of > 0; half_of /= 2) {
        for (int j = own; j < own + half_of; ++j) {
          KILN_FROM_LANE(j + half_of)
          KILN_FOLD(j)
        }
      }
      if (at + u < end) {
        KILN_FINISH(own, 0)
      }
    }
  }
}
#else
KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX share,
                        long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX total = rows * splits, begin = (KILN_INDEX)get_group_id(0) * share;
  const KILN_INDEX ranges = total - begin < share ? total - begin : share;
  // Sets of KILN_STREAMS ranges that are far from each other, as a core reads memory faster in several streams than in one; and a set of
  // those that are left over. What becomes of a range does not depend on its set.
  const KILN_INDEX sets = ranges / KILN_STREAMS, over = ranges % KILN_STREAMS;
  for (KILN_INDEX set = 0; set < sets + (over ? 1 : 0); ++set) {
    const int streams = (int)(set < sets ? KILN_STREAMS : over);
    const KILN_INDEX at = begin + (set < sets ? set : sets * KILN_STREAMS), apart = set < sets ? sets : 1;
    KILN_DECLARE(KILN_STREAMS * KILN_W)
    for (int j = 0; j < streams * KILN_W; ++j) {
      KILN_INIT(j)
    }
    KILN_INDEX rows_of[KILN_STREAMS], splits_of[KILN_STREAMS], next[KILN_STREAMS], last[KILN_STREAMS], left[KILN_STREAMS];
    KILN_PLACE places[KILN_STREAMS * KILN_W];
    for (int u = 0; u < streams; ++u) {
      rows_of[u] = (at + u * apart) / splits;
      splits_of[u] = (at + u * apart) % splits;
      next[u] = splits_of[u] * chunk;
      last[u] = n - next[u] < chunk ? n : next[u] + chunk;
      left[u] = KILN_INNER - next[u] % KILN_INNER;
      for (int j = 0; j < KILN_W; ++j) places[u * KILN_W + j] = (KILN_PLACE)next[u] + j;
    }
    // Runs along the innermost axis, one of each range.
    for (int going = 1; going;) {
      KILN_INDEX run[KILN_STREAMS], common = streams < KILN_STREAMS ? 0 : chunk;
      for (int u = 0; u < streams; ++u) {
        run[u] = last[u] - next[u] < left[u] ? last[u] - next[u] : left[u];
        common = run[u] < common ? run[u] : common;
      }
      common -= common % KILN_W;
// Vectors are of elements, not of these steps: Intel's compiler crashed on such of the functions that `map` calls (2026.2, AVX2).
#pragma clang loop vectorize(disable)
      for (long start = 0; start < (long)common; start += KILN_W) {
#pragma unroll
        for (int u = 0; u < KILN_STREAMS; ++u) {
          const KILN_INDEX row = rows_of[u], split = splits_of[u], t = next[u];
          KILN_KEPT(row)
          KILN_REDUCED(t)
          const KILN_PLACE* place = places + u * KILN_W;
// Straight-line code for all accumulators, which then lie in registers.
#pragma clang loop vectorize(enable) interleave_count(KILN_INTERLEAVE)
          for (int j = 0; j < KILN_W; ++j) {
            const long i = start + j;
            KILN_MAP(i)
            KILN_NEXT(u * KILN_W + j)
          }
        }
      }
      going = 0;
      for (int u = 0; u < streams; ++u) {
        const KILN_INDEX row = rows_of[u], split = splits_of[u], t = next[u];
        const long length = (long)run[u];
        const int own = u * KILN_W;
        if (run[u] == common) continue;
        KILN_KEPT(row)
        KILN_REDUCED(t)
        long start = (long)common;
        for (; start + KILN_W <= length; start += KILN_W) {
          const KILN_PLACE* place = places + own;
#pragma clang loop vectorize(enable) interleave_count(KILN_INTERLEAVE)
          for (int j = 0; j < KILN_W; ++j) {
            const long i = start + j;
            KILN_MAP(i)
            KILN_NEXT(own + j)
          }
        }
        const KILN_PLACE* place = places + own;
        for (int j = 0; start + j < length; ++j) {
          const long i = start + j;
          KILN_MAP(i)
          KILN_NEXT(own + j)
        }
      }
      for (int u = 0; u < streams; ++u) {
        next[u] += run[u];
        for (int j = 0; j < KILN_W; ++j) places[u * KILN_W + j] += (KILN_PLACE)run[u];
        left[u] = KILN_INNER;
        going += next[u] < last[u];
      }
    }
    for (int u = 0; u < streams; ++u) {
      const KILN_INDEX row = rows_of[u], split = splits_of[u];
      const int own = u * KILN_W;
      KILN_KEPT(row)
      for (int half_of = KILN_W / 2; half_of > 0; half_of /= 2) {
        for (int j = own; j < own + half_of; ++j) {
          KILN_FROM_LANE(j + half_of)
          KILN_FOLD(j)
        }
      }
      KILN_REPAIR(own, 0, split * chunk, last[u])
      KILN_FINISH(own, 0)
    }
  }
}
#endif
