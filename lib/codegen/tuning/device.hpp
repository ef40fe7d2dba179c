// SPDX-License-Identifier: Apache-2.0
// Tuning that every kind of kernel shares: how much work a device is given.
//
// Each row of a tuning table says: devices | what the number is | where it was measured, and what it gained.
// "-": not measured alone. "many" devices run many work-items at a time (GPUs); "cpu" devices run few.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct DeviceTuning {
  // many | work-items that keep a compute unit busy | -
  std::uint64_t unit_items = 2048;
  // many | groups that fill a compute unit; a few more would run alone | -
  std::uint64_t unit_groups = 8;
  // cpu | work-items of a compute unit, so that a core that others disturb has fewer of them | -
  std::uint64_t cpu_unit_items = 8;
  // cpu | elements that make a work-item worth its start | -
  std::uint64_t cpu_worth = 4096;
  // cpu | results of so many bytes go past the caches; UINT64_MAX: those as large as the last cache | -
  std::uint64_t stream_bytes = UINT64_MAX;
  // cpu | bytes of a shared last cache that count for each core, at most | -
  std::uint64_t stream_core_bytes = std::uint64_t{16} << 20;
  // devices whose driver ends long loops | compute units that work is shared out among, at least. An item's
  // loops then stay below 65,536 iterations up to 2^32 elements | -
  std::uint64_t short_loop_units = 64;
};

}  // namespace kiln::codegen
