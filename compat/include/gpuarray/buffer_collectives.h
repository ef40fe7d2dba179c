/* SPDX-License-Identifier: Apache-2.0
 * Collectives between the ranks of a clique, on buffers. Every rank makes the call. Offsets are in bytes;
 * counts are numbers of elements. */
#ifndef KILN_COMPAT_BUFFER_COLLECTIVES_H
#define KILN_COMPAT_BUFFER_COLLECTIVES_H

#include <gpuarray/buffer.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _gpucomm;
typedef struct _gpucomm gpucomm;

enum gpucomm_reduce_ops { GA_SUM = 0, GA_PROD = 1, GA_MAX = 2, GA_MIN = 3 };

#define GA_COMM_ID_BYTES 128
typedef struct _gpucommCliqueId {
  char internal[GA_COMM_ID_BYTES];
} gpucommCliqueId;

/* Joins the clique `comm_id` of `ndev` ranks as `rank`. */
GPUARRAY_PUBLIC int gpucomm_new(gpucomm** comm, gpucontext* ctx, gpucommCliqueId comm_id, int ndev, int rank);
/* Leaves the clique. */
GPUARRAY_PUBLIC void gpucomm_free(gpucomm* comm);
/* The text of the context's last failure if its code is GA_COMM_ERROR, else "Collectives unavailable". */
GPUARRAY_PUBLIC const char* gpucomm_error(gpucontext* ctx);
/* The communicator's context, without a new reference. */
GPUARRAY_PUBLIC gpucontext* gpucomm_context(gpucomm* comm);
/* *comm_id receives a new id. One rank makes it and sends it to the others. */
GPUARRAY_PUBLIC int gpucomm_gen_clique_id(gpucontext* ctx, gpucommCliqueId* comm_id);
/* The number of ranks, and this rank. */
GPUARRAY_PUBLIC int gpucomm_get_count(gpucomm* comm, int* devcount);
GPUARRAY_PUBLIC int gpucomm_get_rank(gpucomm* comm, int* rank);
/* Only the destination of rank `root` receives the result; other ranks' `dest` may be NULL. */
GPUARRAY_PUBLIC int gpucomm_reduce(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count,
                                   int typecode, int opcode, int root, gpucomm* comm);
/* Every rank's destination receives the result. */
GPUARRAY_PUBLIC int gpucomm_all_reduce(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count,
                                       int typecode, int opcode, gpucomm* comm);
/* Each rank's destination receives `count` elements of the result. */
GPUARRAY_PUBLIC int gpucomm_reduce_scatter(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count,
                                           int typecode, int opcode, gpucomm* comm);
/* Copies the elements of rank `root` to all ranks. */
GPUARRAY_PUBLIC int gpucomm_broadcast(gpudata* array, size_t offset, size_t count, int typecode, int root,
                                      gpucomm* comm);
/* Every destination receives `count` elements of each rank, in the order of ranks. */
GPUARRAY_PUBLIC int gpucomm_all_gather(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count,
                                       int typecode, gpucomm* comm);

#ifdef __cplusplus
}
#endif
#endif
