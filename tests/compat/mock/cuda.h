/* SPDX-License-Identifier: Apache-2.0
 * The types of CUDA's header that gpuarray/ext_cuda.h names, for machines without the toolkit. */
#ifndef KILN_TESTS_COMPAT_MOCK_CUDA_H
#define KILN_TESTS_COMPAT_MOCK_CUDA_H

typedef struct CUctx_st* CUcontext;
typedef struct CUstream_st* CUstream;
typedef unsigned long long CUdeviceptr;

#endif
