/* SPDX-License-Identifier: Apache-2.0
 * Cumulative operations along an axis, the library's and the caller's own, also by key, and differences.
 * Deterministic. Results and `destination` as in kiln/index.h. */
#ifndef KILN_SCAN_H
#define KILN_SCAN_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kiln_scan_op {
  KILN_SCAN_SUM = 0, /* dtypes as KILN_REDUCE_SUM; floating-point sums in a fixed order */
  KILN_SCAN_PROD = 1,
  KILN_SCAN_MAX = 2, /* A, real; NaN stays from where it comes */
  KILN_SCAN_MIN = 3
} kiln_scan_op;
typedef struct kiln_scan_options {
  size_t struct_size;
  int64_t axis;  /* negative ones count from the end; KILN_AXIS_NONE: of the flattened array */
  int exclusive; /* not 0: element i holds the result of those before it; the first is the identity. Not for
                    max, min */
  int reverse;   /* not 0: from the end */
  kiln_dtype dtype;    /* of the result, also computed in; KILN_DTYPE_AUTO: the operation's own */
  int include_initial; /* not 0: the result has one element more along the axis, the identity before all
                          others (behind them with `reverse`). Not for max, min, nor with `exclusive` */
} kiln_scan_options;
#define KILN_SCAN_OPTIONS_INIT \
  { sizeof(kiln_scan_options), -1, 0, 0, KILN_DTYPE_AUTO, 0 }
/* Results and `destination` as in kiln/index.h; `options` NULL: along the last axis. A 0-d
 * array is flattened. */
KILN_API kiln_status kiln_array_scan(kiln_array array, kiln_scan_op op, const kiln_scan_options* options,
                                     kiln_array destination, kiln_array* out);
/* The same, but begun anew wherever the key is another than the one before it along the axis; every NaN is
 * another. `keys` of any dtype: 1-d, one for each element along the axis; or of another number of dimensions,
 * to broadcast to the array's shape. With `reverse` the runs are the same, each from its end; with
 * `exclusive` the first of each run is the identity. No include_initial. KILN_SHAPE_ERROR for keys that fit
 * neither way. Workspace: as kiln_scan_call; the result once more where it goes to memory of the keys. */
KILN_API kiln_status kiln_array_scan_by_key(kiln_array keys, kiln_array array, kiln_scan_op op,
                                            const kiln_scan_options* options, kiln_array destination,
                                            kiln_array* out);

/* ---- Scans of the caller's own ----------------------------------------------------------------- */

/* Prepares a scan from expressions, of the parts of kiln_reduction_create (kiln/reduce.h):
 *   identity  "s = 0"       names the accumulators, and what combines with anything into that thing
 *   map       "s = x"       an element's accumulators from the inputs; index() is its place along the axis
 *   combine   "s = s + s_"  two sets of accumulators into one, the right one's names with _ behind them.
 *                           Must be associative, not commutative: the left one is of what comes first
 *   finish    "r = s"       an element's results from the accumulators of it and all before it, and n, the
 *                           number of elements along the axis (int64)
 * Inputs, limits and names as there. */
KILN_API kiln_status kiln_scan_create(kiln_context context, const char* identity, const char* map,
                                      const char* combine, const char* finish, kiln_scan* out);
KILN_API kiln_scan kiln_scan_retain(kiln_scan scan);
KILN_API void kiln_scan_release(kiln_scan scan);
/* Queues it on `count` inputs, which broadcast. out[i] receives result i in order of assignment in `finish`,
 * of the inputs' shape and of the expression's dtype (of halves float32). `options` may name axis
 * (KILN_AXIS_NONE: of the flattened inputs), exclusive (results from the accumulators of the elements before;
 * the first from the identity) and reverse. On failure every out[i] is NULL. Workspace: none where rows fill
 * the device; else accumulators of chunks of rows; copies of inputs that lie across, or that have more axes
 * than collapse to two beside the scanned one. */
KILN_API kiln_status kiln_scan_call(kiln_scan scan, size_t count, const kiln_array* inputs,
                                    const kiln_scan_options* options, size_t out_count, kiln_array* out);
/* The same with `out_count` destinations. destinations[i] NULL: out[i] receives a new array. Otherwise result
 * i goes there: it has the result's shape, its dtype stands, and it may share memory with inputs, but not
 * with other destinations; out[i] receives another reference. `out` may be NULL where every result has a
 * destination. */
KILN_API kiln_status kiln_scan_call_into(kiln_scan scan, size_t count, const kiln_array* inputs,
                                         const kiln_scan_options* options, size_t out_count,
                                         const kiln_array* destinations, kiln_array* out);

/* array[i + 1] - array[i] along `axis`, `count` times (0: a copy): count elements fewer, at least 0.
 * `prepend` and `append`, or NULL, are first put at the ends along the axis, as kiln_array_concat does. Of
 * numbers; unsigned ones wrap. Workspace: an array for each time but the last, of which two exist at once;
 * the joined array. */
KILN_API kiln_status kiln_array_diff(kiln_array array, int64_t count, int64_t axis, kiln_array prepend,
                                     kiln_array append, kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
