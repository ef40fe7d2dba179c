// SPDX-License-Identifier: Apache-2.0
// The library's scans on CPU devices. One work-item is a group. KILN_COLUMNS 0 (along rows): an item has `share` jobs,
// each a chunk of a row. KILN_COLUMNS 1 (along an outer axis): an item has a block of `share` columns, at most KILN_W,
// and a chunk of the axis. Arguments and the other macros are those of scan_rows.cl.
#ifndef KILN_FROM
#define KILN_INDEX uint
#define KILN_STEP int
#define KILN_FROM float
#define KILN_TO float
#define KILN_SUM float
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_IDENTITY (-0.0f)
#define KILN_FIRST 0.0f
#define KILN_COLUMNS 0
#define KILN_W 256
#define KILN_SOURCE_STEP s1
#define KILN_RESULT_STEP r1
KILN_FUNCTION float kiln_join(float a, float b) { return a + b; }
#define KILN_WIDTH 8  // elements of a vector of sums; 0: no vectors
#define KILN_VECTOR float8
#define KILN_LOADS 1  // 1: a vector of the source's elements is a vector of sums
#define KILN_STORES 1  // 1: a vector of sums is a vector of the result's elements
KILN_FUNCTION float8 kiln_join_each(float8 a, float8 b) { return a + b; }
#endif

#if KILN_COLUMNS
#define KILN_PLACE                                                                                                 \
  const KILN_INDEX blocks = (cols + share - 1) / share, group = (KILN_INDEX)get_group_id(0);                       \
  const KILN_INDEX begin = group % blocks * share, split = group / blocks % splits, row = group / blocks / splits; \
  const int width = (int)(cols - begin < share ? cols - begin : share);                                            \
  const KILN_INDEX first = split * chunk, last = n - first < chunk ? n : first + chunk;                            \
  const KILN_STEP source_start = s + (KILN_STEP)row * s0 + (KILN_STEP)begin * s2;                                  \
  KILN_SUM run[KILN_W];

KILN_KERNEL void totals(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_SUM, totals), KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n,
                        KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1, KILN_STEP s2, KILN_STEP s) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_SUM, totals);
  KILN_PLACE
  for (int j = 0; j < width; ++j) run[j] = KILN_IDENTITY;
  for (KILN_INDEX t = first; t < last; ++t) {
    const KILN_GLOBAL KILN_FROM *from = source + source_start + (KILN_STEP)t * s1;
    KILN_VECTORIZE
    for (int j = 0; j < width; ++j) run[j] = kiln_join(run[j], KILN_LOAD(from[j * KILN_SOURCE_STEP]));
  }
  for (int j = 0; j < width; ++j) totals[(row * splits + split) * cols + begin + j] = run[j];
}

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(const KILN_SUM, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(const KILN_SUM, totals);
  KILN_PLACE
  const KILN_STEP result_start = r + (KILN_STEP)row * r0 + (KILN_STEP)begin * r2;
  for (int j = 0; j < width; ++j) run[j] = exclusive ? KILN_FIRST : KILN_IDENTITY;
  for (KILN_INDEX i = 0; i < split; ++i)
    for (int j = 0; j < width; ++j) run[j] = kiln_join(run[j], totals[(row * splits + i) * cols + begin + j]);
  for (KILN_INDEX t = first; t < last; ++t) {
    const KILN_GLOBAL KILN_FROM *from = source + source_start + (KILN_STEP)t * s1;
    KILN_GLOBAL KILN_TO *to = result + result_start + (KILN_STEP)t * r1;
    KILN_APART
    for (int j = 0; j < width; ++j) {
      const KILN_SUM before = run[j];
      run[j] = kiln_join(before, KILN_LOAD(from[j * KILN_SOURCE_STEP]));
      const KILN_SUM value = exclusive ? before : run[j];
      to[j * KILN_RESULT_STEP] = KILN_STORE(value);
    }
  }
}
#else
// Vectors are built element by element, because Oclgrind crashes where vectors of other lengths are joined.
#if KILN_WIDTH == 8
#define KILN_VLOAD vload8
#define KILN_VSTORE vstore8
#define KILN_LATER(x) (KILN_VECTOR)(nothing, x.s0, x.s1, x.s2, x.s3, x.s4, x.s5, x.s6)
#define KILN_LATER_BY_2(x) (KILN_VECTOR)(nothing, nothing, x.s0, x.s1, x.s2, x.s3, x.s4, x.s5)
#define KILN_LATER_BY_4(x) (KILN_VECTOR)(nothing, nothing, nothing, nothing, x.s0, x.s1, x.s2, x.s3)
#define KILN_LAST(x) x.s77777777
#elif KILN_WIDTH == 4
#define KILN_VLOAD vload4
#define KILN_VSTORE vstore4
#define KILN_LATER(x) (KILN_VECTOR)(nothing, x.s0, x.s1, x.s2)
#define KILN_LATER_BY_2(x) (KILN_VECTOR)(nothing, nothing, x.s0, x.s1)
#define KILN_LAST(x) x.s3333
#endif
#define KILN_EACH_JOB                                                                             \
  const KILN_INDEX jobs = rows * cols * splits, begin = (KILN_INDEX)get_group_id(0) * share;      \
  const KILN_INDEX end = jobs - begin < share ? jobs : begin + share;                             \
  for (KILN_INDEX job = begin; job < end; ++job)
#define KILN_PLACE                                                                                \
  const KILN_INDEX row = job / splits, split = job % splits, first = split * chunk;               \
  const KILN_INDEX last = n - first < chunk ? n : first + chunk;                                  \
  const KILN_GLOBAL KILN_FROM *from = source + s + (KILN_STEP)(row / cols) * s0 + (KILN_STEP)(row % cols) * s2;

KILN_KERNEL void totals(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_SUM, totals), KILN_INDEX rows, KILN_INDEX cols, KILN_INDEX n,
                        KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1, KILN_STEP s2, KILN_STEP s) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_SUM, totals);
  KILN_EACH_JOB {
    KILN_PLACE
    KILN_SUM own[64];
    for (int j = 0; j < 64; ++j) own[j] = KILN_IDENTITY;
    KILN_INDEX t = first;
    for (; t + 64 <= last; t += 64) {
      KILN_VECTORIZE
      for (int j = 0; j < 64; ++j) own[j] = kiln_join(own[j], KILN_LOAD(from[(KILN_STEP)(t + j) * KILN_SOURCE_STEP]));
    }
    for (int j = 0; t + j < last; ++j) own[j] = kiln_join(own[j], KILN_LOAD(from[(KILN_STEP)(t + j) * KILN_SOURCE_STEP]));
    for (int half_of = 32; half_of > 0; half_of /= 2)
      for (int j = 0; j < half_of; ++j) own[j] = kiln_join(own[j], own[j + half_of]);
    totals[job] = own[0];
  }
}

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(const KILN_SUM, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(const KILN_SUM, totals);
  KILN_EACH_JOB {
    KILN_PLACE
    KILN_GLOBAL KILN_TO *to = result + r + (KILN_STEP)(row / cols) * r0 + (KILN_STEP)(row % cols) * r2;
    KILN_SUM run = exclusive ? KILN_FIRST : KILN_IDENTITY;
    for (KILN_INDEX i = 0; i < split; ++i) run = kiln_join(run, totals[row * splits + i]);
    KILN_INDEX t = first;
#if KILN_WIDTH
    // Each vector is scanned in steps of one, two and four elements (Hillis and Steele, "Data parallel algorithms",
    // 1986). The join of everything before it enters at its last element, so the dependent chain has one join a vector.
    const KILN_SUM nothing = KILN_IDENTITY;
    KILN_VECTOR before = (KILN_VECTOR)(run);
    for (; t + KILN_WIDTH <= last; t += KILN_WIDTH) {
#if KILN_LOADS
      KILN_VECTOR x = KILN_VLOAD(0, from + t);
#else
      KILN_SUM some[KILN_WIDTH];
      for (int j = 0; j < KILN_WIDTH; ++j) some[j] = KILN_LOAD(from[(KILN_STEP)(t + j) * KILN_SOURCE_STEP]);
      KILN_VECTOR x = KILN_VLOAD(0, some);
#endif
      x = kiln_join_each(KILN_LATER(x), x);
      x = kiln_join_each(KILN_LATER_BY_2(x), x);
#if KILN_WIDTH == 8
      x = kiln_join_each(KILN_LATER_BY_4(x), x);
#endif
      const KILN_VECTOR values = kiln_join_each(before, exclusive ? KILN_LATER(x) : x);
#if KILN_STORES
      KILN_VSTORE(values, 0, to + t);
#else
      KILN_SUM others[KILN_WIDTH];
      KILN_VSTORE(values, 0, others);
      for (int j = 0; j < KILN_WIDTH; ++j) to[(KILN_STEP)(t + j) * KILN_RESULT_STEP] = KILN_STORE(others[j]);
#endif
      before = kiln_join_each(before, KILN_LAST(x));
    }
    run = before.s0;
#else
    // Four elements are scanned by themselves, then joined to what comes before them: the dependent chain has one join
    // for four elements.
    for (; t + 4 <= last; t += 4) {
      KILN_SUM x[4];
      for (int j = 0; j < 4; ++j) x[j] = KILN_LOAD(from[(KILN_STEP)(t + j) * KILN_SOURCE_STEP]);
      x[1] = kiln_join(x[0], x[1]);
      x[3] = kiln_join(x[2], x[3]);
      x[2] = kiln_join(x[1], x[2]);
      x[3] = kiln_join(x[1], x[3]);
      const KILN_SUM before = run;
      run = kiln_join(before, x[3]);
      for (int j = 0; j < 4; ++j) {
        const KILN_SUM value = exclusive ? j ? kiln_join(before, x[j - (j > 0)]) : before : kiln_join(before, x[j]);
        to[(KILN_STEP)(t + j) * KILN_RESULT_STEP] = KILN_STORE(value);
      }
    }
#endif
    for (; t < last; ++t) {
      const KILN_SUM next = kiln_join(run, KILN_LOAD(from[(KILN_STEP)t * KILN_SOURCE_STEP]));
      const KILN_SUM value = exclusive ? run : next;
      to[(KILN_STEP)t * KILN_RESULT_STEP] = KILN_STORE(value);
      run = next;
    }
  }
}
#endif
