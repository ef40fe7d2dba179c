/* SPDX-License-Identifier: Apache-2.0
 * Kernels of the user's own, in the portable dialect (docs/kernels.md), raw OpenCL C or raw CUDA C. Kernel
 * source is code: it can read and write all memory of its context. */
#ifndef KILN_KERNEL_H
#define KILN_KERNEL_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kiln_language {
  KILN_LANGUAGE_PORTABLE = 0, /* OpenCL C plus Kiln's macros; runs on every device */
  KILN_LANGUAGE_OPENCL_C = 1, /* OpenCL devices only */
  KILN_LANGUAGE_CUDA_C = 2    /* CUDA devices only; declare kernels extern "C" __global__ */
} kiln_language;

/* Compiles (or finds in the cache) a source. `options` is a space-separated list of -D definitions, or NULL;
 * anything else is KILN_INVALID_ARGUMENT. KILN_BUILD_ERROR carries the build log; KILN_UNSUPPORTED: a
 * language the device has not. */
KILN_API kiln_status kiln_program_create(kiln_context context, const char* source, kiln_language language,
                                         const char* options, kiln_program* out);
KILN_API kiln_program kiln_program_retain(kiln_program program);
KILN_API void kiln_program_release(kiln_program program);

typedef enum kiln_parameter_kind {
  KILN_PARAMETER_INPUT = 0,        /* an array that is read: its first element's address */
  KILN_PARAMETER_OUTPUT = 1,       /* an array that is written */
  KILN_PARAMETER_INPUT_OUTPUT = 2, /* both */
  KILN_PARAMETER_SCALAR = 3,       /* a scalar of the dtype, passed by value */
  KILN_PARAMETER_LOCAL = 4,        /* local memory, so many bytes a group */
  KILN_PARAMETER_BYTES = 5,        /* a value of any type, as bytes: structs, vectors */
  KILN_PARAMETER_DYNAMIC_LOCAL =
      6 /* raw CUDA C: bytes a group of `extern __shared__`; not a parameter there */
} kiln_parameter_kind;

typedef struct kiln_parameter {
  kiln_parameter_kind kind;
  kiln_dtype dtype; /* elements of an array, or a scalar; ignored for the other kinds */
} kiln_parameter;

/* A kernel of a program, with the types of its parameters, at most 256. Wrong names give
 * KILN_INVALID_ARGUMENT listing the program's kernels where the driver tells them. Parameters that are not
 * those of the source are KILN_INVALID_ARGUMENT (their number) or KILN_TYPE_ERROR, as far as the source is
 * plain (docs/kernels.md). */
KILN_API kiln_status kiln_kernel_create(kiln_program program, const char* name, size_t count,
                                        const kiln_parameter* parameters, kiln_kernel* out);
KILN_API kiln_kernel kiln_kernel_retain(kiln_kernel kernel);
KILN_API void kiln_kernel_release(kiln_kernel kernel);

typedef struct kiln_kernel_properties {
  size_t struct_size;
  uint64_t max_local_size;     /* work-items of one group */
  uint64_t preferred_multiple; /* local sizes are best multiples of it */
  uint64_t local_memory;       /* bytes of one group, static */
} kiln_kernel_properties;
#define KILN_KERNEL_PROPERTIES_INIT \
  { sizeof(kiln_kernel_properties), 0, 0, 0 }
KILN_API kiln_status kiln_kernel_get_properties(kiln_kernel kernel, kiln_kernel_properties* out);

/* One argument: the member the parameter's kind asks for. */
typedef union kiln_kernel_argument {
  kiln_array array;
  int64_t i64;
  uint64_t u64;
  double f64;
  double c128[2];
  size_t local_bytes;
  struct {
    const void* data; /* copied; as many bytes as the kernel's parameter has */
    size_t size;
  } bytes;
} kiln_kernel_argument;

/* Queues the kernel over `global` work-items in groups of `local` (both of `ndim` 1 to 3 entries). local
 * NULL: Kiln proposes one. global need not be a multiple of local only if local is NULL; then the kernel must
 * check its index, since global is rounded up. Arrays and scalars are checked against the declared
 * parameters. */
KILN_API kiln_status kiln_kernel_launch(kiln_kernel kernel, size_t ndim, const size_t* global,
                                        const size_t* local, size_t count,
                                        const kiln_kernel_argument* arguments);

#ifdef __cplusplus
}
#endif
#endif
