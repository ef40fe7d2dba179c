/* SPDX-License-Identifier: Apache-2.0
 * The binary interface this library has: that of libgpuarray.so.3. */
#ifndef GPUARRAY_ABI_VERSION
#define GPUARRAY_ABI_VERSION 3000
#endif
