// SPDX-License-Identifier: Apache-2.0
// var and std of numbers whose squared deviations leave the dtype, on every device against sums of more range
// on the host.
#include <limits>

#include "../support/reduce_support.hpp"

using namespace kiln;
using namespace kiln::test;
using namespace kiln::test::reduction;

namespace {

double most(DType dtype) {
  if (dtype == KILN_FLOAT16) return 65504;
  return dtype == KILN_FLOAT64 ? std::numeric_limits<double>::max() : double(std::numeric_limits<float>::max());
}

long double var_of(const Values& v, double correction) {
  long double mean = 0, sum = 0;
  for (const double x : v) mean += x / (long double)v.size();
  for (const double x : v) sum += (x - mean) * (x - mean);
  return sum / std::max(v.size() - (long double)correction, 0.0L);
}

struct SpreadCase {
  Dims shape;
  std::vector<std::int64_t> axes;
  bool var = true;  // else std alone, for fewer kernels
};

bool right(double got, long double want, DType dtype) {
  if (std::isnan(want)) return std::isnan(got);
  if (want > (long double)most(dtype)) return got == INFINITY;
  const long double scale = dtype == KILN_FLOAT64    ? 0x1p-44
                            : dtype == KILN_FLOAT16  ? 0x1p-10
                            : dtype == KILN_BFLOAT16 ? 0x1p-8
                                                     : 0x1p-16;
  return std::abs(got - want) <= scale * want;
}

// An array with other large elements behind it, which nothing may read.
Ref<Array> in_front(runtime::Context& context, DType dtype, const Dims& shape, Values values) {
  for (int i = 0; i < 64; ++i) values.push_back(most(dtype) * (i % 2 ? 0.5 : -0.25));
  const auto all = upload(context, dtype, Dims{std::int64_t(values.size())}, values);
  layout::Layout part = all->layout();
  part.shape = shape;
  part.strides = layout::c_strides(shape, all->itemsize());
  return array::view(*all, part, false, "test");
}

// Each output, beside the same where 1 takes the place of the large elements: outputs
// without one are the same to the bit.
void check_spreads(runtime::Context& context, DType dtype, const SpreadCase& c, const Values& values,
                   double correction = 0) {
  Values small = values;
  const double large = std::sqrt(most(base::compute_dtype(dtype))) / 1e6;
  for (double& v : small) v = std::abs(v) < large ? v : 1;
  const auto parts = groups(c.shape, values, c.axes), ordinary = groups(c.shape, small, c.axes);
  ReduceAxes axes;
  axes.all = false;
  axes.axes = c.axes;
  for (const int op : {int(KILN_REDUCE_VAR), int(KILN_REDUCE_STD)}) {
    if (op == KILN_REDUCE_VAR && !c.var) continue;
    const auto run = [&](const Values& elements) {
      const auto array = in_front(context, dtype, c.shape, elements);
      return download(*array::reduce(*array, op, axes, KILN_DTYPE_AUTO, correction, nullptr, "test"));
    };
    const Values got = run(values), plain = run(small);
    REQUIRE(got.size() == parts.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      long double want = var_of(parts[i], correction);
      if (op == KILN_REDUCE_STD) want = std::sqrt(want);
      const bool changed = parts[i] == ordinary[i] && !same(got[i], plain[i]);
      if (right(got[i], want, dtype) && !changed) continue;
      FAIL("op " << op << " of " << base::dtype_name(dtype) << " " << layout::shape_text(c.shape) << " axis "
                 << c.axes[0] << " on " << context.device() << ": output " << i << " is " << got[i] << ", want "
                 << double(want) << (changed ? ", as without large ones beside it" : ""));
    }
  }
}

// Ordinary numbers, but for some outputs: `large` times these, one large element, two halves that are
// constant, and with one that is infinite or no number. One output is of kind `which`.
Values mixed(const SpreadCase& c, double large, std::size_t which) {
  Values places(std::size_t(layout::checked_size(c.shape, 1, "test")));
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = double(i);
  Values out = some_values(KILN_FLOAT32, places.size(), which);  // up to 2
  const auto parts = groups(c.shape, places, c.axes);
  for (std::size_t o = 0; o < parts.size(); ++o) {
    const std::size_t n = parts[o].size(), kind = parts.size() == 1 ? which : o % 7;
    for (std::size_t i = 0; i < n; ++i) {
      double& v = out[std::size_t(parts[o][i])];
      if (kind == 0) v *= large / 2;
      if (kind == 1 && i == n * 2 / 3) v = -large;
      if (kind == 2) v = i < n / 2 ? large : -large;
      if ((kind == 3 || kind == 4) && i % 2) v = large;
      if (kind == 3 && i == n - 1) v = NAN;
      if (kind == 4 && i == n / 2) v = -INFINITY;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("spreads whose squares leave the dtype, as one, by rows and by columns", "[reduce][deviation]") {
  const bool small = test::small();
  const std::vector<SpreadCase> cases = {
      {{5}, {0}, false},                        // one output,
      {{small ? 3000 : 140000}, {0}},           // in two passes
      {{7, small ? 130 : 1003}, {1}},           // rows,
      {{3, small ? 3000 : 70000}, {1}, false},  // in two passes,
      {{small ? 40 : 5000, 3}, {1}, false},     // short ones
      {{small ? 60 : 300, 70}, {0}},            // columns,
      {{small ? 300 : 20000, 21}, {0}, false},  // in two passes,
      {{small ? 143 : 1003, 3}, {0}, false},    // few of them, with a row that is left over
      {{14, 9, 11}, {0, 2}, false},             // axes around one that stays
  };
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const SpreadCase& c : cases)
      for (const double part : {1e-18, 0.9999})
        for (std::size_t which = 0; which < (c.axes.size() == c.shape.size() ? 5 : 1); ++which)
          check_spreads(context, KILN_FLOAT32, c, mixed(c, most(KILN_FLOAT32) * part, which));
    for (const DType dtype : {KILN_FLOAT64, KILN_BFLOAT16}) {
      if (!array::has_dtype(context, dtype)) continue;
      for (const std::size_t i : {std::size_t{2}, std::size_t{5}}) {
        if (dtype == KILN_BFLOAT16 && i == 2) continue;
        const SpreadCase c{cases[i].shape, cases[i].axes, false};
        Values values = mixed(c, most(dtype) * (dtype == KILN_FLOAT64 ? 1e-150 : 0.5), 0);
        for (double& v : values) v = Scalar::real(KILN_FLOAT64, v).cast(dtype).cast(KILN_FLOAT64).re;
        check_spreads(context, dtype, c, values);
      }
    }
  }
}

TEST_CASE("large spreads with corrections, of other dtypes, and whose sum alone overflows", "[reduce][deviation]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const SpreadCase rows{{2, 2}, {1}, false};
    for (const double correction : {1.0, 1.5})
      check_spreads(context, KILN_FLOAT32, rows, {1e19, -1e19, 3e38, -1e38}, correction);
    // Of all that float16 holds squares are small.
    if (array::has_dtype(context, KILN_FLOAT16)) check_spreads(context, KILN_FLOAT16, rows, {3e4, -3e4, 1, 2});
    // Each square fits, and so does their mean.
    Values values(1000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 2 ? 1e18 : -8e18;
    check_spreads(context, KILN_FLOAT32, {{1000}, {0}}, values);
    const auto integers = upload(context, KILN_INT64, Dims{1000}, values);
    for (const int op : {int(KILN_REDUCE_VAR), int(KILN_REDUCE_STD)})
      CHECK(right(download(*array::reduce(*integers, op, {}, KILN_FLOAT32, 0, nullptr, "test"))[0],
                  op == KILN_REDUCE_VAR ? 4.5e18L * 4.5e18L : 4.5e18L, KILN_FLOAT32));
  }
}
