/* SPDX-License-Identifier: Apache-2.0
 * Status codes, element types, errors, the log callback, and the rules that every Kiln header follows.
 *
 * Rules for the whole C API. A function's comment says only where it differs from them.
 *  - Results: a function that can fail returns kiln_status. Its outputs are its last parameters. On failure
 *    they are set to NULL or 0, and kiln_last_error() tells the message. A NULL handle, or a NULL pointer
 *    where the comment does not allow one, is KILN_INVALID_ARGUMENT.
 *  - Ownership: handles are counted. A function that writes a handle to an output gives the caller one
 *    reference, *_retain adds one, and *_release drops one. Retaining or releasing NULL does nothing.
 *    References may be released in any order, from any thread; an object keeps alive what it needs.
 *  - Threads: a handle may be used from any thread, and from several at once. Kiln serialises calls on one
 *    context where it must.
 *  - Waiting: calls queue work on the device and return. Only functions that read to the host, the
 *    *_synchronize and *_wait functions, and those whose comment says so wait for the device. An error that
 *    the device finds late is returned by the next call that waits.
 *  - Inputs: strings and lists are read during the call and copied where Kiln needs them later, so the caller
 *    may free them at return. Strings are UTF-8.
 *  - Structs of options and facts begin with struct_size, which the matching KILN_*_INIT macro sets. Fields
 *    that are missing at the end take their defaults, so programs built with an older header go on working.
 *  - Units: sizes are in bytes unless the name or the comment says otherwise. Shapes and indices count
 *    elements. */
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

/* The result of a call. New values are added at the end only. */
typedef enum kiln_status {
  KILN_OK = 0,
  KILN_INVALID_ARGUMENT = 1,   /* an argument is out of range, NULL or contradicts another */
  KILN_TYPE_ERROR = 2,         /* the operation or the device does not support a dtype */
  KILN_SHAPE_ERROR = 3,        /* shapes do not match, do not broadcast or do not fit */
  KILN_INDEX_ERROR = 4,        /* an index or an axis is out of range */
  KILN_READ_ONLY = 5,          /* the call would write a read-only or broadcast array */
  KILN_OUT_OF_MEMORY = 6,      /* device memory ran out; the message has the bytes asked for, in use and free */
  KILN_OUT_OF_HOST_MEMORY = 7, /* host memory ran out */
  KILN_NO_DEVICE = 8,          /* there is no such device, or its backend is unavailable; the message says why */
  KILN_UNSUPPORTED = 9,        /* the device or backend cannot do this */
  KILN_PARSE_ERROR = 10,       /* a text is not an expression; the message points at the column */
  KILN_BUILD_ERROR = 11,       /* a kernel did not compile; the error carries the build log */
  KILN_BACKEND_ERROR = 12,     /* a vendor call failed; the message names call and code */
  KILN_CONTEXT_MISMATCH = 13,  /* one call got objects of two contexts */
  KILN_FORKED = 14,            /* the context was opened before fork(); open a new one after exec */
  KILN_FLAG_ERROR = 15,        /* a flag is unknown or its value is bad; the message suggests the nearest */
  KILN_OVERFLOW = 16,          /* a size, or a number among the operands, does not fit its type */
  KILN_INTERNAL = 17,          /* Kiln has a defect; please report it */
  KILN_CALLBACK_FAILED = 18,   /* a callback of the program failed */
  KILN_FILE_ERROR = 19         /* a file cannot be read or written, or is not what its format says */
} kiln_status;

/* Element types. */
typedef enum kiln_dtype {
  KILN_DTYPE_AUTO = -1, /* in arguments only: the dtype that the operation's typing rules give */
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
  KILN_FLOATX = 100     /* in arguments only: the dtype that the flag floatX names */
} kiln_dtype;

/* The most dimensions an array may have. */
#define KILN_MAX_DIMS 32
/* Some operations take this value for an axis. They then work on the array flattened in C order. */
#define KILN_AXIS_NONE INT64_MIN

/* Handles. Each names an object that Kiln counts; see "Ownership" above. */
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

/* Facts of a thread's last failure. The strings stay valid until the next call that fails on the thread. */
typedef struct kiln_error_info {
  kiln_status status;
  int64_t vendor_code;   /* the error code of the vendor's API, 0 if it gave none */
  const char* message;   /* "operation: what was wrong, got X, expected Y" */
  const char* build_log; /* the compiler's output, "" if there is none */
} kiln_error_info;

/* Fills *out with the last failure on this thread. Before any failure the status is KILN_OK and the strings
 * are "". A later call that succeeds does not clear it. `out` NULL does nothing. This function never
 * fails. */
KILN_API void kiln_last_error(kiln_error_info* out);

/* A callback of the program calls this to say why it fails: `return kiln_callback_failed(status, text);`. It
 * sets this thread's last error and returns `status`. The call of Kiln that ran the callback then fails with
 * this status, and its message contains `message` (the first 4096 bytes of it; NULL means ""). KILN_OK, or a
 * number that is no status, becomes KILN_CALLBACK_FAILED. */
KILN_API kiln_status kiln_callback_failed(kiln_status status, const char* message);

/* The name of a status, such as "KILN_SHAPE_ERROR"; "KILN_UNKNOWN" for a number that is no status. The string
 * is static. */
KILN_API const char* kiln_status_name(kiln_status status);

/* The name of a dtype, such as "float32"; NULL for a number that is no dtype. The string is static. */
KILN_API const char* kiln_dtype_name(kiln_dtype dtype);
/* The size of one element in bytes; 0 for a number that is no dtype. For KILN_FLOATX it is the size of the
 * flag's dtype. */
KILN_API size_t kiln_dtype_size(kiln_dtype dtype);
/* *out receives the dtype called `name`, such as "float32" or "floatX". For an unknown name the result is
 * KILN_TYPE_ERROR, whose message suggests the nearest one. */
KILN_API kiln_status kiln_dtype_from_name(const char* name, kiln_dtype* out);
/* *out receives the dtype to which a and b promote, by the table of the Array API standard. An integer and a
 * floating-point dtype promote to the floating-point one (docs/reference/expressions.md). */
KILN_API kiln_status kiln_dtype_promote(kiln_dtype a, kiln_dtype b, kiln_dtype* out);

/* The kinds of dtypes. */
typedef enum kiln_dtype_kind {
  KILN_KIND_BOOL = 0,
  KILN_KIND_SIGNED = 1,
  KILN_KIND_UNSIGNED = 2,
  KILN_KIND_FLOAT = 3,
  KILN_KIND_COMPLEX = 4
} kiln_dtype_kind;

/* Facts of a dtype. For complex dtypes `bits` and all fields after it describe one part, real or
 * imaginary. For bool and integers `eps` and the fields after it are 0. */
typedef struct kiln_dtype_info {
  size_t struct_size;
  kiln_dtype dtype; /* for KILN_FLOATX the dtype that the flag names */
  kiln_dtype_kind kind;
  unsigned bits;       /* bits of an element */
  int64_t min_integer; /* the least value of bool and integers; else 0 */
  /* The greatest value of bool and integers; else 0. */
  uint64_t max_integer;
  double eps;             /* the distance from 1 to the next number */
  double smallest_normal; /* the smallest normal number above 0 */
  double max;             /* the largest finite number; the smallest is -max */
} kiln_dtype_info;
#define KILN_DTYPE_INFO_INIT \
  { sizeof(kiln_dtype_info), KILN_BOOL, KILN_KIND_BOOL, 0, 0, 0, 0, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_DTYPE_INFO_INIT. KILN_TYPE_ERROR: `dtype` is no
 * dtype. */
KILN_API kiln_status kiln_dtype_get_info(kiln_dtype dtype, kiln_dtype_info* out);

/* The version of the loaded library as major * 10000 + minor * 100 + patch. */
KILN_API unsigned kiln_version(void);

/* How serious a log line is. */
typedef enum kiln_log_level { KILN_LOG_INFO = 0, KILN_LOG_WARNING = 1 } kiln_log_level;

/* A function that receives log lines. `line` is one line without a newline and is valid during the call only;
 * `user` is the pointer given to kiln_set_log_callback(). Kiln calls it from any thread and never while it
 * holds one of its locks: lines that arise inside a call of the program are delivered when that call ends.
 * The callback may call Kiln and release Kiln's objects. */
typedef void (*kiln_log_callback)(kiln_log_level level, const char* line, void* user);

/* Sets the log callback of the process. With NULL, which is the default, log lines are dropped: the library
 * itself never prints. */
KILN_API void kiln_set_log_callback(kiln_log_callback callback, void* user);

#ifdef __cplusplus
}
#endif
#endif
