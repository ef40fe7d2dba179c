// SPDX-License-Identifier: Apache-2.0
// Tuning of reductions. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct ReduceTuning {
  // many | work-items of a group | H200, 2026-11-27: sum of (n, 4096) along 0 3.00 1.12 1.02 1.10
  std::uint64_t group = 256;
  // many | work-items side by side that read neighbouring columns, at most | H200, 2026-11-27: sum of (n, 4096) along 0
  // 1.03 0.99 1.02 1.05
  std::uint64_t column_lanes = 32;
  // many | the same, at least: their vectors fill a cache line | H200, 2026-11-27: sum of (n, 20) along 0 0.97 1.00
  // 1.00 1.01
  std::uint64_t least_lanes = 8;
  // many | rows of a work-item up to which a block of columns is not split | H200, 2026-11-27: sum of (32, n) along 0
  // 1.00 0.99 0.99 1.00
  std::uint64_t few_rows = 16;
  // many | costly functions get up to `costly_groups` times as many groups, so that all compute units finish at about
  // the same time. A work-item keeps at least `long_item` accesses | H200, 2026-11-23: logsumexp 14 % faster, sums
  // 0.6 % slower
  std::uint64_t long_item = 32;
  std::uint64_t costly_groups = 4;
  // many | elements of an output that one work-item reads alone, at most | H200, 2026-11-23: sums of very
  // many outputs 1.1 to 3.3 times as fast
  std::uint64_t alone = 32;
  // many | bytes of a row that one work-item reads alone, at most: neighbouring items share its cache lines | H200,
  // 2026-11-27: sum of (n, 20) 0.99 0.99 0.91 0.92
  std::uint64_t alone_bytes = 48;
  // many | the most elements of a column that one work-item reads alone if each costs much to combine | H200,
  // 2026-11-27: logsumexp of (n, 6) x 1.01 1.01 1.01
  std::uint64_t alone_costly = 7;
  // many | elements of a block of columns below which it is read as rows | H200, 2026-11-23: (2796202, 3, 2)
  // along axis 1 110 times as fast as in blocks; blocks of 30 by 32 as fast
  std::uint64_t least_block = 1024;
  // many | the most rows for which a work-item reads single columns, and not vectors of columns, if a tree combines the
  // elements | H200, 2026-11-27, with 32 -> with 4: var of (8, 2^23) along 0 661 -> 377 us, of (8, 2^17) 12.6 -> 8.3
  // us, of (32, 2^21) 191 -> 117 us, of (32, 2^15) 6.7 us with both
  std::uint64_t few_tree_rows = 4;
  // many | bytes of local memory up to which all columns of a work-item are exchanged through it at once | H200,
  // 2026-11-27: sum of (n, 4096) along 0 1.00 0.99 1.00 1.00
  std::uint64_t side_bytes = 16384;
  // cpu | bytes of the accumulators of a row, which stay in registers | PoCL 16 cores, 2026-11-27: var of (1024, n)
  // 0.99 0.99 1.00 1.14
  std::uint64_t cpu_set_bytes = 64;
  // cpu | elements of a range, at most: few accumulators should not add up very many | PoCL 16 cores, 2026-11-27: sum
  // of n 0.97 0.94 0.96 0.94
  std::uint64_t cpu_long = 65536;
  // cpu | elements of a range, at least, where rows are split | PoCL 16 cores, 2026-11-27: sum of (8192, n) 1.00 1.05
  // 0.99 1.03
  std::uint64_t cpu_least_range = 1024;
  // cpu | bytes of the accumulators of a block of columns, whose number is a multiple of `cpu_block_step`; where four
  // rows are combined at once, bytes of each of a column's accumulators: blocks of 4096 columns instead of 2048 take
  // logsumexp of (8192, 4096) along 0 on PoCL with 1 thread, 2026-11-28, from 11.4 to 7.6 ms |
  // `cpu_block_bytes`: PoCL 16 cores, 2026-11-27: sum of (n, 4096) along 0 0.93 0.96 1.00 1.05; `cpu_block_step`: PoCL
  // 16 cores, 2026-11-27: sum of (n, 4096) along 0 0.98 1.00 1.00 1.00
  std::uint64_t cpu_block_bytes = 16384;
  std::uint64_t cpu_block_step = 16;
  // cpu | columns of a block, and rows of a block that is split, at least | `cpu_least_columns`: PoCL 16 cores,
  // 2026-11-27: sum of (n, 4096) along 0 0.97 0.98 0.96 0.93; `cpu_least_rows`: PoCL 16 cores, 2026-11-27: sum of (32,
  // n) along 0 1.11 1.13 0.60 0.60
  std::uint64_t cpu_least_columns = 64;
  std::uint64_t cpu_least_rows = 16;
  // cpu | elements that a core reduces in the time of a second launch; elements of a column that is reduced by one
  // launch and accumulator, at most: the error of a sum grows with their number | PoCL, 2026-11-28, over the time with
  // parts: 2 cores, sum of (64, 1024) along 0 0.63, of (100, 3000) 0.71, of (512, 1024) 0.98; 15 cores, (512, 1024):
  // parts 65 to 153 us and combining them 27 to 43, whole 45 to 64; the error of sums of (1024, 256) is 1.3e-6, in
  // parts 1.9e-7
  std::uint64_t cpu_second = 65536;
  std::uint64_t cpu_whole = 1024;
  // cpu | rows of fewer columns than this are joined, up to `cpu_joined` accumulators | `cpu_few_columns`: PoCL 16
  // cores, 2026-11-27: sum of (n, 3) along 0 1.84 1.00 0.98 0.98; `cpu_joined`: PoCL 16 cores, 2026-11-27: sum of (n,
  // 3) along 0 1.21 1.04 1.00 1.02
  std::uint64_t cpu_few_columns = 16;
  std::uint64_t cpu_joined = 64;
  // cpu | elements, and bytes, of a short row, at most: short rows are read as columns | `cpu_short`: PoCL 16 cores,
  // 2026-11-27: sum of (n, 64) 0.99 1.04 1.02 1.01; `cpu_short_bytes`: PoCL 16 cores, 2026-11-27: sum of (n, 64) 1.01
  // 1.02 1.01 1.07
  std::uint64_t cpu_short = 64;
  std::uint64_t cpu_short_bytes = 192;
  // cpu | elements of a row with one vector of accumulators, at most | PoCL 16 cores, 2026-11-27: sum of (n, 64) 2.33
  // 1.01 1.00 1.02
  std::uint64_t cpu_lane_row = 256;
  // cpu | bytes of a block of short rows, which the first cache keeps | PoCL 16 cores, 2026-11-27: sum of (n, 8) 1.02
  // 1.02 1.07 1.01
  std::uint64_t cpu_near_bytes = 32768;
  // cpu | the number of outputs along the innermost kept axis below which the longest kept axis is used as the
  // innermost one, if rows are short | PoCL 16 cores, 2026-11-27: sum of (n, 20) along 0 0.97 0.98 0.98 0.95
  std::int64_t few_beside = 16;
};

}  // namespace kiln::codegen
