// SPDX-License-Identifier: Apache-2.0
// The numbers that sorting is tuned by: sizes of kernels, and where one way takes the place of another. Data
// alone. A row says the device class it is for and, where the number has been measured by itself, on what and
// with which gain.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

// A group of the kernels `count_digits` and `sort_pass` of sort_warps.cl.
struct PassSizes {
  std::size_t group, each;  // work-items, and elements of each; a tile is all of them
  unsigned registers;       // at most
  unsigned back;            // tiles that are looked back to at a time
  std::int64_t tile() const noexcept { return std::int64_t(group * each); }
};

struct SortTuning {
  // --- Which way ---------------------------------------------------------------------------------------
  // Few elements take one launch: ranks, sets in a group's memory, quantiles of short rows. False: few are
  // sorted as many are.
  bool few = true;
  // GPU. Rows are sorted by comparing each element with every other (sort_ranks.cl) up to so many rows and
  // elements of a row, and while a compute unit has at most so many comparisons: the time of sorting one
  // short row in local memory, or of the launches for a longer one. Elements of 8 bytes count twice.
  //
  std::int64_t ranked_rows = 1 << 20, ranked_row = 1 << 15;
  std::int64_t ranked_short = 1 << 19, ranked_long = 1 << 21;
  // All. Of rows longer than a group sorts, more than row / cut_part first elements are cut from rows sorted
  // whole; fewer are selected in parts.
  std::int64_t cut_part = 4;
  // CPU. Rows shorter than so many times the lanes that hold the first elements are not selected from; parts
  // have at least so many times the lanes.
  std::int64_t selected_least = 4, selected_part = 64;
  // CPU. Networks sort rows of up to network_row elements by vectors of rows; fewer rows than network_rows
  // would leave the vectors mostly empty; not where less than 1 / network_keep of a row is kept.
  std::int64_t network_row = 256, network_rows = 4, network_keep = 4;
  // All. The first elements of rows of at least pick_least are found by counting digits and picked, if they
  // are at most 1 / pick_part of the row.
  std::int64_t pick_least = 1 << 16, pick_part = 4;
  // GPU. Values are looked up by groups that have the sorted elements in local memory if there are so many
  // values for each element.
  std::int64_t near_values = 4;
  // GPU. isin compares all with all up to so many values, and so many comparisons a compute unit.
  std::int64_t among_values = 1 << 15, among_each = 1 << 19;

  // --- Digits of quantiles and picks ----------------------------------------------------------------------
  std::int64_t counted_rows = 4096;  // rows that have counts at a time, which bounds the memory for them
  std::int64_t counted_part = 1 << 14, counted_parts = 4;  // least elements of a part; parts a compute unit

  // --- Which width: 64-bit positions and counts whatever the extents -------------------------------------
  bool wide_positions = false, wide_counts = false;

  // --- Sizes of kernels -----------------------------------------------------------------------------------
  // CPU. Elements of a row that a work-item sorts, of a set; first elements that vectors select.
  std::uint64_t cpu_row = 2048, cpu_selected = 256;
  // GPU. Work-items of a group; elements of each in a block (at most 16: indices in a block have 12 bits), in
  // a small block, in a row, and in a set, with local memory for 22 bytes of each and without.
  std::uint64_t group = 256, block = 16, small_block = 4, row = 8, distinct = 8, distinct_small = 4;
  std::uint64_t counted_blocks = 8;  // blocks that a group of `histogram` counts, at most
  // GPU. Registers of kernels, at most. H200: more groups at work at a time gain more than registers do.
  unsigned block_registers = 64, select_registers = 40;
  // GPUs whose groups make progress. H100, 2^26 elements of 4 bytes: the larger the tile, the less its 256
  // digits cost, up to the 48 KiB of local memory that a kernel's text may have; where positions move,
  // registers end it. By SortClass::small: large tiles, small ones, tiles of half the size.
  PassSizes pass[3] = {{384, 24, 80, 4}, {256, 4, 64, 4}, {256, 16, 64, 4}};
  PassSizes pass_moves[3] = {{512, 16, 64, 1}, {256, 4, 64, 1}, {256, 16, 80, 1}};
  // Tiles of half the size are taken where large ones would have more than half_tiles / 8 of their room.
  std::int64_t half_tiles = 9;
  std::int64_t counted_tiles = 16;  // tiles that a group of count_digits counts, at most

  // --- Shares ---------------------------------------------------------------------------------------------
  // CPU. Work-items a compute unit, and the least elements (of networks: rows' elements) of one.
  std::int64_t cpu_items = 8, cpu_share = 1024, network_share = 256;
  // CPU. Work-items a compute unit of passes over long rows, and the least elements of a block of them.
  std::int64_t cpu_pass_items = 4, cpu_block = 4096;
  // GPU. Groups a compute unit of a count, and of look-ups near, whose work-items have so many values each.
  std::int64_t gpu_groups = 8, near_each = 4;
};

}  // namespace kiln::codegen
