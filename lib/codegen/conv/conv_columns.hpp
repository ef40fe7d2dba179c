// SPDX-License-Identifier: Apache-2.0
// Text of the kernel that adds up the columns of a gradient by the input (kernels/conv/conv_columns.cl).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "codegen/product/gemm.hpp"

namespace kiln::codegen {

struct ConvColumnsClass {
  DType dtype = KILN_FLOAT32;  // float32 or float64
  bool last = false;           // work-items side by side have neighbouring channels
  std::array<std::int8_t, 3> taps{}, strides{}, steps{};
};
std::string conv_columns_text(const ConvColumnsClass& kind);

}  // namespace kiln::codegen
