// SPDX-License-Identifier: Apache-2.0
// The public struct GpuArray: checks, counts, layout flags, and making one. Its dimensions and strides are
// malloc'ed, as callers may replace or edit them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "compat/objects.hpp"

namespace kiln::compat {

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
// The two arrays of a GpuArray before it has them. Zeroed. GA_MEMORY_ERROR.
struct Axes {
  explicit Axes(unsigned nd);
  std::unique_ptr<std::size_t[], Free> dims;
  std::unique_ptr<ssize_t[], Free> strides;
};

// GA_INVALID_ERROR for NULL, for an array without a buffer (cleared or never made) or without its dimensions.
void require_array(const GpuArray* array, const char* operation, const char* argument);
// GA_UNALIGNED_ERROR, GA_VALUE_ERROR as the flags say.
void require_aligned(const GpuArray& array, const char* operation, const char* argument);
void require_writeable(const GpuArray& array, const char* operation, const char* argument);

// Bytes of an element; GA_VALUE_ERROR for an unknown typecode.
std::size_t element_size(int typecode, const char* operation);
std::size_t element_count(const GpuArray& array) noexcept;
std::size_t byte_count(const GpuArray& array) noexcept;
bool same_shape(const GpuArray& a, const GpuArray& b) noexcept;

// C or F strides of the dimensions.
void contiguous_strides(unsigned nd, const std::size_t* dims, std::size_t itemsize, ga_order order,
                        ssize_t* strides) noexcept;
// Sets the flags of contiguity and alignment by dimensions, strides and offset.
void set_layout_flags(GpuArray& array) noexcept;

// Gives the array other dimensions and strides.
void replace_axes(GpuArray& array, unsigned nd, Axes&& axes) noexcept;
// Fills *out; the buffer's count goes up. Flags of contiguity and alignment are computed, of the others
// GA_WRITEABLE is taken over.
void make_array(GpuArray* out, gpudata* data, std::size_t offset, int typecode, unsigned nd, Axes&& axes,
                int flags);
void make_view(GpuArray* out, const GpuArray& array);
// A new array: gpudata_alloc() and make_array().
void make_empty(GpuArray* out, gpucontext* context, int typecode, unsigned nd, const std::size_t* dims,
                ga_order order, const char* operation);

// A GpuArray of this library's own.
class LocalArray {
 public:
  LocalArray() = default;
  LocalArray(const LocalArray&) = delete;
  LocalArray& operator=(const LocalArray&) = delete;
  ~LocalArray() {
    if (array_.data) GpuArray_clear(&array_);
  }
  GpuArray* get() noexcept { return &array_; }
  GpuArray& operator*() noexcept { return array_; }
  // The caller's from now on.
  void move_to(GpuArray* out) noexcept {
    *out = array_;
    array_ = {};
  }

 private:
  GpuArray array_ = {};
};

// destination[...] = source, repeated to the destination's shape (NumPy's rule): converted where the types
// differ, by bytes where Kiln has no such type. Contexts may differ. GA_MISC_ERROR where the one type cannot
// become the other.
void assign(const GpuArray& destination, const GpuArray& source, const char* operation);

}  // namespace kiln::compat
