// SPDX-License-Identifier: Apache-2.0
// Sorts the indices of scatter_add, and adds long runs of equal ones.
#include "array/scatter/index_add_sorted.hpp"

#include <algorithm>
#include <bit>

#include "array/order/sort_run.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

Sorted sort_places(const IndexWrite& write, bool each_place, const runtime::Kernel& kernel, std::size_t local,
                   const char* operation) {
  const Move& move = write.move;
  auto& context = write.indices->context();
  const auto made = [&](std::int64_t count) { return empty(context, KILN_UINT32, Dims{count}, operation); };
  const Ref<Array> keys = made(move.count);
  const std::int64_t starts = each_place ? move.n : 0;
  const Sorted sorted{made(move.count), made(move.count), made(std::max<std::int64_t>(starts, 1))};
  launch_kernel(context, kernel,
                kernels::IndexAddKeys{.index = reads(*move.indices.array),
                                      .key = writes(*keys),
                                      .start = writes(*sorted.starts),
                                      .n = move.n,
                                      .count = move.count,
                                      .step = write.step(),
                                      .starts = starts},
                {base::round_up(std::size_t(move.count), local)}, {local}, operation);
  SortRunner(context, KILN_UINT32, codegen::SortOrder::ascending, nullptr, operation)
      .order(*keys, move.count, unsigned(std::bit_width(std::uint64_t(move.n))), *sorted.keys, *sorted.order);
  return sorted;
}

const char* number_type(DType dtype) {
  // Signed integers wrap as unsigned ones do.
  return base::is_float(dtype) ? codegen::storage_type(dtype) : word_type(base::dtype_size(dtype));
}

LongRuns::LongRuns(const Move& move, const Sorted& sorted, DType dtype, const IndexDevice& device,
                   const char* operation)
    : context_(sorted.keys->context()), move_(move), sorted_(sorted), local_(device.local), operation_(operation) {
  constexpr std::int64_t kLongRun = 1024, kPiece = 256;  // KILN_LONG, KILN_PIECE
  if (move.count <= kLongRun) return;
  blocks_ = base::ceil_div(move.count, kPiece);
  parts_ = empty(context_, dtype, Dims{2 * blocks_ * move.outer, move.inner}, operation);
  const auto kernel = [&](const char* name) {
    return &library_kernel(context_, {KernelFamily::index, name, dtype}, operation, [&] {
      return kernel_text({"index_add_runs.cl"}, "KILN_NUMBER", number_type(dtype), "KILN_ITEMS", local_);
    });
  };
  add_parts_ = kernel("index_add_parts");
  add_runs_ = kernel("index_add_runs");
}

void LongRuns::add() {
  if (blocks_ == 0) return;
  const auto itemsize = std::int64_t(parts_->itemsize()), rows = parts_->shape()[0];
  const std::size_t width = std::min(std::bit_ceil(std::size_t(std::min<std::int64_t>(move_.inner, 256))), local_);
  const std::size_t height = local_ / width;
  const auto groups = std::min<std::size_t>(base::ceil_div(std::size_t(rows), height), 1 << 20);
  launch_kernel(context_, *add_parts_,
                kernels::IndexAddParts{.b = reads(*move_.other.array),
                                       .keys = reads(*sorted_.keys),
                                       .order = reads(*sorted_.order),
                                       .parts = writes(*parts_),
                                       .n = std::uint32_t(move_.n),
                                       .count = std::uint32_t(move_.count),
                                       .rows = std::uint64_t(rows),
                                       .of_outer = std::uint32_t(2 * blocks_),
                                       .inner = move_.inner,
                                       .b_steps = move_.other.steps(itemsize)},
                {groups * width, height}, {width, height}, operation_);
  const std::size_t looks = base::ceil_div(std::size_t(blocks_), local_) * std::size_t(move_.outer);
  launch_kernel(context_, *add_runs_,
                kernels::IndexAddRuns{.a = updates(const_cast<Array&>(*move_.array.array)),
                                      .keys = reads(*sorted_.keys),
                                      .parts = reads(*parts_),
                                      .n = std::uint32_t(move_.n),
                                      .count = std::uint32_t(move_.count),
                                      .blocks = std::uint32_t(blocks_),
                                      .inner = move_.inner,
                                      .a_steps = move_.array.steps(itemsize)},
                {looks * local_}, {local_}, operation_);
}

}  // namespace kiln::array
