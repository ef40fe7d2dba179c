/* SPDX-License-Identifier: Apache-2.0
 * GpuArrays: strided views of buffers in a struct that everybody can read. The extents and strides are the
 * array's own memory; who edits them calls GpuArray_fix_flags() after. Functions that make an array ignore
 * what the struct held, and leave it cleared when they fail. */
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
  gpudata* data;      /* one reference */
  size_t* dimensions; /* elements */
  ssize_t* strides;   /* bytes */
  size_t offset;      /* bytes from the buffer's begin to the first element */
  unsigned int nd;
  int flags;
  int typecode;
} GpuArray;

typedef enum _ga_order { GA_ANY_ORDER = -1, GA_C_ORDER = 0, GA_F_ORDER = 1 } ga_order;

/* All of `flags`? */
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

GPUARRAY_PUBLIC int GpuArray_empty(GpuArray* a, gpucontext* ctx, int typecode, unsigned int nd,
                                   const size_t* dims, ga_order ord);
GPUARRAY_PUBLIC int GpuArray_zeros(GpuArray* a, gpucontext* ctx, int typecode, unsigned int nd,
                                   const size_t* dims, ga_order ord);
/* A view of `data`, which is retained. */
GPUARRAY_PUBLIC int GpuArray_fromdata(GpuArray* a, gpudata* data, size_t offset, int typecode,
                                      unsigned int nd, const size_t* dims, const ssize_t* strides,
                                      int writeable);
/* The same elements in a struct of its own. */
GPUARRAY_PUBLIC int GpuArray_view(GpuArray* v, const GpuArray* a);
/* Waits for the work queued on the array's buffer. */
GPUARRAY_PUBLIC int GpuArray_sync(GpuArray* a);
/* For each dimension start, stop (excluded; -1 for the begin of a backward step) and step, all in range; step
 * 0 takes the element `start` and drops the dimension. */
GPUARRAY_PUBLIC int GpuArray_index(GpuArray* r, const GpuArray* a, const ssize_t* starts,
                                   const ssize_t* stops, const ssize_t* steps);
GPUARRAY_PUBLIC int GpuArray_index_inplace(GpuArray* a, const ssize_t* starts, const ssize_t* stops,
                                           const ssize_t* steps);
/* a[k] = v[i[k]] along the first dimension. `a` and `i` (1-d, integer) are C-contiguous; a negative index
 * counts from the end. check_error not 0: waits, and GA_VALUE_ERROR for an index out of range. */
GPUARRAY_PUBLIC int GpuArray_take1(GpuArray* a, const GpuArray* v, const GpuArray* i, int check_error);
/* a[...] = v, broadcast and converted. */
GPUARRAY_PUBLIC int GpuArray_setarray(GpuArray* a, const GpuArray* v);
/* Another shape of as many elements, read in the order `ord`. Copies where a view cannot have it, unless
 * nocopy is not 0: then GA_COPY_ERROR. */
GPUARRAY_PUBLIC int GpuArray_reshape(GpuArray* res, const GpuArray* a, unsigned int nd, const size_t* newdims,
                                     ga_order ord, int nocopy);
GPUARRAY_PUBLIC int GpuArray_reshape_inplace(GpuArray* a, unsigned int nd, const size_t* newdims,
                                             ga_order ord);
/* new_axes NULL reverses the dimensions. */
GPUARRAY_PUBLIC int GpuArray_transpose(GpuArray* res, const GpuArray* a, const unsigned int* new_axes);
GPUARRAY_PUBLIC int GpuArray_transpose_inplace(GpuArray* a, const unsigned int* new_axes);
/* Releases what the array holds and sets the struct to 0. */
GPUARRAY_PUBLIC void GpuArray_clear(GpuArray* a);
/* 1 if the arrays may have a byte in common. */
GPUARRAY_PUBLIC int GpuArray_share(const GpuArray* a, const GpuArray* b);
GPUARRAY_PUBLIC gpucontext* GpuArray_context(const GpuArray* a);

/* ---- Elements ---------------------------------------------------------------------------------- */

/* Copies as many elements as both have, converted, in C order. One context. */
GPUARRAY_PUBLIC int GpuArray_move(GpuArray* dst, const GpuArray* src);
/* Host memory of src_sz bytes to a one-segment array, and back. */
GPUARRAY_PUBLIC int GpuArray_write(GpuArray* dst, const void* src, size_t src_sz);
GPUARRAY_PUBLIC int GpuArray_read(void* dst, size_t dst_sz, const GpuArray* src);
/* Every byte of a one-segment array becomes `data`. */
GPUARRAY_PUBLIC int GpuArray_memset(GpuArray* a, int data);
GPUARRAY_PUBLIC int GpuArray_copy(GpuArray* res, const GpuArray* a, ga_order order);
/* Copies between contexts; both arrays are of one segment, type and size. */
GPUARRAY_PUBLIC int GpuArray_transfer(GpuArray* res, const GpuArray* a);
/* n views *rs[] of `a` cut at the n - 1 places p[] along an axis. */
GPUARRAY_PUBLIC int GpuArray_split(GpuArray** rs, const GpuArray* a, size_t n, size_t* p, unsigned int axis);
/* A new array of type `restype` with n arrays one behind the other along an axis. */
GPUARRAY_PUBLIC int GpuArray_concatenate(GpuArray* r, const GpuArray** as, size_t n, unsigned int axis,
                                         int restype);
/* As gpucontext_error() for the array's context. */
GPUARRAY_PUBLIC const char* GpuArray_error(const GpuArray* a, int err);
/* Facts of the array as text; its elements as bytes. */
GPUARRAY_PUBLIC void GpuArray_fprintf(FILE* fd, const GpuArray* a);
GPUARRAY_PUBLIC int GpuArray_fdump(FILE* fd, const GpuArray* a);
/* Largest elements and their places (GA_SIZE) over reduxLen axes reduxList[]; both results are new arrays. */
GPUARRAY_PUBLIC int GpuArray_maxandargmax(GpuArray* dstMax, GpuArray* dstArgmax, const GpuArray* src,
                                          unsigned reduxLen, const unsigned* reduxList);

#ifdef __cplusplus
}
#endif
#endif
