// SPDX-License-Identifier: Apache-2.0
// Tuning that all kinds of kernels share: how much work a device gets.
//
// A tuning table is a struct of numbers. A comment above each number is its row:
//
//   devices | what the number is | where and when it was measured, and what it gained
//
// "many" devices run many work-items at a time (GPUs), "cpu" devices run few. "-" means that the number has not been
// measured by itself, "choice" that tests force it, "bound" that it limits memory or the time of a first call. Times of
// a change read "before -> after". A call with four ratios comes from tests/tuning/measure_tuning.cpp: the call's time
// with an eighth, a half, two times and eight times the number, over its time with the number; "x" where the kernel
// cannot be built so. n is 2^26 elements, on CPU devices 2^22. Tests set their own tables (array::set_tuning).
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct DeviceTuning {
  // many | work-items that keep a compute unit busy | H200, 2026-11-27: sum of n 0.99 1.01 1.01 0.99
  std::uint64_t unit_items = 2048;
  // many | groups that fill a compute unit | H200, 2026-11-27: sum of n 1.80 1.02 1.00 0.99
  std::uint64_t unit_groups = 8;
  // many | whether kernels have the shapes of those for CPU devices, so that a simulator of a GPU checks them | choice
  bool as_cpu = false;
  // cpu | work-items of a compute unit: a core that other programs disturb then gets fewer of them | PoCL 16 cores,
  // 2026-11-27: exp of n 1.19 1.07 1.08 1.13
  std::uint64_t cpu_unit_items = 8;
  // cpu | elements that make a work-item worth its start | PoCL 16 cores, 2026-11-27: x + 1 of 2^16 1.18 1.09 0.85 0.79
  std::uint64_t cpu_worth = 4096;
  // cpu | bytes of results from which the results bypass the caches; UINT64_MAX: the size of the last cache decides |
  // choice
  std::uint64_t stream_bytes = UINT64_MAX;
  // cpu | bytes of a shared last cache that count for each core, at most | PoCL 16 cores, 2026-11-27: x + 1 of n 1.08
  // 1.01 1.05 1.02
  std::uint64_t stream_core_bytes = std::uint64_t{16} << 20;
  // devices whose driver ends long loops | compute units that work is divided among, at least: loops of a work-item
  // then have fewer than 65,536 iterations up to 2^32 elements | H200, 2026-11-27: sum of n 0.99 1.01 1.01 0.99; PoCL
  // 16 cores, 2026-11-27: sum of n 1.03 0.99 1.03 0.98
  std::uint64_t short_loop_units = 64;
};

}  // namespace kiln::codegen
