// SPDX-License-Identifier: Apache-2.0
// float16 to float32 and back on the device, bit by bit: every half, and around every place where rounding
// changes.
#include <bit>
#include <cmath>

#include "array/array.hpp"
#include "base/half.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using base::DType;
using base::Ref;

namespace {

template <class To, class From>
std::vector<To> converted(runtime::Context& context, DType from, DType to, const std::vector<From>& values) {
  const std::int64_t shape[] = {std::int64_t(values.size())};
  const auto source = array::from_host(context, from, shape, nullptr, from, values.data());
  const auto result = array::astype(*source, to, "test");
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
    const auto widened = converted<float>(context, KILN_FLOAT16, KILN_FLOAT32, halves);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < halves.size(); ++i)
      wrong += is_nan(halves[i]) ? !std::isnan(widened[i])
                                 : std::bit_cast<std::uint32_t>(widened[i]) !=
                                       std::bit_cast<std::uint32_t>(base::half_to_float(halves[i]));
    CHECK(wrong == 0);
    const auto narrowed = converted<std::uint16_t>(context, KILN_FLOAT32, KILN_FLOAT16, floats);
    wrong = 0;
    for (std::size_t i = 0; i < floats.size(); ++i) wrong += narrowed[i] != base::float_to_half(floats[i]);
    CHECK(wrong == 0);
    const auto nans = converted<std::uint16_t>(
        context, KILN_FLOAT32, KILN_FLOAT16,
        std::vector<float>{std::nanf(""), -std::nanf("1"), std::bit_cast<float>(0x7f800001u),
                           std::bit_cast<float>(0xffffffffu)});
    for (const std::uint16_t half : nans) CHECK(is_nan(half));
  }
}
