/* SPDX-License-Identifier: Apache-2.0
 * Reductions of GpuArrays over any set of axes: sums, extrema, statistics, logic, and reductions that the
 * caller writes. All are deterministic: the order in which elements are combined depends only on shapes,
 * strides and the device.
 *
 * "Workspace" in the comments below names the temporary device memory of a call beside its operands and
 * results. */
#ifndef KILN_REDUCE_H
#define KILN_REDUCE_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reductions, and the dtype of each one's result if the options name none. "A" is the array's dtype.
 * float16 and bfloat16 are accumulated in float32. NaN propagates. MAX, MIN, VAR, STD, ARGMAX, ARGMIN and
 * LOGSUMEXP refuse complex arrays (KILN_TYPE_ERROR). */
typedef enum kiln_reduce_op {
  KILN_REDUCE_SUM = 0,           /* the sum; int64 for bool and signed integers, uint64 for unsigned ones, else A; 0
                                    without elements */
  KILN_REDUCE_PROD = 1,          /* the product; dtypes as SUM; 1 without elements */
  KILN_REDUCE_MAX = 2,           /* the greatest element; A; an error without elements */
  KILN_REDUCE_MIN = 3,           /* the least element; A; an error without elements */
  KILN_REDUCE_MEAN = 4,          /* the mean; floatX for integers and bool, else A; NaN without elements */
  KILN_REDUCE_VAR = 5,           /* the sum of squared deviations divided by (n - correction); dtypes as MEAN */
  KILN_REDUCE_STD = 6,           /* the square root of VAR */
  KILN_REDUCE_ANY = 7,           /* bool: whether some element is not 0; false without elements */
  KILN_REDUCE_ALL = 8,           /* bool: whether all elements are not 0; true without elements */
  KILN_REDUCE_COUNT_NONZERO = 9, /* int64: how many elements are not 0 */
  KILN_REDUCE_ARGMAX = 10,       /* int64: the position of the first maximum in C order of the reduced axes, or of
                                    the first NaN if there is one */
  KILN_REDUCE_ARGMIN = 11,       /* int64: the position of the first minimum, likewise */
  KILN_REDUCE_NORM = 12,         /* the square root of the sum of squared magnitudes; floatX for integers and bool,
                                    the real dtype for complex ones, else A */
  /* Log of the sum of exp(element), without overflow; dtypes as MEAN; -inf without elements. */
  KILN_REDUCE_LOGSUMEXP = 13
} kiln_reduce_op;

/* What a reduction needs beside its array. KILN_REDUCE_OPTIONS_INIT sets the defaults, which are 0 for all
 * fields but struct_size and dtype. */
typedef struct kiln_reduce_options {
  size_t struct_size;
  const int64_t* axes; /* the axes to reduce; negative ones count from the end; NULL: all */
  size_t axis_count;   /* their number if axes is not NULL; 0: no axis is reduced */
  int keepdims;        /* not 0: reduced axes stay, with extent 1 */
  kiln_dtype dtype;    /* of the result and of the computation; KILN_DTYPE_AUTO: the operation's own. For
                          KILN_BOOL, SUM and MAX are ANY, and PROD and MIN are ALL */
  double correction;   /* for VAR and STD */
} kiln_reduce_options;
#define KILN_REDUCE_OPTIONS_INIT \
  { sizeof(kiln_reduce_options), NULL, 0, 0, KILN_DTYPE_AUTO, 0.0 }

/* Reduces `array`. options NULL means all axes. If `destination` is NULL, *out receives a new array.
 * Otherwise the result goes to `destination`, which must have the result's shape and may share memory with
 * `array`. It keeps its dtype, so the options must name none. `out` may then be NULL, else it receives
 * another reference to the destination. */
KILN_API kiln_status kiln_array_reduce(kiln_array array, kiln_reduce_op op, const kiln_reduce_options* options,
                                       kiln_array destination, kiln_array* out);

/* The norm of order `ord` of vectors, over the axes of `options`: (sum |a|^ord)^(1/ord). Some orders have a
 * meaning of their own:
 *
 *   2          KILN_REDUCE_NORM
 *   1          the sum of magnitudes
 *   0          the number of elements that are not 0
 *   infinity   the greatest magnitude; -infinity the least; both are an error without elements
 *
 * NaN is KILN_INVALID_ARGUMENT. The result is real: floatX for integers and bool, the real dtype for complex
 * ones, else A. options->dtype may be a real floating-point dtype; options->correction is 0. `destination` is
 * as in kiln_array_reduce(). Workspace: that of a reduction. An order that is neither one of these nor a whole
 * number from -16 to 16 costs more: CPU devices also store the powers of all elements, and other devices
 * compile a kernel for each such order. */
KILN_API kiln_status kiln_array_vector_norm(kiln_array array, double ord, const kiln_reduce_options* options,
                                            kiln_array destination, kiln_array* out);

/* Reduces runs. A run is a series of equal neighbours among the 1-d `keys`, which have any dtype and one
 * element for each element along `axis`; every NaN is a run of its own. Keys that are not sorted may form
 * several runs of one key. `axis` may be negative, or KILN_AXIS_NONE for the flattened array. *keys_out
 * receives the key of each run (of keys that are equal and differ in bits, the last). *values_out receives
 * the reduction of each run; its extent along `axis` is the number of runs. `op` is SUM, PROD, MAX, MIN,
 * MEAN, ANY, ALL or COUNT_NONZERO, with the dtypes of kiln_array_reduce(); others are KILN_INVALID_ARGUMENT.
 *
 * The call waits for the device to count the runs. Each destination may be NULL; otherwise it has the shape
 * that comes out, keeps its dtype, and shares no memory with the other. values_out may be NULL if there is a
 * destination for it, keys_out always.
 *
 * Workspace: an array of the array's shape in the dtype of the computation, results that have a destination,
 * and the workspace of kiln_scan_call(). Up to 4096 keys need a copy of keys that are not C-contiguous, and
 * results with room for as many runs as keys. More keys need a byte for each key and an int64 number for each
 * run; MEAN needs four such numbers and its result once more. */
KILN_API kiln_status kiln_array_reduce_by_key(kiln_array keys, kiln_array array, kiln_reduce_op op, int64_t axis,
                                              kiln_array keys_destination, kiln_array values_destination,
                                              kiln_array* keys_out, kiln_array* values_out);

/* ---- Statistics of two arrays ------------------------------------------------------------------ */

/* The weighted mean: the sum of weights * array divided by the sum of weights, as NumPy's average. `weights`
 * broadcast to the array's shape; 1-d weights may also lie along the axis if one axis is reduced and they
 * have its extent. options NULL means all axes; options->dtype is the dtype of the computation, and
 * options->correction is 0. The result has the dtype to which both arrays promote, with floatX in place of
 * integers and bool; float16 and bfloat16 are accumulated in float32. If the weights sum to 0, as without
 * elements, the division gives NaN or an infinity. `destination` is as in kiln_array_reduce() and may share
 * memory with both arrays. Workspace: that of a reduction of both. */
KILN_API kiln_status kiln_array_average(kiln_array array, kiln_array weights, const kiln_reduce_options* options,
                                        kiln_array destination, kiln_array* out);
/* The weighted variance: the sum of weights * (array - average)^2 divided by (sum of weights - correction),
 * where the divisor is at least 0. With correction 0 it is the variance of the population. With correction 1
 * it is the unbiased estimate where weights say how often an element occurred (`fweights` of numpy.cov). The
 * dtypes are real; otherwise arguments are as in kiln_array_average(). The result is NaN if a weight is
 * negative or NaN, or if an element is not finite, even one of weight 0. A large mean costs no digits. */
KILN_API kiln_status kiln_array_weighted_var(kiln_array array, kiln_array weights, const kiln_reduce_options* options,
                                             kiln_array destination, kiln_array* out);
/* The covariance matrix of variables, as numpy.cov. A variable is a row of `array` or of `other`, which may
 * be NULL. Its elements are the observations, and all variables have the same number of them. Element i, j is
 * the sum over the observations of (x_i - mean_i) * conj(x_j - mean_j), divided by (observations -
 * correction), where the divisor is at least 0. A 1-d or 0-d array is one variable. A single variable gives a
 * 0-d result. dtypes are real or complex and promote, with floatX in place of integers and bool; float16 and
 * bfloat16 are computed in float32. Deviations are taken before products, so that a large mean costs no
 * digits. Without observations the result is NaN. `destination` is as in kiln_array_reduce(). Workspace: the
 * deviations, converted copies, a matrix if the result has a destination or is float16 or bfloat16, and that
 * of kiln_array_matmul(). */
KILN_API kiln_status kiln_array_cov(kiln_array array, kiln_array other, double correction, kiln_array destination,
                                    kiln_array* out);
/* The correlation coefficients of the same variables, as numpy.corrcoef: the covariances divided by the
 * square roots of both variances. Real and imaginary parts are from -1 to 1, even where squares would
 * overflow or underflow. A coefficient is NaN if one of its variables does not vary. Workspace: as above, and
 * always a matrix of the result's shape. */
KILN_API kiln_status kiln_array_corrcoef(kiln_array array, kiln_array other, kiln_array destination, kiln_array* out);

/* ---- Reductions that the caller writes --------------------------------------------------------- */

/* Prepares a reduction from expressions (docs/reference/expressions.md):
 *
 *   identity  "s = 0"        names the accumulators and sets them to values that leave unchanged what they are
 *                            combined with
 *   map       "s = a*b"      computes an element's accumulators from the inputs. Only here index() may be used:
 *                            the element's position among those that are reduced
 *   combine   "s = s + s_"   combines two sets of accumulators; those of the right set have _ appended to their
 *                            names. `combine` must be associative and commutative
 *   finish    "r = sqrt(s)"  computes the results from the accumulators and n, the number of elements (int64)
 *
 * The operators are C's: for integers `/` truncates and `%` has the sign of its left side (kiln/elementwise.h).
 * The inputs are ordered as `map` first reads them. There are at most 32 inputs and
 * results together. KILN_INVALID_ARGUMENT, here or at the call whose dtypes and axes decide it: the device has no
 * room for the accumulators or for the kernel's arguments; the message tells how much it has. No accumulator may
 * be called n, or have the name of another with _ appended. */
KILN_API kiln_status kiln_reduction_create(kiln_context context, const char* identity, const char* map,
                                           const char* combine, const char* finish, kiln_reduction* out);
KILN_API kiln_reduction kiln_reduction_retain(kiln_reduction reduction);
KILN_API void kiln_reduction_release(kiln_reduction reduction);
/* Queues the reduction of `count` inputs, which broadcast. out[i] receives result i; the results are ordered
 * as `finish` assigns them. `options`, which may be NULL, may name axes and keepdims. On failure every out[i]
 * is NULL. */
KILN_API kiln_status kiln_reduction_call(kiln_reduction reduction, size_t count, const kiln_array* inputs,
                                         const kiln_reduce_options* options, size_t out_count, kiln_array* out);
/* The same with `out_count` destinations. If destinations[i] is NULL, out[i] receives a new array. Otherwise
 * result i goes to destinations[i], which has the result's shape and keeps its dtype. It may share memory
 * with inputs, but not with other destinations. out[i] then receives another reference to it. `out` may be
 * NULL if every result has a destination. */
KILN_API kiln_status kiln_reduction_call_into(kiln_reduction reduction, size_t count, const kiln_array* inputs,
                                              const kiln_reduce_options* options, size_t out_count,
                                              const kiln_array* destinations, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
