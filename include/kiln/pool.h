/* SPDX-License-Identifier: Apache-2.0
 * Pooling and upsampling over one to three extents, and their gradients.
 *
 * Arrays have the shape (batch, channels, extents...), or with channels last (batch, extents..., channels); there are 1
 * to 3 extents. The dtypes are float16 and bfloat16 (computed in float32), float32 and float64, and the result has that
 * of the input. Operands may have any strides. Destinations are those of kiln/conv.h. A device gives the same bits
 * every time. Other dtypes are KILN_TYPE_ERROR; shapes that do not fit, such as windows larger than the padded input,
 * are KILN_SHAPE_ERROR; numbers out of range are KILN_INVALID_ARGUMENT. */
#ifndef KILN_POOL_H
#define KILN_POOL_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is computed of the elements in a window. */
typedef enum kiln_pool_op {
  KILN_POOL_MAX = 0,           /* the greatest; elements in the padding do not count, and a NaN is greater than all */
  KILN_POOL_SUM = 1,           /* the sum */
  KILN_POOL_AVERAGE = 2,       /* the sum divided by the number of elements, of which those in the padding are none */
  KILN_POOL_AVERAGE_PADDED = 3 /* the sum divided by the number of elements and of those in the padding */
} kiln_pool_op;

/* The windows. Lists have `rank` entries, one for each of the 1 to 3 extents. */
typedef struct kiln_pool_options {
  size_t struct_size;
  size_t rank;            /* the length of the lists; it may be 0 if all of them are NULL */
  const int64_t* window;  /* the windows' extents; NULL: one window, the whole input */
  const int64_t* strides; /* from window to window; NULL: the windows' extents */
  /* 2 * rank numbers: for each extent how many elements of padding come before it and behind it, fewer than the window
   * has; NULL: none. */
  const int64_t* padding;
  /* 0: a window that would end behind the padded input is left out (Theano's ignore_border); 1: it counts, cut off, if
   * it begins in the input or before it. */
  int ceil;
  int channels_last; /* 1: the channels are the last axis */
} kiln_pool_options;
#define KILN_POOL_OPTIONS_INIT \
  { sizeof(kiln_pool_options), 0, NULL, NULL, NULL, 0, 0 }

/* The value of each window of `input`. `options` may be NULL. */
KILN_API kiln_status kiln_array_pool(kiln_array input, kiln_pool_op op, const kiln_pool_options* options,
                                     kiln_array destination, kiln_array* out);
/* The gradient of kiln_array_pool() by its input, where `output` is that by its output. Of equal greatest elements of a
 * window the first one in C order gets the gradient. */
KILN_API kiln_status kiln_array_pool_gradient(kiln_array input, kiln_array output, kiln_pool_op op,
                                              const kiln_pool_options* options, kiln_array destination,
                                              kiln_array* out);
/* For each window the element of `values` that lies where `input`, of the same shape, has its first greatest element:
 * how the greatest elements change if the input changes by `values`. */
KILN_API kiln_status kiln_array_pool_take(kiln_array input, kiln_array values, const kiln_pool_options* options,
                                          kiln_array destination, kiln_array* out);

/* How elements between those of the input are made. */
typedef enum kiln_upsample_mode {
  KILN_UPSAMPLE_NEAREST = 0, /* place i takes element i * X / Y, rounded down, for extents X and Y */
  /* The centre of place i lies at (i + 1/2) * X / Y - 1/2 among the centres of the elements; it takes from both of its
   * neighbours by their nearness. Outside of the outermost centres it takes the outermost element. */
  KILN_UPSAMPLE_LINEAR = 1
} kiln_upsample_mode;

/* The input at other extents, one for each extent of the input. */
KILN_API kiln_status kiln_array_upsample(kiln_array input, kiln_upsample_mode mode, const int64_t* extents,
                                         int channels_last, kiln_array destination, kiln_array* out);
/* The gradient of kiln_array_upsample() by an input of these extents, where `output` is that by its output. */
KILN_API kiln_status kiln_array_upsample_gradient(kiln_array output, kiln_upsample_mode mode, const int64_t* extents,
                                                  int channels_last, kiln_array destination, kiln_array* out);

#ifdef __cplusplus
}
#endif
#endif
