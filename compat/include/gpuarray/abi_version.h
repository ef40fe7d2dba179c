/* SPDX-License-Identifier: Apache-2.0
 * The version of the binary interface of this library, which is that of libgpuarray.so.3. */
#ifndef GPUARRAY_ABI_VERSION
#define GPUARRAY_ABI_VERSION 3000
#endif
