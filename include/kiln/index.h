/* SPDX-License-Identifier: Apache-2.0
 * Elements by position: gather, scatter, masks; and arrays put together from others. For slices see
 * kiln_array_index, which copies nothing.
 *
 * Results: with `destination` NULL, *out receives a new C-order array. Otherwise the results go to
 * `destination`, which has the result's shape, may have any strides, may share memory with any operand, and
 * keeps its dtype (results are converted to it); `out` may then be NULL, else it receives another reference.
 *
 * Index arrays have an integer dtype; negative indices count from the end. What an index outside -n .. n-1
 * does is the context's choice, flag check_index: True: no such element is read or written, and the next call
 * that waits fails with KILN_INDEX_ERROR naming the operation and the first such position, once; take gives 0
 * there. False (the default): the index is brought to the nearest one inside. Memory outside the array is
 * touched in neither. An index into an axis without elements fails at once with KILN_INDEX_ERROR; where the
 * result has no elements for another reason no index is looked at. */
#ifndef KILN_INDEX_H
#define KILN_INDEX_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- By index arrays ---------------------------------------------------------------------------- */

/* array[..., indices, ...] along `axis`: the shape is the array's with the axis replaced by the indices'
 * shape. KILN_AXIS_NONE: of the flattened array. */
KILN_API kiln_status kiln_array_take(kiln_array array, kiln_array indices, int64_t axis,
                                     kiln_array destination, kiln_array* out);
/* out[i, j, k] = array[i, indices[i, j, k], k] for axis 1: shapes broadcast but for the axis. */
KILN_API kiln_status kiln_array_take_along_axis(kiln_array array, kiln_array indices, int64_t axis,
                                                kiln_array destination, kiln_array* out);
/* array[..., indices, ...] = values along `axis`, values broadcast to the shape take would have. Of repeated
 * indices the last in C order of the indices counts. At most 2^30 indices. */
KILN_API kiln_status kiln_array_put(kiln_array array, kiln_array indices, int64_t axis, kiln_array values);
/* array[..., indices, ...] += values: repeated indices add up, in C order of the indices (beyond 1024 times
 * GPUs may do so in parts), so that the result is the same every time on a device. float16 and bfloat16 add
 * in float32 and round once an element. Not for bool. At most 2^30 indices. */
KILN_API kiln_status kiln_array_scatter_add(kiln_array array, kiln_array indices, int64_t axis,
                                            kiln_array values);

/* array[i, j, ...]: elements where `count` index arrays meet, one for each of the first axes; they broadcast.
 * The result has their common shape, then the array's remaining axes. KILN_SHAPE_ERROR for more index arrays
 * than axes or none. With check_index the position of an index outside is that in its own array. */
KILN_API kiln_status kiln_array_take_at(kiln_array array, size_t count, const kiln_array* indices,
                                        kiln_array destination, kiln_array* out);
/* array[i, j, ...] = values, which broadcast to the shape take_at would have; of elements named more than
 * once the last in C order counts. */
KILN_API kiln_status kiln_array_put_at(kiln_array array, size_t count, const kiln_array* indices,
                                       kiln_array values);
/* array[i, j, ...] += values, as scatter_add adds. */
KILN_API kiln_status kiln_array_scatter_add_at(kiln_array array, size_t count, const kiln_array* indices,
                                               kiln_array values);

/* ---- By masks: these wait for the device, since shapes depend on elements ------------------------- */

/* Elements of `array` where `mask` (bool, the shape of the array or of its first axes) holds, in C order: the
 * masked axes become one. A destination of another shape is refused after the wait. */
KILN_API kiln_status kiln_array_compress(kiln_array array, kiln_array mask, kiln_array destination,
                                         kiln_array* out);
/* array[mask] = values; `values` broadcasts to the shape compress would have. Where `values` has a count of
 * its own (a first axis of more than one element), which must be that of the mask (KILN_SHAPE_ERROR), this
 * waits; otherwise not. */
KILN_API kiln_status kiln_array_put_mask(kiln_array array, kiln_array mask, kiln_array values);
/* Positions of elements that are not 0, in C order: out[d] receives the int64 indices along axis d, `count`
 * is the array's ndim (of a 0-d array 1). On failure every out[d] is NULL. */
KILN_API kiln_status kiln_array_nonzero(kiln_array array, size_t count, kiln_array* out);
/* The same with destinations, of the shape that comes out: `count` of them, each may be NULL; no two share
 * memory. Where all have destinations `out` may be NULL. */
KILN_API kiln_status kiln_array_nonzero_into(kiln_array array, size_t count, const kiln_array* destinations,
                                             kiln_array* out);

/* ---- Arrays from others --------------------------------------------------------------------------- */

/* One behind the other along an existing axis; KILN_AXIS_NONE: each flattened. dtypes promote. */
KILN_API kiln_status kiln_array_concat(size_t count, const kiln_array* arrays, int64_t axis,
                                       kiln_array destination, kiln_array* out);
/* Along a new axis; shapes are equal. */
KILN_API kiln_status kiln_array_stack(size_t count, const kiln_array* arrays, int64_t axis,
                                      kiln_array destination, kiln_array* out);
/* Views that divide `axis`: `count` pieces, of sizes[i], which sum to the extent; sizes NULL: equal pieces,
 * the first ones larger by one where it does not divide. On failure every out[i] is NULL. */
KILN_API kiln_status kiln_array_split(kiln_array array, int64_t axis, size_t count, const int64_t* sizes,
                                      kiln_array* out);
/* The array `repeats[d]` times along each axis; with more repeats than axes, axes of extent 1 are put before.
 */
KILN_API kiln_status kiln_array_tile(kiln_array array, size_t count, const int64_t* repeats,
                                     kiln_array destination, kiln_array* out);
/* Each element `repeats` times in a row along `axis`; KILN_AXIS_NONE, or a 0-d array: flattened. */
KILN_API kiln_status kiln_array_repeat(kiln_array array, int64_t repeats, int64_t axis,
                                       kiln_array destination, kiln_array* out);
/* Element i repeats[i] times in a row along `axis`, or as above; `repeats` is 1-d, of an integer dtype, with
 * as many elements as the axis or one (0-d too). Waits for the device, since the shape depends on elements.
 */
KILN_API kiln_status kiln_array_repeat_each(kiln_array array, kiln_array repeats, int64_t axis,
                                            kiln_array destination, kiln_array* out);
/* Elements move by shifts[i] along axes[i], those that leave come in at the other end; axes NULL: one shift
 * of the flattened array. */
KILN_API kiln_status kiln_array_roll(kiln_array array, size_t count, const int64_t* shifts,
                                     const int64_t* axes, kiln_array destination, kiln_array* out);
typedef enum kiln_pad_mode {
  KILN_PAD_CONSTANT = 0, /* *value, of value_dtype; NULL: 0 */
  KILN_PAD_EDGE = 1,     /* the nearest element */
  KILN_PAD_REFLECT = 2,  /* mirrored at the outermost element, which is not repeated */
  KILN_PAD_WRAP = 3,     /* from the other end */
  KILN_PAD_SYMMETRIC = 4 /* mirrored behind the outermost element, which is repeated */
} kiln_pad_mode;
/* widths[2*d] elements before and widths[2*d + 1] behind along each axis d. */
KILN_API kiln_status kiln_array_pad(kiln_array array, const int64_t* widths, kiln_pad_mode mode,
                                    kiln_dtype value_dtype, const void* value, kiln_array destination,
                                    kiln_array* out);
/* Of the last two axes: elements on and below (tril), on and above (triu) the diagonal k, others 0. */
KILN_API kiln_status kiln_array_tril(kiln_array array, int64_t k, kiln_array destination, kiln_array* out);
KILN_API kiln_status kiln_array_triu(kiln_array array, int64_t k, kiln_array destination, kiln_array* out);

/* ---- Grids ------------------------------------------------------------------------------------------ */

/* `count` numbers of `dtype` (float or complex) from *start to *stop, evenly; endpoint 0: *stop is left out.
 * Both point at one element of `value_dtype`; complex ones need a complex `dtype`. */
KILN_API kiln_status kiln_array_linspace(kiln_context context, kiln_dtype dtype, kiln_dtype value_dtype,
                                         const void* start, const void* stop, int64_t count, int endpoint,
                                         kiln_array destination, kiln_array* out);
/* 1 on the diagonal k, else 0. */
KILN_API kiln_status kiln_array_eye(kiln_context context, kiln_dtype dtype, int64_t rows, int64_t columns,
                                    int64_t k, kiln_array destination, kiln_array* out);
/* Read-only views of the 1-d (or 0-d) arrays, broadcast to the grid they span: ij: the first array runs along
 * the first axis; otherwise (xy) along the second. On failure every out[i] is NULL. */
KILN_API kiln_status kiln_array_meshgrid(size_t count, const kiln_array* arrays, int ij, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
