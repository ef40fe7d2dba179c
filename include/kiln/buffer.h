/* SPDX-License-Identifier: Apache-2.0
 * Buffers: counted, untyped memory of a context. Arrays are views of buffers. */
#ifndef KILN_BUFFER_H
#define KILN_BUFFER_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of kiln_buffer_create; they may be combined where that makes sense. */
enum {
  KILN_BUFFER_DEVICE = 0,
  KILN_BUFFER_HOST = 1,      /* pinned host memory the device can reach; see kiln_buffer_host_pointer */
  KILN_BUFFER_READ_ONLY = 2, /* nothing may write it: KILN_READ_ONLY; needs initial data */
  KILN_BUFFER_WRITE_ONLY = 4 /* kernels may only write it */
};

/* `bytes` of memory, with `initial` copied in if not NULL (the pointer is free again at return).
 * Zero bytes are allowed. KILN_OUT_OF_MEMORY after one trim and retry. */
KILN_API kiln_status kiln_buffer_create(kiln_context context, size_t bytes, unsigned flags,
                                        const void* initial, kiln_buffer* out);
KILN_API kiln_buffer kiln_buffer_retain(kiln_buffer buffer);
KILN_API void kiln_buffer_release(kiln_buffer buffer);

KILN_API kiln_status kiln_buffer_size(kiln_buffer buffer, size_t* bytes);
/* Host address of a KILN_BUFFER_HOST buffer; KILN_UNSUPPORTED for device memory. Wait for pending work
 * (kiln_buffer_synchronize) before touching it. */
KILN_API kiln_status kiln_buffer_host_pointer(kiln_buffer buffer, void** out);

/* Copy `bytes` between host memory and the buffer at byte `offset`. write returns when `source` may be
 * reused; read returns when `destination` is filled. Zero bytes do nothing. */
KILN_API kiln_status kiln_buffer_write(kiln_buffer buffer, size_t offset, const void* source, size_t bytes);
KILN_API kiln_status kiln_buffer_read(kiln_buffer buffer, size_t offset, void* destination, size_t bytes);
/* The same, returning at once: the host range must stay valid until the event has passed. Release the event.
 * Asynchronous only where the host range is pinned or the driver stages it. */
KILN_API kiln_status kiln_buffer_write_async(kiln_buffer buffer, size_t offset, const void* source,
                                             size_t bytes, kiln_event* out);
KILN_API kiln_status kiln_buffer_read_async(kiln_buffer buffer, size_t offset, void* destination,
                                            size_t bytes, kiln_event* out);
/* Copies between buffers, also of two contexts and two backends. Ranges of one buffer must not overlap. */
KILN_API kiln_status kiln_buffer_copy(kiln_buffer destination, size_t destination_offset, kiln_buffer source,
                                      size_t source_offset, size_t bytes);
/* Repeats a pattern of 1, 2, 4, 8 or 16 bytes; offset and bytes are multiples of it. */
KILN_API kiln_status kiln_buffer_fill(kiln_buffer buffer, size_t offset, size_t bytes, const void* pattern,
                                      size_t pattern_bytes);
/* Waits for the work queued on this buffer so far. */
KILN_API kiln_status kiln_buffer_synchronize(kiln_buffer buffer);

#ifdef __cplusplus
}
#endif
#endif
