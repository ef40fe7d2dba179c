// SPDX-License-Identifier: Apache-2.0
// Cumulative operations (kiln/scan.h). An empty `out` means a new array.
#ifndef KILN_CXX_SCAN_HPP
#define KILN_CXX_SCAN_HPP

#include <kiln/cxx/array.hpp>

namespace kiln {

// axis KILN_AXIS_NONE: of the flattened array.
inline GpuArray scan(const GpuArray& array, kiln_scan_op op, std::int64_t axis = -1, bool exclusive = false,
                     bool reverse = false, kiln_dtype dtype = KILN_DTYPE_AUTO, const GpuArray& out = {},
                     bool include_initial = false) {
  kiln_scan_options options = KILN_SCAN_OPTIONS_INIT;
  options.axis = axis;
  options.exclusive = exclusive;
  options.reverse = reverse;
  options.dtype = dtype;
  options.include_initial = include_initial;
  detail::ArrayHandle handle;
  detail::check(kiln_array_scan(array.get(), op, &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
inline GpuArray cumsum(const GpuArray& array, std::int64_t axis = -1, const GpuArray& out = {}) {
  return scan(array, KILN_SCAN_SUM, axis, false, false, KILN_DTYPE_AUTO, out);
}
inline GpuArray cumprod(const GpuArray& array, std::int64_t axis = -1, const GpuArray& out = {}) {
  return scan(array, KILN_SCAN_PROD, axis, false, false, KILN_DTYPE_AUTO, out);
}
inline GpuArray cummax(const GpuArray& array, std::int64_t axis = -1, const GpuArray& out = {}) {
  return scan(array, KILN_SCAN_MAX, axis, false, false, KILN_DTYPE_AUTO, out);
}
inline GpuArray cummin(const GpuArray& array, std::int64_t axis = -1, const GpuArray& out = {}) {
  return scan(array, KILN_SCAN_MIN, axis, false, false, KILN_DTYPE_AUTO, out);
}

// Of neighbours along the axis, `count` times.
inline GpuArray diff(const GpuArray& array, std::int64_t count = 1, std::int64_t axis = -1,
                     const GpuArray& prepend = {}, const GpuArray& append = {}, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(
      kiln_array_diff(array.get(), count, axis, prepend.get(), append.get(), out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

}  // namespace kiln

#endif
