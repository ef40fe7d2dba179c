// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16 to and from float32, rounding to nearest even, NaN kept.
#pragma once

#include <cstdint>

namespace kiln::base {

float half_to_float(std::uint16_t bits) noexcept;
std::uint16_t float_to_half(float value) noexcept;
float bfloat16_to_float(std::uint16_t bits) noexcept;
std::uint16_t float_to_bfloat16(float value) noexcept;
// Straight from double, rounded once.
std::uint16_t double_to_half(double value) noexcept;
std::uint16_t double_to_bfloat16(double value) noexcept;

}  // namespace kiln::base
