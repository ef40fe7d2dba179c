// SPDX-License-Identifier: Apache-2.0
// Gradients by the input as a product of filters and output whose results are added up.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "array/conv/conv_launch.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/launch/loops.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"
#include "codegen/conv/conv_columns.hpp"

namespace kiln::array {

using base::ceil_div;
using base::divisor;

namespace {

// How the columns of a round lie in memory, in elements.
struct ColumnSteps {
  std::int64_t batch, group, row, place;  // `row`: from one tap and channel to the next
};

class Columns {
 public:
  Columns(const ConvGeometry& g, const Array& y, const Array& filters, Array& result, bool last, const char* operation)
      : g_(g),
        y_(y),
        filters_(filters),
        result_(result),
        last_(last),
        context_(result.context()),
        traits_(traits_of(context_)),
        tuning_(traits_.tuning->conv),
        dtype_(result.dtype()),
        operation_(operation) {
    for (const ConvGeometry::Axis& axis : g.axes) taps_ *= axis.taps, places_ *= axis.output;
    rows_ = g.inputs * taps_;
  }

  bool fits() const {
    const auto small = [](std::int64_t number) { return std::abs(number) <= std::numeric_limits<std::int8_t>::max(); };
    for (const ConvGeometry::Axis& axis : g_.axes)
      if (!small(axis.taps) || !small(axis.stride) || !small(axis.step)) return false;
    IndexWidth width;
    const std::int64_t columns[] = {g_.groups, rows_, places_};
    width.loops(columns);
    width.operand(elements_spanned(result_.shape(), result_.strides(), result_.itemsize()));
    width.operand(result_.size());
    for (const ConvGeometry::Axis& axis : g_.axes)
      width.operand(axis.input + std::abs(axis.origin) + axis.taps * std::abs(axis.step));
    return (dtype_ == KILN_FLOAT32 || dtype_ == KILN_FLOAT64) && taps_ <= tuning_.column_taps && !width.wide();
  }

  // Whether this is expected to be faster than tiles, on devices with many work-items. Few channels leave most of a
  // tile empty.
  bool pays() const {
    const bool points = sums_few(g_.inputs, g_.outputs * taps_, tuning_);
    if (traits_.cpu || taps_ == 1 || points) return false;
    const double columns = double(g_.batch * g_.groups) * double(rows_) * double(places_);
    const std::int64_t tile = codegen::gemm_tile(dtype_, codegen::kGemmSmallTile, traits_).m;
    const double empty = double(ceil_div(g_.inputs, tile) * tile) / double(g_.inputs) - 1;
    return columns * double(g_.outputs) * (empty + tuning_.column_gain) >
           columns * tuning_.column_element + tuning_.column_launch;
  }

  void run() {
    const Ref<Array> y = packed(y_, operation_), filters = packed(filters_, operation_);
    const std::int64_t one = g_.groups * rows_ * places_, round = round_of(one);
    const Ref<Array> columns = empty(context_, dtype_, Dims{round * one}, operation_);
    for (std::int64_t first = 0; first < g_.batch; first += round) {
      const std::int64_t images = std::min(round, g_.batch - first);
      add_up(*columns, first, images, multiply(*y, *filters, *columns, first, images));
    }
  }

 private:
  // Images of a round, all rounds about alike.
  std::int64_t round_of(std::int64_t one) const {
    const double bytes = tuning_.round_memory * double(context_.properties().total_memory);
    const std::int64_t most = std::min(tuning_.round_elements, std::int64_t(bytes / double(base::dtype_size(dtype_))));
    const std::int64_t rounds = ceil_div(g_.batch, std::clamp<std::int64_t>(most / one, 1, g_.batch));
    return ceil_div(g_.batch, rounds);
  }

  // A matrix for each image and group.
  Layout layout(std::int64_t start, std::int64_t outer, std::int64_t outer_step, std::int64_t inner_step,
                std::int64_t rows, std::int64_t row, std::int64_t columns, std::int64_t column) const {
    const auto item = std::int64_t(base::dtype_size(dtype_));
    return {{outer, g_.groups, rows, columns},
            {outer_step * item, inner_step * item, row * item, column * item},
            start * item};
  }

  // Computes the columns of `images` images. Of channels that come last, a place has a row of them, and all places are
  // the rows of one matrix. Else a row has a tap's and a channel's places; where an image has few of them, the output
  // is copied so that those of all images are side by side.
  ColumnSteps multiply(const Array& y, const Array& filters, Array& columns, std::int64_t first,
                       std::int64_t images) const {
    const std::int64_t k = g_.outputs, plane = g_.groups * k * places_, start = first * plane;
    const auto run = [&](const Array& a, const Layout& a_layout, const Array& b, const Layout& b_layout,
                         const Layout& c_layout) {
      product({&a, a_layout}, {&b, b_layout}, columns, c_layout, Scalar::complex(KILN_COMPLEX128, 1),
              Scalar::complex(KILN_COMPLEX128, 0), operation_);
    };
    if (last_) {
      const std::int64_t n = images * places_, row = g_.groups * rows_;
      run(y, layout(start, 1, 0, k, n, g_.groups * k, k, 1), filters, layout(0, 1, 0, k * rows_, k, rows_, rows_, 1),
          layout(0, 1, 0, rows_, n, row, rows_, 1));
      return {places_ * row, rows_, 1, row};
    }
    if (places_ >= tuning_.column_places || images == 1) {
      run(filters, layout(0, images, 0, k * rows_, rows_, 1, k, rows_), y,
          layout(start, images, plane, k * places_, k, places_, places_, 1),
          layout(0, images, g_.groups * rows_ * places_, rows_ * places_, rows_, places_, places_, 1));
      return {g_.groups * rows_ * places_, rows_ * places_, places_, 1};
    }
    const std::int64_t n = images * places_;
    const auto item = std::int64_t(base::dtype_size(dtype_));
    const Layout turned{{g_.groups * k, images, places_}, {places_ * item, plane * item, item}, start * item};
    const Ref<Array> side = copy(*view(y, turned, false, operation_), KILN_ORDER_C, operation_);
    run(filters, layout(0, 1, 0, k * rows_, rows_, 1, k, rows_), *side, layout(0, 1, 0, k * n, k, n, n, 1),
        layout(0, 1, 0, rows_ * n, rows_, n, n, 1));
    return {places_, rows_ * n, n, 1};
  }

  void add_up(const Array& columns, std::int64_t first, std::int64_t images, const ColumnSteps& from) const {
    codegen::ConvColumnsClass kind{.dtype = dtype_, .last = last_};
    Digits taps{}, steps{};
    std::int64_t places = 1, tap = last_ ? g_.inputs : 1;
    for (std::size_t d = 3; d-- > 0;) {
      const ConvGeometry::Axis& axis = g_.axes[d];
      kind.taps[d] = std::int8_t(axis.taps), kind.strides[d] = std::int8_t(axis.stride);
      kind.steps[d] = std::int8_t(axis.step);
      taps[d] = tap * from.row, steps[d] = places * from.place;
      tap *= axis.taps, places *= axis.output;
    }
    const KernelId id(KernelFamily::conv, "conv_columns", kind.dtype, kind.last, kind.taps[0], kind.taps[1],
                      kind.taps[2], kind.strides[0], kind.strides[1], kind.strides[2], kind.steps[0], kind.steps[1],
                      kind.steps[2]);
    const ConvStrides to = strides_of(result_, last_);
    const auto& [a, b, c] = g_.axes;
    const std::int64_t items = images * g_.groups * g_.inputs * a.input * b.input * c.input;
    const std::size_t local = std::min<std::size_t>(256, traits_.max_local_size);
    const auto item = std::int64_t(base::dtype_size(dtype_));
    launch_kernel(
        context_, library_kernel(context_, id, operation_, [&] { return codegen::conv_columns_text(kind); }),
        kernels::ConvColumns{.wide = false,
                             .columns = reads(columns),
                             .result = writes(result_.buffer(), result_.memory_offset() + first * to.first * item),
                             .items = items,
                             .channels = g_.inputs,
                             .groups = g_.groups,
                             .x0 = a.input,
                             .x1 = b.input,
                             .x2 = c.input,
                             .by_channels = divisor(g_.inputs),
                             .by_groups = divisor(g_.groups),
                             .by_x0 = divisor(a.input),
                             .by_x1 = divisor(b.input),
                             .by_x2 = divisor(c.input),
                             .r_batch = to.first,
                             .r_group = g_.inputs * to.second,
                             .r_channel = to.second,
                             .r0 = to.spatial[0],
                             .r1 = to.spatial[1],
                             .r2 = to.spatial[2],
                             .c_batch = from.batch,
                             .c_group = from.group,
                             .c_channel = (last_ ? 1 : taps_) * from.row,
                             .c_t0 = taps[0],
                             .c_t1 = taps[1],
                             .c_t2 = taps[2],
                             .c_p0 = steps[0],
                             .c_p1 = steps[1],
                             .c_p2 = steps[2],
                             .y0 = a.output,
                             .y1 = b.output,
                             .y2 = c.output,
                             .o0 = a.origin,
                             .o1 = b.origin,
                             .o2 = c.origin},
        {std::size_t(ceil_div(items, std::int64_t(local))) * local}, {local}, operation_);
  }

  const ConvGeometry& g_;
  const Array &y_, &filters_;
  Array& result_;
  const bool last_;
  runtime::Context& context_;
  const codegen::Traits traits_;
  const codegen::ConvTuning& tuning_;
  const DType dtype_;
  const char* operation_;
  std::int64_t taps_ = 1, places_ = 1, rows_ = 0;
};

}  // namespace

bool columns_conv(const ConvGeometry& geometry, const Array& y, const Array& filters, Array& result, bool channels_last,
                  bool forced, const char* operation) {
  Columns columns(geometry, y, filters, result, channels_last, operation);
  if (!columns.fits() || !(forced || columns.pays())) return false;
  try {
    columns.run();
    return true;
  } catch (const backend::Error& error) {
    // Tiles need no memory for columns, and write all results anew.
    if (error.status() != KILN_OUT_OF_MEMORY) throw;
    return false;
  }
}

}  // namespace kiln::array
