// SPDX-License-Identifier: Apache-2.0
// Norms of any order, and statistics of two arrays (kiln/reduce.h). An empty `out` means a new array.
#ifndef KILN_CXX_STATISTICS_HPP
#define KILN_CXX_STATISTICS_HPP

#include <kiln/cxx/array.hpp>

#include <cmath>
#include <string>

namespace kiln {

// The norm (sum |a|^ord)^(1/ord) of vectors; for infinity the greatest magnitude.
inline GpuArray vector_norm(const GpuArray& array, const Axes& axes = {}, bool keepdims = false, double ord = 2,
                            kiln_dtype dtype = KILN_DTYPE_AUTO, const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype);
  detail::ArrayHandle handle;
  detail::check(kiln_array_vector_norm(detail::need(array), ord, &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// The norm of matrices, which are the last two axes: without an order Frobenius's; for 1 and -1 the greatest
// and the least sum of magnitudes of a column; for infinity and -infinity of a row. Orders 2 and -2 are
// refused, since they need singular values.
inline GpuArray matrix_norm(const GpuArray& array, bool keepdims = false) {
  return vector_norm(array, {-2, -1}, keepdims);
}
inline GpuArray matrix_norm(const GpuArray& array, bool keepdims, double ord) {
  const bool rows = std::isinf(ord);
  if (!rows && ord != 1 && ord != -1)
    throw Error(KILN_UNSUPPORTED, "matrix_norm: got order " + std::to_string(ord) + ", expected 1, -1 or an infinity");
  const GpuArray sums = vector_norm(array, rows ? -1 : -2, keepdims, 1);
  const std::int64_t other = keepdims && rows ? -2 : -1;
  return ord > 0 ? sums.max(other, keepdims) : sums.min(other, keepdims);
}
// The weighted mean. Weights broadcast; 1-d ones may lie along the axis that is reduced.
inline GpuArray average(const GpuArray& array, const GpuArray& weights, const Axes& axes = {}, bool keepdims = false,
                        kiln_dtype dtype = KILN_DTYPE_AUTO, const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype);
  detail::ArrayHandle handle;
  detail::check(kiln_array_average(detail::need(array), detail::need(weights), &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// The weighted variance, with the divisor (sum of weights - correction).
inline GpuArray weighted_var(const GpuArray& array, const GpuArray& weights, const Axes& axes = {},
                             bool keepdims = false, double correction = 0, kiln_dtype dtype = KILN_DTYPE_AUTO,
                             const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype, correction);
  detail::ArrayHandle handle;
  detail::check(kiln_array_weighted_var(detail::need(array), detail::need(weights), &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// The covariances of the rows of `array`, and of the rows of `other` if it is not empty.
inline GpuArray cov(const GpuArray& array, const GpuArray& other = {}, double correction = 1,
                    const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_cov(detail::need(array), other.get(), correction, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
inline GpuArray corrcoef(const GpuArray& array, const GpuArray& other = {}, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_corrcoef(detail::need(array), other.get(), out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

}  // namespace kiln

#endif
