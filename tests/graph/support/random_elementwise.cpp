// SPDX-License-Identifier: Apache-2.0
// Random elementwise operations, each with what is known of its elements.
#include <cmath>

#include "random_graph.hpp"

namespace kiln::test {

void RandomGraph::grow() {
  switch (below(20)) {
    case 16:
    case 0:
    case 1:
      return one();
    case 2:
    case 3:
    case 4:
    case 17:
    case 18:
      return two();
    case 5:
      return neutral();
    case 6:
      return stable();
    case 7:
    case 8:
      return reduction();
    case 9:
      return product();
    case 10:
    case 11:
      return shape();
    case 12:
      return part();
    case 13:
      return joined();
    case 14:
      return gathered();
    case 19:
      return image();
    default:
      return other();
  }
}

void RandomGraph::one() {
  const RandomValue* x = number();
  if (!x) return;
  const Range r = x->range;
  const double b = r.bound, u = unit(x->dtype() == KILN_FLOAT64 ? KILN_FLOAT64 : KILN_FLOAT32);
  const auto inexact = [&](const char* text, double bound, double slope, double own) {
    written(text, {x}, {bound, 0, false, slope * r.error + own * u});
  };
  const bool floats = base::is_float(x->dtype());
  switch (below(16)) {
    case 0:
      return void(written("-a", {x}, r));
    case 1:
      return void(written("abs(a)", {x}, r));
    case 2:
      return inexact("tanh(a)", 1, 1, 4);
    case 3:
      return void(by_name("sigmoid", {x}, {1, 0, false, r.error + 4 * u}));
    case 4:
      if (b <= 4 && floats) inexact("exp(a)", std::exp(b), std::exp(b), 4 * std::exp(b));
      return;
    case 5:
      if (b <= 100) inexact("log(1 + a*a)", 1 + std::log(1 + b * b), 1, 16);
      return;
    case 6:
      if (b <= 100) inexact("sqrt(1 + a*a)", 1 + b, 1, 4 * (1 + b));
      return;
    case 7:
      if (b <= 100) inexact("a / (1.0 + a*a)", 1, 1, 8);
      return;
    case 8:
      return void(written(chance(2) ? "a*a" : "a**2", {x}, {b * b, 2 * r.bits, r.exact, 2 * b * r.error}));
    case 9:
      return void(written("clamp(a, -1, 1)", {x}, {std::min(b, 1.0), r.bits, r.exact, r.error}));
    case 10:
      if (r.exact && floats) written("floor(a)", {x}, {b + 1, 0, true, 0});
      return;
    case 11:
      if (r.exact) written("sign(a)", {x}, {1, 0, true, 0});
      return;
    case 12:
      return void(written("a*0.5 + 1", {x}, {b / 2 + 1, r.bits + 1, r.exact, r.error}));
    case 13:
      return void(written("2 - a", {x}, {b + 2, r.bits, r.exact, r.error}));
    case 14:
      if (!floats && r.exact) written(chance(2) ? "floor_mod(a, 3)" : "floor_divide(a, 3)", {x}, {b + 3, 0, true, 0});
      return;
    default:
      return inexact("sin(a)", 1, 1, 4 + b);
  }
}

void RandomGraph::two() {
  const RandomValue *x = number(), *y = number(), *c = condition();
  if (!x || !y) return;
  const Range r = x->range, q = y->range;
  const int bits = std::max(r.bits, q.bits);
  const bool exact = r.exact && q.exact;
  const double larger = std::max(r.bound, q.bound), sum = r.bound + q.bound, errors = r.error + q.error;
  switch (below(11)) {
    case 0:
      return void(written("a + b", {x, y}, {sum, bits, exact, errors}));
    case 1:
      return void(written("a - b", {x, y}, {sum, bits, exact, errors}));
    case 2:
    case 3:
      return void(
          written("a * b", {x, y}, {r.bound * q.bound, r.bits + q.bits, exact, r.bound * q.error + q.bound * r.error}));
    case 4:
      return void(written(chance(2) ? "max(a, b)" : "min(a, b)", {x, y}, {larger, bits, exact, errors}));
    case 5:
      if (!base::is_float(x->dtype()) || q.bound > 100) return;
      return void(written("a / (2.0 + b*b)", {x, y},
                          {r.bound, 0, false, r.error + r.bound * q.error + 8 * r.bound * unit(x->dtype())}));
    case 6:
      if (!exact) return;
      return void(written(chance(2) ? "a < b" : chance(2) ? "a == b" : "a >= b", {x, y}, {1, 0, true, 0}));
    case 7:
      if (!c) return;
      return void(written("where(c, a, b)", {x, y, c}, {larger, bits, exact, errors}));
    case 8:
      if (const RandomValue* d = condition(); d && c)
        written(chance(2) ? "a && b" : chance(2) ? "a || !b" : "a != b", {c, d}, {1, 0, true, 0});
      return;
    case 9:
      // A chain over one value.
      return void(written("(a - b) * (a + b)", {x, y}, {sum * sum, 2 * bits, exact, 2 * sum * errors}));
    default:
      return convert();
  }
}

void RandomGraph::convert() {
  const RandomValue* x = any_value();
  if (!x) return;
  const DType dtypes[] = {KILN_FLOAT32, real_, KILN_INT32, KILN_INT64, KILN_BOOL};
  Attributes a;
  a.dtype = dtypes[below(5)];
  if (a.dtype == KILN_FLOAT64 && !wide_) return;
  Range r = x->range;
  if (!r.exact && !base::is_float(DType(a.dtype))) return;
  if (a.dtype == KILN_BOOL) r = {1, 0, true, 0};
  by_name("cast", {x}, r, a);
}

void RandomGraph::neutral() {
  const char* const texts[] = {"a*1", "a + 0", "0 + a", "a - 0", "1*a",         "-(-a)",
                               "a/1", "a**1",  "a*0",   "(a)",   "a + (1 - 1)", "2*(3*a) - 5*a"};
  const RandomValue* x = number();
  if (!x) return;
  const std::size_t which = std::size_t(below(12));
  Range r = x->range;
  if (which == 11) r = {11 * r.bound, r.bits, r.exact, 11 * r.error};
  written(texts[which], {x}, r);
}

void RandomGraph::stable() {
  const RandomValue* x = real();
  if (!x || x->range.bound > 4) return;
  const double e = x->range.error, u = unit(x->dtype());
  const Range r{60, 0, false, 60 * (e + 8 * u)};
  const char* const texts[] = {"1 / (1 + exp(-a))",      "exp(a) / (1 + exp(a))",
                               "log(1 / (1 + exp(-a)))", "log(1 - 1/(1 + exp(-a)))",
                               "log(1 + exp(a))",        "exp(a) - 1",
                               "log(1 + a*a)",           "log1p(exp(a))",
                               "1 - 1/(1 + exp(-a))",    "1 / (1 + exp(a))"};
  const std::int64_t which = below(14);
  if (which < 10) return void(written(texts[which], {x}, r));
  if (x->ndim() == 0 || least_extent(*x, x->ndim() - 1) == 0) return;
  const bool logarithm = chance(2), kept = chance(2);
  attempt({x}, r, false, fmt::format("softmax by hand {} {} {}", which, logarithm, kept), [&](const Values& v) {
    const Value power = op("exp", {v[0]});
    Attributes a;
    a.axes = Dims{-1};
    a.keepdims = kept;
    Value sum = op("sum", {power}, a);
    if (which == 10) return op("log", {sum});
    if (which == 11) {
      Attributes last;
      last.axis = -1;
      return op(logarithm ? "log_softmax" : "softmax", {v[0]}, last);
    }
    if (!kept) {
      Attributes order;
      order.axes = Dims{};
      for (std::size_t i = 0; i + 1 < v[0].type().ndim(); ++i) order.axes->push_back(std::int64_t(i));
      order.axes->push_back(-1);
      sum = op("dimshuffle", {sum}, order);
    }
    const Value soft = op("true_divide", {power, sum});
    return logarithm ? op("log", {soft}) : soft;
  });
}

}  // namespace kiln::test
