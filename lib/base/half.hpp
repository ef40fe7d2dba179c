// SPDX-License-Identifier: Apache-2.0
// Converts float16 and bfloat16 from and to float, rounding to nearest even. NaN stays NaN.
#pragma once

#include <cstdint>

namespace kiln::base {

float half_to_float(std::uint16_t bits) noexcept;
std::uint16_t float_to_half(float value) noexcept;
float bfloat16_to_float(std::uint16_t bits) noexcept;
std::uint16_t float_to_bfloat16(float value) noexcept;
// Rounds once, unlike a conversion by way of float.
std::uint16_t double_to_half(double value) noexcept;
std::uint16_t double_to_bfloat16(double value) noexcept;
// Returns a double that any narrower float type rounds to the same value as it would round `magnitude`. Where
// bits beyond the 53 of a double are lost, the last bit is set (a sticky bit).
double sticky_double(std::uint64_t magnitude) noexcept;

}  // namespace kiln::base
