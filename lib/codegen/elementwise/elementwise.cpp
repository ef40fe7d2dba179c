// SPDX-License-Identifier: Apache-2.0
// Chooses the shape of an elementwise kernel and its launch geometry.
#include "codegen/elementwise/elementwise.hpp"

#include <algorithm>

#include "base/rounding.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"

namespace kiln::codegen {

using base::ceil_div;
using expr::Program;

namespace {

constexpr std::size_t kTileItems[2] = {32, 8};

// Bytes that a work-item of the flat shape reads and writes.
std::size_t flat_traffic(const Program& program, const ElementwiseClass& kind) {
  std::size_t bytes = 0, k = 0;
  for (const auto& out : program.outputs) bytes += base::dtype_size(out.dtype), ++k;
  for (const auto& in : program.inputs)
    if (!in.scalar && kind.inner[k++] != Inner::zero) bytes += base::dtype_size(in.dtype);
  return bytes * flat_width(program);
}

}  // namespace

unsigned elements_ahead(const Program& program, const ElementwiseClass& kind, const Traits& traits) {
  const ElementwiseTuning& tuning = traits.tuning->elementwise;
  const auto inputs = std::size_t(std::ranges::count(program.inputs, false, &expr::Program::Input::scalar));
  if (program.values.size() > tuning.ahead_one_values || inputs >= tuning.ahead_one_inputs) return 1;
  const bool few = has_costly_function(program) || kind.dims > tuning.ahead_axes || inputs >= tuning.ahead_few_inputs;
  return few ? tuning.ahead_few : tuning.ahead;
}

// On GPUs tiles are large if they fit local memory and each compute unit gets two, so that two groups can alternate.
unsigned tile_side(std::size_t itemsizes, const Traits& traits, std::uint64_t elements) {
  const unsigned(&cpu_sides)[3] = traits.tuning->elementwise.cpu_tile_sides;
  if (traits.cpu)
    return itemsizes <= 4 ? cpu_sides[0] : itemsizes <= 16 ? cpu_sides[1] : itemsizes <= 64 ? cpu_sides[2] : 0;
  if (traits.max_local_size < kTileItems[0] * kTileItems[1] || traits.max_local_sizes[0] < kTileItems[0] ||
      traits.max_local_sizes[1] < kTileItems[1])
    return 0;
  for (const unsigned side : {64U, 32U}) {
    const std::uint64_t tiles = elements / (side * side);
    if (side * (side + 1) * itemsizes <= traits.local_memory && (side == 32 || tiles >= 2 * traits.compute_units) &&
        tiles < traits.max_groups[0] / 4)
      return side;
  }
  return 0;
}

unsigned flat_width(const Program& program) {
  std::size_t largest = 1;
  for (const auto& in : program.inputs)
    if (!in.scalar) largest = std::max(largest, base::dtype_size(in.dtype));
  for (const auto& out : program.outputs) largest = std::max(largest, base::dtype_size(out.dtype));
  return unsigned(16 / largest);
}

bool uses_flat_shape(const ElementwiseClass& kind, const Traits& traits) {
  return !traits.cpu && kind.dims == 1 && kind.aligned;
}

Geometry elementwise_geometry(const Program& program, const ElementwiseClass& kind, const Traits& traits,
                              std::uint64_t n, std::uint64_t rows, std::uint64_t tile_rows, bool whole_columns) {
  const DeviceTuning& device = traits.tuning->device;
  const ElementwiseTuning& tuning = traits.tuning->elementwise;
  Geometry g;
  if (kind.tile) {
    const std::uint64_t tiles =
        rows / tile_rows * ceil_div(tile_rows, kind.tile) * ceil_div(n, std::uint64_t(kind.tile));
    if (!traits.cpu) {
      g.dims = 2;
      std::copy_n(kTileItems, 2, g.local);
      g.global[0] = std::size_t(tiles) * kTileItems[0];
      g.global[1] = kTileItems[1];
      return g;
    }
    const std::uint64_t items = std::min(tiles, device.cpu_unit_items * traits.compute_units);
    g.chunk = ceil_div(tiles, items);
    g.row_chunk = tiles;
    g.global[0] = std::size_t(ceil_div(tiles, g.chunk));
    return g;
  }
  if (traits.cpu) {
    const std::uint64_t items = cpu_items(traits, n * rows);
    const std::uint64_t by_rows = std::min(items, rows);
    const std::uint64_t by_chunks = std::max<std::uint64_t>(1, items / by_rows);
    g.dims = 2;
    g.row_chunk = ceil_div(rows, by_rows);
    g.chunk = ceil_div(ceil_div(n, by_chunks), 16) * 16;
    g.global[0] = std::size_t(ceil_div(n, g.chunk));
    g.global[1] = std::size_t(ceil_div(rows, g.row_chunk));
    return g;
  }
  const std::uint64_t most_local = std::min(traits.max_local_size, tuning.group);
  if (uses_flat_shape(kind, traits)) {
    const std::uint64_t items = ceil_div(n, flat_width(program));
    const std::uint64_t group = flat_traffic(program, kind) <= tuning.light_traffic ? tuning.group : tuning.heavy_group;
    g.local[0] = std::size_t(std::min({most_local, traits.max_local_sizes[0], group}));
    g.global[0] = std::size_t(ceil_div(items, g.local[0]) * g.local[0]);
    return g;
  }
  std::uint64_t x = 1;
  while (x < n && x * 2 <= std::min(most_local, traits.max_local_sizes[0])) x *= 2;
  const std::uint64_t y = std::max<std::uint64_t>(1, std::min({most_local / x, traits.max_local_sizes[1], rows}));
  // An item has several elements if there are enough for all items of the device.
  const std::uint64_t ahead = elements_ahead(program, kind, traits),
                      filling = n * rows / (device.unit_items * traits.compute_units);
  const std::uint64_t along = kind.along ? ahead : 1;
  const std::uint64_t across = kind.along ? 1 : whole_columns ? rows : std::clamp<std::uint64_t>(filling, 1, ahead);
  g.dims = 2;
  g.local[0] = std::size_t(x);
  g.local[1] = std::size_t(y);
  g.global[0] = std::size_t(ceil_div(n, x * along) * x);
  // The kernel strides over rows, so the second extent may stop at the device's limit.
  const std::uint64_t groups = std::min({ceil_div(rows, y * across), traits.max_groups[1], std::uint64_t{65535}});
  g.global[1] = std::size_t(groups * y);
  return g;
}

std::size_t bundle_parameter_bytes(std::size_t memories, std::size_t arrays, std::size_t sets) {
  return 8 * (memories + arrays + sets) + 8;
}

BundleGeometry bundle_geometry(const Traits& traits, std::uint64_t elements) {
  if (traits.cpu) return {ceil_div(ceil_div(elements, cpu_items(traits, elements)), 16) * 16, 1};
  const ElementwiseTuning& tuning = traits.tuning->elementwise;
  const std::uint64_t local = std::min({traits.max_local_size, traits.max_local_sizes[0], tuning.group});
  return {local * tuning.bundle_each, local};
}

}  // namespace kiln::codegen
