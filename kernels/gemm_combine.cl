// SPDX-License-Identifier: Apache-2.0
// C = alpha (sum of the parts that gemm_tiles.cl left) + beta C, one element of C an item; the parts are added in their order.
#ifndef KILN_STORED
#define KILN_INDEX int
#define KILN_T float
#define KILN_STORED float
#define KILN_ZERO 0.0f
#define KILN_LOAD(x) (x)
#define KILN_STORE(x) (x)
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#endif

KILN_KERNEL void gemm(KILN_ARG(const KILN_T, parts), KILN_ARG(KILN_STORED, c), KILN_INDEX m, KILN_INDEX n, KILN_INDEX splits,
                      KILN_INDEX inner, KILN_INDEX count, KILN_INDEX c_row, KILN_INDEX c_column, KILN_INDEX c_outer,
                      KILN_INDEX c_inner, int use_beta, KILN_T alpha, KILN_T beta) {
  KILN_PTR(const KILN_T, parts);
  KILN_PTR(KILN_STORED, c);
  const KILN_INDEX at = (KILN_INDEX)get_global_id(0);
  if (at < count) {
    const KILN_INDEX j = at % n, i = at / n % m, batch = at / n / m;
    const KILN_INDEX to = batch / inner * c_outer + batch % inner * c_inner + i * c_row + j * c_column;
    KILN_T sum = parts[at];
    for (KILN_INDEX s = 1; s < splits; ++s) sum = KILN_SUM(sum, parts[s * count + at]);
    KILN_T value = KILN_PRODUCT(alpha, sum);
    if (use_beta) {
      const KILN_T old = KILN_LOAD(c[to]);
      value = KILN_SUM(value, KILN_PRODUCT(beta, old));
    }
    c[to] = KILN_STORE(value);
  }
}
