// SPDX-License-Identifier: Apache-2.0
// Tuning of sorting and of what is built on it. tuning/device.hpp explains the rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

// Sizes of the kernels `count_digits` and `sort_pass` of sort_warps.cl.
struct PassSizes {
  std::size_t group;   // work-items of a group
  std::size_t each;    // elements of a work-item; a group sorts a tile of all of them
  unsigned registers;  // of a work-item, at most
  unsigned back;       // tiles that a group looks back to at a time
  std::int64_t tile() const noexcept { return std::int64_t(group * each); }
};

struct SortTuning {
  // --- Choices that tests force ---
  // all | whether few elements take one launch: ranks, sets in local memory, quantiles of short rows; false:
  // few are sorted as many are | choice
  bool few = true;
  // all | whether positions, and counts, always have 64 bits | choice
  bool wide_positions = false;
  bool wide_counts = false;

  // --- Which way ---
  // many | rows, and elements of a row, at most, that are sorted by comparing each element with every
  // other (sort_ranks.cl) | `ranked_rows`: H200, 2026-11-27: sort of (5, 64) 0.99 0.97 0.91 0.93; `ranked_row`: H200,
  // 2026-11-27: sort of 2^16 1.00 1.00 1.00 0.99
  std::int64_t ranked_rows = 1 << 20;
  std::int64_t ranked_row = 1 << 15;
  // many | the most comparisons for each compute unit by which rows are sorted so: `ranked_short` if a group could sort
  // the row in local memory, `ranked_long` for longer rows, which take several launches else. For elements of 8 bytes
  // comparisons count twice | `ranked_short`: H200, 2026-11-27: sort of (16, 2^14) 0.99 0.98 1.01 1.00; `ranked_long`:
  // H200, 2026-11-27: sort of (16, 2^14) 0.98 0.98 1.00 1.00
  std::int64_t ranked_short = 1 << 19;
  std::int64_t ranked_long = 1 << 21;
  // all | of a row that is longer than a group sorts: if more elements are wanted than 1 / `cut_part` of what a group
  // sorts, the row is sorted and cut. Fewer are selected part by part | H200, 2026-11-27: topk 10 of (n, 1024) x 1.00
  // 1.00 1.00; PoCL 16 cores, 2026-11-27: topk 10 of (n, 1024) x 1.02 1.02 1.02
  std::int64_t cut_part = 4;
  // cpu | sort_select_chunks.cl needs at least `selected_least` elements of a row, and `selected_part` of each part,
  // for each of its `span` lanes | `selected_least`: PoCL 16 cores, 2026-11-27: topk 10 of (n, 1024) x 0.98 0.97 0.97;
  // `selected_part`: PoCL 16 cores, 2026-11-27: topk 10 of n 1.17 1.15 1.04 1.03
  std::int64_t selected_least = 4;
  std::int64_t selected_part = 64;
  // cpu | elements of a row that networks sort, at most | PoCL 16 cores, 2026-11-27: sort of (n, 64) 4.81 0.95 0.97
  // 0.98
  std::int64_t network_row = 256;
  // cpu | rows that networks sort, at least: fewer would leave their vectors mostly empty | PoCL 16 cores, 2026-11-27:
  // sort of (5, 64) x 1.01 1.22 1.23
  std::int64_t network_rows = 4;
  // cpu | networks sort only where at least 1 / `network_keep` of a row is wanted | PoCL 16 cores, 2026-11-27: quantile
  // of (n, 64) x 0.95 0.99 1.01
  std::int64_t network_keep = 4;
  // all | the least elements of a row whose first elements are found by counting digits and then picked. They must be
  // at most 1 / `pick_part` of the row | `pick_least`: H200, 2026-11-27: topk n / 6 of n 1.00 1.00 1.00 1.00; PoCL 16
  // cores, 2026-11-27: topk n / 6 of n 0.97 1.03 1.01 1.01; `pick_part`: H200, 2026-11-27: topk n / 6 of n x 1.00 1.64
  // 1.64; PoCL 16 cores, 2026-11-27: topk n / 6 of n x 1.01 1.61 1.70
  std::int64_t pick_least = 1 << 16;
  std::int64_t pick_part = 4;
  // many | values per sorted element from which searches copy the sorted elements to local memory | H200, 2026-11-27:
  // searchsorted of n among 1024 x 1.00 1.00 1.00
  std::int64_t near_values = 4;
  // many | when isin compares every value with every other: the most values, and the most comparisons for each compute
  // unit | `among_values`: H200, 2026-11-27: isin of n among 1024 1.00 1.00 1.00 1.00; `among_each`: H200, 2026-11-27:
  // isin of n among 1024 1.00 1.00 1.00 1.00
  std::int64_t among_values = 1 << 15;
  std::int64_t among_each = 1 << 19;

  // --- Counts of digits for quantiles and picks ---
  // all | rows whose digits are counted at a time; this bounds the memory of the counts | bound
  std::int64_t counted_rows = 4096;
  // all | elements of a part, at least | H200, 2026-11-27: quantile of (64, n) 1.00 1.00 1.00 0.95; PoCL 16 cores,
  // 2026-11-27: quantile of (64, n) 1.00 1.02 0.99 0.99
  std::int64_t counted_part = 1 << 14;
  // all | parts of a compute unit | H200, 2026-11-27: quantile of n x 1.43 0.93 0.90; PoCL 16 cores, 2026-11-27:
  // quantile of (64, n) x 0.96 1.00 1.09
  std::int64_t counted_parts = 4;

  // --- Sizes of kernels ---
  // cpu | elements of a row, or of a set, that a work-item sorts, at most | PoCL 16 cores,
  // 2026-11-27: sort of (n, 1000) 2.27 0.92 0.98 0.96
  std::uint64_t cpu_row = 2048;
  // cpu | first elements that vectors select, at most | PoCL 16 cores, 2026-11-27: topk 10 of (n, 1024) 0.93 1.00 0.96
  // 0.96
  std::uint64_t cpu_selected = 256;
  // many | work-items of a group | H200, 2026-11-27: quantile of n 4.60 1.41 0.90 0.86
  std::uint64_t group = 256;
  // many | elements of a work-item in a block (at most 16: an index in a block has 12 bits), and in a small block |
  // `block`: H200, 2026-11-27: sort of (16, 2^14) 1.03 0.98 1.00 1.00; `small_block`: H200, 2026-11-27: sort of 2^16 x
  // 1.00 1.01 0.99
  std::uint64_t block = 16;
  std::uint64_t small_block = 4;
  // many | elements of a work-item in a row that is sorted in local memory | H200, 2026-11-27: sort of (n, 1000) 1.76
  // 1.00 0.63 x
  std::uint64_t row = 8;
  // many | elements of a work-item in a set; `distinct_small` if local memory does not hold `distinct` of 22 bytes each
  // | `distinct`: H200, 2026-11-27: unique of 1000 1.29 1.05 1.04 1.02; `distinct_small`: H200, 2026-11-27: unique of
  // 1000 x 1.01 1.01 0.96
  std::uint64_t distinct = 8;
  std::uint64_t distinct_small = 4;
  // many | blocks that a group of `histogram` counts, at most | H200, 2026-11-27: sort of n 1.00 1.00 1.00 1.00
  std::uint64_t counted_blocks = 8;
  // many | registers of a work-item in sort_blocks.cl and in sort_select.cl, at most | H200, 2026-11-22: more
  // groups at a time gain more than registers do
  unsigned block_registers = 64;
  unsigned select_registers = 40;
  // many, whose groups make progress independently | sizes of a pass, by SortClass::small: large tiles, small
  // tiles, tiles of half the size; `pass_moves` is used if positions move too | H100, 2026-11-25, 2^26 elements
  // of 4 bytes: in larger tiles the work for each of the 256 digits costs less per element, up to the 48 KiB of
  // local memory that a kernel may declare; where positions move, registers end the gain
  PassSizes pass[3] = {{384, 24, 80, 4}, {256, 4, 64, 4}, {256, 16, 64, 4}};
  PassSizes pass_moves[3] = {{512, 16, 64, 1}, {256, 4, 64, 1}, {256, 16, 80, 1}};
  // the same | a row is cut into tiles of half the size if large tiles would have more than `half_tiles` / 8 times the
  // room of these, because the last large tile would be mostly empty | H200, 2026-11-27: sort of n 1.14 1.14 1.00 1.00
  std::int64_t half_tiles = 9;
  // the same | tiles that a group of `count_digits` counts, at most | H200, 2026-11-27: sort of n 1.00 1.00 1.00 1.00
  std::int64_t counted_tiles = 16;

  // --- How work is divided ---
  // cpu | work-items of a compute unit | PoCL 16 cores, 2026-11-27: sort of (n, 1000) 1.14
  // 1.02 1.01 0.99
  std::int64_t cpu_items = 8;
  // cpu | elements of a work-item, at least; for networks elements of its rows | `cpu_share`: PoCL 16 cores,
  // 2026-11-27: sort of (16, 2^14) 1.04 1.06 1.04 1.07; `network_share`: PoCL 16 cores, 2026-11-27: sort of (n, 64)
  // 0.99 1.00 1.03 1.03
  std::int64_t cpu_share = 1024;
  std::int64_t network_share = 256;
  // cpu | work-items of a compute unit in passes over long rows, and elements of a block of them, at least |
  // `cpu_pass_items`: PoCL 16 cores, 2026-11-27: sort of n x 1.05 0.94 1.01
  std::int64_t cpu_pass_items = 4;
  std::int64_t cpu_block = 4096;
  // many | groups of a compute unit that count, or that look values up in local memory | H200, 2026-11-27: searchsorted
  // of n among 1024 1.16 1.01 1.00 1.00
  std::int64_t gpu_groups = 8;
  // many | values of a work-item of such look-ups | H200, 2026-11-27: searchsorted of n among 1024 x 1.00 1.00 1.00
  std::int64_t near_each = 4;
};

}  // namespace kiln::codegen
