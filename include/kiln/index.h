/* SPDX-License-Identifier: Apache-2.0
 * Elements by position: gather, scatter and masks; and arrays that are put together from others. For slices
 * see kiln_array_index(), which copies nothing.
 *
 * Results. If `destination` is NULL, *out receives a new C-order array. Otherwise the result goes to
 * `destination`, which must have the result's shape. It may have any strides and may share memory with any
 * operand. It keeps its dtype: the result is converted to it. `out` may then be NULL, else it receives
 * another reference to the destination.
 *
 * Indices. Index arrays have an integer dtype. An index from -n to -1 counts from the end of an axis of n
 * elements. The context's flag check_index says what an index outside -n .. n-1 does:
 *
 *   false (the default): the nearest index inside is taken
 *   true: no element is read or written there, and take gives 0. The next call that waits fails once with
 *     KILN_INDEX_ERROR; its message names the operation and the position of the first such index
 *
 * In neither case is memory outside the array touched. An index into an axis without elements fails at once
 * with KILN_INDEX_ERROR. If the result has no elements for another reason, no index is looked at. */
#ifndef KILN_INDEX_H
#define KILN_INDEX_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- By index arrays ---------------------------------------------------------------------------- */

/* array[..., indices, ...], as NumPy's take: the elements at `indices` along `axis`. The result has the
 * array's shape with the shape of `indices` in place of the axis. KILN_AXIS_NONE takes from the flattened
 * array. */
KILN_API kiln_status kiln_array_take(kiln_array array, kiln_array indices, int64_t axis, kiln_array destination,
                                     kiln_array* out);
/* out[i, j, k] = array[i, indices[i, j, k], k] for axis 1, as NumPy's take_along_axis. The shapes of both
 * broadcast along all axes but `axis`. */
KILN_API kiln_status kiln_array_take_along_axis(kiln_array array, kiln_array indices, int64_t axis,
                                                kiln_array destination, kiln_array* out);
/* array[..., indices, ...] = values, with `indices` along `axis`. `values` broadcasts to the shape that take
 * would give. If an index is repeated, the last of its values in C order of the indices stays. At most 2^30
 * indices. */
KILN_API kiln_status kiln_array_put(kiln_array array, kiln_array indices, int64_t axis, kiln_array values);
/* array[..., indices, ...] += values. The values of a repeated index add up in C order of the indices; for an
 * index that is repeated more than 1024 times a GPU may add them in parts. A device gives the same result
 * every time. float16 and bfloat16 are added in float32, and the sum of each element is rounded once. bool is
 * KILN_TYPE_ERROR. At most 2^30 indices. */
KILN_API kiln_status kiln_array_scatter_add(kiln_array array, kiln_array indices, int64_t axis, kiln_array values);

/* array[i, j, ...] with `count` index arrays for the first `count` axes, which broadcast, as NumPy's advanced
 * indexing. The result has their common shape, followed by the array's other axes. KILN_SHAPE_ERROR: there
 * are no index arrays, or more than the array has axes. With check_index the error names the position in the
 * index array at fault. */
KILN_API kiln_status kiln_array_take_at(kiln_array array, size_t count, const kiln_array* indices,
                                        kiln_array destination, kiln_array* out);
/* array[i, j, ...] = values. `values` broadcasts to the shape that take_at would give. If an element is named
 * more than once, the last of its values in C order of the indices stays. */
KILN_API kiln_status kiln_array_put_at(kiln_array array, size_t count, const kiln_array* indices, kiln_array values);
/* array[i, j, ...] += values. Repeated elements are added as by kiln_array_scatter_add(). */
KILN_API kiln_status kiln_array_scatter_add_at(kiln_array array, size_t count, const kiln_array* indices,
                                               kiln_array values);

/* ---- By masks: these wait for the device, since the results' shapes depend on elements ----------- */

/* array[mask]: the elements where `mask` is true, in C order. The mask is bool and has the shape of the array
 * or of its first axes, which become one axis in the result. A destination of another shape than the result's
 * is refused after the wait (KILN_SHAPE_ERROR). */
KILN_API kiln_status kiln_array_compress(kiln_array array, kiln_array mask, kiln_array destination, kiln_array* out);
/* array[mask] = values. `values` broadcasts to the shape that compress would give. If its first axis stands
 * for the masked ones and has more than one element, it needs one element for each true element of the mask
 * (KILN_SHAPE_ERROR), and the call waits for the device to count these. Otherwise the call does not wait. */
KILN_API kiln_status kiln_array_put_mask(kiln_array array, kiln_array mask, kiln_array values);
/* The positions of the elements that are not 0, in C order, as NumPy's nonzero. out[d] receives their int64
 * indices along axis d. `count` is the array's number of dimensions, and 1 for a 0-d array. On failure every
 * out[d] is NULL. */
KILN_API kiln_status kiln_array_nonzero(kiln_array array, size_t count, kiln_array* out);
/* The same with `count` destinations, each of which may be NULL. No two share memory, and each has the shape
 * that comes out. If no destination is NULL, `out` may be NULL. */
KILN_API kiln_status kiln_array_nonzero_into(kiln_array array, size_t count, const kiln_array* destinations,
                                             kiln_array* out);

/* ---- Arrays from others --------------------------------------------------------------------------- */

/* Joins `count` arrays along an existing axis, as NumPy's concatenate. KILN_AXIS_NONE joins the flattened
 * arrays. The dtypes promote. */
KILN_API kiln_status kiln_array_concat(size_t count, const kiln_array* arrays, int64_t axis, kiln_array destination,
                                       kiln_array* out);
/* Joins `count` arrays of equal shapes along a new axis, as NumPy's stack. The dtypes promote. */
KILN_API kiln_status kiln_array_stack(size_t count, const kiln_array* arrays, int64_t axis, kiln_array destination,
                                      kiln_array* out);
/* Divides `axis` into `count` pieces, which are views. Piece i has extent sizes[i]; the sizes add up to the
 * extent of the axis. If sizes is NULL, the pieces are equal; where the extent is no multiple of `count`, the
 * first ones have one element more. out[i] receives piece i; on failure every out[i] is NULL. */
KILN_API kiln_status kiln_array_split(kiln_array array, int64_t axis, size_t count, const int64_t* sizes,
                                      kiln_array* out);
/* Repeats the array repeats[d] times along axis d, as NumPy's tile. If there are more repeats than axes, axes
 * of extent 1 are put in front. */
KILN_API kiln_status kiln_array_tile(kiln_array array, size_t count, const int64_t* repeats, kiln_array destination,
                                     kiln_array* out);
/* Repeats each element `repeats` times along `axis`, as NumPy's repeat. KILN_AXIS_NONE repeats the elements
 * of the flattened array, and so does a 0-d array with any axis. */
KILN_API kiln_status kiln_array_repeat(kiln_array array, int64_t repeats, int64_t axis, kiln_array destination,
                                       kiln_array* out);
/* Repeats element i repeats[i] times along `axis`. `repeats` has an integer dtype and is 1-d with as many
 * elements as the axis, or has one element. KILN_AXIS_NONE and 0-d arrays are as above. This waits for the
 * device, since the result's shape depends on elements. KILN_INVALID_ARGUMENT: a number of repeats is
 * negative. */
KILN_API kiln_status kiln_array_repeat_each(kiln_array array, kiln_array repeats, int64_t axis, kiln_array destination,
                                            kiln_array* out);
/* Moves the elements by shifts[i] along axes[i], for `count` axes, as NumPy's roll: elements that leave at
 * one end come in at the other. axes NULL moves the elements of the flattened array by one shift, and count
 * is 1. */
KILN_API kiln_status kiln_array_roll(kiln_array array, size_t count, const int64_t* shifts, const int64_t* axes,
                                     kiln_array destination, kiln_array* out);
/* What the elements of padding are. */
typedef enum kiln_pad_mode {
  KILN_PAD_CONSTANT = 0, /* the number that `value` points to, as kiln_array_full()'s; NULL: 0 */
  KILN_PAD_EDGE = 1,     /* the nearest element */
  KILN_PAD_REFLECT = 2,  /* the elements mirrored at the outermost one, which is not repeated */
  KILN_PAD_WRAP = 3,     /* the elements from the other end on */
  KILN_PAD_SYMMETRIC = 4 /* the elements mirrored behind the outermost one, which is repeated */
} kiln_pad_mode;
/* Puts elements around the array, as NumPy's pad. `widths` has a pair (before, behind) for each axis:
 * widths[2*d] elements go before and widths[2*d + 1] behind the array along axis d. KILN_INVALID_ARGUMENT: a
 * width is negative. KILN_SHAPE_ERROR: the mode takes elements from an axis that has none. */
KILN_API kiln_status kiln_array_pad(kiln_array array, const int64_t* widths, kiln_pad_mode mode, kiln_dtype value_dtype,
                                    const void* value, kiln_array destination, kiln_array* out);
/* The lower (tril) or upper (triu) triangle of the last two axes, as NumPy's: elements on the diagonal k and
 * below it, or above it, stay, and the others are 0. */
KILN_API kiln_status kiln_array_tril(kiln_array array, int64_t k, kiln_array destination, kiln_array* out);
KILN_API kiln_status kiln_array_triu(kiln_array array, int64_t k, kiln_array destination, kiln_array* out);

/* ---- Grids ------------------------------------------------------------------------------------------ */

/* `count` numbers of `dtype`, floating-point or complex, evenly spaced from *start to *stop, as NumPy's
 * linspace. If endpoint is 0, *stop is left out. start and stop point to one element of `value_dtype` each,
 * on the host; a complex value_dtype needs a complex `dtype`. */
KILN_API kiln_status kiln_array_linspace(kiln_context context, kiln_dtype dtype, kiln_dtype value_dtype,
                                         const void* start, const void* stop, int64_t count, int endpoint,
                                         kiln_array destination, kiln_array* out);
/* A matrix with 1 on the diagonal k and 0 elsewhere, as NumPy's eye. */
KILN_API kiln_status kiln_array_eye(kiln_context context, kiln_dtype dtype, int64_t rows, int64_t columns, int64_t k,
                                    kiln_array destination, kiln_array* out);
/* Read-only views of `count` arrays, 1-d or 0-d, broadcast to the grid that they span, as NumPy's meshgrid.
 * If ij is not 0, the first array runs along the first axis and the second along the second; otherwise
 * (NumPy's "xy") these two are exchanged. On failure every out[i] is NULL. */
KILN_API kiln_status kiln_array_meshgrid(size_t count, const kiln_array* arrays, int ij, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
