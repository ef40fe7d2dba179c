// SPDX-License-Identifier: Apache-2.0
// Permutations and choices on every device: right elements, the host's order, even odds.
#include <algorithm>
#include <map>
#include <numeric>

#include "../support/random_host.hpp"
#include "array/random/random.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using array::RandomGenerator;
using Places = std::vector<std::int64_t>;
using Shape = std::vector<std::int64_t>;

namespace {

Places places(const Array& array) {
  Places out(std::size_t(array.size()));
  REQUIRE(array.dtype() == KILN_INT64);
  array::read(array, out.data(), nullptr, "test");
  return out;
}

// The first `count` elements of a permutation.
Places host_permutation(std::uint64_t block, std::uint64_t seed, std::int64_t n, std::int64_t count) {
  random_host::kiln_permutation key;
  random_host::kiln_permutation_key(block, 0, seed, std::uint64_t(n), &key);
  std::uint32_t bits = 1;
  while (bits < 63 && std::int64_t(1) << bits < n) ++bits;
  Places out;
  for (std::int64_t i = 0; i < count; ++i)
    out.push_back(std::int64_t(random_host::kiln_permute(&key, std::uint64_t(i), std::uint64_t(n), bits / 2,
                                                         bits - bits / 2, array::permutation_rounds(n))));
  return out;
}

Places host_permutation(std::uint64_t block, std::uint64_t seed, std::int64_t n) {
  return host_permutation(block, seed, n, n);
}

Places range(std::int64_t n) {
  Places out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

double chi_square(const std::vector<double>& counts) {
  const double each = std::accumulate(counts.begin(), counts.end(), 0.0) / double(counts.size());
  double sum = 0;
  for (const double count : counts) sum += (count - each) * (count - each) / each;
  return sum;
}

}  // namespace

TEST_CASE("permutations hold each element once, in the host's order", "[random]") {
  for (const auto& device : test::devices()) {
    for (const bool chunks : {true, false}) {
      const auto random = RandomGenerator::create(test::context(device), 77, 0, chunks);
      for (const std::int64_t n : {0, 1, 2, 3, 4, 5, 8, 100, test::small() ? 200 : 5000}) {
        if (test::brief() && n != 0 && n != 1 && n != 5 && n != 200) continue;
        const std::uint64_t block = random->counter();
        const auto drawn = places(*random->permutation(n, nullptr, "test"));
        CHECK(drawn == host_permutation(block, 77, n));
        auto sorted = drawn;
        std::sort(sorted.begin(), sorted.end());
        CHECK(sorted == range(n));
      }
      // Without replacement: the beginning of a permutation, here into every other element of int16.
      const auto memory = array::empty(test::context(device), KILN_INT16, Shape{40}, "test");
      const auto into = array::view(*memory, {{20}, {4}, 0}, true);
      random->set_counter(6);
      random->choice(1000, 20, false, nullptr, into.get(), "test");
      std::vector<std::int16_t> got(20);
      array::read(*into, got.data(), nullptr, "test");
      const auto all = host_permutation(6, 77, 1000);
      CHECK(std::equal(got.begin(), got.end(), all.begin()));
      // Halves of 32 bits.
      for (const std::int64_t n : {std::int64_t(1) << 62, INT64_MAX}) {
        random->set_counter(8);
        CHECK(places(*random->choice(n, 20, false, nullptr, nullptr, "test")) == host_permutation(8, 77, n, 20));
      }
    }
  }
}

TEST_CASE("all orders of few elements are alike", "[random]") {
  CHECK(host_permutation(4, 5, 10) == Places{9, 5, 6, 8, 0, 1, 4, 2, 7, 3});  // a seed gives the same order for ever
  for (const std::int64_t n : {3, 4, 5, 6}) {
    std::map<Places, std::size_t> index;
    Places order = range(n);
    do {
      index.emplace(order, index.size());
    } while (std::next_permutation(order.begin(), order.end()));
    std::vector<double> counts(index.size());
    for (std::uint64_t t = 0; t < 12000; ++t) ++counts[index.at(host_permutation(2 * t, 5, n))];
    const double freedom = double(counts.size() - 1);
    CHECK(chi_square(counts) < freedom + 4 * std::sqrt(2 * freedom));
  }
  // Where two neighbours go among 16, whose network alone has only even permutations, and among more.
  for (const std::int64_t n : {9, 16, 100}) {
    std::vector<double> counts(std::size_t(n * (n - 1)));
    for (std::uint64_t t = 0; t < 60000; ++t) {
      const Places order = host_permutation(2 * t, 6, n, 2);
      const auto a = std::size_t(order[0]), b = std::size_t(order[1]);
      ++counts[a * std::size_t(n - 1) + b - (b > a)];
    }
    const double freedom = double(counts.size() - 1);
    CHECK(chi_square(counts) < freedom + 4 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("choices with replacement", "[random][weights]") {
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const bool wide = context.properties().has_float64;
    for (const bool chunks : {true, false}) {
      const auto random = RandomGenerator::create(context, 4, 0, chunks);
      const std::int64_t count = 3001;
      const random_host::Words words{4};
      const auto equal = places(*random->choice(10, count, true, nullptr, nullptr, "test"));
      for (std::size_t i = 0; i < equal.size(); ++i)
        REQUIRE(equal[i] == std::int64_t(random_host::integer(words, i, 0, 10)));
      CHECK(random->counter() == 1501);

      // Weights of any layout: the reversed half of these.
      const float given[] = {9, 0.5F, 9, 0, 9, 2.5F, 9, 0, 9, 1, 9, 0};
      const auto memory = array::from_host(context, KILN_FLOAT32, Shape{12}, nullptr, KILN_FLOAT32, given);
      const auto weights = array::view(*memory, {{6}, {-8}, 44}, false);
      const std::vector<double> sums{0, 1, 1, 3.5, 3.5, 4};
      random->set_counter(0);
      const auto drawn = places(*random->choice(6, count, true, weights.get(), nullptr, "test"));
      std::vector<double> counts(6);
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        const double unit = wide ? double(words.wide(i) >> 11) * 0x1p-53 : double(words.wide(i) >> 40) * 0x1p-24;
        const auto expected = std::upper_bound(sums.begin(), sums.end(), unit * 4) - sums.begin();
        REQUIRE(drawn[i] == expected);
        ++counts[std::size_t(drawn[i])];
      }
      CHECK(counts[0] + counts[2] + counts[4] == 0);
      CHECK(std::abs(counts[1] - 750) < 100);
      CHECK(std::abs(counts[3] - 1875) < 110);
    }
  }
}

TEST_CASE("weights that are none", "[random][weights]") {
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const auto random = RandomGenerator::create(context, 4);
    const auto refused = [&](const std::vector<float>& values, const std::string& part) {
      const Shape shape{std::int64_t(values.size())};
      const auto weights = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, values.data());
      std::string message;
      try {
        random->choice(shape[0], 5, true, weights.get(), nullptr, "test");
      } catch (const base::Error& error) {
        CHECK(error.status() == KILN_INVALID_ARGUMENT);
        message = error.what();
      }
      INFO(message);
      CHECK(message.find(part) != std::string::npos);
    };
    refused({1, 2, -1, NAN}, "probabilities[2] is -1, expected a finite number not below 0");
    refused({1, NAN, -1}, "probabilities[1] is nan");
    refused({INFINITY}, "probabilities[0]");
    refused({0, 0}, "sum to 0");
    const std::vector<double> large(3, 1e308);
    const Shape three{3};
    if (context.properties().has_float64)
      CHECK_THROWS_AS(
          random->choice(3, 5, true,
                         array::from_host(context, KILN_FLOAT64, three, nullptr, KILN_FLOAT64, large.data()).get(),
                         nullptr, "test"),
          base::Error);
    else
      refused({3e38f, 3e38f, 3e38f}, "overflow");
    CHECK(random->counter() == 0);
  }
}
