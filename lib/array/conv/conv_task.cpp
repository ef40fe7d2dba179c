// SPDX-License-Identifier: Apache-2.0
// Writes convolutions and their gradients as products of matrices.
#include "array/conv/conv_task.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "array/launch/loops.hpp"

namespace kiln::array {

ConvStrides strides_of(const Layout& layout, std::size_t itemsize, bool channels_last) {
  const auto item = std::int64_t(itemsize);
  const auto step = [&](std::size_t d) { return layout.shape[d] > 1 ? layout.strides[d] / item : 0; };
  const std::size_t rank = layout.ndim() - 2, channels = channels_last ? rank + 1 : 1, first = channels_last ? 1 : 2;
  ConvStrides out{step(0), step(channels), {}};
  for (std::size_t d = 0; d < rank; ++d) out.spatial[3 - rank + d] = step(first + d);
  return out;
}

ConvPieces forward_pieces(const ConvGeometry& g) {
  ConvPieces pieces;
  std::array<ConvPieces::Axis, 3> axes;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto& axis = g.axes[d];
    axes[d] = {axis.output, axis.taps, axis.input, axis.stride, axis.step, axis.origin, 0, 1, 0, 1};
  }
  pieces.products.push_back(axes);
  return pieces;
}

// Input i takes from each output p and tap t with p * stride + t * step + origin = i. Inputs that leave the same rest
// r when they are divided by the stride, i = r + stride * q, have the taps t0, t0 + ts, t0 + 2 ts, ... and take from
// output q + (r - origin - t * step) / stride: a convolution with stride 1.
ConvPieces transpose_pieces(const ConvGeometry& g) {
  ConvPieces pieces;
  std::array<std::vector<ConvPieces::Axis>, 3> rests;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto& axis = g.axes[d];
    const std::int64_t stride = axis.stride, steps = stride / std::gcd(stride, std::abs(axis.step));
    for (std::int64_t t = 0; t < std::min(axis.taps, steps); ++t) {
      const std::int64_t place = axis.origin + t * axis.step, rest = ((place % stride) + stride) % stride;
      if (rest >= axis.input) continue;
      rests[d].push_back({(axis.input - 1 - rest) / stride + 1, (axis.taps - 1 - t) / steps + 1, axis.output, 1,
                          -(steps * axis.step / stride), (rest - place) / stride, t, steps, rest, stride});
    }
    if (std::int64_t(rests[d].size()) < std::min(stride, axis.input)) pieces.zeros = true;
  }
  for (const auto& first : rests[0])
    for (const auto& second : rests[1])
      for (const auto& third : rests[2]) pieces.products.push_back({first, second, third});
  return pieces;
}

ConvTask tap_task(const ConvGeometry& g, const std::array<ConvPieces::Axis, 3>& axes, const Array& x,
                  const Array& filters, Array& result, bool transposed, bool channels_last, ConvOrder order) {
  const ConvStrides from = strides_of(x, channels_last), to = strides_of(result, channels_last),
                    w = strides_of(filters, channels_last);
  const std::int64_t channels = transposed ? g.outputs : g.inputs, rows = transposed ? g.inputs : g.outputs;
  ConvTask task{};
  task.m = rows, task.outer = g.batch, task.inner = g.groups;
  task.a.array = &filters, task.b.array = &x, task.c.array = &result;
  task.a.line = transposed ? w.second : w.first, task.a.inner = g.outputs * w.first;
  const std::int64_t channel_of_filters = transposed ? w.first : w.second;
  task.b.outer = from.first, task.b.inner = channels * from.second;
  task.c.row = to.second, task.c.outer = to.first, task.c.inner = rows * to.second;
  const bool inside = order == ConvOrder::channels_inside;
  task.lines = {1, 1, 1, 1}, task.b.extent = {1, 1, 1, 1};
  const std::size_t channel = inside ? 3 : 0;
  task.k[channel] = channels;
  task.a.k[channel] = channel_of_filters;
  task.b.k_stride[channel] = from.second;
  for (std::size_t d = 0; d < 3; ++d) {
    const ConvPieces::Axis& axis = axes[d];
    const std::size_t q = inside ? d : d + 1;
    std::int64_t step = axis.step, origin = axis.origin;
    std::int64_t filter_start = axis.filter_start, filter_step = axis.filter_step;
    if (!inside && d == 2 && step < 0) {
      // Goes through the taps from the last one, so that the position grows.
      origin += (axis.taps - 1) * step, filter_start += (axis.taps - 1) * filter_step;
      step = -step, filter_step = -filter_step;
    }
    task.lines[q] = axis.lines, task.k[q] = axis.taps;
    task.b.line_step[q] = axis.stride, task.b.line_stride[q] = axis.stride * from.spatial[d];
    task.b.k_step[q] = step, task.b.k_stride[q] = step * from.spatial[d];
    task.b.origin[q] = origin, task.b.extent[q] = axis.extent;
    task.b.start += origin * from.spatial[d];
    task.a.k[q] = filter_step * w.spatial[d];
    task.a.start += filter_start * w.spatial[d];
    task.c.line[q] = axis.result_step * to.spatial[d];
    task.c.start += axis.result_start * to.spatial[d];
  }
  return task;
}

ConvTask filter_task(const ConvGeometry& g, const Array& x, const Array& y, Array& filters, bool channels_last) {
  const ConvStrides from = strides_of(x, channels_last), out = strides_of(y, channels_last),
                    w = strides_of(filters, channels_last);
  ConvTask task{};
  task.by_filters = true;
  task.m = g.outputs, task.outer = 1, task.inner = g.groups;
  task.a.array = &y, task.b.array = &x, task.c.array = &filters;
  task.a.line = out.second, task.a.inner = g.outputs * out.second;
  task.b.inner = g.inputs * from.second;
  task.c.row = w.first, task.c.inner = g.outputs * w.first;
  task.lines[0] = g.inputs, task.k[0] = g.batch;
  task.b.line_stride[0] = from.second, task.b.k_stride[0] = from.first;
  task.b.extent[0] = 1;
  task.a.k[0] = out.first;
  task.c.line[0] = w.second;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto& axis = g.axes[d];
    const std::size_t q = d + 1;
    task.lines[q] = axis.taps, task.k[q] = axis.output;
    task.b.line_step[q] = axis.step, task.b.line_stride[q] = axis.step * from.spatial[d];
    task.b.k_step[q] = axis.stride, task.b.k_stride[q] = axis.stride * from.spatial[d];
    task.b.origin[q] = axis.origin, task.b.extent[q] = axis.input;
    task.b.start += axis.origin * from.spatial[d];
    task.a.k[q] = out.spatial[d];
    task.c.line[q] = w.spatial[d];
  }
  return task;
}

std::optional<std::int64_t> joined(const Digits& counts, const Digits& strides) {
  std::optional<std::int64_t> inner;
  std::int64_t next = 0;
  for (std::size_t q = 4; q-- > 0;) {
    if (counts[q] == 1) continue;
    if (!inner)
      inner = strides[q];
    else if (strides[q] != next)
      return std::nullopt;
    next = strides[q] * counts[q];
  }
  return inner.value_or(0);
}

bool is_wide(const ConvTask& task, std::int64_t beyond) {
  IndexWidth width;
  const auto span = [](const Digits& counts, const Digits& strides) {
    std::int64_t sum = 0;
    for (std::size_t q = 0; q < 4; ++q) sum += (counts[q] - 1) * std::abs(strides[q]);
    return sum;
  };
  const std::int64_t grid[] = {task.outer, task.inner, task.m + beyond, task.n() + beyond};
  width.loops(grid);
  IndexWidth sums;
  const std::int64_t places[] = {task.places() + beyond};
  sums.loops(places);
  const auto batches = [&](const auto& side) {
    return (task.outer - 1) * std::abs(side.outer) + (task.inner - 1) * std::abs(side.inner);
  };
  width.operand(std::abs(task.a.start) + batches(task.a) + (task.m + beyond) * std::abs(task.a.line) +
                span(task.k, task.a.k));
  width.operand(std::abs(task.b.start) + batches(task.b) + span(task.lines, task.b.line_stride) +
                span(task.k, task.b.k_stride));
  width.operand(std::abs(task.c.start) + batches(task.c) + (task.m + beyond) * std::abs(task.c.row) +
                span(task.lines, task.c.line));
  // Positions.
  for (std::size_t q = 0; q < 4; ++q)
    width.operand(std::abs(task.b.origin[q]) + (task.lines[q] - 1) * std::abs(task.b.line_step[q]) +
                  (task.k[q] - 1) * std::abs(task.b.k_step[q]) + task.b.extent[q]);
  if (task.after)
    for (const GemmSide& side : std::span(task.after->sides).first(task.after->count))
      width.operand(batches(side) + task.m * std::abs(side.row) + task.n() * std::abs(side.column));
  return width.wide() || sums.wide();
}

}  // namespace kiln::array
