// SPDX-License-Identifier: Apache-2.0
// Random convolutions, transposed ones, pooling and upsampling over one, two or three spatial axes. The rows of a value
// are a batch, or filters, of one channel; or a value of three axes is one image, or one filter, alone. Convolutions of
// two groups have them twice.
#include <algorithm>

#include "random_graph.hpp"

namespace kiln::test {
namespace {

using Border = array::ConvOptions::Border;

// With an axis of channels, behind the others or behind the first one.
Value as_image(const Value& v, const RandomGraph::ImageOrder& order) {
  const auto n = std::int64_t(v.type().ndim());
  Attributes a;
  a.axes = order.alone ? Dims{-1} : Dims{0};
  if (!order.last) a.axes->push_back(-1);
  for (std::int64_t d = order.alone ? 0 : 1; d < n; ++d) a.axes->push_back(d);
  if (order.last) a.axes->push_back(-1);
  return op("dimshuffle", {v}, a);
}

// Filters of a transposed convolution: the rows are the channels of the result.
Value as_filters(const Value& v, const RandomGraph::ImageOrder& order) {
  if (order.alone) return as_image(v, order);
  const auto n = std::int64_t(v.type().ndim());
  Attributes a;
  a.axes = order.last ? Dims{-1} : Dims{-1, 0};
  for (std::int64_t d = 1; d < n; ++d) a.axes->push_back(d);
  if (order.last) a.axes->push_back(0);
  return op("dimshuffle", {v}, a);
}

// The value, and with two groups its negative behind it.
Value of_groups(const Value& v, std::int64_t groups, std::int64_t axis) {
  if (groups == 1) return v;
  Attributes join;
  join.axis = axis;
  return op("concat", {v, build("-v", {{"v", v}})}, join);
}

}  // namespace

Dims RandomGraph::numbers(std::size_t count, std::int64_t least, std::int64_t most) {
  Dims out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(least + below(most - least + 1));
  return out;
}

void RandomGraph::image() {
  const auto fits = [](const RandomValue& v) { return base::is_float(v.dtype()) && v.ndim() >= 2 && v.ndim() <= 4; };
  const RandomValue* x = pick(fits);
  if (!x) return;
  const RandomValue* y = pick([&](const RandomValue& v) { return fits(v) && v.ndim() == x->ndim(); });
  if (!y) return;
  ImageOrder order;
  order.last = chance(2);
  order.alone = x->ndim() == 3 && chance(2);
  order.axes = order.alone ? 3 : x->ndim() - 1;
  if (chance(2)) return pooled(*x, order);
  if (chance(3)) return upsampled(*x, order);
  convolved(*x, *y, order, chance(3));
}

void RandomGraph::pooled(const RandomValue& x, const ImageOrder& order) {
  const std::size_t axes = order.axes;
  const double u = unit(x.dtype());
  const Range r = x.range;
  Attributes a;
  a.pool.channels_last = order.last;
  double window = 1;
  if (chance(4)) {
    // The whole of each image, whatever its extents are.
    for (std::size_t d = order.first(); d < x.ndim(); ++d) window *= double(greatest_extent(x, d));
  } else {
    a.pool.window = numbers(axes, 1, 3);
    a.pool.strides = numbers(axes, 1, 2);
    a.pool.ceil = !chance(3);
    for (const std::int64_t extent : a.pool.window) window *= double(extent);
    if (!chance(3))
      for (std::size_t i = 0; i < 2 * axes; ++i) a.pool.padding.push_back(below(a.pool.window[i / 2]));
  }
  a.flag = int(below(4));
  if (a.flag == 0 && !r.exact) a.flag = 1;  // which element is the greatest must not depend on rounding
  const Range average{r.bound, 0, false, r.error + (window + 2) * u * r.bound};
  const Range of[] = {
      r, {window * r.bound, r.bits, r.exact, window * (r.error + window * u * r.bound * !r.exact)}, average, average};
  attempt(
      {&x}, of[a.flag], false,
      fmt::format("pool {} window {} padding {} ceil {} last {} alone {}", a.flag, layout::shape_text(a.pool.window),
                  layout::shape_text(a.pool.padding), a.pool.ceil, order.last, order.alone),
      [&](const Values& v) { return op("pool", {as_image(v[0], order)}, a); });
}

void RandomGraph::upsampled(const RandomValue& x, const ImageOrder& order) {
  const bool linear = chance(2);
  const std::size_t axes = order.axes;
  const Range r = x.range;
  const std::int64_t most[] = {0, 9, 5, 3};
  Attributes a;
  a.shape = numbers(axes, 1, most[axes]);
  a.has_shape = true;
  a.flag = int(linear) + 2 * int(order.last);
  const Range of = linear ? Range{r.bound, 0, false, r.error + 4 * double(axes) * unit(x.dtype()) * r.bound} : r;
  attempt({&x}, of, false, fmt::format("upsample linear {} last {} alone {}", linear, order.last, order.alone),
          [&](const Values& v) { return op("upsample", {as_image(v[0], order)}, a); });
}

void RandomGraph::convolved(const RandomValue& x, const RandomValue& y, const ImageOrder& order, bool transposed) {
  const std::size_t axes = order.axes;
  const Range r = x.range, q = y.range;
  double n = 1;  // products of a sum
  for (std::size_t s = 0; s < kShapings; ++s) {
    double taps = 1;
    for (std::size_t d = order.first(); d < x.ndim(); ++d) taps *= double(std::min(x.shape(s)[d], y.shape(s)[d]));
    n = std::max(n, taps);
  }
  Attributes a;
  const Border borders[] = {Border::full, Border::numbers, Border::half};
  a.conv = {numbers(axes, 1, 2), numbers(axes, 1, 2), borders[below(transposed ? 2 : 3)], {}, 1 + below(2),
            chance(2),           order.last};
  if (a.conv.border == Border::numbers) a.conv.padding = numbers(2 * axes, 0, 2);
  const std::int64_t groups = a.conv.groups, channel = order.last ? std::int64_t(axes) + 1 : 1;
  const double u = unit(base::promote(x.dtype(), y.dtype())), bound = r.bound * q.bound;
  const Range out{n * bound, r.bits + q.bits, r.exact && q.exact,
                  n * (r.bound * q.error + q.bound * r.error) + n * n * u * bound * !(r.exact && q.exact)};
  const char* const name = transposed ? "conv_transpose" : "conv";
  attempt({&x, &y}, out, false,
          fmt::format("{} border {} {} groups {} last {} alone {}", name, int(a.conv.border),
                      layout::shape_text(a.conv.padding), groups, order.last, order.alone),
          [&](const Values& v) {
            const Value images = of_groups(as_image(v[0], order), groups, channel);
            const Value filters = transposed ? as_filters(v[1], order) : as_image(v[1], order);
            return op(name, {images, of_groups(filters, groups, 0)}, a);
          });
}

}  // namespace kiln::test
