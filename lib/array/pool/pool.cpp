// SPDX-License-Identifier: Apache-2.0
// Checks and launches of pooling and upsampling.
#include "array/pool/pool.hpp"

#include <algorithm>
#include <functional>

#include "array/conv/conv.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/loops.hpp"
#include "array/pool/pool_launch.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div;
using base::divisor;
using base::fail;
using codegen::PoolClass;
using codegen::PoolKernel;
using layout::shape_text;

namespace {

// The windows along each axis; missing axes come first.
Windows windows_of(const Dims& x, const PoolOptions& options, const char* operation) {
  const Spatial axes(x, options.channels_last, "the input", operation);
  axes.list(options.window, "window", "window", 1);
  axes.list(options.strides, "strides", "stride", 1);
  if (!options.padding.empty()) axes.padding(options.padding);
  Windows out;
  for (std::size_t d = 0; d < axes.rank(); ++d) {
    Window& w = out[3 - axes.rank() + d];
    w.input = x[axes.spatial(d)];
    const bool global = options.window.empty();
    w.extent = global ? w.input : options.window[d];
    w.stride = !options.strides.empty() ? options.strides[d] : global ? 1 : w.extent;
    const std::int64_t before = options.padding.empty() ? 0 : options.padding[2 * d],
                       behind = options.padding.empty() ? 0 : options.padding[2 * d + 1];
    for (const std::int64_t zeros : {before, behind})
      if (w.extent != kUnknownExtent && zeros > 0 && zeros >= w.extent)
        axes.refuse(KILN_INVALID_ARGUMENT, "got a padding of {} {} spatial axis {}, expected less than the window's {}",
                    zeros, zeros == before ? "before" : "behind", d, w.extent);
    w.before = before;
    if (w.input == kUnknownExtent) {
      w.output = global ? 1 : kUnknownExtent;
      continue;
    }
    if (w.input == 0) axes.refuse(KILN_SHAPE_ERROR, "got an extent of 0 along spatial axis {}, expected at least 1", d);
    w.end = axes.sum(w.input, behind, d);
    const std::int64_t padded = axes.sum(w.end, before, d);
    if (padded < w.extent && !options.ceil)
      axes.refuse(KILN_SHAPE_ERROR,
                  "got a window of {} along spatial axis {}, expected at most the input's {} with its padding",
                  w.extent, d, padded);
    const std::int64_t left = std::max<std::int64_t>(padded - w.extent, 0);
    w.output = (options.ceil ? ceil_div(left, w.stride) : left / w.stride) + 1;
    // A window that begins behind the input has no element.
    w.output = std::min(w.output, (w.input + before - 1) / w.stride + 1);
  }
  std::int64_t elements = 1;
  for (const std::int64_t extent : options.window)
    if (__builtin_mul_overflow(elements, extent, &elements))
      axes.refuse(KILN_OVERFLOW, "got a window of {}, expected one of less than 2^63 elements",
                  shape_text(options.window));
  return out;
}

Dims shape_of(const Dims& x, const Windows& windows, const PoolOptions& options, const char* operation) {
  const Spatial axes(x, options.channels_last, "the input", operation);
  Dims extents;
  for (std::size_t d = 0; d < axes.rank(); ++d) extents.push_back(windows[3 - axes.rank() + d].output);
  return axes.shape(x[0], x[axes.channels()], extents);
}

void check_dtype_of(const Array& array, const char* what, const char* operation) {
  if (!base::is_float(array.dtype()))
    fail(KILN_TYPE_ERROR, "{}: {} has dtype {}, expected a floating-point dtype", operation, what,
         base::dtype_name(array.dtype()));
}

bool is_wide(std::initializer_list<const Array*> arrays) {
  IndexWidth width;
  for (const Array* array : arrays) {
    width.operand(elements_spanned(array->shape(), array->strides(), array->itemsize()));
    width.operand(array->size());
  }
  return width.wide();
}

// Whether kernels need 64 bits for the number of a window's elements, which its padding may make larger than any array,
// and for places in the padding.
bool is_wide(const Windows& windows) {
  IndexWidth width;
  for (const Window& w : windows) {
    width.loops(std::span(&w.extent, 1));
    width.operand(w.before + w.end + w.extent + w.stride);
  }
  return width.wide();
}

// How the elements of a result are divided among work-items. `each`: how many elements one of them reads.
struct ItemShares {
  std::int64_t share;
  std::size_t global, local;
};
ItemShares shares_of(runtime::Context& context, std::int64_t items, std::int64_t each) {
  const codegen::Traits traits = traits_of(context);
  if (!traits.cpu) {
    const std::size_t local = std::min<std::size_t>(256, traits.max_local_size);
    return {1, std::size_t(ceil_div(items, std::int64_t(local))) * local, local};
  }
  const std::uint64_t work = std::uint64_t(items) * std::uint64_t(std::clamp<std::int64_t>(each, 1, 1 << 20));
  const std::int64_t share = ceil_div(items, std::max<std::int64_t>(1, std::int64_t(codegen::cpu_items(traits, work))));
  return {share, std::size_t(ceil_div(items, share)), 1};
}

// Launches pool.cl. `other` is what the kernel reads beside the input, or the input again.
void run_pool(PoolClass kind, const Array& input, const Array& other, Array& result, const Windows& windows,
              bool channels_last, const char* operation) {
  runtime::Context& context = input.context();
  kind.last = channels_last;
  kind.dtype = input.dtype();
  const Steps in(input, channels_last, operation), beside(other, channels_last, operation),
      out(result, channels_last, operation);
  const auto& [a, b, c] = windows;
  write_windows(kind, windows, traits_of(context));
  const ItemShares shares = shares_of(context, result.size(), a.extent * b.extent * c.extent);
  launch_kernel(context, pool_kernel(context, kind, operation),
                kernels::Pool{.wide = kind.wide,
                              .input = reads(input),
                              .other = reads(other),
                              .result = writes(result),
                              .items = result.size(),
                              .share = shares.share,
                              .channels = out.channels,
                              .r0 = out.extents[0],
                              .r1 = out.extents[1],
                              .r2 = out.extents[2],
                              .by_channels = divisor(out.channels),
                              .by_r0 = divisor(out.extents[0]),
                              .by_r1 = divisor(out.extents[1]),
                              .by_r2 = divisor(out.extents[2]),
                              .in_batch = in.batch_step,
                              .in_channel = in.channel_step,
                              .in0 = in.steps[0],
                              .in1 = in.steps[1],
                              .in2 = in.steps[2],
                              .other_batch = beside.batch_step,
                              .other_channel = beside.channel_step,
                              .other0 = beside.steps[0],
                              .other1 = beside.steps[1],
                              .other2 = beside.steps[2],
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
                {shares.global}, {shares.local}, operation);
}

std::uint8_t count_of(PoolOp op) { return op == PoolOp::average ? 1 : op == PoolOp::average_padded ? 2 : 0; }

// Makes a result of the input's dtype by run(result, wide), and hands it to the destination, if there is one.
Ref<Array> computed(const Array& x, const Array& other, const Dims& shape, Array* into, const char* operation,
                    const std::function<void(Array& result, bool wide)>& run) {
  runtime::Context& context = x.context();
  check_destination(context, into, shape, operation);
  const auto result = target(context, into, takes_packed(into, x.dtype(), {&x, &other}), x.dtype(), shape, operation);
  if (result->size() > 0) run(*result, is_wide({&x, &other, result.get()}));
  return deliver(result, into, operation);
}

// The gradient's or the values' array in the input's dtype.
Ref<Array> checked_beside(const Array& x, const Array& array, const char* what, const Dims& shape,
                          const char* operation) {
  check_operand(x.context(), array, operation, what);
  check_dtype_of(array, what, operation);
  if (array.shape() != shape)
    fail(KILN_SHAPE_ERROR, "{}: {} has shape {}, expected {} for an input of shape {}", operation, what,
         shape_text(array.shape()), shape_text(shape), shape_text(x.shape()));
  return as(array, x.dtype(), operation);
}

Windows checked_windows(const Array& x, const PoolOptions& options, const char* operation) {
  check_operand(x.context(), x, operation, "the input");
  check_dtype_of(x, "the input", operation);
  return windows_of(x.shape(), options, operation);
}

Ref<Array> sampled(const Array& operand, bool gradient, bool linear, const Dims& x, const Dims& y, bool channels_last,
                   Array* into, const char* operation) {
  const Dims& shape = gradient ? x : y;
  return computed(operand, operand, shape, into, operation, [&](Array& result, bool wide) {
    runtime::Context& context = operand.context();
    PoolClass kind;
    kind.kernel = gradient ? PoolKernel::upsample_gradient : PoolKernel::upsample;
    kind.dtype = operand.dtype();
    kind.linear = linear;
    kind.last = channels_last;
    kind.wide = wide;
    const Steps in(operand, channels_last, operation), out(result, channels_last, operation);
    const Steps &small = gradient ? out : in, &large = gradient ? in : out;
    const ItemShares shares = shares_of(context, result.size(), 8);
    launch_kernel(context, pool_kernel(context, kind, operation),
                  kernels::Resample{.wide = wide,
                                    .operand = reads(operand),
                                    .result = writes(result),
                                    .items = result.size(),
                                    .share = shares.share,
                                    .channels = out.channels,
                                    .in_batch = in.batch_step,
                                    .in_channel = in.channel_step,
                                    .in0 = in.steps[0],
                                    .in1 = in.steps[1],
                                    .in2 = in.steps[2],
                                    .x0 = small.extents[0],
                                    .x1 = small.extents[1],
                                    .x2 = small.extents[2],
                                    .y0 = large.extents[0],
                                    .y1 = large.extents[1],
                                    .y2 = large.extents[2]},
                  {shares.global}, {shares.local}, operation);
  });
}

}  // namespace

const runtime::Kernel& pool_kernel(runtime::Context& context, const PoolClass& kind, const char* operation) {
  const auto& [kernel, dtype, wide, last, linear, unit, disjoint, count, windows, strides] = kind;
  const char* name = kernel == PoolKernel::blocks     ? "pool_blocks"
                     : kernel >= PoolKernel::spread   ? "pool_spread"
                     : kernel >= PoolKernel::upsample ? "resample"
                                                      : "pool";
  const KernelId id(KernelFamily::conv, name, kernel, dtype, wide, last, linear, unit, disjoint, count, windows[0],
                    windows[1], windows[2], strides[0], strides[1], strides[2]);
  return library_kernel(context, id, operation, [&] { return codegen::pool_text(kind); });
}

Dims pool_shape(const Dims& x, const PoolOptions& options, const char* operation) {
  return shape_of(x, windows_of(x, options, operation), options, operation);
}

Ref<Array> pool(const Array& x, PoolOp op, const PoolOptions& options, Array* into, const char* operation) {
  const Windows windows = checked_windows(x, options, operation);
  return computed(x, x, shape_of(x.shape(), windows, options, operation), into, operation,
                  [&](Array& result, bool wide) {
                    PoolClass kind;
                    kind.kernel = op == PoolOp::max ? PoolKernel::max : PoolKernel::sum;
                    kind.count = count_of(op);
                    kind.last = options.channels_last;
                    kind.wide = wide || is_wide(windows);
                    if (traits_of(x.context()).cpu && pool_on_cpu(kind, x, result, windows, operation)) return;
                    run_pool(kind, x, x, result, windows, options.channels_last, operation);
                  });
}

Ref<Array> pool_gradient(const Array& x, const Array& y, PoolOp op, const PoolOptions& options, Array* into,
                         const char* operation) {
  const Windows windows = checked_windows(x, options, operation);
  const Dims shape = shape_of(x.shape(), windows, options, operation);
  const auto gradient = checked_beside(x, y, "the output", shape, operation);
  return computed(x, y, x.shape(), into, operation, [&](Array& result, bool wide) {
    PoolClass kind;
    kind.wide = wide || is_wide(windows) || is_wide({gradient.get()});
    if (traits_of(x.context()).cpu) {
      kind.kernel = op == PoolOp::max ? PoolKernel::spread_greatest : PoolKernel::spread;
      kind.count = count_of(op);
      kind.last = options.channels_last;
      if (pool_gradient_on_cpu(kind, x, *gradient, result, windows, operation)) return;
      kind.count = 0;
    }
    if (op != PoolOp::max) {
      kind.kernel = PoolKernel::gradient;
      kind.count = count_of(op);
      return run_pool(kind, *gradient, *gradient, result, windows, options.channels_last, operation);
    }
    if (pool_gradient_in_blocks(kind, x, *gradient, result, windows, options.channels_last, operation)) return;
    // First the place of each window's greatest element, then the sums of the windows that have theirs here.
    const auto places = empty(x.context(), kind.wide ? KILN_INT64 : KILN_INT32, shape, operation);
    kind.kernel = PoolKernel::places;
    run_pool(kind, x, x, *places, windows, options.channels_last, operation);
    kind.kernel = PoolKernel::place_gradient;
    run_pool(kind, *gradient, *places, result, windows, options.channels_last, operation);
  });
}

Ref<Array> pool_take(const Array& x, const Array& values, const PoolOptions& options, Array* into,
                     const char* operation) {
  const Windows windows = checked_windows(x, options, operation);
  const auto taken = checked_beside(x, values, "the array of values", x.shape(), operation);
  return computed(x, values, shape_of(x.shape(), windows, options, operation), into, operation,
                  [&](Array& result, bool wide) {
                    PoolClass kind;
                    kind.kernel = PoolKernel::take;
                    kind.wide = wide || is_wide(windows) || is_wide({taken.get()});
                    run_pool(kind, x, *taken, result, windows, options.channels_last, operation);
                  });
}

Dims upsample_shape(const Dims& x, const Dims& extents, bool channels_last, const char* operation) {
  const Spatial axes(x, channels_last, "the operand", operation);
  axes.extents(extents, "extents of the result");
  for (std::size_t d = 0; d < axes.rank(); ++d)
    for (const std::int64_t extent : {x[axes.spatial(d)], extents[d]})
      if (extent == 0)
        axes.refuse(KILN_SHAPE_ERROR,
                    "got an extent of 0 along spatial axis {}, and {} for the result, expected at least 1", d,
                    layout::extents_text(extents));
  return axes.shape(x[0], x[axes.channels()], extents);
}

Ref<Array> upsample(const Array& x, bool linear, const Dims& extents, bool channels_last, Array* into,
                    const char* operation) {
  check_operand(x.context(), x, operation, "the input");
  check_dtype_of(x, "the input", operation);
  check_given_extents(extents, 1, "the result", operation);
  const Dims shape = upsample_shape(x.shape(), extents, channels_last, operation);
  return sampled(x, false, linear, x.shape(), shape, channels_last, into, operation);
}

Ref<Array> upsample_gradient(const Array& y, bool linear, const Dims& extents, bool channels_last, Array* into,
                             const char* operation) {
  check_operand(y.context(), y, operation, "the output");
  check_dtype_of(y, "the output", operation);
  check_given_extents(extents, 1, "the result", operation);
  const Dims shape = upsample_shape(y.shape(), extents, channels_last, operation);
  return sampled(y, true, linear, shape, y.shape(), channels_last, into, operation);
}

}  // namespace kiln::array
