// SPDX-License-Identifier: Apache-2.0
// Rows of the reductions of kiln/reduce.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "rows.hpp"

namespace kiln::operations {

namespace {

using Values = std::vector<Number>;

enum class Takes { everything, real };
enum class Gives { widened, same, floating, real, boolean, index };

struct Reduction {
  const char* name;
  kiln_reduce_op op;
  Takes takes;
  Gives gives;
  bool empty_ok;
  bool gradient;
  double units;  // at the size of the scale
  // The elements of one output; `scale` receives the size that errors are measured at.
  Number (*reference)(const Values& v, Real& scale);
};

bool nonzero(Number value) { return value != Number(0); }

Number sum(const Values& v, Real& scale) {
  Real re = -0.0L, im = -0.0L;
  for (Number x : v) {
    re += x.real();
    im += x.imag();
    if (std::isfinite(magnitude(x))) scale += magnitude(x);
  }
  return v.empty() ? Number(0) : Number(re, im);
}
Number product(const Values& v, Real&) {
  Number result = 1;
  for (Number x : v)
    result = {result.real() * x.real() - result.imag() * x.imag(), result.real() * x.imag() + result.imag() * x.real()};
  return result;
}
Number wrapping_product(const Values& v, bool natural) {
  std::uint64_t result = 1;
  for (Number x : v) result *= x.real() < 0 ? std::uint64_t(std::int64_t(x.real())) : std::uint64_t(x.real());
  return natural ? Real(result) : Real(std::int64_t(result));
}
template <bool kMax>
std::size_t place(const Values& v) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < v.size(); ++i) {
    const Real a = v[i].real(), b = v[best].real();
    if (!std::isnan(b) && (std::isnan(a) || (kMax ? a > b : a < b))) best = i;
  }
  return best;
}
Number mean(const Values& v, Real& scale) {
  if (v.empty()) return Real(NAN);
  const Number total = sum(v, scale);
  scale /= Real(v.size());
  return {total.real() / Real(v.size()), total.imag() / Real(v.size())};
}
Number variance(const Values& v, Real& scale) {
  if (v.empty()) return Real(NAN);
  const Real middle = mean(v, scale).real();
  Real result = 0;
  for (Number x : v) result += (x.real() - middle) * (x.real() - middle) / Real(v.size());
  scale = 0;
  return result;
}
Number norm(const Values& v, Real&) {
  Real result = 0;
  for (Number x : v) result += x.real() * x.real() + x.imag() * x.imag();
  return std::sqrt(result);
}
Number log_sum_exp(const Values& v, Real& scale) {
  scale = 1;
  if (v.empty()) return -HUGE_VALL;
  const Real top = v[place<true>(v)].real();
  if (!std::isfinite(top)) return top;
  Real result = 0;
  for (Number x : v) result += std::exp(x.real() - top);
  return top + std::log(result);
}
Number count(const Values& v, Real&) { return Real(std::count_if(v.begin(), v.end(), nonzero)); }
Number any(const Values& v, Real&) { return Real(std::any_of(v.begin(), v.end(), nonzero)); }
Number all(const Values& v, Real&) { return Real(std::all_of(v.begin(), v.end(), nonzero)); }

const Reduction kReductions[] = {
    {"sum", KILN_REDUCE_SUM, Takes::everything, Gives::widened, true, true, 4, sum},
    {"prod", KILN_REDUCE_PROD, Takes::everything, Gives::widened, true, true, 400, product},
    {"reduce_max", KILN_REDUCE_MAX, Takes::real, Gives::same, false, true, 0,
     [](const Values& v, Real&) { return v[place<true>(v)]; }},
    {"reduce_min", KILN_REDUCE_MIN, Takes::real, Gives::same, false, true, 0,
     [](const Values& v, Real&) { return v[place<false>(v)]; }},
    {"mean", KILN_REDUCE_MEAN, Takes::everything, Gives::floating, true, true, 4, mean},
    {"var", KILN_REDUCE_VAR, Takes::real, Gives::floating, true, true, 40, variance},
    {"std", KILN_REDUCE_STD, Takes::real, Gives::floating, true, true, 40,
     [](const Values& v, Real& s) { return Number(std::sqrt(variance(v, s).real())); }},
    {"any", KILN_REDUCE_ANY, Takes::everything, Gives::boolean, true, false, 0, any},
    {"all", KILN_REDUCE_ALL, Takes::everything, Gives::boolean, true, false, 0, all},
    {"count_nonzero", KILN_REDUCE_COUNT_NONZERO, Takes::everything, Gives::index, true, false, 0, count},
    {"argmax", KILN_REDUCE_ARGMAX, Takes::real, Gives::index, false, false, 0,
     [](const Values& v, Real&) { return Number(Real(place<true>(v))); }},
    {"argmin", KILN_REDUCE_ARGMIN, Takes::real, Gives::index, false, false, 0,
     [](const Values& v, Real&) { return Number(Real(place<false>(v))); }},
    {"norm", KILN_REDUCE_NORM, Takes::everything, Gives::real, true, true, 16, norm},
    {"logsumexp", KILN_REDUCE_LOGSUMEXP, Takes::real, Gives::floating, true, true, 16, log_sum_exp},
};

kiln_dtype result_dtype(const Reduction& r, kiln_dtype d) {
  const kiln_dtype floating = is_float(d) || is_complex(d) ? d : default_float();
  switch (r.gives) {
    case Gives::widened:
      return is_unsigned(d) ? KILN_UINT64 : is_integer(d) || is_bool(d) ? KILN_INT64 : d;
    case Gives::same:
      return d;
    case Gives::floating:
      return floating;
    case Gives::real:
      return real_dtype(floating);
    case Gives::boolean:
      return KILN_BOOL;
    default:
      return KILN_INT64;
  }
}

Expected reference(const Reduction& r, const HostArray& input, const Shape& list, bool all_axes, bool keepdims) {
  const std::size_t n = input.shape.size();
  std::vector<bool> goes(n, all_axes);
  for (auto axis : list) goes[std::size_t(axis < 0 ? axis + std::int64_t(n) : axis)] = true;
  Expected out{{result_dtype(r, input.dtype), {}, {}}, {}};
  Shape kept(n, 1);
  for (std::size_t i = 0; i < n; ++i) {
    if (!goes[i]) kept[i] = input.shape[i];
    if (!goes[i] || keepdims) out.array.shape.push_back(kept[i]);
  }
  std::vector<Values> groups(size_of(kept));
  for (std::size_t at = 0; at < input.values.size(); ++at) {
    std::size_t rest = at, where = 0, step = 1;
    for (std::size_t i = n; i-- > 0;) {
      const std::size_t here = rest % std::size_t(input.shape[i]);
      rest /= std::size_t(input.shape[i]);
      if (!goes[i]) where += here * step;
      step *= std::size_t(kept[i]);
    }
    groups[where].push_back(input.values[at]);
  }
  for (const Values& group : groups) {
    Real scale = 0;
    const bool wraps = r.op == KILN_REDUCE_PROD && (is_integer(input.dtype) || is_bool(input.dtype));
    const Number value = wraps ? wrapping_product(group, is_unsigned(input.dtype)) : r.reference(group, scale);
    out.array.values.push_back(convert(out.array.dtype, value));
    out.scale.push_back(scale);
  }
  return out;
}

std::vector<Sample> samples(const Reduction& r, Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  // Products stay in range.
  auto elements = [&](const Shape& shape) {
    if (r.op != KILN_REDUCE_PROD || is_integer(d)) return ordinary(random, d, shape);
    return is_complex(d) ? within(random, d, shape, 0.63L, 0.78L) : within(random, d, shape, 0.9L, 1.1L);
  };
  auto add = [&](std::string text, HostArray input, const Shape& list, bool all_axes, bool keepdims) {
    Sample sample;
    const Axes axes = all_axes ? Axes() : Axes(list);
    sample.text = std::move(text);
    sample.run = [&r, axes, keepdims](const Context&, std::span<const GpuArray> in, std::span<const GpuArray> result) {
      return Arrays{in[0].reduce(r.op, axes, keepdims, KILN_DTYPE_AUTO, 0, result.empty() ? GpuArray() : result[0])};
    };
    sample.expected = [&r, input, list, all_axes, keepdims] {
      return std::vector<Expected>{reference(r, input, list, all_axes, keepdims)};
    };
    sample.inputs.push_back(std::move(input));
    out.push_back(std::move(sample));
  };
  add("(5, 33, 7), all axes", elements({5, 33, 7}), {}, true, false);
  add("(5, 33, 7), axis 1", elements({5, 33, 7}), {1}, false, false);
  add("(40, 70), last axis, keepdims", elements({40, 70}), {-1}, false, true);
  add("(5, 33, 7), axes 0 and 2", elements({5, 33, 7}), {0, 2}, false, false);
  const bool sums = r.op == KILN_REDUCE_SUM || r.op == KILN_REDUCE_MEAN;
  if (r.op == KILN_REDUCE_MAX || r.op == KILN_REDUCE_ARGMIN || (sums && is_float(d)))
    add("special values", special(d), {}, true, false);
  add("0-d", elements({}), {}, true, false);
  add("no axes", elements({3, 4}), {}, false, false);
  if (r.empty_ok) add("no elements", elements({3, 0}), {1}, false, false);
  add("no outputs", elements({0, 3}), {1}, false, false);
  return out;
}

}  // namespace

Expected reduction_reference(kiln_reduce_op op, const HostArray& line) {
  for (const Reduction& r : kReductions)
    if (r.op == op) return reference(r, line, {}, true, false);
  return {};
}

void add_reductions(std::vector<Operation>& table) {
  for (const Reduction& r : kReductions) {
    Operation operation;
    operation.name = r.name;
    operation.group = "reduction";
    operation.functions = {"kiln_array_reduce"};
    operation.dtypes = r.takes == Takes::real ? real_dtypes() : all_dtypes();
    operation.gradient = r.gradient ? Gradient::exists : Gradient::none;
    operation.tolerance = {r.units > 0 ? 2.0 : 0.0, r.units > 0 ? 2.0 : 0.0, r.units, r.units, r.units};
    operation.samples = [&r](Random& random, kiln_dtype d) { return samples(r, random, d); };
    operation.errors = [&r] {
      auto reduce = [&r](const Shape& shape, const Axes& axes, kiln_dtype d) {
        return [&r, shape, axes, d](const Context& context) { GpuArray::zeros(context, shape, d).reduce(r.op, axes); };
      };
      std::vector<ErrorSample> errors{
          {"axis out of range", KILN_INDEX_ERROR, "axis", reduce({2, 3}, 2, KILN_FLOAT32)},
          {"axis named twice", KILN_INDEX_ERROR, "twice", reduce({2, 3}, {1, -1}, KILN_FLOAT32)}};
      if (!r.empty_ok)
        errors.push_back({"no elements", KILN_SHAPE_ERROR, "no elements", reduce({3, 0}, 1, KILN_FLOAT32)});
      if (r.takes == Takes::real)
        errors.push_back({"complex", KILN_TYPE_ERROR, "real", reduce({3}, 0, KILN_COMPLEX64)});
      return errors;
    };
    time(operation, [&r](const Context& context, kiln_dtype d, std::int64_t size) {
      const Shape shape = matrix_of(size);
      const auto input = GpuArray::full(context, shape, 1.0, d);
      std::vector<Timing> timings;
      auto add = [&](const char* text, const Axes& axes, const Shape& result) {
        const auto out = GpuArray::empty(context, result, result_dtype(r, d));
        timings.push_back({text, [&r, input, out, axes] { input.reduce(r.op, axes, false, KILN_DTYPE_AUTO, 0, out); },
                           double(input.size() * kiln_dtype_size(d) + out.size() * kiln_dtype_size(out.dtype()))});
      };
      add("all", {}, {});
      add("axis 0", 0, {shape[1]});
      add("axis 1", 1, {shape[0]});
      return timings;
    });
    table.push_back(std::move(operation));
  }
}

}  // namespace kiln::operations
