/* SPDX-License-Identifier: Apache-2.0
 * What every gpuarray header needs: versions, export attribute, integer types.
 *
 * These headers declare the interface of libgpuarray 0.7.6 as Kiln provides it (docs/reference/libgpuarray.md). Rules
 * for all of it:
 *  - Functions return GA_NO_ERROR or another code of gpuarray/error.h; the text is in gpucontext_error() of
 * the context.
 *  - Sizes and offsets of buffers are in bytes, those of BLAS calls in elements, shapes in elements, strides
 * in bytes.
 *  - Work is queued and calls return; reads and the *_sync functions wait.
 *  - Any thread may use any object, but only one thread at a time may use the same object. The error text of a
 * context is that of the last failure in it. */
#ifndef KILN_COMPAT_CONFIG_H
#define KILN_COMPAT_CONFIG_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <gpuarray/abi_version.h>

#define GPUARRAY_API_VERSION 2

#if defined(__GNUC__)
#define GPUARRAY_PUBLIC __attribute__((visibility("default")))
#else
#define GPUARRAY_PUBLIC
#endif

#endif
