// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/reduce.h: statistics of two arrays.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

kiln_dtype floating(kiln_dtype d) { return is_float(d) || is_complex(d) ? d : default_float(); }

// The places of each result's elements, and the result's shape, where one axis goes or all (KILN_AXIS_NONE).
struct Groups {
  Shape shape;
  std::vector<std::vector<std::size_t>> places;
};
Groups groups_of(const Shape& shape, std::int64_t axis) {
  if (axis != KILN_AXIS_NONE) {
    Groups out{shape, lines(shape, axis_of(axis, shape.size()))};
    out.shape.erase(out.shape.begin() + std::ptrdiff_t(axis_of(axis, shape.size())));
    return out;
  }
  std::vector<std::size_t> all(size_of(shape));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return {{}, {all}};
}

// The weights of each element of the array.
std::vector<Number> spread(const HostArray& weights, const Shape& shape, std::int64_t axis) {
  std::vector<Number> out;
  each(shape, [&](const Shape& at) {
    const bool along = weights.shape.size() == 1 && shape.size() > 1 && axis != KILN_AXIS_NONE;
    out.push_back(along ? weights.values[std::size_t(at[axis_of(axis, shape.size())])] : element(weights, at));
  });
  return out;
}

Number over(Number sum, Real by) { return {sum.real() / by, sum.imag() / by}; }

Expected averages(const HostArray& array, const HostArray& weights, std::int64_t axis) {
  const auto by = spread(weights, array.shape, axis);
  const auto groups = groups_of(array.shape, axis);
  Expected out{{floating(promote(array.dtype, weights.dtype)), groups.shape, {}}, {}};
  for (const auto& group : groups.places) {
    Number sum = 0;
    Real total = 0, size = 0;
    for (std::size_t i : group) {
      sum += array.values[i] * by[i].real();
      size += magnitude(array.values[i]) * by[i].real();
      total += by[i].real();
    }
    out.array.values.push_back(convert(out.array.dtype, over(sum, total)));
    out.scale.push_back(size / total);
  }
  return out;
}

Expected variances(const HostArray& array, const HostArray& weights, std::int64_t axis, double correction) {
  const auto by = spread(weights, array.shape, axis);
  const auto groups = groups_of(array.shape, axis);
  Expected out{{floating(promote(array.dtype, weights.dtype)), groups.shape, {}}, {}};
  for (const auto& group : groups.places) {
    Real sum = 0, total = 0, squares = 0;
    for (std::size_t i : group) {
      sum += array.values[i].real() * by[i].real();
      total += by[i].real();
    }
    for (std::size_t i : group) {
      const Real apart = array.values[i].real() - sum / total;
      squares += by[i].real() * apart * apart;
    }
    const Real divisor = std::max(total - Real(correction), Real(0));
    out.array.values.push_back(convert(out.array.dtype, squares / divisor));
  }
  return out;
}

// Weights from 1 to 5: with the array's dtype, so that nothing is rounded twice.
HostArray some_weights(Random& random, kiln_dtype d, const Shape& shape) {
  HostArray out = within(random, is_complex(d) ? real_dtype(d) : d, shape, 1, 5);
  for (Number& value : out.values) value = is_bool(out.dtype) ? 1 : std::floor(value.real());
  return out;
}

std::vector<Sample> weighted_samples(Random& random, kiln_dtype d, bool variance) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& weights, std::int64_t axis,
                       double correction) {
    const Axes axes = axis == KILN_AXIS_NONE ? Axes() : Axes(axis);
    out.push_back(sample(
        std::move(text), {ordinary(random, d, shape), some_weights(random, d, weights)},
        [=](const Context&, Given in, const GpuArray& to) {
          return variance ? kiln::weighted_var(in[0], in[1], axes, false, correction, KILN_DTYPE_AUTO, to)
                          : kiln::average(in[0], in[1], axes, false, KILN_DTYPE_AUTO, to);
        },
        [=](const Inputs& in) {
          return variance ? variances(in[0], in[1], axis, correction) : averages(in[0], in[1], axis);
        }));
  };
  add("(40, 70) by as many, all axes", {40, 70}, {40, 70}, KILN_AXIS_NONE, 0);
  add("(5, 33, 7) by 33 along axis 1", {5, 33, 7}, {33}, 1, 1);
  add("(7, 7) by 7 along axis 0", {7, 7}, {7}, 0, 0);
  add("(6, 50) by (6, 1), last axis", {6, 50}, {6, 1}, -1, 2);
  add("0-d", {}, {}, KILN_AXIS_NONE, 0);
  add("no elements", {3, 0}, {0}, 1, 0);
  return out;
}

std::vector<ErrorSample> weighted_errors(bool variance) {
  const auto run = [=](const GpuArray& array, const GpuArray& weights, const Axes& axes, const GpuArray& to) {
    variance ? kiln::weighted_var(array, weights, axes, false, 0, KILN_DTYPE_AUTO, to)
             : kiln::average(array, weights, axes, false, KILN_DTYPE_AUTO, to);
  };
  std::vector<ErrorSample> errors{{"weights of more than the array", KILN_SHAPE_ERROR, "(2, 3)",
                                   [=](const Context& context) {
                                     run(zeros(context, {3}), zeros(context, {2, 3}), {}, {});
                                   }},
                                  {"axis out of range", KILN_INDEX_ERROR, "axis",
                                   [=](const Context& context) {
                                     run(zeros(context, {2, 3}), zeros(context, {3}), 2, {});
                                   }},
                                  {"integer dtype", KILN_TYPE_ERROR, "got dtype int32", [=](const Context& context) {
                                     const auto a = zeros(context, {3});
                                     variance ? kiln::weighted_var(a, a, {}, false, 0, KILN_INT32)
                                              : kiln::average(a, a, {}, false, KILN_INT32);
                                   }}};
  if (variance)
    errors.push_back({"complex", KILN_TYPE_ERROR, "real", [=](const Context& context) {
                        run(zeros(context, {3}, KILN_COMPLEX64), zeros(context, {3}), {}, {});
                      }});
  add_destination_errors(errors, {4}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
    run(zeros(context, {4, 3}), zeros(context, {3}), -1, to);
  });
  return errors;
}

// Variables as lists of observations.
std::vector<std::vector<Number>> variables(const HostArray& array) {
  const std::size_t n = array.shape.empty() ? 1 : std::size_t(array.shape.back());
  const std::size_t count = array.shape.size() == 2 ? std::size_t(array.shape[0]) : 1;
  std::vector<std::vector<Number>> out(count);
  for (std::size_t i = 0; i < array.values.size(); ++i) out[i / n].push_back(array.values[i]);
  return out;
}

Expected covariances(const Inputs& in, double correction, bool coefficients) {
  auto all = variables(in[0]);
  if (in.size() > 1)
    for (auto& variable : variables(in[1])) all.push_back(std::move(variable));
  kiln_dtype dtype = in[0].dtype;
  if (in.size() > 1) dtype = promote(dtype, in[1].dtype);
  for (auto& variable : all) {
    Number sum = 0;
    for (Number x : variable) sum += x;
    const Number mean = over(sum, Real(variable.size()));
    for (Number& x : variable) x -= mean;
  }
  const auto count = std::int64_t(all.size());
  const auto squares = [](const std::vector<Number>& x) {
    Real sum = 0;
    for (Number value : x) sum += std::norm(value);
    return sum;
  };
  Expected out{{floating(dtype), count == 1 ? Shape{} : Shape{count, count}, {}}, {}};
  for (const auto& x : all)
    for (const auto& y : all) {
      Number sum = 0;
      for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * std::conj(y[i]);
      // Errors are of the size that Cauchy and Schwarz allow.
      const Real most = std::sqrt(squares(x)) * std::sqrt(squares(y));
      const Real by = coefficients ? most : std::max(Real(x.size()) - Real(correction), Real(0));
      out.array.values.push_back(convert(out.array.dtype, over(sum, by)));
      out.scale.push_back(most / by);
    }
  return out;
}

std::vector<Sample> covariance_samples(Random& random, kiln_dtype d, bool coefficients) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, Inputs inputs, double correction) {
    out.push_back(sample(
        std::move(text), std::move(inputs),
        [=](const Context&, Given in, const GpuArray& to) {
          const GpuArray other = in.size() > 1 ? in[1] : GpuArray();
          return coefficients ? kiln::corrcoef(in[0], other, to) : kiln::cov(in[0], other, correction, to);
        },
        [=](const Inputs& in) { return covariances(in, correction, coefficients); }));
  };
  add("(7, 90)", {ordinary(random, d, {7, 90})}, 1);
  add("(3, 40) and (2, 40)", {ordinary(random, d, {3, 40}), ordinary(random, d, {2, 40})}, 0);
  add("30 and 30", {ordinary(random, d, {30}), ordinary(random, d, {30})}, 1);
  add("one variable", {ordinary(random, d, {50})}, 1);
  return out;
}

}  // namespace

void add_statistics(std::vector<Operation>& table) {
  for (const bool variance : {false, true}) {
    Operation operation = row(variance ? "weighted_var" : "average", "reduction",
                              {variance ? "kiln_array_weighted_var" : "kiln_array_average"},
                              variance ? real_dtypes() : all_dtypes(), Gradient::exists);
    operation.tolerance = variance ? Tolerance{2, 2, 40, 40, 0} : Tolerance{2, 2, 8, 8, 8};
    operation.samples = [=](Random& random, kiln_dtype d) { return weighted_samples(random, d, variance); };
    operation.errors = [=] { return weighted_errors(variance); };
    time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto array = random_elements(context, d, matrix_of(size)),
                 weights = random_elements(context, real_dtype(d), matrix_of(size));
      return std::vector<Timing>{
          {"all", [=] { variance ? kiln::weighted_var(array, weights) : kiln::average(array, weights); },
           bytes_of(array) + bytes_of(weights)}};
    });
    table.push_back(std::move(operation));
  }

  for (const bool coefficients : {false, true}) {
    Operation operation =
        row(coefficients ? "corrcoef" : "cov", "reduction", {coefficients ? "kiln_array_corrcoef" : "kiln_array_cov"},
            all_dtypes(), Gradient::exists);
    operation.tolerance = {2, 2, 20, 20, 20};
    operation.samples = [=](Random& random, kiln_dtype d) { return covariance_samples(random, d, coefficients); };
    const auto run = [=](const GpuArray& array, const GpuArray& other, const GpuArray& to) {
      coefficients ? kiln::corrcoef(array, other, to) : kiln::cov(array, other, 1, to);
    };
    operation.errors = [=] {
      std::vector<ErrorSample> errors{
          {"three axes", KILN_SHAPE_ERROR, "at most 2 axes",
           [=](const Context& context) {
             run(zeros(context, {2, 3, 4}), {}, {});
           }},
          {"other observations", KILN_SHAPE_ERROR, "4 observations, expected 3", [=](const Context& context) {
             run(zeros(context, {2, 3}), zeros(context, {2, 4}), {});
           }}};
      add_destination_errors(errors, {2, 2}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
        run(zeros(context, {2, 3}), {}, to);
      });
      return errors;
    };
    time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto array = random_elements(context, d, {64, std::max<std::int64_t>(size / 64, 2)});
      return std::vector<Timing>{{"64 variables", [=] { run(array, {}, {}); }, bytes_of(array)}};
    });
    table.push_back(std::move(operation));
  }
}

}  // namespace kiln::operations
