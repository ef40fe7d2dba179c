// SPDX-License-Identifier: Apache-2.0
// Common part of the matrix products C = alpha * A * B + beta * C; epilogue.cl comes before it, and a file for each way
// follows it (gemm_*.cl).
//
// Arguments, which the kernels share: A is m by k, B is k by n; a_row, a_k, b_k, b_column, c_row, c_column are strides
// in elements; a batch has an outer and an inner axis with strides a_outer, a_inner, ..., the inner one with `inner`
// matrices; `conjugate_a`, `conjugate_b`; `use_beta` is 0 where C must not be read.
//
// Macros, which the generator (lib/codegen/product/gemm.cpp) defines for all of them:
//   KILN_T, KILN_R         the type that is computed in; that of its real or imaginary part
//   KILN_STORED            type of the elements of A and B; KILN_RESULT: of C, or KILN_T for parts of sums
//   KILN_LOAD(x)           an element as a KILN_T; KILN_LOAD_RESULT(x): the same of C; KILN_STORE(x): the way back
//   KILN_COMPLEX           1: elements are complex
//   KILN_PLAIN             1: elements have the type that is computed in, or one of its size
//   KILN_ZERO              0 as a KILN_T; KILN_CONJUGATE(x, yes): the conjugate of x, if asked for
//   KILN_MAD(c, a, b)      c += a * b; KILN_PRODUCT, KILN_SUM: of two KILN_T; KILN_VECTOR_MAD(c, a, b): of vectors
//   KILN_VECTOR            a vector of KILN_LANES KILN_R, on CPU devices
//   KILN_ROWS, KILN_COLUMNS
//                          rows of A and columns of B that an item (or a panel) has at a time
#define KILN_PARTS (KILN_COMPLEX ? 2 : 1)  // numbers of an element

// Declares `value`, the result of an element `old` of C with this sum.
#define KILN_SCALED(value, sum, old)                          \
  KILN_T value = KILN_PRODUCT(alpha, sum);                    \
  if (use_beta) {                                             \
    const KILN_T kiln_old = KILN_LOAD_RESULT(old);            \
    value = KILN_SUM(value, KILN_PRODUCT(beta, kiln_old));    \
  }
