// SPDX-License-Identifier: Apache-2.0
// Tuning of matrix products. tuning/device.hpp explains the rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

struct GemmTuning {
  // cpu | multiplications of a product up to which A and B are read directly, without packing | PoCL 16 cores,
  // 2026-11-27: 1000 times 4 x 4 by 4 x 4 0.98 1.04 0.98 1.07
  std::int64_t rows_product = 6 * 6 * 6;
  // cpu | multiplications of a product up to which one launch that copies only B replaces the packing of both
  // factors | PoCL 1 thread of an EPYC, 2026-11-28, CPU time over that of packing: 1024 x 1024 by 1024 x 1024 0.89,
  // 2048 x 2048 by 2048 x 512 0.76, 4096 x 4096 by 4096 x 128 0.46, 2048 x 2048 by 2048 x 2048 0.96, 4096 x 1024 by
  // 1024 x 4096 1.04; 15 cores of a Xeon, time of the clock: 512 x 784 by 784 x 1024 0.88, 2048 x 2048 by 2048 x 512
  // 1.01, 2048 x 2048 by 2048 x 2048 1.07
  std::int64_t direct_product = std::int64_t{1} << 33;
  // cpu | the same for elements of 8 bytes and more, and for one or two rows | PoCL 1 thread, 2026-11-28: with the
  // former number 1024 x 1024 by 1024 x 1024 of float64 0.90, with both transposed 1.32, of complex64 1.23 and 1.10
  std::int64_t direct_wide = std::int64_t{1} << 29;
  // cpu | the same for an A whose neighbours along k lie apart, and for a matrix times its own transpose, where C has
  // the rows and columns of a block, at least | 2026-11-28, the time of direct over packed, by PoCL on 15 cores of a
  // Xeon, one of them, and 2 cores of an EPYC: 784 x 512 by 512 x 1024 1.00 1.33 1.02, 1024 x 512 by 512 x 1024 1.47
  // 2.44 0.99, 512 x 2048 by 2048 x 2048 1.42 1.67 0.93, 2048 x 2048 by 2048 x 512 1.69 2.00 0.78; 512 x 512 by 512 x
  // 512 0.91 on the 15; own transpose, the EPYC: 512 x 1024 by 1024 x 512 1.25; one core of the EPYC, C of fewer
  // columns: 4096 x 4096 by 4096 x 32 0.30, 4096 x 4096 by 4096 x 128 0.55, 784 x 8192 by 8192 x 64 0.55
  std::int64_t direct_across = std::int64_t{1} << 28;
  // cpu | the same for elements that are converted each time they are read | PoCL 16 cores, 2026-11-27: float16 512 x
  // 512 by 512 x 512 1.01 1.01 1.02 1.02
  std::int64_t direct_converted = 1 << 20;
  // cpu | elements along k of a step, whose panel of B stays in the cache | PoCL 16 cores, 2026-11-27: 1024 x 1024 by
  // 1024 x 1024 1.02 1.01 0.96 0.98
  std::int64_t depth = 384;
  // cpu | elements along k of a round, at least: a long sum takes rounds, which each pack panels and multiply them |
  // x86 PoCL, 2026-11-23: (128, 65536) by (65536, 128) 1.5 times as fast, with A transposed 1.8
  std::int64_t round = 2048;
  // cpu | rows and columns of C of a work-item, at most | `block_rows`: PoCL 16 cores, 2026-11-27: 1024 x 1024 by 1024
  // x 1024 1.04 1.02 1.09 1.02; `block_columns`: PoCL 16 cores, 2026-11-27: 1024 x 1024 by 1024 x 1024 1.05 1.08 1.02
  // 1.03
  std::int64_t block_rows = 240;
  std::int64_t block_columns = 512;
  // cpu | work-items of a compute unit in the one launch that copies only B; each copies its columns of B | PoCL 16
  // cores, 2026-11-27: 100000 x 32 by 32 x 32 x 0.99 0.97 1.01
  std::int64_t direct_unit_items = 4;
  // cpu | the time in which a work-item copies its columns of B, in that of their product with a panel of rows | PoCL
  // 15 cores, 2026-11-28: 512 x 1024 by 1024 x 10 in 43 parts of rows 181 to 185 us, in 15 parts 110; 1024 x 512,
  // transposed, by 512 x 10 157, 96
  double direct_copy = 1;
  // cpu | multiplications that make a work-item worth its start | PoCL 16 cores, 2026-11-27: 128 x 128 by 128 x 128
  // 0.99 1.01 1.03 1.01
  std::int64_t cpu_worth = 8192;
  // many | elements along k of a part of a sum, at least | the costs below were fitted with it; with 256, H200,
  // 2026-11-27: 128 x 65536 by 65536 x 128 1.00 0.99 1.00 1.00
  std::int64_t least_part = 128;
  // many | groups of a compute unit from which on sums are not split further | bound
  std::int64_t unit_groups = 8;
  // many | the speed of a compute unit over that by the largest tiles: by tiles of at most 16 elements for each
  // work-item, and by others of 64 rows | H200, both backends, 2026-11-28: of the tiles and parts measured for 71
  // products the numbers from `few_speed` to `combine_launch` choose those that take 1.02 of the least time
  double few_speed = 0.6, medium_speed = 0.95;
  // many | multiplications that a compute unit does in the extra time of a largest tile, for each of its elements: that
  // of loading its first step and storing its result | the same; 4096 x 32 by 32 x 4096 93.7 us by the largest, 72.8 by
  // the medium
  double large_element = 25;
  // many | multiplications of a compute unit in the time that a group of 64 work-items waits for memory for each place
  // along k | the same
  double few_wait = 3000;
  // many | multiplications of the device that take as long as writing or reading an element of a part of a sum; as
  // launching the kernel that adds the parts | the same
  double combine_element = 90, combine_launch = 1 << 27;
  // all | elements along k from which a sum counts as long | x86 PoCL with 2 threads, and an H100, 2026-11-25
  std::int64_t thin_long = 8192;
  // cpu | the most rows and columns of products of long sums: `thin_gathered` if a factor is not contiguous along k,
  // `thin_across` if B is read in vectors along n | x86 PoCL with 2 threads, 2026-11-25
  std::int64_t thin_gathered = 8;
  std::int64_t thin_across = 16;
  // many | the most rows and columns of products of long sums: `thin_groups` if a factor is contiguous along k,
  // `thin_groups_across` if none is | H100, 2026-11-25
  std::int64_t thin_groups = 16;
  std::int64_t thin_groups_across = 8;
  // cpu | the least number of elements along k of a work-item of a long sum | PoCL 16 cores, 2026-11-27: 12 x 2^20 by
  // 2^20 x 12 0.96 0.91 0.95 0.98
  std::int64_t thin_chunk = 4096;
  // all | multiplications from which a kernel for known extents is worth its compilation | H200, 2026-11-27: 2^16 x 12
  // by 12 x 8 1.00 1.00 1.00 1.00; PoCL 16 cores, 2026-11-27: 2^16 x 12 by 12 x 8 1.00 1.03 0.98 1.01
  std::int64_t small_worth = 1 << 15;
  // cpu | the most columns of B for such a kernel, in general and if rows are packed. With more columns of packed
  // rows, vectors along C's rows are faster | x86 PoCL, 2026-11-25
  std::int64_t small_columns = 8;
  std::int64_t small_packed = 7;
  // many | parts of a sum from which 2^`combine_shared` work-items combine them | `combine_worth`: H200, 2026-11-27:
  // 128 x 65536 by 65536 x 128 1.00 0.99 0.99 0.99; `combine_shared`: H200, 2026-11-27: 128 x 65536 by 65536 x 128 x
  // 0.99 0.99 1.00
  std::int64_t combine_worth = 16;
  int combine_shared = 5;
  // many | rows of a matrix times a vector that the kernels of long sums take, at most | H200, 2026-11-27: 8 x 2^20 by
  // 2^20 x 1 0.87 0.98 0.98 0.97
  std::int64_t vector_rows = 16;

  // many | values of an epilogue's program, at most: a work-item computes it for each of its elements, and the kernel
  // has its text as often | bound
  std::size_t epilogue_values = 48;
  // all | results of an epilogue, at most: tiles write each of them in short runs, where an elementwise kernel writes
  // long ones past the caches | PoCL 2 cores, 2026-11-27: transformer's training step over that without epilogues 1.009
  // with several results, 1.006 0.998 with one
  std::size_t epilogue_results = 1;

  // --- The trial against the vendor's product ---
  // all | multiplications of a product from which a trial decides; smaller ones are Kiln's | bound
  double tried = 1 << 20;
  // all | elements of a trial's operand, and multiplications of a trial, at most, as powers of two. The latter grow
  // with the number of compute units, from least to most | bound
  int tried_elements = 22;
  int tried_work_least = 28;
  int tried_work_most = 32;
  // all | bytes of factors that are copied to save a call of the vendor's library for a batch, at most | H100,
  // 2026-11-27: scores of (8, 8, 256, 64) 1.18 1.19 0.99 1.02
  std::int64_t batch_call = std::int64_t{1} << 21;
  // all | rounds of a trial, at most, and seconds after which no further round begins | bound
  int tried_rounds = 15;
  double tried_seconds = 0.03;
};

}  // namespace kiln::codegen
