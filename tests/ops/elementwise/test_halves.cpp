// SPDX-License-Identifier: Apache-2.0
// float16 to float32 and back on the device, bit by bit: every half, and around every place where rounding
// changes.
#include <bit>
#include <cmath>
#include <cstring>

#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "base/half.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using base::DType;
using base::Ref;

namespace {

// `by_vectors`: beside a function that makes CPU devices compute by vectors, and that chooses nothing.
template <class To, class From>
std::vector<To> converted(runtime::Context& context, DType from, DType to, const std::vector<From>& values,
                          bool by_vectors = false) {
  const std::int64_t shape[] = {std::int64_t(values.size())};
  const auto source = array::from_host(context, from, shape, nullptr, from, values.data());
  Ref<Array> result;
  if (by_vectors) {
    array::Operand operands[] = {{}, array::Operand(base::Scalar::natural(KILN_BOOL, 0)), array::Operand(*source)};
    operands[0].kind = array::Operand::Kind::fresh;
    operands[0].fresh = &result;
    operands[0].dtype = int(to);
    array::Elementwise::create(context, expr::parse_statements("r = never ? exp(a) : a"), "r, never, a")
        ->call(operands);
  } else {
    result = array::astype(*source, to, "test");
  }
  std::vector<To> out(values.size());
  array::read(*result, out.data(), nullptr, "test");
  return out;
}

bool is_nan(std::uint16_t half) { return (half & 0x7fff) > 0x7c00; }

}  // namespace

TEST_CASE("every half to float32, and float32 to the nearest half") {
  std::vector<std::uint16_t> halves;
  for (unsigned bits = 0; bits < 65536; bits += test::small() ? 61 : 1) halves.push_back(std::uint16_t(bits));
  // Each half, the middle between it and the next one, and the floats beside that.
  std::vector<float> floats = {0x1p-25f,   0x1.000002p-25f, 0x1p-26f, 0x1p-149f, -0x1p-149f,
                               65519.996f, 65520.0f,        1e9f,     -3e38f};
  for (const std::uint16_t half : halves) {
    if (is_nan(half) || is_nan(half + 1)) continue;
    const float value = base::half_to_float(half), next = base::half_to_float(std::uint16_t(half + 1));
    const float middle = std::isinf(next) ? std::copysign(65520.0f, value) : value + (next - value) / 2;
    for (const float each : {value, std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 2 * middle)})
      floats.push_back(each);
  }
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    for (const bool by_vectors : {false, true}) {
      const auto widened = converted<float>(context, KILN_FLOAT16, KILN_FLOAT32, halves, by_vectors);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < halves.size(); ++i)
        wrong += is_nan(halves[i]) ? !std::isnan(widened[i])
                                   : std::bit_cast<std::uint32_t>(widened[i]) !=
                                         std::bit_cast<std::uint32_t>(base::half_to_float(halves[i]));
      CHECK(wrong == 0);
      const auto narrowed = converted<std::uint16_t>(context, KILN_FLOAT32, KILN_FLOAT16, floats, by_vectors);
      const auto brief = converted<std::uint16_t>(context, KILN_FLOAT32, KILN_BFLOAT16, floats, by_vectors);
      const auto wide = converted<float>(context, KILN_BFLOAT16, KILN_FLOAT32, brief, by_vectors);
      wrong = 0;
      for (std::size_t i = 0; i < floats.size(); ++i)
        wrong += narrowed[i] != base::float_to_half(floats[i]) || brief[i] != base::float_to_bfloat16(floats[i]) ||
                 wide[i] != base::bfloat16_to_float(brief[i]);
      CHECK(wrong == 0);
      const std::vector<float> nans = {std::nanf(""), -std::nanf("1"), std::bit_cast<float>(0x7f800001u),
                                       std::bit_cast<float>(0xffffffffu)};
      for (const auto half : converted<std::uint16_t>(context, KILN_FLOAT32, KILN_FLOAT16, nans, by_vectors))
        CHECK(is_nan(half));
      for (const auto half : converted<std::uint16_t>(context, KILN_FLOAT32, KILN_BFLOAT16, nans, by_vectors))
        CHECK((half & 0x7fff) > 0x7f80);
    }
  }
}

TEST_CASE("float64 and integers to the nearest half, rounded once") {
  std::vector<double> reals = {1 + 0x1p-11 + 0x1p-30,
                               65519.9999999,
                               65520,
                               -65519.9999999,
                               0x1p-25 + 0x1p-60,
                               0x1p-300,
                               -0x1p-1074,
                               1e300,
                               -INFINITY,
                               0.0,
                               -0.0,
                               1 + 0x1p-8 + 0x1p-40,
                               -1 - 0x1p-8 - 0x1p-50,
                               3.5e38,
                               0x1.feffffffp127,
                               0x1p-134 + 0x1p-190};
  for (int exponent = -26; exponent < 17; exponent += test::small() ? 6 : 1)
    for (int bits = 0; bits < 64; ++bits)
      for (const double rest : {-0x1p-40, 0.0, 0x1p-40})
        reals.push_back(std::ldexp(1 + bits / 64.0 + 0x1p-9 * (bits % 5) + rest, exponent));
  std::vector<std::int64_t> integers = {(std::int64_t{1} << 40) + (std::int64_t{1} << 32) + 1,
                                        -(std::int64_t{1} << 40) - (std::int64_t{1} << 32) - 1,
                                        0,
                                        -1,
                                        7,
                                        INT64_MAX,
                                        INT64_MIN};
  for (int shift = 8; shift < 62; shift += test::small() ? 5 : 1)
    for (const std::int64_t rest : {-1, 0, 1})
      for (const std::int64_t high : {0x101, 0x103, 0x181, 0x17f}) integers.push_back((high << shift >> 8) + rest);
  std::vector<std::uint64_t> naturals(integers.begin(), integers.end());
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    const auto count = [](const std::vector<std::uint16_t>& got, const auto& wanted) {
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != wanted(i);
      return wrong;
    };
    // A long double holds an integer; of the two doubles beside it the odd one is rounded on as it would be.
    const auto sticky = [](long double x) {
      const double near = double(x), other = std::nextafter(near, near < x ? INFINITY : -INFINITY);
      return near == x || std::bit_cast<std::uint64_t>(near) & 1 ? near : other;
    };
    if (context.properties().has_float64) {
      CHECK(count(converted<std::uint16_t>(context, KILN_FLOAT64, KILN_FLOAT16, reals),
                  [&](std::size_t i) { return base::double_to_half(reals[i]); }) == 0);
      CHECK(count(converted<std::uint16_t>(context, KILN_FLOAT64, KILN_BFLOAT16, reals),
                  [&](std::size_t i) { return base::double_to_bfloat16(reals[i]); }) == 0);
    }
    CHECK(count(converted<std::uint16_t>(context, KILN_INT64, KILN_BFLOAT16, integers),
                [&](std::size_t i) { return base::double_to_bfloat16(sticky(integers[i])); }) == 0);
    CHECK(count(converted<std::uint16_t>(context, KILN_UINT64, KILN_BFLOAT16, naturals),
                [&](std::size_t i) { return base::double_to_bfloat16(sticky(naturals[i])); }) == 0);
    CHECK(count(converted<std::uint16_t>(context, KILN_INT64, KILN_FLOAT16, integers),
                [&](std::size_t i) { return base::double_to_half(double(integers[i])); }) == 0);
  }
}

TEST_CASE("halves are moved as bits, signalling NaN too") {
  // All of them; for a simulator every 17th.
  const std::size_t side = test::small() ? 62 : 256, step = test::small() ? 17 : 1;
  std::vector<std::uint16_t> all(side * side);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::uint16_t(i * step);
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    for (const DType dtype : {KILN_FLOAT16, KILN_BFLOAT16}) {
      const std::int64_t shape[] = {std::int64_t(side), std::int64_t(side)};
      const auto source = array::from_host(context, dtype, shape, nullptr, dtype, all.data());
      const auto flipped = array::view(*source, layout::flip(source->layout(), {}, true, "test"), false);
      std::vector<std::uint16_t> got(all.size());
      array::read(*flipped, got.data(), nullptr, "test");
      CHECK(std::equal(got.begin(), got.end(), all.rbegin()));
      const std::int64_t axes[] = {1, 0};
      array::assign(*source, *array::view(*flipped, layout::transpose(flipped->layout(), axes, "test"), false), "test");
      array::read(*source, got.data(), nullptr, "test");
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < side; ++i)
        for (std::size_t j = 0; j < side; ++j) wrong += got[i * side + j] != all[side * side - 1 - (j * side + i)];
      CHECK(wrong == 0);
    }
  }
}
