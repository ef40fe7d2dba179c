/* SPDX-License-Identifier: Apache-2.0
 * Order along an axis, and what follows from it. The functions take real dtypes and bool; `unique`, `isin`
 * and sets take complex ones too. NaN comes last, also in descending order; -0.0 and 0.0 are equal. Sorting
 * is stable in both directions. A negative `axis` counts from the end; KILN_AXIS_NONE, which a 0-d array
 * needs, works on the flattened array. Results and `destination` are as in kiln/index.h, "Workspace" as in
 * kiln/reduce.h. */
#ifndef KILN_SORT_H
#define KILN_SORT_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The elements in ascending order along `axis`, or in descending order if `descending` is not 0. The dtype
 * stays. Workspace, only if the axis has more than 2048 elements: up to two copies of the array, for argsort
 * up to two arrays of 32-bit positions too, and a packed copy if the axis is not the last. */
KILN_API kiln_status kiln_array_sort(kiln_array array, int64_t axis, int descending, kiln_array destination,
                                     kiln_array* out);
/* The int64 positions that put the elements in order, as NumPy's argsort. Positions of equal elements stay in
 * order. */
KILN_API kiln_status kiln_array_argsort(kiln_array array, int64_t axis, int descending, kiln_array destination,
                                        kiln_array* out);
/* Sorts keys and moves values along with them: `values`, of the keys' shape and any dtype, complex too, are
 * put where their keys go. Values of equal keys stay in order. Each of the two destinations may be NULL; they
 * may share memory with keys and values, but not with each other. Each out may be NULL; what has neither a
 * destination nor an out is not computed. Workspace: that of kiln_array_argsort(), the int64 positions, and
 * results that go to memory of keys or values. */
KILN_API kiln_status kiln_array_sort_by_key(kiln_array keys, kiln_array values, int64_t axis, int descending,
                                            kiln_array keys_destination, kiln_array values_destination,
                                            kiln_array* keys_out, kiln_array* values_out);
/* The k largest elements along `axis` in descending order and their int64 positions; if `largest` is 0, the k
 * smallest in ascending order. Of equal elements the first comes first. NaN counts as larger than every
 * number among the largest (as in PyTorch's topk) and comes last among the smallest. Each out may be NULL. */
KILN_API kiln_status kiln_array_topk(kiln_array array, int64_t k, int64_t axis, int largest, kiln_array* values,
                                     kiln_array* indices);
/* The same with two destinations, each of which may be NULL; they share no memory with each other. What has
 * neither a destination nor an out is not computed. */
KILN_API kiln_status kiln_array_topk_into(kiln_array array, int64_t k, int64_t axis, int largest,
                                          kiln_array values_destination, kiln_array indices_destination,
                                          kiln_array* values, kiln_array* indices);
/* The quantile q of the elements along `axis`, or of all with KILN_AXIS_NONE, as NumPy's quantile. q is from
 * 0 to 1, and 0.5 is the median. Of n elements in order it is the one at position (n - 1) * q; between two
 * positions it is interpolated linearly. The dtype is the array's, or floatX for integers and bool. These are
 * converted to floatX first, which rounds numbers beyond 2^53 (float32: 2^24). float16 and bfloat16 are computed in
 * float32. If any of the elements is NaN, so is the result. Interpolation with an infinity gives that
 * infinity, and between both infinities NaN; between finite elements it does not overflow. A quantile of no
 * elements is an error. If keepdims is not 0, the reduced axes stay, with extent 1. Workspace: the elements
 * in order and that of sorting; a GPU needs none for rows of up to 2048 elements along the last axis. */
KILN_API kiln_status kiln_array_quantile(kiln_array array, double q, int64_t axis, int keepdims, kiln_array destination,
                                         kiln_array* out);
/* The distinct elements of the flattened array in ascending order, as the Array API's unique_all. Complex
 * numbers are ordered by their real parts, then by their imaginary parts. Every NaN is distinct. The call
 * waits for the device. *values receives the distinct elements, *indices the int64 position of the first
 * occurrence of each, *inverse an array of the array's shape with the int64 number of each element among the
 * distinct ones, and *counts the int64 number of occurrences. indices, inverse and counts may be NULL. */
KILN_API kiln_status kiln_array_unique(kiln_array array, kiln_array* values, kiln_array* indices, kiln_array* inverse,
                                       kiln_array* counts);
/* The same with four destinations, for values, indices, inverse and counts. Each may be NULL; otherwise it
 * has the shape that comes out, and no two share memory. A result with a destination is computed, and its out
 * may be NULL. */
KILN_API kiln_status kiln_array_unique_into(kiln_array array, const kiln_array destinations[4], kiln_array* values,
                                            kiln_array* indices, kiln_array* inverse, kiln_array* counts);
/* bool, of the array's shape: whether each element is equal to some element of `values`, as NumPy's isin; if
 * `invert` is not 0, whether it is not. `values` has any shape and may be empty. Two elements are equal if ==
 * says so in their common dtype, so NaN is equal to nothing. With complex dtypes the call waits for the
 * device and takes at most 2^30 values. Workspace: the values in order, that of sorting them, and converted
 * copies; for complex dtypes that of kiln_array_unique() of both with the inverse. */
KILN_API kiln_status kiln_array_isin(kiln_array array, kiln_array values, int invert, kiln_array destination,
                                     kiln_array* out);
/* Operations on the sets of elements of two arrays. */
typedef enum kiln_set_op {
  KILN_SET_UNION = 0,
  KILN_SET_INTERSECTION = 1,
  KILN_SET_DIFFERENCE = 2,          /* elements of a that are not in b */
  KILN_SET_SYMMETRIC_DIFFERENCE = 3 /* elements of exactly one of them */
} kiln_set_op;
/* The distinct elements of a set that is made of the elements of both flattened arrays, 1-d and ordered as by
 * kiln_array_unique(). dtypes promote. A NaN is equal to nothing: each one of them is in a union and in a
 * difference, and none is in an intersection. The call waits for the device. A destination has the shape that
 * comes out. Workspace: that of kiln_array_unique() of each array or of both, of kiln_array_isin() for
 * intersections and differences, and for a symmetric difference the sorted elements of both once more. */
KILN_API kiln_status kiln_array_set(kiln_array a, kiln_array b, kiln_set_op op, kiln_array destination,
                                    kiln_array* out);
/* Finds, for each value, the int64 position at which it can be inserted into the ascending 1-d array `sorted`
 * so that this stays in order, as NumPy's searchsorted. The position is before equal elements, or behind them
 * if `right` is not 0. dtypes promote. The result has the shape of `values`. */
KILN_API kiln_status kiln_array_searchsorted(kiln_array sorted, kiln_array values, int right, kiln_array destination,
                                             kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
