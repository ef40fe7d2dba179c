// SPDX-License-Identifier: Apache-2.0
// Reduction on CPU devices; reduce.cl comes before this file. One work-item is a group. The file has three kernels, of
// which the generator chooses one.
//
// KILN_COLUMNS 0, KILN_SHORT 0 (along rows): an (output, split) pair has a range of elements. A work-item has `share`
// ranges and reads KILN_STREAMS of them at a time, which lie far apart. A range has KILN_W sets of accumulators, which
// the compiler turns into vectors; they are combined in the end.
//
// KILN_COLUMNS 1 (along outer axes): a work-item has `block` columns, at most KILN_W, and a range of `chunk` rows. If
// there are only KILN_FEW columns, KILN_JOINED neighbouring rows are read as one row of KILN_W elements, whose
// accumulators are combined in the end.
//
// KILN_SHORT 1 (outputs of few elements): a work-item has `share` whole outputs with KILN_W sets of accumulators each,
// and reads KILN_STREAMS of them at a time.
//
// KILN_VECTOR, if it is not 0: so many neighbouring columns, or elements of a row, are mapped as a vector, because the
// compiler makes no vectors of the functions that `map` calls.
//
// Macros of this file: KILN_PLACE is the signed index type, KILN_INNER the extent of the innermost reduced axis.
// KILN_FAR is 1 if a block's rows may be read in any order, so that the streams of KILN_ROWS rows are far apart.
// KILN_OVERFLOWN(j) tells whether a sum of set j overflowed. KILN_INTERLEAVE is the number of vectors that hold
// KILN_W values of the widest type; loops interleave them.
#define KILN_ROWS 4

#if KILN_COLUMNS
#if KILN_VECTOR
#ifndef KILN_NEXT_VECTORS
#define KILN_EACH_VECTOR(u) KILN_NEXT_VECTOR
#define KILN_NEXT_VECTORS
#endif
// Brings row `at` of columns i to i + KILN_VECTOR - 1, by `map`, and combines or holds it: `each`.
#define KILN_VECTOR_ROW(at, map, each) \
  { \
    const KILN_INDEX row_u = at; \
    KILN_REDUCED(row_u) \
    map \
    each \
  }
#define KILN_VECTOR_ROWS(map) \
  KILN_VECTOR_ROW(from, map, KILN_EACH_VECTOR(0)) \
  KILN_VECTOR_ROW(from + apart, map, KILN_EACH_VECTOR(1)) \
  KILN_VECTOR_ROW(from + 2 * apart, map, KILN_EACH_VECTOR(2)) \
  KILN_VECTOR_ROW(from + 3 * apart, map, KILN_EACH_VECTOR(3)) \
  KILN_NEXT_VECTORS
#define KILN_VECTOR_LAST(map) KILN_VECTOR_ROW(t, map, KILN_NEXT_VECTOR)
// Takes the rows of `rows` for all columns of the block, a vector of columns after the other.
#define KILN_VECTORS(rows) \
  for (int j = 0; j < width; j += KILN_VECTOR) { \
    const long i = (long)begin + j; \
    KILN_TAKE(j) \
    if (j + KILN_VECTOR <= width) { \
      rows(KILN_MAP_VECTOR(i)) \
    } else { \
      rows(KILN_MAP_TAIL(i, width - j)) \
    } \
    KILN_GIVE(j) \
  }
#endif

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
#if KILN_VECTOR
  const int whole = (width + KILN_VECTOR - 1) / KILN_VECTOR * KILN_VECTOR;
#else
  const int whole = width;
#endif
  for (int j = 0; j < whole; ++j) {
    KILN_INIT(j)
  }
  // KILN_ROWS rows at a time: accumulators are read and written once for all of them, and memory is read in several
  // streams, which are long where the rows are far apart.
  const KILN_INDEX steps = (last - first) / KILN_ROWS, apart = KILN_FAR ? steps : 1;
  for (KILN_INDEX k = 0; k < steps; ++k) {
    const KILN_INDEX from = first + (KILN_FAR ? k : k * KILN_ROWS);
#if KILN_VECTOR
    KILN_VECTORS(KILN_VECTOR_ROWS)
#else
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
#endif
  }
  for (KILN_INDEX t = first + steps * KILN_ROWS; t < last; ++t) {
#if KILN_VECTOR
    KILN_VECTORS(KILN_VECTOR_LAST)
#else
    KILN_REDUCED(t)
    KILN_VECTORIZE
    for (int j = 0; j < width; ++j) {
      const long i = (long)begin + j;
      KILN_MAP(i)
      KILN_NEXT(j)
    }
#endif
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
#else
#if KILN_VECTOR
// Maps `most` elements of the row from `start`, of which the first `count` exist, and combines them with the sets from
// `own`.
#define KILN_ELEMENTS(own, most, count)                                         \
  {                                                                             \
    KILN_HELD((most) > KILN_VECTOR ? (most) : KILN_VECTOR)                      \
    for (int j = 0; j < (count); j += KILN_VECTOR) {                            \
      const long i = start + j;                                                 \
      KILN_VALUES                                                               \
      if ((count)-j >= KILN_VECTOR)                                             \
        KILN_MAP_VECTOR(i)                                                      \
      else if ((most) < KILN_VECTOR && (count) == (most))                       \
        {KILN_MAP_PART(i)}                                                      \
      else                                                                      \
        KILN_MAP_TAIL(i, (count)-j)                                             \
      KILN_HOLD(j)                                                              \
    }                                                                           \
    KILN_VECTORIZE                                                              \
    for (int j = 0; j < (count); ++j) {                                         \
      KILN_FROM_HELD(j)                                                         \
      KILN_NEXT((own) + j)                                                      \
    }                                                                           \
  }
#endif
#if KILN_SHORT
KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX share,
                        long count KILN_EXTENTS) {
  KILN_POINTERS
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * share, end = rows - begin < share ? rows : begin + share;
  for (KILN_INDEX at = begin; at < end; at += KILN_STREAMS) {
    KILN_DECLARE(KILN_STREAMS * KILN_W)
    for (int j = 0; j < KILN_STREAMS * KILN_W; ++j) {
      KILN_INIT(j)
    }
// An output past the last one repeats the last one; its result is not written.
#define KILN_ROW_OF(u)                                                      \
  const KILN_INDEX row = at + u < end ? at + u : end - 1, split = 0, t = 0; \
  KILN_KEPT(row)                                                            \
  KILN_REDUCED(t)
    long start = 0;
    for (; start + KILN_W <= (long)n; start += KILN_W) {
#pragma unroll
      for (int u = 0; u < KILN_STREAMS; ++u) {
        KILN_ROW_OF(u)
#if KILN_VECTOR
        KILN_ELEMENTS(u * KILN_W, KILN_W, KILN_W)
#else
#pragma clang loop vectorize(enable)
        for (int j = 0; j < KILN_W; ++j) {
          const long i = start + j;
          KILN_MAP(i)
          KILN_NEXT(u * KILN_W + j)
        }
#endif
      }
    }
#pragma unroll
    for (int u = 0; u < KILN_STREAMS; ++u) {
      KILN_ROW_OF(u)
#if KILN_VECTOR
      KILN_ELEMENTS(u * KILN_W, KILN_W, (int)((long)n - start))
#else
      for (int j = 0; start + j < (long)n; ++j) {
        const long i = start + j;
        KILN_MAP(i)
        KILN_NEXT(u * KILN_W + j)
      }
#endif
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
  // Ranges are read in sets of KILN_STREAMS that are far from each other, because a core reads several streams faster
  // than one. A last set has the ranges that are left over. The result of a range does not depend on its set.
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
    // Each turn reads a run along the innermost axis from each range.
    for (int going = 1; going;) {
      KILN_INDEX run[KILN_STREAMS], common = streams < KILN_STREAMS ? 0 : chunk;
      for (int u = 0; u < streams; ++u) {
        run[u] = last[u] - next[u] < left[u] ? last[u] - next[u] : left[u];
        common = run[u] < common ? run[u] : common;
      }
      common -= common % KILN_W;
// This loop must stay scalar: its body is vectorised by itself. Intel's compiler (2026.2, AVX2) crashed on vectors of
// it with the functions that `map` calls.
#pragma clang loop vectorize(disable)
      for (long start = 0; start < (long)common; start += KILN_W) {
#pragma unroll
        for (int u = 0; u < KILN_STREAMS; ++u) {
          const KILN_INDEX row = rows_of[u], split = splits_of[u], t = next[u];
          KILN_KEPT(row)
          KILN_REDUCED(t)
          const KILN_PLACE* place = places + u * KILN_W;
#if KILN_VECTOR
          KILN_ELEMENTS(u * KILN_W, KILN_W, KILN_W)
#else
// Unrolled for all accumulators, which then stay in registers.
#pragma clang loop vectorize(enable) interleave_count(KILN_INTERLEAVE)
          for (int j = 0; j < KILN_W; ++j) {
            const long i = start + j;
            KILN_MAP(i)
            KILN_NEXT(u * KILN_W + j)
          }
#endif
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
#if KILN_VECTOR
          KILN_ELEMENTS(own, KILN_W, KILN_W)
#else
#pragma clang loop vectorize(enable) interleave_count(KILN_INTERLEAVE)
          for (int j = 0; j < KILN_W; ++j) {
            const long i = start + j;
            KILN_MAP(i)
            KILN_NEXT(own + j)
          }
#endif
        }
        const KILN_PLACE* place = places + own;
#if KILN_VECTOR
        KILN_ELEMENTS(own, KILN_W, (int)(length - start))
#else
        for (int j = 0; start + j < length; ++j) {
          const long i = start + j;
          KILN_MAP(i)
          KILN_NEXT(own + j)
        }
#endif
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
#endif
