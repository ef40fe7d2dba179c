/* SPDX-License-Identifier: Apache-2.0
 * Collectives: arrays of several contexts, one a rank, of this process or others, combined or spread by the
 * vendor's library: NCCL on CUDA. Other backends have none: KILN_UNSUPPORTED, as on CUDA where NCCL cannot be
 * loaded. docs/collectives.md tells it with an example.
 *
 * Every rank makes the same calls in the same order, with arrays of the same dtype and as many elements: what
 * the others do nobody can check, and a rank whose partner does not come waits for ever. Work is queued on
 * the context's compute queue, in order with all else. A call may wait for the other ranks' calls, and other
 * calls on the context then wait for it: ranks of one process have a thread each, and until all ranks have
 * made the call none needs another rank's context. Collectives cannot be recorded.
 *
 * Arrays are of the communicator's context, of one dtype, and may have any strides: what is not in C order
 * goes through a copy. Results are as if all sources were read first; source and destination may be the same
 * array. In place, without copies: the same memory for all_reduce and reduce; the rank's part of the other
 * array as the destination of reduce_scatter and as the source of all_gather. Reductions take int8, uint8,
 * int32, uint32, int64, uint64, float16, bfloat16 (NCCL 2.10), float32 and float64, else KILN_TYPE_ERROR; the
 * others move any dtype. Integers wrap; the order of summation is NCCL's. No elements: nothing is done. */
#ifndef KILN_COLLECTIVE_H
#define KILN_COLLECTIVE_H

#include <kiln/reduce.h>
#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_communicator_s* kiln_communicator;

/* What the ranks of one communicator find each other by: plain bytes, which the program hands from the rank
 * that made them to the others, by any means. For one communicator each. */
typedef struct kiln_collective_id {
  unsigned char bytes[128];
} kiln_collective_id;
/* A new id. The process that made it must live until all ranks have joined. */
KILN_API kiln_status kiln_collective_id_create(kiln_context context, kiln_collective_id* out);

/* Joins the communicator `id` of `ranks` ranks as `rank` (0 to ranks - 1). Waits until all ranks have come:
 * each calls from its own thread or process, with a device of its own. One rank alone is allowed. */
KILN_API kiln_status kiln_communicator_create(kiln_context context, const kiln_collective_id* id, int ranks,
                                              int rank, kiln_communicator* out);
KILN_API kiln_communicator kiln_communicator_retain(kiln_communicator communicator);
/* The last release waits for the collectives queued, and may wait for the other ranks' releases. */
KILN_API void kiln_communicator_release(kiln_communicator communicator);
KILN_API kiln_status kiln_communicator_ranks(kiln_communicator communicator, int* out);
KILN_API kiln_status kiln_communicator_rank(kiln_communicator communicator, int* out);
/* A new reference. */
KILN_API kiln_status kiln_communicator_context(kiln_communicator communicator, kiln_context* out);

/* ---- Operations. `op` is KILN_REDUCE_SUM, PROD, MAX or MIN, element by element over the ranks ------ */

/* Every rank's destination = the ranks' sources combined; shapes are equal. */
KILN_API kiln_status kiln_communicator_all_reduce(kiln_communicator communicator, kiln_array source,
                                                  kiln_reduce_op op, kiln_array destination);
/* The same for rank `root` alone; other ranks' destinations are left alone and may be NULL. */
KILN_API kiln_status kiln_communicator_reduce(kiln_communicator communicator, kiln_array source,
                                              kiln_reduce_op op, int root, kiln_array destination);
/* The sources combined, a part a rank: the source has `ranks` times the destination's first extent, or a
 * first axis of `ranks` before the destination's shape. Rank r receives part r along it. */
KILN_API kiln_status kiln_communicator_reduce_scatter(kiln_communicator communicator, kiln_array source,
                                                      kiln_reduce_op op, kiln_array destination);
/* Every rank's array = rank `root`'s. */
KILN_API kiln_status kiln_communicator_broadcast(kiln_communicator communicator, kiln_array array, int root);
/* Every rank's destination = the sources of rank 0, 1, ... one behind the other; shapes as for
 * reduce_scatter, the other way round. */
KILN_API kiln_status kiln_communicator_all_gather(kiln_communicator communicator, kiln_array source,
                                                  kiln_array destination);

#ifdef __cplusplus
}
#endif
#endif
