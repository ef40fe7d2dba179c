// SPDX-License-Identifier: Apache-2.0
// Reductions of functions beside values of other dtypes, whose sets may have another dtype than the functions.
#include <algorithm>
#include <cmath>

#include "../support/reduce_support.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using array::ReduceAxes;
using base::Ref;
using layout::Dims;
using namespace kiln::test;

namespace {

struct Folded {
  const char* name;
  array::ReduceTexts texts;
  double start;
  double (*next)(double set, double a, double b, double place);
  bool whole;        // the result is a place, a count or a truth value
  bool sum = false;  // many numbers are added
};

// b is the other dtype.
const Folded kFolds[] = {
    {"sum",
     {"s = 0", "s = log1p(a*a)*b", "s = s + s_", "r = s"},
     0,
     [](double s, double a, double b, double) { return s + std::log1p(a * a) * b; },
     false,
     true},
    {"max",
     {"m = -inf", "m = tanh(a)*b", "m = max(m, m_)", "r = m"},
     -INFINITY,
     [](double s, double a, double b, double) { return std::max(s, std::tanh(a) * b); },
     false},
    {"count",
     {"s = 0", "s = int64(log1p(a*a) > 0.3 && b > 0)", "s = s + s_", "r = s"},
     0,
     [](double s, double a, double b, double) { return s + (std::log1p(a * a) > 0.3 && b > 0); },
     true},
    {"any",
     {"s = false", "s = log1p(a*a) > 2.2 && b > 0", "s = s || s_", "r = s"},
     0,
     [](double s, double a, double b, double) { return double(s != 0 || (std::log1p(a * a) > 2.2 && b > 0)); },
     true},
    // Places, and one that is not read.
    {"places",
     {"s = 0", "s = float64(index()) * (tanh(a)*b > 0.25 ? 1 : 0)", "s = s + s_", "r = s"},
     0,
     [](double s, double a, double b, double place) { return s + (std::tanh(a) * b > 0.25 ? place : 0); },
     true},
};

// Numbers whose functions are far from the limits above.
Values numbers(std::size_t count, std::size_t step) {
  Values out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(double(i * step % 29) / 8 - 1.3125);
  return out;
}

const std::pair<base::DType, base::DType> kPairs[] = {
    {KILN_FLOAT32, KILN_INT32}, {KILN_FLOAT32, KILN_FLOAT64}, {KILN_FLOAT64, KILN_INT8}, {KILN_FLOAT16, KILN_INT64}};

void check(runtime::Context& context, const Folded& fold, base::DType first, base::DType second) {
  const auto reduction = array::Reduction::create(context, fold.texts, {}, true, "test");
  for (const auto& [rows, columns] : {std::pair{5, 3}, std::pair{3, 40}, std::pair{20, 33}, std::pair{2, 1000}})
    for (const std::int64_t along : {0, 1}) {
      const auto count = std::size_t(rows) * std::size_t(columns);
      const Values a = numbers(count, 7);
      Values b = numbers(count, 5);
      for (double& value : b) value = std::round(value);
      const auto x = upload(context, first, Dims{rows, columns}, a),
                 y = upload(context, second, Dims{rows, columns}, b);
      const Array* inputs[] = {x.get(), y.get()};
      ReduceAxes axes;
      axes.all = false;
      axes.axes = std::span(&along, 1);
      Ref<Array> out[1];
      const int dtypes[] = {-1};
      reduction->call(inputs, axes, out, dtypes, "test");
      const Values got = download(*out[0]);
      CAPTURE(fold.name, int(first), int(second), rows, columns, along);
      const auto n = std::size_t(along ? columns : rows);
      for (std::size_t i = 0; i < got.size(); ++i) {
        double want = fold.start, all = 0;
        for (std::size_t j = 0; j < n; ++j) {
          const std::size_t at = along ? i * n + j : j * std::size_t(columns) + i;
          want = fold.next(want, a[at], b[at], double(j));
          all += std::fabs(std::log1p(a[at] * a[at]) * b[at]);
        }
        if (fold.whole)
          CHECK(got[i] == want);
        else
          CHECK(std::fabs(got[i] - want) <= (first == KILN_FLOAT64 ? 1e-13 : 1e-5) * (fold.sum ? all + 1 : 1));
      }
    }
}

}  // namespace

TEST_CASE("reductions of functions beside other dtypes", "[reduce]") {
  for (const auto& device : test::devices()) {
    INFO(device);
    auto& context = test::context(device);
    if (!context.properties().has_float64) continue;
    for (std::size_t f = 0; f < std::size(kFolds); ++f)
      for (std::size_t p = 0; p < std::size(kPairs); ++p)
        if (test::many() || p == f % std::size(kPairs))  // compiling takes long
          check(context, kFolds[f], kPairs[p].first, kPairs[p].second);
    // The place of the greatest function, of equal ones the first.
    const auto first_of =
        array::Reduction::create(context,
                                 {"m = -inf; p = 1e9", "m = tanh(a); p = float64(index())",
                                  "t = m_ > m || (m_ == m && p_ < p); m = t ? m_ : m; p = t ? p_ : p", "r = p"},
                                 {}, true, "test");
    const Values a = numbers(3 * 77, 7);
    const auto x = upload(context, KILN_FLOAT32, Dims{3, 77}, a);
    const Array* inputs[] = {x.get()};
    ReduceAxes axes;
    axes.all = false;
    const std::int64_t along[] = {1};
    axes.axes = along;
    Ref<Array> out[1];
    const int dtypes[] = {-1};
    first_of->call(inputs, axes, out, dtypes, "test");
    const Values got = download(*out[0]);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(got[i] == double(std::max_element(a.begin() + long(i) * 77, a.begin() + long(i + 1) * 77) -
                             (a.begin() + long(i) * 77)));
  }
}
