// SPDX-License-Identifier: Apache-2.0
// Scans along rows on devices with many work-items. A job is one chunk of one row; `share` items of a group have a job, so that short rows
// lie side by side in a group. Where rows have several chunks, `totals` leaves one result a chunk, and `scan` begins with those before its
// own. Every order of combination depends on extents and geometry alone. The generated part defines the KILN_ macros.
#ifndef KILN_FROM
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_GROUP 256
#define KILN_V 16
#define KILN_RUN 16
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_IDENTITY (-0.0f)
#define KILN_FIRST 0.0f
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#endif
// One element of padding a run, so that items that walk neighbouring runs meet no bank twice.
#define KILN_PAD(i) ((i) + (i) / (2 * KILN_V))

// `own` becomes its join over all items of the group. A barrier must come before `ends` is written again.
#define KILN_JOIN_GROUP(own)                                                                 \
  ends[item] = own;                                                                          \
  barrier(CLK_LOCAL_MEM_FENCE);                                                              \
  for (uint half_of = KILN_GROUP / 2; half_of > 0; half_of /= 2) {                           \
    if (item < half_of) ends[item] = kiln_join(ends[item], ends[item + half_of]);            \
    barrier(CLK_LOCAL_MEM_FENCE);                                                            \
  }                                                                                          \
  own = ends[0];

// Element j of this item's of the tile at t: neighbours are read by neighbouring items.
#define KILN_READ_AHEAD(j, t)                                                                   \
  {                                                                                             \
    const uint e = j * KILN_GROUP + item, slot = e >> shift;                                    \
    const KILN_INDEX place = (t) + (e & (width - 1));                                           \
    ahead[j] = KILN_IDENTITY;                                                                   \
    if (base + slot < jobs && place < length) {                                                 \
      const KILN_FROM from = source[source_starts[slot] + (KILN_STEP)place * KILN_SOURCE_STEP]; \
      ahead[j] = KILN_LOAD(from);                                                               \
    }                                                                                           \
  }

KILN_KERNEL void totals(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_SUM, totals), KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n,
                        KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1, KILN_STEP s2, KILN_STEP s) {
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_SUM, totals);
  const uint item = (uint)get_local_id(0);
  const KILN_INDEX jobs = rows * cols * splits;
  for (KILN_INDEX job = (KILN_INDEX)get_group_id(0); job < jobs; job += (KILN_INDEX)get_num_groups(0)) {
    const KILN_INDEX row = job / splits, first = job % splits * chunk;
    const KILN_INDEX last = n - first < chunk ? n : first + chunk;
    const KILN_STEP start = s + (KILN_STEP)(row / cols) * s0 + (KILN_STEP)(row % cols) * s2;
    KILN_SUM own = KILN_IDENTITY;
    KILN_INDEX t = first + item;
    for (; t + 7 * KILN_GROUP < last; t += 8 * KILN_GROUP) {
#pragma unroll
      for (int u = 0; u < 8; ++u) {
        const KILN_FROM x = source[start + (KILN_STEP)(t + u * KILN_GROUP) * KILN_SOURCE_STEP];
        own = kiln_join(own, KILN_LOAD(x));
      }
    }
    for (; t < last; t += KILN_GROUP) {
      const KILN_FROM x = source[start + (KILN_STEP)t * KILN_SOURCE_STEP];
      own = kiln_join(own, KILN_LOAD(x));
    }
    KILN_JOIN_GROUP(own)
    if (item == 0) totals[job] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(const KILN_SUM, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_LOCAL KILN_SUM tile[KILN_GROUP * KILN_V + KILN_GROUP / 2 + 1];
  KILN_LOCAL KILN_SUM ends[KILN_GROUP];
  KILN_LOCAL KILN_STEP source_starts[KILN_GROUP];
  KILN_LOCAL KILN_STEP result_starts[KILN_GROUP];
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(const KILN_SUM, totals);
  const uint item = (uint)get_local_id(0), lanes = share, lane = item & (lanes - 1), width = lanes * KILN_V;
  const uint slots = KILN_GROUP / lanes, shift = 31 - clz(width);
  const KILN_INDEX jobs = rows * cols * splits;
  // Several slots only where each row is one chunk: then all have the same length.
  for (KILN_INDEX base = (KILN_INDEX)get_group_id(0) * slots; base < jobs; base += (KILN_INDEX)get_num_groups(0) * slots) {
    const KILN_INDEX row = base / splits, split = base % splits, first = split * chunk;
    const KILN_INDEX length = n - first < chunk ? n - first : chunk;
    if (item < slots) {
      const KILN_INDEX own_row = slots > 1 ? base + item : row;
      source_starts[item] = s + (KILN_STEP)(own_row / cols) * s0 + (KILN_STEP)(own_row % cols) * s2 + (KILN_STEP)first * s1;
      result_starts[item] = r + (KILN_STEP)(own_row / cols) * r0 + (KILN_STEP)(own_row % cols) * r2 + (KILN_STEP)first * r1;
    }
    KILN_SUM carry = exclusive ? KILN_FIRST : KILN_IDENTITY;
    if (split > 0) {
      KILN_SUM own = KILN_IDENTITY;
      for (KILN_INDEX i = item; i < split; i += KILN_GROUP) own = kiln_join(own, totals[row * splits + i]);
      KILN_JOIN_GROUP(own)
      carry = kiln_join(carry, own);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    KILN_SUM ahead[KILN_V];
#pragma unroll
    for (uint j = 0; j < KILN_V; ++j) KILN_READ_AHEAD(j, (KILN_INDEX)0)
    for (KILN_INDEX t = 0; t < length; t += width) {
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) tile[KILN_PAD(j * KILN_GROUP + item)] = ahead[j];
      barrier(CLK_LOCAL_MEM_FENCE);
      // The next tile's elements are on their way while this one's are joined.
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) KILN_READ_AHEAD(j, t + width)
      KILN_SUM x[KILN_V];
      KILN_SUM own = KILN_IDENTITY;
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        x[j] = tile[KILN_PAD(item * KILN_V + j)];
        own = kiln_join(own, x[j]);
      }
      ends[item] = own;
      barrier(CLK_LOCAL_MEM_FENCE);
      // Runs of KILN_RUN items one after the other, then each item joins the runs before its own.
      if (item < KILN_GROUP / KILN_RUN) {
        KILN_SUM sum = ends[item * KILN_RUN];
        for (uint i = 1; i < KILN_RUN; ++i) {
          const uint at = item * KILN_RUN + i;
          sum = at & (lanes - 1) ? kiln_join(sum, ends[at]) : ends[at];
          ends[at] = sum;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint begin = item - lane;  // of this row
      KILN_SUM all = KILN_IDENTITY;
      KILN_SUM before = KILN_IDENTITY;
      for (uint i = begin / KILN_RUN; i <= (item | (lanes - 1)) / KILN_RUN; ++i) {
        const uint end = (i + 1) * KILN_RUN - 1;
        if (i == (lane > 0 ? item - 1 : item) / KILN_RUN) before = all;
        all = kiln_join(all, ends[end < (item | (lanes - 1)) ? end : item | (lanes - 1)]);
      }
      KILN_SUM run = lane > 0 ? kiln_join(carry, kiln_join(before, ends[item - (lane > 0)])) : carry;
      carry = kiln_join(carry, all);
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        const KILN_SUM next = kiln_join(run, x[j]);
        tile[KILN_PAD(item * KILN_V + j)] = exclusive ? run : next;
        run = next;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
      for (uint j = 0; j < KILN_V; ++j) {
        const uint e = j * KILN_GROUP + item, slot = e >> shift;
        const KILN_INDEX place = t + (e & (width - 1));
        if (base + slot < jobs && place < length)
          result[result_starts[slot] + (KILN_STEP)place * KILN_RESULT_STEP] = KILN_STORE(tile[KILN_PAD(e)]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
