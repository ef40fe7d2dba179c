// SPDX-License-Identifier: Apache-2.0
#include "conv_support.hpp"

#include <algorithm>
#include <random>

namespace kiln::test {
namespace {

// One number for the places of an array in C order.
std::size_t place(const Dims& shape, const Dims& at) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) place = place * shape[d] + at[d];
  return std::size_t(place);
}

template <class Visit>
void each_place(const Dims& shape, Visit&& visit) {
  Dims at(shape.size(), 0);
  for (const std::int64_t extent : shape)
    if (extent == 0) return;
  for (;;) {
    visit(at);
    std::size_t d = shape.size();
    while (d-- > 0 && ++at[d] == shape[d]) at[d] = 0;
    if (d == SIZE_MAX) return;
  }
}

struct ConvSums {
  std::vector<double> value, scale;
  explicit ConvSums(std::size_t count) : value(count), scale(count) {}
  void add(std::size_t at, Complex a, Complex b) {
    value[at] += a.real() * b.real();
    scale[at] += std::abs(a.real() * b.real());
  }
};

// Calls visit(y, x, w) with the places of every product of the layer.
template <class Visit>
void each_product(const ConvLayer& layer, const Dims& y_shape, Visit&& visit) {
  const array::ConvOptions& o = layer.options;
  const std::size_t rank = layer.x.size() - 2, channel = o.channels_last ? rank + 1 : 1,
                    first = o.channels_last ? 1 : 2;
  const std::int64_t inputs = layer.filters[channel], outputs = layer.filters[0] / o.groups;
  each_place(y_shape, [&](const Dims& y) {
    Dims some = layer.filters;
    some[0] = 1;
    each_place(some, [&](Dims w) {
      w[0] = y[channel];
      Dims x = y;
      x[channel] = w[0] / outputs * inputs + w[channel];
      for (std::size_t d = 0; d < rank; ++d) {
        const std::size_t axis = first + d;
        const std::int64_t tap = o.flip ? layer.filters[axis] - 1 - w[axis] : w[axis];
        x[axis] = y[axis] * o.strides[d] + tap * o.dilation[d] - o.padding[2 * d];
        if (x[axis] < 0 || x[axis] >= layer.x[axis]) return;
      }
      visit(place(y_shape, y), place(layer.x, x), place(layer.filters, w));
    });
  });
}

void compare_layer(const ConvLayer& layer, const char* what, DType dtype, const Array& got, const ConvSums& want) {
  const Complexes values = gathered(got);
  REQUIRE(values.size() == want.value.size());
  // Transforms round all that is in a tile, and take larger numbers to do so.
  const bool transforms = array::forced_conv() == array::ConvWay::winograd;
  const double largest = *std::max_element(want.scale.begin(), want.scale.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double error = transforms ? 16 * largest : 1000 * want.scale[i];
    const double bound = error * step_of(base::compute_dtype(dtype)) + step_of(dtype) * std::abs(want.value[i]);
    if (std::abs(values[i].real() - want.value[i]) > bound)
      FAIL(base::dtype_name(dtype) << " " << layer.text << ", " << what << ": element " << i << " is "
                                   << values[i].real() << ", want " << want.value[i]);
  }
}

}  // namespace

void check_layer(runtime::Context& context, const ConvLayer& layer, DType dtype, bool views, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const Dims y_shape = array::conv_shape(layer.x, layer.filters, layer.options, "test");
  const auto operand = [&](const Dims& shape) {
    if (views) return random_view(context, dtype, shape, random);
    std::size_t count = 1;
    for (const std::int64_t extent : shape) count *= std::size_t(extent);
    return upload_complexes(context, dtype, shape, some_complexes(dtype, count, random()));
  };
  const auto x = operand(layer.x), w = operand(layer.filters), y = operand(y_shape);
  const Complexes xs = gathered(*x), ws = gathered(*w), ys = gathered(*y);
  ConvSums by_output(ys.size()), by_input(xs.size()), by_filters(ws.size());
  each_product(layer, y_shape, [&](std::size_t at_y, std::size_t at_x, std::size_t at_w) {
    by_output.add(at_y, xs[at_x], ws[at_w]);
    by_input.add(at_x, ys[at_y], ws[at_w]);
    by_filters.add(at_w, xs[at_x], ys[at_y]);
  });
  const std::size_t rank = layer.x.size() - 2, first = layer.options.channels_last ? 1 : 2;
  const auto extents = [&](const Dims& shape) { return Dims(std::span(shape.data() + first, rank)); };
  compare_layer(layer, "output", dtype, *array::conv(*x, *w, layer.options, nullptr, "test"), by_output);
  compare_layer(layer, "gradient by the input", dtype,
                *array::conv_transpose(*y, *w, layer.options, extents(layer.x), nullptr, "test"), by_input);
  compare_layer(layer, "gradient by the filters", dtype,
                *array::conv_filter_gradient(*x, *y, layer.options, extents(layer.filters), nullptr, "test"),
                by_filters);
}

}  // namespace kiln::test
