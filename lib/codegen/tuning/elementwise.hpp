// SPDX-License-Identifier: Apache-2.0
// Tuning of elementwise kernels. tuning/device.hpp explains the rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

struct ElementwiseTuning {
  // many | work-items of a group | H200, 2026-11-27: x + 1 of n 2.49 1.00 1.00 1.00
  std::uint64_t group = 256;
  // many | work-items of a group if each moves more than `light_traffic` bytes. Groups start at a limited rate,
  // so where work-items move little, a group has more of them | H200, 2026-11-23: fills 3370 -> 4650 GB/s
  std::uint64_t heavy_group = 128;
  std::size_t light_traffic = 24;
  // all | elements of an array, at most, that shares a launch with others; sets of arrays in one launch, at most: its
  // text and the time to compile it grow with them | PoCL 1 thread, 2026-11-28: updates of 100 of 2^14 0.99 0.98 0.99
  // 0.98 and 1.07 1.00 1.01 1.00
  std::int64_t bundle_elements = 1 << 20;
  std::size_t bundle_sets = 64;
  // many | elements of a work-item of such a launch | H100, 2026-11-27: updates of 100 of 2^14 x 0.97 1.15 1.51
  std::uint64_t bundle_each = 4;
  // all | the vendor's allocations, at most, that the arrays of such a launch lie in: each costs the host time |
  // PoCL 1 thread, 2026-11-28: updates of 100 of 2^14 1.17 1.02 1.00 1.01
  std::size_t bundle_memories = 64;
  // all | arguments that a kernel must save, at least, by passing a buffer once that has several operands: drivers take
  // time for each, and a kernel more is to be compiled | -
  std::size_t shared_arguments = 3;
  // many | elements of a strided row from which a work-item has several elements of one row instead of one element of
  // several rows | H200, 2026-11-27: x[:, ::2] + 1 of (n, 4096) 1.00 1.00 1.00 1.00
  std::uint64_t long_row = 1024;
  // many | strided elements of a work-item that are in flight | H200, 2026-11-23: strided copies and
  // differences 1.3 to 1.8 times as fast
  unsigned ahead = 4;
  // many | the same if a function is costly, if there are more axes than `ahead_axes`, or at least `ahead_few_inputs`
  // inputs: the kernel repeats the computation's text for each element in flight and once more, so more would take long
  // to compile | `ahead_few`: H200, 2026-11-27: cross of (n, 3) x 1.00 0.99 0.99; `ahead_axes`: H200, 2026-11-27: cross
  // of (n, 3) x 1.00 1.00 1.00; `ahead_few_inputs`: H200, 2026-11-27: cross of (n, 3) x 1.00 1.00 0.99
  unsigned ahead_few = 2;
  std::size_t ahead_axes = 3;
  std::size_t ahead_few_inputs = 3;
  // many | inputs, and values of the program, from which a work-item has one element in flight | H200,
  // 2026-11-26: cross of (n, 3) takes 1.3 times as long with four
  std::size_t ahead_one_inputs = 6;
  std::size_t ahead_one_values = 64;
  // cpu | the side of a tile if an element takes at most 4, 16 and 64 bytes in all operands together. A tile fits the
  // second-level cache; longer rows make reading faster | PoCL 16 cores, 2026-11-27: x + 1 of (n, 4096) transposed 1.21
  // 1.01 3.72 3.28
  unsigned cpu_tile_sides[3] = {128, 64, 32};
  // cpu | elements of a row of results, at least, that bypasses the caches: shorter rows have too few whole blocks |
  // PoCL 2 cores, 2026-11-27: x[:, ::2] + 1 of (n, 300) 1.00 0.99 1.02 0.99
  std::int64_t cpu_streamed_row = 512;
  // cpu | elements behind the last whole vector of a row of results that a kernel holds, from which on a vector
  // computes them; fewer are computed one by one | -
  int cpu_few_held = 4;
};

}  // namespace kiln::codegen
