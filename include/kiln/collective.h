/* SPDX-License-Identifier: Apache-2.0
 * Collectives combine or spread arrays of several contexts. Each context is one rank, of this process or of
 * another. The vendor's library does the work: NCCL on CUDA. Where there is none, on other backends or if
 * NCCL cannot be loaded, the calls are KILN_UNSUPPORTED. docs/reference/collectives.md explains them with an example.
 *
 * Every rank must make the same calls in the same order, with arrays of the same dtype and number of
 * elements. Kiln cannot check what other ranks do: a rank whose partners do not make the call waits for ever.
 * The work is queued on the context's compute queue, in order with all other work. A call may wait for the
 * other ranks' calls, and other calls on the same context then wait for it. Therefore ranks of one process
 * need a thread each, and until all ranks have made a call, no rank may need another rank's context.
 * Collectives cannot be recorded.
 *
 * All arrays of a call belong to the communicator's context, have one dtype, and may have any strides; an
 * array that is not in C order is copied. The results are as if all sources were read first, and source and
 * destination may be the same array. Three forms in place copy nothing: all_reduce and reduce whose
 * source and destination are the same memory; reduce_scatter whose destination is the rank's part of its
 * source; and all_gather whose source is the rank's part of its destination.
 *
 * Reductions take int8, uint8, int32, uint32, int64, uint64, float16, bfloat16 (from NCCL 2.10 on), float32
 * and float64; other dtypes are KILN_TYPE_ERROR. The other operations move any dtype. Sums of integers wrap.
 * NCCL chooses the order of summation. A call without elements does nothing. */
#ifndef KILN_COLLECTIVE_H
#define KILN_COLLECTIVE_H

#include <kiln/reduce.h>
#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_communicator_s* kiln_communicator;

/* What the ranks of one communicator find each other by. It is plain bytes, which the program sends by any
 * means from the rank that made them to the others. Each communicator needs an id of its own. */
typedef struct kiln_collective_id {
  unsigned char bytes[128];
} kiln_collective_id;
/* *out receives a new id. The process that makes it must live until all ranks have joined. */
KILN_API kiln_status kiln_collective_id_create(kiln_context context, kiln_collective_id* out);

/* Joins the communicator `id`, which has `ranks` ranks, as `rank` (0 to ranks - 1). The call waits until all
 * ranks have joined. Each rank calls from a thread or process of its own and has a device of its own. A
 * communicator may have one rank. */
KILN_API kiln_status kiln_communicator_create(kiln_context context, const kiln_collective_id* id, int ranks, int rank,
                                              kiln_communicator* out);
KILN_API kiln_communicator kiln_communicator_retain(kiln_communicator communicator);
/* The last release waits for the collectives that are queued. It may wait for the other ranks' releases. */
KILN_API void kiln_communicator_release(kiln_communicator communicator);
/* *out receives the number of ranks, or this rank. */
KILN_API kiln_status kiln_communicator_ranks(kiln_communicator communicator, int* out);
KILN_API kiln_status kiln_communicator_rank(kiln_communicator communicator, int* out);
/* *out receives a new reference to the context. */
KILN_API kiln_status kiln_communicator_context(kiln_communicator communicator, kiln_context* out);

/* ---- Operations --------------------------------------------------------------------------------
 *
 * `op` combines the ranks' arrays element by element. It is KILN_REDUCE_SUM, PROD, MAX or MIN. */

/* Combines the sources of all ranks. Every rank's destination receives the result. The shapes are equal. */
KILN_API kiln_status kiln_communicator_all_reduce(kiln_communicator communicator, kiln_array source, kiln_reduce_op op,
                                                  kiln_array destination);
/* Combines the sources of all ranks. Only the destination of rank `root` receives the result. Other ranks'
 * destinations are not written and may be NULL. */
KILN_API kiln_status kiln_communicator_reduce(kiln_communicator communicator, kiln_array source, kiln_reduce_op op,
                                              int root, kiln_array destination);
/* Combines the sources of all ranks. Rank r's destination receives part r of the result. The source's first
 * extent is `ranks` times the destination's, or it has one more axis, the first, with extent `ranks`. */
KILN_API kiln_status kiln_communicator_reduce_scatter(kiln_communicator communicator, kiln_array source,
                                                      kiln_reduce_op op, kiln_array destination);
/* Copies the array of rank `root` to the arrays of all ranks. */
KILN_API kiln_status kiln_communicator_broadcast(kiln_communicator communicator, kiln_array array, int root);
/* Joins the sources of rank 0, 1, ... along the first axis. Every rank's destination receives the result. The
 * shapes are those of reduce_scatter with source and destination exchanged. */
KILN_API kiln_status kiln_communicator_all_gather(kiln_communicator communicator, kiln_array source,
                                                  kiln_array destination);

#ifdef __cplusplus
}
#endif
#endif
