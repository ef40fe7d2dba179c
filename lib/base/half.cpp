// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16 by integer arithmetic. This is exact and depends neither on the floating-point
// environment nor on the compiler's support for half types. A float is converted to double first, which loses
// nothing, so every value is rounded once.
#include "base/half.hpp"

#include <bit>
#include <cmath>

namespace kiln::base {
namespace {

template <int mantissa_bits, int exponent_bits>
std::uint16_t from_double(double value) noexcept {
  constexpr int kBias = (1 << (exponent_bits - 1)) - 1;
  constexpr std::uint64_t kInfinity = ((std::uint64_t{1} << exponent_bits) - 1) << mantissa_bits;
  constexpr std::uint64_t kQuiet = std::uint64_t{1} << (mantissa_bits - 1);

  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = (bits >> 63) << 15;
  const int biased = static_cast<int>(bits >> 52 & 0x7FF);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const auto signed_bits = [&](std::uint64_t magnitude) { return static_cast<std::uint16_t>(sign | magnitude); };

  if (biased == 0x7FF) {
    if (fraction == 0) return signed_bits(kInfinity);
    return signed_bits(kInfinity | kQuiet | fraction >> (52 - mantissa_bits));
  }
  const int exponent = biased - 1023;
  if (exponent > kBias) return signed_bits(kInfinity);
  // The value is below half of the smallest subnormal, so it rounds to 0. This includes all subnormal doubles.
  if (exponent < -kBias - mantissa_bits) return signed_bits(0);

  const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
  const bool subnormal = exponent < 1 - kBias;
  const int shift = 52 - mantissa_bits + (subnormal ? 1 - kBias - exponent : 0);
  std::uint64_t rounded = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  if (rest > half || (rest == half && (rounded & 1))) ++rounded;
  // A normal `rounded` still has the leading one, which adds one to the exponent. A carry out of the mantissa
  // also goes into the exponent and, beyond the largest finite value, gives infinity.
  if (!subnormal) rounded += static_cast<std::uint64_t>(exponent + kBias - 1) << mantissa_bits;
  return signed_bits(rounded);
}

}  // namespace

float half_to_float(std::uint16_t bits) noexcept {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1F;
  const std::uint32_t fraction = bits & 0x3FF;
  if (exponent == 0) {
    // Zero and subnormals are multiples of 2^-24, which are exact in float.
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFF : exponent - 15 + 127;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

float bfloat16_to_float(std::uint16_t bits) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t double_to_half(double value) noexcept { return from_double<10, 5>(value); }
std::uint16_t double_to_bfloat16(double value) noexcept { return from_double<7, 8>(value); }
std::uint16_t float_to_half(float value) noexcept { return double_to_half(value); }
std::uint16_t float_to_bfloat16(float value) noexcept { return double_to_bfloat16(value); }

double sticky_double(std::uint64_t magnitude) noexcept {
  const int extra = static_cast<int>(std::bit_width(magnitude)) - 53;
  if (extra <= 0) return static_cast<double>(magnitude);
  const bool lost = (magnitude & ((std::uint64_t{1} << extra) - 1)) != 0;
  return std::ldexp(static_cast<double>(magnitude >> extra | (lost ? 1 : 0)), extra);
}

}  // namespace kiln::base
