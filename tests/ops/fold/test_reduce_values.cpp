// SPDX-License-Identifier: Apache-2.0
// Reductions on every device: special values, no elements, destinations, digits, and reductions of the
// caller's own.
#include "../support/reduce_support.hpp"

using namespace kiln;
using namespace kiln::test;
using namespace kiln::test::reduction;

TEST_CASE("NaN, infinities, signed zeros and ties", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const ReduceAxes all;
    const auto run = [&](int op, const Values& values) {
      const auto array = upload(context, KILN_FLOAT32, Dims{std::int64_t(values.size())}, values);
      return download(*array::reduce(*array, op, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0];
    };
    for (const std::size_t n : {std::size_t{3}, std::size_t{1000}}) {
      Values v(n, 1.0);
      v[n / 2] = NAN;
      for (const int op : {int(KILN_REDUCE_SUM), int(KILN_REDUCE_MAX), int(KILN_REDUCE_MIN), int(KILN_REDUCE_MEAN),
                           int(KILN_REDUCE_VAR), int(KILN_REDUCE_NORM), int(KILN_REDUCE_LOGSUMEXP)})
        CHECK(std::isnan(run(op, v)));
      v[n - 1] = NAN;
      CHECK(run(KILN_REDUCE_ARGMAX, v) == double(n / 2));
      CHECK(run(KILN_REDUCE_ARGMIN, v) == double(n / 2));
      CHECK(run(KILN_REDUCE_ANY, Values(n, NAN)) == 1);
      Values low(n, -INFINITY);
      CHECK(run(KILN_REDUCE_MAX, low) == -INFINITY);
      CHECK(run(KILN_REDUCE_ARGMAX, low) == 0);
      CHECK(run(KILN_REDUCE_LOGSUMEXP, low) == -INFINITY);
      low[1] = INFINITY;
      CHECK(run(KILN_REDUCE_MAX, low) == INFINITY);
      CHECK(std::isnan(run(KILN_REDUCE_SUM, low)));
      CHECK(std::signbit(run(KILN_REDUCE_SUM, Values(n, -0.0))));
      CHECK(run(KILN_REDUCE_ARGMAX, Values(n, 4.0)) == 0);
      CHECK(run(KILN_REDUCE_LOGSUMEXP, Values(n, 1000.0)) == Approx(1000 + std::log(double(n))));
      // The square of a difference overflows before the deviation does, or where it is multiplied by 0.
      CHECK(run(KILN_REDUCE_VAR, Values(n, 3e38)) == 0);
      Values far(n, 1e20);
      far[0] = -1e20;
      const double share = 1 / double(n);
      CHECK(run(KILN_REDUCE_STD, far) == Approx(2e20 * std::sqrt(share * (1 - share))));
    }
  }
}

// The range of docs/reference/operations/reductions.md, and that of float64.
TEST_CASE("spreads and norms at the ends of their range", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    constexpr std::size_t kCount = 1000;
    const bool wide = array::has_dtype(context, KILN_FLOAT64);
    for (const double size : {5e17, 1e-18, 1e20, 1e37, 1e-30}) {
      Values values(kCount);
      for (std::size_t i = 0; i < kCount; ++i) values[i] = i % 2 ? size : -size;
      const auto array = upload(context, KILN_FLOAT32, Dims{kCount}, values);
      const auto run = [&](int op, int dtype) {
        return download(*array::reduce(*array, op, {}, dtype, 0, nullptr, "test"))[0];
      };
      const double root = std::sqrt(double(kCount));
      for (const int dtype : {int(KILN_DTYPE_AUTO), int(KILN_FLOAT64)}) {
        if (dtype == KILN_FLOAT64 && !wide) continue;
        const bool within = size > 1e-19 || dtype == KILN_FLOAT64;
        INFO(device << ", " << size);
        if (within) CHECK(run(KILN_REDUCE_STD, dtype) == Approx(size).epsilon(1e-5));
        if (within && (size < 1e18 || dtype == KILN_FLOAT64))
          CHECK(run(KILN_REDUCE_NORM, dtype) == Approx(size * root).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("arrays without elements, and of no dimension", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const auto empty = upload(context, KILN_FLOAT32, Dims{3, 0, 2}, {});
    const ReduceAxes all;
    const auto run = [&](int op) {
      return download(*array::reduce(*empty, op, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0];
    };
    CHECK(run(KILN_REDUCE_SUM) == 0);
    CHECK(!std::signbit(run(KILN_REDUCE_SUM)));
    CHECK(run(KILN_REDUCE_PROD) == 1);
    CHECK(std::isnan(run(KILN_REDUCE_MEAN)));
    CHECK(std::isnan(run(KILN_REDUCE_VAR)));
    CHECK(run(KILN_REDUCE_ANY) == 0);
    CHECK(run(KILN_REDUCE_ALL) == 1);
    CHECK(run(KILN_REDUCE_LOGSUMEXP) == -INFINITY);
    for (const int op : {int(KILN_REDUCE_MAX), int(KILN_REDUCE_ARGMIN)}) {
      try {
        run(op);
        FAIL("no error");
      } catch (const backend::Error& error) {
        CHECK(error.status() == KILN_SHAPE_ERROR);
      }
    }
    ReduceAxes last;
    last.all = false;
    const std::int64_t axis[] = {2};
    last.axes = axis;
    const auto none = array::reduce(*empty, KILN_REDUCE_MAX, last, KILN_DTYPE_AUTO, 0, nullptr, "test");
    CHECK(none->shape() == Dims{3, 0});  // no outputs, so nothing lacks an identity
    const auto one = upload(context, KILN_FLOAT32, Dims{}, {2.5});
    CHECK(download(*array::reduce(*one, KILN_REDUCE_SUM, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0] == 2.5);
    CHECK(download(*array::reduce(*one, KILN_REDUCE_ARGMAX, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0] == 0);
  }
}

TEST_CASE("outputs: given ones of other dtypes and strides, and ones that share memory with the input", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Values values = some_values(KILN_FLOAT32, 12 * 12, 8);
    const auto array = upload(context, KILN_FLOAT32, Dims{12, 12}, values);
    ReduceAxes first;
    first.all = false;
    const std::int64_t axis[] = {0};
    first.axes = axis;
    const auto parts = groups(Dims{12, 12}, values, {0});
    const auto rounded = array::empty(context, KILN_INT32, Dims{12}, "test");
    array::reduce(*array, KILN_REDUCE_SUM, first, KILN_DTYPE_AUTO, 0, rounded.get(), "test");
    const Values whole = download(*rounded);
    for (std::size_t i = 0; i < 12; ++i) CHECK(whole[i] == std::trunc(expected(KILN_REDUCE_SUM, parts[i])));
    // The diagonal of the input itself.
    const auto diagonal = array::view(*array, layout::diagonal(array->layout(), 0, 0, 1, "test"), true);
    array::reduce(*array, KILN_REDUCE_MAX, first, KILN_DTYPE_AUTO, 0, diagonal.get(), "test");
    const Values largest = download(*diagonal);
    for (std::size_t i = 0; i < 12; ++i) CHECK(largest[i] == expected(KILN_REDUCE_MAX, parts[i]));
  }
}

// Mesa's llvmpipe ends the loops of a work-item after 65535 iterations.
TEST_CASE("sums of many elements, on simulators only where loops are short", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    if (test::small() && !context.properties().short_loops) continue;
    const auto ones = array::full(context, KILN_FLOAT32, Dims{1 << 22}, Scalar::real(KILN_FLOAT32, 1), "test");
    CHECK(download(*array::reduce(*ones, KILN_REDUCE_SUM, {}, KILN_DTYPE_AUTO, 0, nullptr, "test")) == Values{1 << 22});
  }
}

TEST_CASE("the same result every time", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const std::size_t n = test::small() ? 5000 : 1000003;
    Values values(n);
    std::mt19937_64 random(1);
    for (double& v : values) v = std::ldexp(double(random() >> 11) - 0x1p52, -50);
    const auto array = upload(context, KILN_FLOAT32, Dims{std::int64_t(n)}, values);
    const ReduceAxes all;
    const double first = download(*array::reduce(*array, KILN_REDUCE_SUM, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0];
    for (int i = 0; i < 5; ++i)
      CHECK(download(*array::reduce(*array, KILN_REDUCE_SUM, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0] == first);
  }
}

TEST_CASE("equal rows and columns have the same sum to the bit, wherever they lie", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    // Several rows are read at once on CPU devices, others are left over; rows and columns have remainders of
    // their own.
    for (const Dims& shape :
         test::small() ? std::vector<Dims>{{7, 131}} : std::vector<Dims>{{7, 131}, {67, 1003}, {18, 66001}}) {
      const auto rows = std::size_t(shape[0]), n = std::size_t(shape[1]);
      Values values(rows * n);
      std::mt19937_64 random(n);
      for (std::size_t j = 0; j < n; ++j) values[j] = std::ldexp(double(random() >> 11), -53);
      for (std::size_t i = n; i < values.size(); ++i) values[i] = values[i - n];
      const auto array = upload(context, KILN_FLOAT32, shape, values);
      const std::int64_t swapped[] = {1, 0};
      const auto other =
          array::copy(*array::view(*array, layout::transpose(array->layout(), swapped, "test"), false, "test"),
                      KILN_ORDER_C, "test");
      for (const auto& matrix : {array, other}) {
        ReduceAxes which;
        which.all = false;
        const std::int64_t axes[] = {matrix == array ? 1 : 0};
        which.axes = axes;
        const Values got =
            download(*array::reduce(*matrix, KILN_REDUCE_SUM, which, KILN_DTYPE_AUTO, 0, nullptr, "test"));
        REQUIRE(got.size() == rows);
        CHECK(std::count(got.begin(), got.end(), got[0]) == std::ptrdiff_t(rows));
      }
    }
  }
}

TEST_CASE("var of numbers far from 0 has all digits", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const auto& [dtype, mean] :
         {std::pair(KILN_FLOAT32, 0x1p19), std::pair(KILN_FLOAT32, -0x1p14), std::pair(KILN_FLOAT64, 0x1p38)}) {
      if (dtype == KILN_FLOAT64 && !context.properties().has_float64) continue;
      for (const std::int64_t n : {10, 1000, test::small() ? 300 : 100000}) {
        INFO(device << ": " << n << " numbers about " << mean);
        std::mt19937_64 random(9);
        Values values;
        // Quarters, which both dtypes hold; one far from the others, wherever the first may be taken from.
        for (std::int64_t i = 0; i < n; ++i) values.push_back(double(random() % 64) / 4);
        values[0] = -40;
        const double want = expected(KILN_REDUCE_VAR, values);
        for (double& value : values) value += mean;
        // As one line, as rows, as columns; each has n elements.
        const auto line = upload(context, dtype, Dims{n}, values);
        const auto rows = array::copy(
            array::Array(line->buffer_ref(), dtype, layout::broadcast_to(line->layout(), Dims{5, n}, "test"), false),
            KILN_ORDER_C, "test");
        const auto columns = array::copy(*rows, KILN_ORDER_F, "test");
        static constexpr std::int64_t last[] = {1};
        for (const auto* array : {line.get(), rows.get(), columns.get()}) {
          const auto axes = array->shape().size() == 1 ? ReduceAxes{} : ReduceAxes{false, last};
          for (const double got : download(*array::reduce(*array, KILN_REDUCE_VAR, axes, -1, 0, nullptr, "test")))
            CHECK(std::abs(got / want - 1) < (dtype == KILN_FLOAT32 ? 0x1p-20 : 0x1p-49));
        }
      }
    }
  }
}

TEST_CASE("reductions of the caller's own", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Values a = some_values(KILN_FLOAT32, 30 * 50, 1), b = some_values(KILN_FLOAT32, 50, 2);
    const auto x = upload(context, KILN_FLOAT32, Dims{30, 50}, a), y = upload(context, KILN_FLOAT32, Dims{50}, b);
    // A matrix by a vector: the vector broadcasts.
    const auto dot = array::Reduction::create(context, {"s = 0", "s = a*b", "s = s + s_", "r = s"}, {}, true, "test");
    ReduceAxes last;
    last.all = false;
    const std::int64_t axis[] = {-1};
    last.axes = axis;
    const Array* inputs[] = {x.get(), y.get()};
    Ref<Array> out[1];
    const int dtypes[] = {-1, -1};
    dot->call(inputs, last, out, std::span(dtypes, 1), "test");
    const Values got = download(*out[0]);
    for (std::size_t i = 0; i < 30; ++i) {
      double want = 0;
      for (std::size_t j = 0; j < 50; ++j) want += a[i * 50 + j] * b[j];
      CHECK(got[i] == Approx(want).margin(1e-4));
    }
    // Functions in long rows, in columns, and in few columns beside a number that does not move.
    const auto scaled =
        array::Reduction::create(context, {"s = 0", "s = exp(a)*b", "s = s + s_", "r = s"}, {}, true, "test");
    const auto number = upload(context, KILN_FLOAT32, Dims{}, {0.5});
    for (const auto& [rows, columns, along] : {std::array{3, 500, 1}, std::array{500, 3, 0}, std::array{30, 50, 0}}) {
      const auto matrix = upload(context, KILN_FLOAT32, Dims{rows, columns}, a);
      const Array* parts[] = {matrix.get(), number.get()};
      const std::int64_t which[] = {along};
      last.axes = which;
      Ref<Array> sums[1];
      scaled->call(parts, last, sums, std::span(dtypes, 1), "test");
      const Values each = download(*sums[0]);
      for (std::size_t i = 0; i < each.size(); ++i) {
        double want = 0;
        for (std::size_t j = 0; j < std::size_t(along ? columns : rows); ++j)
          want += 0.5 * std::exp(a[along ? i * std::size_t(columns) + j : j * std::size_t(columns) + i]);
        CHECK(each[i] == Approx(want).epsilon(1e-5));
      }
    }
    // Least and greatest in one pass, two outputs.
    const auto range = array::Reduction::create(
        context,
        {"lo = inf; hi = -inf", "lo = a; hi = a", "lo = min(lo, lo_); hi = max(hi, hi_)", "r = lo; s = hi - lo"}, {},
        true, "test");
    Ref<Array> both[2];
    range->call(std::span(inputs, 1), ReduceAxes{}, both, dtypes, "test");
    CHECK(download(*both[0])[0] == *std::min_element(a.begin(), a.end()));
    CHECK(download(*both[1])[0] == *std::max_element(a.begin(), a.end()) - *std::min_element(a.begin(), a.end()));
  }
}

// CPU devices map such elements as vectors, which are the last elements of a row in part.
TEST_CASE("functions along rows of every length", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const kiln_dtype dtype : {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16}) {
      if (dtype == KILN_FLOAT64 && !context.properties().has_float64) continue;
      const auto two = array::Reduction::create(
          context,
          {"s = 0; m = -inf", "s = log1p(a*a)*b; m = expm1(a)*c", "s = s + s_; m = max(m, m_)", "r = s; t = m"}, {},
          true, "test");
      // Short rows have another kernel if there is one accumulator.
      const auto sum_alone =
          array::Reduction::create(context, {"s = 0", "s = log1p(a*a)*b", "s = s + s_", "r = s"}, {}, true, "test");
      const double step = dtype == KILN_FLOAT16 ? 2e-3 : 1e-5;
      const auto number = upload(context, dtype, Dims{}, {0.5});
      for (const std::int64_t n : {1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 130, 1000, 200001}) {
        if (n > 1000 && test::small()) continue;
        for (const std::int64_t rows : test::small() ? std::vector<std::int64_t>{2}
                                       : n > 1000    ? std::vector<std::int64_t>{1}
                                                     : std::vector<std::int64_t>{1, 5, 70}) {
          const Values a = some_values(dtype, std::size_t(rows * n), 1), b = some_values(dtype, std::size_t(n), 2);
          const auto x = upload(context, dtype, Dims{rows, n}, a), y = upload(context, dtype, Dims{n}, b);
          const Array* inputs[] = {x.get(), y.get(), number.get()};
          ReduceAxes last;
          last.all = false;
          const std::int64_t axis[] = {1};
          last.axes = axis;
          Ref<Array> out[2];
          const int dtypes[] = {-1, -1};
          two->call(inputs, last, out, dtypes, "test");
          Ref<Array> alone[1];
          sum_alone->call(std::span(inputs, 2), last, alone, std::span(dtypes, 1), "test");
          const Values sums = download(*out[0]), most = download(*out[1]), again = download(*alone[0]);
          CAPTURE(device, int(dtype), n, rows);
          for (std::size_t i = 0; i < std::size_t(rows); ++i) {
            double sum = 0, all = 0, greatest = -INFINITY;
            for (std::size_t j = 0; j < std::size_t(n); ++j) {
              const double value = a[i * std::size_t(n) + j], part = std::log1p(value * value) * b[j];
              sum += part, all += std::fabs(part), greatest = std::max(greatest, 0.5 * std::expm1(value));
            }
            CHECK(std::fabs(sums[i] - sum) <= step * (all + 1e-3));
            CHECK(std::fabs(again[i] - sum) <= step * (all + 1e-3));
            CHECK(std::fabs(most[i] - greatest) <= step * (std::fabs(greatest) + 1e-3));
          }
        }
      }
    }
  }
}
