// SPDX-License-Identifier: Apache-2.0
// Converts float16 on the host.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace kiln::compat {

// Converts a number with 1 sign, 5 exponent and 10 fraction bits. The result is exact.
inline float float_of_half(std::uint16_t bits) noexcept {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  float magnitude;
  if (exponent == 31)
    magnitude = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
  else
    magnitude = exponent ? std::ldexp(float(1024 + fraction), exponent - 25) : std::ldexp(float(fraction), -24);
  return bits >> 15 ? -magnitude : magnitude;
}

}  // namespace kiln::compat
