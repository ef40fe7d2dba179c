// SPDX-License-Identifier: Apache-2.0
// Statistics of two arrays (kiln/reduce.h). An empty `out` means a new array.
#ifndef KILN_CXX_STATISTICS_HPP
#define KILN_CXX_STATISTICS_HPP

#include <kiln/cxx/array.hpp>

namespace kiln {

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
