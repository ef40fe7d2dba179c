// SPDX-License-Identifier: Apache-2.0
// Tuning of elements by index, joins and repeats. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>
#include <optional>

namespace kiln::codegen {

struct IndexTuning {
  // --- Choices that tests force ---
  // all | kernels for CPU devices, or for others; without a value the device decides | choice
  std::optional<bool> cpu_shape;
  // all | whether few elements are moved in one launch; false: they are moved as many elements are | H200, 2026-11-27:
  // repeat of 500 by an array x x 1.92 1.92
  bool few = true;
  // many | whether short rows are joined in one launch; false: array by array | choice
  bool short_rows = true;
  // all | whether running sums of repeats always have 64 bits | choice
  bool repeat_wide = false;

  // --- Few elements in one launch ---
  // many | elements of a result that one launch places, at most | H200, 2026-11-27:
  // roll of 2^14 2.07 0.98 0.98 0.97
  std::int64_t few_items = 1 << 16;
  // cpu | the same | PoCL 2 cores, 2026-11-27: roll of 2^14 0.97 0.99 0.96 4.61
  std::int64_t cpu_few_items = 1 << 12;
  // all | elements of a mask that one launch looks at, at most | H200, 2026-11-27: nonzero of 1000 2.12 1.00 0.99 1.00
  std::int64_t few_true = 4096;
  // many | the same for each work-item of its one group; 16 at most | H200, 2026-11-27: nonzero of 1000 2.13 1.00 1.00
  // 1.01
  std::int64_t few_true_each = 16;
  // all | bytes of all rows, at most, that this launch also gathers | PoCL 2 cores, 2026-11-27: compress of 500 rows of
  // 16 1.16 1.10 1.02 1.02
  std::int64_t few_true_bytes = 16 << 10;
  // all | rows, and bytes of all results, that one launch repeats, at most | `few_repeats`: H200, 2026-11-27: repeat of
  // 500 by an array 1.92 0.99 1.00 1.05
  std::int64_t few_repeats = 1024;
  std::int64_t few_repeat_bytes = 16 << 10;

  // --- Rows of arrays that are joined, mapped or repeated ---
  // many | elements of a row below which one launch places every element | H200, 2026-11-23: pad of
  // (2796202, 3, 2) takes 0.49 ms part by part
  std::int64_t map_row = 64;
  // many | bytes of a row of the result up to which one launch joins arrays | H100, 2026-11-25: (2^24, 2)
  // twice along axis 1 0.46 ms part by part -> 0.14 ms
  std::int64_t join_row_bytes = 256;
  // many | words of a work-item that are in flight | H200, 2026-11-27: pad of (n, 3, 2) x 1.06 0.90 1.10
  std::int64_t map_ahead = 4;
  // all | elements of a run below which assigning run by run is slow | H200, 2026-11-27: concat of (n, 2) twice along 1
  // 1.00 1.00 1.00 1.00
  std::int64_t short_run = 32;
  // cpu | the most repeats of each element for which each repeat is an assignment of its own, if runs are short | PoCL
  // 2 cores, 2026-11-27: repeat 8 of n 0.99 0.96 0.96 0.97
  std::int64_t cpu_repeats = 8;
  // all | bytes of a row that repeat by an array moves by itself, at most; take moves longer rows as fast | H200,
  // 2026-11-27: repeat of (n, 64) by an array 1.13 1.13 1.00 1.00
  std::int64_t repeat_row_bytes = 256;
  // many | groups of repeat for each compute unit | H200, 2026-11-27: repeat of (n, 64) by an array 1.00 1.00 1.00 1.00
  std::int64_t repeat_groups = 16;

  // --- take and put ---
  // cpu | nanoseconds of work that make a work-item worth its start | PoCL 2 cores, 2026-11-27: take of 1000 rows of 16
  // 0.95 1.02 1.07 1.08
  std::int64_t cpu_worth = 4096;
  // cpu | work-items of a compute unit | PoCL 2 cores, 2026-11-27: take of n 0.89 1.02 0.89 0.99
  std::int64_t cpu_items = 8;
  // cpu | bytes of a row from which results bypass the caches, if they are large enough | PoCL 2 cores, 2026-11-27:
  // take of rows of 784 1.10 0.99 1.07 1.06
  std::int64_t streamed_row = 512;
  // cpu | bytes of an array from which rows are prefetched some indices ahead | PoCL 2 cores, 2026-11-27: take of rows
  // of 64 1.03 1.00 1.02 2.43
  std::uint64_t near_bytes = 2 << 20;
  // cpu | how many indices ahead, for rows of up to `ahead_short_row` bytes and of up to `ahead_long_row`;
  // longer rows are not prefetched | PoCL 2 cores, 2026-11-27: `ahead_short_row`: take of rows of 64 1.71 1.64 1.00
  // 1.05; `ahead_short`: 1.86 1.13 0.89 0.90; `ahead_long_row`: take of rows of 512 1.17 1.09 0.97 0.94; `ahead_long`:
  // x 0.88 0.86 0.90
  std::int64_t ahead_short_row = 256;
  std::int64_t ahead_short = 16;
  std::int64_t ahead_long_row = 2048;
  std::int64_t ahead_long = 4;
  // many | work-items of a group, and groups of a compute unit | `group`: H200, 2026-11-27: take of rows of 64 2.07
  // 0.96 1.06 1.16; `groups`: H200, 2026-11-27: take of n 1.00 1.00 1.00 1.00
  std::uint64_t group = 256;
  std::int64_t groups = 8;
  // many | chunks of a mask, at most | H200, 2026-11-27: compress of half of n 1.12 0.98 1.02 1.11
  std::int64_t mask_chunks = 4096;
  // many | the most words of a row that the kernel which finds the true elements of a mask also gathers, if the mask
  // has a chunk for every compute unit | H200, 2026-11-27: compress of half of (n, 16) 1.09 1.00 1.00 1.01
  std::int64_t gathered_units = 8;
  // all | the most indices of put for which each index looks by itself whether an equal one follows. The comparisons
  // must also be no more than the elements of the axis, or than `put_looked_least` | `put_looked`: H200, 2026-11-27:
  // put of 1000 of n 0.90 1.00 1.00 1.00
  std::int64_t put_looked = 4096;
  std::int64_t put_looked_least = 4096;
  // all | the ratio of the axis' elements to the indices up to which put reads in the axis' order: every element looks
  // up in the table of winners which value it gets. Reading in random order costs less than writing so. 0: never |
  // H200, 2026-11-27: put of n / 4 of n 1.60 1.00 1.00 1.00
  std::int64_t put_taken = 8;

  // --- scatter_add ---
  // many | indices that are compared with each other instead of sorted, at most | H200, 2026-11-27:
  // scatter_add of 1000 rows of 64 2.85 1.00 1.00 1.00
  std::int64_t add_compared = 4096;
  // many | the most that this may cost for each compute unit. A group costs `add_group` + the number of indices |
  // H200, 2026-11-23: a group takes 10 ns, and a hundredth of that for each index; sorting takes 6 us more than
  // one launch
  double add_worth = 4500;
  std::int64_t add_group = 1000;
  // many | elements of a row that a group adds to, at most | H200, 2026-11-27: scatter_add of rows of 64 1.00 1.00 1.00
  // 1.00
  std::int64_t add_chunk = 512;
  // many | groups of a compute unit that run at a time | H200, 2026-11-27: scatter_add of n in 16 x 1.00 1.00 1.00
  std::int64_t add_groups = 2;
  // all | the most indices that each work-item compares by itself, if there are elements enough beside the axis to keep
  // the device busy | H200, 2026-11-27: scatter_add of 12 rows of 64 1.03 1.01 1.00 1.00
  std::int64_t add_lines = 16;
  // cpu | elements of a row, at most, for which this is done | PoCL 2 cores, 2026-11-27: scatter_add of 1000 rows of 64
  // 1.04 1.26 1.19 1.24
  std::int64_t cpu_add_row = 16;
};

}  // namespace kiln::codegen
