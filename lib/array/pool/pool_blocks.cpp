// SPDX-License-Identifier: Apache-2.0
// The gradient of max pooling whose windows do not overlap, on devices with many work-items
// (kernels/pool/pool_blocks.cl).
#include <algorithm>
#include <limits>

#include "array/pool/pool_launch.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div;
using base::divisor;

bool write_windows(codegen::PoolClass& kind, const Windows& windows, const codegen::Traits& traits) {
  const auto fits = [](const Window& w) { return w.stride <= std::numeric_limits<std::uint8_t>::max(); };
  if (traits.cpu || !std::all_of(windows.begin(), windows.end(), fits)) return false;
  for (std::size_t d = 0; d < 3; ++d) kind.strides[d] = std::uint8_t(windows[d].stride);
  std::int64_t elements = 1;
  for (const Window& w : windows) {
    const std::int64_t most = std::max(w.extent, w.stride);
    if (most > traits.tuning->conv.pool_window / elements) return false;
    elements *= most;
  }
  for (std::size_t d = 0; d < 3; ++d) kind.windows[d] = std::uint8_t(windows[d].extent);
  return true;
}

bool pool_gradient_in_blocks(codegen::PoolClass kind, const Array& x, const Array& y, Array& result,
                             const Windows& windows, bool channels_last, const char* operation) {
  runtime::Context& context = x.context();
  const codegen::Traits traits = traits_of(context);
  kind.kernel = codegen::PoolKernel::blocks;
  kind.dtype = x.dtype();
  kind.last = channels_last;
  const bool disjoint =
      std::all_of(windows.begin(), windows.end(), [](const Window& w) { return w.extent <= w.stride; });
  if (kind.wide || !disjoint || !write_windows(kind, windows, traits)) return false;
  const Steps in(x, channels_last, operation), out(y, channels_last, operation);
  std::array<std::int64_t, 3> blocks;
  for (std::size_t d = 0; d < 3; ++d) blocks[d] = ceil_div(windows[d].input + windows[d].before, windows[d].stride);
  const std::int64_t items = in.batch * in.channels * blocks[0] * blocks[1] * blocks[2];
  const std::size_t local = std::min<std::size_t>(256, traits.max_local_size);
  const auto& [a, b, c] = windows;
  launch_kernel(context, pool_kernel(context, kind, operation),
                kernels::PoolBlocks{.wide = false,
                                    .input = reads(x),
                                    .output = reads(y),
                                    .result = writes(result),
                                    .items = items,
                                    .channels = in.channels,
                                    .n0 = blocks[0],
                                    .n1 = blocks[1],
                                    .n2 = blocks[2],
                                    .by_channels = divisor(in.channels),
                                    .by_n0 = divisor(blocks[0]),
                                    .by_n1 = divisor(blocks[1]),
                                    .by_n2 = divisor(blocks[2]),
                                    .in_batch = in.batch_step,
                                    .in_channel = in.channel_step,
                                    .in0 = in.steps[0],
                                    .in1 = in.steps[1],
                                    .in2 = in.steps[2],
                                    .out_batch = out.batch_step,
                                    .out_channel = out.channel_step,
                                    .out0 = out.steps[0],
                                    .out1 = out.steps[1],
                                    .out2 = out.steps[2],
                                    .x0 = a.input,
                                    .x1 = b.input,
                                    .x2 = c.input,
                                    .y0 = a.output,
                                    .y1 = b.output,
                                    .y2 = c.output,
                                    .pad0 = a.before,
                                    .pad1 = b.before,
                                    .pad2 = c.before},
                {std::size_t(ceil_div(items, std::int64_t(local))) * local}, {local}, operation);
  return true;
}

}  // namespace kiln::array
