// SPDX-License-Identifier: Apache-2.0
// Common part of the matrix products C = alpha * A * B + beta * C; a file for each way follows it (gemm_*.cl).
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
// and, if the kernel computes an elementwise program (an epilogue) on its results and stores the program's results in
// place of C (codegen::GemmEpilogue):
//   KILN_EPILOGUE          1
//   KILN_OPERANDS(do)      applies `do` to the numbers of the program's operands beside the product
//   KILN_READ(do)          the same for operands that are read, and whose elements are neighbours along a row
//   KILN_TYPE0, ...        the types of their elements, const unless they are written
//   KILN_COMPUTE(count)    computes the program for `count` elements, which are neighbours in a row. Those of the product
//                          are in an array `z` of KILN_STORED; operand k's begin at p##k + o##k and are t##k apart
#ifndef KILN_EPILOGUE
#define KILN_EPILOGUE 0
#define KILN_OPERANDS(do)
#endif
#define KILN_PARTS (KILN_COMPLEX ? 2 : 1)  // numbers of an element

// Declares `value`, the result of an element `old` of C with this sum.
#define KILN_SCALED(value, sum, old)                          \
  KILN_T value = KILN_PRODUCT(alpha, sum);                    \
  if (use_beta) {                                             \
    const KILN_T kiln_old = KILN_LOAD_RESULT(old);            \
    value = KILN_SUM(value, KILN_PRODUCT(beta, kiln_old));    \
  }

// The parameters of operand k of the epilogue: its memory, and its strides along the axes of C.
#define KILN_OPERAND(k) \
  , KILN_ARG(KILN_TYPE##k, p##k), KILN_INDEX row##k, KILN_INDEX column##k, KILN_INDEX outer##k, KILN_INDEX inner##k
#define KILN_OPERAND_POINTER(k) KILN_PTR(KILN_TYPE##k, p##k);
#define KILN_OPERAND_PLACE(k)                                                                                          \
  const KILN_INDEX o##k = kiln_outer * outer##k + kiln_inner * inner##k + kiln_row * row##k + kiln_column * column##k, \
                   t##k = column##k;
#define KILN_OPERAND_ASK(k)                                \
  if (row##k) {                                            \
    KILN_PREFETCH(p##k + o##k, 0, 3);                      \
    KILN_PREFETCH(p##k + (o##k + kiln_count - 1), 0, 3);   \
  }
// Does `what` with the operands' elements from (row, column) on, `count` neighbours in a row.
#define KILN_ROW_OF(at_outer, at_inner, at_row, at_column, count, what)                                             \
  {                                                                                                                 \
    const KILN_INDEX kiln_outer = at_outer, kiln_inner = at_inner, kiln_row = at_row, kiln_column = at_column;      \
    const int kiln_count = count;                                                                                   \
    KILN_OPERANDS(KILN_OPERAND_PLACE)                                                                               \
    what                                                                                                            \
  }
// Computes the epilogue of the elements of C that `z` has.
#define KILN_AFTER(at_outer, at_inner, at_row, at_column, count) \
  KILN_ROW_OF(at_outer, at_inner, at_row, at_column, count, KILN_COMPUTE(kiln_count))
// Prefetches operands of the epilogue that have other elements in each row.
#define KILN_BEFORE(at_outer, at_inner, at_row, at_column, count) \
  KILN_ROW_OF(at_outer, at_inner, at_row, at_column, count, KILN_READ(KILN_OPERAND_ASK))
// Stores `value`, an element of C, in `to`, or computes the epilogue of it.
#if KILN_EPILOGUE
#define KILN_LEAVE(to, value, at_outer, at_inner, at_row, at_column)  \
  {                                                                   \
    const KILN_STORED z[1] = {KILN_STORE(value)};                     \
    KILN_AFTER(at_outer, at_inner, at_row, at_column, 1)              \
  }
#else
#define KILN_LEAVE(to, value, at_outer, at_inner, at_row, at_column) to = KILN_STORE(value);
#endif
