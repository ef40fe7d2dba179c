// SPDX-License-Identifier: Apache-2.0
// GpuArray: a strided view of a buffer. Only its elements ever change.
#pragma once

#include <kiln/array.h>

#include <cstdint>
#include <string>

#include "base/dtype.hpp"
#include "base/error.hpp"
#include "base/ref.hpp"
#include "layout/layout.hpp"
#include "runtime/context.hpp"

namespace kiln::array {

using base::DType;
using base::fail;
using base::Ref;
using base::Scalar;
using layout::Dims;
using layout::Layout;

class Array final : public base::RefCounted {
 public:
  Array(Ref<runtime::Buffer> buffer, DType dtype, const Layout& layout, bool writable)
      : buffer_(std::move(buffer)), dtype_(dtype), layout_(layout), writable_(writable) {}
  runtime::Context& context() const noexcept { return buffer_->context(); }
  runtime::Buffer& buffer() const noexcept { return *buffer_; }
  const Ref<runtime::Buffer>& buffer_ref() const noexcept { return buffer_; }
  DType dtype() const noexcept { return dtype_; }
  std::size_t itemsize() const noexcept { return base::dtype_size(dtype_); }
  const Layout& layout() const noexcept { return layout_; }
  const Dims& shape() const noexcept { return layout_.shape; }
  const Dims& strides() const noexcept { return layout_.strides; }
  std::int64_t size() const noexcept { return layout_.size(); }
  std::size_t bytes() const noexcept { return std::size_t(size()) * itemsize(); }
  bool writable() const noexcept { return writable_; }
  bool c_contiguous() const noexcept { return layout::is_c_contiguous(layout_, itemsize()); }
  // Byte offset of the first element in the buffer's memory, for kernels.
  std::int64_t memory_offset() const noexcept { return std::int64_t(buffer_->offset()) + layout_.offset; }

 private:
  Ref<runtime::Buffer> buffer_;
  DType dtype_;
  Layout layout_;
  bool writable_;
};

// Kernels use 32-bit indices if every operand spans less than this many elements. The margin below 2^31 is for
// extents that kernels round up.
inline constexpr std::int64_t kNarrowLimit = (std::int64_t{1} << 31) - (std::int64_t{1} << 17);

// ---- Creation (array/create.cpp) ----
bool has_dtype(runtime::Context& context, DType dtype) noexcept;
// Throws if the device does not support the dtype.
void check_dtype(runtime::Context& context, DType dtype, const char* operation);
Ref<Array> empty(runtime::Context& context, DType dtype, std::span<const std::int64_t> shape, const char* operation);
Ref<Array> full(runtime::Context& context, DType dtype, std::span<const std::int64_t> shape, const Scalar& value,
                const char* operation);
// `into` is as in array/index/index.hpp: null, or the array that receives the result.
Ref<Array> arange(runtime::Context& context, DType dtype, double start, double stop, double step, Array* into = nullptr,
                  const char* operation = "array.arange");
Ref<Array> from_host(runtime::Context& context, DType dtype, std::span<const std::int64_t> shape, const Dims* strides,
                     DType host_dtype, const void* data, const char* operation = "array.from_host");
Ref<Array> from_buffer(Ref<runtime::Buffer> buffer, DType dtype, const Layout& layout,
                       const char* operation = "array.from_buffer");
// A view with another layout of the same buffer.
Ref<Array> view(const Array& array, const Layout& layout, bool writable, const char* operation = "array.view");

inline Ref<runtime::Buffer> allocate(runtime::Context& context, std::size_t bytes, const char* operation,
                                     backend::MemoryKind kind = backend::MemoryKind::device) {
  return context.allocate(bytes, kind, true, operation);
}

// ---- Copies and host transfers (array/copy/copy.cpp) ----
Ref<Array> copy(const Array& array, kiln_order order, const char* operation);
// A reference to the array itself, for code that in other cases makes a new array.
inline Ref<Array> itself(const Array& array) { return Ref<Array>(const_cast<Array*>(&array)); }
// The elements in C order along one axis: a view where the strides allow it, else a copy.
Ref<Array> flattened(const Array& array, const char* operation);
// The array itself, or a copy of it in C order.
Ref<Array> packed(const Array& array, const char* operation);
Ref<Array> astype(const Array& array, DType dtype, const char* operation);
// The array itself, or a copy of it with this dtype; `packed_as` gives elements in C order.
Ref<Array> as(const Array& array, DType dtype, const char* operation);
Ref<Array> packed_as(const Array& array, DType dtype, const char* operation);
void assign(Array& destination, const Array& source, const char* operation);
void fill(Array& destination, const Scalar& value, const char* operation);
Ref<Array> transfer(const Array& array, runtime::Context& context, const char* operation);
Ref<Array> reshape(const Array& array, std::span<const std::int64_t> shape, kiln_reshape_copy copy,
                   const char* operation = "array.reshape");
void read(const Array& array, void* destination, const Dims* strides, const char* operation);
// Reads the elements in C order, converted to `dtype`. The host converts pinned arrays and to dtypes the device lacks.
void read_as(const Array& array, DType dtype, void* destination, const char* operation);
void write(Array& array, const void* source, const Dims* strides, const char* operation);
Ref<Array> to_host(const Array& array, const char* operation = "array.to_host");
// Copies a transposed array by tiles (array/copy/transpose.cpp). Returns false, and does nothing, if the array is not
// transposed or too small, or if the device is no CPU.
bool transpose_copy(Array& to, const Array& from, const char* operation);
// Whether reading an array in C order is slow because it is transposed: neighbours along the innermost axis lie
// in different cache lines, while neighbours along another axis lie side by side. Never true of small arrays.
bool lies_across(runtime::Context& context, const Layout& layout, std::size_t itemsize);
// The array, or a C-order copy of it if lies_across() is true. For operations that read in C order and have no
// kernels by tiles.
Ref<Array> straightened(const Array& array, const char* operation);
// Throws KILN_READ_ONLY unless the array may be written.
void check_writable(const Array& array, const char* operation);
bool may_overlap(const Array& a, const Array& b);

// ---- Printing (array/host/print.cpp) ----
std::string to_string(const Array& array, int precision, std::size_t threshold,
                      const char* operation = "array.to_string");
// The same for elements in host memory in C order. It uses no device; tests call it.
std::string format_elements(DType dtype, std::span<const std::int64_t> shape, const void* elements, int precision,
                            std::size_t threshold);

}  // namespace kiln::array
