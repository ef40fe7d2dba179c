// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels of pooling and upsampling (kernels/pool/pool.cl, upsample.cl).
#pragma once

#include <array>
#include <string>

#include "codegen/product/gemm.hpp"

namespace kiln::codegen {

enum class PoolKernel : std::uint8_t {
  max,
  sum,
  places,
  take,
  gradient,
  place_gradient,
  upsample,
  upsample_gradient,
  spread,
  spread_greatest,
  blocks
};

struct PoolClass {
  PoolKernel kernel = PoolKernel::max;
  DType dtype = KILN_FLOAT32;
  bool wide = false;       // 64-bit index arithmetic
  bool last = false;       // the channels are the last axis
  bool linear = false;     // of upsampling
  bool unit = false;       // of spread: channels are neighbours in all operands
  bool disjoint = false;   // of spread: no element is in two windows
  std::uint8_t count = 0;  // what sums are divided by: 0 nothing, 1 the elements in a window, 2 the padding too
  // The extents and strides of windows where the text is written for them, or 0.
  std::array<std::uint8_t, 3> windows{}, strides{};
};
std::string pool_text(const PoolClass& kind);

}  // namespace kiln::codegen
