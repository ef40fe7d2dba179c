/* SPDX-License-Identifier: Apache-2.0
 * Products of vectors and matrices.
 *
 * The BLAS functions take the dtypes float16 and bfloat16 (accumulated in float32), float32, float64,
 * complex64 and complex128; all operands of a call have one dtype, and nothing is computed in less than that
 * precision. Arrays may have any strides and may be transposed views. A sum without elements is 0. An output
 * may share memory with inputs: the results are as if all inputs were read first. If beta is 0, the old
 * elements of the output are not read; if alpha is 0, A and B are not read: NaN and infinities there do no
 * harm. A device gives the same bits every time. Shapes that do not fit are KILN_SHAPE_ERROR, other dtypes
 * KILN_TYPE_ERROR. */
#ifndef KILN_BLAS_H
#define KILN_BLAS_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What op() does to a matrix: nothing, transpose it, or transpose and conjugate it. */
typedef enum kiln_transpose { KILN_NO_TRANSPOSE = 0, KILN_TRANSPOSE = 1, KILN_CONJUGATE_TRANSPOSE = 2 } kiln_transpose;

/* A number alpha or beta. `im` is its imaginary part, 0 for real dtypes. */
typedef struct kiln_scale {
  double re, im;
} kiln_scale;

/* The dot product of two vectors, 0-d: the sum of x[i] * y[i], or, if `conjugate` is not 0, of conj(x[i]) *
 * y[i]. If `destination` is NULL, *out receives a new array. Otherwise the result goes to `destination`;
 * `out` may then be NULL, else it receives another reference to it. */
KILN_API kiln_status kiln_blas_dot(kiln_array x, kiln_array y, int conjugate, kiln_array destination, kiln_array* out);
/* y = alpha * op(A) x + beta * y, for a matrix A and vectors x and y. */
KILN_API kiln_status kiln_blas_gemv(kiln_transpose transpose, kiln_scale alpha, kiln_array a, kiln_array x,
                                    kiln_scale beta, kiln_array y);
/* A = alpha * x y^T + A, for vectors x and y and a matrix A. If `conjugate` is not 0, y is conjugated. */
KILN_API kiln_status kiln_blas_ger(int conjugate, kiln_scale alpha, kiln_array x, kiln_array y, kiln_array a);
/* C = alpha * op(A) op(B) + beta * C, for matrices. If an array has more than two dimensions, its leading
 * ones are a batch of matrices; the batches of A and B broadcast to that of C. */
KILN_API kiln_status kiln_blas_gemm(kiln_transpose transpose_a, kiln_transpose transpose_b, kiln_scale alpha,
                                    kiln_array a, kiln_array b, kiln_scale beta, kiln_array c);
/* gemm for `count` separate triples of matrices a[i], b[i], c[i] of one context, one after the other. Before
 * the first is computed, all are checked and memory for all is allocated. */
KILN_API kiln_status kiln_blas_gemm_list(kiln_transpose transpose_a, kiln_transpose transpose_b, kiln_scale alpha,
                                         size_t count, const kiln_array* a, const kiln_array* b, kiln_scale beta,
                                         const kiln_array* c);
/* gemv and ger for `count` separate triples a[i], x[i], y[i], likewise. */
KILN_API kiln_status kiln_blas_gemv_list(kiln_transpose transpose, kiln_scale alpha, size_t count, const kiln_array* a,
                                         const kiln_array* x, kiln_scale beta, const kiln_array* y);
KILN_API kiln_status kiln_blas_ger_list(int conjugate, kiln_scale alpha, size_t count, const kiln_array* x,
                                        const kiln_array* y, const kiln_array* a);

/* ---- Products of arrays of any dtype ------------------------------------------------------------
 *
 * The operands' dtypes promote. Sums of integers wrap; for bool a product is `and` and a sum is `or`. If
 * `destination` is NULL, *out receives a new array. Otherwise the result goes to `destination`, converted to
 * its dtype. A destination has the result's shape and may share memory with inputs; `out` may then be NULL,
 * else it receives another reference to the destination. */

/* The matrix product, as NumPy's matmul: the last two axes are matrices, the others broadcast. A 1-d operand is a
 * row (a) or a column (b); the result does not have its axis. */
KILN_API kiln_status kiln_array_matmul(kiln_array a, kiln_array b, kiln_array destination, kiln_array* out);
/* The sums of conj(a[i]) * b[i] along `axis`, as the Array API's vecdot. The axis has the same extent in both
 * operands and is removed; the other axes broadcast. A negative axis counts from the end of each shape; another
 * counts from the beginning of the longer shape. */
KILN_API kiln_status kiln_array_vecdot(kiln_array a, kiln_array b, int64_t axis, kiln_array destination,
                                       kiln_array* out);
/* The products a[i] * b[j] of the elements of both flattened arrays, with the shape (a.size, b.size). */
KILN_API kiln_status kiln_array_outer(kiln_array a, kiln_array b, kiln_array destination, kiln_array* out);
/* The sums of products over `count` pairs of axes, axes_a[i] of a with axes_b[i] of b, as NumPy's tensordot.
 * The result has the other axes of a, then the other axes of b. */
KILN_API kiln_status kiln_array_tensordot(kiln_array a, kiln_array b, size_t count, const int64_t* axes_a,
                                          const int64_t* axes_b, kiln_array destination, kiln_array* out);
/* The vector products of vectors of three elements along `axis`, as NumPy's cross. The axis is counted as for
 * vecdot and stays; the other axes broadcast. bool is KILN_TYPE_ERROR. */
KILN_API kiln_status kiln_array_cross(kiln_array a, kiln_array b, int64_t axis, kiln_array destination,
                                      kiln_array* out);
/* The sums along a diagonal of the last two axes, as NumPy's trace of these axes: the diagonal that begins
 * `offset` columns to the right of the main one, or below it for a negative offset. A diagonal without
 * elements gives 0. `dtype` is that of the sum, as for KILN_REDUCE_SUM; with a destination it is
 * KILN_DTYPE_AUTO. */
KILN_API kiln_status kiln_array_trace(kiln_array array, int64_t offset, kiln_dtype dtype, kiln_array destination,
                                      kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
