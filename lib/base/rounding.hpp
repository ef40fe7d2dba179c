// SPDX-License-Identifier: Apache-2.0
// Division and multiples, rounded up, for numbers that are not negative and far from their type's limits; division
// rounded down; and division without an instruction for it.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace kiln::base {

// Returns a / b, rounded up.
template <std::integral T>
constexpr T ceil_div(T a, std::type_identity_t<T> b) noexcept {
  return (a + b - 1) / b;
}

// Returns a / b, rounded down; `a` may be negative.
template <std::integral T>
constexpr T floor_div(T a, std::type_identity_t<T> b) noexcept {
  return a / b - (a % b < 0);
}

// The smallest multiple of `step` that is at least `value`.
template <std::integral T>
constexpr T round_up(T value, std::type_identity_t<T> step) noexcept {
  return (value + step - 1) / step * step;
}

// What KILN_QUOTIENT (kernels/common/quotient.cl) divides by `d` with. Larger numbers than 2^31 - 1 give 0, as kernels
// with 64-bit indices divide otherwise.
constexpr std::uint64_t divisor(std::int64_t d) noexcept {
  if (d < 1 || d >= std::int64_t{1} << 31) return 0;
  const auto bits = unsigned(std::bit_width(std::uint64_t(d - 1)));
  const std::uint64_t factor = (((std::uint64_t{1} << bits) - std::uint64_t(d)) << 32) / std::uint64_t(d) + 1;
  return std::uint64_t(bits) << 32 | factor;
}

}  // namespace kiln::base
