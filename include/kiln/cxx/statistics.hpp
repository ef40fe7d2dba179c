// SPDX-License-Identifier: Apache-2.0
// Norms of any order, statistics of two arrays (kiln/reduce.h). An empty `out` means a new array.
#ifndef KILN_CXX_STATISTICS_HPP
#define KILN_CXX_STATISTICS_HPP

#include <kiln/cxx/array.hpp>

#include <cmath>
#include <string>

namespace kiln {

// (sum |a|^ord)^(1/ord); infinity: the greatest magnitude.
inline GpuArray vector_norm(const GpuArray& array, const Axes& axes = {}, bool keepdims = false,
                            double ord = 2, kiln_dtype dtype = KILN_DTYPE_AUTO, const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype);
  detail::ArrayHandle handle;
  detail::check(kiln_array_vector_norm(array.get(), ord, &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// Of the last two axes: without an order Frobenius's norm; 1 and -1 the greatest and least sum of a column's
// magnitudes, the infinities of a row's. Orders 2 and -2 would need singular values.
inline GpuArray matrix_norm(const GpuArray& array, bool keepdims = false) {
  return vector_norm(array, {-2, -1}, keepdims);
}
inline GpuArray matrix_norm(const GpuArray& array, bool keepdims, double ord) {
  const bool rows = std::isinf(ord);
  if (!rows && ord != 1 && ord != -1)
    throw Error(KILN_UNSUPPORTED,
                "matrix_norm: got order " + std::to_string(ord) + ", expected 1, -1 or an infinity");
  const GpuArray sums = vector_norm(array, rows ? -1 : -2, keepdims, 1);
  const std::int64_t other = keepdims && rows ? -2 : -1;
  return ord > 0 ? sums.max(other, keepdims) : sums.min(other, keepdims);
}
// The mean by weights, which broadcast; 1-d ones lie along the axis that goes.
inline GpuArray average(const GpuArray& array, const GpuArray& weights, const Axes& axes = {},
                        bool keepdims = false, kiln_dtype dtype = KILN_DTYPE_AUTO, const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype);
  detail::ArrayHandle handle;
  detail::check(kiln_array_average(array.get(), weights.get(), &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// By (sum of weights - correction).
inline GpuArray weighted_var(const GpuArray& array, const GpuArray& weights, const Axes& axes = {},
                             bool keepdims = false, double correction = 0, kiln_dtype dtype = KILN_DTYPE_AUTO,
                             const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype, correction);
  detail::ArrayHandle handle;
  detail::check(kiln_array_weighted_var(array.get(), weights.get(), &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// Of the rows of `array`, and of those of `other` if it is not empty.
inline GpuArray cov(const GpuArray& array, const GpuArray& other = {}, double correction = 1,
                    const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_cov(array.get(), other.get(), correction, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
inline GpuArray corrcoef(const GpuArray& array, const GpuArray& other = {}, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_corrcoef(array.get(), other.get(), out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

}  // namespace kiln

#endif
