// SPDX-License-Identifier: Apache-2.0
// Tuning of scans. For the form of the rows see tuning/device.hpp.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct ScanTuning {
  // many | work-items of a group | -
  std::uint64_t group = 256;
  // many | work-items of a small group. Many rows of `small_least` to `small_most` elements have such | -
  std::uint64_t small_group = 64;
  std::uint64_t small_least = 512;
  std::uint64_t small_most = 8192;
  // many | bytes of an item's elements in a tile, and elements | -
  std::uint64_t item_bytes = 64;
  std::uint64_t item_elements = 16;
  // many | bytes of local memory of a tile that looks back, and elements of an item at least | -
  std::uint64_t once_local_bytes = 45440;
  std::uint64_t once_least = 5;
  // many | elements of a row that work-items share, at least | -
  std::int64_t least_shared = 7;
  // many, cpu | elements of a chunk of columns, which cost about what another launch does | -
  std::uint64_t least_column_chunk = 64;
  // cpu | elements of a chunk of a row, at least | -
  std::uint64_t cpu_least_chunk = 1024;
  // cpu | bytes of the columns of an item, at most | -
  std::uint64_t cpu_column_bytes = 4096;
  // cpu | bytes that a core has near it. Columns of more are wider by `cpu_far_share`, so that a core can
  // look ahead in pieces of rows | -
  std::uint64_t cpu_near_bytes = std::uint64_t{8} << 20;
  std::uint64_t cpu_far_share = 4;
};

// Of scans of the caller's expressions.
struct CallerScanTuning {
  // many | bytes of a group's accumulators in local memory | -
  std::uint64_t local_bytes = 16384;
  // many | bytes of the accumulators of an item's elements, which lie in registers | -
  std::uint64_t item_bytes = 32;
  // many | elements of a row that an item scans alone, at most; where rows fill the device at most
  // `alone_short`: longer rows pass through a group's local memory | -
  std::uint64_t alone = 16;
  std::uint64_t alone_short = 6;
  // many | work-items that scan a row together, at least | -
  std::uint64_t least_items = 32;
  // many | work-items of a group that has several rows, and of one where each item is alone | -
  std::uint64_t short_group = 128;
  std::uint64_t alone_group = 64;
  // many | parts of a row from which a launch of its own joins their totals, which else each item does that
  // is alone | H200: 132 totals take 14 us less than a launch, 1056 take 170 us more
  std::uint64_t joined = 320;
  // all | columns beside each other from which neighbouring items have neighbouring columns | -
  std::int64_t least_beside = 4;
};

}  // namespace kiln::codegen
