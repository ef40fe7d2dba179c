// SPDX-License-Identifier: Apache-2.0
// Transposed copies on CPU devices. Source and destination are contiguous along different axes; the copy goes by
// tiles, so that both are read and written along their rows. Other devices use an elementwise kernel.
#include <algorithm>

#include "array/launch/kernel_text.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

bool transpose_copy(Array& to, const Array& from, const char* operation) {
  runtime::Context& context = to.context();
  const codegen::Traits traits = traits_of(context);
  if (!traits.cpu) return false;
  if (to.dtype() != from.dtype() || !(to.shape() == from.shape()) || to.shape().size() < 2) return false;
  layout::Collapsed c;
  const Dims* strides[] = {&to.strides(), &from.strides()};
  layout::collapse(to.shape(), strides, true, c);
  const auto itemsize = std::int64_t(to.itemsize());
  const std::size_t n = c.shape.size(), column = n - 1;
  if (n < 2 || n > 4 || c.strides[0][column] != itemsize) return false;
  const std::int64_t least = traits.tuning->copy.turned;
  std::size_t row = column;
  for (std::size_t d = 0; d < column; ++d)
    if (c.strides[1][d] == itemsize) row = d;
  if (row == column || c.shape[row] < least || c.shape[column] < least || may_overlap(to, from)) return false;

  // A tile fits the second-level cache. Longer rows of a tile make better use of the memory's bandwidth.
  const std::int64_t tile = traits.tuning->elementwise.cpu_tile_sides[itemsize <= 4 ? 0 : 1];
  std::int64_t extents[2] = {1, 1}, steps[2][2] = {};  // of up to two further axes, the outer one first
  for (std::size_t d = 0, k = 2 - (n - 2); d < column; ++d) {
    if (d == row) continue;
    extents[k] = c.shape[d];
    for (int operand = 0; operand < 2; ++operand) steps[operand][k] = c.strides[operand][d] / itemsize;
    ++k;
  }
  const std::int64_t rows = c.shape[row], columns = c.shape[column];
  const std::int64_t down = (rows + tile - 1) / tile, across = (columns + tile - 1) / tile;
  const std::int64_t tiles = extents[0] * extents[1] * down * across;
  const bool stream = to.bytes() >= traits.stream_bytes;
  const auto& kernel =
      library_kernel(context, {KernelFamily::transpose, "transpose", itemsize, stream}, operation, [&] {
        const bool vectors = traits.vectors && itemsize == 4;
        // Without stores that bypass the caches, kiln_turn() of turn.cl writes straight to the destination.
        const char* const turned = "#ifndef KILN_STREAM\n#define KILN_TURNED KILN_GLOBAL\n#endif\n";
        return kernel_text({stream ? "stream.cl" : ""}) + (vectors ? turned : "") +
               kernel_text({vectors ? "turn.cl" : "", "transpose.cl"}, "KILN_WORD", word_type(to.itemsize()),
                           "KILN_VECTORS", vectors, "KILN_TILE", tile);
      });
  const auto items = std::min<std::int64_t>(tiles, std::int64_t(traits.compute_units) * 8);
  const std::int64_t chunk = (tiles + items - 1) / items;
  launch_kernel(context, kernel,
                kernels::Transpose{.to = writes(to),
                                   .from = reads(from),
                                   .rows = rows,
                                   .columns = columns,
                                   .to_step = c.strides[0][row] / itemsize,
                                   .from_step = c.strides[1][column] / itemsize,
                                   .down = down,
                                   .across = across,
                                   .batch = extents[1],
                                   .to_outer = steps[0][0],
                                   .from_outer = steps[1][0],
                                   .to_inner = steps[0][1],
                                   .from_inner = steps[1][1],
                                   .tiles = tiles,
                                   .chunk = chunk},
                {std::size_t((tiles + chunk - 1) / chunk)}, {1}, operation);
  return true;
}

}  // namespace kiln::array
