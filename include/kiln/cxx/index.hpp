// SPDX-License-Identifier: Apache-2.0
// Elements by position, masks, and arrays that are put together from others, as free functions
// (kiln/index.h). If `out` is not empty, it receives the results.
//
//   kiln::GpuArray batch = kiln::take(rows, indices, 0);
//   kiln::GpuArray positive = kiln::compress(a, a > 0);
#ifndef KILN_CXX_INDEX_HPP
#define KILN_CXX_INDEX_HPP

#include <kiln/cxx/array.hpp>

#include <vector>

namespace kiln {

namespace detail {

template <class Call>
GpuArray made(const Context& context, Call&& call) {
  ArrayHandle handle;
  check(call(handle.out()));
  return GpuArray(std::move(handle), context);
}

template <class Call>
std::vector<GpuArray> made_many(const Context& context, std::size_t count, Call&& call) {
  std::vector<kiln_array> handles(count);
  check(call(handles.data()));
  std::vector<GpuArray> result;
  result.reserve(count);
  for (kiln_array handle : handles) result.emplace_back(ArrayHandle::adopt(handle), context);
  return result;
}

inline std::vector<kiln_array> handles_of(const std::vector<GpuArray>& arrays) {
  std::vector<kiln_array> handles;
  for (const GpuArray& array : arrays) handles.push_back(detail::need(array, handles.size()));
  return handles;
}

inline Context context_of(const std::vector<GpuArray>& arrays) {
  return arrays.empty() ? Context::none() : arrays[0].context();
}

}  // namespace detail

// ---- By index arrays ----

inline GpuArray take(const GpuArray& array, const GpuArray& indices, std::int64_t axis, const GpuArray& out = {}) {
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_take(detail::need(array), detail::need(indices), axis, out.get(), result);
  });
}
inline GpuArray take_along_axis(const GpuArray& array, const GpuArray& indices, std::int64_t axis,
                                const GpuArray& out = {}) {
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_take_along_axis(detail::need(array), detail::need(indices), axis, out.get(), result);
  });
}

// Writes values to elements of `array`. If an index is repeated, its last value stays.
inline void put(Written array, const GpuArray& indices, std::int64_t axis, const GpuArray& values) {
  detail::check(kiln_array_put(detail::need(array), detail::need(indices), axis, detail::need(values)));
}
inline void scatter_add(Written array, const GpuArray& indices, std::int64_t axis, const GpuArray& values) {
  detail::check(kiln_array_scatter_add(detail::need(array), detail::need(indices), axis, detail::need(values)));
}

// array[i, j, ...], with one index array for each of the first axes.
inline GpuArray take_at(const GpuArray& array, const std::vector<GpuArray>& indices, const GpuArray& out = {}) {
  const auto handles = detail::handles_of(indices);
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_take_at(detail::need(array), handles.size(), handles.data(), out.get(), result);
  });
}
inline void put_at(Written array, const std::vector<GpuArray>& indices, const GpuArray& values) {
  const auto handles = detail::handles_of(indices);
  detail::check(kiln_array_put_at(detail::need(array), handles.size(), handles.data(), detail::need(values)));
}
inline void scatter_add_at(Written array, const std::vector<GpuArray>& indices, const GpuArray& values) {
  const auto handles = detail::handles_of(indices);
  detail::check(kiln_array_scatter_add_at(detail::need(array), handles.size(), handles.data(), detail::need(values)));
}

// ---- By masks ----

inline GpuArray compress(const GpuArray& array, const GpuArray& mask, const GpuArray& out = {}) {
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_compress(detail::need(array), detail::need(mask), out.get(), result);
  });
}
inline void put_mask(Written array, const GpuArray& mask, const GpuArray& values) {
  detail::check(kiln_array_put_mask(detail::need(array), detail::need(mask), detail::need(values)));
}
// The positions of elements that are not 0: their indices along each axis. `out` is empty or has an array for
// each axis; an empty array means a new one.
inline std::vector<GpuArray> nonzero(const GpuArray& array, const std::vector<GpuArray>& out = {}) {
  const std::size_t count = !out.empty() ? out.size() : array.ndim() == 0 ? 1 : array.ndim();
  std::vector<kiln_array> into;
  for (const GpuArray& each : out) into.push_back(each.get());
  return detail::made_many(array.context(), count, [&](kiln_array* result) {
    return out.empty() ? kiln_array_nonzero(detail::need(array), count, result)
                       : kiln_array_nonzero_into(detail::need(array), count, into.data(), result);
  });
}

// ---- Arrays from others ----

inline GpuArray concat(const std::vector<GpuArray>& arrays, std::int64_t axis = 0, const GpuArray& out = {}) {
  const auto handles = detail::handles_of(arrays);
  return detail::made(detail::context_of(arrays), [&](kiln_array* result) {
    return kiln_array_concat(handles.size(), handles.data(), axis, out.get(), result);
  });
}
inline GpuArray stack(const std::vector<GpuArray>& arrays, std::int64_t axis = 0, const GpuArray& out = {}) {
  const auto handles = detail::handles_of(arrays);
  return detail::made(detail::context_of(arrays), [&](kiln_array* result) {
    return kiln_array_stack(handles.size(), handles.data(), axis, out.get(), result);
  });
}
// Splits into views: `count` pieces that are as equal as can be, or pieces of given sizes. The first function is a
// template so that {6} is a list of sizes for the second.
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
std::vector<GpuArray> split(const GpuArray& array, T count, std::int64_t axis = 0) {
  if constexpr (std::is_signed_v<T>)
    if (count < 0)
      throw Error(KILN_INVALID_ARGUMENT, "split: got " + std::to_string(count) + " pieces, expected at least 1");
  const auto pieces = static_cast<std::size_t>(count);
  return detail::made_many(array.context(), pieces, [&](kiln_array* result) {
    return kiln_array_split(detail::need(array), axis, pieces, nullptr, result);
  });
}
inline std::vector<GpuArray> split(const GpuArray& array, const Shape& sizes, std::int64_t axis = 0) {
  return detail::made_many(array.context(), sizes.size(), [&](kiln_array* result) {
    return kiln_array_split(detail::need(array), axis, sizes.size(), sizes.data(), result);
  });
}
inline GpuArray tile(const GpuArray& array, const Shape& repeats, const GpuArray& out = {}) {
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_tile(detail::need(array), repeats.size(), repeats.data(), out.get(), result);
  });
}
inline GpuArray repeat(const GpuArray& array, std::int64_t repeats, std::int64_t axis, const GpuArray& out = {}) {
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_repeat(detail::need(array), repeats, axis, out.get(), result);
  });
}
// Repeats element i repeats[i] times. Waits for the device.
inline GpuArray repeat(const GpuArray& array, const GpuArray& repeats, std::int64_t axis, const GpuArray& out = {}) {
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_repeat_each(detail::need(array), detail::need(repeats), axis, out.get(), result);
  });
}
// Rolls the flattened array. It is a template so that {1} is a list of shifts for the function below.
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
GpuArray roll(const GpuArray& array, T shift, const GpuArray& out = {}) {
  const auto by = static_cast<std::int64_t>(shift);
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_roll(detail::need(array), 1, &by, nullptr, out.get(), result);
  });
}
inline GpuArray roll(const GpuArray& array, const Shape& shifts, const Shape& axes, const GpuArray& out = {}) {
  if (shifts.size() != axes.size())
    throw Error(KILN_INVALID_ARGUMENT, "roll: got " + detail::plural(shifts.size(), "shift", "shifts") + " and " +
                                           detail::plural(axes.size(), "axis", "axes") + ", expected as many");
  static const std::int64_t no_axes = 0;  // an empty list must not look like "flattened"
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_roll(detail::need(array), shifts.size(), shifts.data(), axes.empty() ? &no_axes : axes.data(),
                           out.get(), result);
  });
}
namespace detail {
inline Shape pad_widths(const GpuArray& array, const PadWidths& widths, const char* operation) {
  if (widths.size() != array.ndim())
    throw Error(KILN_INVALID_ARGUMENT, std::string(operation) + ": got " + plural(widths.size(), "pair", "pairs") +
                                           " of widths, expected " + std::to_string(array.ndim()) +
                                           ": (before, behind) for each axis");
  return flat(widths);
}
}  // namespace detail
// Puts elements around the array: 0, or what the mode says (kiln_array_pad). pad(a, {{1, 2}, {0, 3}}) puts one row
// before and two rows behind a matrix, and three columns behind it.
inline GpuArray pad(const GpuArray& array, const PadWidths& widths, kiln_pad_mode mode = KILN_PAD_CONSTANT,
                    const GpuArray& out = {}) {
  const Shape flat = detail::pad_widths(array, widths, "pad");
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_pad(detail::need(array), flat.data(), mode, KILN_FLOAT64, nullptr, out.get(), result);
  });
}
template <class T>
GpuArray pad_constant(const GpuArray& array, const PadWidths& widths, T value, const GpuArray& out = {}) {
  const Shape flat = detail::pad_widths(array, widths, "pad_constant");
  return detail::made(array.context(), [&](kiln_array* result) {
    return kiln_array_pad(detail::need(array), flat.data(), KILN_PAD_CONSTANT, dtype_of<T>, &value, out.get(), result);
  });
}
inline GpuArray tril(const GpuArray& array, std::int64_t k = 0, const GpuArray& out = {}) {
  return detail::made(array.context(),
                      [&](kiln_array* result) { return kiln_array_tril(detail::need(array), k, out.get(), result); });
}
inline GpuArray triu(const GpuArray& array, std::int64_t k = 0, const GpuArray& out = {}) {
  return detail::made(array.context(),
                      [&](kiln_array* result) { return kiln_array_triu(detail::need(array), k, out.get(), result); });
}

// ---- Grids ----

inline GpuArray linspace(const Context& context, double start, double stop, std::int64_t count, bool endpoint = true,
                         kiln_dtype dtype = KILN_FLOATX, const GpuArray& out = {}) {
  return detail::made(context, [&](kiln_array* result) {
    return kiln_array_linspace(detail::need(context), dtype, KILN_FLOAT64, &start, &stop, count, endpoint, out.get(),
                               result);
  });
}
inline GpuArray linspace(const Context& context, std::complex<double> start, std::complex<double> stop,
                         std::int64_t count, bool endpoint = true, kiln_dtype dtype = KILN_COMPLEX64,
                         const GpuArray& out = {}) {
  return detail::made(context, [&](kiln_array* result) {
    return kiln_array_linspace(detail::need(context), dtype, KILN_COMPLEX128, &start, &stop, count, endpoint, out.get(),
                               result);
  });
}
inline GpuArray eye(const Context& context, std::int64_t rows, std::int64_t columns, std::int64_t k = 0,
                    kiln_dtype dtype = KILN_FLOATX, const GpuArray& out = {}) {
  return detail::made(context, [&](kiln_array* result) {
    return kiln_array_eye(detail::need(context), dtype, rows, columns, k, out.get(), result);
  });
}
inline std::vector<GpuArray> meshgrid(const std::vector<GpuArray>& arrays, bool ij = false) {
  const auto handles = detail::handles_of(arrays);
  return detail::made_many(detail::context_of(arrays), handles.size(), [&](kiln_array* result) {
    return kiln_array_meshgrid(handles.size(), handles.data(), ij, result);
  });
}

}  // namespace kiln

#endif
