// SPDX-License-Identifier: Apache-2.0
// Tuning of matrix products. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct GemmTuning {
  // cpu | multiplications of a product up to which A and B are read directly, without packing | -
  std::int64_t rows_product = 6 * 6 * 6;
  // cpu | multiplications of a product up to which one launch that copies only B replaces the packing of both
  // factors | x86 PoCL, 2026-11-21, CPU time over that of packing: 128 by 128 0.77, with B transposed 0.73,
  // (100000, 32) by (32, 32) 0.43, 1024 by 1024 1.04
  std::int64_t direct_product = std::int64_t{1} << 29;
  // cpu | the same for elements that are converted each time they are read | -
  std::int64_t direct_converted = 1 << 20;
  // cpu | elements along k of a step, whose panel of B stays in the cache | -
  std::int64_t depth = 384;
  // cpu | the least number of elements along k whose panels are packed before they are multiplied | x86 PoCL,
  // 2026-11-23: (128, 65536) by (65536, 128) 1.5 times as fast, with A transposed 1.8
  std::int64_t round = 2048;
  // cpu | rows and columns of C of a work-item, at most | -
  std::int64_t block_rows = 240;
  std::int64_t block_columns = 512;
  // cpu | work-items of a compute unit that copy columns of B | -
  std::int64_t direct_unit_items = 4;
  // cpu | multiplications that make a work-item worth its start | -
  std::int64_t cpu_worth = 8192;
  // many | elements along k of a part of the sum: from `part` on larger tiles are worth it, and no part has fewer
  // than `least_part` | -
  std::int64_t part = 2048;
  std::int64_t least_part = 256;
  // all | elements along k from which a sum counts as long | x86 PoCL with 2 threads, and an H100, 2026-11-25
  std::int64_t thin_long = 8192;
  // cpu | the most rows and columns of products of long sums: `thin_gathered` if the factors are gathered,
  // `thin_across` if B is read in vectors along n | x86 PoCL with 2 threads, 2026-11-25
  std::int64_t thin_gathered = 8;
  std::int64_t thin_across = 16;
  // many | the most rows and columns of products of long sums: `thin_groups` if a factor is contiguous along k,
  // `thin_groups_across` if none is | H100, 2026-11-25
  std::int64_t thin_groups = 16;
  std::int64_t thin_groups_across = 8;
  // cpu | the least number of elements along k of a work-item of a long sum | -
  std::int64_t thin_chunk = 4096;
  // all | multiplications from which a kernel for known extents is worth its compilation | -
  std::int64_t small_worth = 1 << 15;
  // cpu | the most columns of B for such a kernel, in general and if rows are packed. With more columns of packed
  // rows, vectors along C's rows are faster | x86 PoCL, 2026-11-25
  std::int64_t small_columns = 8;
  std::int64_t small_packed = 7;
  // many | parts of a sum from which 2^`combine_shared` work-items combine them | -
  std::int64_t combine_worth = 16;
  int combine_shared = 5;
  // many | rows of a matrix times a vector that the kernels of long sums take, at most | -
  std::int64_t vector_rows = 16;
};

}  // namespace kiln::codegen
