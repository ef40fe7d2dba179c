// SPDX-License-Identifier: Apache-2.0
// Order along an axis, and what follows from it (kiln/sort.h). An empty `out` means a new array. The axis
// KILN_AXIS_NONE means the flattened array.
#ifndef KILN_CXX_SORT_HPP
#define KILN_CXX_SORT_HPP

#include <kiln/cxx/array.hpp>

namespace kiln {

inline GpuArray sort(const GpuArray& array, std::int64_t axis = -1, bool descending = false, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_sort(detail::need(array), axis, descending, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
inline GpuArray argsort(const GpuArray& array, std::int64_t axis = -1, bool descending = false,
                        const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_argsort(detail::need(array), axis, descending, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

struct SortedByKey {
  GpuArray keys, values;
};
// Sorts the keys and puts each value where its key goes.
inline SortedByKey sort_by_key(const GpuArray& keys, const GpuArray& values, std::int64_t axis = -1,
                               bool descending = false, const SortedByKey& out = {}) {
  detail::ArrayHandle sorted, moved;
  detail::check(kiln_array_sort_by_key(detail::need(keys), detail::need(values), axis, descending, out.keys.get(),
                                       out.values.get(), sorted.out(), moved.out()));
  return {GpuArray(std::move(sorted), keys.context()), GpuArray(std::move(moved), keys.context())};
}

struct TopK {
  GpuArray values, indices;
};
inline TopK topk(const GpuArray& array, std::int64_t k, std::int64_t axis = -1, bool largest = true,
                 const TopK& out = {}) {
  detail::ArrayHandle values, indices;
  const bool into = out.values.get() || out.indices.get();
  detail::check(into ? kiln_array_topk_into(detail::need(array), k, axis, largest, out.values.get(), out.indices.get(),
                                            values.out(), indices.out())
                     : kiln_array_topk(detail::need(array), k, axis, largest, values.out(), indices.out()));
  return {GpuArray(std::move(values), array.context()), GpuArray(std::move(indices), array.context())};
}

// The quantile of all elements, or along an axis.
inline GpuArray quantile(const GpuArray& array, double q, std::int64_t axis = KILN_AXIS_NONE, bool keepdims = false,
                         const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_quantile(detail::need(array), q, axis, keepdims, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
inline GpuArray median(const GpuArray& array, std::int64_t axis = KILN_AXIS_NONE, bool keepdims = false,
                       const GpuArray& out = {}) {
  return quantile(array, 0.5, axis, keepdims, out);
}

// The distinct elements, ascending. Waits for the device.
inline GpuArray unique(const GpuArray& array, const GpuArray& out = {}) {
  const kiln_array into[4] = {out.get()};
  detail::ArrayHandle values;
  detail::check(into[0] ? kiln_array_unique_into(detail::need(array), into, values.out(), nullptr, nullptr, nullptr)
                        : kiln_array_unique(detail::need(array), values.out(), nullptr, nullptr, nullptr));
  return GpuArray(std::move(values), array.context());
}
struct Unique {
  GpuArray values, indices, inverse, counts;
};
inline Unique unique_all(const GpuArray& array, const Unique& out = {}) {
  const kiln_array into[4] = {out.values.get(), out.indices.get(), out.inverse.get(), out.counts.get()};
  detail::ArrayHandle values, indices, inverse, counts;
  const bool some = into[0] || into[1] || into[2] || into[3];
  detail::check(
      some ? kiln_array_unique_into(detail::need(array), into, values.out(), indices.out(), inverse.out(), counts.out())
           : kiln_array_unique(detail::need(array), values.out(), indices.out(), inverse.out(), counts.out()));
  const auto made = [&](detail::ArrayHandle& handle) { return GpuArray(std::move(handle), array.context()); };
  return {made(values), made(indices), made(inverse), made(counts)};
}

// The distinct elements, and how often each of them occurs.
inline Unique unique_counts(const GpuArray& array) {
  detail::ArrayHandle values, counts;
  detail::check(kiln_array_unique(detail::need(array), values.out(), nullptr, nullptr, counts.out()));
  return {GpuArray(std::move(values), array.context()), {}, {}, GpuArray(std::move(counts), array.context())};
}
// The distinct elements, and for each element its number among them.
inline Unique unique_inverse(const GpuArray& array) {
  detail::ArrayHandle values, inverse;
  detail::check(kiln_array_unique(detail::need(array), values.out(), nullptr, inverse.out(), nullptr));
  return {GpuArray(std::move(values), array.context()), {}, GpuArray(std::move(inverse), array.context()), {}};
}

inline GpuArray isin(const GpuArray& array, const GpuArray& values, bool invert = false, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_isin(detail::need(array), detail::need(values), invert, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

// Each function makes a set of the elements of two arrays, distinct and ascending, and waits for the device.
namespace detail {
inline GpuArray set_of(const GpuArray& a, const GpuArray& b, kiln_set_op op, const GpuArray& out) {
  ArrayHandle handle;
  check(kiln_array_set(detail::need(a), detail::need(b), op, out.get(), handle.out()));
  return GpuArray(std::move(handle), a.context());
}
}  // namespace detail
inline GpuArray union1d(const GpuArray& a, const GpuArray& b, const GpuArray& out = {}) {
  return detail::set_of(a, b, KILN_SET_UNION, out);
}
inline GpuArray intersect1d(const GpuArray& a, const GpuArray& b, const GpuArray& out = {}) {
  return detail::set_of(a, b, KILN_SET_INTERSECTION, out);
}
// The elements of a that are not in b.
inline GpuArray setdiff1d(const GpuArray& a, const GpuArray& b, const GpuArray& out = {}) {
  return detail::set_of(a, b, KILN_SET_DIFFERENCE, out);
}
// The elements of exactly one of the arrays.
inline GpuArray setxor1d(const GpuArray& a, const GpuArray& b, const GpuArray& out = {}) {
  return detail::set_of(a, b, KILN_SET_SYMMETRIC_DIFFERENCE, out);
}

inline GpuArray searchsorted(const GpuArray& sorted, const GpuArray& values, bool right = false,
                             const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_searchsorted(detail::need(sorted), detail::need(values), right, out.get(), handle.out()));
  return GpuArray(std::move(handle), values.context());
}

}  // namespace kiln

#endif
