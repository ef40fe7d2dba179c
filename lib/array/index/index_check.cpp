// SPDX-License-Identifier: Apache-2.0
// With the flag check_index, kernels look at the indices of an operation before it runs.
#include <algorithm>

#include "array/index/index.hpp"
#include "array/index/index_rows.hpp"

namespace kiln::array {

namespace {

bool check_range(const Array& indices, std::int64_t low, std::int64_t n, const char* operation) {
  auto& context = indices.context();
  if (!context.options().check_index) return false;
  const IndexDevice device(context);
  const DType dtype = indices.dtype();
  const auto source = [&] { return place_text(dtype, true) + kernel_text({"index_check.cl"}); };
  const auto& check = library_kernel(context, {KernelFamily::index, "index_check", dtype}, operation, source);
  const auto& note = library_kernel(context, {KernelFamily::index, "index_record", dtype}, operation, source);
  const Rows rows = rows_of(indices, indices.layout(), Dims{1, indices.size(), 1}, operation);
  const std::int64_t step = rows.stride[1] / std::int64_t(indices.itemsize());
  const auto where = context.index_record(operation);
  Array record(where.buffer, KILN_INT64, {{6}, {8}, 0}, true);
  // The kernel counts the positions of a launch in an int.
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  for (std::int64_t base = 0; base < indices.size(); base += kMost) {
    const std::int64_t limit = std::min(kMost, indices.size() - base);
    const std::int64_t items = device.cpu ? std::int64_t(device.items(limit)) : limit;
    const std::int64_t chunk = (limit + items - 1) / items;
    const auto local = std::int64_t(device.group());
    const std::int64_t global = ((limit + chunk - 1) / chunk + local - 1) / local * local;
    launch_kernel(context, check,
                  kernels::IndexCheck{.index = reads(*rows.array),
                                      .record = updates(record),
                                      .low = low,
                                      .n = n,
                                      .step = step,
                                      .base = base,
                                      .limit = limit,
                                      .chunk = chunk},
                  {std::size_t(global)}, {std::size_t(local)}, operation);
    launch_kernel(context, note,
                  kernels::IndexRecord{.index = reads(*rows.array),
                                       .record = updates(record),
                                       .low = low,
                                       .n = n,
                                       .step = step,
                                       .base = base,
                                       .operation = dtype == KILN_UINT64 ? -where.operation : where.operation},
                  {1}, {1}, operation);
  }
  context.expect_indices();
  return true;
}

}  // namespace

bool check_positions(const Array& indices, std::int64_t n, const char* operation) {
  return check_range(indices, -n, n, operation);
}

void check_numbers(const Array& numbers, std::int64_t low, std::int64_t n, const char* operation) {
  if (numbers.size() == 0) return;
  report_positions(numbers.context(), check_range(numbers, low, n, operation), operation);
}

void report_positions(runtime::Context& context, bool checked, const char* operation) {
  if (checked && context.options().launch_blocking) context.check_indices(operation);
}

}  // namespace kiln::array
