/* SPDX-License-Identifier: Apache-2.0
 * Error codes. */
#ifndef KILN_COMPAT_ERROR_H
#define KILN_COMPAT_ERROR_H

#include <gpuarray/config.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ga_error {
  GA_NO_ERROR = 0,
  GA_MEMORY_ERROR = 1,      /* device or host memory ran out */
  GA_VALUE_ERROR = 2,       /* an argument is out of range or contradicts another, or a shape does not fit */
  GA_IMPL_ERROR = 3,        /* a call of the vendor failed, or a kernel did not compile: see gpucontext_error() */
  GA_INVALID_ERROR = 4,     /* a property, type, flag or kernel name is unknown */
  GA_UNSUPPORTED_ERROR = 5, /* not possible on this layout or backend */
  GA_SYS_ERROR = 6,         /* the operating system failed; see errno */
  GA_RUN_ERROR = 7,
  GA_DEVSUP_ERROR = 8, /* the device or its libraries cannot do it */
  GA_READONLY_ERROR = 9,
  GA_WRITEONLY_ERROR = 10,
  GA_BLAS_ERROR = 11,
  GA_UNALIGNED_ERROR = 12,
  GA_COPY_ERROR = 13,  /* a copy is needed and was forbidden */
  GA_NODEV_ERROR = 14, /* no such device */
  GA_MISC_ERROR = 15,
  GA_COMM_ERROR = 16,
  GA_XLARGE_ERROR = 17, /* a size does not fit its type */
  GA_LOAD_ERROR = 18    /* a shared library cannot be loaded */
};

/* A text for a code, also for an unknown one. The string is static. */
GPUARRAY_PUBLIC const char* gpuarray_error_str(int err);

#ifdef __cplusplus
}
#endif
#endif
