// SPDX-License-Identifier: Apache-2.0
// Division and multiples rounded up, for numbers that are not negative and far from their type's limits.
#pragma once

#include <concepts>
#include <type_traits>

namespace kiln::base {

// Returns a / b, rounded up.
template <std::integral T>
constexpr T ceil_div(T a, std::type_identity_t<T> b) noexcept {
  return (a + b - 1) / b;
}

// The smallest multiple of `step` that is at least `value`.
template <std::integral T>
constexpr T round_up(T value, std::type_identity_t<T> step) noexcept {
  return (value + step - 1) / step * step;
}

}  // namespace kiln::base
