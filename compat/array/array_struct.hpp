// SPDX-License-Identifier: Apache-2.0
// Functions for the public struct GpuArray: they check it, compute its flags, and make one. Its dimensions
// and strides are allocated by malloc(), since callers may replace or edit them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "compat/objects.hpp"

namespace kiln::compat {

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
// Dimensions and strides for a GpuArray, set to 0. GA_MEMORY_ERROR: there is no memory for them.
struct Axes {
  explicit Axes(unsigned nd);
  std::unique_ptr<std::size_t[], Free> dims;
  std::unique_ptr<ssize_t[], Free> strides;
};

// Throws GA_INVALID_ERROR for NULL, for an array without a buffer (cleared or never made), and for one whose
// `dimensions` or `strides` are NULL although nd is not 0.
void require_array(const GpuArray* array, const char* operation, const char* argument);
// Throws GA_UNALIGNED_ERROR, or GA_VALUE_ERROR for a read-only array, as the array's flags say.
void require_aligned(const GpuArray& array, const char* operation, const char* argument);
void require_writeable(const GpuArray& array, const char* operation, const char* argument);

// The size of an element in bytes. GA_VALUE_ERROR: the typecode is unknown.
std::size_t element_size(int typecode, const char* operation);
std::size_t element_count(const GpuArray& array) noexcept;
std::size_t byte_count(const GpuArray& array) noexcept;
bool same_shape(const GpuArray& a, const GpuArray& b) noexcept;

// Computes the strides of contiguous elements in C or F order.
void contiguous_strides(unsigned nd, const std::size_t* dims, std::size_t itemsize, ga_order order,
                        ssize_t* strides) noexcept;
// Sets the flags of contiguity and alignment from dimensions, strides and offset.
void set_layout_flags(GpuArray& array) noexcept;

// Gives the array other dimensions and strides.
void replace_axes(GpuArray& array, unsigned nd, Axes&& axes) noexcept;
// Fills *out and takes a reference to the buffer. The flags of contiguity and alignment are computed;
// GA_WRITEABLE is copied from `flags`.
void make_array(GpuArray* out, gpudata* data, std::size_t offset, int typecode, unsigned nd, Axes&& axes, int flags);
void make_view(GpuArray* out, const GpuArray& array);
// Makes a new array by gpudata_alloc() and make_array().
void make_empty(GpuArray* out, gpucontext* context, int typecode, unsigned nd, const std::size_t* dims, ga_order order,
                const char* operation);

// A GpuArray that this library makes for itself and clears at the end of the scope.
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
  // Moves the array to the caller's struct.
  void move_to(GpuArray* out) noexcept {
    *out = array_;
    array_ = {};
  }

 private:
  GpuArray array_ = {};
};

// destination[...] = source. The source broadcasts by NumPy's rule. Elements are converted if the types
// differ; types that Kiln does not have are copied by bytes. The contexts may differ. GA_MISC_ERROR: one type
// cannot be converted to the other.
void assign(const GpuArray& destination, const GpuArray& source, const char* operation);

}  // namespace kiln::compat
