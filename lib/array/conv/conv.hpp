// SPDX-License-Identifier: Apache-2.0
// Convolutions of one to three dimensions, their gradients, and the shapes of all three.
//
// An output y and an input x are (batch, channels, spatial axes...), or, with channels last, (batch, spatial axes...,
// channels). Filters are (outputs, channels of a group, spatial axes...) or (outputs, spatial axes..., channels of a
// group). Extents that a graph does not know yet are -1, and so are those that depend on them.
#pragma once

#include <span>

#include "array/array.hpp"

namespace kiln::array {

struct ConvOptions {
  enum class Border { numbers, valid, half, full };
  Dims strides, dilation;  // of each spatial axis; empty: ones
  Border border = Border::valid;
  Dims padding;  // for Border::numbers: before and behind each spatial axis
  std::int64_t groups = 1;
  bool flip = true;  // a convolution: the filters are turned over; false: a cross-correlation
  bool channels_last = false;
};

// The shape of x convolved with filters.
Dims conv_shape(const Dims& x, const Dims& filters, const ConvOptions& options, const char* operation);
// The shape of what conv_transpose() gives: a batch of inputs whose spatial extents are `extents`, or, if there are
// none, the least that give y's.
Dims conv_transpose_shape(const Dims& y, const Dims& filters, const ConvOptions& options, const Dims& extents,
                          const char* operation);
// The shape of filters with the spatial extents `extents`, by which conv_filter_gradient() gives a gradient.
Dims conv_filter_shape(const Dims& x, const Dims& y, const ConvOptions& options, const Dims& extents,
                       const char* operation);

// Refuses extents that a program gives a result, which `what` names, if one is below `least`. Those that a graph does
// not know are -1, so the shapes above allow these.
void check_given_extents(const Dims& extents, std::int64_t least, const char* what, const char* operation);

// Dtypes are floating-point and promote. If `into` is null, the result is a new array.
Ref<Array> conv(const Array& x, const Array& filters, const ConvOptions& options, Array* into, const char* operation);
class ProductEpilogue;
// Computes conv() of x and filters in the epilogue's dtype, and the epilogue of that. The inputs, those behind the
// convolution, broadcast to its shape, which the outputs have. Only one thread may call at a time.
void conv(const Array& x, const Array& filters, const ConvOptions& options, ProductEpilogue& epilogue,
          std::span<Array* const> inputs, std::span<Array* const> outputs, const char* operation);
// The gradient of conv() by its input, if y is the gradient by its result: the transposed convolution.
Ref<Array> conv_transpose(const Array& y, const Array& filters, const ConvOptions& options, const Dims& extents,
                          Array* into, const char* operation);
// The gradient of conv() by its filters, if y is the gradient by its result.
Ref<Array> conv_filter_gradient(const Array& x, const Array& y, const ConvOptions& options, const Dims& extents,
                                Array* into, const char* operation);

// What computes a convolution. `automatic` takes the vendor's library if there is one and it was measured to be faster,
// and else Kiln's kernels; `measured` measures it on CPU devices too. Tests may force a way; other convolutions, which
// do not have it, stay automatic.
enum class ConvWay {
  automatic,
  measured,
  panels,
  large_tiles,
  medium_tiles,
  small_tiles,
  split_tiles,
  winograd,
  columns,
  direct,
  points
};
void force_conv(ConvWay way) noexcept;
ConvWay forced_conv() noexcept;

}  // namespace kiln::array
