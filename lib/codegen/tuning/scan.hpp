// SPDX-License-Identifier: Apache-2.0
// Tuning of scans. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

// Scans with one of the library's operations.
struct ScanTuning {
  // many | work-items of a group | -
  std::uint64_t group = 256;
  // many | work-items of a small group, which many rows of `small_least` to `small_most` - 1 elements get | -
  std::uint64_t small_group = 64;
  std::uint64_t small_least = 512;
  std::uint64_t small_most = 8192;
  // many | bytes, and elements, of a work-item in a tile, at most | -
  std::uint64_t item_bytes = 64;
  std::uint64_t item_elements = 16;
  // many | in a scan of one pass, bytes of local memory of a tile, and the least elements of a work-item. Five
  // such groups fit the local memory of an H100's compute unit; one fits CUDA's 48 KiB | -
  std::uint64_t once_local_bytes = 45440;
  std::uint64_t once_least = 5;
  // many | elements of a row that several work-items share, at least | -
  std::int64_t least_shared = 7;
  // all | the least elements of a chunk of a column. Reading so many costs about as much as another launch | -
  std::uint64_t least_column_chunk = 64;
  // cpu | elements of a chunk of a row, at least | -
  std::uint64_t cpu_least_chunk = 1024;
  // cpu | bytes of the columns of a work-item, at most | -
  std::uint64_t cpu_column_bytes = 4096;
  // cpu | bytes that the caches near a core hold. In larger arrays a work-item has `cpu_far_share` times as many
  // columns, so that the core can prefetch within pieces of rows | -
  std::uint64_t cpu_near_bytes = std::uint64_t{8} << 20;
  std::uint64_t cpu_far_share = 4;
};

// Scans with the caller's expressions.
struct CallerScanTuning {
  // many | bytes of a group's accumulators in local memory, at most | -
  std::uint64_t local_bytes = 16384;
  // many | bytes of the accumulators of a work-item's elements, which stay in registers, at most | -
  std::uint64_t item_bytes = 32;
  // many | elements of a row that one work-item scans alone, at most. If the rows fill the device, the limit
  // is `alone_short`, and groups stage longer rows through local memory | -
  std::uint64_t alone = 16;
  std::uint64_t alone_short = 6;
  // many | work-items that scan a row together, at least | -
  std::uint64_t least_items = 32;
  // many | work-items of a group that stages several rows, and of one in which each item scans alone | -
  std::uint64_t short_group = 128;
  std::uint64_t alone_group = 64;
  // many | chunks of a row from which a launch of its own joins their totals. With fewer, each work-item
  // joins those before its chunk | H200, 2026-11-26: 132 totals take 14 us less than a launch, 1056 take 170
  // us more
  std::uint64_t joined = 320;
  // all | columns beside each other from which neighbouring work-items have neighbouring columns | -
  std::int64_t least_beside = 4;
};

}  // namespace kiln::codegen
