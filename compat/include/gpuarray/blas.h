/* SPDX-License-Identifier: Apache-2.0
 * Products of GpuArrays, all of one floating-point type. Inputs may have any strides. But if nocopy is not 0, an input
 * that libgpuarray would copy is GA_COPY_ERROR. An output that it would copy is always GA_VALUE_ERROR. */
#ifndef KILN_COMPAT_BLAS_H
#define KILN_COMPAT_BLAS_H

#include <gpuarray/array.h>
#include <gpuarray/buffer_blas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Z (0-d) = sum of X[i] * Y[i] */
GPUARRAY_PUBLIC int GpuArray_rdot(GpuArray* X, GpuArray* Y, GpuArray* Z, int nocopy);
#define GpuArray_hdot GpuArray_rdot
#define GpuArray_sdot GpuArray_rdot
#define GpuArray_ddot GpuArray_rdot

/* Y = alpha op(A) X + beta Y */
GPUARRAY_PUBLIC int GpuArray_rgemv(cb_transpose transA, double alpha, GpuArray* A, GpuArray* X, double beta,
                                   GpuArray* Y, int nocopy);
#define GpuArray_hgemv GpuArray_rgemv
#define GpuArray_sgemv GpuArray_rgemv
#define GpuArray_dgemv GpuArray_rgemv

/* C = alpha op(A) op(B) + beta C */
GPUARRAY_PUBLIC int GpuArray_rgemm(cb_transpose transA, cb_transpose transB, double alpha, GpuArray* A, GpuArray* B,
                                   double beta, GpuArray* C, int nocopy);
#define GpuArray_hgemm GpuArray_rgemm
#define GpuArray_sgemm GpuArray_rgemm
#define GpuArray_dgemm GpuArray_rgemm

/* A = alpha X Y^T + A */
GPUARRAY_PUBLIC int GpuArray_rger(double alpha, GpuArray* X, GpuArray* Y, GpuArray* A, int nocopy);
#define GpuArray_hger GpuArray_rger
#define GpuArray_sger GpuArray_rger
#define GpuArray_dger GpuArray_rger

/* gemm for each of the matrices along the first dimension. */
GPUARRAY_PUBLIC int GpuArray_rgemmBatch_3d(cb_transpose transA, cb_transpose transB, double alpha, GpuArray* A,
                                           GpuArray* B, double beta, GpuArray* C, int nocopy);
#define GpuArray_hgemmBatch_3d GpuArray_rgemmBatch_3d
#define GpuArray_sgemmBatch_3d GpuArray_rgemmBatch_3d
#define GpuArray_dgemmBatch_3d GpuArray_rgemmBatch_3d

#ifdef __cplusplus
}
#endif
#endif
