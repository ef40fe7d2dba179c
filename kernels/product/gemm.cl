// SPDX-License-Identifier: Apache-2.0
// Common part of the matrix products C = alpha * A * B + beta * C; a file for each way follows it (gemm_*.cl).
//
// Arguments, which the kernels share: A is m by k, B is k by n; a_row, a_k, b_k, b_column, c_row, c_column are strides in
// elements; a batch has an outer and an inner axis with strides a_outer, a_inner, ..., the inner one with `inner`
// matrices; `conjugate_a`, `conjugate_b`; `use_beta` is 0 where C must not be read.
//
// Macros, which the generator (lib/codegen/product/gemm.cpp) defines for all of them:
//   KILN_T, KILN_R         the type that is computed in; that of its real or imaginary part
//   KILN_STORED            type of the elements of A and B; KILN_RESULT: of C, which is KILN_T where sums are parts
//   KILN_LOAD(x)           an element as a KILN_T; KILN_LOAD_RESULT(x): the same of C; KILN_STORE(x): the way back
//   KILN_COMPLEX           1: elements are complex; KILN_PLAIN: 1: they have the type that is computed in, or one of its
//                          size
//   KILN_MAD(c, a, b)      c += a * b; KILN_PRODUCT, KILN_SUM: of two KILN_T; KILN_VECTOR_MAD(c, a, b): of vectors
//   KILN_VECTOR            a vector of KILN_LANES KILN_R, on CPU devices
//   KILN_ROWS, KILN_COLUMNS
//                          rows of A and columns of B that an item (or a panel) has at a time
// The definitions of the first block let a tool parse the files that follow.
#ifndef KILN_STORED
#define KILN_INDEX int
#define KILN_T float
#define KILN_R float
#define KILN_STORED float
#define KILN_RESULT float
#define KILN_COMPLEX 0
#define KILN_PLAIN 1
#define KILN_ZERO 0.0f
#define KILN_LOAD(x) (x)
#define KILN_LOAD_RESULT(x) (x)
#define KILN_STORE(x) (x)
#define KILN_CONJUGATE(x, yes) (x)
#define KILN_MAD(c, a, b) c += a * b;
#define KILN_PRODUCT(a, b) ((a) * (b))
#define KILN_SUM(a, b) ((a) + (b))
#define KILN_VECTOR float16
#define KILN_VLOAD(p) vload16(0, p)
#define KILN_VSTORE(x, p) vstore16(x, 0, p)
#define KILN_VECTOR_MAD(c, a, b) c += (a) * (b)
#define KILN_LANES 16
#define KILN_ROWS 4
#define KILN_COLUMNS 32
#define KILN_SHIFTED 0
#define KILN_DEPTH 256
#define KILN_EACH 1
#define KILN_M 0
#define KILN_N 4
#define KILN_K 4
#define KILN_UNIT 1
#define KILN_VECTORS 0
#define KILN_PACKED 0
#define KILN_SYMMETRIC 0
#define KILN_ELEMENTS 256
#define KILN_MOST 32
#define KILN_ACROSS 0
#define KILN_A_WORD uint4
#define KILN_A_WORDS 1
#define KILN_A_PIECES 0
#define KILN_B_WORD uint4
#define KILN_B_WORDS 1
#define KILN_B_PIECES 0
#define KILN_TM 64
#define KILN_TN 64
#define KILN_TK 8
#define KILN_RM 4
#define KILN_RN 4
#define KILN_V 4
#define KILN_A_ALONG_K 1
#define KILN_B_ALONG_K 0
#define KILN_A_WIDTH 1
#define KILN_B_WIDTH 1
#define KILN_UNROLL KILN_TK
#endif
#define KILN_PARTS (KILN_COMPLEX ? 2 : 1)  // numbers of an element

// Declares `value`, the result of an element `old` of C with this sum.
#define KILN_SCALED(value, sum, old)                          \
  KILN_T value = KILN_PRODUCT(alpha, sum);                    \
  if (use_beta) {                                             \
    const KILN_T kiln_old = KILN_LOAD_RESULT(old);            \
    value = KILN_SUM(value, KILN_PRODUCT(beta, kiln_old));    \
  }
