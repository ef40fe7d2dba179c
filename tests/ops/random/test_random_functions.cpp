// SPDX-License-Identifier: Apache-2.0
// The functions behind random numbers, compiled for the host: errors against long double, ends and tails, and
// roots from every approximation a device may begin with.
#include <algorithm>
#include <bit>
#include <utility>

#include "../support/random_host.hpp"
#include "catch.hpp"

using random_host::Words;

namespace {

// Units of the last place of a float with so many digits, between got and expected.
double ulps(long double got, long double expected, int digits) {
  int exponent;
  std::frexp(expected, &exponent);
  return double(std::abs(got - expected) / std::ldexp(1.0L, exponent - digits));
}

}  // namespace

TEST_CASE("functions of random numbers are as exact as stated", "[random]") {
  const Words words{5};
  double log32 = 0, turn32 = 0, normal32 = 0, log64 = 0, turn64 = 0, root = 0;
  bool turned_right = true;
  const long double pi = 3.14159265358979323846264L;
  for (std::uint64_t i = 0; i < 200000; ++i) {
    std::uint64_t w = words.wide(i) >> (i % 3 == 0 ? i % 64 : 0);  // also small ones
    if (i % 6 < 3) w = ~w;
    const auto v = std::uint32_t(i % 2 ? w : w >> 32);
    const auto minus_log = [](long double rest, long double whole, bool upper) {
      return upper ? -std::log1p(-rest) : -std::log(whole);
    };
    const long double w1 = (w + 0.5L) * 0x1p-64L;
    const long double log_v = minus_log(-v * 0x1p-32L, std::max(v, 1U) * 0x1p-32L, v >> 31);
    log32 = std::max(log32, ulps(random_host::kiln_minus_log32(v), log_v, 24));
    log64 = std::max(log64, ulps(random_host::kiln_minus_log64(w), minus_log((~w + 0.5L) * 0x1p-64L, w1, w >> 63), 53));
    float a32, b32;
    random_host::kiln_turn32(v, &a32, &b32);
    const long double turn = 2 * pi * std::int32_t(v) * 0x1p-34L;
    long double a = (v & 2 ? -1 : 1) * std::cos(turn), b = std::sin(turn);
    if (v & 1) std::swap(a, b);
    turn32 = std::max({turn32, ulps(a32, a, 24), ulps(b32, b, 24)});
    const auto u = std::uint32_t(words.wide(i) >> 7);
    random_host::kiln_normal32(u, v, &a32, &b32);
    const long double radius = std::sqrt(2 * minus_log(-u * 0x1p-32L, std::max(u, 1U) * 0x1p-32L, u >> 31));
    normal32 = std::max({normal32, ulps(a32, radius * a, 24), ulps(b32, radius * b, 24)});
    double c64, s64;
    random_host::kiln_turn64(w >> 3, &c64, &s64);
    const long double angle = 2 * pi * ((w >> 3) + 0.5L) * 0x1p-64L;
    turn64 = std::max({turn64, ulps(s64, std::sin(angle), 53), ulps(c64, std::cos(angle), 53)});
    // A quarter turn on; the host's own functions of larger angles are not exact enough.
    double c, t;
    random_host::kiln_turn64((w >> 3) + (std::uint64_t(1 + i % 3) << 62), &c, &t);
    const double turned[][2] = {{-s64, c64}, {-c64, -s64}, {s64, -c64}};
    turned_right = turned_right && c == turned[i % 3][0] && t == turned[i % 3][1];
    const double y = 2 * random_host::kiln_minus_log64(w);
    root = std::max(root, ulps(random_host::kiln_root64(y / 2), std::sqrt((long double)y), 53));
  }
  INFO(log32 << " " << turn32 << " " << normal32 << " " << log64 << " " << turn64 << " " << root);
  CHECK(log32 < 3);
  CHECK(turn32 < 3);
  CHECK(normal32 < 5.5);
  CHECK(log64 < 2.5);
  CHECK(turn64 < 2);
  CHECK(turned_right);
  CHECK(root < 0.51);
}

TEST_CASE("tails and ends of normal and exponential numbers", "[random]") {
  const auto normal = [](std::uint32_t w0, std::uint32_t w1) {
    std::pair<float, float> out;
    random_host::kiln_normal32(w0, w1, &out.first, &out.second);
    return out;
  };
  const double most = std::sqrt(64 * std::log(2.0));
  for (const std::uint32_t w : {0U, 1U}) {
    CHECK(std::abs(normal(w, 0).first - most) < 1e-6);
    CHECK(std::abs(normal(w, 2).first + most) < 1e-6);
    CHECK(std::abs(normal(w, 1).second - most) < 1e-6);
    CHECK(std::abs(normal(w, 3).second + most) < 1e-6);
    CHECK(std::abs(random_host::kiln_minus_log32(w) - 32 * std::log(2.0)) < 2e-6);
  }
  // The least radius is that of the word before 2^32, where the logarithm is 2^-32.
  CHECK(random_host::kiln_minus_log32(~0U) == 0x1p-32F);
  CHECK(normal(~0U, 0).first == std::sqrt(0x1p-31F));
  // Signs of every kind, and the other coordinate 0 only for the angle 0.
  CHECK(normal(1U << 31, 0).second == 0);
  CHECK(normal(1U << 31, 4).second > 0);
  CHECK(normal(1U << 31, ~0U - 3).second < 0);
  // Leading zeros from the exponent of a conversion, next to every power of two.
  for (unsigned bit = 0; bit < 32; ++bit)
    for (const std::uint32_t w : {(1U << bit) - 1, 1U << bit, (1U << bit) + 1, (2U << bit) - 1, 3U << bit >> 1})
      CHECK(random_host::kiln_leading_zeros32(w) == std::uint32_t(std::countl_zero(w)));
  // Logarithms never rise from word to word, across powers of two either.
  bool falling = true;
  for (unsigned bit = 1; bit < 32; ++bit)
    for (std::uint32_t w = (1U << bit) - std::min(1U << bit, 1000U); w < (1U << bit) + 1000U && w != ~0U; ++w)
      falling = falling && random_host::kiln_minus_log32(w) >= random_host::kiln_minus_log32(w + 1);
  CHECK(falling);
}

TEST_CASE("square roots are correctly rounded from any reciprocal near enough", "[random]") {
  // Roots of floats of other exponents are these times powers of two.
  std::size_t wrong = 0, hard = 0;
  const double bound = 0x1p-22;
  for (float x = 1; x < 4; x = random_host::as_float(random_host::as_uint(x) + 1)) {
    const double exact = std::sqrt(double(x));  // to 53 bits
    const float rounded = float(exact);
    wrong += random_host::kiln_root32(x) != rounded;
    // Only next to the middle of two floats, which are 2^-23 apart, can the reciprocal make a difference:
    // errors are below 2^-42.
    const double place = exact * 0x1p23;
    if (std::abs(place - std::floor(place) - 0.5) > 0x1p-14) continue;
    ++hard;
    for (float y = float((1 - bound) / exact); y <= (1 + bound) / exact; y = std::nextafter(y, 2.0F))
      wrong += random_host::kiln_root_from32(x, y) != rounded;
  }
  CHECK(wrong == 0);
  CHECK(hard > 1000);
}
