// SPDX-License-Identifier: Apache-2.0
// Cumulative operations (kiln/scan.h): built-in ones and ones that the program writes. An empty `out` means a
// new array.
//
//   kiln::Scan recurrence(context, "a = 1; b = 0", "a = x; b = y", "b = b*a_ + b_; a = a*a_", "r = b");
//   kiln::GpuArray r = recurrence({x, y}, -1)[0];   // r[i] = x[i] r[i - 1] + y[i]
#ifndef KILN_CXX_SCAN_HPP
#define KILN_CXX_SCAN_HPP

#include <kiln/cxx/fold_call.hpp>

#include <string>
#include <vector>

namespace kiln {

// The axis KILN_AXIS_NONE scans the flattened array.
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
  detail::check(kiln_array_scan(detail::need(array), op, &options, out.get(), handle.out()));
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

// A scan that begins anew wherever the key differs from the one before it. Keys are 1-d along the axis, or
// broadcast.
inline GpuArray scan_by_key(const GpuArray& keys, const GpuArray& array, kiln_scan_op op, std::int64_t axis = -1,
                            bool exclusive = false, bool reverse = false, kiln_dtype dtype = KILN_DTYPE_AUTO,
                            const GpuArray& out = {}) {
  kiln_scan_options options = KILN_SCAN_OPTIONS_INIT;
  options.axis = axis;
  options.exclusive = exclusive;
  options.reverse = reverse;
  options.dtype = dtype;
  detail::ArrayHandle handle;
  detail::check(kiln_array_scan_by_key(detail::need(keys), detail::need(array), op, &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

class Scan {
 public:
  // Prepares a scan (kiln_scan_create). `outputs` is the number of results that `finish` assigns.
  Scan(const Context& context, const std::string& identity, const std::string& map, const std::string& combine,
       const std::string& finish, std::size_t outputs = 1)
      : context_(context), outputs_(outputs) {
    detail::check(kiln_scan_create(detail::need(context), identity.c_str(), map.c_str(), combine.c_str(),
                                   finish.c_str(), handle_.out()));
  }
  // Queues the scan and returns its results in the order in which `finish` assigns them. `out` is empty or
  // has an array for each result; an empty array means a new one.
  std::vector<GpuArray> operator()(const std::vector<GpuArray>& inputs, std::int64_t axis = -1, bool exclusive = false,
                                   bool reverse = false, const std::vector<GpuArray>& out = {}) const {
    kiln_scan_options options = KILN_SCAN_OPTIONS_INIT;
    options.axis = axis;
    options.exclusive = exclusive;
    options.reverse = reverse;
    return detail::call_fold(
        "kiln::Scan", context_, inputs, outputs_, out,
        [&](std::size_t count, const kiln_array* arrays, std::size_t out_count, const kiln_array* to,
            kiln_array* made) {
          return out.empty() ? kiln_scan_call(detail::need(*this), count, arrays, &options, out_count, made)
                             : kiln_scan_call_into(detail::need(*this), count, arrays, &options, out_count, to, made);
        });
  }
  kiln_scan get() const noexcept { return handle_.get(); }

 private:
  detail::ScanHandle handle_;
  Context context_;
  std::size_t outputs_;
};

// The differences of neighbours along the axis, taken `count` times.
inline GpuArray diff(const GpuArray& array, std::int64_t count = 1, std::int64_t axis = -1,
                     const GpuArray& prepend = {}, const GpuArray& append = {}, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(
      kiln_array_diff(detail::need(array), count, axis, prepend.get(), append.get(), out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

}  // namespace kiln

#endif
