// SPDX-License-Identifier: Apache-2.0
// Transposed convolutions with strides and few taps, of which a group has few channels, on devices with many
// work-items, in one launch (kernels/conv/conv_point_blocks.cl). The text is written for the taps, strides and origins.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "array/conv/conv_launch.hpp"
#include "array/launch/loops.hpp"
#include "codegen/conv/conv_points.hpp"

namespace kiln::array {

using base::ceil_div;
using base::divisor;
using base::floor_div;
using codegen::ConvBlocksClass;

namespace {

// The axis of blocks of `strides` strides, or nothing if its numbers have no room. Result r of block 0 takes with tap t
// from element (r - origin - t * step) / stride where this is a whole number. Results leave all rests, so the least
// and the greatest such number are the bounds rounded up and down.
std::optional<ConvBlocksClass::Axis> block_axis(const ConvGeometry::Axis& axis, std::int64_t strides) {
  const std::int64_t results = strides * axis.stride, end = (axis.taps - 1) * axis.step;
  const std::int64_t first = -floor_div(axis.origin + std::max<std::int64_t>(end, 0), axis.stride),
                     last = floor_div(results - 1 - axis.origin - std::min<std::int64_t>(end, 0), axis.stride);
  for (const std::int64_t small : {axis.taps, axis.stride, results, last - first + 1})
    if (small > std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
  for (const std::int64_t number : {axis.step, axis.origin, first})
    if (std::abs(number) > std::numeric_limits<std::int16_t>::max()) return std::nullopt;
  return ConvBlocksClass::Axis{.taps = std::uint8_t(axis.taps),
                               .stride = std::uint8_t(axis.stride),
                               .step = std::int16_t(axis.step),
                               .origin = std::int16_t(axis.origin),
                               .results = std::uint8_t(results),
                               .first = std::int16_t(first),
                               .elements = std::uint8_t(last - first + 1)};
}

bool needs_wide(const ConvGeometry& g, const ConvBlocksClass& kind, const Array& y, const ConvStrides& from,
                const Array& filters, const Array& result, const ConvStrides& to) {
  // Blocks have some results and elements beyond the last ones, and before the first ones.
  std::int64_t before = 0, beyond = 0;
  std::array<std::int64_t, 6> grid{g.batch, g.groups, g.inputs};
  for (std::size_t d = 0; d < 3; ++d) {
    const ConvBlocksClass::Axis& axis = kind.axes[d];
    grid[3 + d] = g.axes[d].input + axis.results;
    before += (std::abs(axis.first) + axis.results + axis.elements) * std::abs(from.spatial[d]);
    beyond += axis.results * std::abs(to.spatial[d]);
  }
  const auto spanned = [](const Array& array) {
    return elements_spanned(array.shape(), array.strides(), array.itemsize());
  };
  IndexWidth width;
  width.loops(grid);
  width.operand(spanned(y) + before);
  width.operand(spanned(filters));
  width.operand(spanned(result) + beyond);
  return width.wide();
}

// The blocks of a convolution, and how many there are along each axis.
struct Blocks {
  ConvBlocksClass kind;
  std::array<std::int64_t, 3> along;
  std::int64_t items(const ConvGeometry& g) const {
    return g.batch * g.groups * g.inputs * along[0] * along[1] * along[2];
  }
};

// Blocks of at most `strides` strides along axis 2, whose results share elements. Nothing where there are no strides,
// and where the kernel would be too long.
std::optional<Blocks> blocks_of(const ConvGeometry& g, const codegen::ConvTuning& tuning, std::int64_t strides) {
  for (const ConvGeometry::Axis& axis : g.axes)
    if (axis.stride > tuning.block_results) return std::nullopt;
  const std::int64_t of_one = g.axes[0].stride * g.axes[1].stride * g.axes[2].stride;
  if (of_one == 1 || of_one > tuning.block_results ||
      g.axes[0].taps * g.axes[1].taps * g.axes[2].taps > tuning.point_taps)
    return std::nullopt;
  Blocks out;
  std::int64_t elements = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::int64_t most = d == 1 ? std::min(strides, tuning.block_results / of_one) : 1;
    const auto axis =
        block_axis(g.axes[d], std::clamp<std::int64_t>(most, 1, ceil_div(g.axes[d].input, g.axes[d].stride)));
    if (!axis) return std::nullopt;
    out.kind.axes[d] = *axis;
    elements *= axis->elements;
    out.along[d] = ceil_div(g.axes[d].input, std::int64_t(axis->results));
  }
  return elements <= tuning.block_elements ? std::optional(out) : std::nullopt;
}

}  // namespace

bool blocks_conv(const ConvGeometry& g, const Array& y, const Array& filters, Array& result, bool channels_last,
                 const char* operation) {
  runtime::Context& context = result.context();
  const codegen::Traits traits = traits_of(context);
  const codegen::ConvTuning& tuning = traits.tuning->conv;
  auto cut = blocks_of(g, tuning, tuning.block_strides);
  if (!cut || cut->items(g) < std::int64_t(traits.compute_units * traits.tuning->device.unit_items))
    cut = blocks_of(g, tuning, 1);
  if (!cut) return false;
  ConvBlocksClass& kind = cut->kind;
  const auto& blocks = cut->along;
  const ConvStrides from = strides_of(y, channels_last), to = strides_of(result, channels_last),
                    w = strides_of(filters, channels_last);
  if (needs_wide(g, kind, y, from, filters, result, to)) return false;
  kind.dtype = result.dtype();
  kind.across = g.groups > 1 && std::abs(from.second) == 1 && std::abs(from.spatial[2]) != 1;
  kind.tap_stride = written_stride(from.spatial[2], tuning);
  kind.filter2 = written_stride(w.spatial[1], tuning), kind.filter3 = written_stride(w.spatial[2], tuning);
  // All members have a name here, so that a new one is not forgotten. An axis's others follow from these.
  const auto& [dtype, across, axes, tap_stride, filter2, filter3] = kind;
  const auto& [x1, x2, x3] = axes;
  const KernelId id(KernelFamily::conv, "conv_point_blocks", dtype, across, x1.taps, x1.stride, x1.step, x1.origin,
                    x1.results, x2.taps, x2.stride, x2.step, x2.origin, x2.results, x3.taps, x3.stride, x3.step,
                    x3.origin, x3.results, tap_stride, filter2, filter3);
  const std::int64_t items = cut->items(g);
  const std::size_t local = std::min<std::size_t>(256, traits.max_local_size);
  launch_kernel(context,
                kernel_with(context, id, nullptr, operation,
                            [&](const codegen::GemmEpilogue*) { return codegen::conv_blocks_text(kind); }),
                kernels::ConvPointBlocks{.wide = false,
                                         .a = reads(filters),
                                         .b = reads(y),
                                         .c = writes(result),
                                         .items = items,
                                         .m = g.inputs,
                                         .inner = g.groups,
                                         .blocks1 = blocks[0],
                                         .blocks2 = blocks[1],
                                         .blocks3 = blocks[2],
                                         .k0 = g.outputs,
                                         .by_inner = divisor(g.groups),
                                         .by_m = divisor(g.inputs),
                                         .by_blocks1 = divisor(blocks[0]),
                                         .by_blocks2 = divisor(blocks[1]),
                                         .by_blocks3 = divisor(blocks[2]),
                                         .filters = {.line = w.second,
                                                     .outer = std::int64_t{0},
                                                     .inner = g.outputs * w.first,
                                                     .k0 = w.first,
                                                     .k1 = w.spatial[0],
                                                     .k2 = w.spatial[1],
                                                     .k3 = w.spatial[2]},
                                         .result = {.row = to.second,
                                                    .d0 = std::int64_t{0},
                                                    .d1 = to.spatial[0],
                                                    .d2 = to.spatial[1],
                                                    .d3 = to.spatial[2],
                                                    .outer = to.first,
                                                    .inner = g.inputs * to.second},
                                         .b_outer = from.first,
                                         .b_inner = g.outputs * from.second,
                                         .b_channel = from.second,
                                         .bs1 = from.spatial[0],
                                         .bs2 = from.spatial[1],
                                         .bs3 = from.spatial[2],
                                         .n1 = g.axes[0].input,
                                         .n2 = g.axes[1].input,
                                         .n3 = g.axes[2].input,
                                         .e1 = g.axes[0].output,
                                         .e2 = g.axes[1].output,
                                         .e3 = g.axes[2].output},
                {std::size_t(ceil_div(items, std::int64_t(local))) * local}, {local}, operation);
  return true;
}

}  // namespace kiln::array
