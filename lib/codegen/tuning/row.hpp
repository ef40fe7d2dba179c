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
  // many | 32-bit words of a row that a work-item can hold; its registers also hold what it computes | H100,
  // 2026-11-27: softmax of (4096, n) along 0 1.00 1.00 1.37 3.54
  std::uint64_t most_words = 64;
  // many | bytes of a row that neighbouring work-items read together, at least | H100, 2026-11-27: softmax of (n, 6)
  // 1.26 1.00 1.00 1.00
  std::uint64_t piece = 64;
  // many | neighbouring columns of a group: their elements fill a cache line; at least, where columns are long: the
  // smallest piece of memory that is read at once | H100, 2026-11-27: `columns`: softmax of (4096, n) along 0 2.79 1.00
  // 1.00 1.00; `least_columns`: softmax of (4096, n) along 0 1.00 1.00 1.37 3.54
  std::uint64_t columns = 32;
  std::uint64_t least_columns = 8;
};

}  // namespace kiln::codegen
