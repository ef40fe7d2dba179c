// SPDX-License-Identifier: Apache-2.0
// put: of several values with the same index the last one is written.
#include <algorithm>

#include "array/elementwise/parts.hpp"
#include "array/launch/destination.hpp"
#include "array/scatter/index_write.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

std::optional<IndexWrite> index_write(Array& array, const Array& indices, std::int64_t axis, const Array& values,
                                      const char* operation) {
  auto& context = array.context();
  check_writable(array, operation);
  check_operand(context, array, operation);
  check_indices(context, indices, operation);
  check_operand(context, values, operation);
  const std::size_t ndim = array.shape().size();
  const std::size_t at = layout::normalize_axis(axis, ndim, operation);
  IndexWrite write;
  Move& move = write.move;
  move.outer = extents_product(array.shape(), 0, at);
  move.n = array.shape()[at];
  move.count = indices.size();
  move.inner = extents_product(array.shape(), at + 1, ndim);
  const Dims shape = indexed_shape(array, at, indices);
  layout::checked_size(shape, array.itemsize(), operation);
  layout::broadcast_to(values.layout(), shape, operation);  // refuses other shapes
  if (move.count == 0 || move.outer == 0 || move.inner == 0) return std::nullopt;
  if (move.n == 0)
    fail(KILN_INDEX_ERROR, "{}: axis {} of shape {} has no elements to write", operation, at,
         layout::shape_text(array.shape()));
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  if (move.count > kMost)
    fail(KILN_UNSUPPORTED, "{}: got {} indices, expected at most {}", operation, move.count, kMost);
  // Values and indices are read as they were before the first write.
  write.values =
      may_overlap(values, array) ? astype(values, array.dtype(), operation) : as(values, array.dtype(), operation);
  write.indices = may_overlap(indices, array) ? copy(indices, KILN_ORDER_C, operation) : itself(indices);
  move.see(array, array.layout(), *write.values, layout::broadcast_to(write.values->layout(), shape, operation),
           *write.indices, write.indices->layout(), operation);
  write.checked = check_positions(*write.indices, move.n, operation);
  return write;
}

void finish_write(Array& array, const IndexWrite& write, const char* operation) {
  // If the array could not be seen as rows, a copy was written, which is brought back now.
  if (const Array* copied = write.move.array.held.get())
    move_part(array, array.layout(), *copied, copied->layout(), operation);
  report_positions(array.context(), write.checked, operation);
}

namespace {

// Whether each element of the axis reads the value that wins, from the table of winners, instead of each winning value
// being written to its element. Scattered reads cost less than scattered writes, but all elements are looked at.
bool takes_winners(const Move& move, const codegen::IndexTuning& tuning) {
  return tuning.put_taken > 0 && move.count >= move.n / tuning.put_taken;
}

}  // namespace

void put(Array& array, const Array& indices, std::int64_t axis, const Array& values, const char* operation) {
  auto& context = array.context();
  const auto write = index_write(array, indices, axis, values, operation);
  if (!write) return;
  Move move = write->move;
  move.put = true;
  Ref<Array> winners;
  const IndexDevice device(context);
  // For single elements on CPU devices, access to a table of winners would cost as much as access to the elements.
  const bool parts = device.cpu && move.inner == 1;
  // Comparing few indices with each other costs less than a table as long as the axis; comparing very few costs less
  // than the launches for any table.
  const bool look = move.count <= device.tuning.put_looked &&
                    move.count * move.count / 2 <= std::max(move.n, device.tuning.put_looked_least);
  if (move.count > 1) move.winner = parts ? Winner::parts : look ? Winner::look : Winner::table;
  if (move.winner == Winner::table) {
    const DType dtype = write->indices->dtype();
    // This number is no index, not even one that counts from the end.
    winners = full(context, KILN_INT32, Dims{move.n}, Scalar::integer(KILN_INT64, INT32_MIN), operation);
    move.winners = winners.get();
    const KernelId id(KernelFamily::index, "index_winners", device.cpu, dtype, write->checked);
    const auto& kernel = library_kernel(context, id, operation, [&] {
      return place_text(dtype, write->checked) + kernel_text({"index_winners.cl"}, "KILN_CPU", device.cpu);
    });
    const std::int64_t share = base::ceil_div(move.n, device.places(move.count));
    const auto local = std::int64_t(device.group());
    const std::int64_t items = device.cpu ? base::ceil_div(move.n, share) : base::round_up(move.count, local);
    launch_kernel(context, kernel,
                  kernels::IndexWinners{.winner = updates(*winners),
                                        .index = reads(*move.indices.array),
                                        .n = move.n,
                                        .count = move.count,
                                        .step = write->step(),
                                        .share = share},
                  {std::size_t(items)}, {std::size_t(local)}, operation);
  }
  if (winners && takes_winners(move, device.tuning)) {
    std::swap(move.array, move.other);
    std::swap(move.n, move.count);
    move.indices = rows_of(*winners, winners->layout(), Dims{1, move.count, 1}, operation);
    move.put = false;
    move.keep = true;
    move.winner = Winner::any;
    move.winners = nullptr;
    move_rows(context, std::move(move), true, operation);
  } else {
    move_rows(context, std::move(move), write->checked, operation);
  }
  finish_write(array, *write, operation);
}

}  // namespace kiln::array
