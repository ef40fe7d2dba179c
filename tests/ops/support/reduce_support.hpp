// SPDX-License-Identifier: Apache-2.0
// What the tests of reductions share: elements as doubles, and plain loops over them on the host.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "array/fold/reduce.hpp"
#include "kiln/reduce.h"
#include "order_support.hpp"

namespace kiln::test::reduction {

using array::ReduceAxes;

inline bool better(double a, double b, bool max) { return max ? a > b : a < b; }

// One output from its elements in C order.
inline double expected(int op, const Values& v) {
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
inline std::vector<Values> groups(const Dims& shape, const Values& values, const std::vector<std::int64_t>& axes) {
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

inline bool near(double got, double want, double scale, DType dtype) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  if (std::isinf(want)) return got == want;
  const double step = dtype == KILN_FLOAT64    ? 0x1p-46
                      : dtype == KILN_FLOAT16  ? 0x1p-10
                      : dtype == KILN_BFLOAT16 ? 0x1p-7
                      : dtype == KILN_FLOAT32  ? 0x1p-18
                                               : 0;
  return std::abs(got - want) <= step * std::max({std::abs(want), scale, 1e-3});
}

inline void check(runtime::Context& context, int op, DType dtype, const Dims& shape, const Values& values,
                  const Array& array, const std::vector<std::int64_t>& axes, bool keepdims) {
  ReduceAxes which;
  which.all = false;
  which.axes = axes;
  which.keepdims = keepdims;
  const auto result = array::reduce(array, op, which, KILN_DTYPE_AUTO, 0, nullptr, "test");
  const auto parts = groups(shape, values, axes);
  const Values got = download(*result);
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
                 << axes.size() << " on " << context.device() << ": output " << i << " of " << parts.size() << " is "
                 << got[i] << ", want " << want);
    }
  }
}

}  // namespace kiln::test::reduction
