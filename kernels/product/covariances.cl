// SPDX-License-Identifier: Apache-2.0
// Covariances of few observations, or correlation coefficients (KILN_COEFFICIENTS). Each row of the resulting matrix
// has a group. Every group computes the deviations of all variables anew, in local memory, so that no group waits for
// another. The sums of a variable are shared by `lanes` work-items, a power of two. lib/array/statistics/covariance.cpp
// explains what is summed and why.
//
// Arguments: variables are the rows of `first`, which has n of them, then those of `second`; `observations` of each;
// strides from variable to variable (row) and from observation to observation (step) count parts; `divisor` of the
// sums.
//
// Macros: KILN_STORED and KILN_RESULT are the types of a part of an element, of which complex numbers have two
// (KILN_PARTS); KILN_REAL is the type that is computed in, KILN_NUMBER(x) a part in it, and KILN_ROUNDED(x) the way
// back. KILN_GROUP: work-items at most; KILN_MOST: numbers of all deviations, at most.

// Replaces `x` by the join over the lanes of the variable.
#define KILN_JOIN_LANES(x, join)                                                       \
  shared[item] = x;                                                                    \
  barrier(CLK_LOCAL_MEM_FENCE);                                                        \
  for (uint step = lanes / 2; step > 0; step /= 2) {                                   \
    if (lane < step) shared[item] = join(shared[item], shared[item + step]);           \
    barrier(CLK_LOCAL_MEM_FENCE);                                                      \
  }                                                                                    \
  x = shared[item - lane];                                                             \
  barrier(CLK_LOCAL_MEM_FENCE);
#define KILN_ADD(a, b) ((a) + (b))
#define KILN_GREATER(a, b) ((a) > (b) ? (a) : (b))
#define KILN_EACH_PART(p) _Pragma("unroll") for (uint p = 0; p < KILN_PARTS; ++p)
#define KILN_WITHIN(x) ((x) < -1 ? (KILN_REAL)-1 : (x) > 1 ? (KILN_REAL)1 : (x))

KILN_KERNEL void covariances(KILN_ARG(const KILN_STORED, first), KILN_ARG(const KILN_STORED, second), KILN_ARG(KILN_RESULT, result), uint n,
                             uint variables, uint observations, uint lanes, long first_row, long first_step, long second_row,
                             long second_step, long result_row, long result_step, KILN_REAL divisor) {
  KILN_LOCAL KILN_REAL deviations[KILN_MOST], shared[KILN_GROUP];
  KILN_PTR(const KILN_STORED, first);
  KILN_PTR(const KILN_STORED, second);
  KILN_PTR(KILN_RESULT, result);
  const uint item = (uint)get_local_id(0), lane = item % lanes, set = item / lanes, sets = (uint)get_local_size(0) / lanes;
  const uint row = (uint)get_group_id(0), pitch = observations | 1u;  // odd, so that rows lie in different banks
  for (uint begin = 0; begin < variables; begin += sets) {
    const uint v = begin + set < variables ? begin + set : variables - 1;
    KILN_GLOBAL const KILN_STORED *const from = v < n ? first + v * first_row : second + (v - n) * second_row;
    const long step = v < n ? first_step : second_step;
    KILN_REAL mean[KILN_PARTS];
    KILN_EACH_PART(p) {
      mean[p] = 0;
      for (uint t = lane; t < observations; t += lanes) mean[p] += KILN_NUMBER(from[t * step + p]) - KILN_NUMBER(from[p]);
      KILN_JOIN_LANES(mean[p], KILN_ADD)
      mean[p] /= (KILN_REAL)observations;
    }
    KILN_REAL greatest = 0;
    for (uint t = lane; t < observations; t += lanes)
      KILN_EACH_PART(p) {
        const KILN_REAL x = (KILN_NUMBER(from[t * step + p]) - KILN_NUMBER(from[p])) - mean[p];
        deviations[(v * pitch + t) * KILN_PARTS + p] = x;
        greatest = KILN_GREATER(fabs(x), greatest);
      }
#if KILN_COEFFICIENTS
    // Divided by the greatest deviation, no square overflows or underflows. The result is NaN if all deviations are 0.
    KILN_JOIN_LANES(greatest, KILN_GREATER)
    if (begin + set < variables)
      for (uint t = lane; t < observations; t += lanes) KILN_EACH_PART(p) deviations[(v * pitch + t) * KILN_PARTS + p] /= greatest;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint own = row * pitch * KILN_PARTS;
#if KILN_COEFFICIENTS
  KILN_REAL own_squares = 0;
  for (uint t = lane; t < observations; t += lanes)
    KILN_EACH_PART(p) {
      const KILN_REAL x = deviations[own + t * KILN_PARTS + p];
      own_squares += x * x;
    }
  KILN_JOIN_LANES(own_squares, KILN_ADD)
#endif
  for (uint begin = 0; begin < variables; begin += sets) {
    const uint v = begin + set < variables ? begin + set : variables - 1;
    const uint other = v * pitch * KILN_PARTS;
    KILN_REAL products[KILN_PARTS], squares = 0;
    KILN_EACH_PART(p) products[p] = 0;
    for (uint t = lane; t < observations; t += lanes) {
      KILN_EACH_PART(p) {
        const KILN_REAL x = deviations[own + t * KILN_PARTS + p], y = deviations[other + t * KILN_PARTS + p];
        products[0] += x * y;
        squares += y * y;
      }
#if KILN_PARTS == 2
      products[1] += deviations[own + 2 * t + 1] * deviations[other + 2 * t] - deviations[own + 2 * t] * deviations[other + 2 * t + 1];
#endif
    }
    KILN_EACH_PART(p) {
      KILN_JOIN_LANES(products[p], KILN_ADD)
    }
#if KILN_PARTS == 2
    if (v == row) products[1] = 0;  // removes what an fma may have left
#endif
#if KILN_COEFFICIENTS
    KILN_JOIN_LANES(squares, KILN_ADD)
    // Rounding may lead beyond 1.
    KILN_EACH_PART(p) {
      const KILN_REAL x = products[p] / (sqrt(own_squares) * sqrt(squares));
      products[p] = KILN_WITHIN(x);
    }
#else
    KILN_EACH_PART(p) products[p] /= divisor;
#endif
    if (lane == 0 && begin + set < variables)
      KILN_EACH_PART(p) result[row * result_row + v * result_step + p] = KILN_ROUNDED(products[p]);
  }
}
