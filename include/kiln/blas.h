/* SPDX-License-Identifier: Apache-2.0
 * Products of vectors and matrices. dtypes: float16 and bfloat16 (accumulated in float32), float32, float64,
 * complex64, complex128. Arrays may have any strides, be transposed views, and be empty (an empty sum is 0).
 * An output may share memory with inputs: results are as if all inputs were read first. With beta 0 the
 * output's old elements are not read, with alpha 0 A and B are not: NaN there does no harm. Computed in the
 * inputs' dtype: no reduced precision. The same bits every time on one device. */
#ifndef KILN_BLAS_H
#define KILN_BLAS_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kiln_transpose {
  KILN_NO_TRANSPOSE = 0,
  KILN_TRANSPOSE = 1,
  KILN_CONJUGATE_TRANSPOSE = 2
} kiln_transpose;

/* alpha and beta: real parts [0], imaginary parts [1] (0 for real dtypes). All operands have one dtype. */
typedef struct kiln_scale {
  double re, im;
} kiln_scale;

/* result (0-d) = sum of x[i]*y[i]; conjugate not 0: of conj(x[i])*y[i]. `destination` as below. */
KILN_API kiln_status kiln_blas_dot(kiln_array x, kiln_array y, int conjugate, kiln_array destination,
                                   kiln_array* out);
/* y = alpha * op(A) x + beta * y */
KILN_API kiln_status kiln_blas_gemv(kiln_transpose transpose, kiln_scale alpha, kiln_array a, kiln_array x,
                                    kiln_scale beta, kiln_array y);
/* A = alpha * x y^T + A; conjugate not 0: y^H */
KILN_API kiln_status kiln_blas_ger(int conjugate, kiln_scale alpha, kiln_array x, kiln_array y, kiln_array a);
/* C = alpha * op(A) op(B) + beta * C. With more than two dimensions the leading ones are a batch and
 * broadcast to C's. */
KILN_API kiln_status kiln_blas_gemm(kiln_transpose transpose_a, kiln_transpose transpose_b, kiln_scale alpha,
                                    kiln_array a, kiln_array b, kiln_scale beta, kiln_array c);
/* The same for `count` separate triples of matrices of one context, one after the other. All are checked, and
 * memory for all is taken, before the first is computed. */
KILN_API kiln_status kiln_blas_gemm_list(kiln_transpose transpose_a, kiln_transpose transpose_b,
                                         kiln_scale alpha, size_t count, const kiln_array* a,
                                         const kiln_array* b, kiln_scale beta, const kiln_array* c);
/* gemv and ger so, of triples a[i], x[i], y[i]. */
KILN_API kiln_status kiln_blas_gemv_list(kiln_transpose transpose, kiln_scale alpha, size_t count,
                                         const kiln_array* a, const kiln_array* x, kiln_scale beta,
                                         const kiln_array* y);
KILN_API kiln_status kiln_blas_ger_list(int conjugate, kiln_scale alpha, size_t count, const kiln_array* x,
                                        const kiln_array* y, const kiln_array* a);

/* ---- Products that make an array. dtypes promote; integers are allowed and wrap; of bool a product is
 * `and`, a sum `or`. `destination` NULL: *out receives a new array. Otherwise the result goes there,
 * converted to its dtype: it has the result's shape and may share memory with inputs; `out` may be NULL, else
 * it receives another reference.
 * ------------------------------------------------------------------------------- */

/* As NumPy's matmul: the last two axes are matrices, the others broadcast; 1-d operands are a row or column
 * that goes again. */
KILN_API kiln_status kiln_array_matmul(kiln_array a, kiln_array b, kiln_array destination, kiln_array* out);
/* Sums of conj(a[i])*b[i] along `axis`, which has the same extent in both and goes; the other axes broadcast.
 * A negative axis counts from the end of either shape, another from the beginning of the longer one. */
KILN_API kiln_status kiln_array_vecdot(kiln_array a, kiln_array b, int64_t axis, kiln_array destination,
                                       kiln_array* out);
/* a[i] * b[j] of the flattened arrays: shape (a.size, b.size). */
KILN_API kiln_status kiln_array_outer(kiln_array a, kiln_array b, kiln_array destination, kiln_array* out);
/* Sums over `count` pairs of axes: axes_a[i] of a with axes_b[i] of b; the shape is the rest of a's, then of
 * b's. */
KILN_API kiln_status kiln_array_tensordot(kiln_array a, kiln_array b, size_t count, const int64_t* axes_a,
                                          const int64_t* axes_b, kiln_array destination, kiln_array* out);
/* Vector products of vectors of three elements along `axis`, which counts as that of vecdot and stays; the
 * other axes broadcast. Not of bool. */
KILN_API kiln_status kiln_array_cross(kiln_array a, kiln_array b, int64_t axis, kiln_array destination,
                                      kiln_array* out);
/* The sum of a diagonal of the last two axes, `offset` columns to the right; 0 where it has no elements.
 * `dtype` as of KILN_REDUCE_SUM, KILN_DTYPE_AUTO with a destination. */
KILN_API kiln_status kiln_array_trace(kiln_array array, int64_t offset, kiln_dtype dtype,
                                      kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
