// SPDX-License-Identifier: Apache-2.0
// Reductions on every device against plain loops on the host: dtypes, axes, layouts, special values, and
// reductions of the caller's own.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "array/reduce.hpp"
#include "catch.hpp"
#include "devices.hpp"
#include "few_items.hpp"
#include "kiln/reduce.h"

using namespace kiln;
using array::Array;
using array::Dims;
using array::ReduceAxes;
using base::DType;
using base::Ref;
using base::Scalar;

namespace {

using Values = std::vector<double>;

// Elements of a dtype that it holds exactly.
Values sample_values(DType dtype, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Values out(count);
  for (double& value : out) {
    const auto bits = random() >> 11;
    if (base::is_bool(dtype))
      value = double(bits % 5 == 0);
    else if (base::is_unsigned(dtype))
      value = double(bits % 200);
    else if (base::is_integer(dtype))
      value = double(bits % 200) - 100;
    else
      value = double(std::int64_t(bits % 512) - 256) / 128;
  }
  return out;
}

Ref<Array> upload_values(runtime::Context& context, DType dtype, const Dims& shape, const Values& values) {
  std::vector<std::byte> bytes(values.size() * base::dtype_size(dtype));
  for (std::size_t i = 0; i < values.size(); ++i)
    Scalar::real(KILN_FLOAT64, values[i]).cast(dtype).store(bytes.data() + i * base::dtype_size(dtype));
  return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data());
}

Values download_values(const Array& array) {
  std::vector<std::byte> bytes(array.bytes());
  array::read(array, bytes.data(), nullptr, "test");
  Values out;
  for (std::size_t i = 0; i < std::size_t(array.size()); ++i) {
    const Scalar value = Scalar::load(array.dtype(), bytes.data() + i * array.itemsize());
    out.push_back(value.cast(KILN_FLOAT64).re);
  }
  return out;
}

bool better(double a, double b, bool max) { return max ? a > b : a < b; }

// One output from its elements in C order.
double expected(int op, const Values& v) {
  const double n = double(v.size());
  long double sum = 0, square = 0, prod = 1;
  double best = v.empty() ? 0 : v[0];
  std::size_t place = 0, nonzero = 0;
  const bool max = op == KILN_REDUCE_MAX || op == KILN_REDUCE_ARGMAX || op == KILN_REDUCE_LOGSUMEXP;
  for (std::size_t i = 0; i < v.size(); ++i) {
    sum += v[i];
    square += (long double)v[i] * v[i];
    prod *= v[i];
    nonzero += v[i] != 0;
    if ((better(v[i], best, max) && !std::isnan(best)) || (std::isnan(v[i]) && !std::isnan(best))) {
      best = v[i];
      place = i;
    }
  }
  long double spread = 0, exps = 0;
  if (op == KILN_REDUCE_VAR || op == KILN_REDUCE_STD)
    for (double x : v) spread += (x - sum / n) * (x - sum / n);
  if (op == KILN_REDUCE_LOGSUMEXP)
    for (double x : v) exps += std::exp((long double)x - best);
  switch (op) {
    case KILN_REDUCE_SUM:
      return double(sum);
    case KILN_REDUCE_PROD:
      return double(prod);
    case KILN_REDUCE_MAX:
    case KILN_REDUCE_MIN:
      return best;
    case KILN_REDUCE_MEAN:
      return double(sum / n);
    case KILN_REDUCE_VAR:
      return double(spread / n);
    case KILN_REDUCE_STD:
      return std::sqrt(double(spread / n));
    case KILN_REDUCE_ANY:
      return nonzero != 0;
    case KILN_REDUCE_ALL:
      return nonzero == v.size();
    case KILN_REDUCE_COUNT_NONZERO:
      return double(nonzero);
    case KILN_REDUCE_ARGMAX:
    case KILN_REDUCE_ARGMIN:
      return double(place);
    case KILN_REDUCE_NORM:
      return std::sqrt(double(square));
    case KILN_REDUCE_LOGSUMEXP:
      return double(best + std::log(exps));
  }
  return NAN;
}

constexpr int kOps = KILN_REDUCE_LOGSUMEXP + 1;

// Elements of `shape`, C order in `values`, by output (C order of the axes that stay).
std::vector<Values> groups(const Dims& shape, const Values& values, const std::vector<std::int64_t>& axes) {
  std::vector<std::int64_t> step(shape.size(),
                                 1);  // from one output to the next along an axis; 0: the axis goes
  for (auto axis : axes) step[std::size_t(axis < 0 ? axis + std::int64_t(shape.size()) : axis)] = 0;
  std::int64_t count = 1;
  for (std::size_t d = shape.size(); d-- > 0;)
    if (step[d]) {
      step[d] = count;
      count *= shape[d];
    }
  std::vector<Values> out(static_cast<std::size_t>(count));
  std::vector<std::int64_t> at(shape.size());
  std::int64_t place = 0;
  for (double value : values) {
    out[std::size_t(place)].push_back(value);
    for (std::size_t d = shape.size(); d-- > 0;) {
      place += step[d];
      if (++at[d] < shape[d]) break;
      place -= step[d] * shape[d];
      at[d] = 0;
    }
  }
  return out;
}

bool near(double got, double want, double scale, DType dtype) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  if (std::isinf(want)) return got == want;
  const double step = dtype == KILN_FLOAT64    ? 0x1p-46
                      : dtype == KILN_FLOAT16  ? 0x1p-10
                      : dtype == KILN_BFLOAT16 ? 0x1p-7
                      : dtype == KILN_FLOAT32  ? 0x1p-18
                                               : 0;
  return std::abs(got - want) <= step * std::max({std::abs(want), scale, 1e-3});
}

void check(runtime::Context& context, int op, DType dtype, const Dims& shape, const Values& values,
           const Array& array, const std::vector<std::int64_t>& axes, bool keepdims) {
  ReduceAxes which;
  which.all = false;
  which.axes = axes;
  which.keepdims = keepdims;
  const auto result = array::reduce(array, op, which, KILN_DTYPE_AUTO, 0, nullptr, "test");
  const auto parts = groups(shape, values, axes);
  const Values got = download_values(*result);
  REQUIRE(got.size() == parts.size());
  REQUIRE(result->shape().size() == (keepdims ? shape.size() : shape.size() - axes.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    double scale = 0;
    for (double v : parts[i]) scale += std::abs(v);
    if (op == KILN_REDUCE_MEAN && !parts[i].empty()) scale /= double(parts[i].size());
    if (op != KILN_REDUCE_SUM && op != KILN_REDUCE_MEAN) scale = 0;
    const double want = expected(op, parts[i]);
    if (!near(got[i], want, scale, result->dtype())) {
      FAIL("op " << op << " of " << base::dtype_name(dtype) << " " << layout::shape_text(shape) << " axes "
                 << axes.size() << " on " << context.device() << ": output " << i << " of " << parts.size()
                 << " is " << got[i] << ", want " << want);
    }
  }
}

}  // namespace

// The usual run on PoCL leaves sweeps to the operation table. All together are a thousand kernels: others
// have all operations on float32 and those that differ by dtype on the others, the long one everything.
TEST_CASE("every reduction of every real dtype, all axes and each axis", "[reduce][sweep]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Dims shape{7, 33, 5};
    for (int d = 0; d < base::kDTypeCount; ++d) {
      const auto dtype = DType(d);
      if (base::is_complex(dtype) || !array::has_dtype(context, dtype)) continue;
      const bool single = dtype == KILN_FLOAT32;
      if (test::small() && !single && dtype != KILN_INT32) continue;
      const Values values = sample_values(dtype, 7 * 33 * 5, 11 + std::uint64_t(d));
      const auto array = upload_values(context, dtype, shape, values);
      for (int op = 0; op < kOps; ++op) {
        if (op == KILN_REDUCE_PROD && !base::is_bool(dtype)) continue;  // below, on values whose product fits
        const bool differs = op == KILN_REDUCE_SUM || op == KILN_REDUCE_ARGMIN;
        if (!test::many() && !single && !differs) continue;
        check(context, op, dtype, shape, values, *array, {0, 1, 2}, false);
        if (!test::many() && !(single && differs)) continue;
        check(context, op, dtype, shape, values, *array, {1}, false);
        check(context, op, dtype, shape, values, *array, {-1}, true);
        check(context, op, dtype, shape, values, *array, {0, 2}, false);
      }
    }
  }
}

TEST_CASE("rows of a few neighbours: whole vectors, what is left of them, narrow dtypes", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_BOOL, KILN_INT8, KILN_UINT16, KILN_FLOAT32, KILN_FLOAT64})
      for (const std::int64_t n : {3, 4, 5, 7, 8, 11, 256, 257}) {
        if (!array::has_dtype(context, dtype) || (test::small() && n > 8)) continue;
        // No multiple of the rows that an item reads at a time.
        const Dims shape{test::small() ? 7 : 231, n};
        const Values values = sample_values(dtype, std::size_t(shape[0] * n), 5 + std::uint64_t(n));
        const auto array = upload_values(context, dtype, shape, values);
        for (const int op : {KILN_REDUCE_SUM, KILN_REDUCE_MAX, KILN_REDUCE_MIN, KILN_REDUCE_ARGMAX})
          if (op != KILN_REDUCE_ARGMAX || n == 5)
            check(context, op, dtype, shape, values, *array, {1}, false);
      }
  }
}

TEST_CASE("products", "[reduce][sweep]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_INT8, KILN_UINT16, KILN_INT64, KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64}) {
      if (!array::has_dtype(context, dtype)) continue;
      if (!test::many() && base::dtype_size(dtype) == 8) continue;
      const Dims shape{6, 40};
      Values values(240, 1);
      for (std::size_t i = 0; i < values.size(); i += 31) values[i] = base::is_unsigned(dtype) ? 2 : -2;
      const auto array = upload_values(context, dtype, shape, values);
      for (const auto& axes : std::vector<std::vector<std::int64_t>>{{0, 1}, {0}, {1}})
        check(context, KILN_REDUCE_PROD, dtype, shape, values, *array, axes, false);
    }
  }
}

TEST_CASE("large and odd extents, every axis of every order of axes", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const std::vector<Dims> shapes =
        test::small() ? std::vector<Dims>{{300, 5}, {5, 300}}
                      : std::vector<Dims>{{1, 100003},  {100003, 1}, {3, 50021},   {50021, 3},
                                          {1024, 1024}, {513, 1025}, {64, 3, 257}, {2, 3, 4, 5, 6, 7, 8},
                                          {4099, 64},   {64, 4099},  {67, 1003},   {17, 66001}};
    for (const Dims& shape : shapes) {
      std::size_t count = 1;
      for (auto extent : shape) count *= std::size_t(extent);
      const Values values = sample_values(KILN_FLOAT32, count, count);
      const auto array = upload_values(context, KILN_FLOAT32, shape, values);
      std::vector<std::int64_t> all;
      for (std::size_t d = 0; d < shape.size(); ++d) all.push_back(std::int64_t(d));
      for (const int op : {int(KILN_REDUCE_SUM), int(KILN_REDUCE_ARGMAX), int(KILN_REDUCE_VAR)}) {
        if (op == KILN_REDUCE_VAR && !test::many()) continue;
        check(context, op, KILN_FLOAT32, shape, values, *array, all, false);
        for (std::int64_t axis : all) check(context, op, KILN_FLOAT32, shape, values, *array, {axis}, false);
        if (shape.size() > 3) check(context, op, KILN_FLOAT32, shape, values, *array, {0, 2, 4, 6}, false);
      }
    }
  }
}

TEST_CASE("short rows, which CPU devices read beside each other, and few columns", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    // Around the lengths where rows are no longer short: 192 bytes, or 64 elements where these keep their
    // place.
    struct Case {
      Dims shape;
      std::vector<std::int64_t> axes;
    };
    std::vector<Case> cases{
        {{2, 3}, {1}}, {{15, 47}, {1}}, {{1003, 3, 2}, {1}}, {{301, 2, 2, 2}, {1, 3}}, {{3, 16, 70}, {1}}};
    if (!test::small()) {
      for (const std::int64_t n : {1, 2, 47, 48, 49, 64, 65}) cases.push_back({{2731, n}, {1}});
      cases.insert(cases.end(), {{{40, 3, 5, 31}, {1, 3}}, {{3, 700, 5}, {0, 2}}, {{2, 4099, 3}, {2}}});
    }
    for (const auto& [shape, axes] : cases) {
      std::size_t count = 1;
      for (auto extent : shape) count *= std::size_t(extent);
      for (const DType dtype : {KILN_FLOAT32, KILN_INT8}) {
        const Values values = sample_values(dtype, count, count);
        const auto array = upload_values(context, dtype, shape, values);
        check(context, KILN_REDUCE_SUM, dtype, shape, values, *array, axes, false);
        if (axes.size() == 1) check(context, KILN_REDUCE_ARGMIN, dtype, shape, values, *array, axes, true);
      }
    }
  }
}

TEST_CASE("very many outputs of few elements, one of a work-item", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const test::FewItems few;
    const std::int64_t many = 4 * std::int64_t(context.properties().compute_units) + 5;
    struct Case {
      Dims shape;
      std::int64_t axis;
    };
    for (const Case& c :
         {Case{{many, 3}, 1}, Case{{many, 12}, 1}, Case{{6, many}, 0}, Case{{many / 2, 9, 2}, 1}}) {
      std::size_t count = 1;
      for (auto extent : c.shape) count *= std::size_t(extent);
      const Values values = sample_values(KILN_FLOAT32, count, count);
      const auto array = upload_values(context, KILN_FLOAT32, c.shape, values);
      for (const int op : {KILN_REDUCE_SUM, KILN_REDUCE_ARGMAX, KILN_REDUCE_VAR})
        check(context, op, KILN_FLOAT32, c.shape, values, *array, {c.axis}, false);
    }
  }
}

TEST_CASE("views: strides of any sign, steps, broadcasts, offsets that are not aligned", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Dims shape{40, 36};
    const Values values = sample_values(KILN_FLOAT32, 40 * 36, 5);
    const auto base_array = upload_values(context, KILN_FLOAT32, shape, values);
    using layout::Index;
    struct View {
      std::int64_t start0, step0, start1, step1;
      bool transposed;
    };
    for (const View& v : {View{0, 1, 1, 1, false}, View{39, -1, 0, 2, false}, View{1, 3, 35, -1, true},
                          View{0, 1, 0, 1, true}, View{0, 2, 3, 5, false}}) {
      std::vector<Index> indices(2);
      indices[0] = {Index::Kind::slice, v.start0, INT64_MIN, v.step0};
      indices[1] = {Index::Kind::slice, v.start1, INT64_MIN, v.step1};
      auto layout = layout::index(base_array->layout(), indices, "test");
      Values seen;
      if (v.transposed) layout = layout::reverse_axes(layout);
      const auto view = array::view(*base_array, layout, true);
      for (std::int64_t i = 0; i < layout.shape[0]; ++i)
        for (std::int64_t j = 0; j < layout.shape[1]; ++j)
          seen.push_back(
              values[std::size_t((layout.offset + i * layout.strides[0] + j * layout.strides[1]) / 4)]);
      for (const int op : {int(KILN_REDUCE_SUM), int(KILN_REDUCE_ARGMIN)})
        for (const auto& axes : std::vector<std::vector<std::int64_t>>{{0, 1}, {0}, {1}, {}})
          check(context, op, KILN_FLOAT32, layout.shape, seen, *view, axes, false);
    }
    const std::int64_t wide[] = {3, 40, 36};
    const auto spread =
        array::view(*base_array, layout::broadcast_to(base_array->layout(), wide, "test"), false);
    Values thrice;
    for (int i = 0; i < 3; ++i) thrice.insert(thrice.end(), values.begin(), values.end());
    for (const auto& axes : std::vector<std::vector<std::int64_t>>{{0, 1, 2}, {0}, {0, 2}, {1}})
      check(context, KILN_REDUCE_SUM, KILN_FLOAT32, Dims{3, 40, 36}, thrice, *spread, axes, true);
  }
}

TEST_CASE("more axes than kernels loop over", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    Dims shape, padded;
    std::vector<std::int64_t> axes;
    for (int d = 0; d < 14; ++d) {
      shape.push_back(2);
      padded.push_back(3);
      if (d % 2) axes.push_back(d);
    }
    std::size_t count = 1;
    for (int d = 0; d < 14; ++d) count *= 3;
    if (test::small()) continue;
    const Values values = sample_values(KILN_INT32, count, 3);
    const auto whole = upload_values(context, KILN_INT32, padded, values);
    layout::Layout corner = whole->layout();
    corner.shape = shape;
    const auto view = array::view(*whole, corner, true);
    Values seen;
    for (std::size_t i = 0; i < (std::size_t{1} << 14); ++i) {
      std::int64_t at = 0;
      for (std::size_t d = 0; d < 14; ++d) at += std::int64_t((i >> (13 - d)) & 1) * corner.strides[d] / 4;
      seen.push_back(values[std::size_t(at)]);
    }
    check(context, KILN_REDUCE_SUM, KILN_INT32, shape, seen, *view, axes, false);
    check(context, KILN_REDUCE_ARGMAX, KILN_INT32, shape, seen, *view, axes, true);
  }
}

TEST_CASE("NaN, infinities, signed zeros and ties", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const ReduceAxes all;
    const auto run = [&](int op, const Values& values) {
      const auto array = upload_values(context, KILN_FLOAT32, Dims{std::int64_t(values.size())}, values);
      return download_values(*array::reduce(*array, op, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0];
    };
    for (const std::size_t n : {std::size_t{3}, std::size_t{1000}}) {
      Values v(n, 1.0);
      v[n / 2] = NAN;
      for (const int op :
           {int(KILN_REDUCE_SUM), int(KILN_REDUCE_MAX), int(KILN_REDUCE_MIN), int(KILN_REDUCE_MEAN),
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
      // The square of a difference overflows before the variance does, or where it is multiplied by 0.
      CHECK(run(KILN_REDUCE_VAR, Values(n, 3e38)) == 0);
      Values far(n, 1e20);
      far[0] = -1e20;
      CHECK(run(KILN_REDUCE_STD, far) == INFINITY);
    }
  }
}

TEST_CASE("arrays without elements, and of no dimension", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const auto empty = upload_values(context, KILN_FLOAT32, Dims{3, 0, 2}, {});
    const ReduceAxes all;
    const auto run = [&](int op) {
      return download_values(*array::reduce(*empty, op, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0];
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
    const auto one = upload_values(context, KILN_FLOAT32, Dims{}, {2.5});
    CHECK(download_values(
              *array::reduce(*one, KILN_REDUCE_SUM, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0] == 2.5);
    CHECK(download_values(
              *array::reduce(*one, KILN_REDUCE_ARGMAX, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0] == 0);
  }
}

TEST_CASE("outputs: given ones of other dtypes and strides, and ones that share memory with the input",
          "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Values values = sample_values(KILN_FLOAT32, 12 * 12, 8);
    const auto array = upload_values(context, KILN_FLOAT32, Dims{12, 12}, values);
    ReduceAxes first;
    first.all = false;
    const std::int64_t axis[] = {0};
    first.axes = axis;
    const auto parts = groups(Dims{12, 12}, values, {0});
    const auto rounded = array::empty(context, KILN_INT32, Dims{12}, "test");
    array::reduce(*array, KILN_REDUCE_SUM, first, KILN_DTYPE_AUTO, 0, rounded.get(), "test");
    const Values whole = download_values(*rounded);
    for (std::size_t i = 0; i < 12; ++i) CHECK(whole[i] == std::trunc(expected(KILN_REDUCE_SUM, parts[i])));
    // The diagonal of the input itself.
    const auto diagonal = array::view(*array, layout::diagonal(array->layout(), 0, 0, 1, "test"), true);
    array::reduce(*array, KILN_REDUCE_MAX, first, KILN_DTYPE_AUTO, 0, diagonal.get(), "test");
    const Values largest = download_values(*diagonal);
    for (std::size_t i = 0; i < 12; ++i) CHECK(largest[i] == expected(KILN_REDUCE_MAX, parts[i]));
  }
}

TEST_CASE("the same result every time", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const std::size_t n = test::small() ? 5000 : 1000003;
    Values values(n);
    std::mt19937_64 random(1);
    for (double& v : values) v = std::ldexp(double(random() >> 11) - 0x1p52, -50);
    const auto array = upload_values(context, KILN_FLOAT32, Dims{std::int64_t(n)}, values);
    const ReduceAxes all;
    const double first =
        download_values(*array::reduce(*array, KILN_REDUCE_SUM, all, KILN_DTYPE_AUTO, 0, nullptr, "test"))[0];
    for (int i = 0; i < 5; ++i)
      CHECK(download_values(*array::reduce(*array, KILN_REDUCE_SUM, all, KILN_DTYPE_AUTO, 0, nullptr,
                                           "test"))[0] == first);
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
      const auto array = upload_values(context, KILN_FLOAT32, shape, values);
      const std::int64_t swapped[] = {1, 0};
      const auto other = array::copy(
          *array::view(*array, layout::transpose(array->layout(), swapped, "test"), false, "test"),
          KILN_ORDER_C, "test");
      for (const auto& matrix : {array, other}) {
        ReduceAxes which;
        which.all = false;
        const std::int64_t axes[] = {matrix == array ? 1 : 0};
        which.axes = axes;
        const Values got = download_values(
            *array::reduce(*matrix, KILN_REDUCE_SUM, which, KILN_DTYPE_AUTO, 0, nullptr, "test"));
        REQUIRE(got.size() == rows);
        CHECK(std::count(got.begin(), got.end(), got[0]) == std::ptrdiff_t(rows));
      }
    }
  }
}

TEST_CASE("var of numbers far from 0 has all digits", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const auto& [dtype, mean] : {std::pair(KILN_FLOAT32, 0x1p19), std::pair(KILN_FLOAT32, -0x1p14),
                                      std::pair(KILN_FLOAT64, 0x1p38)}) {
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
        const auto line = upload_values(context, dtype, Dims{n}, values);
        const auto rows =
            array::copy(array::Array(line->buffer_ref(), dtype,
                                     layout::broadcast_to(line->layout(), Dims{5, n}, "test"), false),
                        KILN_ORDER_C, "test");
        const auto columns = array::copy(*rows, KILN_ORDER_F, "test");
        static constexpr std::int64_t last[] = {1};
        for (const auto* array : {line.get(), rows.get(), columns.get()}) {
          const auto axes = array->shape().size() == 1 ? ReduceAxes{} : ReduceAxes{false, last};
          for (const double got :
               download_values(*array::reduce(*array, KILN_REDUCE_VAR, axes, -1, 0, nullptr, "test")))
            CHECK(std::abs(got / want - 1) < (dtype == KILN_FLOAT32 ? 0x1p-20 : 0x1p-49));
        }
      }
    }
  }
}

TEST_CASE("reductions of the caller's own", "[reduce]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const Values a = sample_values(KILN_FLOAT32, 30 * 50, 1), b = sample_values(KILN_FLOAT32, 50, 2);
    const auto x = upload_values(context, KILN_FLOAT32, Dims{30, 50}, a),
               y = upload_values(context, KILN_FLOAT32, Dims{50}, b);
    // A matrix by a vector: the vector broadcasts.
    const auto dot =
        array::Reduction::create(context, {"s = 0", "s = a*b", "s = s + s_", "r = s"}, {}, true, "test");
    ReduceAxes last;
    last.all = false;
    const std::int64_t axis[] = {-1};
    last.axes = axis;
    const Array* inputs[] = {x.get(), y.get()};
    Ref<Array> out[1];
    const int dtypes[] = {-1, -1};
    dot->call(inputs, last, out, std::span(dtypes, 1), "test");
    const Values got = download_values(*out[0]);
    for (std::size_t i = 0; i < 30; ++i) {
      double want = 0;
      for (std::size_t j = 0; j < 50; ++j) want += a[i * 50 + j] * b[j];
      CHECK(got[i] == Approx(want).margin(1e-4));
    }
    // Least and greatest in one pass, two outputs.
    const auto range =
        array::Reduction::create(context,
                                 {"lo = inf; hi = -inf", "lo = a; hi = a",
                                  "lo = min(lo, lo_); hi = max(hi, hi_)", "r = lo; s = hi - lo"},
                                 {}, true, "test");
    Ref<Array> both[2];
    range->call(std::span(inputs, 1), ReduceAxes{}, both, dtypes, "test");
    CHECK(download_values(*both[0])[0] == *std::min_element(a.begin(), a.end()));
    CHECK(download_values(*both[1])[0] ==
          *std::max_element(a.begin(), a.end()) - *std::min_element(a.begin(), a.end()));
  }
}
