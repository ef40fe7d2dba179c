// SPDX-License-Identifier: Apache-2.0
// A convolution as a product of matrices C = A * B whose B is gathered (kernels/conv/conv_side.cl). Private to
// array/conv.
#pragma once

#include <array>
#include <optional>

#include "array/conv/conv.hpp"
#include "array/product/product.hpp"

namespace kiln::array {

using Digits = std::array<std::int64_t, 4>;

inline std::int64_t product_of(const Digits& counts) { return counts[0] * counts[1] * counts[2] * counts[3]; }

// A convolution with all spatial extents known, three of them: missing axes come first and have extent 1.
struct ConvGeometry {
  struct Axis {
    std::int64_t input = 1, output = 1, taps = 1;
    // Output p takes from input p * stride + t * step + origin for each tap t.
    std::int64_t stride = 1, step = 1, origin = 0;
  };
  std::int64_t batch, groups, inputs, outputs;  // channels of a group
  std::array<Axis, 3> axes;
};
ConvGeometry geometry_of(const Dims& x, const Dims& filters, const Dims& y, const ConvOptions& options);

// Strides in elements of an input or output (`first` is the batch's, `second` the channels'), or of filters (`first` is
// that of the filters, `second` that of the channels). Steps along extents of 1 count as 0.
struct ConvStrides {
  std::int64_t first, second;
  std::array<std::int64_t, 3> spatial;
};
ConvStrides strides_of(const Layout& layout, std::size_t itemsize, bool channels_last);
inline ConvStrides strides_of(const Array& array, bool channels_last) {
  return strides_of(array.layout(), array.itemsize(), channels_last);
}

struct ConvTask {
  std::int64_t m, outer, inner;  // rows of C; the two batch axes
  Digits lines, k;               // values that the digits of a line, and of a place along k, have
  bool by_filters;               // places along k are places in the output, and not the taps of a filter
  // Strides count elements; `start` is the element at which all digits are 0, from the array's first element on.
  struct {
    const Array* array;
    std::int64_t start, line, outer, inner;
    Digits k;
  } a;
  struct {
    const Array* array;
    std::int64_t start, outer, inner;
    Digits line_stride, line_step, k_stride, k_step, origin, extent;
  } b;
  struct {
    Array* array;
    std::int64_t start, row, outer, inner;
    Digits line;
  } c;
  // For panels_conv(): A's panels, if another kernel has packed them; then places along k are numbered in the order of
  // the digits. `panels_start` counts elements.
  const Array* panels = nullptr;
  std::int64_t panels_start = 0;
  // What kernels compute on C, or null; of a forward convolution alone. Operands have strides along C's rows, its
  // lines, whose digits count as one number, and both batch axes. The result's lines can then be joined.
  const EpilogueSides* after = nullptr;
  std::int64_t n() const { return product_of(lines); }
  std::int64_t places() const { return product_of(k); }
};

// The order of digits along k: the channel is the last digit, or the last spatial axis is, whose step is then not
// negative. The latter also makes the last spatial axis the last digit of lines.
enum class ConvOrder { channels_inside, taps_inside };

// The products that conv() or conv_transpose() consists of. Results without a place along k are in none of them:
// `zeros` says that there are such, so that the result must be filled with zeros before.
struct ConvPieces {
  bool zeros = false;
  // The axes of each product: taps that the product has, and how outputs go through the input.
  struct Axis {
    std::int64_t lines, taps, extent;        // `extent`: of the gathered array
    std::int64_t stride, step, origin;       // as in ConvGeometry
    std::int64_t filter_start, filter_step;  // in taps
    std::int64_t result_start, result_step;  // in places of the result
  };
  std::vector<std::array<Axis, 3>> products;
};
ConvPieces forward_pieces(const ConvGeometry& geometry);
ConvPieces transpose_pieces(const ConvGeometry& geometry);
// A product that sums over taps, of `x`, which is gathered, and filters. `transposed` exchanges the filters' outputs
// and inputs.
ConvTask tap_task(const ConvGeometry& geometry, const std::array<ConvPieces::Axis, 3>& axes, const Array& x,
                  const Array& filters, Array& result, bool transposed, bool channels_last, ConvOrder order);
ConvTask filter_task(const ConvGeometry& geometry, const Array& x, const Array& y, Array& filters, bool channels_last);

// The stride of digits that can be counted by one number, or nothing.
std::optional<std::int64_t> joined(const Digits& counts, const Digits& strides);
// Whether kernels need 64-bit indices. `beyond`: how many rows, lines and places along k they may count beyond the
// last.
bool is_wide(const ConvTask& task, std::int64_t beyond = 256);

// Computes C, or what comes after it. Returns false, and computes nothing, if there is something after it and other
// kernels are to compute C. All extents are at least 1, and C shares no memory with A and B. `inside` has the channels
// inside, `taps` is the same product with the taps inside; a product by filters has one order alone, which both have.
bool run_conv(const ConvTask& inside, const ConvTask& taps, const char* operation);
// The way of CPU devices (conv_panels.cpp). c's lines can be joined.
void panels_conv(const ConvTask& task, const char* operation);
// Packs the filters of all products of a transposed convolution at a time, on CPU devices. `tasks` has the task of each
// product, with the channels inside, which then know their panels. Returns the panels, or null if none were packed.
Ref<Array> packed_taps(const ConvGeometry& geometry, const ConvPieces& pieces, std::span<ConvTask> tasks,
                       bool channels_last, const char* operation);
// Computes a transposed convolution of `y` as one product of matrices, whose results, columns, are added up
// (kernels/conv/conv_columns.cl), and says whether it could: of float32 or float64, and of few taps. Unless it is
// `forced`, it does so only where that is expected to be faster than tiles.
bool columns_conv(const ConvGeometry& geometry, const Array& y, const Array& filters, Array& result, bool channels_last,
                  bool forced, const char* operation);
// Computes a transposed convolution of `y` with strides in one launch, and says whether it could: of few taps, without
// 64-bit indices. For groups with few channels in the result, on devices with many work-items (conv_point_blocks.cl).
bool blocks_conv(const ConvGeometry& geometry, const Array& y, const Array& filters, Array& result, bool channels_last,
                 const char* operation);
// Computes the task by Winograd's transforms (kernels/conv/winograd.cl), and says whether it could: filters of 3 x 3
// taps of float32 or float64, or gradients by them, without strides, dilation and groups. Unless it is `forced`, it
// does so only where that is expected to be faster than the sums of products. A task that sums over taps has the
// channels inside.
bool winograd_conv(const ConvTask& task, bool forced, const char* operation);
// The task with C in memory of its own, packed.
ConvTask through_packed(const ConvTask& task, Ref<Array>& packed, const char* operation);

}  // namespace kiln::array
