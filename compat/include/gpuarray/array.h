/* SPDX-License-Identifier: Apache-2.0
 * GpuArrays: strided views of buffers. The struct is public. Its extents and strides are allocated for the
 * array alone; who edits them calls GpuArray_fix_flags() afterwards. A function that makes an array ignores
 * what the struct held before, and does not change it if it fails. GpuArray_clear() releases an array.
 * Functions return a code of gpuarray/error.h. */
#ifndef KILN_COMPAT_ARRAY_H
#define KILN_COMPAT_ARRAY_H

#include <gpuarray/buffer.h>
#include <gpuarray/util.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of an array; the numbers are NumPy's. */
#define GA_C_CONTIGUOUS 0x0001
#define GA_F_CONTIGUOUS 0x0002
#define GA_ALIGNED 0x0100
#define GA_WRITEABLE 0x0400
#define GA_BEHAVED (GA_ALIGNED | GA_WRITEABLE)
#define GA_CARRAY (GA_C_CONTIGUOUS | GA_BEHAVED)
#define GA_FARRAY (GA_F_CONTIGUOUS | GA_BEHAVED)

typedef struct _GpuArray {
  gpudata* data;      /* the buffer, to which the array holds a reference */
  size_t* dimensions; /* elements */
  ssize_t* strides;   /* bytes */
  size_t offset;      /* of the first element, in bytes from the buffer's start */
  unsigned int nd;
  int flags;
  int typecode;
} GpuArray;

typedef enum _ga_order { GA_ANY_ORDER = -1, GA_C_ORDER = 0, GA_F_ORDER = 1 } ga_order;

/* Whether the array has all of `flags`. */
static inline int GpuArray_CHKFLAGS(const GpuArray* a, int flags) { return (a->flags & flags) == flags; }
#define GpuArray_ISWRITEABLE(a) GpuArray_CHKFLAGS(a, GA_WRITEABLE)
#define GpuArray_ISALIGNED(a) GpuArray_CHKFLAGS(a, GA_ALIGNED)
#define GpuArray_ISONESEGMENT(a) ((a)->flags & (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS))
#define GpuArray_IS_C_CONTIGUOUS(a) ((a)->flags & GA_C_CONTIGUOUS)
#define GpuArray_IS_F_CONTIGUOUS(a) ((a)->flags & GA_F_CONTIGUOUS)
#define GpuArray_ISFORTRAN(a) (GpuArray_CHKFLAGS(a, GA_F_CONTIGUOUS))
#define GpuArray_ITEMSIZE(a) gpuarray_get_elsize((a)->typecode)

/* Sets the flags of order and alignment from extents, strides and offset. */
GPUARRAY_PUBLIC void GpuArray_fix_flags(GpuArray* a);

/* ---- New arrays and views ---------------------------------------------------------------------- */

/* A new contiguous array in the order `ord`: its elements are undefined (empty) or 0 (zeros). */
GPUARRAY_PUBLIC int GpuArray_empty(GpuArray* a, gpucontext* ctx, int typecode, unsigned int nd, const size_t* dims,
                                   ga_order ord);
GPUARRAY_PUBLIC int GpuArray_zeros(GpuArray* a, gpucontext* ctx, int typecode, unsigned int nd, const size_t* dims,
                                   ga_order ord);
/* A view of a buffer, to which the array takes a reference. offset and strides are in bytes. */
GPUARRAY_PUBLIC int GpuArray_fromdata(GpuArray* a, gpudata* data, size_t offset, int typecode, unsigned int nd,
                                      const size_t* dims, const ssize_t* strides, int writeable);
/* A view of the same elements in another struct. */
GPUARRAY_PUBLIC int GpuArray_view(GpuArray* v, const GpuArray* a);
/* Waits for the work queued on the array's buffer. */
GPUARRAY_PUBLIC int GpuArray_sync(GpuArray* a);
/* A view a[start:stop:step] along each dimension. stop is excluded; with a negative step,
 * stop -1 includes element 0. All are in range. A step of 0 takes the element `start` and drops the dimension. */
GPUARRAY_PUBLIC int GpuArray_index(GpuArray* r, const GpuArray* a, const ssize_t* starts, const ssize_t* stops,
                                   const ssize_t* steps);
GPUARRAY_PUBLIC int GpuArray_index_inplace(GpuArray* a, const ssize_t* starts, const ssize_t* stops,
                                           const ssize_t* steps);
/* a[k] = v[i[k]] along the first dimension. `a` and `i`, which is 1-d and has an integer type, are
 * C-contiguous. A negative index counts from the end. If check_error is not 0, the call waits and gives
 * GA_VALUE_ERROR for an index out of range. */
GPUARRAY_PUBLIC int GpuArray_take1(GpuArray* a, const GpuArray* v, const GpuArray* i, int check_error);
/* a[...] = v. v broadcasts and is converted. */
GPUARRAY_PUBLIC int GpuArray_setarray(GpuArray* a, const GpuArray* v);
/* The same elements in another shape, read in the order `ord`. If no view has the shape, they are copied, or,
 * if nocopy is not 0, the result is GA_COPY_ERROR. */
GPUARRAY_PUBLIC int GpuArray_reshape(GpuArray* res, const GpuArray* a, unsigned int nd, const size_t* newdims,
                                     ga_order ord, int nocopy);
GPUARRAY_PUBLIC int GpuArray_reshape_inplace(GpuArray* a, unsigned int nd, const size_t* newdims, ga_order ord);
/* A view with the dimensions in the order new_axes; NULL reverses them. */
GPUARRAY_PUBLIC int GpuArray_transpose(GpuArray* res, const GpuArray* a, const unsigned int* new_axes);
GPUARRAY_PUBLIC int GpuArray_transpose_inplace(GpuArray* a, const unsigned int* new_axes);
/* Releases what the array holds and sets the struct to 0. */
GPUARRAY_PUBLIC void GpuArray_clear(GpuArray* a);
/* 1 if the arrays may share a byte, else 0. */
GPUARRAY_PUBLIC int GpuArray_share(const GpuArray* a, const GpuArray* b);
/* The array's context, without a new reference; NULL for an array without a buffer. */
GPUARRAY_PUBLIC gpucontext* GpuArray_context(const GpuArray* a);

/* ---- Elements ---------------------------------------------------------------------------------- */

/* Copies the elements, converted. Both arrays have the same shape and belong to one context. */
GPUARRAY_PUBLIC int GpuArray_move(GpuArray* dst, const GpuArray* src);
/* Copies src_sz bytes of host memory to an array that is contiguous in C or F order, and back. */
GPUARRAY_PUBLIC int GpuArray_write(GpuArray* dst, const void* src, size_t src_sz);
GPUARRAY_PUBLIC int GpuArray_read(void* dst, size_t dst_sz, const GpuArray* src);
/* Sets every byte of an array that is contiguous in C or F order to `data`. */
GPUARRAY_PUBLIC int GpuArray_memset(GpuArray* a, int data);
/* A new array in the order `order` with the same elements. */
GPUARRAY_PUBLIC int GpuArray_copy(GpuArray* res, const GpuArray* a, ga_order order);
/* Copies elements between contexts. Both arrays are contiguous, in C or F order, of one type; res may be larger. */
GPUARRAY_PUBLIC int GpuArray_transfer(GpuArray* res, const GpuArray* a);
/* Splits `a` along an axis, at n positions p[], into n + 1 views *rs[]. */
GPUARRAY_PUBLIC int GpuArray_split(GpuArray** rs, const GpuArray* a, size_t n, size_t* p, unsigned int axis);
/* A new array of type `restype` that joins n arrays along an axis. */
GPUARRAY_PUBLIC int GpuArray_concatenate(GpuArray* r, const GpuArray** as, size_t n, unsigned int axis, int restype);
/* The result of gpucontext_error() for the array's context. */
GPUARRAY_PUBLIC const char* GpuArray_error(const GpuArray* a, int err);
/* Writes facts of the array (fprintf) or its elements (fdump) to a file, as text. */
GPUARRAY_PUBLIC void GpuArray_fprintf(FILE* fd, const GpuArray* a);
GPUARRAY_PUBLIC int GpuArray_fdump(FILE* fd, const GpuArray* a);
/* Writes the largest elements over the reduxLen axes reduxList[] to dstMax, and their positions to dstArgmax. The
 * caller makes both arrays, in the shape of the axes that stay. */
GPUARRAY_PUBLIC int GpuArray_maxandargmax(GpuArray* dstMax, GpuArray* dstArgmax, const GpuArray* src, unsigned reduxLen,
                                          const unsigned* reduxList);

#ifdef __cplusplus
}
#endif
#endif
