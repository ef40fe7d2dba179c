// SPDX-License-Identifier: Apache-2.0
// Which shape an elementwise kernel has, and how it is launched.
#include "codegen/elementwise/elementwise.hpp"

#include <algorithm>

#include "base/rounding.hpp"
#include "codegen/spell/body.hpp"

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

// H200: strided copies and differences 1.3 to 1.8 times as fast. The text is compiled once for each and once
// more, so fewer of long ones.
unsigned elements_ahead(const Program& program, const ElementwiseClass& kind) {
  // Of many arrays one element each is enough (H200: cross of (n, 3) takes 1.3 times as long with four).
  const auto inputs = std::ranges::count(program.inputs, false, &expr::Program::Input::scalar);
  if (program.values.size() > 64 || inputs >= 6) return 1;
  return has_costly_function(program) || kind.dims > 3 || inputs >= 3 ? 2 : 4;
}

// 64 where they fit twice, so that groups take turns. On CPU devices a tile lies in the second cache: the
// longer its rows, the better memory is read.
unsigned tile_side(std::size_t itemsizes, const Traits& traits, std::uint64_t elements) {
  if (traits.cpu) return itemsizes <= 4 ? 128 : itemsizes <= 16 ? 64 : itemsizes <= 64 ? 32 : 0;
  if (traits.max_local_size < kTileItems[0] * kTileItems[1] || traits.max_local_sizes[0] < kTileItems[0] ||
      traits.max_local_sizes[1] < kTileItems[1])
    return 0;
  for (const unsigned side : {64U, 32U}) {
    const std::uint64_t tiles = elements / (side * side);
    if (side * (side + 1) * itemsizes <= traits.local_memory &&
        (side == 32 || tiles >= 2 * traits.compute_units) && tiles < traits.max_groups[0] / 4)
      return side;
  }
  return 0;
}

namespace {
// Of devices with short loops: work is shared out among so many compute units at least, which keeps the loops
// of an item below 65536 iterations up to 2^32 elements.
constexpr std::uint64_t kShortLoopUnits = 64;
}  // namespace

Traits traits_of(const backend::DeviceProperties& p) {
  Traits t;
  t.cpu = p.info.kind == backend::DeviceKind::cpu && !p.short_loops;
  t.vectors = p.dialect == backend::Dialect::opencl_c;
  t.warps = p.dialect == backend::Dialect::cuda_c || p.info.platform.starts_with("NVIDIA CUDA");
  t.vector_bytes = p.vector_bytes;
  // Of a cache that many share, 16 MiB a core at most count as this device's.
  if (t.cpu && p.cache_bytes) t.stream_bytes = std::min<std::uint64_t>(p.cache_bytes, p.compute_units << 24);
  if (t.cpu && stream_all) t.stream_bytes = 0;
  t.compute_units = p.short_loops ? std::max(p.compute_units, kShortLoopUnits) : p.compute_units;
  t.max_local_size = p.max_local_size;
  t.local_memory = p.declared_local_memory;
  for (int d = 0; d < 3; ++d) {
    t.max_local_sizes[d] = p.max_local_sizes[d];
    t.max_groups[d] = p.max_groups[d];
  }
  return t;
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
                              std::uint64_t n, std::uint64_t rows, std::uint64_t tile_rows,
                              bool whole_columns) {
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
    const std::uint64_t items = std::min(tiles, 8 * traits.compute_units);
    g.chunk = ceil_div(tiles, items);
    g.row_chunk = tiles;
    g.global[0] = std::size_t(ceil_div(tiles, g.chunk));
    return g;
  }
  if (traits.cpu) {
    // About 4096 elements make a work-item worth its start; 8 work-items a core balance disturbed cores.
    const std::uint64_t most = 8 * traits.compute_units;
    const std::uint64_t items = std::clamp<std::uint64_t>(n * rows / 4096, 1, most);
    const std::uint64_t by_rows = std::min(items, rows);
    const std::uint64_t by_chunks = std::max<std::uint64_t>(1, items / by_rows);
    g.dims = 2;
    g.row_chunk = ceil_div(rows, by_rows);
    g.chunk = ceil_div(ceil_div(n, by_chunks), 16) * 16;
    g.global[0] = std::size_t(ceil_div(n, g.chunk));
    g.global[1] = std::size_t(ceil_div(rows, g.row_chunk));
    return g;
  }
  const std::uint64_t most_local = std::min<std::uint64_t>(traits.max_local_size, 256);
  if (uses_flat_shape(kind, traits)) {
    const std::uint64_t items = ceil_div(n, flat_width(program));
    // Groups begin at a limited rate, which little to read or write meets (H200: fills 3370 -> 4650 GB/s).
    const std::uint64_t group = flat_traffic(program, kind) <= 24 ? 256 : 128;
    g.local[0] = std::size_t(std::min({most_local, traits.max_local_sizes[0], group}));
    g.global[0] = std::size_t(ceil_div(items, g.local[0]) * g.local[0]);
    return g;
  }
  std::uint64_t x = 1;
  while (x < n && x * 2 <= std::min(most_local, traits.max_local_sizes[0])) x *= 2;
  const std::uint64_t y =
      std::max<std::uint64_t>(1, std::min({most_local / x, traits.max_local_sizes[1], rows}));
  // An item has several elements where there are enough for all items of the device.
  const std::uint64_t ahead = elements_ahead(program, kind),
                      filling = n * rows / (unit_items * traits.compute_units);
  const std::uint64_t along = kind.along ? ahead : 1;
  const std::uint64_t across = kind.along      ? 1
                               : whole_columns ? rows
                                               : std::clamp<std::uint64_t>(filling, 1, ahead);
  g.dims = 2;
  g.local[0] = std::size_t(x);
  g.local[1] = std::size_t(y);
  g.global[0] = std::size_t(ceil_div(n, x * along) * x);
  // The kernel strides over rows, so the second extent may stop at the device's limit.
  const std::uint64_t groups =
      std::min({ceil_div(rows, y * across), traits.max_groups[1], std::uint64_t{65535}});
  g.global[1] = std::size_t(groups * y);
  return g;
}

}  // namespace kiln::codegen
