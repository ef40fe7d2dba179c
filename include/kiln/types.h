/* SPDX-License-Identifier: Apache-2.0
 * Status codes, element types, errors, log callback, and the rules every Kiln header follows.
 *
 * Rules for the whole C API:
 *  - Functions that can fail return kiln_status. Outputs come last and are set to NULL or 0 on failure.
 *  - Handles are counted: *_create gives the caller one reference, *_retain adds one, *_release drops
 *    one. Releasing NULL does nothing. Any order of release is safe, from any thread.
 *  - Handles may be used from any thread. Calls on one context are serialised where they must be.
 *  - Calls enqueue work and return. Reading to the host and the *_synchronize functions wait.
 *    An error found late by a device is reported by the next call that waits.
 *  - Option structs begin with struct_size: set it with the matching KILN_*_INIT macro. Missing trailing
 *    fields take their defaults, so programs built against an older header go on working.
 *  - Strings are UTF-8 and copied. Sizes are in bytes unless the name says otherwise.
 */
#ifndef KILN_TYPES_H
#define KILN_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include <kiln/version.h>

#if defined(__GNUC__)
#define KILN_API __attribute__((visibility("default")))
#else
#define KILN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. Values only grow at the end. */
typedef enum kiln_status {
  KILN_OK = 0,
  KILN_INVALID_ARGUMENT = 1,   /* an argument is out of range, NULL or contradictory */
  KILN_TYPE_ERROR = 2,         /* a dtype the operation or the device cannot take */
  KILN_SHAPE_ERROR = 3,        /* shapes that do not match, broadcast or fit */
  KILN_INDEX_ERROR = 4,        /* an index or axis out of range */
  KILN_READ_ONLY = 5,          /* a write to a read-only or broadcast array */
  KILN_OUT_OF_MEMORY = 6,      /* device memory; the message says asked, in use and free */
  KILN_OUT_OF_HOST_MEMORY = 7, /* host memory */
  KILN_NO_DEVICE = 8,          /* no such device, or its backend is unavailable: the message says why */
  KILN_UNSUPPORTED = 9,        /* the device or backend cannot do this */
  KILN_PARSE_ERROR = 10,       /* text that is not an expression; the message points at the column */
  KILN_BUILD_ERROR = 11,       /* a kernel did not compile; the error carries the build log */
  KILN_BACKEND_ERROR = 12,     /* a vendor call failed; the message names call and code */
  KILN_CONTEXT_MISMATCH = 13,  /* objects of two contexts in one call */
  KILN_FORKED = 14,            /* the context was opened before fork(); open a new one after exec */
  KILN_FLAG_ERROR = 15,        /* an unknown flag or a bad value; the message suggests the nearest */
  KILN_OVERFLOW = 16,          /* a size, or a number beside arrays, does not fit its type */
  KILN_INTERNAL = 17,          /* a defect in Kiln; please report it */
  KILN_CALLBACK_FAILED = 18    /* a function of the program that Kiln called */
} kiln_status;

/* Element types. */
typedef enum kiln_dtype {
  KILN_DTYPE_AUTO = -1, /* in arguments only: the dtype the expression itself has */
  KILN_BOOL = 0,
  KILN_INT8 = 1,
  KILN_INT16 = 2,
  KILN_INT32 = 3,
  KILN_INT64 = 4,
  KILN_UINT8 = 5,
  KILN_UINT16 = 6,
  KILN_UINT32 = 7,
  KILN_UINT64 = 8,
  KILN_FLOAT16 = 9,   /* IEEE binary16; arithmetic is done in float32 */
  KILN_BFLOAT16 = 10, /* arithmetic is done in float32 */
  KILN_FLOAT32 = 11,
  KILN_FLOAT64 = 12,
  KILN_COMPLEX64 = 13,  /* two float32 */
  KILN_COMPLEX128 = 14, /* two float64 */
  KILN_FLOATX = 100     /* in arguments only: the dtype named by the flag floatX */
} kiln_dtype;

/* The most dimensions an array may have. */
#define KILN_MAX_DIMS 32
/* In place of an axis, where an operation says so: the array as if flattened in C order. */
#define KILN_AXIS_NONE INT64_MIN

typedef struct kiln_context_s* kiln_context;
typedef struct kiln_queue_s* kiln_queue;
typedef struct kiln_event_s* kiln_event;
typedef struct kiln_buffer_s* kiln_buffer;
typedef struct kiln_array_s* kiln_array;
typedef struct kiln_expression_s* kiln_expression;
typedef struct kiln_elementwise_s* kiln_elementwise;
typedef struct kiln_reduction_s* kiln_reduction;
typedef struct kiln_scan_s* kiln_scan;
typedef struct kiln_random_s* kiln_random;
typedef struct kiln_program_s* kiln_program;
typedef struct kiln_kernel_s* kiln_kernel;

/* The last failure on this thread. Pointers stay valid until the next failing call on the thread. */
typedef struct kiln_error_info {
  kiln_status status;
  int64_t vendor_code;   /* the vendor's own code, 0 if none */
  const char* message;   /* "operation: what was wrong, got X, expected Y" */
  const char* build_log; /* the compiler's output, or "" */
} kiln_error_info;

/* Fills *out with the last failure on this thread (status KILN_OK and "" before any). Success of a later
 * call does not clear it. Never fails. */
KILN_API void kiln_last_error(kiln_error_info* out);

/* For the program's functions that Kiln calls back: sets this thread's last error and returns `status`, so
 * that the failed call's message has `message` (its first 4096 bytes; NULL: ""). A status that is none, or
 * KILN_OK, becomes KILN_CALLBACK_FAILED. Never fails otherwise. */
KILN_API kiln_status kiln_callback_failed(kiln_status status, const char* message);

/* "KILN_SHAPE_ERROR" for a status; "KILN_UNKNOWN" for a number that is none. Static storage. */
KILN_API const char* kiln_status_name(kiln_status status);

/* "float32" for a dtype; NULL for a number that is none. Static storage. */
KILN_API const char* kiln_dtype_name(kiln_dtype dtype);
/* Bytes of one element; 0 for a number that is no dtype. KILN_FLOATX gives the size of the flag's dtype. */
KILN_API size_t kiln_dtype_size(kiln_dtype dtype);
/* The dtype called `name` ("float32", "floatX"). KILN_TYPE_ERROR names the nearest. */
KILN_API kiln_status kiln_dtype_from_name(const char* name, kiln_dtype* out);
/* The dtype of a result of a and b: the Array API standard's table; an integer with a float gives the
 * float (see docs/expressions.md). */
KILN_API kiln_status kiln_dtype_promote(kiln_dtype a, kiln_dtype b, kiln_dtype* out);

typedef enum kiln_dtype_kind {
  KILN_KIND_BOOL = 0,
  KILN_KIND_SIGNED = 1,
  KILN_KIND_UNSIGNED = 2,
  KILN_KIND_FLOAT = 3,
  KILN_KIND_COMPLEX = 4
} kiln_dtype_kind;

typedef struct kiln_dtype_info {
  size_t struct_size;
  kiln_dtype dtype; /* KILN_FLOATX is resolved */
  kiln_dtype_kind kind;
  unsigned bits;       /* of an element; of complex ones: of each part, as all below */
  int64_t min_integer; /* of bool and integers; else 0 */
  uint64_t max_integer;
  double eps;             /* from 1 to the next number; of bool and integers 0, as the next two */
  double smallest_normal; /* above 0 */
  double max;             /* the largest finite number; the least is -max */
} kiln_dtype_info;
#define KILN_DTYPE_INFO_INIT \
  { sizeof(kiln_dtype_info), KILN_BOOL, KILN_KIND_BOOL, 0, 0, 0, 0, 0, 0 }
/* Fills *out, whose struct_size the caller sets (KILN_DTYPE_INFO_INIT). */
KILN_API kiln_status kiln_dtype_get_info(kiln_dtype dtype, kiln_dtype_info* out);

/* The version of the loaded library, major * 10000 + minor * 100 + patch. */
KILN_API unsigned kiln_version(void);

typedef enum kiln_log_level { KILN_LOG_INFO = 0, KILN_LOG_WARNING = 1 } kiln_log_level;

/* Called with one line without newline, from any thread, never with a lock of Kiln held: lines of an entry
 * that the program called come at its end. It may use Kiln and everything that is Kiln's. */
typedef void (*kiln_log_callback)(kiln_log_level level, const char* line, void* user);

/* Sets the process-wide log callback. The default, and NULL, write nothing: the library never prints. */
KILN_API void kiln_set_log_callback(kiln_log_callback callback, void* user);

#ifdef __cplusplus
}
#endif
#endif
