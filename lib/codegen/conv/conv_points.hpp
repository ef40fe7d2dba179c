// SPDX-License-Identifier: Apache-2.0
// Texts of the kernels of convolutions with few filters of few taps (kernels/conv/conv_points.cl, conv_point_sums.cl,
// conv_point_blocks.cl).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "codegen/product/gemm.hpp"

namespace kiln::codegen {

struct ConvPointsClass {
  bool sums = false;  // a gradient by the filters
  DType dtype = KILN_FLOAT32;
  bool across = false;                           // work-items side by side belong to neighbouring groups
  bool partial = false;                          // sums: the kernel writes parts of sums, in the computed dtype
  std::uint8_t taps1 = 1, taps2 = 1, taps3 = 1;  // taps along the three axes
  // Results of a work-item, or places of sums that it takes at a time; positions from one to the next, and from tap to
  // tap.
  std::uint8_t each = 1, step = 1, tap_step = 1;
  bool turned = false;  // sums: taps along axis 2 come in the reverse order of their positions
  // Strides that the text is written for: of taps along axis 3, and of the filters' along axes 2 and 3, or 0.
  std::int8_t tap_stride = 0, filter2 = 0, filter3 = 0;
  std::uint8_t columns = 1;  // sums: neighbouring groups that a group of work-items has
};
// `epilogue` may be null; a gradient has none.
std::string conv_points_text(const ConvPointsClass& kind, const Traits& traits, const GemmEpilogue* epilogue = nullptr);
// A transposed convolution with strides.
struct ConvBlocksClass {
  DType dtype = KILN_FLOAT32;
  bool across = false;  // as in ConvPointsClass
  struct Axis {
    std::uint8_t taps = 1, stride = 1;
    std::int16_t step = 1, origin = 0;  // result i takes from element p with tap t: p * stride + t * step + origin = i
    std::uint8_t results = 1;           // of a work-item, a multiple of the stride
    // The elements that a block of results takes from: the first one for block 0, and how many.
    std::int16_t first = 0;
    std::uint8_t elements = 1;
  };
  std::array<Axis, 3> axes;
  std::int8_t tap_stride = 0, filter2 = 0,
              filter3 = 0;  // as in ConvPointsClass; `tap_stride`: of elements along axis 3
};
std::string conv_blocks_text(const ConvBlocksClass& kind);
// How many work-items a group of sums has.
int conv_point_items(const Traits& traits) noexcept;

}  // namespace kiln::codegen
