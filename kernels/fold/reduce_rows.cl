// SPDX-License-Identifier: Apache-2.0
// Reduction along the innermost axis on devices with many work-items. The elements of an output are cut into `splits`
// ranges; an (output, split) pair is a job. KILN_LANES work-items read the range of a job together and combine their
// accumulators in a tree in local memory; a group has KILN_GROUP / KILN_LANES jobs at a time. The order of combination
// depends on extents and geometry alone, so results do not vary.
//
// Arguments: the operands of KILN_PARAMETERS; `rows` outputs; `n` elements of an output; `splits` ranges of `chunk`
// elements; `lanes` work-items of a job; `count`, the n of the whole reduction, which the finishing program may use;
// the extents and strides of KILN_EXTENTS. With splits > 1 the outputs are accumulators in a workspace, which a second
// launch reduces.
//
// The generator (lib/codegen/fold) defines these macros for all reduce_*.cl. A reduction has one or more accumulators;
// x0[j], x1[j], ... are set j of them, and y0, y1, ... a set for one element.
//   KILN_DECLARE(w)        declares w sets x and one set y
//   KILN_INIT(j)           sets x[j] to the identity
//   KILN_KEPT(row)         declares the operands' offsets of output `row` (and of `split`, for outputs)
//   KILN_REDUCED(t)        declares the inputs' offsets of element t of an output
//   KILN_MAP(i)            y = the mapped element, i elements further along the innermost axis
//   KILN_HOLD              declares room for KILN_AHEAD elements of each input
//   KILN_FETCH(u)          reads number u of them; KILN_MAP_HELD(u, j, t): y = its j-th part, mapped, at place t
//   KILN_FOLD(j)           x[j] = x[j] combined with y; KILN_NEXT(j): the same where y is the element that follows
//   KILN_TO_LANE(j)        x[j] = y; KILN_FROM_LANE(j): y = x[j]
//   KILN_LOCALS            declares the accumulators in local memory; KILN_TO_LOCAL(at, j), KILN_FROM_LOCAL(at) move a
//                          set
//   KILN_FINISH(j, c)      computes the results of column c from x[j] and writes them
//   KILN_REPAIR            recomputes accumulators whose sum overflowed (codegen/fold/deviation.hpp); empty otherwise
//   KILN_V                 elements of one access; KILN_AHEAD: accesses of an item that are in flight; KILN_REST: the
//                          same for the elements after the last KILN_AHEAD
//   KILN_TREE              1: elements in flight are combined with each other before they meet the accumulators
//   KILN_SINGLE            1: there is one row
#ifndef KILN_PARAMETERS
#define KILN_INDEX uint
#define KILN_GROUP 256
#define KILN_LANES lanes
#define KILN_SINGLE 0
#define KILN_V 1
#define KILN_TREE 0
#define KILN_SIDE 1
#define KILN_TO_LANE(j) x0[j] = y0;
#define KILN_PARAMETERS KILN_ARG(float, p0), KILN_ARG(const float, p1)
#define KILN_EXTENTS
#define KILN_POINTERS KILN_PTR(float, p0); KILN_PTR(const float, p1);
#define KILN_LOCALS KILN_LOCAL float l0[KILN_GROUP];
#define KILN_DECLARE(w) float x0[w], y0;
#define KILN_INIT(j) x0[j] = 0.0f;
#define KILN_KEPT(row)
#define KILN_REDUCED(t) const uint t1 = t;
#define KILN_MAP(i) y0 = p1[row * n + t1 + i];
#define KILN_AHEAD 4
#define KILN_REST 1
#define KILN_HOLD float w1[KILN_AHEAD];
#define KILN_FETCH(u) w1[u] = p1[row * n + t1];
#define KILN_MAP_HELD(u, j, t) y0 = w1[u];
#define KILN_FOLD(j) x0[j] += y0;
#define KILN_NEXT(j) KILN_FOLD(j)
#define KILN_FROM_LANE(j) y0 = x0[j];
#define KILN_TO_LOCAL(at, j) l0[at] = x0[j];
#define KILN_FROM_LOCAL(at) y0 = l0[at];
#define KILN_FINISH(j, c) p0[row] = x0[j];
#endif
#ifndef KILN_REPAIR  // recomputes sums that overflowed: codegen/fold/deviation.hpp
#define KILN_REPAIR(j, column, begin, end)
#endif

KILN_KERNEL void reduce(KILN_PARAMETERS, KILN_INDEX rows, KILN_INDEX n, KILN_INDEX splits, KILN_INDEX chunk, uint lanes,
                        long count KILN_EXTENTS) {
  KILN_LOCALS
  KILN_POINTERS
  const uint item = (uint)get_local_id(0), lane = item & (KILN_LANES - 1), slots = KILN_GROUP / KILN_LANES;
  const KILN_INDEX total = rows * splits, step = (KILN_INDEX)KILN_LANES * KILN_V;
  for (KILN_INDEX base = (KILN_INDEX)get_group_id(0) * slots; base < total; base += (KILN_INDEX)get_num_groups(0) * slots) {
    const KILN_INDEX at = base + item / KILN_LANES;
    const int active = at < total;
    const KILN_INDEX row = active && !KILN_SINGLE ? at / splits : 0, split = active ? at - row * splits : 0;
    const KILN_INDEX first = split * chunk;
    const KILN_INDEX last = !active ? first : n - first < chunk ? n : first + chunk;
    KILN_KEPT(row)
    KILN_DECLARE(KILN_TREE ? 1 + 4 * KILN_V : KILN_V)
#pragma unroll
    for (int j = 0; j < (KILN_TREE ? 1 : KILN_V); ++j) {
      KILN_INIT(j)
    }
    KILN_INDEX t = first + lane * KILN_V;
    KILN_HOLD
    for (; t + (KILN_AHEAD - 1) * step + KILN_V <= last; t += KILN_AHEAD * step) {
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_REDUCED(t + u * step)
        KILN_FETCH(u)
      }
#if KILN_TREE
#pragma unroll
      for (int u = 0; u < 4; ++u) {
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          KILN_MAP_HELD(u, j, t + u * step + j)
          KILN_TO_LANE(1 + u * KILN_V + j)
        }
      }
#pragma unroll
      for (int span = 1; span < 4 * KILN_V; span *= 2) {
#pragma unroll
        for (int j = 1; j <= 4 * KILN_V; j += 2 * span) {
          KILN_FROM_LANE(j + span)
          KILN_FOLD(j)
        }
      }
      KILN_FROM_LANE(1)
      KILN_FOLD(0)
#else
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
#pragma unroll
        for (int j = 0; j < KILN_V; ++j) {
          KILN_MAP_HELD(u, j, t + u * step + j)
          KILN_NEXT(j)
        }
      }
#endif
    }
    // The rest, KILN_REST vectors on their way at a time, and the elements after the last whole vector.
    for (; t + KILN_V <= last; t += KILN_REST * step) {
#pragma unroll
      for (int u = 0; u < KILN_REST; ++u)
        if (u == 0 || t + u * step + KILN_V <= last) {
          KILN_REDUCED(t + u * step)
          KILN_FETCH(u)
        }
#pragma unroll
      for (int u = 0; u < KILN_REST; ++u)
        if (u == 0 || t + u * step + KILN_V <= last) {
#pragma unroll
          for (int j = 0; j < KILN_V; ++j) {
            KILN_MAP_HELD(u, j, t + u * step + j)
            KILN_NEXT(KILN_TREE ? 0 : j)
          }
        }
    }
#if KILN_REST > 1
    for (t = last - (last - first) % KILN_V + lane; t < last; t += KILN_LANES) {
#else
    for (; t < last; ++t) {
#endif
      KILN_REDUCED(t)
      const int i = 0;
      KILN_MAP(i)
      KILN_NEXT(0)
    }
#pragma unroll
    for (int j = 1; j < (KILN_TREE ? 1 : KILN_V); ++j) {
      KILN_FROM_LANE(j)
      KILN_FOLD(0)
    }
    if (KILN_LANES > 1) {
      KILN_TO_LOCAL(item, 0)
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint half_of = KILN_LANES / 2; half_of > 0; half_of /= 2) {
        if (lane < half_of) {
          KILN_FROM_LOCAL(item + half_of)
          KILN_FOLD(0)
          KILN_TO_LOCAL(item, 0)
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
    if (active && lane == 0) {
      KILN_REPAIR(0, 0, first, last)
      KILN_FINISH(0, 0)
    }
  }
}
