// SPDX-License-Identifier: Apache-2.0
// The library's scans along rows on CPU devices; scan.cl comes before this file. One work-item is a group and has
// `share` chunks. KILN_WIDTH is the number of elements of a vector of sums (0: there are none), KILN_VECTOR its type,
// and kiln_join_each joins two. If KILN_LOADS is 1, a vector of the source's elements is a vector of sums; KILN_STORES
// says the same of the result.
//
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

KILN_KERNEL void scan(KILN_ARG(const KILN_FROM, source), KILN_ARG(KILN_TO, result), KILN_ARG(KILN_TOTAL, totals), KILN_INDEX rows,
                      KILN_INDEX cols, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint share, KILN_STEP s0, KILN_STEP s1,
                      KILN_STEP s2, KILN_STEP s, KILN_STEP r0, KILN_STEP r1, KILN_STEP r2, KILN_STEP r, uint exclusive) {
  KILN_PTR(const KILN_FROM, source);
  KILN_PTR(KILN_TO, result);
  KILN_PTR(KILN_TOTAL, totals);
  const KILN_INDEX jobs = rows * cols * splits, begin = (KILN_INDEX)get_group_id(0) * share;
  const KILN_INDEX end = jobs - begin < share ? jobs : begin + share;
  for (KILN_INDEX job = begin; job < end; ++job) {
    const KILN_INDEX row = job / splits, split = job % splits, first = split * chunk;
    const KILN_INDEX last = n - first < chunk ? n : first + chunk;
    const KILN_GLOBAL KILN_FROM *from = source + s + (KILN_STEP)(row / cols) * s0 + (KILN_STEP)(row % cols) * s2;
    KILN_INDEX t = first;
#if !KILN_WRITES
    KILN_SUM own[64];
    for (int j = 0; j < 64; ++j) own[j] = KILN_IDENTITY;
    for (; t + 64 <= last; t += 64) {
      KILN_VECTORIZE
      for (int j = 0; j < 64; ++j) own[j] = kiln_join(own[j], KILN_LOAD(from[(KILN_STEP)(t + j) * KILN_SOURCE_STEP]));
    }
    for (int j = 0; t + j < last; ++j) own[j] = kiln_join(own[j], KILN_LOAD(from[(KILN_STEP)(t + j) * KILN_SOURCE_STEP]));
    for (int half_of = 32; half_of > 0; half_of /= 2)
      for (int j = 0; j < half_of; ++j) own[j] = kiln_join(own[j], own[j + half_of]);
    totals[job] = own[0];
#else
    KILN_GLOBAL KILN_TO *to = result + r + (KILN_STEP)(row / cols) * r0 + (KILN_STEP)(row % cols) * r2;
    KILN_SUM run = exclusive ? KILN_FIRST : KILN_IDENTITY;
    for (KILN_INDEX i = 0; i < split; ++i) run = kiln_join(run, totals[row * splits + i]);
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
#endif
  }
}
