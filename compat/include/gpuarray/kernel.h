/* SPDX-License-Identifier: Apache-2.0
 * Kernels with room for their arguments. */
#ifndef KILN_COMPAT_KERNEL_H
#define KILN_COMPAT_KERNEL_H

#include <gpuarray/array.h>
#include <gpuarray/buffer.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _GpuKernel {
  gpukernel* k;
  void** args; /* one place for each argument */
} GpuKernel;

/* Makes a kernel as gpukernel_init() does. On failure *k is cleared. */
GPUARRAY_PUBLIC int GpuKernel_init(GpuKernel* k, gpucontext* ctx, unsigned int count, const char** strs,
                                   const size_t* lens, const char* name, unsigned int argcount, const int* types,
                                   int flags, char** err_str);
/* Releases the kernel and clears the struct. */
GPUARRAY_PUBLIC void GpuKernel_clear(GpuKernel* k);
/* The kernel's context, without a new reference. */
GPUARRAY_PUBLIC gpucontext* GpuKernel_context(GpuKernel* k);
/* Sets argument i as gpukernel_setarg() does. */
GPUARRAY_PUBLIC int GpuKernel_setarg(GpuKernel* k, unsigned int i, void* val);
/* Chooses *gs groups of *ls work-items for `n` elements. A number that is not 0 is kept, and only the other one is
 * chosen. There may be fewer work-items than elements, or more, so the kernel must loop and check. */
GPUARRAY_PUBLIC int GpuKernel_sched(GpuKernel* k, size_t n, size_t* gs, size_t* ls);
/* Queues the kernel as gpukernel_call() does. */
GPUARRAY_PUBLIC int GpuKernel_call(GpuKernel* k, unsigned int n, const size_t* gs, const size_t* ls, size_t shared,
                                   void** args);
/* The result of gpucontext_error() for the kernel's context. */
GPUARRAY_PUBLIC const char* GpuKernel_error(const GpuKernel* k, int err);

#ifdef __cplusplus
}
#endif
#endif
