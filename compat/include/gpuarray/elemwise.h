/* SPDX-License-Identifier: Apache-2.0
 * Elementwise kernels that are made of C statements over named arguments. */
#ifndef KILN_COMPAT_ELEMWISE_H
#define KILN_COMPAT_ELEMWISE_H

#include <gpuarray/buffer.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _GpuElemwise;
typedef struct _GpuElemwise GpuElemwise;

/* What an argument is. */
#define GE_SCALAR 0x0001 /* a value from the host */
#define GE_READ 0x0002
#define GE_WRITE 0x0004

typedef struct _gpuelemwise_arg {
  const char* name; /* its name in the statements */
  int typecode;     /* the type of the elements or of the scalar; not GA_BUFFER */
  int flags;        /* GE_SCALAR, or GE_READ and GE_WRITE */
} gpuelemwise_arg;

/* Flags of GpuElemwise_new. */
#define GE_NOADDR64 0x0001    /* ignored; in libgpuarray: no kernels with 64-bit addresses */
#define GE_CONVERT_F16 0x0002 /* float16 is computed in float32 */

/* Flags of GpuElemwise_call. */
#define GE_BROADCAST 0x0100  /* extents of 1 are repeated */
#define GE_NOCOLLAPSE 0x0200 /* neighbouring dimensions are not joined */
#define GE_PADSHAPE 0x0400   /* shapes get extents of 1 on the left */

/* Makes a kernel. `expr` contains C statements over the names of the `n` arguments, which run once for each
 * element. `preamble`, or NULL, is put in front of the kernel. `nd` is ignored: a kernel for strided arrays is made
 * when a call first needs it. Texts and descriptors are copied. On failure the result is NULL, and
 * gpucontext_error(ctx, GA_IMPL_ERROR) has the reason and the compiler's log. */
GPUARRAY_PUBLIC GpuElemwise* GpuElemwise_new(gpucontext* ctx, const char* preamble, const char* expr, unsigned int n,
                                             gpuelemwise_arg* args, unsigned int nd, int flags);
/* NULL does nothing. */
GPUARRAY_PUBLIC void GpuElemwise_free(GpuElemwise* ge);
/* Queues the kernel. args has a GpuArray* for each array and a pointer to the value for each scalar. The
 * shape of the loop is that of the first array that is written. */
GPUARRAY_PUBLIC int GpuElemwise_call(GpuElemwise* ge, void** args, int flags);

#ifdef __cplusplus
}
#endif
#endif
