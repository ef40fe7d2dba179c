// SPDX-License-Identifier: Apache-2.0
// Scans and reductions by key in both kernel shapes against plain loops on the host.
#include "array/scan_own.hpp"
#include "kiln/reduce.h"
#include "order_support.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ScanOptions;

namespace {

// Keys that stay for `mean` elements or so.
Values some_keys(std::size_t count, std::uint64_t mean, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Values out(count);
  double key = 0;
  for (double& value : out) value = random() % mean == 0 ? key = double(random() % 4) : key;
  return out;
}

// Sums of runs of rows of n elements.
Values sums_by_key(const Values& keys, Values values, std::size_t n, const ScanOptions& options) {
  double run = 0;
  for (std::size_t row = 0; row < values.size(); row += n)
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = [&](std::size_t place) { return options.reverse ? n - 1 - place : place; };
      if (i == 0 || keys[at(i)] != keys[at(i - 1)]) run = 0;
      double& value = values[row + at(i)];
      const double before = run;
      run += value;
      value = options.exclusive ? before : run;
    }
  return values;
}

}  // namespace

TEST_CASE("sums by key: long and short runs, every option", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::vector<Dims> shapes =
        small() ? std::vector<Dims>{{900}, {3, 200}} : std::vector<Dims>{{1}, {50021}, {5, 3000}, {600, 20}};
    for (const Dims& shape : shapes)
      for (const std::uint64_t mean : {2u, 700u}) {
        const auto n = std::size_t(shape[shape.size() - 1]);
        const Values values = some_values(KILN_FLOAT32, product(shape), 5), keys = some_keys(n, mean, 6);
        const auto x = upload(context, KILN_FLOAT32, shape, values),
                   k = upload(context, KILN_INT16, Dims{std::int64_t(n)}, keys);
        for (const auto& traits : both_shapes(context))
          for (int bits = 0; bits < 4; ++bits) {
            const ScanOptions options{-1, (bits & 1) != 0, (bits & 2) != 0, -1, &traits};
            const Values want = sums_by_key(keys, values, n, options);
            CHECK(download(*array::scan_by_key(*k, *x, KILN_SCAN_SUM, options, nullptr, "test")) == want);
            // In place, and where the elements before are read.
            const auto own = upload(context, KILN_FLOAT32, shape, values);
            array::scan_by_key(*k, *own, KILN_SCAN_SUM, options, own.get(), "test");
            CHECK(download(*own) == want);
          }
      }
  }
}

TEST_CASE("reductions by key, of halves without intermediate rounding", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::int64_t n = small() ? 700 : 9000;
    const Values keys = some_keys(std::size_t(n), 300, 3);
    const auto k = upload(context, KILN_FLOAT32, Dims{n}, keys);
    // Sums of halves that float16 rounds at each step and float32 at none.
    const Values values(std::size_t(n), 1 + 1.0 / 1024);
    const auto x = upload(context, KILN_FLOAT16, Dims{n}, values);
    Values first, sums, means;
    for (std::size_t i = 0, from = 0; i < keys.size(); ++i)
      if (i + 1 == keys.size() || keys[i + 1] != keys[i]) {
        const auto half = [](double value) {
          return Scalar::real(KILN_FLOAT64, value).cast(KILN_FLOAT16).cast(KILN_FLOAT64).re;
        };
        first.push_back(keys[i]);
        sums.push_back(half(double(i + 1 - from) * values[0]));
        means.push_back(values[0]);
        from = i + 1;
      }
    for (const auto& traits : both_shapes(context)) {
      const auto sum = array::reduce_by_key(*k, *x, KILN_REDUCE_SUM, 0, nullptr, nullptr, "test", &traits);
      CHECK(sum.values->dtype() == KILN_FLOAT16);
      CHECK(download(*sum.keys) == first);
      CHECK(download(*sum.values) == sums);
      const auto mean = array::reduce_by_key(*k, *x, KILN_REDUCE_MEAN, 0, nullptr, nullptr, "test", &traits);
      CHECK(download(*mean.values) == means);
      // Keys and values go where both are read from.
      const std::int64_t runs = sum.keys->size();
      const auto memory = upload(context, KILN_FLOAT32, Dims{n}, keys);
      const auto low = array::view(*memory, layout::Layout{Dims{runs}, Dims{4}, 0}, true),
                 high = array::view(*memory, layout::Layout{Dims{runs}, Dims{-4}, 4 * (n - 1)}, true);
      array::reduce_by_key(*memory, *memory, KILN_REDUCE_COUNT_NONZERO, 0, high.get(), low.get(), "test",
                           &traits);
      CHECK(download(*high) == first);
      Values counts;
      for (std::size_t i = 0, from = 0; i < keys.size(); ++i)
        if (i + 1 == keys.size() || keys[i + 1] != keys[i]) {
          counts.push_back(keys[i] != 0 ? double(i + 1 - from) : 0);
          from = i + 1;
        }
      CHECK(download(*low) == counts);
    }
  }
}
