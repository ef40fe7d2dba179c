/* SPDX-License-Identifier: Apache-2.0
 * Reductions of GpuArrays over any set of axes: sums, extrema, statistics, logic, and reductions of the
 * caller's own. All are deterministic: the order of combination depends on shapes, strides and the device
 * alone. */
#ifndef KILN_REDUCE_H
#define KILN_REDUCE_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* dtype of the result, where the options name none (A: the array's dtype). float16 and bfloat16 are
 * accumulated in float32. NaN propagates. */
typedef enum kiln_reduce_op {
  KILN_REDUCE_SUM =
      0, /* int64 of bool and signed integers, uint64 of unsigned ones, else A; 0 without elements */
  KILN_REDUCE_PROD = 1, /* the same dtypes; 1 without elements */
  KILN_REDUCE_MAX = 2,  /* A, real; an error without elements */
  KILN_REDUCE_MIN = 3,  /* A, real; an error without elements */
  KILN_REDUCE_MEAN = 4, /* floatX of integers and bool, else A; NaN without elements */
  KILN_REDUCE_VAR =
      5, /* real; floatX of integers and bool, else A; sum of squared deviations by (n - correction) */
  KILN_REDUCE_STD = 6,           /* the square root of var */
  KILN_REDUCE_ANY = 7,           /* bool: is an element not 0; false without elements */
  KILN_REDUCE_ALL = 8,           /* bool: are all elements not 0; true without elements */
  KILN_REDUCE_COUNT_NONZERO = 9, /* int64 */
  KILN_REDUCE_ARGMAX = 10, /* int64: place of the first maximum in C order of the reduced axes, of the first
                              NaN if there is one */
  KILN_REDUCE_ARGMIN = 11, /* int64 */
  KILN_REDUCE_NORM = 12, /* sqrt of the sum of squared magnitudes; floatX of integers and bool, the real dtype
                            of complex ones, else A */
  KILN_REDUCE_LOGSUMEXP = 13 /* log of the sum of exp without overflow; real; -inf without elements */
} kiln_reduce_op;

/* Zero-initialised fields are the defaults of KILN_REDUCE_OPTIONS_INIT but for struct_size and dtype. */
typedef struct kiln_reduce_options {
  size_t struct_size;
  const int64_t* axes; /* the axes that go, negative ones count from the end; NULL: all */
  size_t axis_count;   /* with axes not NULL; 0: none go */
  int keepdims;        /* not 0: axes that go stay with extent 1 */
  kiln_dtype dtype;    /* of the result, also computed in; KILN_DTYPE_AUTO: the operation's own. Of bool sum
                          and max are any, prod and min are all */
  double correction;   /* of var and std */
} kiln_reduce_options;
#define KILN_REDUCE_OPTIONS_INIT \
  { sizeof(kiln_reduce_options), NULL, 0, 0, KILN_DTYPE_AUTO, 0.0 }

/* The reduction of `array`; `options` NULL: over all axes. `destination` NULL: *out receives a new array.
 * Otherwise the result goes there: it has the result's shape, its dtype stands (the options must name none)
 * and it may share memory with `array`; `out` may be NULL, else it receives another reference. */
KILN_API kiln_status kiln_array_reduce(kiln_array array, kiln_reduce_op op,
                                       const kiln_reduce_options* options, kiln_array destination,
                                       kiln_array* out);

/* The norm of order `ord` of vectors, (sum |a|^ord)^(1/ord) over the axes of `options`: 2 is
 * KILN_REDUCE_NORM, 1 the sum of magnitudes, 0 how many elements are not 0, infinity the greatest magnitude
 * and -infinity the least (both an error without elements); any other number, negative ones too, as the
 * formula says. KILN_INVALID_ARGUMENT for NaN. Real: floatX of integers and bool, the real dtype of complex
 * ones, else A; options->dtype is a real floating-point one, options->correction 0. `destination` as above.
 * Workspace: as a reduction; of other orders than those and whole ones up to 16, on CPU devices, the powers
 * of all elements. Elsewhere each such order is a kernel that is compiled. */
KILN_API kiln_status kiln_array_vector_norm(kiln_array array, double ord, const kiln_reduce_options* options,
                                            kiln_array destination, kiln_array* out);

/* Reductions of runs of equal neighbours among the 1-d `keys`, one for each element along `axis` (negative
 * ones count from the end; KILN_AXIS_NONE: of the flattened array), of any dtype; every NaN is a run of its
 * own. *keys_out: the key of each run (of equal ones its last); *values_out: the reduction of each run along
 * `axis`, whose extent becomes the number of runs. Keys that are not sorted may come several times. op: SUM,
 * PROD, MAX, MIN, MEAN, ANY, ALL or COUNT_NONZERO, with the dtypes of kiln_array_reduce;
 * KILN_INVALID_ARGUMENT for others. Waits for the device, to count the runs. Destinations, or NULL, have the
 * shapes that come out, and share no memory with each other; their dtypes stand. An out may be NULL where
 * there is a destination, keys_out in any case. Workspace: an array of the array's shape in the dtype that is
 * computed in; of up to 4096 keys a copy of those that are not packed, and results with room for as many
 * runs; of more a byte for each, and int64 numbers for each run, one or, of MEAN, four, and its result once
 * more; results that have a destination; as kiln_scan_call. */
KILN_API kiln_status kiln_array_reduce_by_key(kiln_array keys, kiln_array array, kiln_reduce_op op,
                                              int64_t axis, kiln_array keys_destination,
                                              kiln_array values_destination, kiln_array* keys_out,
                                              kiln_array* values_out);

/* ---- Statistics of two arrays ------------------------------------------------------------------ */

/* The weighted mean, sum of weights * array by sum of weights. `weights` broadcast to the array's shape; 1-d
 * ones lie along the axis where one axis goes and they have its extent. `options` NULL: over all axes; its
 * dtype is computed in, its correction 0. The dtype both promote to, floatX instead of integers and bool;
 * float16 and bfloat16 are accumulated in float32. Weights that sum to 0, as those of no elements, divide by
 * it: NaN or an infinity. `destination` as above; it may share memory with both. Workspace: as a reduction of
 * both. */
KILN_API kiln_status kiln_array_average(kiln_array array, kiln_array weights,
                                        const kiln_reduce_options* options, kiln_array destination,
                                        kiln_array* out);
/* The weighted variance, sum of weights * (array - average)^2 by (sum of weights - correction), at least 0:
 * with correction 0 that of the population, with 1 the unbiased estimate where weights say how often an
 * element came (as `fweights` of numpy.cov). Real; weights, dtypes and the rest as above. NaN where a weight
 * is negative or NaN, or an element is not finite, also of weight 0. A large mean costs no digits. */
KILN_API kiln_status kiln_array_weighted_var(kiln_array array, kiln_array weights,
                                             const kiln_reduce_options* options, kiln_array destination,
                                             kiln_array* out);
/* The covariances of variables, rows of `array`, each with as many observations: (variables, variables),
 * element i, j the sum over observations of (x_i - mean_i) conj(x_j - mean_j) by (observations - correction),
 * at least 0. Rows of `other`, or NULL, are further variables. Lists and numbers are one variable each, and
 * one variable in all gives a 0-d result, as numpy.cov does. Real and complex; dtypes promote, floatX instead
 * of integers and bool; float16 and bfloat16 are computed in float32. Deviations come before products, so
 * that a large mean costs no digits. NaN without observations. `destination` as above. Workspace: the
 * deviations, converted copies, a matrix where the result has a destination or is of halves, and what matmul
 * takes, which also says in what float32 is multiplied. */
KILN_API kiln_status kiln_array_cov(kiln_array array, kiln_array other, double correction,
                                    kiln_array destination, kiln_array* out);
/* The correlation coefficients of the same: cov by the square roots of both variances; each part from -1
 * to 1, also where squares would overflow or vanish. NaN beside a variable that does not vary. Workspace: a
 * matrix of the result's shape in any case. */
KILN_API kiln_status kiln_array_corrcoef(kiln_array array, kiln_array other, kiln_array destination,
                                         kiln_array* out);

/* ---- Reductions of the caller's own ------------------------------------------------------------ */

/* Prepares a reduction from expressions (docs/expressions.md):
 *   identity  "s = 0"         names the accumulators, and what combines with anything into that thing
 *   map       "s = a*b"       an element's accumulators from the inputs; index() is its place among those
 *                             that are reduced, and is here alone
 *   combine   "s = s + s_"    two sets of accumulators into one, the right one's names with _ behind them.
 *                             Must be associative and commutative
 *   finish    "r = sqrt(s)"   results from accumulators and n, the number of elements (int64)
 * Inputs come in the order in which `map` reads them. At most 16 accumulators, and 16 inputs and results
 * together. No accumulator is named n, or as the right side of another (s_ beside s). */
KILN_API kiln_status kiln_reduction_create(kiln_context context, const char* identity, const char* map,
                                           const char* combine, const char* finish, kiln_reduction* out);
KILN_API kiln_reduction kiln_reduction_retain(kiln_reduction reduction);
KILN_API void kiln_reduction_release(kiln_reduction reduction);
/* Queues it on `count` inputs, which broadcast. out[i] receives result i in order of assignment in `finish`;
 * `options` may name axes and keepdims. On failure every out[i] is NULL. */
KILN_API kiln_status kiln_reduction_call(kiln_reduction reduction, size_t count, const kiln_array* inputs,
                                         const kiln_reduce_options* options, size_t out_count,
                                         kiln_array* out);
/* The same with `out_count` destinations. destinations[i] NULL: out[i] receives a new array. Otherwise result
 * i goes there: it has the result's shape, its dtype stands, and it may share memory with inputs, but not
 * with other destinations; out[i] receives another reference. `out` may be NULL where every result has a
 * destination. */
KILN_API kiln_status kiln_reduction_call_into(kiln_reduction reduction, size_t count,
                                              const kiln_array* inputs, const kiln_reduce_options* options,
                                              size_t out_count, const kiln_array* destinations,
                                              kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
