// SPDX-License-Identifier: Apache-2.0
// Further functions of the Array API standard: arrays like others, views that move axes, scans, and dtypes.
// docs/reference/names.md says what the rest of the standard is called here.
#ifndef KILN_CXX_STANDARD_HPP
#define KILN_CXX_STANDARD_HPP

#include <kiln/cxx/expression.hpp>
#include <kiln/cxx/scan.hpp>
#include <kiln/cxx/sort.hpp>

#include <algorithm>

namespace kiln {

// ---- Arrays like others: they have the shape and context of `like`, and its dtype if none is given ----

namespace detail {
inline kiln_dtype dtype_like(const GpuArray& like, kiln_dtype dtype) {
  return dtype == KILN_DTYPE_AUTO ? like.dtype() : dtype;
}
}  // namespace detail

inline GpuArray empty_like(const GpuArray& like, kiln_dtype dtype = KILN_DTYPE_AUTO) {
  return GpuArray::empty(like.context(), like.shape(), detail::dtype_like(like, dtype));
}
inline GpuArray zeros_like(const GpuArray& like, kiln_dtype dtype = KILN_DTYPE_AUTO) {
  return GpuArray::zeros(like.context(), like.shape(), detail::dtype_like(like, dtype));
}
template <class T>
GpuArray full_like(const GpuArray& like, T value, kiln_dtype dtype = KILN_DTYPE_AUTO) {
  return GpuArray::full(like.context(), like.shape(), value, detail::dtype_like(like, dtype));
}
inline GpuArray ones_like(const GpuArray& like, kiln_dtype dtype = KILN_DTYPE_AUTO) {
  return full_like(like, 1, dtype);
}
inline GpuArray ones(const Context& context, const Shape& shape, kiln_dtype dtype = KILN_FLOATX) {
  return GpuArray::full(context, shape, 1, dtype);
}

// ---- Views ----

namespace detail {
// Converts an axis from -count .. count - 1 to the number from 0 to count - 1 that means the same.
inline std::size_t axis_of(std::int64_t axis, std::size_t count, const char* operation) {
  const auto most = static_cast<std::int64_t>(count);
  if (axis < -most || axis >= most)
    throw Error(KILN_INDEX_ERROR, std::string(operation) + ": got axis " + std::to_string(axis) + ", expected one of " +
                                      plural(count, "axis", "axes"));
  return static_cast<std::size_t>(axis < 0 ? axis + most : axis);
}
// For each of `count` axes, whether it is among `axes`, which may name an axis only once.
inline std::vector<bool> axis_set(const Shape& axes, std::size_t count, const char* operation) {
  std::vector<bool> chosen(count);
  for (const auto axis : axes) {
    const std::size_t at = axis_of(axis, count, operation);
    if (chosen[at])
      throw Error(KILN_INDEX_ERROR,
                  std::string(operation) + ": axis " + std::to_string(axis) + " comes twice, expected once");
    chosen[at] = true;
  }
  return chosen;
}
inline GpuArray indexed(const GpuArray& array, const std::vector<kiln_index>& indices) {
  ArrayHandle handle;
  check(kiln_array_index(detail::need(array), indices.size(), indices.data(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
}  // namespace detail

// A view with a new axis of extent 1 before `axis`; -1 puts it behind the last.
inline GpuArray expand_dims(const GpuArray& array, std::int64_t axis = 0) {
  const std::size_t at = detail::axis_of(axis, array.ndim() + 1, "expand_dims");
  std::vector<kiln_index> indices(at, slice(none, none).value());
  indices.push_back(Index(newaxis).value());
  return detail::indexed(array, indices);
}
// A view without some axes, whose extents must be 1.
inline GpuArray squeeze(const GpuArray& array, const Shape& axes) {
  const Shape shape = array.shape();
  const auto chosen = detail::axis_set(axes, shape.size(), "squeeze");
  std::vector<kiln_index> indices;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (chosen[d] && shape[d] != 1)
      throw Error(KILN_SHAPE_ERROR,
                  "squeeze: axis " + std::to_string(d) + " has " + std::to_string(shape[d]) + " elements, expected 1");
    indices.push_back(chosen[d] ? Index(0).value() : slice(none, none).value());
  }
  return detail::indexed(array, indices);
}
// A view with axis from[i] at position to[i]; the other axes keep their order.
inline GpuArray moveaxis(const GpuArray& array, const Shape& from, const Shape& to) {
  const std::size_t count = array.ndim();
  if (from.size() != to.size())
    throw Error(KILN_INVALID_ARGUMENT, "moveaxis: got " + detail::plural(from.size(), "axis", "axes") + " and " +
                                           detail::plural(to.size(), "place", "places") + ", expected as many");
  const auto moved = detail::axis_set(from, count, "moveaxis"), taken = detail::axis_set(to, count, "moveaxis");
  Shape axes(count, -1);
  for (std::size_t i = 0; i < from.size(); ++i)
    axes[detail::axis_of(to[i], count, "moveaxis")] =
        static_cast<std::int64_t>(detail::axis_of(from[i], count, "moveaxis"));
  std::size_t next = 0;
  for (std::size_t d = 0; d < count; ++d) {
    if (taken[d]) continue;
    while (moved[next]) ++next;
    axes[d] = static_cast<std::int64_t>(next++);
  }
  return array.transpose(axes);
}
inline GpuArray moveaxis(const GpuArray& array, std::int64_t from, std::int64_t to) {
  return moveaxis(array, Shape{from}, Shape{to});
}
inline GpuArray permute_dims(const GpuArray& array, const Shape& axes) { return array.transpose(axes); }
// A view with the last two axes exchanged.
inline GpuArray matrix_transpose(const GpuArray& array) { return moveaxis(array, -1, -2); }
// A view for each position along an axis, without that axis.
inline std::vector<GpuArray> unstack(const GpuArray& array, std::int64_t axis = 0) {
  const Shape shape = array.shape();
  const std::size_t at = detail::axis_of(axis, shape.size(), "unstack");
  std::vector<kiln_index> indices(at + 1, slice(none, none).value());
  std::vector<GpuArray> views;
  for (std::int64_t i = 0; i < shape[at]; ++i) {
    indices[at] = Index(i).value();
    views.push_back(detail::indexed(array, indices));
  }
  return views;
}
// The shape to which the arrays broadcast.
inline Shape broadcast_shape(const std::vector<GpuArray>& arrays) {
  std::vector<kiln_array> handles;
  for (const GpuArray& array : arrays) handles.push_back(detail::need(array, handles.size()));
  std::int64_t shape[KILN_MAX_DIMS];
  std::size_t ndim = 0;
  detail::check(kiln_array_broadcast_shape(handles.size(), handles.data(), &ndim, shape));
  return Shape(shape, shape + ndim);
}
// Read-only views of the arrays, broadcast to that shape.
inline std::vector<GpuArray> broadcast_arrays(const std::vector<GpuArray>& arrays) {
  const Shape shape = broadcast_shape(arrays);
  std::vector<GpuArray> views;
  for (const GpuArray& array : arrays) views.push_back(array.broadcast_to(shape));
  return views;
}

// ---- Scans by the standard's names ----

inline GpuArray cumulative_sum(const GpuArray& array, std::int64_t axis = -1, kiln_dtype dtype = KILN_DTYPE_AUTO,
                               bool include_initial = false) {
  return scan(array, KILN_SCAN_SUM, axis, false, false, dtype, {}, include_initial);
}
inline GpuArray cumulative_prod(const GpuArray& array, std::int64_t axis = -1, kiln_dtype dtype = KILN_DTYPE_AUTO,
                                bool include_initial = false) {
  return scan(array, KILN_SCAN_PROD, axis, false, false, dtype, {}, include_initial);
}

// ---- dtypes ----

inline kiln_dtype_info dtype_info(kiln_dtype dtype) {
  kiln_dtype_info info = KILN_DTYPE_INFO_INIT;
  detail::check(kiln_dtype_get_info(dtype, &info));
  return info;
}
// The dtype to which both promote.
inline kiln_dtype promote(kiln_dtype a, kiln_dtype b) {
  kiln_dtype result = KILN_BOOL;
  detail::check(kiln_dtype_promote(a, b, &result));
  return result;
}
// The dtype to which arrays and dtypes promote.
template <class... Rest>
kiln_dtype result_type(kiln_dtype first, const Rest&... rest);
template <class... Rest>
kiln_dtype result_type(const GpuArray& first, const Rest&... rest) {
  return result_type(first.dtype(), rest...);
}
template <class... Rest>
kiln_dtype result_type(kiln_dtype first, const Rest&... rest) {
  if constexpr (sizeof...(rest) == 0)
    return promote(first, first);
  else
    return promote(first, result_type(rest...));
}
// Whether `from` and `to` promote to `to`.
inline bool can_cast(kiln_dtype from, kiln_dtype to) { return promote(from, to) == promote(to, to); }

}  // namespace kiln

#endif
