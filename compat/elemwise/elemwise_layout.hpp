// SPDX-License-Identifier: Apache-2.0
// The common loop over the arrays of an elementwise call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compat/array/array_struct.hpp"

namespace kiln::compat {

// One array of the call. Its elements are read and written with the size for which the kernel was made.
struct LoopArray {
  const GpuArray* array;
  std::size_t itemsize;
  bool written;
  int typecode;  // the type that the kernel was made for
};

// The loop of a call. Each call fills it anew and reuses its memory.
struct Loop {
  std::vector<LoopArray> arrays;
  std::size_t count = 0;  // elements
  unsigned nd = 0;
  std::vector<std::size_t> dims;
  std::vector<ssize_t> strides;  // in bytes, nd for each array in turn; 0 along an axis of extent 1 that is repeated
  bool contiguous = false;       // if true, dims and strides are not filled
  bool narrow = false;           // whether every number fits 32 bits

  // Computes the loop over the arrays, by GE_BROADCAST, GE_PADSHAPE and GE_NOCOLLAPSE in `flags`.
  // GA_VALUE_ERROR: shapes do not match, or elements lie outside their buffer.
  void lay_out(int flags, const char* operation);

 private:
  bool all_contiguous() const noexcept;
  void take_strides(const GpuArray& first, int flags, const char* operation);
  void check_bounds(const char* operation);
  void collapse();
};

// Joins neighbouring dimensions where the strides of all `sets` allow it, and drops dimensions of extent 1.
// At least one dimension stays. strides[k] may be null.
void collapse_dimensions(unsigned sets, unsigned* nd, std::size_t* dims, ssize_t* const* strides) noexcept;

}  // namespace kiln::compat
