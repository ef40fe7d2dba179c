// SPDX-License-Identifier: Apache-2.0
// Rounding errors and times of convolutions of 3 x 3 taps, by sums of products and by Winograd's transforms. The
// reference is sums on the host: in float64 for float32 and float16, and in long double for float64.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <optional>
#include <random>

#include "conv_support.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ConvOptions;
using array::ConvWay;

namespace {

// One image of n x n places, with padding of 1.
struct ErrorLayer {
  bool uniform;  // elements are from 0 to 1; otherwise they are normal
  std::int64_t filters, channels, n;
};

// The greatest error of a result: forward, by the input, by the filters. Its unit is the rounding of the dtype times
// the greatest sum of the magnitudes of a result's products.
using ConvErrors = std::array<double, 3>;

double rounding_of(DType dtype) { return dtype == KILN_FLOAT64 ? 0x1p-53 : dtype == KILN_FLOAT32 ? 0x1p-24 : 0x1p-11; }

// What the host computes: the sums of some channels of a result, and the greatest sum of magnitudes.
struct HostSums {
  std::vector<long double> values;
  long double greatest = 0;
};

// Two images of n x n places, of which place (p, q) of the first meets (p + d, q + e) of the second. Adds the products
// to values[place] and scales[place], or to values[0] and scales[0] if there is one of them.
template <class Wide>
void add_products(const double* a, const double* b, double factor, std::int64_t n, std::int64_t d, std::int64_t e,
                  std::vector<Wide>& values, std::vector<Wide>& scales) {
  const std::int64_t step = values.size() > 1 ? 1 : 0, first = std::max<std::int64_t>(0, -e), last = std::min(n, n - e);
  for (std::int64_t p = std::max<std::int64_t>(0, -d); p < std::min(n, n - d); ++p) {
    const double *x = a + p * n, *y = b + (p + d) * n + e;
    Wide *value = values.data() + step * p * n, *scale = scales.data() + step * p * n;
    for (std::int64_t q = first; q < last; ++q) {
      const Wide product = Wide(x[q] * factor) * Wide(y[q]);
      value[step * q] += product;
      scale[step * q] += product < 0 ? -product : product;
    }
  }
}

class ErrorMeter {
 public:
  // It looks at every `each`th channel of an image that results, and at those filters.
  ErrorMeter(runtime::Context& context, const ErrorLayer& layer, DType dtype, std::int64_t each)
      : context_(context), layer_(layer), dtype_(dtype), each_(each), random_(97) {
    x_ = operand({1, layer.channels, layer.n, layer.n}, xs_);
    w_ = operand({layer.filters, layer.channels, 3, 3}, ws_);
    y_ = operand({1, layer.filters, layer.n, layer.n}, ys_);
    dtype == KILN_FLOAT64 ? compute<long double>() : compute<double>();
  }

  // The errors of the way that is forced, or that the context chooses.
  ConvErrors run() const {
    const ConvOptions how = conv_options({1, 1}, {1, 1}, {1, 1, 1, 1}, 1, false);
    const std::int64_t n = layer_.n;
    return {
        error_of(*array::conv(*x_, *w_, how, nullptr, "test"), n * n, sums_[0]),
        error_of(*array::conv_transpose(*y_, *w_, how, {n, n}, nullptr, "test"), n * n, sums_[1]),
        error_of(*array::conv_filter_gradient(*x_, *y_, how, {3, 3}, nullptr, "test"), layer_.channels * 9, sums_[2])};
  }

 private:
  base::Ref<array::Array> operand(const Dims& shape, std::vector<double>& elements) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    Complexes values(std::size_t(shape[0] * shape[1] * shape[2] * shape[3]));
    for (Complex& value : values) value = layer_.uniform ? uniform(random_) : normal(random_);
    auto made = upload_complexes(context_, dtype_, shape, values);
    for (const Complex value : gathered(*made)) elements.push_back(value.real());
    return made;
  }

  template <class Wide>
  void keep(HostSums& sums, const std::vector<Wide>& values, const std::vector<Wide>& scales) {
    sums.values.insert(sums.values.end(), values.begin(), values.end());
    sums.greatest = std::max<long double>(sums.greatest, *std::max_element(scales.begin(), scales.end()));
  }

  template <class Wide>
  void compute() {
    const std::int64_t n = layer_.n, places = n * n;
    const std::vector<double> ones(std::size_t(places), 1.0);
    // Products of an image with a tap: place (p, q) takes the image's place (p + d, q + e).
    const auto image = [&](HostSums& sums, std::int64_t count, std::int64_t summed, const std::vector<double>& from,
                           std::int64_t sign, auto&& filter) {
      for (std::int64_t i = 0; i < count; i += each_) {
        std::vector<Wide> values(std::size_t(places), 0), scales = values;
        for (std::int64_t j = 0; j < summed; ++j)
          for (std::int64_t tap = 0; tap < 9; ++tap)
            add_products(ones.data(), from.data() + j * places, ws_[std::size_t(filter(i, j) * 9 + tap)], n,
                         sign * (tap / 3 - 1), sign * (tap % 3 - 1), values, scales);
        keep(sums, values, scales);
      }
    };
    image(sums_[0], layer_.filters, layer_.channels, xs_, 1,
          [&](std::int64_t f, std::int64_t c) { return f * layer_.channels + c; });
    image(sums_[1], layer_.channels, layer_.filters, ys_, -1,
          [&](std::int64_t c, std::int64_t f) { return f * layer_.channels + c; });
    for (std::int64_t f = 0; f < layer_.filters; f += each_)
      for (std::int64_t tap = 0; tap < layer_.channels * 9; ++tap) {
        std::vector<Wide> value(1, 0), scale = value;
        add_products(ys_.data() + f * places, xs_.data() + tap / 9 * places, 1.0, n, tap % 9 / 3 - 1, tap % 3 - 1,
                     value, scale);
        keep(sums_[2], value, scale);
      }
  }

  // `size`: elements of a channel of the result.
  double error_of(const array::Array& got, std::int64_t size, const HostSums& want) const {
    const Complexes values = gathered(got);
    long double error = 0;
    for (std::size_t i = 0; i < want.values.size(); ++i) {
      const std::size_t at = i / std::size_t(size) * std::size_t(each_ * size) + i % std::size_t(size);
      const long double one = values[at].real() - want.values[i];
      if (one != one) return INFINITY;
      error = std::max(error, one < 0 ? -one : one);
    }
    return double(error / want.greatest) / rounding_of(dtype_);
  }

  runtime::Context& context_;
  const ErrorLayer layer_;
  const DType dtype_;
  const std::int64_t each_;
  std::mt19937_64 random_;
  std::vector<double> xs_, ws_, ys_;
  base::Ref<array::Array> x_, w_, y_;
  HostSums sums_[3];
};

// A context of Kiln's kernels. Without `transforms` it sums products where a test forces no way.
base::Ref<runtime::Context> context_of(const std::string& device, bool transforms) {
  auto flags = runtime::ContextOptions::from_flags();
  flags.winograd = transforms;
  flags.conv = flags.blas = runtime::VendorChoice::builtin;
  return runtime::Context::open(device, flags);
}

bool has_transforms(DType dtype) { return dtype == KILN_FLOAT32 || dtype == KILN_FLOAT64; }

constexpr DType kErrorDtypes[] = {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16};

}  // namespace

// docs/benchmarks/winograd.md has this table.
TEST_CASE("conv: the table of rounding errors", "[.][conv-errors]") {
  for (const auto& device : test::devices()) {
    const auto context = context_of(device, false);
    for (const DType dtype : kErrorDtypes)
      for (const bool uniform : {false, true})
        for (const auto& [count, n] : {std::pair{64, 56}, {256, 28}, {512, 28}}) {
          if (!array::has_dtype(*context, dtype)) continue;
          const ErrorMeter meter(*context, {uniform, count, count, n}, dtype, 1);
          std::printf("| %s, %s, %d of %d over %d x %d |", base::dtype_name(dtype), uniform ? "uniform" : "normal",
                      count, count, n, n);
          for (const double error : meter.run()) std::printf(" %.2g |", error);
          if (has_transforms(dtype)) {
            const ForcedConv forced(ConvWay::winograd);
            for (const double error : meter.run()) std::printf(" %.2g |", error);
          }
          std::printf("\n");
          std::fflush(stdout);
        }
  }
  SUCCEED();
}

// The processor's milliseconds that docs/benchmarks/winograd.md has: of sums, of transforms, of what a context chooses.
TEST_CASE("conv: the table of times of float64", "[.][conv-times]") {
  constexpr std::pair<int, int> kLayers[] = {{64, 56},  {128, 28}, {256, 14}, {512, 7}, {64, 112},
                                             {128, 56}, {256, 28}, {512, 14}, {512, 28}};
  const ConvOptions how = conv_options({1, 1}, {1, 1}, {1, 1, 1, 1});
  for (const auto& device : test::devices()) {
    if (!array::has_dtype(test::context(device), KILN_FLOAT64)) continue;
    for (const auto& [count, n] : kLayers) {
      double least[3][3];  // by direction, and by way
      for (auto& direction : least) std::fill_n(direction, 3, INFINITY);
      for (const bool chosen : {false, true}) {
        const auto context = context_of(device, chosen);
        const auto ones = [&](const Dims& shape) {
          const auto made = array::empty(*context, KILN_FLOAT64, shape, "test");
          array::fill(*made, array::Scalar::integer(KILN_INT64, 1), "test");
          return made;
        };
        const auto x = ones({1, count, n, n}), w = ones({count, count, 3, 3});
        const std::function<base::Ref<array::Array>()> calls[] = {
            [&] { return array::conv(*x, *w, how, nullptr, "test"); },
            [&] {
              return array::conv_transpose(*x, *w, how, Dims{n, n}, nullptr, "test");
            },
            [&] {
              return array::conv_filter_gradient(*x, *x, how, Dims{3, 3}, nullptr, "test");
            }};
        for (int round = 0; round < 24; ++round)
          for (std::size_t d = 0; d < 3; ++d) {
            const std::size_t way = chosen ? 2 : std::size_t(round % 2);
            std::optional<ForcedConv> forced;
            if (way == 1) forced.emplace(ConvWay::winograd);
            context->synchronize();
            const std::clock_t begin = std::clock();
            const auto result = calls[d]();
            context->synchronize();
            least[d][way] = std::min(least[d][way], double(std::clock() - begin) / CLOCKS_PER_SEC);
          }
      }
      std::printf("| %d of %d over %d x %d |", count, count, n, n);
      for (const auto& times : least)
        std::printf(" %.1f, %.1f, %.1f |", times[0] * 1e3, times[1] * 1e3, times[2] * 1e3);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  SUCCEED();
}

// docs/reference/operations/convolutions.md states these bounds.
TEST_CASE("conv: rounding errors are within the stated bounds", "[conv][unsimulated]") {
  if (test::small()) return;
  for (const auto& device : test::devices()) {
    const auto context = context_of(device, false);
    for (const DType dtype : kErrorDtypes)
      for (const bool uniform : {false, true}) {
        if (!array::has_dtype(*context, dtype)) continue;
        CAPTURE(device, base::dtype_name(dtype), uniform);
        const ErrorMeter meter(*context, {uniform, 64, 64, 56}, dtype, 16);
        const ConvErrors sums = meter.run();
        for (std::size_t d = 0; d < 3; ++d) {
          CAPTURE(d);
          // Rounding errors of elements of one sign add up; halves are summed in float32, and rounded once.
          CHECK(sums[d] <= (dtype == KILN_FLOAT16 ? 1.1 : uniform ? 80 : 8));
        }
        if (!has_transforms(dtype)) continue;
        const ForcedConv forced(ConvWay::winograd);
        const ConvErrors transforms = meter.run();
        for (std::size_t d = 0; d < 3; ++d) {
          CAPTURE(d);
          CHECK(transforms[d] <= (d < 2 ? 48 : 24));
        }
      }
  }
}
