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
GPUARRAY_PUBLIC int GpuArray_reduce(const GpuArray* src, GpuArray* dest, int opcode, int root, gpucomm* comm);
GPUARRAY_PUBLIC int GpuArray_all_reduce(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm);
GPUARRAY_PUBLIC int GpuArray_reduce_scatter(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm);
GPUARRAY_PUBLIC int GpuArray_broadcast(GpuArray* array, int root, gpucomm* comm);
GPUARRAY_PUBLIC int GpuArray_all_gather(const GpuArray* src, GpuArray* dest, gpucomm* comm);

#ifdef __cplusplus
}
#endif
#endif
