// SPDX-License-Identifier: Apache-2.0
// What kernels of products and of convolutions share that may compute an elementwise program (an epilogue) on their
// results, and then store the program's results in place of C.
//
// Macros, which the generator (codegen::epilogue_text) defines if there is an epilogue:
//   KILN_EPILOGUE          1
//   KILN_OPERANDS(do)      applies `do` to the numbers of the program's operands beside the product
//   KILN_READ(do)          the same for operands that are read, and whose elements are neighbours along a row
//   KILN_TYPE0, ...        the types of their elements, const unless they are written
//   KILN_COMPUTE(count)    computes the program for `count` elements, which are neighbours in a row. Those of the product
//                          are in an array `z` of KILN_STORED, which may be read KILN_BEYOND elements behind the
//                          last one; operand k's begin at p##k + o##k and are t##k apart
//   KILN_WHOLE             the elements that it computes at a time
#ifndef KILN_EPILOGUE
#define KILN_EPILOGUE 0
#define KILN_OPERANDS(do)
#define KILN_BEYOND 0
#else
#define KILN_BEYOND 16
#endif

// The parameters of operand k of the epilogue: its memory, and its strides along the axes of C.
#define KILN_OPERAND(k) \
  , KILN_ARG(KILN_TYPE##k, p##k), KILN_INDEX row##k, KILN_INDEX column##k, KILN_INDEX outer##k, KILN_INDEX inner##k
// The same where the numbers of a kernel are one structure (kernels/embed_kernels.py).
#define KILN_OPERAND_MEMORY(k) KILN_GLOBAL KILN_TYPE##k *p##k##_base,
#define KILN_OPERAND_MEMBERS(k) ulong p##k##_offset; KILN_INDEX row##k, column##k, outer##k, inner##k;
#define KILN_OPERAND_NUMBERS(k)                        \
  const ulong p##k##_offset = kiln_at.p##k##_offset;   \
  const KILN_INDEX row##k = kiln_at.row##k, column##k = kiln_at.column##k, outer##k = kiln_at.outer##k, inner##k = kiln_at.inner##k;
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
