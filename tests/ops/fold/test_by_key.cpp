// SPDX-License-Identifier: Apache-2.0
// Scans and reductions by key in both kernel shapes against plain loops on the host.
#include "../support/order_support.hpp"
#include "array/fold/caller_scan.hpp"
#include "kiln/reduce.h"

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

bool all_same(const Values& a, const Values& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), same); }

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

namespace {

struct KeyCase {
  const char* what;
  DType dtype;
  Dims shape;             // {n}: along the axis
  std::int64_t step = 1;  // in elements, of the last axis in memory
};
// Keys in memory, with others between them where they step, and the same as numbers.
struct Keys {
  explicit Keys(runtime::Context& context, const KeyCase& of);
  // Whether two keys of a row are different.
  bool differ(std::size_t row, std::size_t i, std::size_t j) const;
  Dims shape;
  std::size_t parts;  // numbers of a key
  Values numbers;
  Ref<Array> array;
};

Keys::Keys(runtime::Context& context, const KeyCase& of)
    : shape(of.shape), parts(base::is_complex(of.dtype) ? 2 : 1), numbers(product(shape) * parts) {
  const bool wide = !base::is_bool(of.dtype), real = !base::is_integer(of.dtype) && wide;
  const auto step = std::size_t(std::abs(of.step)), count = product(shape);
  Values memory(count * parts * step, 7);
  std::mt19937_64 random(9);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t part = 0; part < parts; ++part) {
      double& own = numbers[i * parts + part];
      if (i > 0) own = numbers[(i - 1) * parts + part];
      if (const auto draw = random() % 16; draw < 2)
        own = double(draw);
      else if (draw == 2)
        own = real ? std::nan("") : 0;
      else if (draw == 3)
        own = real ? -0.0 : 1;
      if (real && i == 0) own = std::nan("");
      memory[(of.step < 0 ? count - 1 - i : i * step) * parts + part] = own;
    }
  const auto item = std::int64_t(base::dtype_size(of.dtype));
  const auto held = upload(context, base::real_dtype(of.dtype), Dims{std::int64_t(memory.size())}, memory);
  layout::Layout layout{shape, layout::c_strides(shape, std::size_t(item)), 0};
  for (auto& stride : layout.strides) stride *= of.step;
  if (of.step < 0) layout.offset = (std::int64_t(count) - 1) * item;
  array = Ref<Array>::adopt(new Array(held->buffer_ref(), of.dtype, layout, false));
}

bool Keys::differ(std::size_t row, std::size_t i, std::size_t j) const {
  const auto extent = std::size_t(shape[shape.size() - 1]);
  const auto place = [&](std::size_t at) {
    return ((shape.size() > 1 && shape[0] > 1 ? row * extent : 0) + (extent > 1 ? at : 0)) * parts;
  };
  for (std::size_t part = 0; part < parts; ++part)
    if (numbers[place(i) + part] != numbers[place(j) + part]) return true;
  return false;
}

}  // namespace

TEST_CASE("sums by key: keys of every kind and layout", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::int64_t rows = 3, n = small() ? 130 : 2100;
    for (const KeyCase& of : std::vector<KeyCase>{{"NaNs and zeros of both signs", KILN_FLOAT32, {n}},
                                                  {"halves backwards", KILN_FLOAT16, {n}, -1},
                                                  {"every third bool", KILN_BOOL, {n}, 3},
                                                  {"complex ones", KILN_COMPLEX64, {n}},
                                                  {"complex ones for each element", KILN_COMPLEX64, {rows, n}, 2},
                                                  {"NaNs for each row", KILN_FLOAT32, {rows, 1}},
                                                  {"one for all", KILN_INT64, {1, 1}}}) {
      INFO(of.what << " on " << device);
      const Keys keys(context, of);
      const Values values = some_values(KILN_FLOAT32, std::size_t(rows * n), 8);
      const auto x = upload(context, KILN_FLOAT32, Dims{rows, n}, values);
      for (const auto& traits : both_shapes(context))
        for (int bits = 0; bits < 4; ++bits) {
          // Options of other keys than the first: none, or all where that is compiled soon.
          if (!many() && (of.dtype != KILN_FLOAT32 || of.shape.size() > 1) &&
              (bits % 3 != 0 || (bits && !traits.cpu && table_has_it(context))))
            continue;
          const ScanOptions options{-1, (bits & 1) != 0, (bits & 2) != 0, -1, &traits};
          const auto at = [&](std::size_t i) { return options.reverse ? std::size_t(n) - 1 - i : i; };
          Values want(values.size());
          for (std::size_t row = 0; row < std::size_t(rows); ++row)
            for (std::size_t i = 0; i < std::size_t(n); ++i) {
              const std::size_t first = row * std::size_t(n);
              const bool begins = i == 0 || keys.differ(row, at(i), at(i - 1));
              const double before = begins              ? 0
                                    : options.exclusive ? want[first + at(i - 1)] + values[first + at(i - 1)]
                                                        : want[first + at(i - 1)];
              want[first + at(i)] = before + (options.exclusive ? 0 : values[first + at(i)]);
            }
          CHECK(
              all_same(download(*array::scan_by_key(*keys.array, *x, KILN_SCAN_SUM, options, nullptr, "test")), want));
        }
      if (of.shape.size() > 1) continue;
      // The same runs, reduced.
      Values last, sums;
      for (std::size_t i = 0; i < std::size_t(n); ++i) {
        if (i == 0 || keys.differ(0, i, i - 1)) {
          last.push_back(0);
          sums.push_back(0);
        }
        last.back() = keys.numbers[i];
        sums.back() += values[i];
      }
      const auto row = array::view(*x, layout::Layout{Dims{n}, Dims{4}, 0}, false);
      for (const auto& traits : both_shapes(context)) {
        const auto reduced =
            array::reduce_by_key(*keys.array, *row, KILN_REDUCE_SUM, 0, nullptr, nullptr, "test", &traits);
        CHECK(download(*reduced.values) == sums);
        if (keys.parts == 1) CHECK(all_same(download(*reduced.keys), last));
      }
    }
  }
}

TEST_CASE("scans by key into the keys", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::int64_t n = small() ? 200 : 5000;
    const Values keys = some_keys(std::size_t(n), 5, 1), values = some_values(KILN_FLOAT32, std::size_t(n), 2);
    const auto x = upload(context, KILN_FLOAT32, Dims{n}, values);
    for (const auto& traits : both_shapes(context))
      for (const bool exclusive : {false, true}) {
        const auto k = upload(context, KILN_FLOAT32, Dims{n}, keys);
        const ScanOptions options{0, exclusive, false, -1, &traits};
        array::scan_by_key(*k, *x, KILN_SCAN_SUM, options, k.get(), "test");
        CHECK(download(*k) == sums_by_key(keys, values, std::size_t(n), options));
      }
  }
}

TEST_CASE("reductions by key, of halves without intermediate rounding", "[scan]") {
  for (const auto& device : devices())
    for (const std::int64_t n : {std::int64_t{700}, std::int64_t{9000}}) {
      if (small() && n > 700) continue;
      auto& context = test::context(device);
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
        array::reduce_by_key(*memory, *memory, KILN_REDUCE_COUNT_NONZERO, 0, high.get(), low.get(), "test", &traits);
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
