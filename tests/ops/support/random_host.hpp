// SPDX-License-Identifier: Apache-2.0
// The functions of kernels/random/random_bits.cl and random_real.cl compiled for the host, and each
// distribution's element i as plain code: what every device must give, bit for bit.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "base/half.hpp"

namespace random_host {

using uint = std::uint32_t;
using ulong = std::uint64_t;
inline float as_float(uint x) { return std::bit_cast<float>(x); }
inline uint as_uint(float x) { return std::bit_cast<uint>(x); }
inline double as_double(ulong x) { return std::bit_cast<double>(x); }
inline ulong as_ulong(double x) { return std::bit_cast<ulong>(x); }
using std::fma;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#define KILN_FUNCTION [[maybe_unused]] static inline
#include "random/random_bits.cl"
#include "random/random_real.cl"
#undef KILN_FUNCTION
#pragma GCC diagnostic pop

// Words of a generator from block `first` on.
struct Words {
  ulong seed, first = 0, stream = 0;
  uint word(ulong i) const {
    uint w[4];
    kiln_philox(first + i / 4, stream, seed, w);
    return w[i % 4];
  }
  ulong wide(ulong i) const { return word(2 * i) | ulong(word(2 * i + 1)) << 32; }
};

// Element i as the float (double: F = double) that is narrowed to the dtype. `digits`: of the dtype.
template <class F>
F unit(const Words& words, ulong i, int digits) {
  if constexpr (sizeof(F) == 8) return F(words.wide(i) >> (64 - digits)) * std::ldexp(F(1), -digits);
  return F(words.word(i) >> (32 - digits)) * std::ldexp(F(1), -digits);
}
template <class F>
F uniform(const Words& words, ulong i, int digits, F low, F high, F last) {
  return std::min(std::fma(unit<F>(words, i, digits), high - low, low), last);
}
template <class F>
F normal(const Words& words, ulong i, F mean, F deviation) {
  F pair[2];
  if constexpr (sizeof(F) == 8)
    kiln_normal64(words.wide(i & ~ulong(1)), words.wide(i | 1), &pair[0], &pair[1]);
  else
    kiln_normal32(words.word(i & ~ulong(1)), words.word(i | 1), &pair[0], &pair[1]);
  return std::fma(deviation, pair[i % 2], mean);
}
template <class F>
F exponential(const Words& words, ulong i, F scale) {
  if constexpr (sizeof(F) == 8) return scale * kiln_minus_log64(words.wide(i));
  return scale * kiln_minus_log32(words.word(i));
}
inline ulong integer(const Words& words, ulong i, ulong low, ulong range) {
  return low + ulong((unsigned __int128)words.wide(i) * range >> 64);
}

}  // namespace random_host
