// SPDX-License-Identifier: Apache-2.0
// Tuning of row programs. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct RowTuning {
  // many | work-items of a group, at most and at least | H100, 2026-11-27: `group`: softmax of (4096, n) along 0 3.98
  // 1.20 1.45 1.45; `least_group`: softmax of (n, 1000) 1.00 1.00 1.00 1.00
  std::uint64_t group = 512;
  std::uint64_t least_group = 128;
  // many | the registers of a work-item are limited in groups of more work-items than this; the registers of a group;
  // the registers of a work-item in addition to the words of the row that it holds | H100, 2026-11-27: `large_group`:
  // softmax of (n, 64) 0.99 1.00 1.00 1.00; `spare_registers`: softmax of (8192, n) 1.19 1.00 1.00 1.00
  std::uint64_t large_group = 256;
  std::uint64_t registers = 65536;
  std::uint64_t spare_registers = 32;
  // many | 32-bit words of a row that a work-item should hold: longer rows are shared by more work-items, up to `group`
  // | H100, 2026-11-27: softmax of (n, 1000) 1.04 1.00 1.00 1.26
  std::uint64_t words = 16;
  // many | 32-bit words of a row that a work-item can hold, and those of columns whose neighbours do not fill the
  // pieces of memory that are read at once: its registers also hold what it computes | H200, 2026-11-28, time of one
  // kernel over that of separate ones: `most_words`: layer norm's gradient of (2048, 32768) 0.32, and 0.71 in an older
  // kernel with 64; `most_column_words`: layer norm of (6144, 10922) along 0 with 64 1.00 (apart), with 96 1.34
  std::uint64_t most_words = 96;
  std::uint64_t most_column_words = 64;
  // many | bytes of a row that neighbouring work-items read together, at least | H100, 2026-11-27: softmax of (n, 6)
  // 1.26 1.00 1.00 1.00
  std::uint64_t piece = 64;
  // many | neighbouring columns of a group: their elements fill a cache line; at least, where columns are long: the
  // smallest piece of memory that is read at once | H100, 2026-11-27: `columns`: softmax of (4096, n) along 0 2.79 1.00
  // 1.00 1.00; `least_columns`: softmax of (4096, n) along 0 1.00 1.00 1.37 3.54
  std::uint64_t columns = 32;
  std::uint64_t least_columns = 8;
  // cpu | elements of a row from which vectors go along it: those of a chunk; vectors go across shorter rows | PoCL 2
  // cores, 2026-11-27, time of one kernel over that of separate ones with vectors along the row: softmax of 2^25
  // elements in rows of 8 1.47, of 16 0.84, of 32 0.82, of 64 0.55, of 256 0.40, of 16384 0.60; layer norm 6.1, 0.48,
  // 0.48, 0.34, 0.28, 0.43; 2026-11-28, with vectors across rows: softmax of (2^18, 8) 0.22, of (2^17, 32) 1.44
  std::uint64_t cpu_least = 16;
  // cpu | bytes of a row's elements that are kept from one reduction to the next | PoCL 2 cores, 2026-11-27, as above:
  // softmax in rows of 2^16 elements 0.59, of 2^18 0.61, of 2^20 0.66
  std::uint64_t cpu_kept_bytes = std::uint64_t{1} << 20;
  // cpu | chunks of a row that have accumulators of their own, at most; vectors of accumulators, at most: they stay in
  // registers | `cpu_chains`: PoCL 2 cores, 2026-11-27, processor's time in us with 1 and 4: argmax and x - max of
  // (4096, 1024) 1444 -> 779, x over std 931 -> 843; `cpu_accumulators`: -
  std::uint64_t cpu_chains = 4;
  std::uint64_t cpu_accumulators = 8;
  // cpu | rows of a block whose vectors go across rows, at most; bytes of neighbouring columns that are read together,
  // at least, unless these are all columns: each piece is in another page | PoCL 1 thread, 2026-11-28, time of one
  // kernel over that of separate ones: `cpu_lanes`: layer norm of (512, 8192) along 0 with 16 2.65, with 32 1.31, with
  // 64 0.82, with 128 0.58, softmax 2.27 1.21 0.81 0.68, with 256 0.65, with 512 1.07; `cpu_piece`: layer norm of
  // (1024, 4096) along 0 with 256 1.32, with 512 0.89
  std::uint64_t cpu_lanes = 128;
  std::uint64_t cpu_piece = 512;
  // cpu | columns that lie side by side, at least: those of a vector; how many times as many as those that do not fill
  // the last vector, at least: these are read one by one | PoCL 1 thread, 2026-11-28, as above: `cpu_parted`: layer
  // norm of (64, 500, 40) along 1 2.21, of (512, 1000) along 0 0.89
  std::uint64_t cpu_beside = 16;
  std::uint64_t cpu_parted = 16;
  // cpu | bytes of what a block of columns reads, keeps and writes: they stay in a core's second cache; bytes of a
  // block of short rows: they stay in the first | PoCL 1 thread, 2026-11-28, as above: `cpu_columns_bytes`: softmax of
  // (4096, 1024) along 0 with 1 MiB 1.00 (apart), with 2 MiB 1.20 and more; `cpu_short_bytes`: -
  std::uint64_t cpu_columns_bytes = std::uint64_t{1} << 20;
  std::uint64_t cpu_short_bytes = std::uint64_t{32} << 10;
  // cpu | elements of an elementwise operation that take as long as one element of a row: a program below
  // `DeviceTuning::cpu_worth` such elements has one work-item | PoCL 15 cores, 2026-11-28: cross-entropy of (512, 10)
  // and its gradient, 1 work-item 104 to 130 us, 8 work-items 37
  std::uint64_t cpu_passes = 8;
};

}  // namespace kiln::codegen
