/* SPDX-License-Identifier: Apache-2.0
 * Functions that only one backend has; they are found by their names. */
#ifndef KILN_COMPAT_EXTENSION_H
#define KILN_COMPAT_EXTENSION_H

#include <gpuarray/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Unused: cuda_make_ctx takes no flags here, and the CUcontext always stays the caller's. */
#define GPUARRAY_CUDA_CTX_NOFREE 0x10000000

/* Flags of cuda_wait and cuda_record, which ignore them: both mean all work of the buffer's context. */
#define GPUARRAY_CUDA_WAIT_READ 0x10000
#define GPUARRAY_CUDA_WAIT_WRITE 0x20000

typedef struct _GpuArrayIpcMemHandle {
  char priv[64];
} GpuArrayIpcMemHandle;

/* The function called `name`, which the caller casts to its type, or NULL if the name is unknown.
 * docs/reference/libgpuarray.md lists the functions. */
GPUARRAY_PUBLIC void* gpuarray_get_extension(const char* name);

#ifdef __cplusplus
}
#endif
#endif
