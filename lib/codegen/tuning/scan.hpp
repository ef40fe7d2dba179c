// SPDX-License-Identifier: Apache-2.0
// Tuning of scans. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

// Scans with one of the library's operations.
struct ScanTuning {
  // many | work-items of a group | H200, 2026-11-27: cumsum of (n, 1000) 1.00 1.00 1.00 1.00
  std::uint64_t group = 256;
  // many | work-items of a small group, which many rows of `small_least` to `small_most` - 1 elements get |
  // `small_group`: H200, 2026-11-27: cumsum of (n, 1000) 5.76 1.14 1.09 1.29; `small_least`: H200, 2026-11-27: cumsum
  // of (n, 1000) 1.00 1.00 1.16 1.15; `small_most`: H200, 2026-11-27: cumsum of (n, 1000) 1.00 1.01 1.01 1.00
  std::uint64_t small_group = 64;
  std::uint64_t small_least = 512;
  std::uint64_t small_most = 8192;
  // many | bytes, and elements, of a work-item in a tile, at most | `item_bytes`: H200, 2026-11-27: cumsum of (n, 1000)
  // 1.90 1.00 0.99 1.00; `item_elements`: H200, 2026-11-27: cumsum of (n, 1000) 1.91 1.00 0.99 1.00
  std::uint64_t item_bytes = 64;
  std::uint64_t item_elements = 16;
  // many | in a scan of one pass, bytes of local memory of a tile, and the least elements of a work-item. Five such
  // groups fit the local memory of an H100's compute unit; one fits CUDA's 48 KiB | `once_least`: H200, 2026-11-27:
  // cumsum of n x 1.00 1.00 1.00
  std::uint64_t once_local_bytes = 45440;
  std::uint64_t once_least = 5;
  // all | elements of a row that several work-items share, at least | H200, 2026-11-27: cumsum of (n, 8) x 1.00 1.24
  // 1.24
  std::int64_t least_shared = 7;
  // all | the least elements of a chunk of a column. Reading so many costs about as much as another launch | H200,
  // 2026-11-27: cumsum of (n, 4096) along 0 1.00 1.00 1.00 0.94; PoCL 16 cores, 2026-11-27: cumsum of (n, 4096) along 0
  // 1.30 1.31 0.98 1.84
  std::uint64_t least_column_chunk = 64;
  // cpu | elements of a chunk of a row, at least | PoCL 16 cores, 2026-11-27: cumsum of n 1.05 1.02 1.03 1.00
  std::uint64_t cpu_least_chunk = 1024;
  // cpu | bytes of the columns of a work-item, at most | PoCL 16 cores, 2026-11-27: cumsum of (n, 4096) along 0 1.67
  // 1.10 1.07 1.15
  std::uint64_t cpu_column_bytes = 4096;
  // cpu | bytes that the caches near a core hold. In larger arrays a work-item has `cpu_far_share` times as many
  // columns, so that the core can prefetch within pieces of rows | `cpu_near_bytes`: PoCL 16 cores, 2026-11-27: cumsum
  // of (n, 4096) along 0 1.05 1.02 1.28 1.10; `cpu_far_share`: PoCL 16 cores, 2026-11-27: cumsum of (n, 4096) along 0 x
  // 1.06 1.01 1.02
  std::uint64_t cpu_near_bytes = std::uint64_t{8} << 20;
  std::uint64_t cpu_far_share = 4;
};

// Scans with the caller's expressions.
struct CallerScanTuning {
  // many | bytes of a group's accumulators in local memory, at most | H200, 2026-11-27: user's scan of n 1.00 1.02 1.01
  // 1.01
  std::uint64_t local_bytes = 16384;
  // many | bytes of the accumulators of a work-item's elements, which stay in registers, at most | H200, 2026-11-27:
  // user's scan of (n, 1000) 2.84 1.34 1.00 1.00
  std::uint64_t item_bytes = 32;
  // many | elements of a row that one work-item scans alone, at most. If the rows fill the device, the limit is
  // `alone_short`, and groups stage longer rows through local memory | `alone`: H200, 2026-11-27: user's scan of (n,
  // 20) 1.00 1.00 1.00 1.00; `alone_short`: H200, 2026-11-27: user's scan of (n, 8) x 1.00 1.08 1.08
  std::uint64_t alone = 16;
  std::uint64_t alone_short = 6;
  // many | work-items that scan a row together, at least | H200, 2026-11-27: user's scan of (n, 20) 1.00 1.01 1.01
  // 44.25
  std::uint64_t least_items = 32;
  // many | work-items of a group that stages several rows, and of one in which each item scans alone | `short_group`:
  // H200, 2026-11-27: user's scan of (n, 20) 3.63 1.19 1.03 1.03; `alone_group`: H200, 2026-11-27: user's scan of (n,
  // 8) 1.00 1.00 1.00 1.00
  std::uint64_t short_group = 128;
  std::uint64_t alone_group = 64;
  // many | chunks of a row from which a launch of its own joins their totals. With fewer, each work-item
  // joins those before its chunk | H200, 2026-11-26: 132 totals take 14 us less than a launch, 1056 take 170
  // us more
  std::uint64_t joined = 320;
  // all | columns beside each other from which neighbouring work-items have neighbouring columns | H200, 2026-11-27:
  // user's scan of (n, 4) along 0 x 1.00 1.15 1.14; PoCL 16 cores, 2026-11-27: user's scan of (n, 4) along 0 x 0.99
  // 1.12 1.20
  std::int64_t least_beside = 4;
};

}  // namespace kiln::codegen
