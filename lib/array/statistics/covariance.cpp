// SPDX-License-Identifier: Apache-2.0
// Covariance matrices, as matrix products of deviations from means.
#include <algorithm>
#include <cmath>

#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/elementwise/parts.hpp"
#include "array/fold/builtin_reduction.hpp"
#include "array/launch/destination.hpp"
#include "array/product/product.hpp"
#include "array/statistics/covariance_few.hpp"
#include "array/statistics/statistics.hpp"

namespace kiln::array {

namespace {

// The layout of an array as rows of observations. A 1-d or 0-d array is one variable.
Layout variables(const Array& array, const char* operation) {
  Layout rows = array.layout();
  if (rows.ndim() > 2)
    fail(KILN_SHAPE_ERROR, "{}: an array has shape {}, expected variables and observations: at most 2 axes", operation,
         layout::shape_text(rows.shape));
  while (rows.ndim() < 2) rows.insert_axis(0);
  return rows;
}

// Writes the deviation of each observation from its variable's mean. The first observation is subtracted from all
// others before the mean is taken: digits that all have in common are gone before anything is rounded.
void write_deviations(Array& to, const Layout& to_rows, const Array& from, const Layout& rows, const char* operation) {
  runtime::Context& context = from.context();
  if (rows.size() == 0) return;
  const Array all(from.buffer_ref(), from.dtype(), rows, false),
      first(from.buffer_ref(), from.dtype(), part(rows, 1, 0, 1), false),
      deviations(to.buffer_ref(), to.dtype(), to_rows, true);
  const auto mean = builtin_reduction(context, kShiftedMean, KILN_FLOAT32, 0, {"a", "p"}, operation, [] {
    return ReduceTexts{"s = 0", "s = a - p", "s = s + s_", "r = s / n"};
  });
  static constexpr std::int64_t kLast[] = {-1};
  const ReduceAxes axes{.all = false, .axes = kLast, .keepdims = true};
  const Array* inputs[] = {&all, &first};
  Ref<Array> means[1];
  const int dtypes[] = {int(to.dtype())};
  mean->call(inputs, axes, means, dtypes, operation);
  builtin_expression(context, "r = (a - p) - m", "r, a, p, m").call({deviations, all, first, *means[0]}, operation);
}

// Divides each row of deviations by the greatest magnitude in it, so that no square overflows or vanishes. A row
// of zeros becomes NaN.
void scale_rows(const Array& deviations, const char* operation) {
  if (deviations.size() == 0) return;
  const DType real = base::real_dtype(deviations.dtype());
  const auto greatest = builtin_reduction(deviations.context(), kMagnitude, real, 0, {"a"}, operation, [] {
    return ReduceTexts{"s = 0", "s = abs(a)", "s = max(s, s_)", "r = s"};
  });
  static constexpr std::int64_t kLast[] = {-1};
  const ReduceAxes axes{.all = false, .axes = kLast, .keepdims = true};
  const Array* inputs[] = {&deviations};
  Ref<Array> magnitudes[1];
  const int dtypes[] = {int(real)};
  greatest->call(inputs, axes, magnitudes, dtypes, operation);
  builtin_expression(deviations.context(), "r = a / m", "r, a, m")
      .call({deviations, deviations, *magnitudes[0]}, operation);
}

Observed observe(const Array& array, const Array* other, const char* operation) {
  Observed observed{{&array, other}, {}, 0, 0, array.dtype(), array.dtype()};
  for (std::size_t i = 0; i < (other ? 2u : 1u); ++i) {
    const Array& each = *observed.arrays[i];
    Layout& rows = observed.rows[i];
    check_operand(array.context(), each, operation);
    rows = variables(each, operation);
    if (rows.shape[1] != observed.rows[0].shape[1])
      fail(KILN_SHAPE_ERROR, "{}: the other array has {} observations, expected {} as the first has", operation,
           rows.shape[1], observed.rows[0].shape[1]);
    observed.result = base::promote(observed.result, each.dtype());
    observed.variables += rows.shape[0];
  }
  observed.result = floating_of(observed.result);
  observed.observations = observed.rows[0].shape[1];
  observed.computed = base::compute_dtype(observed.result);
  check_dtype(array.context(), observed.computed, operation);
  return observed;
}

// Computes, for each variable, the two numbers with which a kernel turns observations into deviations as it reads
// them. It subtracts the first number: the mean of the differences from the first observation. It multiplies by
// the second: a power of two with which no square overflows or vanishes, or 1 if not `scaled`.
void write_shifts(Array& means, Array& scales, const Array& from, const Layout& rows, bool scaled,
                  const char* operation) {
  const Array all(from.buffer_ref(), from.dtype(), rows, false),
      first(from.buffer_ref(), from.dtype(), part(rows, 1, 0, 1), false);
  static constexpr std::int64_t kLast[] = {-1};
  const ReduceAxes axes{.all = false, .axes = kLast, .keepdims = true};
  const Array* inputs[] = {&all, &first};
  Ref<Array> outputs[] = {Ref<Array>(&means), Ref<Array>(&scales)};
  const int dtypes[] = {int(means.dtype()), int(scales.dtype())};
  runtime::Context& context = from.context();
  const DType computed = means.dtype();
  if (scaled) {
    // One of the differences, the first, is 0. So 0 may be the identity of both the least and the greatest one.
    const auto reduction = builtin_reduction(context, kShiftedMeanAndScale, computed, 0, {"a", "p"}, operation, [&] {
      return ReduceTexts{"s = 0; u = 0; v = 0", "s = a - p; u = s; v = s", "s = s + s_; u = min(u, u_); v = max(v, v_)",
                         fmt::format("m = s / n; f = exp2(min(max(-floor(log2(max(v - m, m - u))), {0}), {1}))",
                                     computed == KILN_FLOAT64 ? -1022 : -126, computed == KILN_FLOAT64 ? 1022 : 126)};
    });
    reduction->call(inputs, axes, outputs, dtypes, operation);
  } else {
    const auto reduction = builtin_reduction(context, kShiftedMean, KILN_FLOAT32, 0, {"a", "p"}, operation, [] {
      return ReduceTexts{"s = 0", "s = a - p", "s = s + s_", "r = s / n"};
    });
    reduction->call(inputs, axes, std::span(outputs, 1), std::span(dtypes, 1), operation);
    fill(scales, Scalar::integer(KILN_INT64, 1), operation);
  }
}

// The products of deviations, by kernels that compute the deviations as they read the observations. Returns null
// if there is no such kernel for these variables.
Ref<Array> products_as_read(const Observed& observed, bool scaled, const char* operation) {
  runtime::Context& context = observed.arrays[0]->context();
  const DType computed = observed.computed;
  if (base::is_complex(computed) || observed.variables == 0 || observed.observations == 0) return {};
  const auto item = std::int64_t(base::dtype_size(computed));
  const std::int64_t count = observed.variables;
  const std::size_t arrays = observed.arrays[1] ? 2 : 1;
  Ref<Array> sources[2];
  Layout rows[2];
  std::int64_t starts[2] = {0, observed.rows[0].shape[0]};
  for (std::size_t i = 0; i < arrays; ++i) {
    const Array& array = *observed.arrays[i];
    if (observed.rows[i].size() == 0) return {};
    // float16 and bfloat16 need no converted copy: kernels convert them to float32 as they read.
    const bool direct = base::compute_dtype(array.dtype()) == computed &&
                        array.dtype() == observed.arrays[0]->dtype() &&
                        (arrays == 1 || array.dtype() == observed.arrays[1]->dtype());
    sources[i] = direct ? itself(array) : astype(array, computed, operation);
    rows[i] = direct ? observed.rows[i] : variables(*sources[i], operation);
  }
  const auto shifts = empty(context, computed, Dims{2, count}, operation);
  const auto products = empty(context, computed, Dims{count, count}, operation);
  const auto shifts_of = [&](std::size_t i, std::int64_t which) {
    const std::int64_t offset = shifts->layout().offset + (which * count + starts[i]) * item;
    return Array(shifts->buffer_ref(), computed, {Dims{rows[i].shape[0], 1}, Dims{item, 0}, offset}, true);
  };
  const auto gemm_of = [&](std::size_t i, std::size_t j) {
    const auto stored = std::int64_t(sources[i]->itemsize());
    const auto steps = [&](std::size_t which, std::size_t axis) {
      return rows[which].shape[axis] > 1 ? rows[which].strides[axis] / stored : 0;
    };
    const auto memory = [&](std::size_t which) {
      return std::int64_t(sources[which]->buffer().offset()) + rows[which].offset;
    };
    const std::int64_t corner = (starts[i] * count + starts[j]) * item;
    return Gemm{&context,
                sources[i]->dtype(),
                rows[i].shape[0],
                rows[j].shape[0],
                observed.observations,
                1,
                1,
                {&sources[i]->buffer(), memory(i), steps(i, 0), steps(i, 1), 0, 0, false},
                {&sources[j]->buffer(), memory(j), steps(j, 1), steps(j, 0), 0, 0, false},
                {&products->buffer(), products->memory_offset() + corner, count, 1, 0, 0, false},
                Scalar::complex(KILN_COMPLEX128, 1),
                Scalar::complex(KILN_COMPLEX128, 0)};
  };
  for (std::size_t i = 0; i < arrays; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (!takes_deviations(gemm_of(i, j), i == j)) return {};
  for (std::size_t i = 0; i < arrays; ++i) {
    Array means = shifts_of(i, 0), scales = shifts_of(i, 1);
    write_shifts(means, scales, *sources[i], rows[i], scaled, operation);
  }
  for (std::size_t i = 0; i < arrays; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const std::int64_t start = shifts->memory_offset();
      deviation_gemm(gemm_of(i, j), {&shifts->buffer(), start + starts[i] * item, start + starts[j] * item, count},
                     operation);
      if (i == j) continue;
      const auto block = [&](std::size_t row, std::size_t column) {
        return Array(products->buffer_ref(), computed,
                     part(part(products->layout(), 0, starts[row], rows[row].shape[0]), 1, starts[column],
                          rows[column].shape[0]),
                     true);
      };
      const Array below = block(i, j);
      Array above = block(j, i);
      Layout turned = below.layout();
      std::swap(turned.shape[0], turned.shape[1]);
      std::swap(turned.strides[0], turned.strides[1]);
      elementwise_assign(above, Array(below.buffer_ref(), computed, turned, false), operation);
    }
  return products;
}

// The matrix of the sums of products of deviations, of shape (variables, variables). It is Hermitian.
Ref<Array> deviation_products(const Observed& observed, bool scaled, const char* operation) {
  runtime::Context& context = observed.arrays[0]->context();
  if (auto products = products_as_read(observed, scaled, operation)) return products;
  const DType computed = observed.computed;
  const std::int64_t count = observed.variables;
  const auto deviations = empty(context, computed, Dims{count, observed.observations}, operation);
  std::int64_t start = 0;
  for (std::size_t i = 0; i < (observed.arrays[1] ? 2u : 1u); ++i) {
    const Array& array = *observed.arrays[i];
    const Layout& rows = observed.rows[i];
    const Layout to = part(deviations->layout(), 0, start, rows.shape[0]);
    start += rows.shape[0];
    if (base::compute_dtype(array.dtype()) == computed) {
      write_deviations(*deviations, to, array, rows, operation);
    } else {
      const auto converted = astype(array, computed, operation);
      write_deviations(*deviations, to, *converted, variables(*converted, operation), operation);
    }
  }
  if (scaled) scale_rows(*deviations, operation);
  auto products = empty(context, computed, Dims{count, count}, operation);
  Layout turned = deviations->layout();
  std::swap(turned.shape[0], turned.shape[1]);
  std::swap(turned.strides[0], turned.strides[1]);
  product({deviations.get(), deviations->layout()}, {deviations.get(), turned, true}, *products, products->layout(),
          Scalar::complex(KILN_COMPLEX128, 1), Scalar::complex(KILN_COMPLEX128, 0), operation);
  if (base::is_complex(computed) && count > 0) {
    // The diagonal has sums of squared magnitudes, which are real. Rounding with fma may leave small imaginary
    // parts there; they are set to 0.
    const auto itemsize = std::int64_t(base::dtype_size(computed));
    Array imaginary(products->buffer_ref(), base::real_dtype(computed),
                    {Dims{count}, Dims{(count + 1) * itemsize}, products->layout().offset + itemsize / 2}, true);
    fill(imaginary, Scalar::integer(KILN_INT64, 0), operation);
  }
  return products;
}

// The shape of the result. A single variable gives a 0-d array, as in NumPy.
Dims matrix_shape(const Array& array, const Array* other, const char* operation) {
  std::int64_t count = variables(array, operation).shape[0];
  if (other) count += variables(*other, operation).shape[0];
  return count == 1 ? Dims{} : Dims{count, count};
}

}  // namespace

Ref<Array> covariance(const Array& array, const Array* other, double correction, Array* into, const char* operation,
                      const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  if (!std::isfinite(correction))
    fail(KILN_INVALID_ARGUMENT, "{}: got correction {}, expected a finite number", operation, correction);
  const Dims shape = matrix_shape(array, other, operation);
  check_destination(context, into, shape, operation);
  const Observed observed = observe(array, other, operation);
  const std::int64_t n = observed.observations;
  const double divisor = n > 0 ? std::max(double(n) - correction, 0.0) : 0.0;
  if (auto few = few_covariances(observed, divisor, false, shape, into, operation, traits)) return few;
  const auto products = deviation_products(observed, false, operation);
  const DType computed = observed.computed;
  // The real and imaginary parts are divided as separate real numbers: a division by 0 then gives an infinity for each.
  const std::int64_t parts = products->size() * (base::is_complex(computed) ? 2 : 1);
  const DType real = base::real_dtype(computed);
  const Array flat(products->buffer_ref(), real,
                   {Dims{parts}, Dims{std::int64_t(base::dtype_size(real))}, products->layout().offset}, true);
  const Scalar by = Scalar::real(KILN_FLOAT64, divisor).cast(real);
  if (parts > 0) builtin_expression(context, "r = a / d", "r, a, d").call({flat, flat, by}, operation);
  const auto matrix = reshape(*products, shape, KILN_COPY_NEVER, operation);
  if (into || computed == observed.result) return deliver(matrix, into, operation);
  return astype(*matrix, observed.result, operation);
}

Ref<Array> correlation(const Array& array, const Array* other, Array* into, const char* operation,
                       const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  const Dims shape = matrix_shape(array, other, operation);
  check_destination(context, into, shape, operation);
  const Observed observed = observe(array, other, operation);
  if (auto few = few_covariances(observed, 1, true, shape, into, operation, traits)) return few;
  const auto products = deviation_products(observed, true, operation);
  const Array& c = *products;
  const std::int64_t count = c.shape()[0];
  const auto out = target(context, into, true, observed.result, shape, operation);
  if (count == 0) return out;
  const bool complex = base::is_complex(c.dtype());
  // The sums of squares lie on the diagonal. These views give them as a column and as a row, to divide the matrix by.
  const std::int64_t step = (count + 1) * std::int64_t(c.itemsize());
  const DType real = base::real_dtype(c.dtype());
  const Array column(c.buffer_ref(), real, {Dims{count, 1}, Dims{step, 0}, c.layout().offset}, false),
      row(c.buffer_ref(), real, {Dims{1, count}, Dims{0, step}, c.layout().offset}, false);
  Layout square = out->layout();
  if (shape.empty()) square = {Dims{1, 1}, Dims{0, 0}, out->layout().offset};
  const Array to(out->buffer_ref(), out->dtype(), square, true);
  // Rounding may give values slightly beyond 1.
  static constexpr char kReal[] = "r = min(max(c / sqrt(p) / sqrt(q), -1), 1)";
  static constexpr char kComplex[] =
      "x = sqrt(p); y = sqrt(q); r = complex(min(max(real(c) / x / y, -1), 1), min(max(imag(c) / x / y, -1), "
      "1))";
  builtin_expression(context, complex ? kComplex : kReal, "r, c, p, q").call({to, c, column, row}, operation);
  return out;
}

}  // namespace kiln::array
