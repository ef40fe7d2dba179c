/* SPDX-License-Identifier: Apache-2.0
 * Convolutions of one to three dimensions, and their gradients.
 *
 * An input has the shape (batch, channels, extents...), an output (batch, filters, extents...), and the filters have
 * (filters, channels of a group, extents...). With channels last these are (batch, extents..., channels), (batch,
 * extents..., filters) and (filters, extents..., channels of a group). There are 1 to 3 extents.
 *
 * By default the filters are turned over, as in mathematics and in Theano: y[p] is the sum over t of w[t] x[p * stride
 * + (T - 1 - t) * dilation - padding], for T taps. If filter_flip is 0 they are not (a cross-correlation, what most
 * libraries for neural networks compute): y[p] is the sum over t of w[t] x[p * stride + t * dilation - padding].
 * Elements in the padding are 0. An output has (extent + padding - reach) / stride + 1 places, rounded down, where a
 * filter reaches over (T - 1) * dilation + 1.
 *
 * The dtypes are float16 and bfloat16 (summed in float32), float32 and float64; those of both operands promote.
 * Operands may have any strides. If `destination` is NULL, *out receives a new array. Otherwise the result goes to
 * `destination`, converted to its dtype. A destination has the result's shape and may share memory with operands; `out`
 * may then be NULL, else it receives another reference to it. A sum without elements is 0. A device gives the same bits
 * every time. Other dtypes are KILN_TYPE_ERROR; shapes that do not fit, such as filters that reach further than the
 * padded input, are KILN_SHAPE_ERROR; numbers out of range are KILN_INVALID_ARGUMENT. */
#ifndef KILN_CONV_H
#define KILN_CONV_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How far the input is padded with zeros. */
typedef enum kiln_conv_border {
  KILN_CONV_PADDED = 0, /* by the numbers in `padding` */
  KILN_CONV_VALID = 1,  /* not at all */
  KILN_CONV_HALF = 2,   /* by half of the filters' reach, rounded down, on both sides: odd filters keep extents */
  KILN_CONV_FULL = 3    /* by the filters' reach less 1 on both sides: each place that meets a filter has an output */
} kiln_conv_border;

/* What a convolution has beside its operands. Lists have `rank` entries, one for each of the 1 to 3 extents. */
typedef struct kiln_conv_options {
  size_t struct_size;
  size_t rank;             /* the length of the lists; it may be 0 if all of them are NULL */
  const int64_t* strides;  /* NULL: 1 */
  const int64_t* dilation; /* NULL: 1 */
  /* For KILN_CONV_PADDED, 2 * rank numbers: for each extent how many zeros come before it and behind it. NULL for any
   * other border. */
  const int64_t* padding;
  kiln_conv_border border;
  /* Channels and filters are divided into so many groups, and a filter reads the channels of its own. As many groups as
   * channels are a depthwise convolution. */
  int64_t groups;
  int filter_flip;   /* 1: the filters are turned over; 0: they are not */
  int channels_last; /* 1: the channels are the last axis of inputs, outputs and filters */
} kiln_conv_options;
#define KILN_CONV_OPTIONS_INIT \
  { sizeof(kiln_conv_options), 0, NULL, NULL, NULL, KILN_CONV_VALID, 1, 1, 0 }

/* The convolution of `input` with `filters`. `options` may be NULL. */
KILN_API kiln_status kiln_array_conv(kiln_array input, kiln_array filters, const kiln_conv_options* options,
                                     kiln_array destination, kiln_array* out);
/* The transposed convolution: the gradient of kiln_array_conv() by its input, where `output` is the gradient by its
 * output. The options are those of that convolution. `extents` are the input's, one for each extent; NULL: the least
 * that give an output of that shape. */
KILN_API kiln_status kiln_array_conv_transpose(kiln_array output, kiln_array filters, const kiln_conv_options* options,
                                               const int64_t* extents, kiln_array destination, kiln_array* out);
/* The gradient of kiln_array_conv() by its filters, where `output` is the gradient by its output. `extents` are the
 * filters', one for each extent. */
KILN_API kiln_status kiln_array_conv_filter_gradient(kiln_array input, kiln_array output,
                                                     const kiln_conv_options* options, const int64_t* extents,
                                                     kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
