// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16 against the compiler's own type, and against exact arithmetic where there is none.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "base/half.hpp"
#include "catch.hpp"

using namespace kiln::base;

namespace {

constexpr double kDoubleInfinity = std::numeric_limits<double>::infinity();

// Rounds by choosing the nearer of the two neighbours among all values of the format: slow, and independent
// of half.cpp.
std::uint16_t slow_round(double value, double (*decode)(std::uint16_t), std::uint16_t largest) {
  const bool negative = std::signbit(value);
  const double magnitude = std::fabs(value);
  std::uint16_t low = 0, high = largest;  // decode() grows with the bits
  while (high - low > 1) {
    const auto middle = static_cast<std::uint16_t>((low + high) / 2);
    (decode(middle) <= magnitude ? low : high) = middle;
  }
  std::uint16_t best = low;
  if (magnitude >= decode(high)) {
    // Beyond the largest finite value: infinity from half a step on.
    const double step = decode(largest) - decode(static_cast<std::uint16_t>(largest - 1));
    best = magnitude >= decode(largest) + step / 2 ? static_cast<std::uint16_t>(largest + 1) : largest;
  } else {
    const double down = magnitude - decode(low), up = decode(high) - magnitude;
    if (up < down || (up == down && (low & 1))) best = high;
  }
  return static_cast<std::uint16_t>(best | (negative ? 0x8000 : 0));
}

double decode_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
  return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
}

double decode_bfloat16(std::uint16_t bits) {
  const int exponent = bits >> 7 & 0xFF, fraction = bits & 0x7F;
  return exponent == 0 ? std::ldexp(fraction, -133) : std::ldexp(128 + fraction, exponent - 134);
}

// Every representable value, the tie to its successor, and the neighbours of both.
template <class Check>
void around_every_value(double (*decode)(std::uint16_t), std::uint16_t infinity, Check check) {
  for (std::uint16_t bits = 0; bits < infinity; ++bits) {
    const double here = decode(bits);
    const double next = bits + 1 < infinity ? decode(static_cast<std::uint16_t>(bits + 1))
                                            : here + (here - decode(static_cast<std::uint16_t>(bits - 1)));
    const double tie = here + (next - here) / 2;
    for (double value : {here, std::nextafter(here, kDoubleInfinity), std::nextafter(tie, 0.0), tie,
                         std::nextafter(tie, kDoubleInfinity), std::nextafter(next, 0.0)}) {
      check(value);
      check(-value);
    }
  }
}

}  // namespace

TEST_CASE("float16 survives the way to float32 and back, every value") {
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = half_to_float(half);
    const bool is_nan = (bits & 0x7C00) == 0x7C00 && (bits & 0x3FF) != 0;
    if (std::isnan(value) != is_nan || std::signbit(value) != ((bits & 0x8000) != 0)) FAIL("bits " << bits);
    const std::uint16_t expected = is_nan ? static_cast<std::uint16_t>(half | 0x200) : half;
    if (float_to_half(value) != expected) FAIL("bits " << bits << " came back as " << float_to_half(value));
  }
}

TEST_CASE("bfloat16 survives the way to float32 and back, every value") {
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = bfloat16_to_float(half);
    const bool is_nan = (bits & 0x7F80) == 0x7F80 && (bits & 0x7F) != 0;
    if (std::isnan(value) != is_nan) FAIL("bits " << bits);
    const std::uint16_t expected = is_nan ? static_cast<std::uint16_t>(half | 0x40) : half;
    if (float_to_bfloat16(value) != expected) FAIL("bits " << bits);
  }
}

#ifdef __FLT16_MANT_DIG__
TEST_CASE("float16 agrees with the compiler's _Float16") {
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const auto expected = static_cast<float>(std::bit_cast<_Float16>(half));
    const float value = half_to_float(half);
    if (std::isnan(expected) ? !std::isnan(value)
                             : std::bit_cast<std::uint32_t>(value) != std::bit_cast<std::uint32_t>(expected)) {
      FAIL("bits " << bits);
    }
  }
  const auto check = [](double value) {
    const auto expected = std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
    if (double_to_half(value) != expected) FAIL("value " << value);
    const auto single = static_cast<float>(value);
    const auto expected_single = std::bit_cast<std::uint16_t>(static_cast<_Float16>(single));
    if (float_to_half(single) != expected_single) FAIL("float value " << single);
  };
  around_every_value(decode_half, 0x7C00, check);
  std::mt19937_64 random(22);
  for (int i = 0; i < 500000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    check(value);
    int exponent;
    check(std::ldexp(std::frexp(value, &exponent), static_cast<int>(random() % 45) - 26));
  }
}
#endif

TEST_CASE("rounding from double is to nearest even, in one step") {
  const auto half = [](double value) {
    if (double_to_half(value) != slow_round(value, decode_half, 0x7BFF)) FAIL("float16 of " << value);
  };
  const auto bfloat16 = [](double value) {
    if (double_to_bfloat16(value) != slow_round(value, decode_bfloat16, 0x7F7F)) FAIL("bfloat16 of " << value);
  };
  around_every_value(decode_half, 0x7C00, half);
  around_every_value(decode_bfloat16, 0x7F80, bfloat16);
  // Rounded to float32 first, this is a tie, and the tie goes down.
  CHECK(double_to_half(1.0 + 0x1p-11 + 0x1p-40) == 0x3C01);
  CHECK(double_to_half(1.0 + 0x1p-11) == 0x3C00);
  CHECK(double_to_half(1.0 + 3 * 0x1p-11) == 0x3C02);
}

TEST_CASE("float16 at the edges") {
  CHECK(double_to_half(65504) == 0x7BFF);
  CHECK(double_to_half(65519.999) == 0x7BFF);
  CHECK(double_to_half(65520) == 0x7C00);
  CHECK(double_to_half(-1e300) == 0xFC00);
  CHECK(double_to_half(-kDoubleInfinity) == 0xFC00);
  CHECK(double_to_half(-0.0) == 0x8000);
  CHECK(double_to_half(0x1p-24) == 0x0001);
  CHECK(double_to_half(0x1p-25) == 0x0000);
  CHECK(double_to_half(std::nextafter(0x1p-25, 1.0)) == 0x0001);
  CHECK(double_to_half(-5e-324) == 0x8000);
  CHECK(double_to_half(0x1p-14 - 0x1p-26) == 0x0400);
  CHECK((double_to_half(std::nan("")) & 0x7E00) == 0x7E00);
  CHECK(double_to_bfloat16(3.5e38) == 0x7F80);
  CHECK(double_to_bfloat16(0x1p-134) == 0x0000);
  CHECK(double_to_bfloat16(0x1p-133) == 0x0001);
}
