/* SPDX-License-Identifier: Apache-2.0
 * Cumulative operations (scans) along an axis: built-in ones, ones that the caller writes, scans by key, and
 * differences. All are deterministic. Results and `destination` are as in kiln/index.h, "Workspace" as in
 * kiln/reduce.h. */
#ifndef KILN_SCAN_H
#define KILN_SCAN_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The built-in scans. "A" is the array's dtype. */
typedef enum kiln_scan_op {
  KILN_SCAN_SUM = 0, /* dtypes as KILN_REDUCE_SUM; floating-point numbers are added in a fixed order */
  KILN_SCAN_PROD = 1,
  KILN_SCAN_MAX = 2, /* A; complex arrays are KILN_TYPE_ERROR; from a NaN on all results are NaN */
  KILN_SCAN_MIN = 3
} kiln_scan_op;
/* What a scan needs beside its array. */
typedef struct kiln_scan_options {
  size_t struct_size;
  int64_t axis;     /* a negative one counts from the end; KILN_AXIS_NONE: the flattened array */
  int exclusive;    /* not 0: result i is that of the elements before i; the first is the identity. Not for MAX
                       and MIN */
  int reverse;      /* not 0: the scan runs from the end */
  kiln_dtype dtype; /* of the result and of the computation; KILN_DTYPE_AUTO: the operation's own */
  /* Not 0: the result has one more element along the axis, the identity, at its beginning (with `reverse` at
   * its end). Not for MAX and MIN, and not with `exclusive`. */
  int include_initial;
} kiln_scan_options;
#define KILN_SCAN_OPTIONS_INIT \
  { sizeof(kiln_scan_options), -1, 0, 0, KILN_DTYPE_AUTO, 0 }
/* Scans the array along an axis, as NumPy's cumsum and cumprod do. options NULL means the last axis. A 0-d
 * array is flattened. */
KILN_API kiln_status kiln_array_scan(kiln_array array, kiln_scan_op op, const kiln_scan_options* options,
                                     kiln_array destination, kiln_array* out);
/* Scans runs: the scan begins anew wherever the key differs from the one before it along the axis. Every NaN
 * differs from all others. `keys` have any dtype. They are 1-d with one element for each element along the
 * axis, or have another number of dimensions and broadcast to the array's shape; other shapes are
 * KILN_SHAPE_ERROR. With `reverse` the runs are the same, and each is scanned from its end. With `exclusive`
 * the first result of each run is the identity. include_initial must be 0. Workspace: that of
 * kiln_scan_call(), and the result once more if it goes to memory of the keys. */
KILN_API kiln_status kiln_array_scan_by_key(kiln_array keys, kiln_array array, kiln_scan_op op,
                                            const kiln_scan_options* options, kiln_array destination, kiln_array* out);

/* ---- Scans that the caller writes -------------------------------------------------------------- */

/* Prepares a scan from expressions, which are the parts of kiln_reduction_create() (kiln/reduce.h) with these
 * meanings:
 *
 *   identity  "s = 0"       names the accumulators and sets them to values that leave unchanged what they are
 *                           combined with
 *   map       "s = x"       computes an element's accumulators from the inputs. index() is the element's
 *                           position along the axis
 *   combine   "s = s + s_"  combines two sets of accumulators; those of the right set have _ appended to their
 *                           names. The left set is that of the earlier elements. `combine` must be associative
 *                           and need not be commutative
 *   finish    "r = s"       computes an element's results from the accumulators of all elements up to it and
 *                           n, the number of elements along the axis (int64)
 *
 * For inputs, limits and names the rules of kiln_reduction_create() hold. */
KILN_API kiln_status kiln_scan_create(kiln_context context, const char* identity, const char* map, const char* combine,
                                      const char* finish, kiln_scan* out);
KILN_API kiln_scan kiln_scan_retain(kiln_scan scan);
KILN_API void kiln_scan_release(kiln_scan scan);
/* Queues the scan of `count` inputs, which broadcast. out[i] receives result i; the results are ordered as
 * `finish` assigns them. A result has the inputs' shape and the dtype of its expression (float32 in place of
 * float16 and bfloat16). `options`, which may be NULL, may name the axis, exclusive and reverse. With
 * exclusive the results come from the accumulators of the elements before, the first from the identity. On
 * failure every out[i] is NULL. Workspace: accumulators of chunks of rows, if there are too few rows to
 * fill the device; and copies of inputs that are transposed, or whose axes beside the scanned one cannot be
 * joined into two. */
KILN_API kiln_status kiln_scan_call(kiln_scan scan, size_t count, const kiln_array* inputs,
                                    const kiln_scan_options* options, size_t out_count, kiln_array* out);
/* The same with `out_count` destinations. If destinations[i] is NULL, out[i] receives a new array. Otherwise
 * result i goes to destinations[i], which has the result's shape and keeps its dtype. It may share memory
 * with inputs, but not with other destinations. out[i] then receives another reference to it. `out` may be
 * NULL if every result has a destination. */
KILN_API kiln_status kiln_scan_call_into(kiln_scan scan, size_t count, const kiln_array* inputs,
                                         const kiln_scan_options* options, size_t out_count,
                                         const kiln_array* destinations, kiln_array* out);

/* The differences array[i + 1] - array[i] along `axis`, taken `count` times, as NumPy's diff. The axis has
 * `count` elements fewer in the result, at least 0; count 0 copies the array. `prepend` and `append` may be
 * NULL; otherwise they are joined to the ends of the axis first, as by kiln_array_concat(). bool is
 * KILN_TYPE_ERROR; unsigned integers wrap. Workspace: the joined array, and an array for each time but the
 * last, of which two exist at once. */
KILN_API kiln_status kiln_array_diff(kiln_array array, int64_t count, int64_t axis, kiln_array prepend,
                                     kiln_array append, kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
