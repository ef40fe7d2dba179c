/* SPDX-License-Identifier: Apache-2.0
 * GpuArrays: strided views of buffers. Shapes and indices count elements, strides and offsets bytes.
 * A handle's dtype, shape, strides and buffer never change; its elements do. Views share the buffer and keep
 * it alive. Zero-size and 0-d arrays are ordinary arrays. */
#ifndef KILN_ARRAY_H
#define KILN_ARRAY_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Creation --------------------------------------------------------------------------------- */

/* C-contiguous arrays on the context's device. A negative extent, more than KILN_MAX_DIMS dimensions or a
 * size beyond 2^63-1 bytes is KILN_SHAPE_ERROR or KILN_OVERFLOW; a dtype the device lacks KILN_TYPE_ERROR. */
KILN_API kiln_status kiln_array_empty(kiln_context context, kiln_dtype dtype, size_t ndim,
                                      const int64_t* shape, kiln_array* out);
KILN_API kiln_status kiln_array_zeros(kiln_context context, kiln_dtype dtype, size_t ndim,
                                      const int64_t* shape, kiln_array* out);
/* `value` points at one element of `value_dtype`, converted to `dtype`. */
KILN_API kiln_status kiln_array_full(kiln_context context, kiln_dtype dtype, size_t ndim,
                                     const int64_t* shape, kiln_dtype value_dtype, const void* value,
                                     kiln_array* out);
/* start, start + step, ... before stop: ceil((stop - start) / step) elements of `dtype`: of an integer one
 * exact where start and step are whole, else start + i * step in float64, towards 0; numbers that it does not
 * hold are KILN_OVERFLOW. They go to `destination` unless it is NULL (see kiln/index.h). */
KILN_API kiln_status kiln_array_arange(kiln_context context, kiln_dtype dtype, double start, double stop,
                                       double step, kiln_array destination, kiln_array* out);
/* Copies host elements; `strides` in bytes may be NULL for C order and may have any sign. `data` is free
 * again at return. Elements are `host_dtype` and converted to `dtype` (KILN_FLOATX for the flag floatX). */
KILN_API kiln_status kiln_array_from_host(kiln_context context, kiln_dtype dtype, size_t ndim,
                                          const int64_t* shape, const int64_t* strides, kiln_dtype host_dtype,
                                          const void* data, kiln_array* out);
/* A view of a buffer. Every element must lie inside it; strides (NULL: C order) and offset must be multiples
 * of the element size. */
KILN_API kiln_status kiln_array_from_buffer(kiln_buffer buffer, kiln_dtype dtype, size_t ndim,
                                            const int64_t* shape, const int64_t* strides, int64_t offset,
                                            kiln_array* out);
KILN_API kiln_array kiln_array_retain(kiln_array array);
KILN_API void kiln_array_release(kiln_array array);

/* ---- Facts ------------------------------------------------------------------------------------ */

typedef struct kiln_array_info {
  size_t struct_size;
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;   /* elements; lives as long as the array */
  const int64_t* strides; /* bytes */
  int64_t offset;         /* bytes into the buffer */
  int64_t size;           /* elements */
  size_t bytes;           /* size * element size */
  int c_contiguous;
  int f_contiguous;
  int writable; /* 0 for read-only buffers and arrays made by broadcasting */
} kiln_array_info;
#define KILN_ARRAY_INFO_INIT \
  { sizeof(kiln_array_info), KILN_BOOL, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
KILN_API kiln_status kiln_array_get_info(kiln_array array, kiln_array_info* out);
/* New references. */
KILN_API kiln_status kiln_array_context(kiln_array array, kiln_context* out);
KILN_API kiln_status kiln_array_buffer(kiln_array array, kiln_buffer* out);
/* 1 if some element of a and some element of b share a byte. Exact unless the search would be too long;
 * then 1. */
KILN_API kiln_status kiln_array_may_overlap(kiln_array a, kiln_array b, int* out);

/* ---- Views (no elements are copied) ----------------------------------------------------------- */

/* One subscript per entry, as in NumPy's basic indexing. */
typedef enum kiln_index_kind {
  KILN_INDEX_INTEGER = 0, /* `start`; negative counts from the end; drops the axis */
  KILN_INDEX_SLICE = 1,   /* start:stop:step; KILN_INDEX_NONE for a missing bound; step not 0 */
  KILN_INDEX_NEW_AXIS = 2,
  KILN_INDEX_ELLIPSIS = 3 /* as many full slices as are missing; at most one */
} kiln_index_kind;
#define KILN_INDEX_NONE INT64_MIN
typedef struct kiln_index {
  kiln_index_kind kind;
  int64_t start, stop, step;
} kiln_index;
KILN_API kiln_status kiln_array_index(kiln_array array, size_t count, const kiln_index* indices,
                                      kiln_array* out);
/* axes NULL reverses them; negative axes count from the end. */
KILN_API kiln_status kiln_array_transpose(kiln_array array, const int64_t* axes, kiln_array* out);
typedef enum kiln_reshape_copy {
  KILN_COPY_IF_NEEDED = 0,
  KILN_COPY_NEVER = 1, /* KILN_SHAPE_ERROR where a view cannot have the shape */
  KILN_COPY_ALWAYS = 2
} kiln_reshape_copy;
/* C order; one extent may be -1. */
KILN_API kiln_status kiln_array_reshape(kiln_array array, size_t ndim, const int64_t* shape,
                                        kiln_reshape_copy copy, kiln_array* out);
/* A read-only view. */
KILN_API kiln_status kiln_array_broadcast_to(kiln_array array, size_t ndim, const int64_t* shape,
                                             kiln_array* out);
/* The shape that arrays have when they meet: *ndim extents in `shape`, which has room for KILN_MAX_DIMS. */
KILN_API kiln_status kiln_array_broadcast_shape(size_t count, const kiln_array* arrays, size_t* ndim,
                                                int64_t* shape);
/* axes NULL and count 0: every axis. */
KILN_API kiln_status kiln_array_flip(kiln_array array, size_t count, const int64_t* axes, kiln_array* out);
/* The two axes go, their diagonal becomes the last. */
KILN_API kiln_status kiln_array_diagonal(kiln_array array, int64_t offset, int64_t axis1, int64_t axis2,
                                         kiln_array* out);
/* The same bytes as another dtype; where the sizes differ the last axis is scaled and must be contiguous. */
KILN_API kiln_status kiln_array_reinterpret(kiln_array array, kiln_dtype dtype, kiln_array* out);

/* ---- Copies ----------------------------------------------------------------------------------- */

typedef enum kiln_order { KILN_ORDER_C = 0, KILN_ORDER_F = 1, KILN_ORDER_KEEP = 2 } kiln_order;
KILN_API kiln_status kiln_array_copy(kiln_array array, kiln_order order, kiln_array* out);
/* Always a new C-order array; kiln_array_assign converts into one that is there. Float to integer truncates
 * and saturates, NaN gives 0 (docs/expressions.md). */
KILN_API kiln_status kiln_array_astype(kiln_array array, kiln_dtype dtype, kiln_array* out);
/* destination[...] = source, broadcast and converted; overlapping views are handled. Contexts may differ. */
KILN_API kiln_status kiln_array_assign(kiln_array destination, kiln_array source);
/* destination[...] = one element of value_dtype. */
KILN_API kiln_status kiln_array_fill(kiln_array destination, kiln_dtype value_dtype, const void* value);
/* The array's elements in another context, C order; the same array (retained) where it is there already. */
KILN_API kiln_status kiln_array_transfer(kiln_array array, kiln_context context, kiln_array* out);

/* Host memory in C order, `bytes` exactly the array's. read waits for its result; write returns when `source`
 * may be reused. The array may have any strides. */
KILN_API kiln_status kiln_array_read(kiln_array array, void* destination, size_t bytes);
KILN_API kiln_status kiln_array_write(kiln_array array, const void* source, size_t bytes);
/* As read, converted to `dtype` as kiln_array_astype does, also where the device has no such dtype; `bytes`
 * exactly size times the dtype's itemsize. */
KILN_API kiln_status kiln_array_read_as(kiln_array array, kiln_dtype dtype, void* destination, size_t bytes);
/* As read and write, for host memory with strides in bytes of any sign. */
KILN_API kiln_status kiln_array_read_strided(kiln_array array, void* destination, const int64_t* strides);
KILN_API kiln_status kiln_array_write_strided(kiln_array array, const void* source, const int64_t* strides);
/* The elements in pinned host memory of the context's pool, C order, complete at return: the fastest way to
 * the host. *data points at them and lives as long as *out. */
KILN_API kiln_status kiln_array_to_host(kiln_array array, kiln_array* out, const void** data);

/* Waits for the work queued on this array's buffer so far; reports late errors. */
KILN_API kiln_status kiln_array_synchronize(kiln_array array);
/* The same, but for at most `seconds`: *done is 1 where that work has run, 0 where the time is over first. */
KILN_API kiln_status kiln_array_wait(kiln_array array, double seconds, int* done);

/* The elements as NumPy prints them (str), as a string of *length bytes and a 0; release with
 * kiln_string_release. precision: digits after the point, or negative for 8. threshold: sizes above it are
 * abridged, 0 for 1000. */
KILN_API kiln_status kiln_array_to_string(kiln_array array, int precision, size_t threshold, char** out,
                                          size_t* length);
KILN_API void kiln_string_release(char* text);

#ifdef __cplusplus
}
#endif
#endif
