/* SPDX-License-Identifier: Apache-2.0
 * Order along an axis, and what follows from it. Real dtypes and bool; `unique`, `isin` and sets of complex
 * ones too. NaN comes last, also in descending order; -0.0 and 0.0 are equal. Sorting is stable in both
 * directions. `axis`: negative ones count from the end; KILN_AXIS_NONE: of the flattened array, which a 0-d
 * one needs. Results and `destination` as in kiln/index.h. */
#ifndef KILN_SORT_H
#define KILN_SORT_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The elements in order; the dtype stays. Workspace, where an axis is longer than 2048: up to two copies of
 * the array; for positions as many of 32-bit ones; a packed copy where the axis is not the last. */
KILN_API kiln_status kiln_array_sort(kiln_array array, int64_t axis, int descending, kiln_array destination,
                                     kiln_array* out);
/* The int64 positions that sort; those of equal elements stay in order. */
KILN_API kiln_status kiln_array_argsort(kiln_array array, int64_t axis, int descending,
                                        kiln_array destination, kiln_array* out);
/* The keys in order, and `values` of the keys' shape and of any dtype (complex too), each where its key goes;
 * those of equal keys stay in order. A destination for either, or NULL; the two share no memory with each
 * other, but may with keys and values. Either out may be NULL; what has neither a destination nor an out is
 * not computed. Workspace: argsort's and the int64 positions; results that go where keys or values lie. */
KILN_API kiln_status kiln_array_sort_by_key(kiln_array keys, kiln_array values, int64_t axis, int descending,
                                            kiln_array keys_destination, kiln_array values_destination,
                                            kiln_array* keys_out, kiln_array* values_out);
/* The k largest elements along `axis` in descending order (largest 0: the k smallest in ascending order), and
 * their int64 positions; of equal elements the first. NaN counts as larger than every number when k largest
 * are asked (as PyTorch's topk), and comes last among the smallest. Either out may be NULL. */
KILN_API kiln_status kiln_array_topk(kiln_array array, int64_t k, int64_t axis, int largest,
                                     kiln_array* values, kiln_array* indices);
/* The same with a destination for either, or NULL; the two share no memory. What has neither a destination
 * nor an out is not computed. */
KILN_API kiln_status kiln_array_topk_into(kiln_array array, int64_t k, int64_t axis, int largest,
                                          kiln_array values_destination, kiln_array indices_destination,
                                          kiln_array* values, kiln_array* indices);
/* The quantile q (from 0 to 1; 0.5: the median) of the elements along `axis`, of all with KILN_AXIS_NONE:
 * what is at place (n - 1) q of those in order, between two neighbours in proportion. floatX of integers and
 * bool, which are rounded to it first (int64 beyond 2^53, of float32 beyond 2^24), else the array's dtype;
 * float16 and bfloat16 are computed in float32. NaN where any of the elements is. Beside an infinity it is
 * that infinity, between both NaN; what is finite does not overflow. An error without elements where there
 * is a result. keepdims not 0: axes that go stay with extent 1. Workspace: the elements in order, and that of
 * sorting (GPUs: none for rows of up to 2048 elements along the last axis). */
KILN_API kiln_status kiln_array_quantile(kiln_array array, double q, int64_t axis, int keepdims,
                                         kiln_array destination, kiln_array* out);
/* The distinct elements of the flattened array, ascending, complex ones by their real parts, then by their
 * imaginary ones; every NaN is distinct, as the Array API asks. Waits for the device. indices: int64 position
 * of each one's first occurrence; inverse: of the array's shape, where each element is among the distinct;
 * counts: int64 occurrences. Those three may be NULL. */
KILN_API kiln_status kiln_array_unique(kiln_array array, kiln_array* values, kiln_array* indices,
                                       kiln_array* inverse, kiln_array* counts);
/* The same with destinations of the shapes that come out: values, indices, inverse, counts, each may be NULL;
 * no two share memory. What has one is computed; its out may be NULL. */
KILN_API kiln_status kiln_array_unique_into(kiln_array array, const kiln_array destinations[4],
                                            kiln_array* values, kiln_array* indices, kiln_array* inverse,
                                            kiln_array* counts);
/* Whether each element is among those of `values` (of any shape, also without elements), bool of the array's
 * shape; with `invert` not 0 whether it is not. Equal is what == says of both in their common dtype: NaN is
 * among nothing. Complex too: waits for the device, and takes at most 2^30 values. Workspace: the values in
 * order and that of sorting them, converted copies; complex: unique's of both with the inverse. */
KILN_API kiln_status kiln_array_isin(kiln_array array, kiln_array values, int invert, kiln_array destination,
                                     kiln_array* out);
typedef enum kiln_set_op {
  KILN_SET_UNION = 0,
  KILN_SET_INTERSECTION = 1,
  KILN_SET_DIFFERENCE = 2,          /* of a that are not in b */
  KILN_SET_SYMMETRIC_DIFFERENCE = 3 /* of one of both alone */
} kiln_set_op;
/* The distinct elements of that set of those of both flattened arrays, 1-d, as unique orders them. dtypes
 * promote; each NaN is equal to nothing, and so is in the union and in differences as often as it comes, and
 * in no intersection. Waits for the device. The destination has the shape that comes out. Workspace: unique's
 * of each or of both, isin's of intersections and differences, of a symmetric one the sort of both once more.
 */
KILN_API kiln_status kiln_array_set(kiln_array a, kiln_array b, kiln_set_op op, kiln_array destination,
                                    kiln_array* out);
/* For each value the int64 place where it keeps the ascending 1-d array in order: before equal elements, with
 * `right` not 0 behind them. dtypes promote. */
KILN_API kiln_status kiln_array_searchsorted(kiln_array sorted, kiln_array values, int right,
                                             kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
