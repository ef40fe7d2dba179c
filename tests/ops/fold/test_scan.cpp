// SPDX-License-Identifier: Apache-2.0
// Scans on every device in both kernel shapes against plain loops on the host.
#include "../support/order_support.hpp"
#include "array/fold/scan.hpp"

using namespace kiln;
using namespace kiln::test;
using array::ScanOptions;

namespace {

double join(int op, double a, double b) {
  if (op == KILN_SCAN_SUM) return a + b;
  if (op == KILN_SCAN_PROD) return a * b;
  if (std::isnan(a)) return a;
  return (op == KILN_SCAN_MAX ? b > a : b < a) || std::isnan(b) ? b : a;
}

Values expected(int op, const Dims& shape, Values values, std::size_t axis, const ScanOptions& options) {
  for (auto line : lines(shape, axis)) {
    if (options.reverse) std::reverse(line.begin(), line.end());
    double run = op == KILN_SCAN_PROD ? 1 : 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const double next = i == 0 && !options.exclusive ? values[line[i]] : join(op, run, values[line[i]]);
      values[line[i]] = options.exclusive ? run : next;
      run = next;
    }
  }
  return values;
}

// Compilers for CPUs take seconds for a kernel of the other shape: the usual run has it for one operation.
Shapes usual_scan_shapes(runtime::Context& context) {
  auto both = both_shapes(context);
  if (!many() && !small()) both.pop_back();
  return both;
}

void check(const Array& array, int op, const Dims& shape, const Values& values, const ScanOptions& options,
           Array* into = nullptr) {
  const auto result = array::scan(array, op, options, into, "test");
  const auto axis = std::size_t(options.axis < 0 ? options.axis + std::int64_t(shape.size()) : options.axis);
  Values want = expected(op, shape, values, axis, options);
  for (double& value : want) value = Scalar::real(KILN_FLOAT64, value).cast(result->dtype()).cast(KILN_FLOAT64).re;
  const Values got = download(*result);
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i)
    if (!same(got[i], want[i]))
      FAIL("op " << op << " of " << base::dtype_name(array.dtype()) << " " << layout::shape_text(shape) << " axis "
                 << options.axis << " exclusive " << options.exclusive << " reverse " << options.reverse << " on "
                 << array.context().device() << ": element " << i << " is " << got[i] << ", want " << want[i]);
}

}  // namespace

TEST_CASE("scans of float32: every extent, axis and option", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const std::vector<Dims> shapes =
        small() ? std::vector<Dims>{{5, 40, 3}, {3000}, {200, 20}}
                : std::vector<Dims>{{1},        {7},        {300, 5},  {5, 300},   {40000, 1},   {50021},
                                    {3, 20011}, {20011, 3}, {700, 70}, {33, 7, 9}, {2, 900, 40}, {270, 1100}};
    for (const Dims& shape : shapes) {
      const Values values = some_values(KILN_FLOAT32, product(shape), 3);
      const auto array = upload(context, KILN_FLOAT32, shape, values);
      for (const auto& traits : both_shapes(context))
        for (std::int64_t axis = 0; axis < std::int64_t(shape.size()); ++axis)
          for (int bits = 0; bits < 4; ++bits) {
            if (bits == 3 && shape.size() == 1 && shape[0] < 100) continue;
            if (brief() && bits % 3 != 0) continue;  // neither option, and both
            check(*array, KILN_SCAN_SUM, shape, values, {axis, (bits & 1) != 0, (bits & 2) != 0, -1, &traits});
          }
    }
  }
}

TEST_CASE("scans of every dtype and operation", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    if (table_has_it(context)) continue;
    const Dims shape{3, 500};
    for (int d = 0; d < base::kDTypeCount; ++d) {
      const auto dtype = DType(d);
      if (base::is_complex(dtype) || !array::has_dtype(context, dtype)) continue;
      const bool usual = dtype == KILN_BOOL || dtype == KILN_INT8 || dtype == KILN_BFLOAT16;
      if (!many() && !usual && dtype != KILN_FLOAT64 && dtype != KILN_FLOAT16) continue;
      Values values = some_values(dtype, 1500, std::uint64_t(d) + 9);
      const auto array = upload(context, dtype, shape, values);
      for (const auto& traits : usual_scan_shapes(context)) {
        const ScanOptions options{1, false, false, -1, &traits};
        if (usual || many()) check(*array, KILN_SCAN_SUM, shape, values, options);
        if (!usual || many()) check(*array, KILN_SCAN_MAX, shape, values, options);
        if (!many()) continue;
        check(*array, KILN_SCAN_MIN, shape, values, options);
        Values small(1500, 1);
        for (std::size_t i = 0; i < small.size(); i += 400) small[i] = base::is_bool(dtype) ? 1 : 2;
        check(*upload(context, dtype, shape, small), KILN_SCAN_PROD, shape, small, options);
      }
    }
  }
}

TEST_CASE("scans keep NaN, infinities and the sign of zero", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    if (table_has_it(context)) continue;
    const double inf = HUGE_VAL;
    Values values(600, -0.0);
    values[100] = 1;
    values[200] = NAN;
    values[500] = -inf;
    const auto array = upload(context, KILN_FLOAT32, {600}, values);
    for (const auto& traits : usual_scan_shapes(context)) {
      for (const int op : {int(KILN_SCAN_SUM), int(KILN_SCAN_MIN), int(KILN_SCAN_MAX)})
        check(*array, op, {600}, values, {0, false, false, -1, &traits});
      check(*array, KILN_SCAN_MAX, {600}, values, {0, false, true, -1, &traits});
    }
  }
}

TEST_CASE("scans beside few columns, in tiles of all of them", "[scan]") {
  struct Case {
    DType dtype;
    int op;
    Dims shape;
    std::int64_t axis;
  };
  const Case cases[] = {{KILN_FLOAT32, KILN_SCAN_SUM, {3001, 2}, 0},  // two neighbourhoods of lanes, chunks
                        {KILN_INT16, KILN_SCAN_SUM, {70, 90, 7}, 1},  // an item without a column, whole rows
                        {KILN_INT8, KILN_SCAN_MAX, {500, 31}, 0},
                        {KILN_FLOAT32, KILN_SCAN_MIN, {2, 700, 3}, 1}};
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    codegen::Traits traits = both_shapes(context)[codegen::traits_of(context.properties()).cpu];
    if (context.properties().info.kind == backend::DeviceKind::cpu) traits.max_local_size = 64;
    const PlainBuild plain;
    for (const Case& of : cases) {
      if (small() && of.shape[0] > 500) continue;
      INFO(base::dtype_name(of.dtype) << ' ' << layout::shape_text(of.shape) << " on " << device);
      const auto values = some_values(of.dtype, product(of.shape), 21);
      const auto array = upload(context, of.dtype, of.shape, values);
      for (int bits = 0; bits < 4; ++bits) {
        const bool exclusive = (bits & 1) != 0;
        if (exclusive && of.op >= KILN_SCAN_MAX) continue;
        check(*array, of.op, of.shape, values, {of.axis, exclusive, (bits & 2) != 0, -1, &traits});
      }
      // Columns apart, backwards; and in place.
      layout::Index columns{layout::Index::Kind::slice, INT64_MIN, INT64_MIN, -1};
      std::vector<layout::Index> steps(of.shape.size(), {layout::Index::Kind::slice, INT64_MIN, INT64_MIN, 1});
      steps.back() = columns;
      const auto turned = array::view(*array, layout::index(array->layout(), steps, "test"), true);
      check(*turned, of.op, of.shape, download(*turned), {of.axis, false, false, -1, &traits});
      if (of.dtype != KILN_INT16)
        check(*array, of.op, of.shape, values, {of.axis, false, false, of.dtype, &traits}, array.get());
    }
  }
}

// Tiles wait for those before them: in groups of 32 of 1376 numbers of 32 bits, 672 of 64, 288 of 128, and 16
// of them are a block; in groups of 256 both are eight times as large.
TEST_CASE("scans of few long rows in one pass", "[scan]") {
  struct Case {
    DType dtype;
    int op;
    Dims shape;
    std::int64_t axis;
  };
  const Case cases[] = {{KILN_FLOAT32, KILN_SCAN_SUM, {50021}, 0},
                        {KILN_INT8, KILN_SCAN_MAX, {2, 2624, 2}, 1},
                        {KILN_INT16, KILN_SCAN_SUM, {3, 11000}, 1}};
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const codegen::Traits traits = in_one_pass(context);
    const PlainBuild plain;
    for (const Case& of : cases) {
      Dims shape = of.shape;
      std::int64_t& n = shape[std::size_t(of.axis)];
      n = small() ? n / 10 : large_groups(context) ? n * 80 : n;
      INFO(base::dtype_name(of.dtype) << ' ' << layout::shape_text(shape) << " on " << device);
      const auto values = some_values(of.dtype, product(shape), 22);
      const auto array = upload(context, of.dtype, shape, values);
      for (int bits = 0; bits < 4; ++bits)
        if (of.op == KILN_SCAN_SUM || !(bits & 1))
          check(*array, of.op, shape, values, {of.axis, (bits & 1) != 0, (bits & 2) != 0, -1, &traits});
      if (of.dtype != KILN_INT16)  // whose sums are int64
        check(*array, of.op, shape, values, {of.axis, false, false, -1, &traits}, array.get());
    }
    if (small() || !array::has_dtype(context, KILN_COMPLEX128)) continue;
    const std::int64_t n[] = {5000};
    std::vector<double> numbers(10000), got(10000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = double(i * 7919 % 1009) - 504;
    const auto array = array::from_host(context, KILN_COMPLEX128, n, nullptr, KILN_COMPLEX128, numbers.data());
    array::read(*array::scan(*array, KILN_SCAN_SUM, {0, false, false, -1, &traits}, nullptr, "test"), got.data(),
                nullptr, "test");
    for (std::size_t i = 2; i < numbers.size(); ++i) numbers[i] += numbers[i - 2];
    CHECK(got == numbers);
  }
}

TEST_CASE("scans of views, into views, in place, of complex numbers", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    using layout::Index;
    const Dims shape{6, 80, 5};
    const Values values = some_values(KILN_FLOAT32, 2400, 8);
    for (const auto& traits : usual_scan_shapes(context)) {
      const auto whole = upload(context, KILN_FLOAT32, shape, values);
      const Index steps[] = {{Index::Kind::slice, INT64_MIN, INT64_MIN, -2},
                             {Index::Kind::slice, 1, 79, 3},
                             {Index::Kind::slice, 4, 1, -1}};
      const auto odd = array::view(*whole, layout::index(whole->layout(), steps, "test"), true);
      const auto turned = array::view(*odd, layout::transpose(odd->layout(), Dims{2, 0, 1}, "test"), true);
      for (std::int64_t axis = 0; axis < 3; ++axis) {
        const Values seen = download(*turned);
        check(*turned, KILN_SCAN_SUM, turned->shape(), seen, {axis, false, axis == 1, -1, &traits});
        // Into itself, in place and shifted.
        const auto fresh = upload(context, KILN_FLOAT32, shape, values);
        check(*fresh, KILN_SCAN_SUM, shape, values, {axis, axis == 2, false, -1, &traits}, fresh.get());
      }
      const auto line = upload(context, KILN_FLOAT32, {2400}, values);
      const Index from[] = {{Index::Kind::slice, 0, 2000, 1}}, to[] = {{Index::Kind::slice, 400, 2400, 1}};
      const auto source = array::view(*line, layout::index(line->layout(), from, "test"), true);
      const auto target = array::view(*line, layout::index(line->layout(), to, "test"), true);
      check(*source, KILN_SCAN_SUM, {2000}, Values(values.begin(), values.begin() + 2000),
            {0, false, false, -1, &traits}, target.get());
      // Converted into another dtype; a broadcast source; flattened.
      const auto ints = array::empty(context, KILN_INT16, shape, "test");
      Values halves = values;
      for (double& value : halves) value = std::trunc(value * 50);
      check(*upload(context, KILN_INT32, shape, halves), KILN_SCAN_SUM, shape, halves, {1, false, false, -1, &traits},
            ints.get());
      const auto one = upload(context, KILN_FLOAT32, {1}, {2});
      const auto wide = array::view(*one, layout::broadcast_to(one->layout(), Dims{4, 30}, "test"), false);
      check(*wide, KILN_SCAN_SUM, {4, 30}, Values(120, 2), {1, false, false, -1, &traits});
      const auto flat = array::scan(*odd, KILN_SCAN_SUM, {KILN_AXIS_NONE, false, false, -1, &traits}, nullptr, "test");
      CHECK(flat->shape() == Dims{std::int64_t(odd->size())});
      CHECK(download(*flat) == expected(KILN_SCAN_SUM, flat->shape(), download(*odd), 0, {}));

      std::vector<float> complex(2 * 300);
      for (std::size_t i = 0; i < complex.size(); ++i) complex[i] = float(values[i]);
      const std::int64_t count[] = {300};
      const auto numbers = array::from_host(context, KILN_COMPLEX64, count, nullptr, KILN_COMPLEX64, complex.data());
      const auto sums = array::scan(*numbers, KILN_SCAN_SUM, {0, false, false, -1, &traits}, nullptr, "test");
      std::vector<float> got(complex.size());
      array::read(*sums, got.data(), nullptr, "test");
      for (std::size_t i = 2; i < complex.size(); ++i) complex[i] += complex[i - 2];
      CHECK(got == complex);
    }
  }
}

TEST_CASE("scans of nothing and of numbers alone", "[scan]") {
  for (const auto& device : devices()) {
    auto& context = test::context(device);
    const auto none = array::empty(context, KILN_FLOAT32, Dims{3, 0, 2}, "test");
    for (std::int64_t axis = 0; axis < 3; ++axis)
      CHECK(array::scan(*none, KILN_SCAN_MAX, {axis}, nullptr, "test")->shape() == Dims{3, 0, 2});
    const auto number = upload(context, KILN_FLOAT32, {}, {5});
    const auto flat = array::scan(*number, KILN_SCAN_SUM, {KILN_AXIS_NONE}, nullptr, "test");
    CHECK(flat->shape() == Dims{1});
    CHECK(download(*flat) == Values{5});
  }
}
