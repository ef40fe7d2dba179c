// SPDX-License-Identifier: Apache-2.0
// Scans of the caller's own. A job is one chunk of one row of `n` elements. Where rows have several chunks, `totals` leaves the accumulators
// of each in a workspace, and `scan` begins with those before its own. KILN_GROUP 1: an item has `each` blocks, one after the other, of
// `share` columns beside each other, at most KILN_W (1: of one row). Else the items of a group have a job together, a tile at a time, KILN_V
// elements in a row an item. What is joined always lies in order, the left side first: joining need not be commutative. The order of
// combination depends on extents and geometry alone. The generated part defines the KILN_ macros: names with ## are sets of accumulators.
// KILN_GATHERS: of one row that a group has, an accumulator KILN_RUN counts the runs that begin. Results are those at the ends of runs alone,
// each at the place of its run, and `kinds` the first source there; `found` is how many there are. KILN_CARRIES: where an item would join many
// totals before it can begin, `carries` has made of them, in groups of so many items, the accumulators before each chunk.
#ifndef KILN_SOURCES
#define KILN_INDEX uint
#define KILN_GROUP 1
#define KILN_V 4
#define KILN_W 1
#define KILN_RUNS 1       // four elements are joined with each other first: a chain of one join for four
#define KILN_EXCLUSIVE 0
#define KILN_GATHERS 0
#define KILN_CARRIES 64
#define KILN_GATHERED
#define KILN_GATHERED_POINTERS
#define KILN_SOURCES KILN_ARG(const float, p1)
#define KILN_RESULTS KILN_ARG(float, p0)
#define KILN_TOTALS KILN_ARG(float, q0)
#define KILN_SOURCE_STEPS , int k1_0, int k1_1, int k1_2
#define KILN_RESULT_STEPS , int k0_0, int k0_1, int k0_2
#define KILN_SOURCE_POINTERS KILN_PTR(const float, p1);
#define KILN_RESULT_POINTERS KILN_PTR(float, p0);
#define KILN_TOTAL_POINTERS KILN_PTR(float, q0);
#define KILN_SOURCE_BASES(row, col) const int b1 = (int)(row) * k1_0 + (int)(col) * k1_2;
#define KILN_RESULT_BASES(row, col) const int b0 = (int)(row) * k0_0 + (int)(col) * k0_2;
#define KILN_LOCALS(size) KILN_LOCAL float l0[size];
#define KILN_DECLARE(o) float o##0;
#define KILN_MANY(o, w) float o##0[w];
#define KILN_START(o) o##0 = 0.0f;
#define KILN_COPY(o, x) o##0 = x##0;
#define KILN_TAKE(o, x, j) o##0 = x##0[j];
#define KILN_PUT(o, j, x) o##0[j] = x##0;
#define KILN_TO_LOCAL(at, x) l0[at] = x##0;
#define KILN_FROM_LOCAL(o, at) o##0 = l0[at];
#define KILN_TO_TOTALS(at, x) q0[at] = x##0;
#define KILN_FROM_TOTALS(o, at) o##0 = q0[at];
#define KILN_MAP(o, t, u, j) o##0 = p1[b1 + (int)(t) * k1_1 + (j) * k1_2];
#define KILN_JOIN(o, x, y) o##0 = x##0 + y##0;
#define KILN_FINISH(x, t, j) p0[b0 + (int)(t) * k0_1 + (j) * k0_2] = x##0;
#endif

#define KILN_ARGUMENTS KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, KILN_INDEX each, uint share, uint reverse, uint carried
// The place beside an element that `map` may read too: the one before, of exclusive scans the one behind, at the end of a row its own.
#if KILN_EXCLUSIVE
#define KILN_BESIDE(t) ((t) + ((t) + 1 < n))
#else
#define KILN_BESIDE(t) ((t) - ((t) > 0))
#endif
// Four in a row: but for one of them what is beside is another of them, which is read once.
#define KILN_MAP_FOUR(w, x, y, z, t)                                   \
  KILN_MAP(w, t, KILN_EXCLUSIVE ? t + 1 : KILN_BESIDE(t), 0)           \
  KILN_MAP(x, t + 1, KILN_EXCLUSIVE ? t + 2 : t, 0)                    \
  KILN_MAP(y, t + 2, KILN_EXCLUSIVE ? t + 3 : t + 1, 0)                \
  KILN_MAP(z, t + 3, KILN_EXCLUSIVE ? KILN_BESIDE(t + 3) : t + 2, 0)
// The place of a chunk's accumulators.
#define KILN_TOTAL(i) ((row * splits + (i)) * cols + col)
// Those that come before a chunk: one where they are joined already.
#define KILN_EACH_BEFORE for (KILN_INDEX i = carried ? split : 0; i < split + carried; ++i)

#if KILN_GROUP > 1 || KILN_CARRIES
// `own` of each of so many items becomes its join with those before it, in steps of 1, 2, 4 ... of them (Hillis and Steele, "Data parallel
// algorithms", 1986). It is left in local memory too.
#define KILN_JOIN_BEFORE(own, size)                                                                                      \
  KILN_TO_LOCAL(item, own)                                                                                               \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                          \
  for (uint span = 1; span < (size); span *= 2) {                                                                        \
    if (item >= span) {                                                                                                  \
      KILN_DECLARE(left)                                                                                                 \
      KILN_FROM_LOCAL(left, item - span)                                                                                 \
      KILN_JOIN(own, left, own)                                                                                          \
    }                                                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
    KILN_TO_LOCAL(item, own)                                                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  }
#endif

#if KILN_CARRIES
// Of each chunk of a row and column, which a group has, the total becomes the join of those before.
KILN_KERNEL void carries(KILN_TOTALS, KILN_INDEX cols, KILN_INDEX splits) {
  KILN_LOCALS(KILN_CARRIES)
  KILN_TOTAL_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX row = (KILN_INDEX)get_group_id(0) / cols, col = (KILN_INDEX)get_group_id(0) % cols;
  const KILN_INDEX some = (splits + KILN_CARRIES - 1) / KILN_CARRIES, from = item * some;
  KILN_DECLARE(own)
  KILN_START(own)
  for (KILN_INDEX i = 0; i < some; ++i)
    if (from + i < splits) {
      KILN_DECLARE(x)
      KILN_FROM_TOTALS(x, KILN_TOTAL(from + i))
      KILN_JOIN(own, own, x)
    }
  KILN_JOIN_BEFORE(own, KILN_CARRIES)
  KILN_DECLARE(before)
  KILN_START(before)
  if (item > 0) {
    KILN_FROM_LOCAL(before, item - 1)
  }
  for (KILN_INDEX i = 0; i < some; ++i)
    if (from + i < splits) {
      KILN_DECLARE(x)
      KILN_FROM_TOTALS(x, KILN_TOTAL(from + i))
      KILN_TO_TOTALS(KILN_TOTAL(from + i), before)
      KILN_JOIN(before, before, x)
    }
}
#endif

#if KILN_GROUP == 1
#define KILN_EACH_BLOCK                                                                                                  \
  const KILN_INDEX across = (cols + share - 1) / share, blocks = across * splits * rows;                                 \
  const KILN_INDEX begin = (KILN_INDEX)get_global_id(0) * each, end = begin + each < blocks ? begin + each : blocks;     \
  for (KILN_INDEX block = begin; block < end; ++block)
#define KILN_BLOCK                                                                                                       \
  const KILN_INDEX col = block % across * share, split = block / across % splits, row = block / across / splits;         \
  const int width = (int)(cols - col < share ? cols - col : share);                                                      \
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;                                  \
  KILN_SOURCE_BASES(row, col)

KILN_KERNEL void totals(KILN_SOURCES, KILN_TOTALS, KILN_ARGUMENTS KILN_SOURCE_STEPS) {
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  KILN_EACH_BLOCK {
    KILN_BLOCK
#if KILN_W > 1
    KILN_MANY(run, KILN_W)
    for (int j = 0; j < width; ++j) {
      KILN_DECLARE(x)
      KILN_START(x)
      KILN_PUT(run, j, x)
    }
    for (KILN_INDEX t = first; t < last; ++t) {
      KILN_VECTORIZE
      for (int j = 0; j < width; ++j) {
        KILN_DECLARE(x)
        KILN_DECLARE(y)
        KILN_TAKE(x, run, j)
        KILN_MAP(y, t, KILN_BESIDE(t), j)
        KILN_JOIN(x, x, y)
        KILN_PUT(run, j, x)
      }
    }
    for (int j = 0; j < width; ++j) {
      KILN_DECLARE(x)
      KILN_TAKE(x, run, j)
      KILN_TO_TOTALS(KILN_TOTAL(split) + j, x)
    }
#else
    KILN_DECLARE(run)
    KILN_START(run)
    KILN_INDEX t = first;
#if KILN_RUNS
    for (; t + 4 <= last; t += 4) {
      KILN_DECLARE(w)
      KILN_DECLARE(x)
      KILN_DECLARE(y)
      KILN_DECLARE(z)
      KILN_MAP_FOUR(w, x, y, z, t)
      KILN_JOIN(x, w, x)
      KILN_JOIN(z, y, z)
      KILN_JOIN(z, x, z)
      KILN_JOIN(run, run, z)
    }
#endif
    for (; t < last; ++t) {
      KILN_DECLARE(x)
      KILN_MAP(x, t, KILN_BESIDE(t), 0)
      KILN_JOIN(run, run, x)
    }
    KILN_TO_TOTALS(KILN_TOTAL(split), run)
#endif
  }
}

KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  KILN_RESULT_POINTERS
  KILN_EACH_BLOCK {
    KILN_BLOCK
    KILN_RESULT_BASES(row, col)
#if KILN_W > 1
    KILN_MANY(run, KILN_W)
    for (int j = 0; j < width; ++j) {
      KILN_DECLARE(x)
      KILN_START(x)
      KILN_EACH_BEFORE {
        KILN_DECLARE(y)
        KILN_FROM_TOTALS(y, KILN_TOTAL(i) + j)
        KILN_JOIN(x, x, y)
      }
      KILN_PUT(run, j, x)
    }
    for (KILN_INDEX t = first; t < last; ++t) {
      KILN_APART
      for (int j = 0; j < width; ++j) {
        KILN_DECLARE(x)
        KILN_DECLARE(y)
        KILN_TAKE(x, run, j)
        KILN_MAP(y, t, KILN_BESIDE(t), j)
        KILN_JOIN(y, x, y)
        KILN_PUT(run, j, y)
#if KILN_EXCLUSIVE
        KILN_FINISH(x, t, j)
#else
        KILN_FINISH(y, t, j)
#endif
      }
    }
#else
    KILN_DECLARE(run)
    KILN_START(run)
    KILN_EACH_BEFORE {
      KILN_DECLARE(y)
      KILN_FROM_TOTALS(y, KILN_TOTAL(i))
      KILN_JOIN(run, run, y)
    }
    KILN_INDEX t = first;
#if KILN_RUNS
    // All four are read before the first is written: a result may be a source.
    for (; t + 4 <= last; t += 4) {
      KILN_DECLARE(w)
      KILN_DECLARE(x)
      KILN_DECLARE(y)
      KILN_DECLARE(z)
      KILN_MAP_FOUR(w, x, y, z, t)
      KILN_JOIN(x, w, x)
      KILN_JOIN(z, y, z)
      KILN_JOIN(y, x, y)
      KILN_JOIN(z, x, z)
#if KILN_EXCLUSIVE
      KILN_FINISH(run, t, 0)
#endif
      KILN_JOIN(w, run, w)
      KILN_JOIN(x, run, x)
      KILN_JOIN(y, run, y)
      KILN_JOIN(run, run, z)
      KILN_FINISH(w, t + KILN_EXCLUSIVE, 0)
      KILN_FINISH(x, t + KILN_EXCLUSIVE + 1, 0)
      KILN_FINISH(y, t + KILN_EXCLUSIVE + 2, 0)
#if !KILN_EXCLUSIVE
      KILN_FINISH(run, t + 3, 0)
#endif
    }
#endif
    for (; t < last; ++t) {
      KILN_DECLARE(x)
      KILN_MAP(x, t, KILN_BESIDE(t), 0)
#if KILN_EXCLUSIVE
      KILN_FINISH(run, t, 0)
      KILN_JOIN(run, run, x)
#else
      KILN_JOIN(run, run, x)
      KILN_FINISH(run, t, 0)
#endif
    }
#endif
  }
}
#else
#define KILN_JOB                                                                                                         \
  const KILN_INDEX split = job % splits, row = job / splits / cols, col = job / splits % cols;                           \
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;                                  \
  KILN_SOURCE_BASES(row, col)
// A place of a tile in local memory: padded, so that items that walk neighbouring runs meet no bank twice.
#define KILN_PAD(i) ((i) + (i) / 32)
// `x` becomes the join of those of all items, in their order. A barrier must come before the local memory is written again.
#define KILN_JOIN_GROUP(x)                                                                                               \
  KILN_TO_LOCAL(item, x)                                                                                                 \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                          \
  for (uint span = 1; span < KILN_GROUP; span *= 2) {                                                                    \
    const uint at = item * 2 * span;                                                                                     \
    if (at < KILN_GROUP) {                                                                                               \
      KILN_DECLARE(left)                                                                                                 \
      KILN_DECLARE(right)                                                                                                \
      KILN_FROM_LOCAL(left, at)                                                                                          \
      KILN_FROM_LOCAL(right, at + span)                                                                                  \
      KILN_JOIN(left, left, right)                                                                                       \
      KILN_TO_LOCAL(at, left)                                                                                            \
    }                                                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  }                                                                                                                      \
  KILN_FROM_LOCAL(x, 0)

KILN_KERNEL void totals(KILN_SOURCES, KILN_TOTALS, KILN_ARGUMENTS KILN_SOURCE_STEPS) {
  KILN_LOCALS(KILN_GROUP)
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX jobs = rows * cols * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    KILN_JOB
    KILN_DECLARE(run)
    KILN_START(run)
    for (KILN_INDEX tile = first; tile < last; tile += KILN_GROUP * KILN_V) {
      KILN_DECLARE(own)
      KILN_START(own)
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        const KILN_INDEX t = tile + item * KILN_V + v;
        if (t < last) {
          KILN_DECLARE(x)
          KILN_MAP(x, t, KILN_BESIDE(t), 0)
          KILN_JOIN(own, own, x)
        }
      }
      KILN_JOIN_GROUP(own)
      KILN_JOIN(run, run, own)
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) {
      KILN_TO_TOTALS(KILN_TOTAL(split), run)
    }
  }
}

KILN_KERNEL void scan(KILN_SOURCES, KILN_TOTALS, KILN_RESULTS KILN_GATHERED, KILN_ARGUMENTS, long count KILN_SOURCE_STEPS KILN_RESULT_STEPS) {
  KILN_LOCALS(KILN_PAD(KILN_GROUP * KILN_V))
  KILN_SOURCE_POINTERS
  KILN_TOTAL_POINTERS
  KILN_RESULT_POINTERS
  KILN_GATHERED_POINTERS
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX jobs = rows * cols * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    KILN_JOB
    KILN_RESULT_BASES(row, col)
    KILN_DECLARE(carry)
    KILN_START(carry)
    if (split > 0) {
      // Each item joins neighbouring chunks.
      const KILN_INDEX some = (split + KILN_GROUP - 1) / KILN_GROUP;
      const KILN_INDEX from = item * some < split ? item * some : split, to = split - from < some ? split : from + some;
      for (KILN_INDEX i = from; i < to; ++i) {
        KILN_DECLARE(x)
        KILN_FROM_TOTALS(x, KILN_TOTAL(i))
        KILN_JOIN(carry, carry, x)
      }
      KILN_JOIN_GROUP(carry)
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (KILN_INDEX tile = first; tile < last; tile += KILN_GROUP * KILN_V) {
      const KILN_INDEX start = tile + item * KILN_V;
      // Neighbouring items read, and at the end write, neighbouring elements; in between each has some in a row.
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        const uint e = v * KILN_GROUP + item;
        if (tile + e < last) {
          KILN_DECLARE(x)
          KILN_MAP(x, tile + e, KILN_BESIDE(tile + e), 0)
          KILN_TO_LOCAL(KILN_PAD(e), x)
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      KILN_MANY(near, KILN_V)
      KILN_DECLARE(own)
      KILN_START(own)
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        if (start + v < last) {
          KILN_DECLARE(x)
          KILN_FROM_LOCAL(x, KILN_PAD(item * KILN_V + v))
          KILN_JOIN(own, own, x)
        }
        KILN_PUT(near, v, own)
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      KILN_JOIN_BEFORE(own, KILN_GROUP)
      KILN_DECLARE(before)
      KILN_DECLARE(all)
      KILN_COPY(before, carry)
      if (item > 0) {
        KILN_DECLARE(left)
        KILN_FROM_LOCAL(left, item - 1)
        KILN_JOIN(before, before, left)
      }
      KILN_FROM_LOCAL(all, KILN_GROUP - 1)
      KILN_JOIN(carry, carry, all)
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        KILN_DECLARE(x)
#if KILN_EXCLUSIVE
        KILN_COPY(x, before)
        if (v > 0) {
          KILN_TAKE(x, near, v - 1)
          KILN_JOIN(x, before, x)
        }
#else
        KILN_TAKE(x, near, v)
        KILN_JOIN(x, before, x)
#endif
        KILN_TO_LOCAL(KILN_PAD(item * KILN_V + v), x)
      }
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint v = 0; v < KILN_V; ++v) {
        const uint e = v * KILN_GROUP + item;
        if (tile + e < last) {
          KILN_DECLARE(x)
          KILN_FROM_LOCAL(x, KILN_PAD(e))
#if KILN_GATHERS
          const KILN_INDEX t = tile + e, beyond = t + (t + 1 < n);
          KILN_DECLARE(begin)
          KILN_DECLARE(next)
          KILN_MAP(begin, 0, 0, 0)  // a NaN is another than itself
          KILN_MAP(next, beyond, t, 0)
          if (beyond == t || KILN_RUN(next)) {
            const KILN_INDEX to = (KILN_INDEX)(KILN_RUN(x) - KILN_RUN(begin));
            KILN_FINISH(x, to, 0)
            KILN_KEEP(to, t)
            if (beyond == t) *found = (long)to + 1;
          }
#else
          KILN_FINISH(x, tile + e, 0)
#endif
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
#endif
