// SPDX-License-Identifier: Apache-2.0
// Reduces the rows and the columns of a matrix in one pass, on CPU devices. One work-item is a group. It has a range of
// blocks of KILN_BLOCK rows. Of each block it reduces the rows (with KILN_W sets of accumulators, as reduce_chunks.cl
// does), finishes them, and combines the block's elements into an accumulator for every column while the block is in
// the cache. At the end it writes its accumulators to its record in the workspace. If KILN_FINISHES is 1, the group
// that arrives last combines all records; otherwise one group of a second launch does so, which is told that it is
// `ending`.
//
// Arguments: the operands of KILN_PARAMETERS; `work`, a record of KILN_RECORD bytes for each group; `arrivals`, a
// counter that is 0 before and after the launch; `rows`; the step from row to row of each matrix (KILN_STEPS); the
// number of `groups`; `ending`.
//
// The generator (lib/codegen/fold/sweep.cpp) defines KILN_COLS, the number of columns, and the steps of three kinds of
// reductions: KILN_ROW_ over the columns of each row, KILN_COLUMN_ over the rows for each column, and KILN_SUM_ over
// values of which each row has one. KILN_ROW_KEEP(u, j) keeps the accumulators of row u of the block, in what
// KILN_ROW_RESULTS declares. KILN_ROW_FINISH(u) computes KILN_VECTOR rows' results from row u on, and KILN_ROW_STORE(u)
// writes them. STEP maps and combines an element; LEAVE writes to the record and TAKE combines with a record. The
// others are named as in reduce.cl.
#ifndef KILN_ROW_REPAIR  // recomputes sums that overflowed: codegen/fold/deviation.hpp
#define KILN_ROW_REPAIR(j, column, begin, end)
#endif
#define KILN_BLOCK 16
#define KILN_ROWS 4

KILN_KERNEL void sweep(KILN_PARAMETERS, KILN_ARG(uchar, work), KILN_ARG(uint, arrivals), KILN_INDEX rows KILN_STEPS, uint groups,
                       uint ending) {
  KILN_POINTERS
  KILN_PTR(uchar, work);
  const KILN_INDEX group = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX blocks = (rows + KILN_BLOCK - 1) / KILN_BLOCK, share = blocks / (KILN_INDEX)groups, more = blocks % (KILN_INDEX)groups;
  const KILN_INDEX first = (share * group + (group < more ? group : more)) * KILN_BLOCK;
  const KILN_INDEX end = first + (share + (group < more ? 1 : 0)) * KILN_BLOCK, last = ending ? first : end < rows ? end : rows;
  KILN_COLUMN_DECLARE
  KILN_SUM_DECLARE
  for (int j = 0; j < KILN_COLS; ++j) {
    KILN_COLUMN_INIT(j)
  }
  KILN_SUM_INIT
  for (KILN_INDEX from = first; from < last; from += KILN_BLOCK) {
    const int height = (int)(last - from < KILN_BLOCK ? last - from : KILN_BLOCK);
    KILN_ROW_RESULTS
    // Several rows at a time, whose accumulators stay in registers.
    for (int at = 0; at < height; at += KILN_ROWS) {
      const int together = height - at < KILN_ROWS ? height - at : KILN_ROWS;
      KILN_ROW_DECLARE(KILN_ROWS * KILN_W)
      for (int j = 0; j < together * KILN_W; ++j) {
        KILN_ROW_INIT(j)
      }
      int common = 0;
      for (; together == KILN_ROWS && common + KILN_W <= KILN_COLS; common += KILN_W) {
#pragma unroll
        for (int v = 0; v < KILN_ROWS; ++v) {
          const KILN_INDEX row = from + at + v;
#pragma clang loop vectorize(enable) interleave_count(KILN_INTERLEAVE)
          for (int j = 0; j < KILN_W; ++j) {
            const int i = common + j;
            KILN_ROW_MAP(i)
            KILN_ROW_NEXT(v * KILN_W + j)
          }
        }
      }
      for (int v = 0; v < together; ++v) {
        const KILN_INDEX row = from + at + v;
        const int own = v * KILN_W;
        int start = common;
        for (; start + KILN_W <= KILN_COLS; start += KILN_W) {
#pragma clang loop vectorize(enable) interleave_count(KILN_INTERLEAVE)
          for (int j = 0; j < KILN_W; ++j) {
            const int i = start + j;
            KILN_ROW_MAP(i)
            KILN_ROW_NEXT(own + j)
          }
        }
        for (int j = 0; start + j < KILN_COLS; ++j) {
          const int i = start + j;
          KILN_ROW_MAP(i)
          KILN_ROW_NEXT(own + j)
        }
        for (int half_of = KILN_W / 2; half_of > 0; half_of /= 2) {
          for (int j = own; j < own + half_of; ++j) {
            KILN_ROW_FROM_LANE(j + half_of)
            KILN_ROW_FOLD(j)
          }
        }
        KILN_ROW_REPAIR(own, 0, 0, KILN_COLS)
        KILN_ROW_KEEP(at + v, own)
      }
    }
    // Vectors are whole: rows past the last repeat the first one.
    const int finished = KILN_VECTOR > 1 ? KILN_BLOCK : height;
    for (int u = height; u < finished; ++u) {
      KILN_ROW_REPEAT(u)
    }
    for (int u = 0; u < finished; u += KILN_VECTOR) {
      KILN_ROW_FINISH(u)
    }
    for (int u = 0; u < height; ++u) {
      KILN_ROW_STORE(u)
    }
    // Several rows at a time: accumulators are read and written once for all of them.
    int at = 0;
    for (; at + KILN_ROWS <= height; at += KILN_ROWS) {
      for (int j = 0; j < KILN_COLS; ++j) {
#pragma unroll
        for (int v = 0; v < KILN_ROWS; ++v) {
          const KILN_INDEX row = from + at + v;
          KILN_COLUMN_STEP(at + v, j)
        }
      }
    }
    for (; at < height; ++at) {
      const KILN_INDEX row = from + at;
      for (int j = 0; j < KILN_COLS; ++j) {
        KILN_COLUMN_STEP(at, j)
      }
    }
    for (int u = 0; u < height; ++u) {
      const KILN_INDEX row = from + u;
      KILN_SUM_STEP(u)
    }
  }
  if (!ending) {
    KILN_GLOBAL uchar *record = work + (ulong)group * KILN_RECORD;
    for (int j = 0; j < KILN_COLS; ++j) {
      KILN_COLUMN_LEAVE(j)
    }
    KILN_SUM_LEAVE
  }
#if KILN_FINISHES
  KILN_PTR(uint, arrivals);
  // Acquire-release order: the last group to count sees the records that were written before the others counted.
  const uint before = atomic_fetch_add_explicit((volatile KILN_GLOBAL atomic_uint *)arrivals, 1u, memory_order_acq_rel, memory_scope_device);
  const int combines = before + 1 == groups;
  if (combines) *arrivals = 0;
#else
  const int combines = ending != 0;
#endif
  if (!combines) return;
  // Combine the records of all groups, in the order of the groups.
  for (int j = 0; j < KILN_COLS; ++j) {
    KILN_COLUMN_INIT(j)
  }
  KILN_SUM_INIT
  for (uint g = 0; g < groups; ++g) {
    KILN_GLOBAL const uchar *record = work + (ulong)g * KILN_RECORD;
    for (int j = 0; j < KILN_COLS; ++j) {
      KILN_COLUMN_TAKE(j)
    }
    KILN_SUM_TAKE
  }
  for (int j = 0; j < KILN_COLS; ++j) {
    KILN_COLUMN_FINISH(j)
  }
  KILN_SUM_FINISH
}
