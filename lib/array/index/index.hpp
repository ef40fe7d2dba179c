// SPDX-License-Identifier: Apache-2.0
// The operations of kiln/index.h: elements by position and by mask, and arrays put together from others. A result goes
// to `into`, or to a new array if that is null.
#pragma once

#include <kiln/index.h>

#include <vector>

#include "array/array.hpp"

namespace kiln::array {

using Arrays = std::span<const Array* const>;

// ---- By index arrays (array/index/index_take.cpp) ----
Ref<Array> take(const Array& array, const Array& indices, std::int64_t axis, Array* into, const char* operation);
Ref<Array> take_along_axis(const Array& array, const Array& indices, std::int64_t axis, Array* into,
                           const char* operation);

// With the flag check_index, notes whether a number is outside low .. n-1. The next call that waits reports the first
// such number.
void check_numbers(const Array& numbers, std::int64_t low, std::int64_t n, const char* operation);

// ---- Writes by index (array/scatter/index_put.cpp, array/scatter/index_add.cpp) ----
void put(Array& array, const Array& indices, std::int64_t axis, const Array& values, const char* operation);
void scatter_add(Array& array, const Array& indices, std::int64_t axis, const Array& values, const char* operation);

// ---- Elements array[i, j, ...], by an index array for each of the first axes (array/scatter/index_at.cpp) ----
Ref<Array> take_at(const Array& array, Arrays indices, Array* into, const char* operation);
void put_at(Array& array, Arrays indices, const Array& values, const char* operation);
void scatter_add_at(Array& array, Arrays indices, const Array& values, const char* operation);

// ---- Masks (array/index/index_mask.cpp) ----
Ref<Array> compress(const Array& array, const Array& mask, Array* into, const char* operation);
void put_mask(Array& array, const Array& mask, const Array& values, const char* operation);
// `into` is empty or has an entry for each axis, which may be null.
std::vector<Ref<Array>> nonzero(const Array& array, std::span<Array* const> into, const char* operation);

// ---- Arrays from others (array/assemble: index_join.cpp, index_repeat.cpp, index_shift.cpp) ----
Ref<Array> concat(Arrays arrays, std::int64_t axis, Array* into, const char* operation);
Ref<Array> stack(Arrays arrays, std::int64_t axis, Array* into, const char* operation);
// If `sizes` is null, pieces are as equal as can be.
std::vector<Ref<Array>> split(const Array& array, std::int64_t axis, std::size_t count, const std::int64_t* sizes,
                              const char* operation);
Ref<Array> tile(const Array& array, std::span<const std::int64_t> repeats, Array* into, const char* operation);
Ref<Array> repeat(const Array& array, std::int64_t repeats, std::int64_t axis, Array* into, const char* operation);
// Repeats element i of the axis repeats[i] times. Waits for the device.
Ref<Array> repeat_each(const Array& array, const Array& repeats, std::int64_t axis, Array* into, const char* operation);
// Whether an axis means the flattened array: KILN_AXIS_NONE does, and so do 0 and -1 if the array has no axes.
bool is_flat_axis(const Array& array, std::int64_t axis) noexcept;
// If `axes` is null, there is one shift, of the flattened array.
Ref<Array> roll(const Array& array, std::span<const std::int64_t> shifts, const std::int64_t* axes, Array* into,
                const char* operation);
Ref<Array> pad(const Array& array, std::span<const std::int64_t> widths, int mode, const Scalar& value, Array* into,
               const char* operation);

// ---- Triangles and grids (array/assemble/index_grid.cpp) ----
Ref<Array> triangle(const Array& array, bool upper, std::int64_t k, Array* into, const char* operation);
// `start` and `stop` have one dtype.
Ref<Array> linspace(runtime::Context& context, DType dtype, const Scalar& start, const Scalar& stop, std::int64_t count,
                    bool endpoint, Array* into, const char* operation);
Ref<Array> eye(runtime::Context& context, DType dtype, std::int64_t rows, std::int64_t columns, std::int64_t k,
               Array* into, const char* operation);
std::vector<Ref<Array>> meshgrid(Arrays arrays, bool ij, const char* operation);

}  // namespace kiln::array
