// SPDX-License-Identifier: Apache-2.0
#include "rows.hpp"

#include <type_traits>

namespace kiln::tuning {
namespace {

template <class Number>
double scaled(Number& number, double factor) {
  const auto before = static_cast<double>(number);
  if constexpr (std::is_same_v<Number, bool>) {
    if (factor != 1) number = !number;
  } else if (factor != 1) {
    number = static_cast<Number>(before * factor);
  }
  return before;
}

#define ROW(devices, name, ...)                                                                            \
  {                                                                                                        \
#name, devices, [](codegen::Tuning & tuning, double factor) { return scaled(tuning.name, factor); }, { \
      __VA_ARGS__                                                                                          \
    }                                                                                                      \
  }

std::vector<Row> make_rows() {
  return {
      ROW("many", device.unit_items, "x + 1 of n", "sum of n", "sum of (8192, n)"),
      ROW("many", device.unit_groups, "sum of n", "cumsum of n"),
      ROW("cpu", device.cpu_unit_items, "x + 1 of n", "sum of n", "exp of n"),
      ROW("cpu", device.cpu_worth, "x + 1 of 2^16", "x + 1 of n"),
      ROW("cpu", device.stream_core_bytes, "x + 1 of n"),
      ROW("all", device.short_loop_units, "sum of n"),

      ROW("cpu", copy.cpu_copy_bytes, "copy of n", "copy of 2^18"),
      ROW("cpu", copy.cpu_fill_bytes, "fill of 2^20"),
      ROW("many", copy.fill_bytes, "fill of n", "fill of 2^20"),
      ROW("all", copy.turned, "x + x.T of (4096, 4096)"),
      ROW("all", copy.straightened, "cumsum of (4096, 4096) transposed"),
      ROW("many", random.group, "uniform of n"),
      ROW("many", random.unit_groups, "uniform of n"),
      ROW("cpu", random.cpu_worth, "uniform of 2^16"),
      ROW("cpu", random.cpu_unit_items, "uniform of n"),

      ROW("many", elementwise.group, "x + 1 of n", "exp of n", "x + x.T of (4096, 4096)"),
      ROW("many", elementwise.heavy_group, "x + 1 of n", "fill of n"),
      ROW("many", elementwise.light_traffic, "x + 1 of n", "fill of n"),
      ROW("many", elementwise.long_row, "x[:, ::2] + 1 of (n, 4096)"),
      ROW("many", elementwise.ahead, "x[:, ::2] + 1 of (n, 4096)", "x + 1 of (n, 4096) transposed"),
      ROW("many", elementwise.ahead_few, "cross of (n, 3)"),
      ROW("many", elementwise.ahead_axes, "cross of (n, 3)"),
      ROW("many", elementwise.ahead_few_inputs, "cross of (n, 3)"),
      ROW("many", elementwise.ahead_one_inputs, "cross of (n, 3)"),
      ROW("many", elementwise.ahead_one_values, "cross of (n, 3)"),
      ROW("all", elementwise.bundle_elements, "updates of 100 of 2^14", "updates of 16 of 2^19"),
      ROW("all", elementwise.bundle_sets, "updates of 100 of 2^14"),
      ROW("many", elementwise.bundle_each, "updates of 100 of 2^14", "updates of 16 of 2^19"),
      ROW("cpu", elementwise.cpu_streamed_row, "x[:, ::2] + 1 of (n, 300)"),
      ROW("cpu", elementwise.cpu_tile_sides[0], "x + 1 of (n, 4096) transposed"),
      ROW("cpu", elementwise.cpu_tile_sides[1], "x + x.T of (4096, 4096)"),

      ROW("many", reduce.group, "sum of n", "sum of (8192, n)", "sum of (n, 4096) along 0"),
      ROW("many", reduce.column_lanes, "sum of (n, 4096) along 0", "sum of (n, 20) along 0"),
      ROW("many", reduce.least_lanes, "sum of (n, 4096) along 0", "sum of (n, 20) along 0"),
      ROW("many", reduce.few_rows, "sum of (8, n) along 0", "sum of (32, n) along 0"),
      ROW("many", reduce.long_item, "logsumexp of (8192, n)", "sum of (8192, n)"),
      ROW("many", reduce.costly_groups, "logsumexp of (8192, n)"),
      ROW("many", reduce.alone, "sum of (n, 20)", "sum of (8, n) along 0"),
      ROW("many", reduce.alone_bytes, "sum of (n, 8)", "sum of (n, 20)"),
      ROW("many", reduce.alone_costly, "logsumexp of (n, 6)"),
      ROW("many", reduce.least_block, "sum of (n, 20) along 0", "sum of (n, 3) along 0"),
      ROW("many", reduce.few_tree_rows, "var of (8, n) along 0", "var of (32, n) along 0", "var of (8, 2^17) along 0",
          "var of (8, 2^20) along 0", "var of (32, 2^15) along 0"),
      ROW("many", reduce.side_bytes, "sum of (n, 4096) along 0", "var of (32, n) along 0"),
      ROW("cpu", reduce.cpu_set_bytes, "sum of n", "var of (1024, n)"),
      ROW("cpu", reduce.cpu_long, "sum of n"),
      ROW("cpu", reduce.cpu_least_range, "sum of (8, n) along 0", "sum of (8192, n)"),
      ROW("cpu", reduce.cpu_block_bytes, "sum of (n, 4096) along 0"),
      ROW("cpu", reduce.cpu_block_step, "sum of (n, 4096) along 0", "sum of (n, 20) along 0"),
      ROW("cpu", reduce.cpu_least_columns, "sum of (n, 4096) along 0", "sum of (32, n) along 0"),
      ROW("cpu", reduce.cpu_least_rows, "sum of (n, 4096) along 0", "sum of (32, n) along 0"),
      ROW("cpu", reduce.cpu_few_columns, "sum of (n, 20) along 0", "sum of (n, 3) along 0"),
      ROW("cpu", reduce.cpu_joined, "sum of (n, 3) along 0"),
      ROW("cpu", reduce.cpu_short, "sum of (n, 64)", "sum of (n, 20)", "sum of (n, 8)"),
      ROW("cpu", reduce.cpu_short_bytes, "sum of (n, 64)", "sum of (n, 20)"),
      ROW("cpu", reduce.cpu_lane_row, "var of (1024, n)", "sum of (n, 64)"),
      ROW("cpu", reduce.cpu_near_bytes, "sum of (n, 20)", "sum of (n, 8)"),
      ROW("all", reduce.few_beside, "sum of (n, 20) along 0", "sum of (n, 3) along 0"),

      ROW("many", row.group, "softmax of (8192, n)", "softmax of (4096, n) along 0"),
      ROW("many", row.least_group, "softmax of (n, 64)", "softmax of (n, 1000)"),
      ROW("many", row.large_group, "softmax of (8192, n)", "softmax of (n, 64)"),
      ROW("many", row.spare_registers, "softmax of (8192, n)", "softmax of (n, 1000)"),
      ROW("many", row.words, "softmax of (8192, n)", "softmax of (n, 1000)", "softmax of (n, 64)"),
      ROW("many", row.most_words, "softmax of (8192, n)", "softmax of (4096, n) along 0"),
      ROW("many", row.piece, "softmax of (n, 64)", "softmax of (n, 6)"),
      ROW("many", row.columns, "softmax of (4096, n) along 0"),
      ROW("many", row.least_columns, "softmax of (4096, n) along 0"),

      ROW("many", scan.group, "cumsum of (n, 1000)", "cumsum of (8, n)"),
      ROW("many", scan.small_group, "cumsum of (n, 1000)"),
      ROW("many", scan.small_least, "cumsum of (n, 1000)"),
      ROW("many", scan.small_most, "cumsum of (n, 1000)"),
      ROW("many", scan.item_bytes, "cumsum of (8, n)", "cumsum of (n, 1000)"),
      ROW("many", scan.item_elements, "cumsum of (8, n)", "cumsum of (n, 1000)"),
      ROW("many", scan.once_local_bytes, "cumsum of n"),
      ROW("many", scan.once_least, "cumsum of n"),
      ROW("many", scan.least_shared, "cumsum of (n, 8)"),
      ROW("all", scan.least_column_chunk, "cumsum of (n, 20) along 0", "cumsum of (n, 4096) along 0"),
      ROW("cpu", scan.cpu_least_chunk, "cumsum of n", "cumsum of (n, 1000)"),
      ROW("cpu", scan.cpu_column_bytes, "cumsum of (n, 4096) along 0"),
      ROW("cpu", scan.cpu_near_bytes, "cumsum of (n, 4096) along 0"),
      ROW("cpu", scan.cpu_far_share, "cumsum of (n, 4096) along 0"),
      ROW("many", caller_scan.local_bytes, "user's scan of n", "user's scan of (n, 1000)"),
      ROW("many", caller_scan.item_bytes, "user's scan of n", "user's scan of (n, 1000)"),
      ROW("many", caller_scan.alone, "user's scan of (n, 20)", "user's scan of (n, 8)"),
      ROW("many", caller_scan.alone_short, "user's scan of (n, 8)"),
      ROW("many", caller_scan.least_items, "user's scan of (n, 1000)", "user's scan of (n, 20)"),
      ROW("many", caller_scan.short_group, "user's scan of (n, 20)"),
      ROW("many", caller_scan.alone_group, "user's scan of (n, 8)"),
      ROW("many", caller_scan.joined, "user's scan of (n, 64) along 0"),
      ROW("all", caller_scan.least_beside, "user's scan of (n, 4) along 0"),

      ROW("cpu", gemm.rows_product, "1000 times 4 x 4 by 4 x 4"),
      ROW("cpu", gemm.direct_product, "1024 x 1024 by 1024 x 1024", "128 x 128 by 128 x 128"),
      ROW("cpu", gemm.direct_converted, "float16 512 x 512 by 512 x 512"),
      ROW("cpu", gemm.depth, "1024 x 1024 by 1024 x 1024"),
      ROW("cpu", gemm.round, "128 x 65536 by 65536 x 128"),
      ROW("cpu", gemm.block_rows, "1024 x 1024 by 1024 x 1024"),
      ROW("cpu", gemm.block_columns, "1024 x 1024 by 1024 x 1024"),
      ROW("cpu", gemm.direct_unit_items, "100000 x 32 by 32 x 32"),
      ROW("cpu", gemm.cpu_worth, "128 x 128 by 128 x 128"),
      ROW("many", gemm.part, "128 x 65536 by 65536 x 128"),
      ROW("many", gemm.least_part, "128 x 65536 by 65536 x 128"),
      ROW("all", gemm.thin_long, "6 x 65536 by 65536 x 6"),
      ROW("cpu", gemm.thin_gathered, "6 x 65536 by 65536 x 6", "12 x 2^20 by 2^20 x 12"),
      ROW("cpu", gemm.thin_across, "12 x 2^20 by 2^20 x 12"),
      ROW("many", gemm.thin_groups, "12 x 2^20 by 2^20 x 12"),
      ROW("many", gemm.thin_groups_across, "6 x 65536 by 65536 x 6"),
      ROW("cpu", gemm.thin_chunk, "12 x 2^20 by 2^20 x 12"),
      ROW("all", gemm.small_worth, "2^16 x 12 by 12 x 8"),
      ROW("cpu", gemm.small_columns, "2^16 x 12 by 12 x 8"),
      ROW("cpu", gemm.small_packed, "2^16 x 12 by 12 x 8"),
      ROW("many", gemm.combine_worth, "128 x 65536 by 65536 x 128"),
      ROW("many", gemm.combine_shared, "128 x 65536 by 65536 x 128"),
      ROW("many", gemm.vector_rows, "8 x 2^20 by 2^20 x 1"),
      ROW("many", gemm.batch_call, "scores of (8, 8, 256, 64)", "scores of (32, 16, 64, 64)"),

      ROW("all", conv.direct_filters, "3 filters of 64 x 7 x 7 over 112 x 112"),
      ROW("all", conv.direct_elements, "3 filters of 64 x 7 x 7 over 112 x 112"),
      ROW("cpu", conv.plane_bytes, "depthwise 144 of 56 x 56"),
      ROW("cpu", conv.packed, "64 filters of 64 x 3 x 3 over 56 x 56", "512 filters of 512 x 3 x 3 over 7 x 7"),
      ROW("cpu", conv.pack_worth, "64 filters of 64 x 3 x 3 over 56 x 56", "512 filters of 512 x 3 x 3 over 7 x 7"),
      ROW("many", conv.least_part, "gradient of 64 filters of 64 x 3 x 3 over 56 x 56",
          "512 filters of 512 x 3 x 3 over 7 x 7"),
      ROW("many", conv.point_taps, "depthwise 3 x 3 of (32, 144, 56, 56)"),
      ROW("many", conv.point_sum_taps, "gradient by filters, depthwise 3 x 3 of (32, 144, 56, 56)"),
      ROW("many", conv.point_each, "depthwise 3 x 3 of (32, 144, 56, 56)"),
      ROW("many", conv.point_span, "depthwise 3 x 3 of (32, 144, 56, 56)"),
      ROW("many", conv.point_items, "gradient by filters, depthwise 3 x 3 of (32, 144, 56, 56)"),
      ROW("many", conv.point_places, "gradient by filters, depthwise 3 x 3 of (32, 144, 56, 56)"),

      ROW("many", loop.until_steps, "loop until step 20", "loop until step 300"),
      ROW("cpu", loop.cpu_until_steps, "loop until step 20", "loop until step 300"),
      ROW("all", loop.until_share, "loop until step 20", "loop until step 300"),

      ROW("many", sort.ranked_rows, "sort of (5, 64)"),
      ROW("many", sort.ranked_row, "sort of 2^16", "sort of (16, 2^14)"),
      ROW("many", sort.ranked_short, "sort of (5, 64)", "sort of (16, 2^14)"),
      ROW("many", sort.ranked_long, "sort of (16, 2^14)"),
      ROW("all", sort.cut_part, "topk 10 of (n, 1024)"),
      ROW("cpu", sort.selected_least, "topk 10 of (n, 1024)"),
      ROW("cpu", sort.selected_part, "topk 10 of (n, 1024)", "topk 10 of n"),
      ROW("cpu", sort.network_row, "sort of (n, 64)", "sort of (n, 1000)"),
      ROW("cpu", sort.network_rows, "sort of (5, 64)"),
      ROW("cpu", sort.network_keep, "quantile of (n, 64)"),
      ROW("all", sort.pick_least, "topk n / 6 of n"),
      ROW("all", sort.pick_part, "topk n / 6 of n"),
      ROW("many", sort.near_values, "searchsorted of n among 1024"),
      ROW("many", sort.among_values, "isin of n among 1024"),
      ROW("many", sort.among_each, "isin of n among 1024"),
      ROW("all", sort.counted_rows, "quantile of (n, 4096)"),
      ROW("all", sort.counted_part, "quantile of n", "quantile of (64, n)"),
      ROW("all", sort.counted_parts, "quantile of n", "quantile of (64, n)"),
      ROW("cpu", sort.cpu_row, "sort of (n, 1000)", "sort of (16, 2^14)"),
      ROW("cpu", sort.cpu_selected, "topk 10 of (n, 1024)"),
      ROW("many", sort.group, "sort of (n, 1000)", "quantile of n"),
      ROW("many", sort.block, "sort of (16, 2^14)"),
      ROW("many", sort.small_block, "sort of 2^16"),
      ROW("many", sort.row, "sort of (n, 1000)", "sort of (n, 300)", "sort of (n, 64)", "sort of (n, 2000)",
          "sort of (n, 3000)", "quantile of (n, 64)"),
      ROW("many", sort.distinct, "unique of 1000"),
      ROW("many", sort.distinct_small, "unique of 1000"),
      ROW("many", sort.counted_blocks, "sort of n"),
      ROW("many", sort.block_registers, "sort of (16, 2^14)"),
      ROW("many", sort.select_registers, "topk 10 of (n, 1024)"),
      ROW("many", sort.half_tiles, "sort of n", "sort of 2^16"),
      ROW("many", sort.counted_tiles, "sort of n"),
      ROW("cpu", sort.cpu_items, "sort of (n, 1000)"),
      ROW("cpu", sort.cpu_share, "sort of (16, 2^14)"),
      ROW("cpu", sort.network_share, "sort of (n, 64)"),
      ROW("cpu", sort.cpu_pass_items, "sort of n"),
      ROW("cpu", sort.cpu_block, "sort of n", "sort of 2^16"),
      ROW("many", sort.gpu_groups, "quantile of n", "searchsorted of n among 1024"),
      ROW("many", sort.near_each, "searchsorted of n among 1024"),

      ROW("all", index.few, "concat of three of n", "repeat of 500 by an array", "take of 1000 rows of 16"),
      ROW("many", index.few_items, "roll of 2^14"),
      ROW("cpu", index.cpu_few_items, "roll of 2^14"),
      ROW("all", index.few_true, "nonzero of 1000"),
      ROW("many", index.few_true_each, "nonzero of 1000"),
      ROW("all", index.few_true_bytes, "compress of 500 rows of 16"),
      ROW("all", index.few_repeat_bytes, "repeat of 500 by an array"),
      ROW("all", index.few_repeats, "repeat of 500 by an array"),
      ROW("many", index.map_row, "pad of (n, 3, 2)"),
      ROW("many", index.join_row_bytes, "concat of (n, 2) twice along 1", "concat of (n, 100) twice along 1",
          "concat of (n, 300) twice along 1", "concat of (n, 2000) twice along 1"),
      ROW("many", index.map_ahead, "pad of (n, 3, 2)"),
      ROW("all", index.short_run, "concat of (n, 2) twice along 1"),
      ROW("cpu", index.cpu_repeats, "repeat 4 of n", "repeat 8 of n"),
      ROW("all", index.repeat_row_bytes, "repeat of (n, 64) by an array"),
      ROW("many", index.repeat_groups, "repeat of (n, 64) by an array"),
      ROW("cpu", index.cpu_worth, "take of 1000 rows of 16"),
      ROW("cpu", index.cpu_items, "take of n", "take of rows of 64"),
      ROW("cpu", index.streamed_row, "take of rows of 784"),
      ROW("cpu", index.near_bytes, "take of n", "take of rows of 64"),
      ROW("cpu", index.ahead_short_row, "take of rows of 64"),
      ROW("cpu", index.ahead_long_row, "take of rows of 512"),
      ROW("cpu", index.ahead_short, "take of rows of 64"),
      ROW("cpu", index.ahead_long, "take of rows of 512"),
      ROW("many", index.group, "take of n", "take of rows of 64"),
      ROW("many", index.groups, "take of n", "take of rows of 64"),
      ROW("many", index.mask_chunks, "compress of half of n"),
      ROW("many", index.gathered_units, "compress of half of (n, 16)"),
      ROW("all", index.put_looked, "put of 1000 of n"),
      ROW("all", index.put_taken, "put of n / 4 of n", "put of n"),
      ROW("many", index.add_compared, "scatter_add of 1000 rows of 64"),
      ROW("many", index.add_worth, "scatter_add of 1000 rows of 64"),
      ROW("many", index.add_chunk, "scatter_add of rows of 64"),
      ROW("many", index.add_groups, "scatter_add of n in 16", "scatter_add of rows of 64"),
      ROW("all", index.add_lines, "scatter_add of 12 rows of 64"),
      ROW("cpu", index.cpu_add_row, "scatter_add of 1000 rows of 64"),
  };
}

#undef ROW

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> all = make_rows();
  return all;
}

}  // namespace kiln::tuning
