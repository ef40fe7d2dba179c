// SPDX-License-Identifier: Apache-2.0
// C = alpha * (sum of parts) + beta * C, for the parts that gemm_tiles.cl, gemm_thin.cl and gemm_thin_chunks.cl leave.
// KILN_LANES work-items (a power of two) share an element of C: each adds every KILN_LANES-th part, in order, and they
// meet in a tree. A group has KILN_ELEMENTS elements. KILN_SYMMETRIC: the parts have only the elements on and below the
// diagonal of C. `parts` has `splits` parts with `count` elements each. gemm.cl comes before this file.

KILN_PACKED_KERNEL void gemm(KILN_ARG(const KILN_T, parts), KILN_ARG(KILN_RESULT, c), KILN_INDEX m, KILN_INDEX n, KILN_INDEX splits,
                      KILN_INDEX inner, KILN_INDEX count, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer,
                      KILN_INDEX c_inner, int use_beta, KILN_T alpha, KILN_T beta
                      KILN_OPERANDS(KILN_OPERAND)) {
  KILN_PTR(const KILN_T, parts);
  KILN_PTR(KILN_RESULT, c);
  KILN_OPERANDS(KILN_OPERAND_POINTER)
  const int item = (int)get_local_id(0), lane = item / KILN_ELEMENTS;
  const KILN_INDEX at = (KILN_INDEX)get_group_id(0) * KILN_ELEMENTS + item % KILN_ELEMENTS;
  const KILN_INDEX j = at % n, i = at / n % m, batch = at / n / m;
#if KILN_SYMMETRIC
  const KILN_INDEX from = i < j ? j * n + i : at;
#else
  const KILN_INDEX from = at;
#endif
  KILN_T sum = KILN_ZERO;
  if (at < count) {
    if (lane < splits) sum = parts[lane * count + from];
    for (KILN_INDEX s = lane + KILN_LANES; s < splits; s += KILN_LANES) sum = KILN_SUM(sum, parts[s * count + from]);
  }
#if KILN_LANES > 1
  KILN_LOCAL KILN_T shared[KILN_ELEMENTS * KILN_LANES];
  shared[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = KILN_LANES / 2; step > 0; step /= 2) {
    if (lane < step) {
      const KILN_T x = shared[item], y = shared[item + step * KILN_ELEMENTS];
      shared[item] = KILN_SUM(x, y);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum = shared[item];
#endif
  if (at < count && lane == 0) {
    const KILN_INDEX to = batch / inner * c_outer + batch % inner * c_inner + i * c_row + j * c_column;
    KILN_SCALED(value, sum, c[to])
    KILN_LEAVE(c[to], value, batch / inner, batch % inner, i, j)
  }
}
