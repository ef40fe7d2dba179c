// SPDX-License-Identifier: Apache-2.0
// The numbers that elements by index, joins and repeats are tuned by. Data alone. A row says the device class
// it is for and, where the number has been measured by itself, on what and with which gain.
#pragma once

#include <cstdint>
#include <optional>

namespace kiln::codegen {

struct IndexTuning {
  // --- Which shape ----------------------------------------------------------------------------------------
  std::optional<bool> cpu_shape;  // kernels of CPU devices, or of others; without a value as the device is

  // --- Few elements in one launch -------------------------------------------------------------------------
  bool few = true;         // false: few elements are moved as many are
  bool short_rows = true;  // false: on GPUs rows are moved array by array however short they are
  // All. Elements of a result that one launch places, on GPUs and on CPU devices.
  std::int64_t few_items = 1 << 16, cpu_few_items = 1 << 12;
  // All. A mask of so many elements is looked at in one launch; on GPUs of so many (16 at most)
  // for each work-item of one group. Rows are gathered in it if all rows have at most so many bytes.
  std::int64_t few_true = 4096, few_true_each = 16, few_true_bytes = 16 << 10;
  // All. Rows, and bytes of all, that one launch repeats.
  std::int64_t few_repeats = 1024, few_repeat_bytes = 16 << 10;

  // --- Rows of arrays that are joined, mapped, repeated --------------------------------------------------
  // GPU. Elements of a row below which one launch places every element. H200, pad of (2796202, 3, 2): 0.49 ms
  // by parts.
  std::int64_t map_row = 64;
  // GPU. Bytes of a result's row up to which arrays are joined in one launch. H100, (2^24, 2) twice along
  // axis 1: 0.14 ms, by parts 0.46.
  std::int64_t join_row_bytes = 256;
  std::int64_t map_ahead = 4;    // GPU. Words of a work-item that are on their way at a time
  std::int64_t short_run = 32;   // all. Shorter runs of elements are slow to assign one by one
  std::int64_t cpu_repeats = 8;  // CPU. So many repeats of short runs are assigned one by one
  // All. Bytes of rows up to which repeat by an array moves them itself; longer ones take moves as fast.
  std::int64_t repeat_row_bytes = 256;
  std::int64_t repeat_groups = 16;  // GPU. Groups of repeat a compute unit
  bool repeat_wide = false;         // running sums of repeats in 64 bits whatever they come to

  // --- take and put
  // ----------------------------------------------------------------------------------------- CPU.
  // Nanoseconds of work that a work-item is worth, and work-items a compute unit.
  std::int64_t cpu_worth = 4096, cpu_items = 8;
  // CPU. Bytes of a row from which results of a device's stream_bytes go past the caches.
  std::int64_t streamed_row = 512;
  // CPU. Of an array of more than near_bytes a core asks for rows ahead: of up to ahead_short_row bytes so
  // many, of up to ahead_long_row so many; of longer ones none.
  std::uint64_t near_bytes = 2 << 20;
  std::int64_t ahead_short_row = 256, ahead_short = 16, ahead_long_row = 2048, ahead_long = 4;
  // GPU. Work-items of a group, and groups a compute unit.
  std::uint64_t group = 256;
  std::int64_t groups = 8;
  // GPU. Chunks of a mask, at most, and the most words of rows that are gathered by the mask itself where
  // chunks are enough for the device.
  std::int64_t mask_chunks = 4096, gathered_units = 8;
  // All. Of up to so many indices of put each looks for later equal ones, if that is at most as many
  // comparisons as the axis has places, or as put_looked_least.
  std::int64_t put_looked = 4096, put_looked_least = 4096;
  // All. Elements take the values that win from the table of winners if there is an index for so many places
  // of the axis: reading in any order costs less than writing so, but each place is looked at. 0: never.
  std::int64_t put_taken = 8;

  // --- scatter_add ----------------------------------------------------------------------------------------
  // GPU. Up to so many indices are compared with each other instead of sorted, while that costs less. H200: a
  // group takes 10 ns and a hundredth of that for each index, sorting 6 us more than one launch: a compute
  // unit's groups, each counted add_group + the indices, come to at most add_worth.
  std::int64_t add_compared = 4096, add_group = 1000;
  double add_worth = 4500;
  std::int64_t add_chunk = 512;  // elements of a row that a group adds to, at most
  std::int64_t add_groups = 2;   // groups a compute unit that a device has at a time
  // All. Up to so many indices are compared by each work-item where other elements keep the device busy, on
  // CPU devices of rows of up to so many elements.
  std::int64_t add_lines = 16, cpu_add_row = 16;
};

}  // namespace kiln::codegen
