/* SPDX-License-Identifier: Apache-2.0
 * The CUDA functions of gpuarray_get_extension() with their types. Call setup_ext_cuda() once in each file
 * that uses them. */
#ifndef KILN_COMPAT_EXT_CUDA_H
#define KILN_COMPAT_EXT_CUDA_H

#include <cuda.h>

#include <gpuarray/buffer.h>
#include <gpuarray/extension.h>

#ifdef __cplusplus
extern "C" {
#endif

static void (*cuda_enter)(gpucontext*);
static void (*cuda_exit)(gpucontext*);
/* The properties stay the caller's; NULL stands for the defaults. libgpuarray's compiled library took this
 * parameter, whatever its header says. */
static gpucontext* (*cuda_make_ctx)(CUcontext, gpucontext_props*);
static CUstream (*cuda_get_stream)(void*);
static gpudata* (*cuda_make_buf)(void*, CUdeviceptr, size_t);
static size_t (*cuda_get_sz)(gpudata*);
static int (*cuda_wait)(gpudata*, int);
static int (*cuda_record)(gpudata*, int);
/* The handle is passed as a pointer to 64 bytes. libgpuarray's compiled library took a pointer, whatever its
 * header says. */
static int (*cuda_get_ipc_handle)(gpudata*, GpuArrayIpcMemHandle*);
static gpudata* (*cuda_open_ipc_handle)(gpucontext*, GpuArrayIpcMemHandle*, size_t);

static void setup_ext_cuda(void) {
  cuda_enter = (void (*)(gpucontext*))gpuarray_get_extension("cuda_enter");
  cuda_exit = (void (*)(gpucontext*))gpuarray_get_extension("cuda_exit");
  cuda_make_ctx = (gpucontext * (*)(CUcontext, gpucontext_props*)) gpuarray_get_extension("cuda_make_ctx");
  cuda_get_stream = (CUstream(*)(void*))gpuarray_get_extension("cuda_get_stream");
  cuda_make_buf = (gpudata * (*)(void*, CUdeviceptr, size_t)) gpuarray_get_extension("cuda_make_buf");
  cuda_get_sz = (size_t(*)(gpudata*))gpuarray_get_extension("cuda_get_sz");
  cuda_wait = (int (*)(gpudata*, int))gpuarray_get_extension("cuda_wait");
  cuda_record = (int (*)(gpudata*, int))gpuarray_get_extension("cuda_record");
  cuda_get_ipc_handle = (int (*)(gpudata*, GpuArrayIpcMemHandle*))gpuarray_get_extension("cuda_get_ipc_handle");
  cuda_open_ipc_handle =
      (gpudata * (*)(gpucontext*, GpuArrayIpcMemHandle*, size_t)) gpuarray_get_extension("cuda_open_ipc_handle");
}

#ifdef __cplusplus
}
#endif
#endif
