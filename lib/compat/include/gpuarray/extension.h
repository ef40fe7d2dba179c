/* SPDX-License-Identifier: Apache-2.0
 * Functions of one backend, found by name. */
#ifndef KILN_COMPAT_EXTENSION_H
#define KILN_COMPAT_EXTENSION_H

#include <gpuarray/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For cuda_make_ctx: the CUcontext stays the caller's. */
#define GPUARRAY_CUDA_CTX_NOFREE 0x10000000

/* For cuda_wait and cuda_record: which uses of a buffer. */
#define GPUARRAY_CUDA_WAIT_READ 0x10000
#define GPUARRAY_CUDA_WAIT_WRITE 0x20000

typedef struct _GpuArrayIpcMemHandle {
  char priv[64];
} GpuArrayIpcMemHandle;

/* The function called `name`, to be cast to its type (docs/libgpuarray.md lists the 14), or NULL for an
 * unknown name. */
GPUARRAY_PUBLIC void* gpuarray_get_extension(const char* name);

#ifdef __cplusplus
}
#endif
#endif
