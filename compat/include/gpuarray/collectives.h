/* SPDX-License-Identifier: Apache-2.0
 * Collectives between the ranks of a clique, on GpuArrays. Every rank makes the call. */
#ifndef KILN_COMPAT_COLLECTIVES_H
#define KILN_COMPAT_COLLECTIVES_H

#include <gpuarray/array.h>
#include <gpuarray/buffer_collectives.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The call of a rank that is not `root` in GpuArray_reduce(), which has no destination. */
GPUARRAY_PUBLIC int GpuArray_reduce_from(const GpuArray* src, int opcode, int root, gpucomm* comm);
/* Combines the sources of all ranks by GA_SUM, GA_PROD, GA_MAX or GA_MIN. Rank root's destination receives
 * the result, or every rank's (all_reduce), or each rank's destination a part of it (reduce_scatter). */
GPUARRAY_PUBLIC int GpuArray_reduce(const GpuArray* src, GpuArray* dest, int opcode, int root, gpucomm* comm);
GPUARRAY_PUBLIC int GpuArray_all_reduce(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm);
GPUARRAY_PUBLIC int GpuArray_reduce_scatter(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm);
/* Copies the array of rank `root` to all ranks. */
GPUARRAY_PUBLIC int GpuArray_broadcast(GpuArray* array, int root, gpucomm* comm);
/* Joins the sources of all ranks, in the order of ranks, in every rank's destination. */
GPUARRAY_PUBLIC int GpuArray_all_gather(const GpuArray* src, GpuArray* dest, gpucomm* comm);

#ifdef __cplusplus
}
#endif
#endif
