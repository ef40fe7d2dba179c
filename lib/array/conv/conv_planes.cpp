// SPDX-License-Identifier: Apache-2.0
// Depthwise convolutions and pooling on CPU devices where channels are not neighbours: each work-item has a channel's
// plane, or a part of it, in its own memory (kernels/conv/conv_planes.cl).
#include <algorithm>
#include <cstdlib>

#include "array/conv/plane_task.hpp"
#include "array/launch/loops.hpp"

namespace kiln::array {

using base::ceil_div;
using base::floor_div;
using codegen::ConvClass;
using codegen::ConvKernel;
using codegen::LanesOp;

namespace {

// How a task is cut into tiles. plane_side.cl says what the members are.
struct PlaneTiles {
  struct Axis {
    std::int64_t n, coordinates, inputs, results, begin, advance, halo, tiles;
  };
  std::array<Axis, 3> axes;
  const std::int64_t vector;
  const bool both;  // for pool_planes.cl: the planes of the input, as many of its gradient, and one of the output's

  PlaneTiles(const PlaneTask& task, std::int64_t lanes, bool gradient = false) : vector(lanes), both(gradient) {
    for (std::size_t d = 0; d < 3; ++d) {
      const PlaneTask::Axis& from = task.axes[d];
      const std::int64_t end = (from.taps - 1) * from.step, low = std::min<std::int64_t>(end, 0),
                         high = std::max<std::int64_t>(end, 0);
      Axis& axis = axes[d];
      axis.inputs = task.transposed ? 1 : from.stride;
      axis.results = task.transposed ? from.stride : 1;
      if (task.transposed) {
        axis.begin = -floor_div(from.origin + high, from.stride);
        axis.halo = floor_div(from.stride - 1 - from.origin - low, from.stride) - axis.begin;
      } else {
        axis.begin = from.origin + low;
        axis.halo = (high - low) / from.stride;
      }
      cut(d, from, 1);
    }
  }
  void cut(std::size_t d, const PlaneTask::Axis& from, std::int64_t tiles) {
    Axis& axis = axes[d];
    const std::int64_t results = from.results;
    axis.n = tiles == 1 ? results : ceil_div(ceil_div(results, tiles), axis.results) * axis.results;
    axis.coordinates = ceil_div(axis.n, axis.results) + axis.halo;
    axis.advance = axis.results > 1 ? axis.n / axis.results : axis.n * axis.inputs;
    axis.tiles = ceil_div(results, axis.n);
    if (!both) return;
    // Windows before the tile, and elements that the last tile has behind its windows.
    const std::int64_t start = ((axis.tiles - 1) * axis.n - axis.halo) * from.stride + from.origin;
    axis.coordinates = std::max(axis.coordinates + axis.halo, (from.input - 1 - start) / from.stride + 1);
  }
  std::int64_t product(std::int64_t Axis::*member) const {
    return axes[0].*member * (axes[1].*member) * (axes[2].*member);
  }
  std::int64_t pitch() const { return product(&Axis::coordinates) + vector; }
  // Elements of memory.
  std::int64_t room() const {
    if (both) return (2 * product(&Axis::inputs) + 1) * pitch() + vector;
    const std::int64_t results = product(&Axis::results);
    return (product(&Axis::inputs) + (results > 1 ? results : 0)) * pitch() + axes[2].n + axes[2].coordinates + vector;
  }
  // Cuts the outer axes first, so that rows stay long. Returns whether the tiles fit and are mostly results.
  bool fit(const PlaneTask& task, std::int64_t most) {
    for (std::size_t d = 0; d < 3; ++d)
      for (std::int64_t tiles = 2; room() > most && axes[d].n > axes[d].results; tiles += 1 + tiles / 8)
        cut(d, task.axes[d], std::min(tiles, task.axes[d].results));
    std::int64_t results = 1;
    for (const Axis& axis : axes) results *= ceil_div(axis.n, axis.results);
    return room() <= most && results >= vector && product(&Axis::coordinates) <= 4 * results;
  }
};

// The side of plane_side.cl.
kernels::PlaneSide plane_side(const PlaneTask& task, const PlaneTiles& tiles) {
  const auto& [x, y, z] = task.axes;
  const auto& [t, u, v] = tiles.axes;
  const auto [before, behind] = span_of(*task.b);
  return {.N1 = x.results,
          .N2 = y.results,
          .N3 = z.results,
          .n1 = t.n,
          .n2 = u.n,
          .n3 = v.n,
          .C1 = t.coordinates,
          .C2 = u.coordinates,
          .C3 = v.coordinates,
          .F1 = t.inputs,
          .F2 = u.inputs,
          .F3 = v.inputs,
          .R1 = t.results,
          .R2 = u.results,
          .R3 = v.results,
          .begin1 = t.begin,
          .begin2 = u.begin,
          .begin3 = v.begin,
          .advance1 = t.advance,
          .advance2 = u.advance,
          .advance3 = v.advance,
          .pitch = tiles.pitch(),
          .T1 = x.taps,
          .T2 = y.taps,
          .T3 = z.taps,
          .D1 = x.step,
          .D2 = y.step,
          .D3 = z.step,
          .O1 = x.origin,
          .O2 = y.origin,
          .O3 = z.origin,
          .E1 = x.input,
          .E2 = y.input,
          .E3 = z.input,
          .batch_step = task.in.batch,
          .group_step = task.in.group,
          .b1 = task.in.spatial[0],
          .b2 = task.in.spatial[1],
          .b3 = task.in.spatial[2],
          .safe_first = before,
          .safe_last = behind};
}

// Rests along an axis for which the kernel has vectors, or 0.
std::uint8_t vector_rests(bool plain, std::int64_t step, std::int64_t rests) {
  return plain && step == 1 && rests <= 2 ? std::uint8_t(rests) : 0;
}

bool plane_is_wide(const PlaneTask& task) {
  IndexWidth width;
  for (const Array* array : {task.a, task.b, static_cast<const Array*>(task.c)}) {
    width.operand(elements_spanned(array->shape(), array->strides(), array->itemsize()));
    width.operand(array->size());
  }
  const std::int64_t lines = task.axes[0].results * task.axes[1].results * task.axes[2].results;
  if (task.after)
    for (const GemmSide& side : std::span(task.after->sides).first(task.after->count))
      width.operand(task.batch * std::abs(side.outer) + task.groups * std::abs(side.inner) +
                    task.filters * std::abs(side.row) + lines * std::abs(side.column));
  for (const PlaneTask::Axis& axis : task.axes)
    for (const std::int64_t extent : {axis.results, axis.input})
      width.operand(extent * axis.stride + axis.taps * std::abs(axis.step) + std::abs(axis.origin));
  return width.wide();
}

// Whether the kernels' tables have room for the taps and rests.
bool has_kernel(const PlaneTask& task) {
  std::int64_t taps = 1, rests = 1;
  for (const PlaneTask::Axis& axis : task.axes) {
    if (axis.stride > codegen::kPlanePhases) return false;
    taps *= axis.taps, rests *= task.transposed ? axis.stride : 1;
    if (taps > codegen::kConvTaps || rests > codegen::kConvTaps) return false;
  }
  return true;
}

// Elements of memory that a work-item has for planes.
std::int64_t plane_room(const codegen::Traits& traits, DType dtype) {
  return std::int64_t(traits.tuning->conv.plane_bytes / base::dtype_size(codegen::gemm_dtype(dtype)));
}

}  // namespace

bool planes_conv(const PlaneTask& given, LanesOp op, std::uint8_t count, const char* operation) {
  const PlaneTask task = count ? given : given.plain();
  runtime::Context& context = task.c->context();
  const codegen::Traits traits = traits_of(context);
  const DType dtype = task.c->dtype();
  const bool plain = codegen::gemm_plain(dtype);
  const std::int64_t room = plane_room(traits, dtype);
  if (!has_kernel(task) || plane_is_wide(task)) return false;
  PlaneTiles tiles(task, codegen::conv_vector(dtype));
  if (!tiles.fit(task, room)) return false;
  ConvClass kind;
  kind.kernel = ConvKernel::planes;
  kind.dtype = dtype;
  kind.op = op;
  kind.count = count;
  kind.transposed = task.transposed;
  kind.in = vector_rests(plain, task.in.spatial[2], tiles.axes[2].inputs);
  kind.out = vector_rests(plain, task.to.spatial[2], tiles.axes[2].results);
  kind.room = std::int32_t(room);
  const std::int64_t of_plane = tiles.product(&PlaneTiles::Axis::tiles);
  const std::int64_t items = task.batch * task.groups * task.filters * of_plane;
  const std::uint64_t work =
      std::uint64_t(task.c->size()) * std::uint64_t(task.axes[0].taps * task.axes[1].taps * task.axes[2].taps);
  const auto wanted = std::int64_t(codegen::cpu_items(traits, work));
  const std::int64_t share = ceil_div(items, std::clamp<std::int64_t>(wanted, 1, items));
  launch_kernel(context, conv_kernel(context, kind, traits, operation, task.after),
                kernels::ConvPlanes{.wide = false,
                                    .a = reads(*task.a),
                                    .b = reads(*task.b),
                                    .c = writes(*task.c),
                                    .items = items,
                                    .share = share,
                                    .tiles1 = tiles.axes[0].tiles,
                                    .tiles2 = tiles.axes[1].tiles,
                                    .tiles3 = tiles.axes[2].tiles,
                                    .m = task.filters,
                                    .inner = task.groups,
                                    .z1 = task.axes[0].end,
                                    .z2 = task.axes[1].end,
                                    .z3 = task.axes[2].end,
                                    .filters = {.line = task.from.filter,
                                                .outer = std::int64_t{0},
                                                .inner = task.from.group,
                                                .k0 = std::int64_t{0},
                                                .k1 = task.from.taps[0],
                                                .k2 = task.from.taps[1],
                                                .k3 = task.from.taps[2]},
                                    .result = {.row = task.to.filter,
                                               .d0 = std::int64_t{0},
                                               .d1 = task.to.spatial[0],
                                               .d2 = task.to.spatial[1],
                                               .d3 = task.to.spatial[2],
                                               .outer = task.to.batch,
                                               .inner = task.to.group},
                                    .plane_side = plane_side(task, tiles),
                                    .operand = epilogue_operands<kernels::ConvPlanes>(task.after)},
                {std::size_t(ceil_div(items, share))}, {1}, operation);
  return true;
}

bool planes_greatest_gradient(const PlaneTask& task, const char* operation) {
  runtime::Context& context = task.c->context();
  const codegen::Traits traits = traits_of(context);
  const DType dtype = task.c->dtype();
  const bool plain = codegen::gemm_plain(dtype);
  if (!has_kernel(task) || plane_is_wide(task)) return false;
  PlaneTiles tiles(task, codegen::conv_vector(dtype), true);
  const std::int64_t room = plane_room(traits, dtype);
  if (!tiles.fit(task, room)) return false;
  ConvClass kind;
  kind.kernel = ConvKernel::pool_planes;
  kind.dtype = dtype;
  kind.in = vector_rests(plain, task.in.spatial[2], tiles.axes[2].inputs);
  kind.out = vector_rests(plain, task.to.spatial[2], tiles.axes[2].inputs);
  kind.step = vector_rests(plain, task.from.taps[2], 1);
  kind.overlap = tiles.axes[0].halo + tiles.axes[1].halo + tiles.axes[2].halo > 0;
  kind.room = std::int32_t(room);
  const std::int64_t items = task.batch * task.groups * tiles.product(&PlaneTiles::Axis::tiles);
  const auto wanted = std::int64_t(codegen::cpu_items(traits, 4 * std::uint64_t(task.b->size())));
  const std::int64_t share = ceil_div(items, std::clamp<std::int64_t>(wanted, 1, items));
  const auto [before, behind] = span_of(*task.a);
  launch_kernel(context, conv_kernel(context, kind, traits, operation),
                kernels::PoolPlanes{.wide = false,
                                    .input = reads(*task.b),
                                    .output = reads(*task.a),
                                    .result = writes(*task.c),
                                    .items = items,
                                    .share = share,
                                    .tiles1 = tiles.axes[0].tiles,
                                    .tiles2 = tiles.axes[1].tiles,
                                    .tiles3 = tiles.axes[2].tiles,
                                    .channels = task.groups,
                                    .halo1 = tiles.axes[0].halo,
                                    .halo2 = tiles.axes[1].halo,
                                    .halo3 = tiles.axes[2].halo,
                                    .g1 = task.from.taps[0],
                                    .g2 = task.from.taps[1],
                                    .g3 = task.from.taps[2],
                                    .g_batch = task.from.filter,
                                    .g_channel = task.from.group,
                                    .g_first = before,
                                    .g_last = behind,
                                    .r1 = task.to.spatial[0],
                                    .r2 = task.to.spatial[1],
                                    .r3 = task.to.spatial[2],
                                    .r_batch = task.to.batch,
                                    .r_channel = task.to.group,
                                    .plane_side = plane_side(task, tiles)},
                {std::size_t(ceil_div(items, share))}, {1}, operation);
  return true;
}

std::optional<PlaneTask> plane_task(const ConvGeometry& g, const Array& x, const Array& filters, Array& result,
                                    bool transposed, bool channels_last) {
  const std::int64_t channels = transposed ? g.outputs : g.inputs, rows = transposed ? g.inputs : g.outputs;
  const ConvStrides from = strides_of(x, channels_last), to = strides_of(result, channels_last),
                    w = strides_of(filters, channels_last);
  // Neighbouring channels are vectors of their own (conv_lanes.cl).
  const bool across = g.groups > 1 && from.second == 1 && from.spatial[2] != 1;
  if (channels != 1 || across) return std::nullopt;
  PlaneTask task;
  task.a = &filters, task.b = &x, task.c = &result;
  task.batch = g.batch, task.groups = g.groups, task.filters = rows, task.transposed = transposed;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto& axis = g.axes[d];
    task.axes[d] = {transposed ? axis.input : axis.output,
                    transposed ? axis.output : axis.input,
                    axis.taps,
                    axis.stride,
                    axis.step,
                    axis.origin};
  }
  task.from = {transposed ? w.second : w.first, g.outputs * w.first, w.spatial};
  task.in = {from.first, from.second, from.spatial};
  task.to = {to.first, rows * to.second, to.second, to.spatial};
  return task;
}

}  // namespace kiln::array
