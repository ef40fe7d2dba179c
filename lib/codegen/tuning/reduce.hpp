// SPDX-License-Identifier: Apache-2.0
// Tuning of reductions. For the form of the rows see tuning/device.hpp.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct ReduceTuning {
  // many | work-items of a group | -
  std::uint64_t group = 256;
  // many | work-items side by side that read neighbouring columns, at most | -
  std::uint64_t column_lanes = 32;
  // many | the fewest of them: of vectors, a line of the cache | -
  std::uint64_t least_lanes = 8;
  // many | rows of a block of columns that an item takes in one go | -
  std::uint64_t few_rows = 16;
  // many | accesses of an item that is not short. Costly functions get more groups while items have as many:
  // they even out what remains | H200: logsumexp 14 % faster, sums 0.6 % slower
  std::uint64_t long_item = 32;
  std::uint64_t costly_groups = 4;  // times as many groups, at most
  // many | elements of an output that one item reads alone, at most | -
  std::uint64_t alone = 32;
  // many | of rows: bytes of them, whose lines neighbouring items then share | -
  std::uint64_t alone_bytes = 48;
  // many | of columns where each element costs much | -
  std::uint64_t alone_costly = 7;
  // many | elements of a block of columns below which its rows are read as rows | H200: (2796202, 3, 2) along
  // axis 1 110 times as fast as in blocks; of 30 by 32 as fast
  std::uint64_t least_block = 1024;
  // many | rows whose columns a tree would combine, and which are read by single columns up to this number |
  // H200: var of 8 rows 90 -> 44 us, of 32 31 -> 25 us
  std::uint64_t few_tree_rows = 32;
  // many | bytes of local memory for all columns of an item together | -
  std::uint64_t side_bytes = 16384;
  // cpu | bytes of the accumulators of a row's lanes, which lie in registers | -
  std::uint64_t cpu_set_bytes = 64;
  // cpu | elements of a range at most: few accumulators should not add up very many | -
  std::uint64_t cpu_long = 65536;
  // cpu | elements of a range at least where rows are shared out | -
  std::uint64_t cpu_least_range = 1024;
  // cpu | bytes of the accumulators of a block of columns, whose number is a multiple of `cpu_block_step` | -
  std::uint64_t cpu_block_bytes = 16384;
  std::uint64_t cpu_block_step = 16;
  // cpu | columns of a block, and rows of one that is shared out, at least | -
  std::uint64_t cpu_least_columns = 64;
  std::uint64_t cpu_least_rows = 16;
  // cpu | rows of fewer columns are joined, up to so many accumulators | -
  std::uint64_t cpu_few_columns = 16;
  std::uint64_t cpu_joined = 64;
  // cpu | elements and bytes of a row that is short: such are read as columns | -
  std::uint64_t cpu_short = 64;
  std::uint64_t cpu_short_bytes = 192;
  // cpu | elements of a row that has a vector of accumulators of its own, at most | -
  std::uint64_t cpu_lane_row = 256;
  // cpu | bytes of a block of short rows, which the first cache keeps | -
  std::uint64_t cpu_near_bytes = 32768;
  // all | outputs along the innermost axis below which the longest axis takes its place | -
  std::int64_t few_beside = 16;
};

}  // namespace kiln::codegen
