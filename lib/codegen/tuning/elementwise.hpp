// SPDX-License-Identifier: Apache-2.0
// Tuning of elementwise kernels. For the form of the rows see tuning/device.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

struct ElementwiseTuning {
  // many | work-items of a group | -
  std::uint64_t group = 256;
  // many | work-items of a group where each moves more than `light_traffic` bytes. Groups begin at a limited
  // rate, which little traffic meets | H200, fills: 3370 -> 4650 GB/s
  std::uint64_t heavy_group = 128;
  std::size_t light_traffic = 24;
  // many | elements of a strided row from which an item has several of the row, not of several rows | -
  std::uint64_t long_row = 1024;
  // many | strided elements that an item has on their way at a time | H200: strided copies and differences
  // 1.3 to 1.8 times as fast
  unsigned ahead = 4;
  // many | the same where a function is costly, axes are more than `ahead_axes` or inputs at least
  // `ahead_few_inputs`: the text is compiled once for each element and once more | -
  unsigned ahead_few = 2;
  std::size_t ahead_axes = 3;
  std::size_t ahead_few_inputs = 3;
  // many | inputs, and values of the program, from which an item has one element on its way | H200: cross of
  // (n, 3) takes 1.3 times as long with four
  std::size_t ahead_one_inputs = 6;
  std::size_t ahead_one_values = 64;
  // cpu | the side of a tile of turned operands whose elements take at most 4, 16 and 64 bytes together. A
  // tile lies in the second cache: the longer its rows, the better memory is read | -
  unsigned cpu_tile_sides[3] = {128, 64, 32};
};

}  // namespace kiln::codegen
