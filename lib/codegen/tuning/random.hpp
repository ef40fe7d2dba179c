// SPDX-License-Identifier: Apache-2.0
// Tuning of random numbers. tuning/device.hpp explains the rows.
#pragma once

#include <cstdint>

namespace kiln::codegen {

struct RandomTuning {
  // many | work-items of a group | H100, 2026-11-27: uniform of n 1.06 1.01 0.99 1.28
  std::uint64_t group = 256;
  // many | groups of a compute unit, at most; work-items of more elements loop | H100, 2026-11-27: uniform of n 1.11
  // 1.02 0.99 1.34
  std::uint64_t unit_groups = 64;
  // cpu | blocks of random bits that make a work-item worth its start, and work-items of a compute unit | `cpu_worth`:
  // PoCL 2 cores, 2026-11-27: uniform of 2^16 1.01 1.04 1.04 0.97; `cpu_unit_items`: PoCL 2 cores, 2026-11-27: uniform
  // of n 0.97 0.99 0.97 0.96
  std::uint64_t cpu_worth = 256;
  std::uint64_t cpu_unit_items = 8;
};

}  // namespace kiln::codegen
