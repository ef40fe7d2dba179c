// SPDX-License-Identifier: Apache-2.0
// Tuning that all kinds of kernels share: how much work a device gets.
//
// A tuning table is a struct of numbers. A comment above each number is its row:
//
//   devices | what the number is | where and when it was measured, and what it gained
//
// "many" devices run many work-items at a time (GPUs), "cpu" devices run few. "-" means that the number has
// not been measured by itself. Times of a change read "before -> after". Tests set their own tables
// (array::set_tuning).
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct DeviceTuning {
  // many | work-items that keep a compute unit busy | -
  std::uint64_t unit_items = 2048;
  // many | groups that fill a compute unit | -
  std::uint64_t unit_groups = 8;
  // cpu | work-items of a compute unit: a core that other programs disturb then gets fewer of them | -
  std::uint64_t cpu_unit_items = 8;
  // cpu | elements that make a work-item worth its start | -
  std::uint64_t cpu_worth = 4096;
  // cpu | bytes of results from which they bypass the caches; UINT64_MAX: those of the last cache | -
  std::uint64_t stream_bytes = UINT64_MAX;
  // cpu | bytes of a shared last cache that count for each core, at most | -
  std::uint64_t stream_core_bytes = std::uint64_t{16} << 20;
  // devices whose driver ends long loops | compute units that work is divided among, at least: loops of a
  // work-item then have fewer than 65,536 iterations up to 2^32 elements | -
  std::uint64_t short_loop_units = 64;
};

}  // namespace kiln::codegen
