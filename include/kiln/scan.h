/* SPDX-License-Identifier: Apache-2.0
 * Cumulative operations along an axis, and differences. Deterministic. Results and `destination` as in kiln/index.h. */
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
  kiln_dtype dtype; /* of the result, also computed in; KILN_DTYPE_AUTO: the operation's own */
  int include_initial; /* not 0: the result has one element more along the axis, the identity before all others
                          (behind them with `reverse`). Not for max, min, nor with `exclusive` */
} kiln_scan_options;
#define KILN_SCAN_OPTIONS_INIT \
  { sizeof(kiln_scan_options), -1, 0, 0, KILN_DTYPE_AUTO, 0 }
/* Results and `destination` as in kiln/index.h; `options` NULL: along the last axis. A 0-d
 * array is flattened. */
KILN_API kiln_status kiln_array_scan(kiln_array array, kiln_scan_op op, const kiln_scan_options* options,
                                     kiln_array destination, kiln_array* out);
/* array[i + 1] - array[i] along `axis`, `count` times (0: a copy): count elements fewer, at least 0. `prepend` and
 * `append`, or NULL, are first put at the ends along the axis, as kiln_array_concat does. Of numbers; unsigned ones
 * wrap. Workspace: an array for each time but the last, of which two exist at once; the joined array. */
KILN_API kiln_status kiln_array_diff(kiln_array array, int64_t count, int64_t axis, kiln_array prepend,
                                     kiln_array append, kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
