// SPDX-License-Identifier: Apache-2.0
// Weighted statistics are reductions of an array and its weights.
#include "array/statistics/statistics.hpp"

#include <cmath>

#include "array/fold/builtin_reduction.hpp"
#include "array/fold/deviation.hpp"
#include "array/launch/destination.hpp"
#include "base/text.hpp"

namespace kiln::array {

namespace {

// The layout of the weights for a reduction together with the array. 1-d weights lie along the reduced axis if
// just one axis is reduced and they have its extent; other weights broadcast.
Layout weights_layout(const Array& array, const Array& weights, const ReduceAxes& axes, const char* operation) {
  const Dims& shape = array.shape();
  if (weights.shape().size() == 1 && shape.size() > 1 && !axes.all && axes.axes.size() == 1) {
    const std::size_t at = layout::normalize_axis(axes.axes[0], shape.size(), operation);
    if (weights.shape()[0] == shape[at]) {
      Layout along{Dims(shape.size(), 1), Dims(shape.size(), 0), weights.layout().offset};
      along.shape[at] = shape[at];
      along.strides[at] = weights.strides()[0];
      return along;
    }
  }
  layout::broadcast_to(weights.layout(), shape, operation);  // refuses weights that do not broadcast to the array
  return weights.layout();
}

struct Weighted {
  DType result, computed;
};
Weighted check_weighted(const Array& array, const Array& weights, int dtype, const char* operation) {
  for (const Array* each : {&array, &weights}) check_operand(array.context(), *each, operation);
  const DType own = floating_of(base::promote(array.dtype(), weights.dtype()));
  const DType result = dtype >= 0 ? DType(dtype) : own;
  if (floating_of(result) != result || (base::is_complex(own) && !base::is_complex(result)))
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected a {} one", operation, base::dtype_name(result),
         base::is_complex(own) ? "complex" : "floating-point");
  check_dtype(array.context(), result, operation);
  return {result, base::compute_dtype(result)};
}

Ref<Array> call_weighted(Reduction& reduction, const Array& array, const Array& weights, const ReduceAxes& axes,
                         DType result, Array* into, const char* operation) {
  const Array along(weights.buffer_ref(), weights.dtype(), weights_layout(array, weights, axes, operation), false);
  const Array* inputs[] = {&array, &along};
  Ref<Array> outputs[] = {Ref<Array>(into)};
  const int dtypes[] = {int(result)};
  reduction.call(inputs, axes, outputs, dtypes, operation);
  return outputs[0];
}

}  // namespace

Ref<Array> average(const Array& array, const Array& weights, const ReduceAxes& axes, int dtype, Array* into,
                   const char* operation) {
  const auto [result, computed] = check_weighted(array, weights, dtype, operation);
  const auto reduction =
      builtin_reduction(array.context(), kAverage, computed, 0, {"a", "w"}, operation, [computed = computed] {
        const char* const t = base::dtype_name(computed);
        return ReduceTexts{"s = -0.0; t = 0", fmt::format("s = {0}(a) * {0}(w); t = {0}(w)", t),
                           "s = s + s_; t = t + t_", "r = s / t"};
      });
  return call_weighted(*reduction, array, weights, axes, result, into, operation);
}

Ref<Array> weighted_var(const Array& array, const Array& weights, const ReduceAxes& axes, int dtype, double correction,
                        Array* into, const char* operation) {
  const auto [result, computed] = check_weighted(array, weights, dtype, operation);
  if (base::is_complex(result) || base::is_complex(base::promote(array.dtype(), weights.dtype())))
    fail(KILN_TYPE_ERROR, "{}: got arrays of {} and {} and a result of {}, expected real dtypes", operation,
         base::dtype_name(array.dtype()), base::dtype_name(weights.dtype()), base::dtype_name(result));
  if (!std::isfinite(correction))
    fail(KILN_INVALID_ARGUMENT, "{}: got correction {}, expected a finite number", operation, correction);
  const auto reduction = builtin_reduction(
      array.context(), kWeightedVar, computed, correction, {"a", "w"}, operation, [computed = computed, correction] {
        // Two cases make the result NaN. A weight below 0 has no place in the formula. An element that is not
        // finite makes a - a NaN, so that it counts even where its weight is 0.
        return ReduceTexts{kDeviationIdentity,
                           fmt::format("c = {0}(w) >= 0 ? {0}(w) : nan; u = {0}(0); q = {0}(a) - {0}(a); p = {0}(a)",
                                       base::dtype_name(computed)),
                           kWeightedCombine, fmt::format("r = q / max(c - ({}), 0)", base::hexadecimal(correction))};
      });
  return call_weighted(*reduction, array, weights, axes, result, into, operation);
}

}  // namespace kiln::array
