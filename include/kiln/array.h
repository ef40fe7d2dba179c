/* SPDX-License-Identifier: Apache-2.0
 * GpuArrays: strided views of buffers. Shapes and indices count elements; strides and offsets are in bytes.
 * A handle's dtype, shape, strides and buffer never change; the elements do. Views share the buffer and keep
 * it alive. Arrays without elements and 0-d arrays are ordinary arrays.
 *
 * An axis from -ndim to -1 counts from the last one; an axis out of range is KILN_INDEX_ERROR. Shapes that
 * do not fit are KILN_SHAPE_ERROR, dtypes that do not fit KILN_TYPE_ERROR, and writes to a read-only array
 * KILN_READ_ONLY. */
#ifndef KILN_ARRAY_H
#define KILN_ARRAY_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Creation --------------------------------------------------------------------------------- */

/* A new C-contiguous array on the context's device. `shape` has `ndim` extents and may be NULL for 0-d. empty
 * leaves the elements undefined, zeros sets them to 0. KILN_SHAPE_ERROR: an extent is negative, or there are
 * more than KILN_MAX_DIMS. KILN_OVERFLOW: the array would have more than 2^63-1 bytes. KILN_TYPE_ERROR: the
 * device has no such dtype. */
KILN_API kiln_status kiln_array_empty(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                      kiln_array* out);
KILN_API kiln_status kiln_array_zeros(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                      kiln_array* out);
/* As above, with all elements equal to a number. `value` points to it on the host, as one element of
 * `value_dtype`, which is converted to `dtype`. KILN_OVERFLOW: an integer that this integer dtype cannot hold. */
KILN_API kiln_status kiln_array_full(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                     kiln_dtype value_dtype, const void* value, kiln_array* out);
/* The numbers start, start + step, ... that come before stop: ceil((stop - start) / step) elements of
 * `dtype`. For an integer dtype the numbers are exact if start and step are whole; otherwise each start + i *
 * step is computed in float64 and rounded towards 0. KILN_INVALID_ARGUMENT: step is 0, or a number is not
 * finite. KILN_OVERFLOW: `dtype` cannot hold a number. The result goes to `destination`, or, if that is NULL,
 * to a new array (see kiln/index.h). */
KILN_API kiln_status kiln_array_arange(kiln_context context, kiln_dtype dtype, double start, double stop, double step,
                                       kiln_array destination, kiln_array* out);
/* A new array with elements copied from host memory. They have `host_dtype` and are converted to `dtype`.
 * `strides`, in bytes and of any sign, says where they lie from `data` on; NULL means C order. The caller may
 * free `data` at return. */
KILN_API kiln_status kiln_array_from_host(kiln_context context, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                          const int64_t* strides, kiln_dtype host_dtype, const void* data,
                                          kiln_array* out);
/* A view of a buffer as an array. strides NULL means C order. `offset` is that of the first element, in
 * bytes. KILN_INVALID_ARGUMENT: some element would lie outside the buffer, or strides or offset are not
 * multiples of the element size. */
KILN_API kiln_status kiln_array_from_buffer(kiln_buffer buffer, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                            const int64_t* strides, int64_t offset, kiln_array* out);
KILN_API kiln_array kiln_array_retain(kiln_array array);
KILN_API void kiln_array_release(kiln_array array);

/* ---- Facts ------------------------------------------------------------------------------------ */

/* Facts of an array. Pointers in it are valid as long as the array lives. */
typedef struct kiln_array_info {
  size_t struct_size;
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;   /* the extents, in elements */
  const int64_t* strides; /* bytes */
  int64_t offset;         /* of the first element, in bytes from the buffer's start */
  int64_t size;           /* elements */
  size_t bytes;           /* size times the element size */
  int c_contiguous;
  int f_contiguous;
  int writable; /* 0 if the buffer is read-only or the array was made by broadcasting */
} kiln_array_info;
#define KILN_ARRAY_INFO_INIT \
  { sizeof(kiln_array_info), KILN_BOOL, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_ARRAY_INFO_INIT. */
KILN_API kiln_status kiln_array_get_info(kiln_array array, kiln_array_info* out);
/* *out receives a new reference to the array's context or buffer. */
KILN_API kiln_status kiln_array_context(kiln_array array, kiln_context* out);
KILN_API kiln_status kiln_array_buffer(kiln_array array, kiln_buffer* out);
/* *out receives 1 if some element of a and some element of b share a byte, else 0. The answer is exact unless
 * the search would take too long; then it is 1. */
KILN_API kiln_status kiln_array_may_overlap(kiln_array a, kiln_array b, int* out);

/* ---- Views (no elements are copied) ----------------------------------------------------------- */

/* The kinds of subscripts, as in NumPy's basic indexing. */
typedef enum kiln_index_kind {
  KILN_INDEX_INTEGER = 0, /* element `start` of the axis, from the end if negative; the view does not have the axis */
  KILN_INDEX_SLICE = 1,   /* start:stop:step; a bound that is KILN_INDEX_NONE is missing; step is not 0 */
  KILN_INDEX_NEW_AXIS = 2,
  KILN_INDEX_ELLIPSIS = 3 /* whole axes, as many as the other subscripts leave; at most one */
} kiln_index_kind;
/* A slice's bound that is not given. */
#define KILN_INDEX_NONE INT64_MIN
/* One subscript. An integer reads `start` alone, a slice all three fields, the others none. */
typedef struct kiln_index {
  kiln_index_kind kind;
  int64_t start, stop, step;
} kiln_index;
/* A view of the elements that `count` subscripts select, as array[i, j, ...] in NumPy. KILN_INDEX_ERROR: an
 * index is out of range, or there are more subscripts than axes. */
KILN_API kiln_status kiln_array_index(kiln_array array, size_t count, const kiln_index* indices, kiln_array* out);
/* A view with the axes in the order axes[0], axes[1], ...; NULL reverses them. KILN_INVALID_ARGUMENT: an axis
 * is named twice. */
KILN_API kiln_status kiln_array_transpose(kiln_array array, const int64_t* axes, kiln_array* out);
/* When kiln_array_reshape() copies. */
typedef enum kiln_reshape_copy {
  KILN_COPY_IF_NEEDED = 0, /* a copy if no view of the array can have the shape */
  KILN_COPY_NEVER = 1,     /* KILN_SHAPE_ERROR if no view of the array can have the shape */
  KILN_COPY_ALWAYS = 2
} kiln_reshape_copy;
/* The same elements, in C order, in another shape of as many elements. One extent may be -1 and follows from
 * the others. `copy` says whether *out is a view or a copy. */
KILN_API kiln_status kiln_array_reshape(kiln_array array, size_t ndim, const int64_t* shape, kiln_reshape_copy copy,
                                        kiln_array* out);
/* A read-only view of `shape`, in which axes of extent 1 and missing leading axes are repeated, as NumPy's
 * broadcast_to. */
KILN_API kiln_status kiln_array_broadcast_to(kiln_array array, size_t ndim, const int64_t* shape, kiln_array* out);
/* The shape to which `count` arrays broadcast: *ndim receives the number of extents, `shape` the extents.
 * `shape` has room for KILN_MAX_DIMS. */
KILN_API kiln_status kiln_array_broadcast_shape(size_t count, const kiln_array* arrays, size_t* ndim, int64_t* shape);
/* A view with `count` axes reversed; all axes if axes is NULL and count 0. */
KILN_API kiln_status kiln_array_flip(kiln_array array, size_t count, const int64_t* axes, kiln_array* out);
/* A view of a diagonal, as NumPy's diagonal: the axes axis1 and axis2 are removed, and their elements [i, i +
 * offset] become the last axis. */
KILN_API kiln_status kiln_array_diagonal(kiln_array array, int64_t offset, int64_t axis1, int64_t axis2,
                                         kiln_array* out);
/* A view of the same bytes as elements of another dtype. If the element sizes differ, the last axis must be
 * contiguous, and its extent changes in proportion. */
KILN_API kiln_status kiln_array_reinterpret(kiln_array array, kiln_dtype dtype, kiln_array* out);

/* ---- Copies ----------------------------------------------------------------------------------- */

/* The order of a copy's elements in memory: C, Fortran, or that of the array's strides. */
typedef enum kiln_order { KILN_ORDER_C = 0, KILN_ORDER_F = 1, KILN_ORDER_KEEP = 2 } kiln_order;
/* A new array with the same elements. */
KILN_API kiln_status kiln_array_copy(kiln_array array, kiln_order order, kiln_array* out);
/* A new C-order array with the elements converted to `dtype`. (kiln_array_assign() converts into an array
 * that is there already.) From floating point to integers fractions are cut off, numbers that do not fit
 * become the nearest that does, and NaN becomes 0 (docs/reference/expressions.md). */
KILN_API kiln_status kiln_array_astype(kiln_array array, kiln_dtype dtype, kiln_array* out);
/* destination[...] = source. The source broadcasts to the destination's shape and is converted to its dtype.
 * The two may overlap: the result is as if the whole source were read first. They may belong to two
 * contexts. */
KILN_API kiln_status kiln_array_assign(kiln_array destination, kiln_array source);
/* Sets all elements of the destination to the number that `value` points to, one element of value_dtype on
 * the host, which is converted to the destination's dtype, with errors as kiln_array_full()'s. */
KILN_API kiln_status kiln_array_fill(kiln_array destination, kiln_dtype value_dtype, const void* value);
/* A copy of the array in another context, in C order. If the array belongs to that context already, *out is
 * another reference to it. */
KILN_API kiln_status kiln_array_transfer(kiln_array array, kiln_context context, kiln_array* out);

/* Copies all elements from the array to host memory (read), or the other way (write). The host memory is in C
 * order, and `bytes` must be the array's size in bytes; the array may have any strides. read waits until the
 * elements are there; write returns when the caller may reuse `source`. */
KILN_API kiln_status kiln_array_read(kiln_array array, void* destination, size_t bytes);
KILN_API kiln_status kiln_array_write(kiln_array array, const void* source, size_t bytes);
/* Reads as kiln_array_read(), with elements converted to `dtype` as kiln_array_astype() converts. The host
 * converts where the device does not have the dtype. `bytes` must be the array's number of elements
 * times the size of `dtype`. */
KILN_API kiln_status kiln_array_read_as(kiln_array array, kiln_dtype dtype, void* destination, size_t bytes);
/* kiln_array_read() and kiln_array_write() for host memory with strides, in bytes and of any sign. strides
 * has one entry for each axis. */
KILN_API kiln_status kiln_array_read_strided(kiln_array array, void* destination, const int64_t* strides);
KILN_API kiln_status kiln_array_write_strided(kiln_array array, const void* source, const int64_t* strides);
/* Copies the elements, in C order, to pinned host memory of the context's pool, and waits: the fastest way to
 * the host. *out receives an array in that memory, and *data points at its elements as long as *out lives. */
KILN_API kiln_status kiln_array_to_host(kiln_array array, kiln_array* out, const void** data);

/* Waits for the work that is queued on the array's buffer so far and returns its late errors. */
KILN_API kiln_status kiln_array_synchronize(kiln_array array);
/* Waits likewise, but at most `seconds`. *done receives 1 if that work has run and 0 if the time ran out. */
KILN_API kiln_status kiln_array_wait(kiln_array array, double seconds, int* done);

/* Writes the elements as NumPy's str() does, and waits for them. *out receives a string of *length bytes and
 * a final 0, which the caller releases with kiln_string_release(). `precision` is the number of digits after
 * the point; a negative one means 8. An array of more than `threshold` elements is abridged; 0 means 1000. */
KILN_API kiln_status kiln_array_to_string(kiln_array array, int precision, size_t threshold, char** out,
                                          size_t* length);
/* Releases a string that Kiln has returned through a char**. NULL does nothing. */
KILN_API void kiln_string_release(char* text);

#ifdef __cplusplus
}
#endif
#endif
