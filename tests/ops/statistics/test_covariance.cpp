// SPDX-License-Identifier: Apache-2.0
// Covariances and correlations of few observations, which one kernel finds, against the host's, beside those
// of many.
#include <cmath>
#include <complex>
#include <limits>

#include "../support/order_support.hpp"
#include "../support/place_support.hpp"
#include "../support/product_support.hpp"
#include "array/elementwise/parts.hpp"
#include "array/index/index_rows.hpp"
#include "array/statistics/statistics.hpp"

using namespace kiln;
using namespace kiln::test;
using Complex = std::complex<double>;
using Rows = std::vector<std::vector<Complex>>;

namespace {

Ref<Array> upload_rows(runtime::Context& context, DType dtype, const Rows& rows) {
  const std::size_t item = base::dtype_size(dtype);
  std::vector<std::byte> bytes(rows.size() * rows[0].size() * item);
  std::byte* to = bytes.data();
  for (const auto& row : rows)
    for (const Complex x : row) {
      Scalar::complex(KILN_COMPLEX128, x).cast(dtype).store(to);
      to += item;
    }
  const Dims shape{std::int64_t(rows.size()), std::int64_t(rows[0].size())};
  return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data());
}

std::vector<Complex> elements_of(const Array& array) {
  std::vector<std::byte> bytes(array.bytes());
  array::read(array, bytes.data(), nullptr, "test");
  std::vector<Complex> out;
  for (std::size_t i = 0; i < std::size_t(array.size()); ++i) {
    const Scalar x = Scalar::load(array.dtype(), bytes.data() + i * array.itemsize()).cast(KILN_COMPLEX128);
    out.emplace_back(x.re, x.im);
  }
  return out;
}

// And of each the size that its error is of.
std::vector<std::pair<Complex, double>> expected(const Rows& given, double divisor, bool coefficients) {
  // More digits than any result has, so that long sums lose none of those.
  std::vector<std::vector<Wide>> rows;
  for (const auto& row : given) {
    std::vector<Wide>& deviations = rows.emplace_back(row.begin(), row.end());
    Wide mean = 0;
    for (const Wide x : deviations) mean += x / (long double)(row.size());
    for (Wide& x : deviations) x -= mean;
  }
  const auto squares = [](const std::vector<Wide>& row) {
    long double sum = 0;
    for (const Wide x : row) sum += std::norm(x);
    return sum;
  };
  std::vector<std::pair<Complex, double>> out;
  for (const auto& x : rows)
    for (const auto& y : rows) {
      Wide sum = 0;
      for (std::size_t t = 0; t < x.size(); ++t) sum += x[t] * std::conj(y[t]);
      const long double most = std::sqrt(squares(x) * squares(y)), by = coefficients ? most : (long double)(divisor);
      const Wide element = sum / by;
      out.emplace_back(Complex(double(element.real()), double(element.imag())), double(most / by));
    }
  return out;
}

void close(const Array& got, const Rows& rows, double divisor, bool coefficients) {
  const auto want = expected(rows, divisor, coefficients);
  const auto elements = elements_of(got);
  REQUIRE(elements.size() == want.size());
  const DType real = base::real_dtype(got.dtype());
  const double precision = real == KILN_FLOAT64    ? 1e-13
                           : real == KILN_FLOAT16  ? 1e-3
                           : real == KILN_BFLOAT16 ? 8e-3
                                                   : 1e-5;
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double error = std::abs(elements[i] - want[i].first) / want[i].second;
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
  }
  CHECK(worst < precision);
}

}  // namespace

TEST_CASE("covariances of few observations", "[reduce]") {
  struct Case {
    std::size_t first, second, observations;
  };
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    for (const codegen::Traits& traits : both_shapes(context)) {
      Random random(29);
      for (const DType dtype : {KILN_FLOAT32, KILN_COMPLEX64, KILN_FLOAT64, KILN_COMPLEX128, KILN_FLOAT16,
                                KILN_BFLOAT16, KILN_INT16, KILN_BOOL}) {
        if (base::needs_float64(dtype) && !context.properties().has_float64) continue;
        if (small() && dtype != KILN_FLOAT32) continue;
        const bool thorough = many() || dtype == KILN_FLOAT32;
        if (!thorough && (traits.cpu || (dtype != KILN_COMPLEX64 && dtype != KILN_FLOAT16))) continue;
        for (const Case& of : std::vector<Case>{{1, 0, 300}, {5, 3, 18}, {64, 0, 15}, {2, 70, 7}}) {
          const std::size_t first = of.first, second = of.second, observations = of.observations;
          if (small() && first != 5) continue;
          if (!thorough && first != 5) continue;
          INFO(base::dtype_name(dtype) << ", " << first << " and " << second << " variables, " << observations
                                       << " observations on " << device);
          Rows rows(first + second, std::vector<Complex>(observations));
          for (auto& row : rows)
            for (Complex& x : row) {
              const auto next = [&] { return double(random() % 64) / 4 - 5; };
              x = base::is_bool(dtype)      ? Complex(double(random() % 2))
                  : base::is_complex(dtype) ? Complex(next(), next())
                  : base::is_float(dtype)   ? Complex(next())
                                            : Complex(std::floor(next()));
            }
          // Few random bools often are a constant row, whose variance of 0 the host's errors cannot be measured by.
          if (base::is_bool(dtype))
            for (auto& row : rows) row[0] = 1.0 - row[1];
          const auto both = upload_rows(context, dtype, rows);
          const auto variables = [&](std::size_t begin, std::size_t count) {
            return array::view(*both, array::part(both->layout(), 0, std::int64_t(begin), std::int64_t(count)), false);
          };
          const auto one = variables(0, first), two = second ? variables(first, second) : one;
          Array* const other = second ? two.get() : nullptr;
          const auto all = [&](const Array& x, const Array* y) {
            close(*array::covariance(x, y, 1, nullptr, "test", &traits), rows, double(observations) - 1, false);
            close(*array::correlation(x, y, nullptr, "test", &traits), rows, 1, true);
          };
          all(*one, other);
          if (many() || (thorough && first == 5 && !(small() && traits.cpu))) {
            const Few many_of_them(context, false);
            all(*one, other);
          }
          if (brief()) continue;
          // Observations apart, in descending order; into an array that is not packed.
          const auto turned = array::copy(*both, KILN_ORDER_F, "test");
          layout::Layout reversed = turned->layout();
          reversed.offset += reversed.strides[1] * (reversed.shape[1] - 1);
          reversed.strides[1] = -reversed.strides[1];
          const auto backwards = array::view(*turned, reversed, false);
          const auto count = std::int64_t(rows.size());
          const DType result = array::covariance(*backwards, nullptr, 0, nullptr, "test", &traits)->dtype();
          const auto room = array::empty(context, result, Dims{count, 2 * count}, "test");
          const auto item = std::int64_t(room->itemsize());
          const Dims shape = count > 1 ? Dims{count, count} : Dims{};
          const Dims steps = count > 1 ? Dims{2 * item, 2 * count * item} : Dims{};
          const auto into = array::view(*room, {shape, steps, room->layout().offset + item}, true);
          CHECK(array::covariance(*backwards, nullptr, 0, into.get(), "test", &traits).get() == into.get());
          Rows conjugated = rows;  // `into` is the transposed matrix
          for (auto& row : conjugated)
            for (Complex& x : row) x = std::conj(x);
          if (count > 1) {
            const auto straight =
                array::view(*room, {shape, Dims{2 * count * item, 2 * item}, into->layout().offset}, false);
            close(*straight, conjugated, double(observations), false);
          }
          close(*into, rows, double(observations), false);
        }
        // Into what is read, which is a matrix of as many variables as observations.
        if (dtype != KILN_FLOAT32) continue;
        const Rows square{{{1}, {2}, {4}}, {{3}, {-1}, {0}}, {{-2}, {5}, {6}}};
        const auto matrix = upload_rows(context, dtype, square);
        array::covariance(*matrix, nullptr, 1, matrix.get(), "test", &traits);
        close(*matrix, square, 2, false);
      }
      // Means that are large beside deviations, deviations whose squares overflow or vanish, a variable that
      // stays.
      const Rows far{
          {{1e6}, {1e6 + 1}, {1e6 + 2}, {1e6 + 5}}, {{3e30}, {-3e30}, {1e30}, {0}}, {{1e-30}, {2e-30}, {0}, {5e-30}}};
      const auto r = array::correlation(*upload_rows(context, KILN_FLOAT32, far), nullptr, nullptr, "test", &traits);
      close(*r, far, 1, true);
      const Rows still{{{1}, {2}, {4}}, {{7}, {7}, {7}}};
      const auto elements = elements_of(
          *array::correlation(*upload_rows(context, KILN_FLOAT32, still), nullptr, nullptr, "test", &traits));
      // llvmpipe's divisions and roots are not exact.
      CHECK(std::abs(elements[0].real() - 1) <= (context.properties().short_loops ? 0x1p-23 : 0));
      for (const std::size_t i : {1u, 2u, 3u}) CHECK(std::isnan(elements[i].real()));
      const auto none = elements_of(
          *array::covariance(*upload_rows(context, KILN_FLOAT32, still), nullptr, 3, nullptr, "test", &traits));
      CHECK(none[0].real() == HUGE_VAL);
      CHECK(std::isnan(none[3].real()));
    }
  }
}

TEST_CASE("covariances of many observations, by every kernel that reads deviations", "[reduce]") {
  using array::GemmWay;
  struct Case {
    std::size_t first, second, observations;
  };
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const Few many_of_them(context, false);
    for (const DType dtype : {KILN_FLOAT32, KILN_FLOAT16, KILN_INT16, KILN_FLOAT64}) {
      if (base::needs_float64(dtype) && !context.properties().has_float64) continue;
      if (dtype != KILN_FLOAT32 && (small() || (dtype == KILN_FLOAT64 && !many()))) continue;
      for (const GemmWay way :
           {GemmWay::automatic, GemmWay::thin, GemmWay::thin_groups, GemmWay::medium_tiles, GemmWay::split_tiles}) {
        if (!many() && dtype != KILN_FLOAT32 && way != GemmWay::thin_groups) continue;
        if (small() && way == GemmWay::medium_tiles) continue;  // more local memory than simulators have
        const Forced forced(way);
        for (const auto& [first, second, observations] : std::vector<Case>{
                 {1, 0, 9001}, {2, 0, 8192}, {2, 3, 8195}, {1, 1, 20000}, {18, 0, 8200}, {37, 0, 1200}, {70, 0, 300}}) {
          if (small() && (first + second) * observations > 3000 && first != 2) continue;
          const bool tiles = way == GemmWay::medium_tiles || way == GemmWay::split_tiles;
          if (!many() && tiles != (first > 18) && way != GemmWay::automatic) continue;
          if (!many() && dtype != KILN_FLOAT32 && first > 2) continue;
          INFO(base::dtype_name(dtype) << ", way " << int(way) << ", " << first << " and " << second << " variables, "
                                       << observations << " observations on " << device);
          // Far from 0, so that digits would be lost where means were not taken first.
          const std::size_t length = small() ? observations / 16 : observations;
          Random random(31);
          Rows rows(first + second, std::vector<Complex>(length));
          for (std::size_t v = 0; v < rows.size(); ++v)
            for (Complex& x : rows[v])
              x = (dtype == KILN_FLOAT16 ? 8.0 : 4096.0) + double(v % 5) +
                  double(random() % 64) * (base::is_float(dtype) ? 0.125 : 1);
          for (const bool columns : {false, true}) {
            if (small() && columns != (second > 0)) continue;  // each layout once
            const auto both = upload_rows(context, dtype, rows);
            const auto laid = columns ? array::copy(*both, KILN_ORDER_F, "test") : both;
            const auto variables = [&](std::size_t begin, std::size_t count) {
              return array::view(*laid, array::part(laid->layout(), 0, std::int64_t(begin), std::int64_t(count)),
                                 false);
            };
            const auto one = variables(0, first), two = second ? variables(first, second) : one;
            Array* const other = second ? two.get() : nullptr;
            close(*array::covariance(*one, other, 1, nullptr, "test"), rows, double(length) - 1, false);
            close(*array::correlation(*one, other, nullptr, "test"), rows, 1, true);
          }
        }
      }
      // Squares would overflow, or vanish; a variable that never changes.
      if (dtype == KILN_FLOAT32) {
        Rows rows(3, std::vector<Complex>(small() ? 600 : 9000));
        for (std::size_t t = 0; t < rows[0].size(); ++t) {
          rows[0][t] = double(t % 7) * 0x1p100;
          rows[1][t] = double(t % 5) * 0x1p-120;
          rows[2][t] = 3;
        }
        const auto all = upload_rows(context, dtype, rows);
        const auto got = elements_of(*array::correlation(*all, nullptr, nullptr, "test"));
        const auto want = expected({rows[0], rows[1]}, 1, true);
        CHECK(std::abs(got[1] - want[1].first) < 1e-4);
        CHECK(std::abs(got[0] - 1.0) < 1e-5);
        CHECK(std::abs(got[4] - 1.0) < 1e-5);
        CHECK(std::isnan(got[2].real()));
        CHECK(std::isnan(got[8].real()));
      }
    }
  }
}
