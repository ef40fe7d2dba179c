// SPDX-License-Identifier: Apache-2.0
// Pooling on CPU devices: by vectors of results (kernels/conv/conv_lanes.cl, conv_planes.cl), gradients window by
// window (kernels/pool/pool_spread.cl).
#include <algorithm>

#include "array/conv/plane_task.hpp"
#include "array/fold/reduce.hpp"
#include "array/pool/pool_launch.hpp"
#include "kiln/reduce.h"

namespace kiln::array {

using base::ceil_div;
using codegen::PoolClass;
using codegen::PoolKernel;

namespace {

// Pooling on CPU devices: a task whose groups are the channels. The filters are not read.
ConvTask pool_task(const Array& x, Array& result, const Windows& windows, bool channels_last, const char* operation) {
  const Steps in(x, channels_last, operation), out(result, channels_last, operation);
  ConvTask task{};
  task.m = 1, task.outer = in.batch, task.inner = in.channels;
  task.a.array = &x, task.b.array = &x, task.c.array = &result;
  task.b.outer = in.batch_step, task.b.inner = in.channel_step;
  task.c.outer = out.batch_step, task.c.inner = out.channel_step;
  task.lines = task.k = task.b.extent = {1, 1, 1, 1};
  for (std::size_t d = 0; d < 3; ++d) {
    const Window& w = windows[d];
    task.lines[d + 1] = w.output, task.k[d + 1] = w.extent;
    task.b.line_step[d + 1] = w.stride, task.b.line_stride[d + 1] = w.stride * in.steps[d];
    task.b.k_step[d + 1] = 1, task.b.k_stride[d + 1] = in.steps[d];
    task.b.origin[d + 1] = -w.before, task.b.extent[d + 1] = w.input;
    task.b.start -= w.before * in.steps[d];
    task.c.line[d + 1] = out.steps[d];
  }
  return task;
}

// The same by planes of one channel. `gradient`: from the results to the input.
PlaneTask pool_planes(const Array& from, Array& to, const Windows& windows, bool gradient, bool channels_last,
                      const char* operation) {
  const Steps in(from, channels_last, operation), out(to, channels_last, operation);
  PlaneTask task;
  task.a = task.b = &from, task.c = &to;
  task.batch = in.batch, task.groups = in.channels, task.filters = 1, task.transposed = gradient;
  for (std::size_t d = 0; d < 3; ++d) {
    const Window& w = windows[d];
    task.axes[d] = {
        gradient ? w.input : w.output, gradient ? w.output : w.input, w.extent, w.stride, 1, -w.before, w.end};
  }
  task.in = {in.batch_step, in.channel_step, in.steps};
  task.to = {out.batch_step, out.channel_step, 0, out.steps};
  return task;
}

// Whether neighbouring channels make vectors.
bool channels_beside(const Array& array, bool channels_last, const char* operation) {
  const Steps steps(array, channels_last, operation);
  return steps.channels > 1 && steps.channel_step == 1 && steps.steps[2] != 1;
}

// Pooling of the whole input, which is a reduction over the spatial axes.
bool reduced(const PoolClass& kind, const Array& x, Array& result, const Windows& windows, const char* operation) {
  for (const Window& w : windows)
    if (w.output != 1 || w.before != 0 || w.extent != w.input) return false;
  const Spatial shape(x.shape(), kind.last, "the input", operation);
  Dims axes;
  for (std::size_t d = 0; d < shape.rank(); ++d) axes.push_back(std::int64_t(shape.spatial(d)));
  const int op = kind.kernel == PoolKernel::max ? KILN_REDUCE_MAX : kind.count ? KILN_REDUCE_MEAN : KILN_REDUCE_SUM;
  reduce(x, op, {.all = false, .axes = axes, .keepdims = true}, x.dtype(), 0, &result, operation);
  return true;
}

}  // namespace

bool pool_on_cpu(PoolClass kind, const Array& x, Array& result, const Windows& windows, const char* operation) {
  if (reduced(kind, x, result, windows, operation)) return true;
  if (kind.wide) return false;
  const auto op = kind.kernel == PoolKernel::max ? codegen::LanesOp::greatest : codegen::LanesOp::sums;
  if (!channels_beside(x, kind.last, operation) &&
      planes_conv(pool_planes(x, result, windows, false, kind.last, operation), op, kind.count, operation))
    return true;
  return lanes_conv(pool_task(x, result, windows, kind.last, operation), op, kind.count,
                    {windows[0].end, windows[1].end, windows[2].end}, operation);
}

bool pool_gradient_on_cpu(PoolClass kind, const Array& x, const Array& y, Array& result, const Windows& windows,
                          const char* operation) {
  if (kind.wide) return false;
  if (kind.kernel == PoolKernel::spread && !channels_beside(y, kind.last, operation) &&
      planes_conv(pool_planes(y, result, windows, true, kind.last, operation), codegen::LanesOp::sums, kind.count,
                  operation))
    return true;
  if (kind.kernel == PoolKernel::spread_greatest && !channels_beside(x, kind.last, operation)) {
    const Steps of(y, kind.last, operation), to(result, kind.last, operation);
    PlaneTask task = pool_planes(x, result, windows, false, kind.last, operation);
    task.a = &y;
    task.from = {of.batch_step, of.channel_step, of.steps};
    task.to = {to.batch_step, to.channel_step, 0, to.steps};
    if (planes_greatest_gradient(task, operation)) return true;
  }
  if (!codegen::gemm_plain(x.dtype())) return false;
  runtime::Context& context = x.context();
  const codegen::Traits traits = traits_of(context);
  const bool channels_last = kind.last;
  const Steps in(x, channels_last, operation), from(y, channels_last, operation);
  kind.dtype = x.dtype();
  kind.unit = channels_last && in.channel_step == 1 && from.channel_step == 1;
  kind.disjoint = true;
  bool all_covered = true;
  for (const Window& w : windows) {
    kind.disjoint = kind.disjoint && w.stride >= w.extent;
    all_covered = all_covered && w.stride == w.extent && w.output * w.stride - w.before >= w.input;
  }
  const auto& [a, b, c] = windows;
  const std::int64_t outermost = a.input > 1 ? a.input : b.input,
                     rows = std::max<std::int64_t>(outermost / (a.input > 1 ? a.stride : b.stride), 1);
  const std::uint64_t work =
      std::uint64_t(result.size()) +
      std::uint64_t(y.size()) * std::uint64_t(std::clamp<std::int64_t>(a.extent * b.extent * c.extent, 1, 1 << 20));
  // Windows that two work-items have are computed twice, so that these get some rows of windows.
  const std::int64_t wanted = ceil_div(std::int64_t(codegen::cpu_items(traits, work)), in.batch),
                     most = std::max<std::int64_t>(kind.disjoint ? rows : rows / 4, 1);
  const std::int64_t lanes = codegen::conv_vector(kind.dtype), together = 4 * lanes;
  const std::int64_t chunk = ceil_div(outermost, std::clamp<std::int64_t>(wanted, 1, most)),
                     chunks = ceil_div(outermost, chunk);
  // Vectors of all channels read and write memory in order. More work-items share the channels if rows are few.
  const std::int64_t blocks = std::clamp<std::int64_t>(ceil_div(wanted, chunks), 1, ceil_div(in.channels, together));
  const std::int64_t share = kind.unit ? ceil_div(ceil_div(in.channels, blocks), together) * together : lanes;
  launch_kernel(context, pool_kernel(context, kind, operation),
                kernels::PoolSpread{.wide = false,
                                    .input = reads(x),
                                    .output = reads(y),
                                    .result = writes(result),
                                    .channels = in.channels,
                                    .share = share,
                                    .zeros = std::int64_t(!(kind.disjoint && all_covered)),
                                    .chunks = chunks,
                                    .chunk = chunk,
                                    .in_batch = in.batch_step,
                                    .in_channel = in.channel_step,
                                    .in0 = in.steps[0],
                                    .in1 = in.steps[1],
                                    .in2 = in.steps[2],
                                    .out_batch = from.batch_step,
                                    .out_channel = from.channel_step,
                                    .out0 = from.steps[0],
                                    .out1 = from.steps[1],
                                    .out2 = from.steps[2],
                                    .x0 = a.input,
                                    .x1 = b.input,
                                    .x2 = c.input,
                                    .y0 = a.output,
                                    .y1 = b.output,
                                    .y2 = c.output,
                                    .w0 = a.extent,
                                    .w1 = b.extent,
                                    .w2 = c.extent,
                                    .s0 = a.stride,
                                    .s1 = b.stride,
                                    .s2 = c.stride,
                                    .pad0 = a.before,
                                    .pad1 = b.before,
                                    .pad2 = c.before,
                                    .z0 = a.end,
                                    .z1 = b.end,
                                    .z2 = c.end},
                {std::size_t(in.batch * ceil_div(in.channels, share) * chunks)}, {1}, operation);
  return true;
}

}  // namespace kiln::array
