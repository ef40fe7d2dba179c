// SPDX-License-Identifier: Apache-2.0
// Checks and makes the public struct GpuArray.
#include "compat/array/array_struct.hpp"

#include <gpuarray/util.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace kiln::compat {

namespace {

// Allocates at least one element, so that an array of no dimensions does not look like a failure.
template <class T>
T* zeroed(unsigned count) {
  auto* memory = static_cast<T*>(std::calloc(std::max(count, 1u), sizeof(T)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

bool contiguous(const GpuArray& array, ga_order order) noexcept {
  std::size_t step = gpuarray_get_elsize(array.typecode);
  for (unsigned k = 0; k < array.nd; ++k) {
    const unsigned i = order == GA_C_ORDER ? array.nd - 1 - k : k;
    if (array.dimensions[i] != 1 && std::size_t(array.strides[i]) != step) return false;
    step *= array.dimensions[i];
  }
  return true;
}

bool aligned(const GpuArray& array) noexcept {
  const std::size_t align = std::max<std::size_t>(gpuarray_get_type(array.typecode)->align, 1);
  if (array.offset % align != 0) return false;
  return std::all_of(array.strides, array.strides + array.nd,
                     [&](ssize_t stride) { return stride % ssize_t(align) == 0; });
}

}  // namespace

Axes::Axes(unsigned nd) : dims(zeroed<std::size_t>(nd)), strides(zeroed<ssize_t>(nd)) {}

void require_array(const GpuArray* array, const char* operation, const char* argument) {
  if (!array) fail(GA_INVALID_ERROR, "{}: {} is NULL", operation, argument);
  if (!array->data) fail(GA_INVALID_ERROR, "{}: {} has no buffer, expected an array", operation, argument);
  if (array->nd > 0 && (!array->dimensions || !array->strides))
    fail(GA_INVALID_ERROR, "{}: {} has nd {} but no dimensions or strides", operation, argument, array->nd);
}

void require_aligned(const GpuArray& array, const char* operation, const char* argument) {
  if (!GpuArray_ISALIGNED(&array)) fail(GA_UNALIGNED_ERROR, "{}: {} is not aligned", operation, argument);
}

void require_writeable(const GpuArray& array, const char* operation, const char* argument) {
  if (!GpuArray_ISWRITEABLE(&array)) fail(GA_VALUE_ERROR, "{}: {} is not writeable", operation, argument);
}

std::size_t element_size(int typecode, const char* operation) {
  const std::size_t size = gpuarray_get_elsize(typecode);
  if (size == 0) fail(GA_VALUE_ERROR, "{}: unknown typecode, got {}", operation, typecode);
  return size;
}

std::size_t element_count(const GpuArray& array) noexcept {
  std::size_t count = 1;
  for (unsigned i = 0; i < array.nd; ++i) count *= array.dimensions[i];
  return count;
}

std::size_t byte_count(const GpuArray& array) noexcept {
  return element_count(array) * gpuarray_get_elsize(array.typecode);
}

bool same_shape(const GpuArray& a, const GpuArray& b) noexcept {
  return a.nd == b.nd && std::equal(a.dimensions, a.dimensions + a.nd, b.dimensions);
}

void contiguous_strides(unsigned nd, const std::size_t* dims, std::size_t itemsize, ga_order order,
                        ssize_t* strides) noexcept {
  std::size_t step = itemsize;
  for (unsigned k = 0; k < nd; ++k) {
    const unsigned i = order == GA_F_ORDER ? k : nd - 1 - k;
    strides[i] = ssize_t(step);
    step *= dims[i];
  }
}

void set_layout_flags(GpuArray& array) noexcept {
  array.flags &= ~(GA_C_CONTIGUOUS | GA_F_CONTIGUOUS | GA_ALIGNED);
  if (contiguous(array, GA_C_ORDER)) array.flags |= GA_C_CONTIGUOUS;
  if (contiguous(array, GA_F_ORDER)) array.flags |= GA_F_CONTIGUOUS;
  if (aligned(array)) array.flags |= GA_ALIGNED;
}

void replace_axes(GpuArray& array, unsigned nd, Axes&& axes) noexcept {
  std::free(array.dimensions);
  std::free(array.strides);
  array.nd = nd;
  array.dimensions = axes.dims.release();
  array.strides = axes.strides.release();
  set_layout_flags(array);
}

void make_array(GpuArray* out, gpudata* data, std::size_t offset, int typecode, unsigned nd, Axes&& axes, int flags) {
  gpudata_retain(data);
  *out = {};
  out->data = data;
  out->offset = offset;
  out->typecode = typecode;
  out->flags = flags & GA_WRITEABLE;
  replace_axes(*out, nd, std::move(axes));
}

void make_view(GpuArray* out, const GpuArray& array) {
  Axes axes(array.nd);
  std::copy_n(array.dimensions, array.nd, axes.dims.get());
  std::copy_n(array.strides, array.nd, axes.strides.get());
  const GpuArray from = array;  // `out` may be the same struct as `array`
  make_array(out, from.data, from.offset, from.typecode, from.nd, std::move(axes), from.flags);
  out->flags = from.flags;
}

void make_empty(GpuArray* out, gpucontext* context, int typecode, unsigned nd, const std::size_t* dims, ga_order order,
                const char* operation) {
  if (typecode == GA_SIZE || typecode == GA_SSIZE)
    fail(GA_VALUE_ERROR, "{}: GA_SIZE and GA_SSIZE are for arguments of kernels; use GA_ULONG and GA_LONG", operation);
  if (order == GA_ANY_ORDER) order = GA_C_ORDER;
  if (order != GA_C_ORDER && order != GA_F_ORDER)
    fail(GA_VALUE_ERROR, "{}: unknown order, got {}", operation, int(order));
  if (nd > 0) require(dims, operation, "dims");
  const std::size_t itemsize = element_size(typecode, operation);
  std::size_t bytes = itemsize;
  // In an array without elements the product of the other extents must still fit, since its strides need it.
  for (unsigned i = 0; i < nd; ++i)
    if (dims[i] != 0 && __builtin_mul_overflow(bytes, dims[i], &bytes))
      fail(GA_XLARGE_ERROR, "{}: more bytes than an address has", operation);
  if (std::find(dims, dims + nd, std::size_t(0)) != dims + nd) bytes = 0;
  Axes axes(nd);
  std::copy_n(dims, nd, axes.dims.get());
  contiguous_strides(nd, dims, itemsize, order, axes.strides.get());
  int code = GA_NO_ERROR;
  gpudata* data = gpudata_alloc(context, bytes, nullptr, 0, &code);
  // gpudata_alloc() has already stored its text in the context.
  if (!data) fail(code, "{}", gpucontext_error(context, code));
  make_array(out, data, 0, typecode, nd, std::move(axes), GA_WRITEABLE);
  gpudata_release(data);
}

}  // namespace kiln::compat
