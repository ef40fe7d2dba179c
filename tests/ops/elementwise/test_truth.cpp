// SPDX-License-Identifier: Apache-2.0
// bool elements that others wrote: any byte but 0 is true, in every operation that asks. And comparisons of
// uint64 with signed integers, which no common dtype holds.
#include <cmath>
#include <limits>
#include <utility>

#include "array/elementwise/elementwise.hpp"
#include "array/fold/reduce.hpp"
#include "array/fold/scan.hpp"
#include "array/index/index.hpp"
#include "array/order/sort.hpp"
#include "base/half.hpp"
#include "catch.hpp"
#include "devices.hpp"
#include "kiln/reduce.h"
#include "kiln/sort.h"

using namespace kiln;
using array::Array;
using base::DType;
using base::Ref;

namespace {

template <class T>
Ref<Array> upload_vector(runtime::Context& context, DType dtype, const std::vector<T>& values) {
  const std::int64_t shape[] = {std::int64_t(values.size())};
  return array::from_host(context, dtype, shape, nullptr, dtype, values.data());
}

template <class T>
std::vector<T> download_vector(const Array& array) {
  std::vector<T> out(static_cast<std::size_t>(array.size()));
  array::read(array, out.data(), nullptr, "test");
  return out;
}

template <class T>
T reduced(const Array& array, int op, int dtype = -1) {
  return download_vector<T>(*array::reduce(array, op, {}, dtype, 0, nullptr, "test"))[0];
}

}  // namespace

TEST_CASE("any byte of a bool but 0 is true") {
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    // A small mask has a kernel of its own.
    for (const std::size_t size : {std::size_t{7}, std::size_t(test::small() ? 70 : 100003)}) {
      INFO(size);
      std::vector<std::uint8_t> bytes(size), truths(size);
      std::vector<std::int64_t> places;
      for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = std::uint8_t(i * 37 % 5 == 0 ? 0 : 255 - i % 250);
        truths[i] = bytes[i] != 0;
        if (truths[i]) places.push_back(std::int64_t(i));
      }
      bytes[1] = 1;
      const auto mask = upload_vector(context, KILN_BOOL, bytes);
      bool same = download_vector<std::int64_t>(*array::nonzero(*mask, {}, "test")[0]) == places;
      CHECK(same);
      std::vector<std::int64_t> numbers(size);
      for (std::size_t i = 0; i < size; ++i) numbers[i] = std::int64_t(i);
      const auto all = upload_vector(context, KILN_INT64, numbers);
      same = download_vector<std::int64_t>(*array::compress(*all, *mask, nullptr, "test")) == places;
      CHECK(same);
      const auto count = std::int64_t(places.size());
      CHECK(reduced<std::int64_t>(*mask, KILN_REDUCE_SUM) == count);
      CHECK(reduced<std::int64_t>(*mask, KILN_REDUCE_COUNT_NONZERO) == count);
      CHECK(reduced<std::int64_t>(*mask, KILN_REDUCE_ARGMAX) == places[0]);
      CHECK(reduced<std::uint8_t>(*mask, KILN_REDUCE_ANY) == 1);
      CHECK(reduced<std::uint8_t>(*mask, KILN_REDUCE_MAX) == 1);
      const auto sums = download_vector<std::int64_t>(*array::scan(*mask, KILN_SCAN_SUM, {}, nullptr, "test"));
      CHECK(sums.back() == count);
      std::vector<std::int32_t> wanted(truths.begin(), truths.end());
      same = download_vector<std::int32_t>(*array::astype(*mask, KILN_INT32, "test")) == wanted;
      CHECK(same);
      const auto one = upload_vector(context, KILN_BOOL, std::vector<std::uint8_t>{1});
      const array::Operand pair[] = {*mask, *one};
      same = download_vector<std::uint8_t>(*array::elementwise_apply("equal", pair, nullptr, "test")) == truths;
      CHECK(same);
      if (test::brief() && size == 7) continue;
      // Equal elements keep their order.
      std::vector<std::int64_t> order = places;
      for (std::size_t i = 0; i < size; ++i)
        if (!truths[i]) order.push_back(std::int64_t(i));
      const auto sorted = array::argsort(*mask, 0, true, nullptr, "test");
      same = download_vector<std::int64_t>(*sorted) == order;
      CHECK(same);
      Ref<array::Array> indices;
      array::topk(*mask, 3, 0, true, nullptr, &indices, "test");
      same = download_vector<std::int64_t>(*indices) == std::vector<std::int64_t>(order.begin(), order.begin() + 3);
      CHECK(same);
      const auto greatest = array::quantile(*mask, 1, 0, false, nullptr, "test");
      same = download_vector<std::int32_t>(*array::astype(*greatest, KILN_INT32, "test"))[0] == 1;
      CHECK(same);
      CHECK(array::unique(*mask, false, false, false, {}, "test").values->size() == 2);
    }
  }
}

TEST_CASE("reductions to bool: sums and maxima are any, products and minima all") {
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    const auto check = [&](const Array& array, bool any, bool all) {
      CHECK(reduced<std::uint8_t>(array, KILN_REDUCE_SUM, KILN_BOOL) == any);
      CHECK(reduced<std::uint8_t>(array, KILN_REDUCE_MAX, KILN_BOOL) == any);
      CHECK(reduced<std::uint8_t>(array, KILN_REDUCE_PROD, KILN_BOOL) == all);
      CHECK(reduced<std::uint8_t>(array, KILN_REDUCE_MIN, KILN_BOOL) == all);
    };
    check(*upload_vector(context, KILN_FLOAT32, std::vector<float>(256, 1)), true, true);
    check(*upload_vector(context, KILN_FLOAT32, std::vector<float>{0.5f, 0}), true, false);
    check(*upload_vector(context, KILN_FLOAT32, std::vector<float>{NAN}), true, true);
    check(*upload_vector(context, KILN_INT32, std::vector<std::int32_t>{256, 512}), true, true);
    check(*upload_vector(context, KILN_INT32, std::vector<std::int32_t>{0, 0}), false, false);
    // Those to uint8 are others.
    const auto ones = upload_vector(context, KILN_UINT8, std::vector<std::uint8_t>(200, 2));
    CHECK(reduced<std::uint8_t>(*ones, KILN_REDUCE_SUM, KILN_UINT8) == 400 % 256);
  }
}

TEST_CASE("uint64 and signed integers are compared exactly") {
  using Signed = std::int64_t;
  using Unsigned = std::uint64_t;
  const std::vector<Signed> some = {
      std::numeric_limits<Signed>::min(), -1, 0, 1, 5, (Signed{1} << 53) + 1, std::numeric_limits<Signed>::max() - 1,
      std::numeric_limits<Signed>::max()};
  const std::vector<Unsigned> others = {0,
                                        1,
                                        5,
                                        Unsigned{1} << 53,
                                        (Unsigned{1} << 63) - 2,
                                        (Unsigned{1} << 63) - 1,
                                        Unsigned{1} << 63,
                                        std::numeric_limits<Unsigned>::max()};
  std::vector<Signed> left;
  std::vector<Unsigned> right;
  for (const Signed a : some)
    for (const Unsigned b : others) {
      left.push_back(a);
      right.push_back(b);
    }
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    const auto a = upload_vector(context, KILN_INT64, left), b = upload_vector(context, KILN_UINT64, right);
    const std::pair<const char*, bool (*)(Signed, Unsigned)> functions[] = {
        {"equal", [](Signed x, Unsigned y) { return std::cmp_equal(x, y); }},
        {"not_equal", [](Signed x, Unsigned y) { return std::cmp_not_equal(x, y); }},
        {"less", [](Signed x, Unsigned y) { return std::cmp_less(x, y); }},
        {"less_equal", [](Signed x, Unsigned y) { return std::cmp_less_equal(x, y); }},
        {"greater", [](Signed x, Unsigned y) { return std::cmp_greater(x, y); }},
        {"greater_equal", [](Signed x, Unsigned y) { return std::cmp_greater_equal(x, y); }}};
    const char* mirrored[] = {"equal", "not_equal", "greater", "greater_equal", "less", "less_equal"};
    for (std::size_t f = 0; f < std::size(functions); ++f) {
      INFO(functions[f].first);
      std::vector<std::uint8_t> wanted;
      for (std::size_t i = 0; i < left.size(); ++i) wanted.push_back(functions[f].second(left[i], right[i]));
      const array::Operand pair[] = {*a, *b};
      const auto got = array::elementwise_apply(functions[f].first, pair, nullptr, "test");
      bool same = download_vector<std::uint8_t>(*got) == wanted;
      CHECK(same);
      const array::Operand turned[] = {*b, *a};
      same = download_vector<std::uint8_t>(*array::elementwise_apply(mirrored[f], turned, nullptr, "test")) == wanted;
      CHECK(same);
    }
  }
}

TEST_CASE("nextafter of every float16 is the next float16") {
  std::vector<std::uint16_t> halves;
  for (unsigned bits = 0; bits < 65536; bits += test::small() ? 977 : 1) halves.push_back(std::uint16_t(bits));
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    const auto from = upload_vector(context, KILN_FLOAT16, halves);
    for (const std::uint16_t towards : std::vector<std::uint16_t>{0x7c00, 0xfc00, 0x3c00}) {
      const auto to = upload_vector(context, KILN_FLOAT16, std::vector<std::uint16_t>{towards});
      const array::Operand pair[] = {*from, *to};
      const auto got = download_vector<std::uint16_t>(*array::elementwise_apply("nextafter", pair, nullptr, "test"));
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < halves.size(); ++i) {
        const std::uint16_t h = halves[i];
        const float x = base::half_to_float(h), y = base::half_to_float(towards);
        // Magnitudes are ordered as their bits are.
        const bool negative = h >> 15, up = y > x;
        const int step = up == negative ? -1 : 1;
        const int next = x == y ? towards : (h & 0x7fff) == 0 ? (up ? 1 : 0x8001) : h + step;
        wrong += std::isnan(x) ? (got[i] & 0x7fff) <= 0x7c00 : got[i] != next;
      }
      CHECK(wrong == 0);
    }
  }
}
