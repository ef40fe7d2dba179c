/* SPDX-License-Identifier: Apache-2.0
 * Buffers: untyped memory of a context. Arrays are views of buffers. Offsets and sizes are in bytes; a range
 * that does not lie inside the buffer is KILN_INVALID_ARGUMENT. */
#ifndef KILN_BUFFER_H
#define KILN_BUFFER_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of kiln_buffer_create(). HOST may be combined with one of the other two. */
enum {
  KILN_BUFFER_DEVICE = 0,
  KILN_BUFFER_HOST = 1,      /* pinned host memory that the device can access; see kiln_buffer_host_pointer */
  KILN_BUFFER_READ_ONLY = 2, /* nothing may write it (KILN_READ_ONLY), so initial data is required */
  KILN_BUFFER_WRITE_ONLY = 4 /* kernels may write it and not read it */
};

/* Allocates `bytes` of memory, which may be 0. Unless `initial` is NULL, as many bytes are copied from it;
 * the caller may free it at return. If the device's memory is exhausted, Kiln gives cached memory back and
 * tries once more; if that fails too, the result is KILN_OUT_OF_MEMORY. */
KILN_API kiln_status kiln_buffer_create(kiln_context context, size_t bytes, unsigned flags, const void* initial,
                                        kiln_buffer* out);
KILN_API kiln_buffer kiln_buffer_retain(kiln_buffer buffer);
KILN_API void kiln_buffer_release(kiln_buffer buffer);

/* *bytes receives the size of the buffer. */
KILN_API kiln_status kiln_buffer_size(kiln_buffer buffer, size_t* bytes);
/* *out receives the host address of a KILN_BUFFER_HOST buffer. It stays the buffer's and is valid as long as
 * the buffer lives. Wait for pending work with kiln_buffer_synchronize() before you touch the memory.
 * KILN_UNSUPPORTED: the buffer is device memory. */
KILN_API kiln_status kiln_buffer_host_pointer(kiln_buffer buffer, void** out);

/* Copies `bytes` between host memory and the buffer, where the range begins at `offset`. write returns when
 * `source` may be reused, read when `destination` is filled. Zero bytes do nothing. */
KILN_API kiln_status kiln_buffer_write(kiln_buffer buffer, size_t offset, const void* source, size_t bytes);
KILN_API kiln_status kiln_buffer_read(kiln_buffer buffer, size_t offset, void* destination, size_t bytes);
/* The same copies, but the call returns at once. The host memory must stay valid until the event has passed.
 * The caller releases the event. The copy runs beside the host only if the host memory is pinned or the
 * driver stages it in memory of its own. */
KILN_API kiln_status kiln_buffer_write_async(kiln_buffer buffer, size_t offset, const void* source, size_t bytes,
                                             kiln_event* out);
KILN_API kiln_status kiln_buffer_read_async(kiln_buffer buffer, size_t offset, void* destination, size_t bytes,
                                            kiln_event* out);
/* Copies `bytes` from one buffer to another. The buffers may belong to two contexts and to two backends. If
 * both are the same buffer, the two ranges must not overlap (KILN_INVALID_ARGUMENT). */
KILN_API kiln_status kiln_buffer_copy(kiln_buffer destination, size_t destination_offset, kiln_buffer source,
                                      size_t source_offset, size_t bytes);
/* Fills a range with a pattern of 1, 2, 4, 8 or 16 bytes, which is read from host memory during the call.
 * `offset` and `bytes` must be multiples of pattern_bytes. */
KILN_API kiln_status kiln_buffer_fill(kiln_buffer buffer, size_t offset, size_t bytes, const void* pattern,
                                      size_t pattern_bytes);
/* Waits for the work that is queued on this buffer so far and returns its late errors. */
KILN_API kiln_status kiln_buffer_synchronize(kiln_buffer buffer);

#ifdef __cplusplus
}
#endif
#endif
