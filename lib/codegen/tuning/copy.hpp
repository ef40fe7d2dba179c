// SPDX-License-Identifier: Apache-2.0
// Tuning of copies and fills. tuning/device.hpp explains the rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

struct CopyTuning {
  // cpu of several cores | bytes from which a kernel, which uses all cores, copies instead of the driver, which uses
  // one core | x86 PoCL, 2026-11-20: both take equally long at this size
  std::size_t cpu_copy_bytes = std::size_t{512} << 10;
  // the same | bytes from which a kernel fills instead of the driver | x86 PoCL, 2026-11-20: both take equally long
  std::size_t cpu_fill_bytes = std::size_t{128} << 10;
  // many | bytes from which a kernel fills, 16 bytes at a time: drivers write an element or 4 bytes at a time | H100,
  // 2026-11-27: fill of 2^20 0.99 1.01 0.93 0.89
  std::size_t fill_bytes = std::size_t{4} << 20;
  // all | elements, at least, of the innermost axis and of the outer axis along which an operand is contiguous, so that
  // the operand is read by tiles | PoCL 2 cores, 2026-11-27: x + x.T of (4096, 4096) 0.99 1.00 0.99 0.99
  std::int64_t turned = 16;
  // all | elements of a transposed array that is copied into C order before other kernels read it, at least | PoCL 2
  // cores, 2026-11-27: cumsum of (4096, 4096) transposed 1.00 1.00 1.00 1.00
  std::int64_t straightened = 1 << 17;
};

}  // namespace kiln::codegen
