/* SPDX-License-Identifier: Apache-2.0
 * Kernels that the program writes itself: in the portable dialect (docs/reference/kernels.md), in OpenCL C or in CUDA
 * C. The source of a kernel is code: it can read and write all memory of its context. */
#ifndef KILN_KERNEL_H
#define KILN_KERNEL_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The language of a source. */
typedef enum kiln_language {
  KILN_LANGUAGE_PORTABLE = 0, /* OpenCL C with Kiln's macros, for every device */
  KILN_LANGUAGE_OPENCL_C = 1, /* for OpenCL devices only */
  KILN_LANGUAGE_CUDA_C = 2    /* for CUDA devices only; kernels are declared extern "C" __global__ */
} kiln_language;

/* Compiles a source, or finds it in the cache. `options` is a list of -D definitions separated by blanks, or
 * NULL; other options are KILN_INVALID_ARGUMENT. KILN_BUILD_ERROR: the source does not compile;
 * kiln_last_error() has the compiler's output. KILN_UNSUPPORTED: the device does not have the language. */
KILN_API kiln_status kiln_program_create(kiln_context context, const char* source, kiln_language language,
                                         const char* options, kiln_program* out);
KILN_API kiln_program kiln_program_retain(kiln_program program);
KILN_API void kiln_program_release(kiln_program program);

/* What a kernel's parameter is. */
typedef enum kiln_parameter_kind {
  KILN_PARAMETER_INPUT = 0,        /* an array that is read; the kernel gets the address of its first element */
  KILN_PARAMETER_OUTPUT = 1,       /* an array that is written */
  KILN_PARAMETER_INPUT_OUTPUT = 2, /* an array that is read and written */
  KILN_PARAMETER_SCALAR = 3,       /* a number of the dtype, passed by value */
  KILN_PARAMETER_LOCAL = 4,        /* local memory; the argument says how many bytes each group gets */
  KILN_PARAMETER_BYTES = 5,        /* a value of any other type, such as a struct or a vector, given as bytes */
  /* CUDA C only: the size of `extern __shared__` memory, which is not a parameter in the source. */
  KILN_PARAMETER_DYNAMIC_LOCAL = 6
} kiln_parameter_kind;

/* One parameter of a kernel. */
typedef struct kiln_parameter {
  kiln_parameter_kind kind;
  kiln_dtype dtype; /* of an array's elements or of a scalar; other kinds do not read it */
} kiln_parameter;

/* The kernel `name` of a program, whose `count` parameters, at most 256, the caller describes. An unknown
 * name is KILN_INVALID_ARGUMENT; its message lists the program's kernels where the driver tells them. Kiln
 * compares the parameters with the source where it can read them without compiling (docs/reference/kernels.md): another
 * number is KILN_INVALID_ARGUMENT, another type KILN_TYPE_ERROR. */
KILN_API kiln_status kiln_kernel_create(kiln_program program, const char* name, size_t count,
                                        const kiln_parameter* parameters, kiln_kernel* out);
KILN_API kiln_kernel kiln_kernel_retain(kiln_kernel kernel);
KILN_API void kiln_kernel_release(kiln_kernel kernel);

/* The name that the source gives a parameter, by its number from 0 on, or "" where the source is not plain
 * (docs/reference/kernels.md). *out lives as long as the kernel. KILN_INDEX_ERROR: there is no such parameter. */
KILN_API kiln_status kiln_kernel_parameter_name(kiln_kernel kernel, size_t index, const char** out);

/* Facts of a kernel on its device. */
typedef struct kiln_kernel_properties {
  size_t struct_size;
  uint64_t max_local_size;     /* the most work-items of one group */
  uint64_t preferred_multiple; /* local sizes that are a multiple of it run best */
  uint64_t local_memory;       /* bytes of local memory that the source itself declares for one group */
} kiln_kernel_properties;
#define KILN_KERNEL_PROPERTIES_INIT \
  { sizeof(kiln_kernel_properties), 0, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_KERNEL_PROPERTIES_INIT. */
KILN_API kiln_status kiln_kernel_get_properties(kiln_kernel kernel, kiln_kernel_properties* out);

/* One argument of a launch, in the member that the kind and the dtype of its parameter ask for. */
typedef union kiln_kernel_argument {
  kiln_array array;
  int64_t i64;    /* for bool and int8 to int64 */
  uint64_t u64;   /* for uint8 to uint64 */
  double f64;     /* for float16 to float64 */
  double c128[2]; /* for complex dtypes: the real part, then the imaginary part */
  size_t local_bytes;
  struct {
    const void* data; /* copied during the call; as many bytes as the parameter has */
    size_t size;
  } bytes;
} kiln_kernel_argument;

/* Queues the kernel over `global` work-items in groups of `local` work-items. Both have `ndim` entries, 1 to
 * 3. If `local` is NULL, Kiln chooses it and rounds `global` up to a multiple of it, so the kernel must check
 * its index. Otherwise `global` must be a multiple of `local`. `arguments` has `count` entries, one for each
 * parameter, against which it is checked. KILN_OVERFLOW: an integer dtype, or bool, does not hold a scalar. */
KILN_API kiln_status kiln_kernel_launch(kiln_kernel kernel, size_t ndim, const size_t* global, const size_t* local,
                                        size_t count, const kiln_kernel_argument* arguments);

#ifdef __cplusplus
}
#endif
#endif
