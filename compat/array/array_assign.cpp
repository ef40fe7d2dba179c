// SPDX-License-Identifier: Apache-2.0
// Assigns the elements of one GpuArray to another, by Kiln's assignment of views.
#include <gpuarray/util.h>

#include <algorithm>

#include "compat/array/array_struct.hpp"

namespace kiln::compat {

namespace {

bool divides(const GpuArray& array, std::size_t size) {
  return array.offset % size == 0 && std::all_of(array.strides, array.strides + array.nd,
                                                 [&](ssize_t stride) { return stride % ssize_t(size) == 0; });
}

// A view that moves elements. An element consists of `count` units of `dtype`, which are one more axis if
// count is more than one.
OwnedArray moved_view(const GpuArray& array, kiln_dtype dtype, std::int64_t count, const char* operation) {
  if (count == 1) return view(array.data, array.offset, dtype, array.nd, array.dimensions, array.strides, operation);
  Axes axes(array.nd + 1);
  std::copy_n(array.dimensions, array.nd, axes.dims.get());
  std::copy_n(array.strides, array.nd, axes.strides.get());
  axes.dims[array.nd] = std::size_t(count);
  axes.strides[array.nd] = ssize_t(kiln_dtype_size(dtype));
  return view(array.data, array.offset, dtype, array.nd + 1, axes.dims.get(), axes.strides.get(), operation);
}

bool one_block(const GpuArray& a, const GpuArray& b) {
  const int order = a.flags & b.flags & (GA_C_CONTIGUOUS | GA_F_CONTIGUOUS);
  return order != 0 && same_shape(a, b);
}

void assign_same_type(const GpuArray& destination, const GpuArray& source, const char* operation) {
  if (one_block(destination, source)) {
    const std::size_t bytes = byte_count(destination);
    const auto to = view(destination.data, destination.offset, KILN_UINT8, 1, &bytes, nullptr, operation);
    const auto from = view(source.data, source.offset, KILN_UINT8, 1, &bytes, nullptr, operation);
    check(kiln_array_assign(to.get(), from.get()), operation);
    return;
  }
  MovedAs unit = moved_as(destination.typecode, operation);
  if (const std::size_t size = kiln_dtype_size(unit.dtype); !divides(destination, size) || !divides(source, size))
    unit = {KILN_UINT8, std::int64_t(gpuarray_get_elsize(destination.typecode))};
  const auto to = moved_view(destination, unit.dtype, unit.count, operation);
  const auto from = moved_view(source, unit.dtype, unit.count, operation);
  check(kiln_array_assign(to.get(), from.get()), operation);
}

}  // namespace

void assign(const GpuArray& destination, const GpuArray& source, const char* operation) {
  if (destination.typecode == source.typecode) return assign_same_type(destination, source, operation);
  if (dtype_of(destination.typecode) == KILN_DTYPE_AUTO || dtype_of(source.typecode) == KILN_DTYPE_AUTO)
    fail(GA_MISC_ERROR, "{}: elements of typecode {} do not convert to typecode {}", operation, source.typecode,
         destination.typecode);
  const auto to = view(destination, operation);
  const auto from = view(source, operation);
  check(kiln_array_assign(to.get(), from.get()), operation);
}

}  // namespace kiln::compat
